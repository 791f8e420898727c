"""Hundreds of generations at one vendor: it is away, it refuses, its cap is nearly used up, and workers die."""

from collections import Counter
from pathlib import Path

import pytest

from mediamill import jobs, purchases
from mediamill.clock import day_of
from mediamill.db import SqliteDatabase
from mediamill.engines import EngineUnavailable, Scope, SpendingCap
from mediamill.generations import Status
from tests.clock import FrozenClock
from tests.dispatch.remote.test_killed import KINDS
from tests.dispatch.remote.world import LEASE_MS, Killed, MemoryVendor, Points, World

DOLLAR = 1_000_000
MORNING = 1_795_305_600_000  # 2026-11-22, 00:00 in UTC: the day is long
CROWD = 500
RACERS = 200
POINTS_IN_A_LIFE = 24  # and a bit: the deaths wander through the lives of two generations
DEATHS = 2 * POINTS_IN_A_LIFE
HOURS = 8  # in which nobody dies; each job has a few looks in them
HOUR_MS = 3_600_000
SLOW_CROWD = pytest.param(CROWD, marks=pytest.mark.slow)


@pytest.mark.parametrize("count", [10, SLOW_CROWD])
async def test_ten_minutes_of_outage_end_nothing_in_error(world: World, count: int) -> None:
    """Everybody's pictures wait, a few calls try, and all of them are made when the vendor is back."""
    ada = await world.open_account(first_credits=8 * count)
    orders = [await world.order(ada) for _ in range(count)]
    down_until = world.clock.now + 600_000
    truth, calls = world.engine.submit, 0

    async def submit(request: object, vendor: object) -> object:
        nonlocal calls
        if world.clock.now < down_until:
            calls += 1
            raise EngineUnavailable("The vendor answers 503.", 2, Scope.ENGINE)
        return await truth(request, vendor)  # type: ignore[arg-type]

    world.engine.submit = submit  # type: ignore[method-assign,assignment]
    worker = world.hire()
    done = [await world.finish(order, worker) for order in orders]

    assert {(one.status, one.losses) for one in done} == {(Status.SUCCESS, 0)}
    assert len(world.vendor.sales) == count
    assert calls < 40  # however many wait


@pytest.mark.parametrize("count", [16, SLOW_CROWD])
async def test_a_storm_of_refusals_settles_at_what_the_vendor_takes(world: World, count: int) -> None:
    """The vendor takes four jobs at once and says so only by refusing the fifth."""
    world.vendor.looks = 4
    truth, refusals = world.engine.submit, 0

    async def submit(request: object, vendor: object) -> object:
        nonlocal refusals
        under_way = await world.database.read(lambda tx: jobs.under_way(tx, world.engine_name))
        if sum(under_way.values()) >= 4:
            refusals += 1
            raise EngineUnavailable("Too many jobs at once.", 2, Scope.KEY)
        return await truth(request, vendor)  # type: ignore[arg-type]

    world.engine.submit = submit  # type: ignore[method-assign,assignment]
    ada = await world.open_account(first_credits=8 * count)
    orders = [await world.order(ada) for _ in range(count)]
    worker = world.hire()
    done = [await world.finish(order, worker) for order in orders]

    assert {(one.status, one.losses) for one in done} == {(Status.SUCCESS, 0)}
    assert len(world.vendor.sales) == count
    assert refusals <= count + 4


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_two_hundred_want_the_last_dollar_while_workers_die(
    kind: str, tmp_path: Path, database: SqliteDatabase, clock: FrozenClock
) -> None:
    """Each worker dies one point later than the one before: the cap holds, and every sale is booked."""
    clock.now = MORNING
    world = World(tmp_path, database, clock, MemoryVendor(), **KINDS[kind])
    world.cap = SpendingCap(day=DOLLAR)
    world.set_up()
    ada = await world.open_account(first_credits=8 * RACERS)
    orders = [await world.order(ada) for _ in range(RACERS)]
    today, deaths = day_of(clock.now), Counter[str]()
    for number in range(DEATHS + HOURS):
        worker = world.hire(Points(number % POINTS_IN_A_LIFE if number < DEATHS else None))
        try:
            while await worker.step():
                pass
            clock.advance(HOUR_MS)
        except Killed as death:
            deaths[str(death)] += 1
            clock.advance(LEASE_MS + 1)
        await world.rescue()
        booked = await world.database.read(lambda tx: purchases.used(tx, world.engine_name, "", today))
        assert world.billed() <= booked <= DOLLAR

    assert day_of(clock.now) == today
    assert sum(deaths.values()) >= POINTS_IN_A_LIFE
    assert {"before the submit", "the vendor has sold it", "before a write", "after a write"} <= set(deaths)
    assert 0.4 * DOLLAR <= world.billed()  # some of it is held for answers that were lost
    statuses = Counter([(await world.read(order)).status for order in orders])
    assert statuses[Status.SUCCESS] <= len(world.vendor.sales)
    assert await world.discrepancies() == []
