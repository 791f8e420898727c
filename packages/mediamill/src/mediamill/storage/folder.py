"""Files in a folder, made durable here: the store writes and renames but never syncs."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import obstore
from obstore.store import LocalStore

from mediamill import clock
from mediamill.fsync import FILE_MODE, make_folder, sync
from mediamill.storage.keys import NAME_BYTES, checked
from mediamill.storage.objects import (
    CHUNK_BYTES,
    BeyondEnd,
    Extent,
    OpenFile,
    Storage,
    StoredFile,
    failures,
    listed_below,
)
from mediamill.storage.spans import Asked, Span
from mediamill.storage.staging import StagingDir, sweep_staging
from mediamill.units import HOUR_MS

LEFTOVER_MILLISECONDS = HOUR_MS  # no put takes an hour: what is older belongs to a process that died
LISTED_AT_ONCE = 1_000
STAGING = ".staging"  # inside the folder, so that the last step is a rename within one file system


class FolderStorage(Storage):
    """A folder, made if it is not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        with failures(f"use the folder {folder}"):
            _make_durable_folder(self._folder)
            _make_durable_folder(self._folder / STAGING)
            super().__init__(LocalStore(self._folder))
        self._staging: StagingDir | None = None

    async def put(self, key: str, path: Path) -> None:
        """Store a copy of a file; whole and durable when this returns, not there at all when it raises."""
        target = self._folder / checked(key)
        with failures(f"store {key}"):
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

    async def head(self, key: str) -> int | None:
        """The size of the file in bytes; None when there is none."""
        with failures(f"look up {checked(key)}"):
            try:
                return (await obstore.head_async(self._store, key))["size"]
            except FileNotFoundError:
                return None

    async def open(
        self, key: str, asked: Asked | None = None, *, chunk_bytes: int = CHUNK_BYTES
    ) -> OpenFile | BeyondEnd | None:
        """Begin to read a file or a range of it; None when there is none."""
        found = await self.extent(key, asked)
        if not isinstance(found, Extent):
            return found
        return OpenFile(found.size, found.span, self._pieces(key, found.span, chunk_bytes))

    async def _pieces(self, key: str, span: Span, chunk_bytes: int) -> AsyncIterator[bytes]:
        options: obstore.GetOptions = {"range": (span.first, span.last + 1)} if span.length else {}
        with failures(f"read {key}"):
            result = await obstore.get_async(self._store, key, options=options)
            async for piece in result.stream(min_chunk_size=chunk_bytes):
                yield bytes(piece)

    async def delete(self, keys: Iterable[str]) -> None:
        """Remove files; keys that hold none are fine."""
        for key in keys:
            with failures(f"delete {checked(key)}"), contextlib.suppress(FileNotFoundError):
                await obstore.delete_async(self._store, key)

    async def list(self, prefix: str = "") -> AsyncIterator[StoredFile]:
        """Every file, or those below a generation's id, in no particular order."""
        below = listed_below(prefix)
        with failures(f"list {prefix or 'everything'}"):
            async for entries in obstore.list(self._store, below, chunk_size=LISTED_AT_ONCE):
                for entry in entries:
                    if not entry["path"].startswith(f"{STAGING}/"):
                        modified_at = round(entry["last_modified"].timestamp() * 1000)
                        yield StoredFile(entry["path"], entry["size"], modified_at)

    async def sweep(self) -> int:
        """Remove what crashes left half done and return how many; puts that are under way are left alone."""
        with failures("sweep leftovers"):
            return await asyncio.to_thread(_sweep, self._folder, clock.now() - LEFTOVER_MILLISECONDS)

    async def check(self) -> None:
        """Ask it for a sign of life. Raises StorageFailed."""
        await self.head("ready/probe")

    async def try_out(self) -> None:
        """The folder was made when it was opened; whether it can be written shows at the first file."""
        await self.check()


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
