"""Moving a whole database to a server."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from mediamill.db.database import Transaction
from mediamill.db.driver import require_driver
from mediamill.errors import MediamillError


class TargetTaken(MediamillError):
    """The database that should be moved into has accounts: make an empty one (createdb) and name that."""

    code = "target_taken"


class NotMoved(MediamillError):
    """What was read back of {table} is not what was written: nothing was moved."""

    code = "not_moved"


@dataclass(frozen=True, slots=True)
class MovedTable:
    """A table that was moved."""

    name: str
    rows: int


def move_to_server(source: sqlite3.Connection, address: str, prove: Callable[[Transaction], None]) -> list[MovedTable]:
    """Copy every table that lasts into an empty PostgreSQL database; `prove` looks at it before that is committed.

    Raises TargetTaken, NotMoved, NewerSchema, DriverMissing, StoreBusy, StoreFailed: then nothing was moved.
    """
    require_driver()
    from mediamill.db.postgres.moving import move_in  # noqa: PLC0415 (most installations have no driver)

    return move_in(source, address, prove)
