"""Making what was written last."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Onto the disk: the content of a file, or the names in a folder. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
