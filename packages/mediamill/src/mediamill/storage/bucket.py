"""Files in an S3 bucket, below a prefix. The store is atomic and durable by itself; it is far away, and may be away."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING

import obstore
from obstore.exceptions import BaseError, GenericError
from obstore.store import S3Store

from mediamill import config, ids
from mediamill.storage.bucket_faults import bucket_failed, endpoint_fault, lacks_bucket, may_be_beyond, size_beyond
from mediamill.storage.headers import file_headers
from mediamill.storage.keys import checked, new_key
from mediamill.storage.objects import (
    CHUNK_BYTES,
    BeyondEnd,
    OpenFile,
    Storage,
    StorageFailed,
    StorageUnusable,
    StoredFile,
    failures,
    listed_below,
)
from mediamill.storage.spans import Asked, Span

if TYPE_CHECKING:
    from obstore import GetOptions, GetResult, ObjectMeta, PutResult
    from obstore.store import ClientConfig, RetryConfig

PART_BYTES = 8 << 20  # larger files go in parts of this size; S3 takes 10,000 of them
PARTS_AT_ONCE = 2  # of one file; with the one being read 24 MiB are in memory
PUTS_AT_ONCE = 6  # of this process: together they hold 144 MiB at most
CONNECT_SECONDS = 5
READ_SECONDS = 15  # without a byte of an answer
WRITE_SECONDS = 120  # for one part: 8 MiB take so long at half a megabit a second
STREAM_SECONDS = 86_400  # a reader may be slow; connections end by other limits
RETRY_SECONDS = 10  # after the first attempt of a call: then none is begun any more
RETRIES_MAX = 4
BACKOFF_SECONDS, BACKOFF_SECONDS_MAX = 0.1, 2.0
TRIES = 3  # of a call that the store itself does not repeat when its answer is lost
CALL_SECONDS_MAX = 40.0  # of all attempts together, to the head of the answer
PUT_SECONDS_MAX = 1_800.0  # well below the age at which a file without a row counts as an orphan
ABORT_SECONDS = 5.0  # for a put that was cancelled to take back its parts
TRY_SECONDS = 15.0  # for trying everything once
LISTED_AT_ONCE = DELETED_AT_ONCE = 1_000  # S3's own limits
PROBE = "ready/probe"  # a file that is never there
ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")  # the first that is set counts
YES = ("1", "true", "on", "yes", "y")


class BucketStorage(Storage):
    """A bucket and a prefix in it; what lies elsewhere in the bucket is neither seen nor touched."""

    def __init__(self, bucket: str, prefix: str) -> None:
        with failures("be used", bucket_failed):
            super().__init__(_opened(bucket, prefix, read_timeout=READ_SECONDS, timeout=STREAM_SECONDS))
            # A reader is given up when nothing comes, a writer only after all the time that a part may take.
            self._writes = _opened(bucket, prefix, timeout=WRITE_SECONDS)
        self._putting = asyncio.Semaphore(PUTS_AT_ONCE)

    async def put(self, key: str, path: Path) -> None:
        """Store a copy of a file; whole and durable when this returns. When it raises there is no half file; of one
        that arrived although its answer was lost, the sweep for orphans takes care.
        """
        with failures(f"store {checked(key)}", bucket_failed):
            async with self._putting, asyncio.timeout(PUT_SECONDS_MAX):
                if await asyncio.to_thread(_size, path) <= PART_BYTES:
                    await self._put_whole(key, path)
                else:
                    await self._put_in_parts(key, path)

    async def _put_whole(self, key: str, content: Path | bytes) -> None:
        await obstore.put_async(self._writes, key, content, attributes=file_headers(key), use_multipart=False)

    async def _put_in_parts(self, key: str, path: Path) -> None:
        """The store takes the parts back when it fails, but not when it is cancelled: so it is made to fail."""
        with path.open("rb") as file:
            parts = _Parts(file)
            putting = asyncio.ensure_future(
                obstore.put_async(
                    self._writes,
                    key,
                    parts,
                    attributes=file_headers(key),
                    use_multipart=True,
                    chunk_size=PART_BYTES,
                    max_concurrency=PARTS_AT_ONCE,
                )
            )
            try:
                await asyncio.shield(putting)
            except asyncio.CancelledError:
                parts.are_wanted = False
                await self._take_back(key, putting)
                raise

    async def _take_back(self, key: str, putting: "asyncio.Future[PutResult]") -> None:
        await asyncio.wait({putting}, timeout=ABORT_SECONDS)
        if not putting.done():
            putting.cancel()
        elif putting.exception() is None:  # it was too late to stop it
            with contextlib.suppress(BaseError, OSError):
                await obstore.delete_async(self._writes, key)

    async def head(self, key: str) -> int | None:
        """The size of the file in bytes; None when there is none."""
        with failures(f"look up {checked(key)}", bucket_failed):
            try:
                async with asyncio.timeout(CALL_SECONDS_MAX):
                    return (await obstore.head_async(self._store, key))["size"]
            except FileNotFoundError:
                return None

    async def open(
        self, key: str, asked: Asked | None = None, *, chunk_bytes: int = CHUNK_BYTES
    ) -> OpenFile | BeyondEnd | None:
        """Begin to read a file or a range of it, with one call; None when there is none."""
        if asked == Asked(None, 0):
            return await self._beyond(key)  # no store takes such a range
        with failures(f"read {checked(key)}", bucket_failed):
            try:
                async with asyncio.timeout(CALL_SECONDS_MAX):
                    found = await obstore.get_async(self._store, key, options=_options(asked))
            except FileNotFoundError as error:
                if lacks_bucket(error):
                    raise
                return None
            except GenericError as error:
                if (size := size_beyond(error)) is not None:
                    return BeyondEnd(size)
                beyond = await self._beyond(key) if may_be_beyond(error) else None
                if beyond is None or (asked and asked.within(beyond.size)):
                    raise
                return beyond
        return OpenFile(found.meta["size"], _span(found), self._pieces(key, found, chunk_bytes))

    async def _beyond(self, key: str) -> BeyondEnd | None:
        """The size of a file of which nothing is asked for that it has."""
        size = await self.head(key)
        return None if size is None else BeyondEnd(size)

    async def _pieces(self, key: str, found: "GetResult", chunk_bytes: int) -> AsyncIterator[bytes]:
        with failures(f"read {key}", bucket_failed):
            async for piece in found.stream(min_chunk_size=chunk_bytes):
                yield bytes(piece)

    async def delete(self, keys: Iterable[str]) -> None:
        """Remove files, a thousand with one call; keys that hold none are fine."""
        every = [checked(key) for key in keys]
        for start in range(0, len(every), DELETED_AT_ONCE):
            some = every[start : start + DELETED_AT_ONCE]
            await self._delete(some)

    async def _delete(self, some: Sequence[str]) -> None:
        """What is deleted may be deleted again."""
        for tries_left in reversed(range(TRIES)):
            try:
                with failures(f"delete {some[0]}", bucket_failed):
                    async with asyncio.timeout(CALL_SECONDS_MAX):
                        return await obstore.delete_async(self._store, some)
            except StorageFailed as error:
                if isinstance(error, StorageUnusable) or not tries_left:
                    raise
            await asyncio.sleep(BACKOFF_SECONDS)

    async def list(self, prefix: str = "") -> AsyncIterator[StoredFile]:
        """Every file, or those below a generation's id, in the order of their keys; a page is in memory at a time."""
        below = listed_below(prefix)
        after, tries_left = None, TRIES
        pages = self._pages(below, after)
        while True:
            try:
                with failures(f"list {prefix or 'everything'}", bucket_failed):
                    async with asyncio.timeout(CALL_SECONDS_MAX):
                        page = await anext(pages)
            except StopAsyncIteration:
                return
            except StorageFailed as error:
                tries_left -= 1
                if isinstance(error, StorageUnusable) or not tries_left:
                    raise
                await asyncio.sleep(BACKOFF_SECONDS)
                pages = self._pages(below, after)  # goes on where it was: a million files are not listed again
                continue
            tries_left = TRIES
            for entry in page:
                after = entry["path"]
                yield StoredFile(after, entry["size"], round(entry["last_modified"].timestamp() * 1000))

    def _pages(self, below: str | None, after: str | None) -> AsyncIterator[Sequence["ObjectMeta"]]:
        return aiter(obstore.list(self._store, below, offset=after, chunk_size=LISTED_AT_ONCE))

    async def check(self) -> None:
        """Ask for a file that is not there: the cheapest question that a missing bucket answers differently."""
        await self.open(PROBE)

    async def try_out(self) -> None:
        """Store, list and delete a small file. Raises StorageFailed, StorageUnusable."""
        key = new_key(ids.new("upl"), ".txt")  # were it left over, it would be swept as an orphan
        with failures("be tried out", bucket_failed):
            async with asyncio.timeout(TRY_SECONDS):
                await self.check()
                with failures("store a file", bucket_failed):
                    await self._put_whole(key, b"mediamill\n")
                async for _ in self.list(key.partition("/")[0]):
                    pass
                await self.delete([key])


