"""The limits that processes keep together: as strict as those of one process, whichever is asked."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mediamill.accounts import RateLimiter, SharedRateLimiter, forget_rested, shared_rate
from mediamill.db import SqliteDatabase
from mediamill.plan import Rate
from tests.clock import FrozenClock

TEN_A_MINUTE = Rate(10, 60)


@pytest.fixture
async def shared(database_file: Path, clock: FrozenClock) -> AsyncIterator[SqliteDatabase]:
    """The statement is one text for both databases; here its clock is ours."""
    database = SqliteDatabase(database_file, now=clock)
    await database.start()
    yield database
    await database.stop()


def front(database: SqliteDatabase, clock: FrozenClock) -> SharedRateLimiter:
    """What one process has."""
    return SharedRateLimiter(database, now=clock, monotonic=lambda: clock.now / 1_000)


async def test_two_processes_grant_one_burst_together(shared: SqliteDatabase, clock: FrozenClock) -> None:
    here, there = front(shared, clock), front(shared, clock)
    verdicts = [await (here if number % 2 else there).count("ada", TEN_A_MINUTE) for number in range(12)]

    assert [verdict.allowed for verdict in verdicts] == [True] * 10 + [False] * 2
    assert [verdict.remaining for verdict in verdicts] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]
    assert (verdicts[-1].retry_seconds, verdicts[-1].reset_seconds, verdicts[-1].limit) == (6, 60, 10)
    assert (await there.count("ben", TEN_A_MINUTE)).allowed


async def test_it_decides_as_the_limiter_of_one_process(shared: SqliteDatabase, clock: FrozenClock) -> None:
    """The same calls at the same instants; whole milliseconds divide the interval."""
    alone = RateLimiter(monotonic=lambda: clock.now / 1_000)
    together = front(shared, clock)
    chance = random.Random(7)
    for _ in range(300):
        clock.advance(chance.choice((0, 0, 500, 3_000, 6_000, 30_000)))

        assert await together.count("ada", TEN_A_MINUTE) == alone.hit("ada", TEN_A_MINUTE)


async def test_who_was_refused_is_refused_without_asking_until_it_can_change(
    shared: SqliteDatabase, clock: FrozenClock
) -> None:
    limiter = front(shared, clock)
    verdicts = [await limiter.count("ada", TEN_A_MINUTE) for _ in range(11)]
    writes = shared.writes
    clock.advance(5_999)
    refused = await limiter.count("ada", TEN_A_MINUTE)

    assert not verdicts[-1].allowed
    assert (refused.allowed, refused.retry_seconds, shared.writes) == (False, 1, writes)
    clock.advance(1)
    assert (await limiter.count("ada", TEN_A_MINUTE)).allowed


async def test_nobody_is_locked_out_because_the_clock_went_back(shared: SqliteDatabase, clock: FrozenClock) -> None:
    for _ in range(5):
        await front(shared, clock).count("ada", TEN_A_MINUTE)
    clock.advance(-86_400_000)
    limiter = front(shared, clock)
    assert not (await limiter.count("ada", TEN_A_MINUTE)).allowed
    clock.advance(6_000)

    assert (await limiter.count("ada", TEN_A_MINUTE)).allowed


async def test_those_whose_allowance_is_full_are_forgotten(shared: SqliteDatabase, clock: FrozenClock) -> None:
    limiter = front(shared, clock)
    for caller in ("ada", "ben", "ben"):
        await limiter.count(caller, TEN_A_MINUTE)
    clock.advance(6_000)

    assert await shared.write(forget_rested) == 1
    assert (await limiter.count("ben", TEN_A_MINUTE)).remaining == 8


async def test_how_many_refused_ones_are_remembered_is_bounded(
    shared: SqliteDatabase, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_rate, "REFUSED_MAX", 2)
    limiter = front(shared, clock)
    for caller in ("ada", "ben", "mia"):
        for _ in range(2):
            await limiter.count(caller, Rate(1, 60))

    assert list(limiter.refused) == ["mia"]


async def test_a_rate_finer_than_any_clock_refuses_nobody(shared: SqliteDatabase, clock: FrozenClock) -> None:
    limiter = front(shared, clock)

    assert all([(await limiter.count("ada", Rate(1_000_000_000, 1))).allowed for _ in range(50)])
