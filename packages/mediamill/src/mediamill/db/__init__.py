"""The database: named queries run inside transactions, on SQLite in this process."""

from mediamill.db.database import (
    Database,
    NewerSchema,
    Row,
    StoreBusy,
    StoreFailed,
    Transaction,
)
from mediamill.db.opening import open_database
from mediamill.db.probe import write_probe
from mediamill.db.query import Queries, Query, named_queries
from mediamill.db.snapshot import NoDatabase, read_copy, schema_of, snapshot
from mediamill.db.sqlite import SqliteDatabase

__all__ = [
    "Database",
    "NewerSchema",
    "NoDatabase",
    "Queries",
    "Query",
    "Row",
    "SqliteDatabase",
    "StoreBusy",
    "StoreFailed",
    "Transaction",
    "named_queries",
    "open_database",
    "read_copy",
    "schema_of",
    "snapshot",
    "write_probe",
]
