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
    PROBE_LOOK_MS,
    PROBE_MS,
    WINDOW_MS,
)
from mediamill.db import Database
from tests.clock import FrozenClock

PICTURE, SPEECH = "create-image/nano-banana", "text-to-speech/voicevendor-tts"


class Vendor:
    """fal, seen by a worker that has the keys `a` and `b`."""

    def __init__(self, database: Database) -> None:
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
def fal(database: Database) -> Vendor:
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
    assert {one.wait_ms for one in tries if one is not None} == {PROBE_LOOK_MS}


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


async def test_one_that_tries_takes_the_turn_of_no_other_breaker(fal: Vendor, clock: FrozenClock) -> None:
    """Two keys and a model are open, their time is over: a call with key a says nothing of key b or of speech."""
    await fal.trip(key="a")
    await fal.trip(key="b")
    await fal.trip(model=SPEECH)
    clock.advance(2 * OPEN_MS_MIN)

    assert await fal.admit("a") is None
    assert await fal.admit("b") is None
    assert await fal.admit("c", SPEECH) is None
    assert [await fal.admit(key) for key in ("a", "b")] == [Barred("No.", PROBE_LOOK_MS)] * 2


async def test_the_one_that_tried_and_was_never_heard_of_keeps_others_for_a_minute(
    fal: Vendor, clock: FrozenClock
) -> None:
    await fal.fail(FAILURES_MIN)
    clock.advance(2 * OPEN_MS_MIN)
    assert await fal.admit() is None
    clock.advance(PROBE_MS - 1)
    assert await fal.admit() is not None
    clock.advance(1)

    assert await fal.admit() is None


async def test_a_breaker_that_opens_again_lets_another_try_when_its_time_is_over(
    fal: Vendor, clock: FrozenClock
) -> None:
    """The one that tried failed: others do not wait for it."""
    await fal.fail(FAILURES_MIN)
    clock.advance(2 * OPEN_MS_MIN)
    assert await fal.admit() is None
    await fal.fail()
    barred = await fal.admit()
    assert barred is not None
    clock.advance(barred.wait_ms)

    assert await fal.admit() is None


async def test_calls_count_from_the_moment_it_closes(fal: Vendor, clock: FrozenClock) -> None:
    """Neither what failed before it opened, nor what was tried while it was open, counts afterwards."""
    await fal.fail(FAILURES_MIN)
    await fal.succeed()

    assert not await fal.fail(FAILURES_MIN - 1)
    assert await fal.fail()


async def test_failures_count_while_their_window_lasts(fal: Vendor, clock: FrozenClock) -> None:
    await fal.fail(FAILURES_MIN - 1)
    clock.advance(WINDOW_MS - 1)

    assert await fal.fail()


async def test_an_engine_that_fails_again_begins_with_a_short_pause(fal: Vendor, clock: FrozenClock) -> None:
    """What it was like before it worked is forgotten: times, reason, deadline, and whose help it takes."""
    await fal.trip(retry_ms=600_000)
    assert await fal.succeed()
    await fal.fail(FAILURES_MIN)

    (found,) = await fal.database.read(breakers.open_breakers)
    assert (found.times, found.reason, found.for_operator) == (1, "It answers 503.", False)
    assert found.open_until <= clock.now + OPEN_MS_MIN * (1 + JITTER)


async def test_only_what_needs_the_operator_says_so_until_it_closes(fal: Vendor) -> None:
    await fal.fail(FAILURES_MIN)
    (found,) = await fal.database.read(breakers.open_breakers)
    assert not found.for_operator
    await fal.trip()
    await fal.fail()

    (found,) = await fal.database.read(breakers.open_breakers)
    assert (found.for_operator, found.reason) == (True, "It answers 503.")


async def test_a_success_closes_the_breakers_of_its_own_engine_key_and_model_alone(fal: Vendor) -> None:
    await fal.trip(model=SPEECH)
    await fal.trip(model=PICTURE)
    other = partial(breakers.trip, engine="elevenlabs", key_id=EVERY, model=EVERY, reason="No.")
    await fal.database.write(other)

    assert await fal.succeed()

    assert await fal.admit(model=PICTURE) is None
    assert await fal.admit(model=SPEECH) is not None
    assert await fal.admit(engine="elevenlabs") is not None


