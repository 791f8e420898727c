"""Reading an archive member by member, with an end to what its headers may ask for.

`tarfile` by itself reads whatever length a header claims for names and lists into memory. Backups are written in one
way, so only what they hold is read: plain files, each with a pax header before it where its name or size needs one.
"""

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

BLOCK_BYTES = 512
PAX_BYTES_MAX = 16_384  # the longest name of a backup has some 600 characters
PAX_NAMES = frozenset({"path", "size"})  # what a backup says in one


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive; its content is read before the next member is asked for."""

    name: str
    size: int  # bytes
    content: "Content"


class Content:
    """So many bytes of a stream."""

    def __init__(self, stream: IO[bytes], size: int) -> None:
        self.stream = stream
        self.left = size

    def read(self, size: int) -> bytes:
        """The next bytes, at most `size`; none at the end. Raises tarfile.ReadError when the archive ends before."""
        data = self.stream.read(min(size, self.left))
        if not data and self.left:
            raise tarfile.ReadError("it ends in the middle of a file")
        self.left -= len(data)
        return data


def members(stream: IO[bytes]) -> Iterator[Member]:
    """Every file, in order, up to the end mark. Raises tarfile.TarError for anything else, and at a missing end."""
    while (block := whole(stream, BLOCK_BYTES)).strip(b"\0"):
        info = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        records: dict[str, str] = {}
        if info.type == tarfile.XHDTYPE:
            if not 0 <= info.size <= PAX_BYTES_MAX:
                raise tarfile.ReadError("one of its headers is too long")
            records = pax_records(whole(stream, padded(info.size))[: info.size])
            info = tarfile.TarInfo.frombuf(whole(stream, BLOCK_BYTES), "utf-8", "strict")
        size = int(records.get("size", info.size))
        if info.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or size < 0:
            raise tarfile.ReadError(f"{info.name[:100]!r} is not a plain file")
        content = Content(stream, size)
        yield Member(records.get("path", info.name), size, content)
        if content.left:
            raise tarfile.ReadError("a file was not read to its end")
        whole(stream, padded(size) - size)


def whole(stream: IO[bytes], size: int) -> bytes:
    """Exactly so many bytes. Raises tarfile.ReadError."""
    parts = []
    while size and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    if size:
        raise tarfile.ReadError("it ends too early")
    return b"".join(parts)


def padded(size: int) -> int:
    """The size in whole blocks."""
    return -(-size // BLOCK_BYTES) * BLOCK_BYTES


def pax_records(data: bytes) -> dict[str, str]:
    """`length name=value` lines (POSIX pax, "pax Header Block"). Raises tarfile.ReadError."""
    records = {}
    while data:
        length, space, _ = data.partition(b" ")
        if not (space and length.isdigit() and len(length) < 6 and len(length) + 3 <= int(length) <= len(data)):
            raise tarfile.ReadError("one of its headers cannot be read")
        line, data = data[len(length) + 1 : int(length) - 1], data[int(length) :]
        name, _, value = line.decode(errors="replace").partition("=")
        if name not in PAX_NAMES or (name == "size" and not (value.isascii() and value.isdigit() and len(value) < 20)):
            raise tarfile.ReadError(f"one of its headers says {name[:100]!r}, which no backup says")
        records[name] = value
    return records
