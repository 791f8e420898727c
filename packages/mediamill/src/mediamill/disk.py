"""Files that last, that lock, and that nobody else reads."""

import fcntl
import os
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700
SEARCHABLE_MODE = 0o711  # of the data folder of a service that is root: its engines are other users, with work inside


def sync(path: Path) -> None:
    """Onto the disk: the content of a file, or the names in a folder. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def lock(path: Path) -> int | None:
    """A descriptor that locks this file for as long as it is open; None while another process locks it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def make_folder(folder: Path, mode: int = FOLDER_MODE) -> list[Path]:
    """The folder, and what is missing above it, private whatever the umask is; those made, topmost first.

    One that is there stays as it is. Raises OSError.
    """
    made = []
    for path in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
        try:
            path.mkdir(mode)
        except FileExistsError:
            continue  # another process was first
        path.chmod(mode)
        made.append(path)
    folder.mkdir(exist_ok=True)  # says so where there is a file of this name
    return made


def make_data_folder(folder: Path) -> list[Path]:
    """A data folder, as `make_folder` makes it."""
    return make_folder(folder, data_folder_mode())


def data_folder_mode() -> int:
    """Who may enter a data folder: its owner, and, where that is root, whoever knows a name inside."""
    return FOLDER_MODE if os.geteuid() else SEARCHABLE_MODE


def make_file(file: Path) -> None:
    """An empty file that is private whatever the umask is; one that is there stays as it is. Raises OSError."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE))
