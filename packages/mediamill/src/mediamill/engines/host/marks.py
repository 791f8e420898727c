"""The last resort when a supervisor was killed: find what it kept by a mark in the environment, and kill that."""

import os
import signal
import time
from pathlib import Path

MARK = "MEDIAMILL_ENGINE_PROCESS"  # in the environment of an engine process and of all it starts
ROUNDS_MAX = 50
ROUND_PAUSE_SECONDS = 0.02


def end_marked(mark: str, uid: int | None = None) -> None:
    """Kill every process that carries the mark or is the user `uid`, until none is left.

    Blocks: up to a second when one cannot die.
    """
    for _ in range(ROUNDS_MAX):
        found = marked(mark, uid)
        for pid in found:
            _kill(pid, mark, uid)
        if not found:
            return
        time.sleep(ROUND_PAUSE_SECONDS)


def marked(mark: str, uid: int | None = None) -> list[int]:
    """The pids of the living processes whose environment carries the mark, or whose user has that number."""
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and _is_ours(path, mark, uid)]


def _kill(pid: int, mark: str, uid: int | None) -> None:
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return
    try:
        # Asked again with the handle open: only now can the pid not be another's.
        if _is_ours(Path("/proc", str(pid)), mark, uid):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        os.close(handle)


def _is_ours(process: Path, mark: str, uid: int | None) -> bool:
    """By its user, where that is an engine's alone: another user's environment takes a privilege to read."""
    return _carries(process, mark) or (uid is not None and _user_of(process) == uid)


def _user_of(process: Path) -> int | None:
    try:
        lines = (process / "status").read_text(errors="replace").splitlines()
    except OSError:
        return None  # gone
    dead = any(line.startswith("State:\tZ") for line in lines)
    return None if dead else next((int(line.split()[1]) for line in lines if line.startswith("Uid:")), None)


def _carries(process: Path, mark: str) -> bool:
    try:
        return f"{MARK}={mark}".encode() in (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return False  # gone, or not ours
