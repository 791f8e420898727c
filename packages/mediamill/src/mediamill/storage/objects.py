"""Where finished files are kept: a folder or an S3 bucket, one API. What is stored is whole and survives a crash."""

import asyncio
import contextlib
import re
import secrets
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, ObjectStore, S3Store

from mediamill import clock
from mediamill.errors import MediamillError
from mediamill.fsync import FILE_MODE, make_folder, sync
from mediamill.storage.staging import StagingDir, sweep_staging
from mediamill.units import HOUR_MS

NAME_BYTES = 16  # 128 random bits: a name nobody guesses, the only key an output's URL needs
CHUNK_BYTES = 32 << 10  # per piece of a stream: a reader that takes nothing holds two or three of them
FETCH_BYTES = 1 << 20  # per piece of a file that is copied to the disk: few switches
LEFTOVER_MILLISECONDS = HOUR_MS  # no put takes an hour: what is older belongs to a process that died
STAGING = ".staging"  # inside the folder, so that the last step is a rename within one file system

_KEY = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,3}")


class InvalidKey(MediamillError):
    """{key!r} is not a valid storage key."""

    code = "invalid_key"


class NotStored(MediamillError):
    """There is no file {key} in the storage."""

    code = "not_stored"


class StorageFailed(MediamillError):
    """The storage could not {action}: {reason}"""

    code = "storage_failed"


class UnknownStorage(MediamillError):
    """{url!r} is not a storage location: give a folder or s3://bucket/prefix."""

    code = "unknown_storage"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One entry of a listing."""

    key: str
    size: int  # bytes
    modified_at: int  # milliseconds since 1970


def open_storage(location: str | Path) -> "Storage":
    """The storage at a folder (made if absent), a `file://` URL or an `s3://bucket/prefix` URL.

    S3 takes its region, endpoint and credentials from the standard AWS_* variables. Raises UnknownStorage.
    """
    folder = storage_folder(location)
    return Storage(S3Store.from_url(str(location))) if folder is None else FolderStorage(folder)


def storage_folder(location: str | Path) -> Path | None:
    """The folder that a storage is; None for a bucket. Raises UnknownStorage."""
    if isinstance(location, Path) or "://" not in location:
        return Path(location)
    url = urlsplit(location)
    if url.scheme == "file" and url.path and not url.netloc:
        return Path(unquote(url.path))
    if url.scheme == "s3" and url.netloc:
        return None
    raise UnknownStorage(url=location)


def is_key(text: str) -> bool:
    """Whether a file could be stored under this key: relative, no `..`, plain characters."""
    return _KEY.fullmatch(text) is not None and ".." not in text


def new_key(generation_id: str, suffix: str) -> str:
    """A fresh key of a generation's file: `{generation id}/{random}{suffix}`, for a suffix such as `.mp3`."""
    return _checked(f"{generation_id}/{secrets.token_hex(NAME_BYTES)}{suffix.lower()}")


class Storage:
    """Files under keys in an object store, which is itself atomic and durable.

    Every method raises InvalidKey for a key with `..`, a leading slash or strange characters, and StorageFailed
    when the store does not do its work.
    """

    def __init__(self, store: ObjectStore) -> None:
        self._store = store

    async def put(self, key: str, path: Path) -> None:
        """Store a copy of a file; whole and durable when this returns, not there at all when it raises."""
        with _failures(f"store {_checked(key)}"):
            await obstore.put_async(self._store, key, path)

    async def head(self, key: str) -> int | None:
        """The size of the file in bytes; None when there is none."""
        with _failures(f"look up {_checked(key)}"):
            try:
                return (await obstore.head_async(self._store, key))["size"]
            except FileNotFoundError:
                return None

    async def get_range(self, key: str, *, start: int, end: int) -> bytes:
        """Bytes `start` to `end` (exclusive) of the file, fewer when it ends before. Raises NotStored."""
        assert 0 <= start < end, f"no range: {start}-{end}"
        with _failures(f"read {_checked(key)}"), _absence(key):
            return bytes(await obstore.get_range_async(self._store, key, start=start, end=end))

    async def stream(
        self, key: str, *, start: int = 0, end: int | None = None, chunk_bytes: int = CHUNK_BYTES
    ) -> AsyncIterator[bytes]:
        """The file, or bytes `start` to `end` (exclusive) of it, in pieces. Raises NotStored at the first."""
        assert end is None or 0 <= start < end, f"no range: {start}-{end}"
        options: obstore.GetOptions = {}
        if end is not None:
            options["range"] = (start, end)
        elif start:
            options["range"] = {"offset": start}
        with _failures(f"read {_checked(key)}"), _absence(key):
            result = await obstore.get_async(self._store, key, options=options)
            async for piece in result.stream(min_chunk_size=chunk_bytes):
                yield bytes(piece)

    async def fetch(self, key: str, path: Path) -> int:
        """Write the file to a local path and return its size in bytes. Raises NotStored."""
        size = 0
        with path.open("wb") as file:
            async for piece in self.stream(key, chunk_bytes=FETCH_BYTES):
                size += await asyncio.to_thread(file.write, piece)
        return size

    async def delete(self, keys: Iterable[str]) -> None:
        """Remove files; keys that hold none are fine."""
        for key in keys:
            with _failures(f"delete {_checked(key)}"), contextlib.suppress(FileNotFoundError):
                await obstore.delete_async(self._store, key)

    async def list(self, prefix: str = "") -> AsyncIterator[StoredFile]:
        """Every file, or those below a generation's id, in no particular order."""
        if prefix:
            _checked(prefix.removesuffix("/"))
        with _failures(f"list {prefix or 'everything'}"):
            async for entries in obstore.list(self._store, prefix or None, chunk_size=1_000):
                for entry in entries:
                    if not entry["path"].startswith(f"{STAGING}/"):
                        modified_at = round(entry["last_modified"].timestamp() * 1000)
                        yield StoredFile(entry["path"], entry["size"], modified_at)

    async def sweep(self) -> int:
        """Remove what crashes left half done and return how many; an object store keeps nothing half done."""
        return 0


