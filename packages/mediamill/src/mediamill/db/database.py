"""The contract of every database. Packages write plain functions of a transaction; only edges open one.

A function given to `write` may run more than once before its transaction commits: it touches nothing but `tx`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from mediamill.db.notifier import Notifier
from mediamill.db.query import Query
from mediamill.errors import MediamillError

Row = Mapping[str, Any]
Result = TypeVar("Result")


class StoreBusy(MediamillError):
    """The database is busy: {fault}"""

    code = "store_busy"


class StoreFailed(MediamillError):
    """The database could not keep this: {fault}"""

    code = "store_failed"


class NewerSchema(MediamillError):
    """The database was made by a newer mediamill (schema {found}, this one knows {known}).

    Use that version, or restore a backup.
    """

    code = "newer_schema"


class Reply(Protocol):
    """What a statement gives that was sent; whoever asks waits for it, and is told what became of it."""

    def row(self) -> Row | None:
        """The first row, or None."""

    def rows(self) -> list[Row]:
        """Every row."""

    def changed(self) -> int:
        """How many rows it changed in all."""


class Transaction(Protocol):
    """One transaction: everything in it becomes durable together, or nothing does."""

    @property
    def connection(self) -> Any:
        """The driver's own, for a library that keeps rows beside ours and writes them in this transaction.

        From then on statements are sent one by one.
        """

    def all(self, query: Query, **parameters: object) -> list[Row]:
        """Every row the query gives."""

    def each(self, query: Query, **parameters: object) -> Iterator[Row]:
        """Every row, read while it is iterated: for answers of any length."""

    def one(self, query: Query, **parameters: object) -> Row | None:
        """The first row the query gives, or None."""

    def run(self, query: Query, **parameters: object) -> int:
        """Run it for its effect; how many rows it changed."""

    def send(self, query: Query, **parameters: object) -> Reply:
        """Run it without waiting for its answer: to a server it goes together with what follows.

        What goes wrong with it is raised where an answer is waited for next, at the latest before the commit.
        """

    def send_many(self, query: Query, rows: Sequence[Mapping[str, object]]) -> Reply:
        """The same, once with each of these parameters, in this order; it gives no rows."""

    def lock(self, query: Query, **parameters: object) -> None:
        """Send a query that takes locks until the end of the transaction, before anything that is sent later.

        Nothing is run where the database has only one writer at a time.
        """

    def now(self) -> int:
        """The instant of this transaction by the database's clock, in milliseconds: leases are measured by it."""

    def on_commit(self, call: Callable[[], None]) -> None:
        """Call this on the event loop once the transaction is durable; never if it fails."""

    def notify(self, topic: str) -> None:
        """Wake the listeners of this topic once the transaction is durable."""


class Database(Protocol):
    """A durable store with transactions."""

    commits: int  # since the start
    writes: int  # that those commits held
    notifier: Notifier  # notified by this process's transactions; changes of other processes are seen by polling

    async def reach(self, seconds: float, /) -> None:
        """Return as soon as its server can be reached. Raises StoreBusy when it cannot for so long."""

    async def start(self) -> None:
        """Open it and bring its schema up to date. Raises NewerSchema."""

    async def stop(self) -> None:
        """Finish what is under way and close."""

    async def read(self, work: Callable[[Transaction], Result]) -> Result:
        """Run quick reads in one consistent view."""

    async def read_one(self, work: Callable[[Transaction], Result]) -> Result:
        """Run one quick statement, which is a consistent view by itself."""

    async def read_in_thread(self, work: Callable[[Transaction], Result]) -> Result:
        """The same for reads that take milliseconds: they block no other call."""

    async def write_one(self, work: Callable[[Transaction], Result]) -> Result:
        """Run one statement whose loss would harm nobody: it may run twice, and a server may sync it later."""

    async def write(self, work: Callable[[Transaction], Result]) -> Result:
        """Run it in a transaction; returns once durable. Raises StoreBusy, StoreFailed, and what `work` raises."""