class _Parts:
    """A file in parts, until they are no longer wanted."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.are_wanted = True

    def __iter__(self) -> Iterator[bytes]:
        while part := self.file.read(PART_BYTES):
            if not self.are_wanted:
                raise ValueError("cancelled")
            yield part
        if not self.are_wanted:
            raise ValueError("cancelled")


def _size(path: Path) -> int:
    return path.stat().st_size


def _opened(bucket: str, prefix: str, **seconds: int) -> S3Store:
    """What is not said here is read from AWS_* by the store itself; its client options come from here alone."""
    endpoint = next(filter(None, map(config.environment, ENDPOINTS)), "https://")
    allows_http = (config.environment("AWS_ALLOW_HTTP") or "").lower() in YES
    if fault := endpoint_fault(endpoint, allows_http=allows_http):
        raise StorageUnusable(action="be used", reason=fault)
    client: ClientConfig = {
        "allow_http": allows_http,
        "connect_timeout": timedelta(seconds=CONNECT_SECONDS),
        "user_agent": "mediamill",
    }
    if proxy := config.environment("AWS_PROXY_URL"):
        client["proxy_url"] = proxy
    for name, count in seconds.items():
        client[name] = timedelta(seconds=count)  # type: ignore[literal-required]
    retry: RetryConfig = {
        "max_retries": RETRIES_MAX,
        "retry_timeout": timedelta(seconds=RETRY_SECONDS),
        "backoff": {
            "init_backoff": timedelta(seconds=BACKOFF_SECONDS),
            "max_backoff": timedelta(seconds=BACKOFF_SECONDS_MAX),
        },
    }
    return S3Store(bucket, prefix=prefix or None, client_options=client, retry_config=retry)


def _options(asked: Asked | None) -> "GetOptions":
    if asked is None:
        return {}
    if asked.first is None:
        assert asked.last is not None
        return {"range": {"suffix": asked.last}}
    return {"range": {"offset": asked.first} if asked.last is None else (asked.first, asked.last + 1)}


def _span(found: "GetResult") -> Span:
    start, end = found.range
    return Span(start, end - 1)
