"""SQLite: WAL, synchronous=FULL, one writer thread that puts concurrent writes into one commit.

The writer takes whatever has arrived while the last commit was syncing, runs each function in turn and answers all of
them after one sync. No savepoints on the good way: a function that raises before its first write is answered alone; one
that raises after a write rolls the group back, and the group is run again with a savepoint for each.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from mediamill import clock
from mediamill.db.database import StoreBusy, StoreFailed, Transaction
from mediamill.db.migrate import migrate
from mediamill.db.notifier import Notifier
from mediamill.db.sqlite_transaction import SqliteTransaction
from mediamill.fsync import make_data_folder, make_file

Result = TypeVar("Result")

GROUP_MAX = 512  # writes in one commit
QUEUE_MAX = 8_192  # writes waiting for the writer; more are refused (503)
BUSY_MILLISECONDS = 10_000  # how long a write waits for another process's transaction
CHECKPOINT_PAGES = 8_000  # WAL pages between checkpoints: the default of 1,000 costs a quarter of the throughput
VERSION_MIN = (3, 38, 0)  # RETURNING, STRICT tables and the JSON operators
BROKEN_STORE = (sqlite3.OperationalError, sqlite3.DatabaseError)

log = logging.getLogger("mediamill.db")


@dataclass(slots=True, eq=False)
class Command:
    """One write waiting for the writer, and where its answer goes."""

    work: Callable[[Transaction], Any]
    answer: "asyncio.Future[Any]"
    result: Any = None
    error: BaseException | None = None
    is_told: bool = False  # its answer is on the way and stays what it is
    callbacks: list[Callable[[], None]] = field(default_factory=list)


class SqliteDatabase:
    """The embedded database: one file, this process its usual writer, others welcome."""

    def __init__(
        self, file: Path, *, now: clock.Clock = clock.now, observe_group: Callable[[int], object] = lambda _: None
    ) -> None:
        """`observe_group` is called in the writer's thread with the number of writes that shared a commit."""
        assert sqlite3.sqlite_version_info >= VERSION_MIN, f"SQLite {VERSION_MIN} or newer is needed"
        self.file = file
        self.clock = now
        self.notifier = Notifier()
        self.observe_group = observe_group
        self.waiting: queue.Queue[Command | None] = queue.Queue(QUEUE_MAX)
        self.writer: threading.Thread | None = None
        self.commits = 0
        self.writes = 0

    async def reach(self, _: float, /) -> None:
        """A file needs no server."""

    async def start(self) -> None:
        """Open the file, bring its schema up to date, start the writer. Raises NewerSchema, StoreBusy, StoreFailed."""
        self.loop = asyncio.get_running_loop()
        make_data_folder(self.file.parent)
        try:
            make_file(self.file)  # SQLite gives its log beside it the same rights
        except OSError as error:
            raise StoreFailed(fault=f"{self.file}: {error.strerror}") from error
        connection = self.connect()
        try:
            migrate(connection)
        except BROKEN_STORE as error:
            connection.close()
            raise as_ours(error) from error
        except BaseException:
            connection.close()
            raise
        self.reader = self.connect()
        self.reader.execute("PRAGMA query_only = ON")
        self.writer = threading.Thread(
            target=self.write_groups, args=(connection,), name="mediamill-writer", daemon=True
        )
        self.writer.start()

    async def stop(self) -> None:
        """Answer every write that waits, then close."""
        if self.writer:
            self.waiting.put(None)
            await asyncio.to_thread(self.writer.join)
            self.reader.close()
            self.writer = None

    async def read(self, work: Callable[[Transaction], Result]) -> Result:
        """On the event loop: a look-up by key is quicker than any hop to a thread."""
        return self.read_with(self.reader, work)

    async def read_one(self, work: Callable[[Transaction], Result]) -> Result:
        """On the event loop, without a transaction around the one statement."""
        try:
            return work(SqliteTransaction(self.reader, self.clock, self.notifier))
        except BROKEN_STORE as error:
            raise StoreFailed(fault=str(error)) from error

    async def read_in_thread(self, work: Callable[[Transaction], Result]) -> Result:
        """In a thread with a connection of its own."""

        def read() -> Result:
            with contextlib.closing(self.connect()) as connection:
                connection.execute("PRAGMA query_only = ON")
                return self.read_with(connection, work)

        return await asyncio.to_thread(read)

    async def write(self, work: Callable[[Transaction], Result]) -> Result:
        """Hand it to the writer; answered after the commit that holds it."""
        command = Command(work, self.loop.create_future())
        try:
            self.waiting.put_nowait(command)
        except queue.Full:
            raise StoreBusy(fault="too many writes are waiting") from None
        result: Result = await command.answer
        return result

    async def write_one(self, work: Callable[[Transaction], Result]) -> Result:
        """As any other write."""
        return await self.write(work)

    def connect(self) -> sqlite3.Connection:
        """A connection as every one of ours is set up. Raises StoreBusy, StoreFailed."""
        try:
            connection = self.opened()
        except BROKEN_STORE as error:
            raise as_ours(error) from error
        try:
            for pragma in (
                f"busy_timeout = {BUSY_MILLISECONDS}",
                "journal_mode = WAL",
                "synchronous = FULL",
                f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
                "foreign_keys = ON",
            ):
                connection.execute(f"PRAGMA {pragma}")
        except BROKEN_STORE as error:
            connection.close()
            raise as_ours(error) from error
        return connection

    def opened(self) -> sqlite3.Connection:
        """The file, made if absent."""
        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, cached_statements=256)
        connection.row_factory = sqlite3.Row
        return connection

    def read_with(self, connection: sqlite3.Connection, work: Callable[[Transaction], Result]) -> Result:
        """One consistent view for all that `work` reads."""
        try:
            connection.execute("BEGIN")
            try:
                return work(SqliteTransaction(connection, self.clock, self.notifier))
            finally:
                if connection.in_transaction:
                    connection.execute("COMMIT")
        except BROKEN_STORE as error:
            raise StoreFailed(fault=str(error)) from error

    # -- the writer's thread ---------------------------------------------------------------------------------------

    def write_groups(self, connection: sqlite3.Connection) -> None:
        """Until stopped: take what waits, commit it together, answer."""
        stopping = False
        while not stopping:
            group, stopping = self.next_group()
            if not group:
                continue
            try:
                self.commit(connection, group, self.tell)
            except Exception as error:
                # A fault of ours must not leave anybody waiting for ever: who is not answered yet gets the error.
                log.exception("the writer failed")
                left = [command for command in group if not command.is_told]
                fail(left, error)
                self.tell(left)
                connection = self.renewed(connection)
        connection.close()

    def renewed(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """A fresh connection in place of one in no known state; the same one while the disk gives no other."""
        try:
            fresh = self.connect()
        except (StoreBusy, StoreFailed) as error:
            log.error("no fresh connection: %s", error)
            return connection
        connection.close()  # undoes what it has open
        return fresh

    def next_group(self) -> tuple[list[Command], bool]:
        """What waits now, at least one; and whether the stop is among it."""
        group: list[Command] = []
        command = self.waiting.get()
        while command is not None:
            group.append(command)
            if len(group) == GROUP_MAX:
                return group, False
            try:
                command = self.waiting.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def tell(self, commands: list[Command]) -> None:
        """Answer on the event loop."""
        for command in commands:
            command.is_told = True
        self.loop.call_soon_threadsafe(answer, commands)

    def commit(
        self, connection: sqlite3.Connection, group: list[Command], tell: Callable[[list[Command]], None]
    ) -> None:
        """Settle every command of the group, with results or errors; parts of it may be settled before others."""
        try:
            self.commit_together(connection, group, self.run_plainly)
        except GroupAborted:
            try:
                self.commit_together(connection, group, self.run_with_savepoint)
            except GroupAborted:
                # The whole transaction was lost under one of them: a full disk does that. Nobody gets an answer
                # about it that did not happen, so each gets a transaction of its own.
                for command in group:
                    self.commit_alone(connection, command)
                    tell([command])
                return
        tell(group)

    def commit_together(
        self,
        connection: sqlite3.Connection,
        group: list[Command],
        run: Callable[[sqlite3.Connection, Command], None],
    ) -> None:
        """One transaction for all; a failed begin or commit is the failure of each."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            for command in group:
                run(connection, command)
            connection.execute("COMMIT")
        except GroupAborted:
            roll_back(connection)
            raise
        except BROKEN_STORE as error:
            roll_back(connection)
            fail(group, error)
        else:
            self.count_commit(len(group))

    def count_commit(self, writes: int) -> None:
        """One more."""
        self.commits += 1
        self.writes += writes
        self.observe_group(writes)

    def run_plainly(self, connection: sqlite3.Connection, command: Command) -> None:
        """Raises GroupAborted when it failed after a write of its own, or lost the transaction."""
        changes_before = connection.total_changes
        self.run(connection, command)
        if not connection.in_transaction or (command.error and connection.total_changes != changes_before):
            raise GroupAborted

    def run_with_savepoint(self, connection: sqlite3.Connection, command: Command) -> None:
        """Raises GroupAborted when the transaction was lost."""
        connection.execute("SAVEPOINT command")
        self.run(connection, command)
        if not connection.in_transaction:
            raise GroupAborted
        if command.error:
            connection.execute("ROLLBACK TO command")
        connection.execute("RELEASE command")

    def commit_alone(self, connection: sqlite3.Connection, command: Command) -> None:
        """A transaction of its own."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            self.run(connection, command)
            if command.error:
                roll_back(connection)
            else:
                connection.execute("COMMIT")
                self.count_commit(1)
        except BROKEN_STORE as error:
            roll_back(connection)
            fail([command], error)

    def run(self, connection: sqlite3.Connection, command: Command) -> None:
        """Run its function; the outcome stays with the command."""
        tx = SqliteTransaction(connection, self.clock, self.notifier)
        command.result = command.error = None
        command.callbacks = tx.callbacks
        try:
            command.result = command.work(tx)
        except BROKEN_STORE as error:
            command.error = as_ours(error)
        except Exception as error:  # noqa: BLE001 (handed to the caller, who awaits it)
            command.error = error


class GroupAborted(Exception):
    """The transaction no longer holds exactly what its commands wrote."""


def roll_back(connection: sqlite3.Connection) -> None:
    """Undo what is open, if SQLite has not done so itself."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def fail(group: list[Command], error: Exception) -> None:
    """The same failure for each of them."""
    for command in group:
        command.error = as_ours(error) if isinstance(error, sqlite3.Error) else error


def as_ours(error: sqlite3.Error) -> Exception:
    """Constraint violations are program errors and stay what they are; the rest is the store's state."""
    if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
        return error
    if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy(fault="another process holds it")
    log.error("the database refused a write: %s", error)
    return StoreFailed(fault=str(error))


def answer(group: list[Command]) -> None:
    """On the event loop: answer each caller, then run what they registered."""
    for command in group:
        if command.error is None:
            for call in command.callbacks:
                call()
        if not command.answer.done():
            if command.error is None:
                command.answer.set_result(command.result)
            else:
                command.answer.set_exception(command.error)
