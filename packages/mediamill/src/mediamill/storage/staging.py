"""A folder in which one process puts together what is not whole yet. Its lock ends with the process: then everybody
may clear it away.
"""

import contextlib
import fcntl
import os
import secrets
import shutil
import weakref
from pathlib import Path

NAME_BYTES = 16
LOCK_SUFFIX, NEW_SUFFIX = ".lock", ".new"  # of the lock of a process's folder; of one that is not locked yet


class StagingDir:
    """This process's own folder below `parent`, which has to be there. Raises OSError."""

    def __init__(self, parent: Path) -> None:
        self.name = secrets.token_hex(NAME_BYTES)
        self.path = parent / self.name
        unlocked, lock = parent / f"{self.name}{NEW_SUFFIX}", parent / f"{self.name}{LOCK_SUFFIX}"
        self._lock = os.open(unlocked, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # It gets the name that sweepers look for only once it is locked.
            unlocked.rename(lock)
            self.path.mkdir(mode=0o700)
        except BaseException:
            os.close(self._lock)  # a full disk: every further use tries again, so nothing may be left of this one
            for name in (unlocked, lock):
                name.unlink(missing_ok=True)
            raise
        weakref.finalize(self, _leave, lock, self._lock)


def clear_dead(parent: Path) -> int:
    """Take away the folders of dead processes and return how many files lay there; living ones' are left alone."""
    return sum(_clear(lock) for lock in parent.glob(f"*{LOCK_SUFFIX}"))


def sweep_staging(parent: Path, before: int) -> int:
    """The same, and files below `parent` that belong to no process and are older than `before` (milliseconds)."""
    removed = clear_dead(parent)
    for path in parent.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another process may sweep too, or have just finished
            if path.is_file() and path.suffix != LOCK_SUFFIX and path.stat().st_mtime * 1000 < before:
                path.unlink()
                removed += 1
    return removed


def _leave(lock: Path, descriptor: int) -> None:
    """At the process's end, if it has one."""
    with contextlib.suppress(OSError):
        lock.with_suffix("").rmdir()  # what may lie there belongs to something under way: then it is for a sweeper
        lock.unlink()
    os.close(descriptor)


def _clear(lock: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        descriptor = os.open(lock, os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            folder = lock.with_suffix("")
            files = len(list(folder.iterdir())) if folder.is_dir() else 0
            shutil.rmtree(folder, ignore_errors=True)
            lock.unlink(missing_ok=True)
            return files
        except BlockingIOError:
            return 0
        finally:
            os.close(descriptor)
    return 0
