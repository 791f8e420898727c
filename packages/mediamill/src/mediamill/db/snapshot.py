"""A copy of a database that is in use, and a look into one that is not."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from mediamill import clock
from mediamill.db.database import Transaction
from mediamill.db.migrate import refuse_newer, schema_version
from mediamill.db.notifier import Notifier
from mediamill.db.sqlite import BROKEN_STORE, BUSY_MILLISECONDS, as_ours
from mediamill.db.sqlite_transaction import SqliteTransaction
from mediamill.errors import MediamillError
from mediamill.fsync import sync

Result = TypeVar("Result")


class NoDatabase(MediamillError):
    """There is no database at {file}: start `mediamill serve` once, or name the right folder with --data-dir."""

    code = "no_database"


def snapshot(file: Path, copy: Path) -> int:
    """Copy one moment of a database, synced, into one new file; returns its schema. Writers are not blocked.

    Raises NoDatabase, NewerSchema, StoreBusy, StoreFailed.
    """
    if not file.is_file():
        raise NoDatabase(file=file)
    with failures():
        with contextlib.closing(opened(file, "rw")) as source, contextlib.closing(sqlite3.connect(copy)) as target:
            source.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
            source.backup(target)  # in one step: within one view, which commits beside it do not disturb
            target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
            version = schema_version(target)
        sync(copy)
    refuse_newer(version)
    return version


def read_copy(file: Path, work: Callable[[Transaction], Result]) -> Result:
    """Read from a database file that nobody else uses. Raises StoreFailed."""
    with failures(), contextlib.closing(opened(file, "ro&immutable=1")) as connection:
        connection.row_factory = sqlite3.Row
        return work(SqliteTransaction(connection, clock.now, Notifier()))


def schema_of(file: Path) -> int:
    """The schema of a database file that nobody else uses. Raises NewerSchema, StoreFailed."""
    with failures(), contextlib.closing(opened(file, "ro&immutable=1")) as connection:
        version = schema_version(connection)
    refuse_newer(version)
    return version


def opened(file: Path, mode: str) -> sqlite3.Connection:
    """An existing database file; `sqlite3.connect` by itself would make one."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)


@contextlib.contextmanager
def failures() -> Iterator[None]:
    """What SQLite refuses, as our errors."""
    try:
        yield
    except BROKEN_STORE as error:
        raise as_ours(error) from error
