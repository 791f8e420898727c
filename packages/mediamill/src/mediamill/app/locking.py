"""The lock of a data folder, which one full `serve` uses, and the name that stands for the folder in a database."""

import hashlib
from pathlib import Path

from mediamill.errors import MediamillError
from mediamill.fsync import lock, make_data_folder
from mediamill.secret import load_or_create

NODE_FILE = "node"  # random bytes, made at the first start
NODE_CHARACTERS = 12


class AlreadyServing(MediamillError):
    """Another `mediamill serve` uses {folder}. Stop it, or give this one another --data-dir, or say --no-worker."""

    code = "already_serving"


def lock_folder(folder: Path) -> int:
    """The one lock of a data folder, kept as long as the descriptor is open. Raises AlreadyServing."""
    make_data_folder(folder)
    if (descriptor := lock(folder / "serve.lock")) is None:
        raise AlreadyServing(folder=folder)
    return descriptor


def node_of(folder: Path) -> str:
    """What stands for this data folder among all that share a database; made at the first start."""
    make_data_folder(folder)
    return hashlib.sha256(load_or_create(folder / NODE_FILE)).hexdigest()[:NODE_CHARACTERS]
