"""Connections to PostgreSQL, each set up alike, and what goes wrong on them in our words."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors
from psycopg.adapt import Buffer, Loader
from psycopg.rows import dict_row
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown

from mediamill.db.database import StoreBusy, StoreFailed
from mediamill.db.postgres.statements import ServerConnection

VERSION_MIN = 140_000  # 14: the oldest one that is still maintained
CONNECT_SECONDS = 3  # a machine that is gone says nothing
AWAY_SECONDS = 0.5  # after a failed connect nobody tries for so long: callers are told at once
# A peer that is gone without a word is noticed within this time, instead of the two hours of the kernel.
NETWORK = {"keepalives_idle": 5, "keepalives_interval": 3, "keepalives_count": 3, "tcp_user_timeout": 15_000}
# A process that is stopped in the middle of a transaction keeps its locks for so long and no longer.
IDLE_IN_TRANSACTION_MS = 10_000
LOCK_MS = 5_000  # a write that waits longer for another one's rows is told to come back
# Errors after which the connection is of no use, though the server is there: it has become a copy that only reads, or
# a newer mediamill has changed a table that this connection has prepared statements for.
USELESS = (errors.ReadOnlySqlTransaction, errors.FeatureNotSupported)

log = logging.getLogger("mediamill.db")


class ServerConnections:
    """The connections of one group of threads: each thread has its own, made when it is first needed."""

    def __init__(self, address: str, name: str, statement_ms: int, plans: str) -> None:
        self.address = address
        self.name = name  # as the server's own tables show it
        self.statement_ms = statement_ms
        self.plans = plans
        self.own = threading.local()
        self.all: set[ServerConnection] = set()
        self.away_until = 0.0  # monotonic seconds

    @contextmanager
    def connection(self) -> Iterator[ServerConnection]:
        """This thread's connection. Raises StoreBusy while there is no server to connect to."""
        connection: ServerConnection | None = getattr(self.own, "connection", None)
        if connection is None or connection.closed:
            connection = self.own.connection = self.connect()
        try:
            yield connection
        finally:
            if connection.closed:
                self.all.discard(connection)

    def connect(self) -> ServerConnection:
        """A new one. Raises StoreBusy."""
        if time.monotonic() < self.away_until:
            raise StoreBusy(fault="it cannot be reached")
        connection: ServerConnection | None = None
        try:
            connection = connect(self.address, self.name)
            connection.execute(
                "SELECT set_config('TimeZone', 'UTC', false), set_config('lock_timeout', %(lock)s, false),"
                " set_config('statement_timeout', %(statement)s, false),"
                " set_config('idle_in_transaction_session_timeout', %(idle)s, false),"
                # To compile a statement takes longer than to run any of ours.
                " set_config('jit', 'off', false), set_config('plan_cache_mode', %(plans)s, false),"
                # A commit that is answered is on the disk, whatever the server's default is.
                " CASE current_setting('synchronous_commit') WHEN 'off'"
                " THEN set_config('synchronous_commit', 'on', false) END",
                {
                    "lock": str(LOCK_MS),
                    "statement": str(self.statement_ms),
                    "idle": str(IDLE_IN_TRANSACTION_MS),
                    "plans": self.plans,
                },
            )
        except psycopg.Error as error:
            if connection is not None:
                connection.close()
            self.away_until = time.monotonic() + AWAY_SECONDS
            log.warning("the database cannot be reached: %s", first_line(error))
            raise StoreBusy(fault="it cannot be reached") from error
        self.all.add(connection)
        return connection

    def drop(self, connection: ServerConnection) -> None:
        """Do without it from now on."""
        connection.close()
        self.all.discard(connection)

    def close(self) -> None:
        """Close all; no thread uses one any more."""
        for connection in self.all:
            connection.close()
        self.all.clear()


class NumericLoader(Loader):
    """Sums of whole numbers are numbers without a scale: whole numbers again."""

    def load(self, data: Buffer) -> int | float:
        """From the server's text."""
        text = bytes(data).decode()
        return int(text) if text.lstrip("-").isdigit() else float(text)


def without_nul(text: str) -> str:
    """PostgreSQL keeps no NUL in a text; what a receiver or an engine sent may have one."""
    return text.replace("\0", "\ufffd") if "\0" in text else text


class TextDumper(StrDumperUnknown):
    """Texts as the server takes them."""

    def dump(self, obj: str) -> Buffer | None:
        """Without NUL."""
        return super().dump(without_nul(obj))


def connect(address: str, name: str) -> ServerConnection:
    """A connection on which whole numbers have 64 bits both ways. Raises psycopg.OperationalError."""
    connection = ServerConnection.connect(**options_of(address, name), autocommit=True, row_factory=dict_row)
    connection.adapters.register_dumper(int, Int8Dumper)
    connection.adapters.register_dumper(bool, Int8Dumper)
    connection.adapters.register_dumper(str, TextDumper)
    connection.adapters.register_loader("numeric", NumericLoader)
    return connection


def options_of(address: str, name: str) -> dict[str, Any]:
    """How to connect to the server; what the address says comes first."""
    given = psycopg.conninfo.conninfo_to_dict(address)
    return {**NETWORK, "connect_timeout": CONNECT_SECONDS, "application_name": name, **given}


def refuse_unsuitable(connection: ServerConnection) -> None:
    """Raises StoreFailed for a server that is too old, or a database in another encoding."""
    if connection.info.server_version < VERSION_MIN:
        raise StoreFailed(fault=f"PostgreSQL {VERSION_MIN // 10_000} or newer is needed")
    if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
        raise StoreFailed(fault=f"its encoding is {encoding}: make it with ENCODING 'UTF8'")


def as_ours(error: psycopg.Error) -> Exception:
    """Faults of the program stay what they are; the rest is the store's state."""
    if isinstance(error, errors.LockNotAvailable):
        return StoreBusy(fault="others hold what this needs")
    if isinstance(error, errors.QueryCanceled):
        return StoreBusy(fault="it took too long")
    if isinstance(error, psycopg.IntegrityError | psycopg.ProgrammingError | psycopg.DataError):
        return error
    log.error("the database refused a statement: %s", first_line(error))
    return StoreFailed(fault=first_line(error))


@contextmanager
def failures() -> Iterator[None]:
    """What the server refuses, as our errors."""
    try:
        yield
    except psycopg.Error as error:
        raise as_ours(error) from error


def first_line(error: Exception) -> str:
    """What the server said, without its context."""
    return str(error).partition("\n")[0]
