"""Processes that share a database: alive, ended, forgotten; and duties that one holds at a time."""

from mediamill import workers
from mediamill.db import Database
from mediamill.workers import Served, Worker
from tests.clock import FrozenClock

ALIVE_MS = 30_000
HERON = Worker("worker:heron", "1.2.0", "c0ffee", ("cpu", "gpu"))
WREN = Worker("front:wren", "1.2.0", "c0ffee", ())


async def register(database: Database, worker: Worker, *served: Served) -> None:
    await database.write(lambda tx: workers.register(tx, worker, served, alive_ms=ALIVE_MS))


async def beat(database: Database, worker: Worker, *loaded: str) -> bool:
    return await database.write(lambda tx: workers.beat(tx, worker.name, loaded, alive_ms=ALIVE_MS))


async def alive(database: Database) -> list[str]:
    return [worker.name for worker in await database.read(workers.alive)]


async def take(database: Database, owner: str) -> bool:
    return await database.write(lambda tx: workers.take_duty(tx, "housekeeping", owner, lease_ms=ALIVE_MS))


async def test_a_process_is_alive_until_its_beats_stay_away(database: Database, clock: FrozenClock) -> None:
    await register(database, HERON)
    clock.advance(10_000)
    await register(database, WREN)
    clock.advance(19_999)
    assert await alive(database) == ["worker:heron", "front:wren"]
    assert await beat(database, WREN)
    clock.advance(1)

    assert await alive(database) == ["front:wren"]
    assert await beat(database, HERON)
    (heron, _) = await database.read(workers.alive)
    assert (heron.version, heron.catalogue, heron.pools) == ("1.2.0", "c0ffee", ("cpu", "gpu"))
    assert heron.beat_at - heron.started_at == 30_000


async def test_a_beat_says_which_engines_are_loaded(database: Database) -> None:
    await register(database, HERON)
    await beat(database, HERON, "piper", "larch")
    (heron,) = await database.read(workers.alive)
    assert heron.loaded == ("larch", "piper")
    await beat(database, HERON)

    (heron,) = await database.read(workers.alive)
    assert heron.loaded == ()


async def test_one_that_has_ended_is_not_alive_and_registers_again(database: Database) -> None:
    await register(database, HERON)
    await register(database, WREN)
    await database.write(lambda tx: workers.stop(tx, "worker:"))

    assert await alive(database) == ["front:wren"]
    assert not await beat(database, HERON)
    await register(database, HERON)
    assert set(await alive(database)) == {"front:wren", "worker:heron"}


async def test_the_dead_are_forgotten_later_than_they_die(database: Database, clock: FrozenClock) -> None:
    await register(database, HERON, Served("cpu", "drum-generator", "drumgen"))
    clock.advance(ALIVE_MS)
    assert await database.write(lambda tx: workers.forget(tx, ALIVE_MS + 1)) == 0
    clock.advance(1)

    assert await database.write(lambda tx: workers.forget(tx, ALIVE_MS + 1)) == 1
    assert not await beat(database, HERON)


async def test_nobody_stays_alive_because_the_clock_went_back(database: Database, clock: FrozenClock) -> None:
    await register(database, HERON)
    clock.advance(-3_600_000)

    assert await alive(database) == []
    assert await beat(database, HERON)
    assert await alive(database) == ["worker:heron"]


async def test_a_duty_has_one_holder_until_its_lease_is_over(database: Database, clock: FrozenClock) -> None:
    assert await take(database, "heron")
    clock.advance(20_000)
    assert not await take(database, "wren")
    assert await take(database, "heron")
    clock.advance(29_999)
    assert not await take(database, "wren")
    assert await database.read(lambda tx: workers.owner_of(tx, "housekeeping")) == "heron"
    clock.advance(1)

    assert await database.read(lambda tx: workers.owner_of(tx, "housekeeping")) is None
    assert await take(database, "wren")
    assert not await take(database, "heron")


async def test_a_duty_that_is_left_is_free_at_once(database: Database) -> None:
    assert await take(database, "serve:heron")
    await database.write(lambda tx: workers.leave_duties(tx, "worker:"))
    assert not await take(database, "wren")
    await database.write(lambda tx: workers.leave_duties(tx, "serve:"))

    assert await take(database, "wren")


async def test_after_the_clock_went_back_no_duty_stays_with_the_dead(database: Database, clock: FrozenClock) -> None:
    assert await take(database, "heron")
    clock.advance(-3_600_000)

    assert await take(database, "wren")


async def test_workers_learn_the_address_of_the_service_that_was_started_last(
    database: Database, clock: FrozenClock
) -> None:
    await register(database, HERON)
    assert await database.read(workers.address_of_service) is None
    for name, address in (("front:old", "http://localhost:8000"), ("front:new", "https://media.example.com")):
        clock.advance(1_000)
        await register(database, Worker(name, "1.2.0", "c0ffee", (), address))
    clock.advance(1_000)
    await register(database, Worker("worker:swift", "1.2.0", "c0ffee", ("cpu",)))

    assert await database.read(workers.address_of_service) == "https://media.example.com"
    await database.write(lambda tx: workers.stop(tx, "front:new"))
    assert await database.read(workers.address_of_service) == "http://localhost:8000"
