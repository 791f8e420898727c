"""Moving an installation from its data folder to a server and a bucket: all of it or nothing, proven on both sides."""

import asyncio
import contextlib
import sqlite3
import tempfile
from pathlib import Path

from mediamill import clock, credits, generations, workers
from mediamill.db import MovedTable, NoDatabase, SqliteDatabase, Transaction, move_to_server
from mediamill.errors import MediamillError
from mediamill.storage import Storage, StorageFailed

FILES_AT_ONCE = 8
WRITERS_WAIT_SECONDS = 10.0  # for a transaction under way in the database that is moved


class InUse(MediamillError):
    """Processes still use the installation that is moved ({names}): stop them first."""

    code = "in_use"


class NotExact(MediamillError):
    """The books of the {side} do not agree ({subject}: {fault}), so nothing was moved: see `mediamill reconcile`."""

    code = "not_exact"


class MediaMissing(MediamillError):
    """{count} files that were to be moved are not in the new storage, {key} for one: run the command again."""

    code = "media_missing"


def move_database(file: Path, address: str) -> list[MovedTable]:
    """Copy everything that lasts into the empty PostgreSQL database; nobody may write to the old one meanwhile.

    Raises NoDatabase, InUse, NotExact, TargetTaken, NotMoved, NewerSchema, StoreBusy, StoreFailed.
    """
    if not file.is_file():
        raise NoDatabase(file=file)
    asyncio.run(check_source(file))
    with contextlib.closing(sqlite3.connect(file, timeout=WRITERS_WAIT_SECONDS, isolation_level=None)) as source:
        source.execute("BEGIN IMMEDIATE")  # nobody writes until all is over there
        try:
            return move_to_server(source, address, lambda tx: prove(tx, "new database"))
        finally:
            source.execute("ROLLBACK")


async def check_source(file: Path) -> None:
    """Bring it to this version's schema; see that nobody uses it and that its books are exact."""
    database = SqliteDatabase(file, now=clock.now)
    await database.start()
    try:
        alive = await database.read(workers.alive)
        if alive:
            raise InUse(names=", ".join(worker.name for worker in alive))
        await database.read(lambda tx: prove(tx, "old database"))
    finally:
        await database.stop()


def prove(tx: Transaction, side: str) -> None:
    """Raises NotExact."""
    for found in (*credits.discrepancies(tx), *generations.discrepancies(tx)):
        raise NotExact(side=side, subject=found.subject, fault=found.fault)


async def move_media(source: Storage, target: Storage) -> int:
    """Copy every file that the new storage does not have yet; how many. Run again, it goes on where it was.

    Raises StorageFailed, MediaMissing.
    """
    sizes = {file.key: file.size async for file in source.list()}
    there = {file.key: file.size async for file in target.list()}
    missing = [key for key, size in sizes.items() if there.get(key) != size]
    left = iter(missing)
    with tempfile.TemporaryDirectory(prefix="mediamill-") as folder:

        async def carry(scratch: Path) -> None:
            for key in left:
                await source.fetch(key, scratch)
                await target.put(key, scratch)

        try:
            async with asyncio.TaskGroup() as group:
                for number in range(FILES_AT_ONCE):
                    group.create_task(carry(Path(folder) / str(number)))
        except* StorageFailed as failed:
            raise failed.exceptions[0] from None
    there = {file.key: file.size async for file in target.list()}
    lacking = [key for key, size in sizes.items() if there.get(key) != size]
    if lacking:
        raise MediaMissing(count=len(lacking), key=lacking[0])
    return len(missing)
