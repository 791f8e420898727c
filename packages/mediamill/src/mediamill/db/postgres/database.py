"""A database on PostgreSQL: every write a transaction of its own, in a thread with a connection of its own.

Transactions see what others have committed (READ COMMITTED) and lock what they decide by: the account first, as
docs/decisions/postgres-locks.md says. One that lost a race all the same (a deadlock) is run again.
"""

import asyncio
import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

import psycopg
from psycopg import errors

from mediamill.clock import Clock
from mediamill.db.database import Row, StoreBusy, StoreFailed, Transaction
from mediamill.db.notifier import Notifier
from mediamill.db.postgres.connecting import (
    IDLE_IN_TRANSACTION_MS,
    USELESS,
    ServerConnections,
    as_ours,
    first_line,
    refuse_unsuitable,
)
from mediamill.db.postgres.migrating import migrate
from mediamill.db.postgres.statements import PostgresReply, ServerConnection
from mediamill.db.postgres.transaction import NOW, PostgresTransaction, server_now

Result = TypeVar("Result")

CONNECTIONS = 8  # of one process, for what callers wait for
ASIDE_CONNECTIONS = 2  # for reads that take longer
WAITING_MAX = 8_192  # calls that wait for a connection; more are refused (503)
STATEMENT_MS = 30_000  # no statement of ours takes a second; one that does not end must not hold its locks
ASIDE_STATEMENT_MS = 600_000  # proving the books of millions of rows
# What callers wait for is planned once, whatever is asked for: its plans are the same for all values (a test looks at
# them), and to plan takes longer than to run. What reads much is planned for its values.
PLANNED_ONCE, PLANNED_EACH_TIME = "force_generic_plan", "auto"
RETRY_PAUSES_SECONDS = (0.01, 0.03, 0.1, 0.3)  # after a race that was lost, each up to twice as long
# How long a commit whose answer was lost is looked up: where it never arrived, the server undoes the transaction once
# that has stood still for too long.
FATE_SECONDS = IDLE_IN_TRANSACTION_MS / 1_000 + 5.0
FATE_PAUSE_SECONDS = 0.2
REACH_PAUSE_SECONDS = 1.0  # between tries to reach a server
BEGIN_READ = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
BEGIN_WRITE, COMMIT, ROLLBACK = b"BEGIN", b"COMMIT", b"ROLLBACK"
# The number of a transaction counts on its timeline only: a copy that took over after a failure gives it out again.
TIMELINE = "SUBSTR(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"
BEGUN = f"{NOW}, CAST(pg_current_xact_id() AS TEXT) AS id, {TIMELINE} AS timeline".encode()
FATE = f"SELECT pg_xact_status(CAST(%(id)s AS xid8)) AS status, {TIMELINE} AS timeline"
LOST_RACES = (errors.DeadlockDetected, errors.SerializationFailure)

log = logging.getLogger("mediamill.db")


class Lane:
    """Threads with a connection each."""

    def __init__(self, address: str, name: str, count: int, statement_ms: int, plans: str) -> None:
        self.connections = ServerConnections(address, name, statement_ms, plans)
        self.threads = ThreadPoolExecutor(count, thread_name_prefix=name)
        self.waiting = 0

    async def run(self, work: Callable[[ServerConnections], Result]) -> Result:
        """Run it in one of the threads. Raises StoreBusy when too much waits."""
        if self.waiting >= WAITING_MAX:
            raise StoreBusy(fault="too many calls are waiting")
        self.waiting += 1
        try:
            call = asyncio.get_running_loop().run_in_executor(self.threads, work, self.connections)
        except RuntimeError as error:  # its threads have ended
            self.waiting -= 1
            raise StoreBusy(fault="it is closed") from error
        call.add_done_callback(self._ended)
        return await call

    def _ended(self, _: object) -> None:
        self.waiting -= 1

    def close(self) -> None:
        """Let what runs end, then close."""
        self.threads.shutdown()
        self.connections.close()


