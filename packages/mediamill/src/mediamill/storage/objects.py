"""What a storage promises, wherever it keeps its files, and the errors that it raises."""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from obstore.exceptions import BaseError
from obstore.store import ObjectStore

from mediamill.errors import MediamillError
from mediamill.storage.keys import checked
from mediamill.storage.spans import Asked, Span

CHUNK_BYTES = 32 << 10  # per piece of a stream: a reader that takes nothing holds two or three of them
FETCH_BYTES = 1 << 20  # per piece of a file that is copied to the disk: few switches


class NotStored(MediamillError):
    """There is no file {key} in the storage."""

    code = "not_stored"


class StorageFailed(MediamillError):
    """The storage could not {action}: {reason}"""

    code = "storage_failed"


class StorageUnusable(StorageFailed):
    """The storage could not {action}: {reason}"""


Failed = Callable[[str, BaseException], StorageFailed | None]  # of an action and an error: a better sentence


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One entry of a listing."""

    key: str
    size: int  # bytes
    modified_at: int  # milliseconds since 1970


@dataclass(frozen=True, slots=True)
class Extent:
    """How large a file is, and what is asked for of it."""

    size: int  # bytes of the whole file
    span: Span


@dataclass(frozen=True, slots=True)
class OpenFile(Extent):
    """A file that is being read: what is asked for of it, in pieces, which raise StorageFailed."""

    pieces: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True)
class BeyondEnd:
    """The file is there, but ends before what was asked for."""

    size: int  # bytes


class Storage(ABC):
    """Files under keys.

    Every method raises InvalidKey for a key with `..`, a leading slash or strange characters, and StorageFailed
    when the store does not do its work: StorageUnusable where only the operator can change that.
    """

    def __init__(self, store: ObjectStore) -> None:
        self._store = store

    @abstractmethod
    async def put(self, key: str, path: Path) -> None:
        """Store a copy of a file: whole and durable when this returns; never half a file under its key."""

    @abstractmethod
    async def head(self, key: str) -> int | None:
        """The size of the file in bytes; None when there is none."""

    async def extent(self, key: str, asked: Asked | None = None) -> Extent | BeyondEnd | None:
        """What `open` would find, without reading it."""
        size = await self.head(key)
        if size is None:
            return None
        span = asked.within(size) if asked else Span(0, size - 1)
        return Extent(size, span) if span else BeyondEnd(size)

    @abstractmethod
    async def open(
        self, key: str, asked: Asked | None = None, *, chunk_bytes: int = CHUNK_BYTES
    ) -> OpenFile | BeyondEnd | None:
        """Begin to read a file or a range of it; None when there is none."""

    async def fetch(self, key: str, path: Path) -> int:
        """Write the file to a local path and return its size in bytes. Raises NotStored."""
        found = await self.open(key, chunk_bytes=FETCH_BYTES)
        if not isinstance(found, OpenFile):
            raise NotStored(key=key)
        size = 0
        with path.open("wb") as file:
            async for piece in found.pieces:
                size += await asyncio.to_thread(file.write, piece)
        return size

    @abstractmethod
    async def delete(self, keys: Iterable[str]) -> None:
        """Remove files; keys that hold none are fine."""

    @abstractmethod
    def list(self, prefix: str = "") -> AsyncIterator[StoredFile]:
        """Every file, or those below a generation's id, in no particular order."""

    async def sweep(self) -> int:
        """Remove what crashes left half done and can be seen from here; how many."""
        return 0

    @abstractmethod
    async def check(self) -> None:
        """Ask it for a sign of life, cheaply. Raises StorageFailed, StorageUnusable."""

    @abstractmethod
    async def try_out(self) -> None:
        """Do once what the service will do, and leave nothing behind. Raises StorageFailed, StorageUnusable."""


def listed_below(prefix: str) -> str | None:
    """The prefix of a listing, as the store wants it. Raises InvalidKey."""
    if prefix:
        checked(prefix.removesuffix("/"))
    return prefix or None


def brief(error: BaseException) -> str:
    """What an error says, without its debugging dump."""
    return str(error).partition("\n")[0] or "no answer in time"


@contextlib.contextmanager
def failures(action: str, failed: Failed | None = None) -> Iterator[None]:
    """Turn an error of the store or the disk into one sentence; `failed(action, error)` may know a better one."""
    try:
        yield
    except (BaseError, OSError, NotImplementedError, ValueError) as error:
        better = failed(action, error) if failed else None
        raise better or StorageFailed(action=action, reason=brief(error)) from error
