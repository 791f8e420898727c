"""Databases with nothing in them: to begin with a copy is quicker than all migrations."""

import asyncio
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mediamill.clock import Clock
from mediamill.db import Database, SqliteDatabase
from mediamill.db.postgres import PostgresDatabase
from tests.postgres import hand_back_postgres_database, new_postgres_database

# What is tested with the database that a test is given has to work on both; `make test-fleet` says PostgreSQL.
ON_POSTGRES = os.environ.get("MEDIAMILL_TEST_DATABASE") == "postgres"
only_on_sqlite = pytest.mark.skipif(ON_POSTGRES, reason="it is about files of SQLite")


def database_of_tests(folder: Path, now: Clock) -> Database:
    """One in this folder, or on PostgreSQL if that is what is tested; not yet started."""
    if ON_POSTGRES:
        return PostgresDatabase(new_postgres_database(), connections=2, now=now)
    file = folder / "mediamill.db"
    if not file.exists():
        file.write_bytes(new_database())
    return SqliteDatabase(file, now=now)


async def reopened(database: Database, now: Clock) -> Database:
    """The same one in a new process, as it were."""
    await database.stop()
    if isinstance(database, PostgresDatabase):
        again: Database = PostgresDatabase(database.address, connections=2, now=now)
    else:
        assert isinstance(database, SqliteDatabase)
        again = SqliteDatabase(database.file, now=now)
    await again.start()
    return again


async def put_away(database: Database) -> None:
    """Stop it, and leave nothing on a server."""
    await database.stop()
    if isinstance(database, PostgresDatabase):
        hand_back_postgres_database(database.address)


@cache
def new_database() -> bytes:
    """Its bytes, made once in each process; not to be called where an event loop runs."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mediamill.db"
        asyncio.run(_made(file))
        return file.read_bytes()


async def _made(file: Path) -> None:
    database = SqliteDatabase(file)
    await database.start()
    await database.stop()