class PostgresDatabase:
    """One database, shared with other processes."""

    transaction = PostgresTransaction

    def __init__(
        self,
        address: str,
        *,
        name: str = "mediamill",
        connections: int = CONNECTIONS,
        now: Clock | None = None,
        observe_group: Callable[[int], object] = lambda _: None,
    ) -> None:
        """`now` stands in for the server's clock; `observe_group` is called with 1 for each commit."""
        self.address = address
        self.clock = now
        self.notifier = Notifier()
        self.observe_group = observe_group
        self.counting = threading.Lock()
        self.commits = 0
        self.writes = 0
        self.lane = Lane(address, name, connections, STATEMENT_MS, PLANNED_ONCE)
        self.aside = Lane(address, f"{name} aside", ASIDE_CONNECTIONS, ASIDE_STATEMENT_MS, PLANNED_EACH_TIME)

    async def reach(self, seconds: float, /) -> None:
        """Return as soon as the server takes a connection. Raises StoreBusy when it takes none for so long."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return await self.aside.run(try_out)
            except StoreBusy:
                if time.monotonic() >= deadline:
                    raise
            await asyncio.sleep(REACH_PAUSE_SECONDS)

    async def start(self) -> None:
        """Connect and bring the schema up to date. Raises NewerSchema, StoreBusy, StoreFailed."""
        self.loop = asyncio.get_running_loop()
        try:
            await self.aside.run(begin_with)
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Finish what is under way and close."""
        await asyncio.to_thread(self._close)

    async def read(self, work: Callable[[Transaction], Result]) -> Result:
        """In one consistent view."""
        return await self.lane.run(partial(self._read, work))

    async def read_one(self, work: Callable[[Transaction], Result]) -> Result:
        """One statement, without a transaction around it."""
        return await self.lane.run(partial(self._read_one, work))

    async def read_in_thread(self, work: Callable[[Transaction], Result]) -> Result:
        """In one consistent view, beside what callers wait for."""
        return await self.aside.run(partial(self._read, work))

    async def write(self, work: Callable[[Transaction], Result]) -> Result:
        """In a transaction of its own; returns once durable, also where the caller was cancelled meanwhile."""
        return await self.lane.run(partial(self._write, work))

    async def write_one(self, work: Callable[[Transaction], Result]) -> Result:
        """One statement, which is its own transaction, in one round trip; run again where its answer was lost."""
        return await self.lane.run(partial(self._read_one, work))

    # -- in a thread -----------------------------------------------------------------------------------------------

    def _close(self) -> None:
        self.lane.close()
        self.aside.close()

    def _read(self, work: Callable[[Transaction], Result], connections: ServerConnections) -> Result:
        def read(connection: ServerConnection) -> Result:
            with undone_on_error(connection):
                connection.statements.tell(BEGIN_READ, is_kept=False)
                result = work(self._transaction(connection))
                connection.statements.tell(ROLLBACK, is_kept=False)
                connection.statements.wait()
            return result

        return self._again_where_nothing_was_done(read, connections)

    def _read_one(self, work: Callable[[Transaction], Result], connections: ServerConnections) -> Result:
        def read(connection: ServerConnection) -> Result:
            result = work(self._transaction(connection))
            connection.statements.wait()
            return result

        return self._again_where_nothing_was_done(read, connections)

    def _write(self, work: Callable[[Transaction], Result], connections: ServerConnections) -> Result:
        def write(connection: ServerConnection) -> tuple[Result, list[Callable[[], None]]]:
            with undone_on_error(connection):
                begun = begin(connection)
                tx = self._transaction(connection, begun)
                result = work(tx)
                commit(connection, begun, partial(was_kept, connections, begun))
            return result, tx.callbacks

        result, callbacks = self._again_where_nothing_was_done(write, connections)
        with self.counting:
            self.commits += 1
            self.writes += 1
        self.observe_group(1)
        self.loop.call_soon_threadsafe(call_all, callbacks)  # before the caller is answered
        return result

    def _transaction(self, connection: ServerConnection, begun: "Beginning | None" = None) -> PostgresTransaction:
        now = self.clock or (begun.instant if begun else partial(server_now, connection))
        return self.transaction(connection, self.notifier, now)

    def _again_where_nothing_was_done(
        self, work: Callable[[ServerConnection], Result], connections: ServerConnections
    ) -> Result:
        """Run it again after a lost race or on a new connection, for a while. Raises StoreBusy, StoreFailed."""
        for pause in (*RETRY_PAUSES_SECONDS, None):
            with connections.connection() as connection:
                try:
                    return work(connection)
                except LOST_RACES as error:
                    reason = f"others were quicker: {first_line(error)}"
                except USELESS as error:
                    connections.drop(connection)
                    reason = first_line(error)
                except psycopg.Error as error:
                    if not connection.closed:
                        raise as_ours(error) from error
                    reason = "the connection was lost"
            if pause is None:
                raise StoreBusy(fault=reason)
            time.sleep(pause * (1 + random.random()))
        raise AssertionError


