"""The database: named queries run inside transactions, on SQLite in this process."""

from mediamill.db.database import (
    Database,
    NewerSchema,
    Reply,
    Row,
    StoreBusy,
    StoreFailed,
    Transaction,
)
from mediamill.db.driver import DriverMissing
from mediamill.db.gathering import Gathering
from mediamill.db.locking import lock_account, lock_accounts, lock_name, try_lock_accounts
from mediamill.db.moving import MovedTable, NotMoved, TargetTaken, move_to_server
from mediamill.db.opening import open_database, server_options
from mediamill.db.probe import write_probe
from mediamill.db.query import Queries, Query, named_queries
from mediamill.db.snapshot import NoDatabase, read_copy, schema_of, snapshot
from mediamill.db.sqlite import SqliteDatabase

__all__ = [
    "Database",
    "DriverMissing",
    "Gathering",
    "MovedTable",
    "NewerSchema",
    "NoDatabase",
    "NotMoved",
    "Queries",
    "Query",
    "Reply",
    "Row",
    "SqliteDatabase",
    "StoreBusy",
    "StoreFailed",
    "TargetTaken",
    "Transaction",
    "lock_account",
    "lock_accounts",
    "lock_name",
    "move_to_server",
    "named_queries",
    "open_database",
    "read_copy",
    "schema_of",
    "server_options",
    "snapshot",
    "try_lock_accounts",
    "write_probe",
]
