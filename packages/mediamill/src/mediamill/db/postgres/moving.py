"""Moving a whole SQLite database into an empty one on PostgreSQL: in one transaction, read back before it commits."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from graphlib import TopologicalSorter

from psycopg import sql

from mediamill.db.database import Transaction
from mediamill.db.moving import MovedTable, NotMoved, TargetTaken
from mediamill.db.notifier import Notifier
from mediamill.db.postgres.connecting import connect, failures, refuse_unsuitable, without_nul
from mediamill.db.postgres.migrating import migrate
from mediamill.db.postgres.statements import ServerConnection
from mediamill.db.postgres.transaction import PostgresTransaction, server_now

# Of processes that run, and of nothing that lasts.
LEFT_BEHIND = frozenset({"duties", "message_migrations", "probes", "upload_reservations", "worker_models", "workers"})
DIGEST_BYTES = 8
ROWS_PER_READ = 2_000

Value = str | int | float | None
Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """How many rows there are, and a digest of them whatever their order."""

    rows: int
    digest: int


def move_in(source: sqlite3.Connection, address: str, prove: Callable[[Transaction], None]) -> list[MovedTable]:
    """Copy every table; `prove` looks at the result before it is committed. `source` is at this version's schema.

    Raises TargetTaken, NotMoved, NewerSchema, StoreBusy, StoreFailed, and what `prove` raises: then nothing was moved.
    """
    with failures(), connect(address, "mediamill migrate") as target:
        refuse_unsuitable(target)
        migrate(target)
        target.execute("SELECT set_config('statement_timeout', '0', false)")
        moved = []
        with target.transaction():
            if target.execute("SELECT 1 FROM accounts LIMIT 1").fetchone():
                raise TargetTaken
            for table, columns in tables_of(source):
                written = copy(source, target, table, columns)
                if contents(rows_in(target, table, columns)) != written:
                    raise NotMoved(table=table)
                moved.append(MovedTable(table, written.rows))
            prove(PostgresTransaction(target, Notifier(), partial(server_now, target)))
        target.execute("ANALYZE")  # the planner knows what came before the first request does
    return moved


def tables_of(source: sqlite3.Connection) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tables that are moved with their columns, each after those that it refers to."""
    names = [name for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    names = sorted(name for name in names if name not in LEFT_BEHIND and not name.startswith("sqlite_"))
    refers = {name: {row[2] for row in source.execute(f"PRAGMA foreign_key_list({name})")} for name in names}
    for name in TopologicalSorter(refers).static_order():
        yield name, tuple(row[1] for row in source.execute(f"PRAGMA table_info({name})"))


def copy(source: sqlite3.Connection, target: ServerConnection, table: str, columns: tuple[str, ...]) -> Contents:
    """Copy one table into the empty one of that name; what was copied."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    target.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
    rows = source.execute(f"SELECT {', '.join(columns)} FROM {table}")

    with target.cursor() as cursor, cursor.copy(into) as stream:

        def written() -> Iterator[Values]:
            for row in rows:
                values = tuple(storable(value) for value in row)
                stream.write_row(values)
                yield values

        return contents(written())


def rows_in(target: ServerConnection, table: str, columns: tuple[str, ...]) -> Iterator[Values]:
    """The rows of a table."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    with target.cursor(f"read_{table}") as cursor:
        cursor.itersize = ROWS_PER_READ
        cursor.execute(sql.SQL("SELECT {} FROM {}").format(names, sql.Identifier(table)))
        for row in cursor:
            yield tuple(row[column] for column in columns)


def storable(value: Value) -> Value:
    """As PostgreSQL keeps it."""
    return without_nul(value) if isinstance(value, str) else value


def contents(rows: Iterable[Values]) -> Contents:
    """Count and digest."""
    count = digest = 0
    for row in rows:
        count += 1
        hashed = hashlib.blake2b(repr(row).encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()
        digest = (digest + int.from_bytes(hashed)) % 2 ** (8 * DIGEST_BYTES)
    return Contents(count, digest)
