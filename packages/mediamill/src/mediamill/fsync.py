"""Durable, locked and private files and folders."""

import fcntl
import os
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700
SEARCHABLE_MODE = 0o711  # data folder of a service run by root: its engines are other users and work inside


def sync(path: Path) -> None:
    """Flush a file's content, or a folder's entries, to the disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def lock(path: Path) -> int | None:
    """Lock a file for as long as the returned descriptor is open; None if another process holds the lock."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def make_folder(folder: Path, mode: int = FOLDER_MODE) -> list[Path]:
    """Make a folder and its missing parents, private whatever the umask; return those made, topmost first.

    An existing folder keeps its mode. Raises OSError.
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
    """Make a data folder, as `make_folder` does, with the mode of one."""
    return make_folder(folder, data_folder_mode())


def data_folder_mode() -> int:
    """The mode of a data folder: private to its owner; searchable by others if that is root."""
    return FOLDER_MODE if os.geteuid() else SEARCHABLE_MODE


def make_file(file: Path) -> None:
    """Make an empty file, private whatever the umask; an existing one is left as it is. Raises OSError."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE))
