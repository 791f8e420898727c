"""What an engine's Python code tries beyond its folder, whether or not the jail lets it: seen by an audit hook.

An audit hook sees what Python opens, not what a library in C does by itself; there the jail alone has a say.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Event → which of its arguments is the path that changes.
CHANGES = {
    "os.mkdir": 0,
    "os.remove": 0,
    "os.rmdir": 0,
    "os.rename": 1,
    "os.link": 1,
    "os.symlink": 1,
    "os.truncate": 0,
}
NOT_WATCHED = ("/dev/", "/proc/self/")
FOUND_MAX = 20  # of each kind: more say nothing more


@dataclass
class Attempts:
    """What was tried during one run."""

    folder: Path
    writes: list[str] = field(default_factory=list)  # paths outside the folder
    network: list[str] = field(default_factory=list)  # "host:port", or what kind of socket

    def note(self, event: str, arguments: tuple[object, ...]) -> None:
        """Record this audit event."""
        if (path := changed_path(event, arguments)) is not None and not self._may_write(path):
            keep(self.writes, path)
        elif event == "socket.getaddrinfo":
            keep(self.network, f"{arguments[0]}:{arguments[1]}")
        elif event == "socket.connect" and isinstance(address := arguments[1], tuple):
            keep(self.network, f"{address[0]}:{address[1]}")

    def _may_write(self, path: str) -> bool:
        inside = Path(path).is_relative_to(self.folder)
        return inside or path.startswith(NOT_WATCHED) or "__pycache__" in path


_current: list[Attempts] = []
_hooked: list[bool] = []


@contextmanager
def watched(folder: Path) -> Iterator[Attempts]:
    """What is tried in this process until the context ends. The hook itself stays: Python cannot remove one."""
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked.append(True)
    attempts = Attempts(folder.resolve())
    _current.append(attempts)
    try:
        yield attempts
    finally:
        _current.remove(attempts)


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    for attempts in _current:
        attempts.note(event, arguments)


def changed_path(event: str, arguments: tuple[object, ...]) -> str | None:
    """The absolute path that an audit event is about to change; None where it changes none."""
    if event == "open":
        path, _, flags = arguments
        return absolute(path) if isinstance(flags, int) and flags & WRITES else None
    return absolute(arguments[CHANGES[event]]) if event in CHANGES else None


def absolute(path: object) -> str | None:
    """A path as it resolves now; None for an open file's number."""
    return os.path.realpath(os.fsdecode(path)) if isinstance(path, str | bytes | os.PathLike) else None


def keep(found: list[str], what: str) -> None:
    """Once each, and not without end."""
    if what not in found and len(found) < FOUND_MAX:
        found.append(what)
