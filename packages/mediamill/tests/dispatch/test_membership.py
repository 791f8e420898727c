"""Two processes on one database: both are known, one keeps house, and a dead one is replaced."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from mediamill import dispatch, workers
from mediamill.db import SqliteDatabase
from mediamill.dispatch import Maintenance, Membership
from mediamill.dispatch.oversight import differences
from mediamill.storage import Storage, open_storage
from mediamill.workers import Orders, Served, Worker
from tests.clock import FrozenClock

LEASE_MS = 30_000
HOLOGRAM = Served("cpu", "holograms", "one")
DEADLINE_SECONDS = 30


class Watch(Maintenance):
    """Says when it sweeps; two of them must not at once."""

    def __init__(self, database: SqliteDatabase, storage: Storage) -> None:
        super().__init__(database, storage)
        self.swept = asyncio.Event()

    async def forget_keys(self) -> int:
        self.swept.set()
        return await super().forget_keys()


class Process:
    """What each process has of its own: a connection, maintenance, its membership."""

    def __init__(self, folder: Path, clock: FrozenClock, name: str, version: str = "1", catalogue: str = "a") -> None:
        self.nobody_runs: list[set[Served]] = []  # as it was told with each beat
        self.orders: list[Orders] = []
        self.loaded: list[str] = []
        self.database = SqliteDatabase(folder / "mediamill.db", now=clock)
        self.maintenance = Watch(self.database, open_storage(folder / "media"))
        self.membership = Membership(
            worker=Worker(name, version, catalogue, ("cpu",)),
            served=[Served("cpu", "drum-generator", "drumgen")],
            lacking=[HOLOGRAM, Served("cpu", "drum-generator", "drumgen")],
            on_nobody_runs=self.nobody_runs.append,
            on_orders=self.orders.append,
            loaded=lambda: self.loaded,
            database=self.database,
            maintenance=self.maintenance,
            lease_ms=LEASE_MS,
        )

    async def start(self) -> "Process":
        await self.database.start()
        await self.membership.start()
        return self

    def die(self) -> None:
        """Without a goodbye: its loops stand still, its row and its lease stay."""
        for loop in (self.membership.loop, *self.maintenance.loops):
            loop.cancel()

    @property
    def keeps_house(self) -> bool:
        return bool(self.maintenance.loops)

    async def sweeps(self) -> None:
        async with asyncio.timeout(DEADLINE_SECONDS):
            await self.maintenance.swept.wait()


Begin = Callable[..., Process]


@pytest.fixture
async def begin(tmp_path: Path, clock: FrozenClock) -> AsyncIterator[Begin]:
    begun: list[Process] = []

    def begin(name: str, **facts: str) -> Process:
        begun.append(Process(tmp_path, clock, name, **facts))
        return begun[-1]

    yield begin
    for process in begun:
        await process.membership.stop()
        await process.maintenance.stop()
        await process.database.stop()


async def test_one_of_two_keeps_house_and_the_other_takes_over_when_it_dies(begin: Begin, clock: FrozenClock) -> None:
    heron, wren = await begin("front:heron").start(), await begin("worker:wren").start()
    await heron.sweeps()
    assert (heron.keeps_house, wren.keeps_house) == (True, False)
    heron.die()
    clock.advance(LEASE_MS - 1)
    await wren.membership.beat()
    assert not wren.keeps_house
    clock.advance(1)
    await wren.membership.beat()
    await wren.sweeps()

    assert wren.keeps_house
    assert [worker.name for worker in await wren.database.read(workers.alive)] == ["worker:wren"]


async def test_each_beat_says_what_is_loaded(begin: Begin) -> None:
    heron = await begin("worker:heron").start()
    heron.loaded = ["larch"]
    await heron.membership.beat()

    assert [one.loaded for one in await heron.database.read(workers.alive)] == [("larch",)]


async def test_one_that_stops_leaves_the_duty_at_once(begin: Begin) -> None:
    heron, wren = await begin("front:heron").start(), await begin("worker:wren").start()
    await heron.membership.stop()
    assert not heron.keeps_house
    await wren.membership.beat()

    assert wren.keeps_house


async def test_one_that_stood_still_stops_when_it_sees_that_another_took_over(begin: Begin, clock: FrozenClock) -> None:
    heron, wren = await begin("front:heron").start(), await begin("worker:wren").start()
    clock.advance(LEASE_MS)
    await wren.membership.beat()
    await heron.membership.beat()

    assert (heron.keeps_house, wren.keeps_house) == (False, True)


async def test_nothing_is_swept_once_the_lease_may_be_over(begin: Begin) -> None:
    """The next sweep of a process that stood still comes before its next beat: it does nothing."""
    heron = begin("front:heron")
    await heron.database.start()
    heron.maintenance.held_until = 0.0
    heron.maintenance.start()
    for _ in range(10):
        await asyncio.sleep(0)

    assert heron.keeps_house
    assert not heron.maintenance.swept.is_set()


async def test_with_every_beat_it_hears_what_no_process_runs(begin: Begin, clock: FrozenClock) -> None:
    """One that ended may come back with its engines: for as long as it is remembered its models are left to it."""
    heron = await begin("worker:heron").start()
    assert heron.nobody_runs == [{HOLOGRAM}]
    other = Worker("worker:wren", "1", "a", ("cpu",))
    await heron.database.write(lambda tx: workers.register(tx, other, [HOLOGRAM], alive_ms=LEASE_MS))
    await heron.membership.beat()
    clock.advance(LEASE_MS)
    await heron.membership.beat()
    assert heron.nobody_runs[1:] == [set(), set()]
    await heron.database.write(lambda tx: workers.remove(tx, "worker:wren"))
    await heron.membership.beat()

    assert heron.nobody_runs[-1] == {HOLOGRAM}


async def test_processes_that_differ_are_warned_about_once(begin: Begin, caplog: pytest.LogCaptureFixture) -> None:
    heron = await begin("front:heron").start()
    assert await heron.database.read(dispatch.warnings) == []
    wren = await begin("worker:wren", version="2", catalogue="b").start()
    found = await heron.database.read(dispatch.warnings)
    caplog.clear()
    with caplog.at_level(logging.WARNING, "mediamill.dispatch"):
        await heron.membership.beat()
        await heron.membership.beat()

    assert found == [
        "Processes run different versions of mediamill: 1 (front:heron); 2 (worker:wren). Finish the upgrade.",
        "Processes have different catalogues: a (front:heron); b (worker:wren). "
        "Give all of them the same version and catalogue_dir, then restart them.",
    ]
    assert caplog.messages == found
    await wren.membership.stop()
    assert await heron.database.read(dispatch.warnings) == []


def test_services_with_different_addresses_are_named() -> None:
    processes = [
        Worker("front:heron", "1", "a", (), "http://localhost:8000"),
        Worker("front:wren", "1", "a", (), "http://localhost:9000"),
        Worker("worker:swift", "1", "a", ("cpu",)),
    ]

    assert differences(processes) == [
        "Services give their media different addresses: http://localhost:8000 (front:heron); "
        "http://localhost:9000 (front:wren). Set MEDIAMILL_PUBLIC_URL for all."
    ]
    assert differences(processes[1:]) == []
