"""What another program, or a fault, writes into a database behind our back: without our code and its checks."""

import sqlite3
from contextlib import closing
from typing import Any

import psycopg

from mediamill.db import Database, SqliteDatabase
from mediamill.db.postgres import PostgresDatabase
from mediamill.db.query import query_of


def change_behind(database: Database, statement: str, **values: object) -> int:
    """Run one statement, references between tables unchecked; how many rows it changed."""
    query = query_of("behind", statement)
    if isinstance(database, SqliteDatabase):
        with closing(sqlite3.connect(database.file, timeout=10)) as connection, connection:
            return connection.execute(query.sqlite, values).rowcount
    assert isinstance(database, PostgresDatabase)
    with psycopg.connect(database.address) as server:
        server.execute("SET session_replication_role = replica")
        return server.execute(query.postgres.encode(), values).rowcount


def seen_behind(database: Database, statement: str) -> list[tuple[Any, ...]]:
    """The rows of a query."""
    query = query_of("behind", statement)
    if isinstance(database, SqliteDatabase):
        with closing(sqlite3.connect(database.file, timeout=10)) as connection:
            return connection.execute(query.sqlite).fetchall()
    assert isinstance(database, PostgresDatabase)
    with psycopg.connect(database.address) as server:
        return server.execute(query.postgres.encode(), {}).fetchall()


def contents_of(database: Database) -> str:
    """Everything that is in it, as text."""
    if isinstance(database, SqliteDatabase):
        with closing(sqlite3.connect(database.file, timeout=10)) as connection:
            return "\n".join(connection.iterdump())
    tables = seen_behind(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
    return "\n".join(str(row) for (table,) in tables for row in seen_behind(database, f"SELECT * FROM {table}"))
