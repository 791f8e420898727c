"""Hashes of files: SHA-256, and the one that git knows a file by."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class FileHashes:
    """Both of one file."""

    sha256: str
    blob: str  # git's id: SHA-1 over the length and the content


def hashes_of(file: Path) -> FileHashes:
    """Read a file to its end."""
    sha256 = hashlib.sha256()
    blob = hashlib.sha1(b"blob %d\0" % file.stat().st_size, usedforsecurity=False)
    with file.open("rb") as opened:
        while block := opened.read(BLOCK_BYTES):
            sha256.update(block)
            blob.update(block)
    return FileHashes(sha256.hexdigest(), blob.hexdigest())


def sha256_of(file: Path) -> str:
    """Read a file to its end."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
