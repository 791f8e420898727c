"""A vendor that does not work is left alone for a while, by everybody alike; then one call tries."""

import asyncio
from functools import partial

import pytest

from mediamill import breakers
from mediamill.breakers import EVERY, Barred
from mediamill.breakers.breaker import (
    AHEAD_MS_MAX,
    FAILURES_MIN,
    JITTER,
    OPEN_MS_MAX,
    OPEN_MS_MIN,
    PROBE_MS,
    WINDOW_MS,
)
from mediamill.db import SqliteDatabase
from tests.clock import FrozenClock

PICTURE, SPEECH = "create-image/nano-banana", "text-to-speech/voicevendor-tts"


class Vendor:
    """fal, seen by a worker that has the keys `a` and `b`."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database

    async def admit(self, key: str = "a", model: str = PICTURE, engine: str = "fal") -> Barred | None:
        return await self.database.write(partial(breakers.admit, engine=engine, key_id=key, model=model))

    async def fail(self, times: int = 1) -> bool:
        is_open = False
        for _ in range(times):
            is_open = await self.database.write(partial(breakers.failed, engine="fal", reason="It answers 503."))
        return is_open

    async def succeed(self, times: int = 1, key: str = "a") -> bool:
        closed = False
        for _ in range(times):
            work = partial(breakers.succeeded, engine="fal", key_id=key, model=PICTURE)
            closed = await self.database.write(work)
        return closed

    async def trip(self, key: str = EVERY, model: str = EVERY, retry_ms: int = 0) -> None:
        work = partial(breakers.trip, engine="fal", key_id=key, model=model, reason="No.", retry_ms=retry_ms)
        await self.database.write(work)


@pytest.fixture
def fal(database: SqliteDatabase) -> Vendor:
    return Vendor(database)


async def test_it_opens_at_five_failures_that_are_half_of_the_calls(fal: Vendor) -> None:
    await fal.succeed(FAILURES_MIN)

    assert not await fal.fail(FAILURES_MIN - 1)
    assert await fal.admit() is None
    assert await fal.fail()
    assert await fal.admit() is not None


async def test_a_few_failures_among_many_calls_open_nothing(fal: Vendor) -> None:
    await fal.succeed(FAILURES_MIN + 1)

    assert not await fal.fail(FAILURES_MIN)


async def test_failures_of_long_ago_do_not_count(fal: Vendor, clock: FrozenClock) -> None:
    await fal.fail(FAILURES_MIN - 1)
    clock.advance(WINDOW_MS)

    assert not await fal.fail()


async def test_while_it_is_open_nobody_is_admitted_then_one(fal: Vendor, clock: FrozenClock) -> None:
    await fal.fail(FAILURES_MIN)
    barred = await fal.admit()
    assert barred is not None
    assert OPEN_MS_MIN <= barred.wait_ms <= OPEN_MS_MIN * (1 + JITTER)
    assert (barred.reason, barred.is_paused) == ("It answers 503.", False)
    clock.advance(barred.wait_ms - 1)
    assert await fal.admit() is not None
    clock.advance(1)

    tries = await asyncio.gather(*(fal.admit() for _ in range(20)))

    assert sum(one is None for one in tries) == 1
    assert {one.wait_ms for one in tries if one is not None} == {PROBE_MS}


async def test_the_call_that_works_closes_it(fal: Vendor, clock: FrozenClock) -> None:
    await fal.fail(FAILURES_MIN)
    clock.advance(2 * OPEN_MS_MIN)
    assert await fal.admit() is None

    assert await fal.succeed()

    assert [await fal.admit() for _ in range(3)] == [None] * 3
    assert not await fal.succeed()
    assert not await fal.fail(FAILURES_MIN - 2)  # what failed before is forgotten


async def test_each_further_time_it_stays_open_for_twice_as_long(fal: Vendor, clock: FrozenClock) -> None:
    await fal.fail(FAILURES_MIN)
    pauses = []
    for _ in range(12):
        barred = await fal.admit()
        assert barred is not None
        pauses.append(barred.wait_ms)
        clock.advance(barred.wait_ms)
        assert await fal.admit() is None
        assert await fal.fail()

    expected = [min(OPEN_MS_MAX, OPEN_MS_MIN * 2**times) for times in range(12)]
    assert all(least <= pause <= least * (1 + JITTER) for pause, least in zip(pauses, expected, strict=True))


async def test_a_later_deadline_wins(fal: Vendor) -> None:
    await fal.trip(retry_ms=600_000)
    await fal.trip(retry_ms=1_000)

    barred = await fal.admit()
    assert barred is not None
    assert barred.wait_ms >= 600_000


async def test_a_key_a_model_and_an_engine_bar_no_more_than_themselves(fal: Vendor) -> None:
    await fal.trip(key="a")
    await fal.trip(model=SPEECH)

    assert await fal.admit("a") is not None
    assert await fal.admit("b") is None
    assert await fal.admit("b", SPEECH) is not None
    assert await fal.admit(engine="elevenlabs") is None

    await fal.trip()
    assert await fal.admit("b") is not None
    found = await fal.database.read(breakers.open_breakers)
    assert [(one.key_id, one.model) for one in found] == [(EVERY, EVERY), (EVERY, SPEECH), ("a", EVERY)]


async def test_one_key_that_works_closes_no_other(fal: Vendor, clock: FrozenClock) -> None:
    await fal.trip(key="a")
    await fal.trip(key="b")

    await fal.succeed(key="b")

    assert await fal.admit("b") is None
    assert await fal.admit("a") is not None


async def test_what_is_paused_no_call_resumes(fal: Vendor, clock: FrozenClock) -> None:
    await fal.database.write(partial(breakers.pause, engine="fal", reason="The contract has ended."))
    clock.advance(10 * OPEN_MS_MAX)
    await fal.succeed()

    barred = await fal.admit()
    assert barred is not None
    assert (barred.reason, barred.is_paused) == ("The contract has ended.", True)
    assert await fal.database.write(partial(breakers.resume, engine="fal"))
    assert await fal.admit() is None
    assert not await fal.database.write(partial(breakers.resume, engine="fal"))


async def test_a_clock_that_goes_back_keeps_nothing_open_for_a_day(fal: Vendor, clock: FrozenClock) -> None:
    clock.advance(86_400_000)
    await fal.fail(FAILURES_MIN)
    clock.advance(-86_400_000)

    assert await fal.admit() is None
    barred = await fal.admit()  # the first one tries now
    assert barred is not None
    assert barred.wait_ms <= AHEAD_MS_MAX
