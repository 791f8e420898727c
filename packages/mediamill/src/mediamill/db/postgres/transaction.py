"""One transaction on one connection. Statements go to the server together until the answer of one is waited for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from mediamill.db.database import Row
from mediamill.db.notifier import Notifier
from mediamill.db.postgres.statements import PostgresReply, ServerConnection
from mediamill.db.query import Query

NOW = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now"


class PostgresTransaction:
    """A transaction on one connection."""

    def __init__(self, connection: ServerConnection, notifier: Notifier, now: Callable[[], int]) -> None:
        self.way = connection
        self.notifier = notifier
        self.now_of = now
        self.instant: int | None = None
        self.callbacks: list[Callable[[], None]] = []
        self.walks = 0

    @property
    def connection(self) -> ServerConnection:
        """The driver's own. What was sent so far has arrived."""
        self.way.statements.wait()
        return self.way

    def all(self, query: Query, **parameters: object) -> list[Row]:
        """Every row the query gives."""
        return self.send(query, **parameters).rows()

    def each(self, query: Query, **parameters: object) -> Iterator[Row]:
        """Every row, brought over in portions while it is iterated."""
        self.walks += 1
        with self.connection.cursor(f"walk_{self.walks}") as cursor:
            cursor.execute(query.postgres, parameters)
            yield from cursor

    def one(self, query: Query, **parameters: object) -> Row | None:
        """The first row, or None."""
        return self.send(query, **parameters).row()

    def run(self, query: Query, **parameters: object) -> int:
        """How many rows it changed."""
        return self.send(query, **parameters).changed()

    def send(self, query: Query, **parameters: object) -> PostgresReply:
        """Together with what follows."""
        return self.way.statements.tell(query.numbered, [parameters[name] for name in query.parameters])

    def send_many(self, query: Query, rows: Sequence[Mapping[str, object]]) -> PostgresReply:
        """Together with what follows."""
        values = [[row[name] for name in query.parameters] for row in rows]
        return self.way.statements.tell_many(query.numbered, values)

    def lock(self, query: Query, **parameters: object) -> None:
        """The server takes the locks before it looks at anything that is sent later."""
        self.send(query, **parameters)

    def now(self) -> int:
        """The instant the transaction began, by the server's clock."""
        if self.instant is None:
            self.instant = self.now_of()
        return self.instant

    def on_commit(self, call: Callable[[], None]) -> None:
        """Call it on the event loop once the transaction is durable."""
        self.callbacks.append(call)

    def notify(self, topic: str) -> None:
        """Wake this process's listeners of the topic once the transaction is durable."""
        self.callbacks.append(partial(self.notifier.notify, topic))


def server_now(connection: ServerConnection) -> int:
    """The server's clock, in milliseconds."""
    row = connection.statements.tell(NOW.encode()).row()
    assert row is not None
    return int(row["now"])
