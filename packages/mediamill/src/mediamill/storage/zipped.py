"""A zip archive made while it is read: no file of it has to lie anywhere, and nothing of it is kept in memory."""

import io
import zipfile
from collections.abc import AsyncIterator
from dataclasses import dataclass

OLDEST = (1980, 1, 1, 0, 0, 0)  # what zip files can say at least; entries have no time of their own


@dataclass(frozen=True, slots=True)
class ZipEntry:
    """One file of an archive: a name with slashes, and what is in it, piece by piece."""

    name: str
    pieces: AsyncIterator[bytes]


class Outlet(io.RawIOBase):
    """What was written since it was last emptied; it cannot be sought in, so the archive is a stream."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: object) -> int:
        """Keep it until it is taken."""
        piece = bytes(data)  # type: ignore[call-overload]
        self.written.append(piece)
        return len(piece)

    def take(self) -> bytes:
        """What was written since the last time."""
        taken = b"".join(self.written)
        self.written.clear()
        return taken


async def zipped(entries: AsyncIterator[ZipEntry]) -> AsyncIterator[bytes]:
    """The bytes of an archive of these entries, in their order. Media are compressed already: nothing is squeezed."""
    outlet = Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_STORED) as archive:
        async for entry in entries:
            with archive.open(zipfile.ZipInfo(entry.name, OLDEST), "w", force_zip64=True) as file:
                async for piece in entry.pieces:
                    file.write(piece)
                    if taken := outlet.take():
                        yield taken
            if taken := outlet.take():
                yield taken
    yield outlet.take()


async def whole(data: bytes) -> AsyncIterator[bytes]:
    """An entry that is there already."""
    yield data
