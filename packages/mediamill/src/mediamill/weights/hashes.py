"""Hashes of files: SHA-256, and the one that git knows a file by."""

import hashlib
from pathlib import Path

BLOCK_BYTES = 1 << 20


def sha256_of(file: Path) -> str:
    """Read a file to its end."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def blob_id_of(file: Path) -> str:
    """Git's id of a file: SHA-1 over its length and its content."""
    digest = hashlib.sha1(b"blob %d\0" % file.stat().st_size, usedforsecurity=False)
    with file.open("rb") as opened:
        while block := opened.read(BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()
