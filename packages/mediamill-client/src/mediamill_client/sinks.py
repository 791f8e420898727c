"""Where a download goes: into a temporary file that replaces its target when it is complete, or into memory."""

import os
import re
import secrets
import threading
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import IO

SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,8}")
ORIGIN = re.compile(r"^\w+://[^/?#]*")
UNFIT_FOR_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")


def target_of(path: str | os.PathLike[str], name: str) -> Path:
    """The file to write: a folder (an existing one, or a path that ends in a separator) gets one of this name."""
    text = os.fspath(path)
    target = Path(text)
    separators = tuple(filter(None, (os.sep, os.altsep)))
    return target / name if text.endswith(separators) or target.is_dir() else target


def file_name(stem: str, url: str) -> str:
    """A name for what is behind a URL that is safe in any folder: `motion-3d-gen_0199….fbx`."""
    stem = UNFIT_FOR_A_NAME.sub("_", stem).lstrip("-")
    # Not parsed: a URL that cannot be parsed is for the download to refuse.
    path = re.split(r"[?#]", ORIGIN.sub("", url))[0]
    suffix = PurePosixPath(path).suffix
    return stem + (suffix.lower() if SUFFIX.fullmatch(suffix) else "")


class AtomicFile:
    """A file that replaces its target only when complete. Left without `settle`, it leaves nothing behind, also where
    a thread that nobody waits for any more is still at work on it.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self._partial = target.with_name(f".{secrets.token_hex(8)}.part")
        self._file: IO[bytes] | None = None
        self._is_left = False
        self._turn = threading.Lock()

    def __enter__(self) -> "AtomicFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._turn:
            self._is_left = True
            if self._file is not None:
                self._file.close()
                self._partial.unlink(missing_ok=True)

    def rewind(self) -> None:
        """Forget what was written so far; the first time, begin the file and any folder it needs."""
        with self._turn:
            if self._is_left:
                return
            if self._file is None:
                self.target.parent.mkdir(parents=True, exist_ok=True)
                self._file = self._partial.open("xb")
            self._file.seek(0)
            self._file.truncate()

    def write(self, chunk: bytes) -> None:
        """Add the next bytes."""
        with self._turn:
            if not self._is_left:
                self._begun().write(chunk)

    def settle(self) -> Path:
        """Put the whole file in its place, over an older one if need be, and say where."""
        with self._turn:
            if not self._is_left:
                file = self._begun()
                file.flush()
                os.fsync(file.fileno())
                file.close()
                self._partial.replace(self.target)
        return self.target

    def _begun(self) -> IO[bytes]:
        assert self._file is not None, "rewind comes before the first byte"
        return self._file


class MemorySink:
    """A sink that keeps the bytes in memory."""

    def __init__(self) -> None:
        self.content = bytearray()

    def rewind(self) -> None:
        """Forget what was written so far."""
        self.content.clear()

    def write(self, chunk: bytes) -> None:
        """Add the next bytes."""
        self.content += chunk
