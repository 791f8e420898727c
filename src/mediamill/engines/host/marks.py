"""The last resort when a keeper was killed: find what it kept by a mark in the environment, and kill that."""

import os
import signal
import time
from pathlib import Path

MARK = "MEDIAMILL_ENGINE_PROCESS"  # in the environment of an engine process and of all it starts
ROUNDS_MAX = 50
ROUND_PAUSE_SECONDS = 0.02


def end_marked(mark: str) -> None:
    """Kill every process that carries the mark, until none is left. Blocks: up to a second when one cannot die."""
    for _ in range(ROUNDS_MAX):
        found = marked(mark)
        for pid in found:
            _kill(pid, mark)
        if not found:
            return
        time.sleep(ROUND_PAUSE_SECONDS)


def marked(mark: str) -> list[int]:
    """The pids of the living processes whose environment carries the mark."""
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and _carries(path, mark)]


def _kill(pid: int, mark: str) -> None:
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return
    try:
        # Asked again with the handle open: only now can the pid not be another's.
        if _carries(Path("/proc", str(pid)), mark):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        os.close(handle)


def _carries(process: Path, mark: str) -> bool:
    try:
        return f"{MARK}={mark}".encode() in (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return False  # gone, or not ours
