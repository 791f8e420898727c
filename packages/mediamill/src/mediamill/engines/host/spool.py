"""Private folders for requests and engine processes; what a dead predecessor left is swept, a neighbour's is not.

<spool>/lock                 held while somebody looks round here
<spool>/<host>/lock          held as long as that host lives: the kernel lets go of it however it dies
<spool>/<host>/<folder>/     one per request or process
"""

import fcntl
import logging
import os
import secrets
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

logger = logging.getLogger("mediamill.engines")

LOCK = "lock"
SWEEPS_MAX = 5  # of one folder: those who die may still write into it


class Spool:
    """The folder of one living host. All of it blocks on the disk: `sweep` of large files for long."""

    def __init__(self, folder: Path) -> None:
        """Take a folder of our own below `folder` and sweep those of the dead."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(folder):
            dead = [host for host in folder.iterdir() if host.is_dir() and _is_dead(host)]
            self.root = folder.resolve() / f"host-{secrets.token_hex(8)}"
            self.root.mkdir(mode=0o700)
            self._lock = os.open(self.root / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._sweeping = threading.Lock()
        for host in dead:
            self.sweep(host)

    def make(self, name: str, *, uid: int | None = None) -> Path:
        """A new empty folder, ours alone or that user's, whose name begins with `name`."""
        folder = self.root / f"{name}-{secrets.token_hex(4)}"
        folder.mkdir(mode=0o700)
        if uid is not None:
            os.chown(folder, uid, uid)
        return folder

    def let_pass(self) -> None:
        """Let other users pass to folders of theirs; none can list what is here or read what is not theirs."""
        self.root.chmod(0o711)

    def sweep(self, folder: Path) -> None:
        """Remove a folder with all that is in it, whatever rights it was given; what resists is left and logged."""
        fault: Exception | None = None
        with self._sweeping:  # of a folder and of one that it lies in: one after the other
            for _ in range(SWEEPS_MAX):
                try:
                    if fault is not None:
                        _open_up(folder)
                    shutil.rmtree(folder)
                except (OSError, RecursionError) as error:
                    fault = error  # perhaps of something in it that an engine took away as it died
                if not folder.exists():
                    return
        logger.error("%s cannot be swept, the next start will try again: %s", folder, fault)

    def close(self) -> None:
        """Give up the folder."""
        self.sweep(self.root)
        os.close(self._lock)


def _is_dead(host: Path) -> bool:
    """Whether nobody holds the lock of this host folder; called under the spool's own lock."""
    try:
        lock = os.open(host / LOCK, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return True  # it died before it had one, or while sweeping
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _open_up(folder: Path) -> None:
    """Make it and every folder below one that its owner may empty; links are not followed."""
    waiting = [folder]
    while waiting:
        current = waiting.pop()
        current.chmod(0o700)
        waiting += [path for path in current.iterdir() if path.is_dir() and not path.is_symlink()]
