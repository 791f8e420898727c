"""Wakers of processes that share a database, here in one process."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import psycopg

from mediamill import config
from mediamill.db import Database, Transaction, open_database, server_options
from mediamill.dispatch.procrastinate import FETCH_SECONDS, ProcrastinateWaker
from mediamill.generations import Intent
from tests.postgres import drop_postgres_database, new_postgres_database

# The library's worker overlooks what is sent while it fetches, until it fetches next.
DEADLINE_SECONDS = 1.5 * FETCH_SECONDS
LOOK_SECONDS = 0.01
NAMED = "waker of a test"  # as the server shows its connections


@dataclass(frozen=True)
class Process:
    """What a process has for its wake-ups."""

    database: Database
    waker: ProcrastinateWaker
    cpu: asyncio.Event  # set when its loop of that pool is woken

    async def make_due(self, *, seconds: float = 0.0) -> None:
        """As an accepted generation does."""
        await self.database.write(lambda tx: self.enqueue(tx, seconds))

    def enqueue(self, tx: Transaction, seconds: float = 0.0) -> None:
        self.waker.enqueue(tx, [Intent("cpu", tx.now() + round(seconds * 1_000))])

    async def is_woken(self) -> None:
        async with asyncio.timeout(DEADLINE_SECONDS):
            await self.cpu.wait()


class Messages:
    """Processes on one database, and what lies in it."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url = url
        self.stack = stack

    async def process(self, pools: Iterable[str] = ()) -> Process:
        """One that works for these pools, or a front that only accepts; a worker is listening when this returns."""
        settings = config.read(database_url=self.url, database_connections=4)
        database = open_database(settings)
        await database.start()
        self.stack.push_async_callback(database.stop)
        waker = ProcrastinateWaker(database=database, server=server_options(settings, NAMED), pools=pools)
        process = Process(database, waker, asyncio.Event())
        waker.add("cpu", process.cpu.set)
        await waker.start()
        self.stack.push_async_callback(waker.stop)
        if pools:
            await seen(lambda: waker.hears, "it hears messages")
            await seen(lambda: not self.rows(), "its own was taken")
        process.cpu.clear()
        return process

    def rows(self) -> int:
        """Messages that lie in the database."""
        return self.number("SELECT COUNT(*) FROM procrastinate_jobs")

    def sent(self) -> int:
        """How many were ever sent."""
        return self.number("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM procrastinate_jobs_id_seq")

    def number(self, statement: str) -> int:
        with psycopg.connect(self.url) as connection:
            row = connection.execute(statement.encode()).fetchone()
        assert row is not None
        return int(row[0])

    def run(self, statement: str) -> None:
        """As somebody does who does not ask us."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.encode())


@asynccontextmanager
async def messages_on(url: str) -> AsyncIterator[Messages]:
    """All of its processes are gone at the end."""
    async with AsyncExitStack() as stack:
        yield Messages(url, stack)


@asynccontextmanager
async def new_messages() -> AsyncIterator[Messages]:
    """On a database of their own."""
    url = new_postgres_database()
    async with messages_on(url) as messages:
        yield messages
    drop_postgres_database(url)


async def seen(look: Callable[[], bool], what: str) -> None:
    """Wait for a condition. Fails when it takes too long."""
    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                if look():
                    return
                await asyncio.sleep(LOOK_SECONDS)
    except TimeoutError:
        raise AssertionError(f"still not: {what}") from None
