"""Runs that go wrong on purpose, for clients to rehearse what they do then; offered when the operator says so."""

import struct
import time
import zlib
from pathlib import Path

from mediamill.engines.sdk import Artifact, EngineFailed, EngineRefused, Report, Request

__all__ = ["RehearsalEngine"]

SIDE = 64  # pixels of the picture
COLOUR = bytes((74, 120, 96))
STEP_SECONDS = 0.1  # between reports of progress


class RehearsalEngine:
    """Fails, waits or breaks down as it is asked to; what it makes is a plain green picture."""

    name = "procedural.rehearsal"

    def ready(self) -> str | None:
        """Always."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `picture.png`, or what the model is for. Raises EngineRefused, EngineFailed."""
        report.progress(0.0, "beginning")
        match request.model:
            case "always-fails":
                raise EngineRefused(sentence=str(request.input["prompt"]))
            case "slow":
                wait(float(request.input["duration"]), report)
            case "flaky":
                break_down(request, report)
        path = request.folder / "picture.png"
        write_picture(path)
        return Artifact(path, provenance={"method": "a plain picture"})


def wait(seconds: float, report: Report) -> None:
    """So long, with progress."""
    ends_at = time.monotonic() + seconds
    while (left := ends_at - time.monotonic()) > 0:
        report.progress(1.0 - left / seconds, "waiting")
        time.sleep(min(STEP_SECONDS, left))


def break_down(request: Request, report: Report) -> None:
    """Unless it did so often enough: the checkpoint counts."""
    done = int(request.checkpoint or "0")
    if done < int(request.input["failures"]):
        report.checkpoint(str(done + 1))
        raise EngineFailed(sentence=f"This try broke down on purpose, the {('first', 'second', 'third')[done]} one.")


def write_picture(path: Path) -> None:
    """A PNG of one colour."""
    rows = (b"\0" + COLOUR * SIDE) * SIDE
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in chunks))


def chunk(name: bytes, data: bytes) -> bytes:
    """One chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
