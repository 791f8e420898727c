"""Statements that go to the server together: one message there, one back, however many they are.

The driver's cursors send each by itself, which takes several times the processor time of both sides. And the server
would not count a client that is stopped between two of them as idle, so that its locks would stay: here every message
ends with a sync.
"""

import select
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg import errors, pq
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq.abc import PGresult

from mediamill.db.database import Row

TEXT = PyFormat.TEXT
Values = Sequence[Any]
Kinds = tuple[int, ...]  # types of values, as the server numbers them


class ServerConnection(psycopg.Connection[Row]):
    """One of the driver's, which can also be told several statements at once."""

    told: "Statements | None" = None

    @property
    def statements(self) -> "Statements":
        """What is told at once."""
        if self.told is None:
            self.told = Statements(self)
        return self.told


@dataclass(slots=True, eq=False)
class PostgresReply:
    """What statements give that may not have been sent yet."""

    statements: "Statements"
    expected: int = 1
    results: list[PGresult] = field(default_factory=list)

    def row(self) -> Row | None:
        """The first row, or None."""
        result = self.result()
        return self.statements.rows(result, 1)[0] if result.ntuples else None

    def rows(self) -> list[Row]:
        """Every row."""
        result = self.result()
        return self.statements.rows(result, result.ntuples)

    def changed(self) -> int:
        """How many rows they changed."""
        return sum(result.command_tuples or 0 for result in self.arrived())

    def result(self) -> PGresult:
        """That of the only statement."""
        (result,) = self.arrived()
        return result

    def arrived(self) -> list[PGresult]:
        """Once all are there. Raises what the server says."""
        if len(self.results) < self.expected:
            self.statements.wait()
        if len(self.results) < self.expected:
            raise errors.InFailedSqlTransaction("a statement before it failed")
        return self.results


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that waits to be sent, and who waits for its result."""

    text: bytes
    values: Values
    kinds: Kinds
    is_kept: bool  # the server remembers how it is run
    reply: PostgresReply


class Statements:
    """Those of one connection that wait to be sent, and those that its server knows."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.server = connection.pgconn
        self.adapter = Transformer(connection)
        self.names: dict[tuple[bytes, Kinds], bytes] = {}  # of what the server has prepared
        self.waiting: list[Statement] = []
        self.input = select.poll()
        self.input.register(self.server.socket, select.POLLIN)
        self.both_ways = select.poll()
        self.both_ways.register(self.server.socket, select.POLLIN | select.POLLOUT)

    def tell(self, text: bytes, values: Values = (), *, is_kept: bool = True) -> PostgresReply:
        """Send it with what follows."""
        reply = PostgresReply(self)
        self.add(text, values, reply, is_kept=is_kept)
        return reply

    def tell_many(self, text: bytes, rows: Sequence[Values]) -> PostgresReply:
        """The same, once with each of these values."""
        reply = PostgresReply(self, len(rows))
        for values in rows:
            self.add(text, values, reply, is_kept=True)
        return reply

    def add(self, text: bytes, values: Values, reply: PostgresReply, *, is_kept: bool) -> None:
        """Raises what values are refused with, like a UnicodeEncodeError."""
        dumped = self.adapter.dump_sequence(values, [TEXT] * len(values))
        self.waiting.append(Statement(text, dumped, tuple(self.adapter.types or ()), is_kept, reply))

    def forget(self) -> None:
        """What was not sent yet never will be."""
        self.waiting.clear()

    def wait(self) -> None:
        """Send what waits, until every answer is there. Raises the first error; what follows one was not run."""
        told, self.waiting = self.waiting, []
        if not told:
            return
        self.server.enter_pipeline_mode()
        try:
            fault = self.collect(self.send(told))
        finally:
            self.leave()
        if fault is not None:
            raise fault

    def send(self, told: Sequence[Statement]) -> "list[Statement | Prepared]":
        """In one message; what results will come, in order."""
        coming: list[Statement | Prepared] = []
        fresh: dict[tuple[bytes, Kinds], bytes] = {}
        for one in told:
            key = (one.text, one.kinds)
            if not one.is_kept:
                self.server.send_query_params(one.text, one.values, one.kinds)
            else:
                name = self.names.get(key) or fresh.get(key)
                if name is None:
                    name = fresh[key] = b"m%d" % (len(self.names) + len(fresh))
                    self.server.send_prepare(name, one.text, one.kinds)
                    coming.append(Prepared(key, name))
                self.server.send_query_prepared(name, one.values)
            coming.append(one)
        self.server.pipeline_sync()
        while self.server.flush():  # the server may have to be read before it reads on
            if any(event & ~select.POLLOUT for _, event in self.both_ways.poll()):
                self.server.consume_input()
        return coming

    def collect(self, coming: "Sequence[Statement | Prepared]") -> psycopg.Error | None:
        """The results, each to who waits for it; the first error. Raises OperationalError where the way is lost."""
        fault: psycopg.Error | None = None
        try:
            for one in coming:
                result = self.next_result()
                if result is None:
                    raise psycopg.OperationalError("the connection is lost")
                if result.status == pq.ExecStatus.FATAL_ERROR:
                    fault = fault or errors.error_from_result(result)
                elif result.status != pq.ExecStatus.PIPELINE_ABORTED:
                    if isinstance(one, Prepared):
                        self.names[one.key] = one.name
                    else:
                        one.reply.results.append(result)
                self.next_result()  # none: the end of this one
            self.next_result()  # that of the sync
        except psycopg.OperationalError as error:
            return fault or error
        return fault

    def next_result(self) -> PGresult | None:
        """Once it is there."""
        while self.server.is_busy():
            self.input.poll()
            self.server.consume_input()
        return self.server.get_result()

    def leave(self) -> None:
        """Let the driver have the connection again; one whose results were not collected is of no use."""
        try:
            self.server.exit_pipeline_mode()
        except psycopg.OperationalError:
            self.server.finish()

    def rows(self, result: PGresult, count: int) -> list[Row]:
        """The first rows of a result."""
        names = [(result.fname(index) or b"").decode() for index in range(result.nfields)]
        self.adapter.set_pgresult(result)
        return self.adapter.load_rows(0, count, lambda values: dict(zip(names, values, strict=True)))


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement that the server gets to know."""

    key: tuple[bytes, Kinds]
    name: bytes
