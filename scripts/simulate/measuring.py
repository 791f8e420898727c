"""What one generation costs PostgreSQL and the processes around it, measured with a real server on this machine.

`python -m scripts.simulate measure` writes costs.toml. The server is a wheel's, with fsync on; every verb is run by the
service's own code over connections as the service has them, without HTTP and without engines.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import psycopg

from mediamill import generations, webhooks, workers
from mediamill.accounts import Account, open_account
from mediamill.db import Query, Transaction
from mediamill.db.postgres import PostgresDatabase
from mediamill.db.postgres.statements import PostgresReply
from mediamill.db.postgres.transaction import PostgresTransaction
from mediamill.generations import Generation, NewGeneration, Policy
from mediamill.generations.acceptance import Submission
from mediamill.plan import Plan
from tests.postgres import PostgresServer

GENERATIONS = 2_000
ACCOUNTS = 40
GROUP = 16  # requests that an API process accepts together under load
CONNECTIONS = 8
LOOKS = 1_000  # of each kind that an idle worker repeats
MODELS = {("create-image", "nano-banana")}
NO_LIMIT = 10**6
POLICY = Policy(
    lease_ms=600_000, tries=3, waiting_ms_max=86_400_000, running_max={Plan.FREE: NO_LIMIT, Plan.PRO: NO_LIMIT}
)
PROMPT = "A lighthouse on a cliff at dusk, oil painting, a storm coming in from the west, warm light in the windows"
INPUT = f'{{"prompt":"{PROMPT}","model":"nano-banana","aspect_ratio":"16:9"}}'
MYSELF = workers.Worker("w", "1", "c", ("cpu",), None)
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Cost:
    """Of one transaction, on the average."""

    statements: float
    server_ms: float  # of processor time in PostgreSQL
    client_ms: float  # of processor time in our process
    wal_bytes: float


@dataclass(slots=True)
class Measured:
    """All of them, and what a generation leaves in the database."""

    costs: dict[str, Cost] = field(default_factory=dict)
    row_bytes: dict[str, float] = field(default_factory=dict)  # of each table with its indexes, by generation


class CountingTransaction(PostgresTransaction):
    """One that counts its statements."""

    counts: ClassVar[Counter[str]] = Counter()

    def send(self, query: Query, **parameters: object) -> PostgresReply:
        """One more."""
        self.counts["statements"] += 1
        return super().send(query, **parameters)

    def send_many(self, query: Query, rows: Sequence[Mapping[str, object]]) -> PostgresReply:
        """One more, run several times."""
        self.counts["statements"] += bool(rows)
        return super().send_many(query, rows)


class CountingDatabase(PostgresDatabase):
    """One whose transactions count."""

    transaction = CountingTransaction


def measure() -> Measured:
    """Everything; about a minute on two free cores."""
    server = PostgresServer(("shared_buffers=256MB", "autovacuum=off")).make().start()
    try:
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE mill TEMPLATE template0 ENCODING 'UTF8'")
        return asyncio.run(measure_at(server))
    finally:
        server.close()


async def measure_at(server: PostgresServer) -> Measured:
    """With a database that has no rows yet."""
    measured = Measured()
    database = CountingDatabase(server.url("mill"), connections=CONNECTIONS)
    await database.start()
    rig = Rig(server, database, measured)
    try:
        accounts = [
            await database.write(partial(open_account, email=f"{n}@example.com", plan=Plan.PRO, first_credits=10**9))
            for n in range(ACCOUNTS)
        ]
        await rig.idle_looks()
        before = rig.sizes()
        await rig.carry(accounts)
        measured.row_bytes = {
            table: (size - before.get(table, 0)) / GENERATIONS
            for table, size in rig.sizes().items()
            if size - before.get(table, 0) > GENERATIONS
        }
    finally:
        await database.stop()
    return measured


@dataclass
class Rig:
    """A server, a database on it, and what was found so far."""

    server: PostgresServer
    database: CountingDatabase
    measured: Measured

    async def carry(self, accounts: list[Account]) -> None:
        """All generations through all of their transactions, one kind after the other."""
        database, half = self.database, GENERATIONS // 2

        def order(n: int) -> NewGeneration:
            return new_generation(accounts[n % ACCOUNTS])

        await self.each("accept", half, lambda n: database.write(lambda tx: generations.accept(tx, order(n))))

        def group(tx: Transaction, first: int) -> object:
            return generations.accept_all(tx, [Submission(order(first + n)) for n in range(GROUP)])

        groups = half // GROUP
        await self.each("accept_16", groups, lambda n: database.write(partial(group, first=n * GROUP)))
        for n in range(half - groups * GROUP):
            await database.write(partial(generations.accept, new=order(n)))
        taken: list[Generation] = []

        async def claim(_: int) -> None:
            found = await database.write(lambda tx: generations.claim(tx, "w", "cpu", POLICY, models=MODELS))
            assert found is not None
            taken.append(found)

        await self.each("claim", GENERATIONS, claim)
        held = list(taken)
        await self.each(
            "upload", GENERATIONS, lambda n: database.write(lambda tx: generations.start_uploading(tx, held[n], "w"))
        )
        await self.each("succeed", GENERATIONS, lambda n: database.write(lambda tx: succeed(tx, held[n])))
        find = lambda n: database.read_one(lambda tx: generations.find(tx, held[n].id))  # noqa: E731
        await self.each("get", LOOKS, find)

    async def idle_looks(self) -> None:
        """What a worker asks again and again while nothing is there."""
        database = self.database
        due = lambda tx: generations.anything_due(tx, "cpu", MODELS)  # noqa: E731
        await self.each("look", LOOKS, lambda _: database.read(due))
        await self.each("look_webhooks", LOOKS, lambda _: database.read(webhooks.anything_waiting))
        await self.each("rescue", LOOKS // 4, lambda _: database.write(lambda tx: generations.rescue(tx, POLICY)), 1)
        await database.write(lambda tx: workers.register(tx, MYSELF, (), alive_ms=30_000))
        await self.each(
            "beat", LOOKS // 4, lambda _: database.write(lambda tx: workers.beat(tx, "w", (), alive_ms=30_000)), 1
        )

    async def each(
        self, name: str, times: int, call: Callable[[int], Awaitable[object]], at_once: int = CONNECTIONS
    ) -> None:
        """Run it so often, some at once, and note what it cost. What autovacuum would have done is done before."""
        self.asked("VACUUM ANALYZE")
        with self.noted(name, times):
            numbers = iter(range(times))

            async def some() -> None:
                for number in numbers:
                    await call(number)

            await asyncio.gather(*(some() for _ in range(at_once)))

    @contextmanager
    def noted(self, name: str, times: int) -> Iterator[None]:
        """What happens inside is the cost of so many transactions."""
        counts = CountingTransaction.counts
        counts.clear()
        server, client, wal = self.server_seconds(), time.process_time(), self.wal_bytes()
        yield
        self.measured.costs[name] = Cost(
            statements=counts["statements"] / times,
            server_ms=(self.server_seconds() - server) * 1_000 / times,
            client_ms=(time.process_time() - client) * 1_000 / times,
            wal_bytes=(self.wal_bytes() - wal) / times,
        )

    def server_seconds(self) -> float:
        """Processor time of the server's processes that are alive; none ends meanwhile."""
        assert self.server.process is not None
        parent, total = self.server.process.pid, 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(folder.name) == parent or int(fields[1]) == parent:
                total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def wal_bytes(self) -> int:
        return int(self.asked("SELECT CAST(pg_current_wal_lsn() - '0/0' AS BIGINT)")[0][0])

    def sizes(self) -> dict[str, int]:
        """Bytes of each table with its indexes, vacuumed as autovacuum would."""
        self.asked("VACUUM")
        rows = self.asked(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r'"
            " AND relnamespace = 'public'::regnamespace"
        )
        return {str(name): int(size) for name, size in rows}

    def asked(self, statement: str) -> list[tuple[Any, ...]]:
        """Beside the connections that are measured."""
        with psycopg.connect(self.server.url("mill"), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


def new_generation(account: Account) -> NewGeneration:
    """As `POST /api/run` makes it."""
    return NewGeneration(
        account_id=account.id,
        tool="create-image",
        model="nano-banana",
        type="image",
        payload=INPUT,
        input=INPUT,
        webhook=None,
        pool="cpu",
        credits=8,
        seed=7,
        trace="00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    )


def succeed(tx: Transaction, generation: Generation) -> object:
    """As the worker ends it."""
    stem = f"{generation.id}/0123456789abcdef0123456789abcdef"
    return generations.succeed(
        tx,
        generation,
        "w",
        output_key=f"{stem}.png",
        thumbnail_key=f"{stem}.webp",
        charge=8,
        media_base="https://media.example.com/media",
    )
