"""What runs in the Cog server of the tests: pictures that are real, and whatever may go wrong."""

import os
import struct
import time
import zlib
from pathlib import Path

from cog import BasePredictor  # type: ignore[import-not-found,unused-ignore]
from cog import Path as File  # type: ignore[import-not-found,unused-ignore]

STAGE = Path(os.environ["COG_STAGE"])  # where the tests see what goes on
SIDE = 16  # pixels
LOOK_SECONDS = 0.01


class Predictor(BasePredictor):  # type: ignore[misc,unused-ignore]
    """One at a time."""

    def predict(self, prompt: str = "", seed: int = 0, image: File = None) -> File:
        """A picture whose colour the seed tells; for a file that came in, a copy of it."""
        if prompt == "raise":
            raise ValueError("there is no such heron")
        if prompt == "sensitive":
            raise ValueError("NSFW content detected")
        if prompt == "wait":
            self.wait(seed)
        made = STAGE / "made.png"
        made.write_bytes(Path(image).read_bytes() if image else png(seed % 256))
        return File(made)

    def wait(self, seed: int) -> None:
        """Until somebody writes `go`."""
        (STAGE / f"started-{seed}").touch()
        try:
            while not (STAGE / "go").exists():
                time.sleep(LOOK_SECONDS)
        except BaseException:
            (STAGE / f"ended-{seed}").touch()
            raise


def png(red: int) -> bytes:
    """A picture of one colour."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + bytes([red, 90, 30]) * SIDE for _ in range(SIDE))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
