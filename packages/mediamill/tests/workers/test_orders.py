"""Orders of operators: processes that drain, pools that are paused."""

import pytest

from mediamill import dispatch, workers
from mediamill.db import Database
from mediamill.workers import Orders, Worker, WorkerNotFound
from tests.clock import FrozenClock

ALIVE_MS = 30_000
HERON = Worker("worker:heron", "1.2.0", "c0ffee", ("cpu", "gpu"), host="mill1", slots=(4, 1))


async def register(database: Database, worker: Worker) -> None:
    await database.write(lambda tx: workers.register(tx, worker, [], alive_ms=ALIVE_MS))


async def orders(database: Database) -> Orders:
    return await database.read(lambda tx: workers.orders_of(tx, HERON.name))


async def test_a_process_drains_until_it_is_resumed(database: Database, clock: FrozenClock) -> None:
    await register(database, HERON)
    assert await orders(database) == Orders()
    await database.write(lambda tx: workers.drain(tx, [HERON.name]))
    clock.advance(1_000)
    await register(database, HERON)  # as it does when it was forgotten, or runs other models
    assert (await orders(database)).is_draining
    (shown,) = await database.read(workers.alive)
    assert shown.draining_since == clock.now - 1_000
    await database.write(lambda tx: workers.resume(tx, [HERON.name]))

    assert await orders(database) == Orders()


async def test_an_order_to_nobody_changes_nothing(database: Database, clock: FrozenClock) -> None:
    await register(database, HERON)
    with pytest.raises(WorkerNotFound, match="worker:wren"):
        await database.write(lambda tx: workers.drain(tx, [HERON.name, "worker:wren"]))
    assert await orders(database) == Orders()
    clock.advance(ALIVE_MS)

    with pytest.raises(WorkerNotFound, match="worker:heron"):
        await database.write(lambda tx: workers.drain(tx, [HERON.name]))


async def test_a_paused_pool_is_paused_for_everybody(database: Database, clock: FrozenClock) -> None:
    await database.write(lambda tx: workers.pause_pool(tx, "gpu", "new card"))
    paused_at = clock.now
    clock.advance(5)
    await database.write(lambda tx: workers.pause_pool(tx, "gpu", "the old one again"))
    (pool,) = await database.read(workers.paused_pools)

    assert (pool.pool, pool.since, pool.reason) == ("gpu", paused_at, "the old one again")
    assert await orders(database) == Orders(paused=frozenset({"gpu"}))
    assert await database.write(lambda tx: workers.resume_pool(tx, "gpu"))
    assert not await database.write(lambda tx: workers.resume_pool(tx, "gpu"))
    assert await orders(database) == Orders()


async def test_operators_are_reminded_of_what_they_stopped(database: Database) -> None:
    await register(database, HERON)
    await database.write(lambda tx: workers.drain(tx, [HERON.name]))
    await database.write(lambda tx: workers.pause_pool(tx, "gpu", "new card"))

    pool, process = await database.read(dispatch.warnings)
    assert "The pool gpu is paused" in pool
    assert "(new card)" in pool
    assert "`mediamill workers resume worker:heron`" in process


async def test_a_process_says_where_it_runs_and_how_much_at_once(database: Database) -> None:
    await register(database, HERON)
    (heron,) = await database.read(workers.alive)

    assert (heron.host, heron.slots_of_pools()) == ("mill1", {"cpu": 4, "gpu": 1})
    assert Worker("worker:old", "1.0.0", "c0ffee", ("cpu",)).slots_of_pools() == {"cpu": 0}