async def test_a_new_secret_lets_that_key_try_at_once_and_nothing_else(fal: Vendor, clock: FrozenClock) -> None:
    await fal.trip(key="a", retry_ms=600_000)
    await fal.trip(key="b", retry_ms=600_000)
    await fal.trip(key="a", model=SPEECH, retry_ms=600_000)
    other = partial(breakers.trip, engine="elevenlabs", key_id="a", model=EVERY, reason="No.", retry_ms=600_000)
    await fal.database.write(other)

    await fal.database.write(partial(breakers.try_now, engine="fal", key_id="a"))

    found = await fal.database.read(breakers.open_breakers)
    assert [one for one in found if one.open_until <= clock.now] == [
        one for one in found if (one.engine, one.key_id, one.model) == ("fal", "a", EVERY)
    ]
    assert len(found) == 4
    assert await fal.admit("a") is None


async def test_a_new_secret_opens_nothing_and_keeps_nothing_open(fal: Vendor, clock: FrozenClock) -> None:
    """A breaker whose time was over keeps it; one that is closed stays so."""
    await fal.trip(key="a")
    over = (await fal.database.read(breakers.open_breakers))[0].open_until
    clock.advance(10 * OPEN_MS_MIN)
    await fal.database.write(partial(breakers.try_now, engine="fal", key_id="a"))
    assert (await fal.database.read(breakers.open_breakers))[0].open_until == over
    await fal.succeed()
    await fal.database.write(partial(breakers.try_now, engine="fal", key_id="a"))

    assert await fal.database.read(breakers.open_breakers) == []


async def test_the_longest_pause_is_that_of_the_key_that_is_asked_for(fal: Vendor) -> None:
    """A key that failed ten times says nothing of another key's first time, nor of a model's."""
    for _ in range(10):
        await fal.trip(key="a")
    await fal.trip(key="b")
    await fal.trip(key="a", model=SPEECH)

    found = {(one.key_id, one.model): one for one in await fal.database.read(breakers.open_breakers)}
    assert [found[place].times for place in (("a", EVERY), ("b", EVERY), ("a", SPEECH))] == [10, 1, 1]
    pauses = [found[place].open_until - found[place].opened_at for place in (("b", EVERY), ("a", SPEECH))]
    assert all(OPEN_MS_MIN <= pause <= OPEN_MS_MIN * (1 + JITTER) for pause in pauses)


async def test_a_pause_said_again_has_the_latest_reason(fal: Vendor) -> None:
    await fal.database.write(partial(breakers.pause, engine="fal", reason="Three answers were cut.", by_itself=True))
    await fal.database.write(partial(breakers.pause, engine="fal", reason="The contract has ended."))
    await fal.database.write(partial(breakers.pause, engine="elevenlabs", reason="Their bill is odd."))

    found = await fal.database.read(breakers.pauses)
    assert [(one.engine, one.reason, one.by_itself) for one in found] == [
        ("elevenlabs", "Their bill is odd.", False),
        ("fal", "The contract has ended.", False),
    ]


async def test_breakers_are_listed_by_engine(fal: Vendor) -> None:
    for engine in ("replicate", "elevenlabs"):
        await fal.database.write(partial(breakers.trip, engine=engine, key_id=EVERY, model=EVERY, reason="No."))

    assert [one.engine for one in await fal.database.read(breakers.open_breakers)] == ["elevenlabs", "replicate"]


async def test_each_model_and_each_engine_has_a_turn_of_its_own(fal: Vendor, clock: FrozenClock) -> None:
    for engine, model in (("fal", PICTURE), ("fal", SPEECH), ("elevenlabs", PICTURE)):
        trip = partial(breakers.trip, engine=engine, key_id=EVERY, model=model, reason="No.")
        await fal.database.write(trip)
    clock.advance(2 * OPEN_MS_MIN)

    assert await fal.admit(model=PICTURE) is None
    assert await fal.admit(model=SPEECH) is None
    assert await fal.admit(model=PICTURE, engine="elevenlabs") is None
    assert await fal.admit(model=PICTURE) == Barred("No.", PROBE_LOOK_MS)


async def test_an_engine_begins_with_a_short_pause_however_often_another_failed(fal: Vendor) -> None:
    for engine in ("elevenlabs",) * 10 + ("fal",):
        await fal.database.write(partial(breakers.trip, engine=engine, key_id="a", model=EVERY, reason="No."))

    found = {one.engine: one for one in await fal.database.read(breakers.open_breakers)}
    assert found["fal"].open_until - found["fal"].opened_at <= OPEN_MS_MIN * (1 + JITTER)