class FolderStorage(Storage):
    """Files in a folder, made durable here: the store writes and renames but never syncs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        with _failures(f"use the folder {folder}"):
            _make_durable_folder(self._folder)
            _make_durable_folder(self._folder / STAGING)
            super().__init__(LocalStore(self._folder))
        self._staging: StagingDir | None = None

    async def put(self, key: str, path: Path) -> None:
        """Store a copy of a file; whole and durable when this returns, not there at all when it raises."""
        target = self._folder / _checked(key)
        with _failures(f"store {key}"):
            if self._staging is None:
                self._staging = StagingDir(self._folder / STAGING)
            staged = f"{STAGING}/{self._staging.name}/{secrets.token_hex(NAME_BYTES)}"
            try:
                await obstore.put_async(self._store, staged, path)
                # Synced before it gets its name: after a power cut a name never leads to half a file.
                await asyncio.to_thread(_finish, self._folder / staged, target.parent)
                await obstore.rename_async(self._store, staged, key)
            except BaseException:
                (self._folder / staged).unlink(missing_ok=True)
                raise
            try:
                await asyncio.to_thread(_sync_folders, target.parent, self._folder)
            except BaseException:
                target.unlink(missing_ok=True)
                raise

    async def sweep(self) -> int:
        """Remove what crashes left half done and return how many; puts that are under way are left alone."""
        with _failures("sweep leftovers"):
            return await asyncio.to_thread(_sweep, self._folder, clock.now() - LEFTOVER_MILLISECONDS)


def _checked(key: str) -> str:
    if not is_key(key):
        raise InvalidKey(key=key)
    return key


@contextlib.contextmanager
def _failures(action: str) -> Iterator[None]:
    """Turn an error of the store or the disk into one sentence, without its debugging dump."""
    try:
        yield
    except (BaseError, OSError, NotImplementedError, ValueError) as error:
        raise StorageFailed(action=action, reason=str(error).partition("\n")[0]) from error


@contextlib.contextmanager
def _absence(key: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise NotStored(key=key) from error


def _make_durable_folder(folder: Path) -> None:
    for made in reversed(make_folder(folder)):
        sync(made.parent)


def _finish(staged: Path, folder: Path) -> None:
    """Private and whole on the disk, and with a folder to go to: the store leaves all three to the system."""
    staged.chmod(FILE_MODE)
    sync(staged)
    make_folder(folder)


def _sync_folders(folder: Path, root: Path) -> None:
    """A new name lasts only when every folder on the way to it has been synced."""
    for parent in (folder, *folder.parents):
        sync(parent)
        if parent == root:
            return


def _sweep(folder: Path, before: int) -> int:
    """What dead processes had staged, and folders that deletions left empty."""
    removed = sweep_staging(folder / STAGING, before)
    for path in folder.iterdir():
        with contextlib.suppress(OSError):  # not empty, or gone
            if path.name != STAGING and path.is_dir() and path.stat().st_mtime * 1000 < before:
                path.rmdir()
    return removed