def try_out(connections: ServerConnections) -> None:
    """Connect. Raises StoreBusy."""
    with connections.connection():
        return


def begin_with(connections: ServerConnections) -> None:
    """Refuse a server that will not do, and migrate."""
    with connections.connection() as connection:
        refuse_unsuitable(connection)
        try:
            migrate(connection)
        except psycopg.Error as error:
            raise as_ours(error) from error
        finally:
            connections.drop(connection)  # migrating has no time limit


@contextmanager
def undone_on_error(connection: ServerConnection) -> Iterator[None]:
    """Whatever is raised inside, the connection is left without anything open."""
    try:
        yield
    except BaseException:
        connection.statements.forget()
        end(connection)
        raise


class Beginning:
    """A transaction that was begun, and what the server says of it."""

    def __init__(self, reply: PostgresReply) -> None:
        self.reply = reply

    @property
    def row(self) -> Row:
        """Its instant, id and timeline."""
        row = self.reply.row()
        assert row is not None
        return row

    def instant(self) -> int:
        """By the server's clock, in milliseconds."""
        return int(self.row["now"])


def begin(connection: ServerConnection) -> Beginning:
    """Begin a transaction that writes."""
    connection.statements.tell(BEGIN_WRITE, is_kept=False)
    return Beginning(connection.statements.tell(BEGUN))


def commit(connection: ServerConnection, begun: Beginning, was_kept: Callable[[], bool]) -> None:
    """Make it durable; where the answer is lost, `was_kept` says what it was. Raises what the server says."""
    _ = begun.row  # what it is looked up by
    try:
        outcome = connection.statements.tell(COMMIT, is_kept=False).result().command_status
    except psycopg.Error:
        if not connection.closed or not was_kept():
            raise
    else:
        if outcome != COMMIT:  # a statement had failed before, and nobody let us know
            raise StoreFailed(fault="a statement failed, and with it the transaction")


def was_kept(connections: ServerConnections, begun: Beginning) -> bool:
    """Whether a commit happened whose answer was lost. Raises StoreFailed when nobody can say."""
    deadline = time.monotonic() + FATE_SECONDS
    while time.monotonic() < deadline:
        row = None
        with suppress(StoreBusy), connections.connection() as connection:
            try:
                row = connection.execute(FATE, {"id": begun.row["id"]}).fetchone()
            except psycopg.Error:
                connections.drop(connection)
        if row is not None and row["timeline"] != begun.row["timeline"]:
            break
        if row is not None and row["status"] in ("committed", "aborted"):
            return bool(row["status"] == "committed")
        time.sleep(FATE_PAUSE_SECONDS)
    raise StoreFailed(fault="the connection was lost during a commit, and what became of it is not known")


def end(connection: ServerConnection) -> None:
    """Undo what is open; nothing where the connection is lost."""
    if not connection.closed:
        try:
            connection.execute(ROLLBACK)
        except psycopg.Error:
            connection.close()


def call_all(callbacks: Sequence[Callable[[], None]]) -> None:
    """On the event loop."""
    for call in callbacks:
        call()
