"""Who is woken, and when: by this process's commits on every database, by other processes' messages on PostgreSQL."""

import asyncio

import pytest

from mediamill.db import Database, Transaction
from mediamill.dispatch import EmbeddedWaker
from mediamill.generations import Intent
from tests.fleet.wakers import new_messages

pytestmark = pytest.mark.anyio


async def test_a_commit_wakes_the_loops_of_its_pools(database: Database) -> None:
    waker = EmbeddedWaker()
    cpu, gpu = asyncio.Event(), asyncio.Event()
    waker.add("cpu", cpu.set)
    waker.add("gpu", gpu.set)
    await database.write(lambda tx: waker.enqueue(tx, [Intent("cpu", tx.now()), Intent("remote", tx.now())]))

    await asyncio.wait_for(cpu.wait(), 10)
    assert not gpu.is_set()


async def test_what_is_due_later_wakes_them_then(database: Database) -> None:
    waker = EmbeddedWaker()
    woken: list[str] = []
    cpu = asyncio.Event()
    waker.add("cpu", lambda: woken.append("cpu"))
    waker.add("gpu", lambda: woken.append("gpu"))
    waker.add("gpu", cpu.set)
    await database.write(lambda tx: waker.enqueue(tx, [Intent("cpu", tx.now() + 3_600_000)]))
    await database.write(lambda tx: waker.enqueue(tx, [Intent("gpu", tx.now() + 20)]))
    await asyncio.wait_for(cpu.wait(), 10)

    assert woken == ["gpu"]


async def test_a_commit_of_another_process_wakes_a_worker_and_one_that_fails_does_not() -> None:
    """A front that only accepts, and a worker: each with its own connections to one PostgreSQL."""
    async with new_messages() as messages:
        front, worker = await messages.process(), await messages.process(["cpu", "gpu"])
        sent = messages.sent()

        def fail(tx: Transaction) -> None:
            front.enqueue(tx)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await front.database.write(fail)
        assert not messages.rows()
        assert not worker.cpu.is_set()
        await front.make_due()  # within the pause after the one that failed: sent when that is over
        await worker.is_woken()

        assert messages.sent() > sent
