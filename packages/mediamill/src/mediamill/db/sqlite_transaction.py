"""One transaction on one SQLite connection."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from mediamill import clock
from mediamill.db.database import Row
from mediamill.db.notifier import Notifier
from mediamill.db.query import Query


class SqliteTransaction:
    """A transaction on one SQLite connection."""

    def __init__(self, connection: sqlite3.Connection, now: clock.Clock, notifier: Notifier) -> None:
        self.connection = connection
        self.clock = now
        self.notifier = notifier
        self.callbacks: list[Callable[[], None]] = []
        self.instant: int | None = None

    def all(self, query: Query, **parameters: object) -> list[Row]:
        """Every row the query gives."""
        return self.connection.execute(query.sqlite, parameters).fetchall()

    def each(self, query: Query, **parameters: object) -> Iterator[Row]:
        """Every row, read while it is iterated."""
        return self.connection.execute(query.sqlite, parameters)

    def one(self, query: Query, **parameters: object) -> Row | None:
        """The first row, or None."""
        row: Row | None = self.connection.execute(query.sqlite, parameters).fetchone()
        return row

    def run(self, query: Query, **parameters: object) -> int:
        """How many rows it changed."""
        return self.connection.execute(query.sqlite, parameters).rowcount

    def send(self, query: Query, **parameters: object) -> "SqliteReply":
        """Nothing is far away: it is run at once."""
        return reply_of(self.connection.execute(query.sqlite, parameters))

    def send_many(self, query: Query, rows: Sequence[Mapping[str, object]]) -> "SqliteReply":
        """The same with each of these."""
        return reply_of(self.connection.executemany(query.sqlite, rows))

    def lock(self, query: Query, **parameters: object) -> None:
        """Nothing to do: there is one writer at a time."""

    def now(self) -> int:
        """One instant for all of the transaction, by this database's clock."""
        if self.instant is None:
            self.instant = self.clock()
        return self.instant

    def on_commit(self, call: Callable[[], None]) -> None:
        """Call it once the transaction is durable."""
        self.callbacks.append(call)

    def notify(self, topic: str) -> None:
        """Wake the listeners of this topic once the transaction is durable."""
        self.callbacks.append(partial(self.notifier.notify, topic))


@dataclass(frozen=True, slots=True)
class SqliteReply:
    """What a statement gave, to its last row: one that is not read to its end would be in the way of the commit."""

    found: list[Row]
    number: int

    def row(self) -> Row | None:
        """The first row, or None."""
        return self.found[0] if self.found else None

    def rows(self) -> list[Row]:
        """Every row."""
        return self.found

    def changed(self) -> int:
        """How many rows it changed; 0 where it was run with no parameters at all."""
        return max(0, self.number)


def reply_of(cursor: sqlite3.Cursor) -> SqliteReply:
    """All that a cursor has."""
    found = cursor.fetchall()
    return SqliteReply(found, cursor.rowcount)
