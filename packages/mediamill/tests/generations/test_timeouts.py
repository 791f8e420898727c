"""An account whose work keeps running into time limits runs one at a time for a while, whichever worker claims."""

import pytest

from mediamill import generations
from mediamill.accounts import Account, Plan, open_account
from mediamill.db import Database
from mediamill.generations import Generation, NewGeneration, Policy
from mediamill.generations.timeouts import SLOWED_MS, TIMEOUTS_MAX, WINDOW_MS
from tests.clock import FrozenClock

pytestmark = pytest.mark.anyio


@pytest.fixture
async def mallory(database: Database) -> Account:
    return await database.write(lambda tx: open_account(tx, "mallory@example.com", Plan.FREE, 100))


class Queue:
    """Generations of accounts, claimed by workers."""

    def __init__(self, database: Database, policy: Policy) -> None:
        self.database = database
        self.policy = policy

    async def accept(self, account: Account, count: int) -> None:
        order = NewGeneration(account.id, "rehearsal", "slow", "image", "{}", "{}", None, "cpu", 0, 7)
        for _ in range(count):
            await self.database.write(lambda tx: generations.accept(tx, order))

    async def claim(self, worker: str) -> Generation | None:
        return await self.database.write(lambda tx: generations.claim(tx, worker, "cpu", self.policy))

    async def time_out(self) -> bool:
        """One is claimed, takes too long and ends; whether its account is slowed from now on."""
        claimed = await self.claim("heron")
        assert claimed is not None
        await self.database.write(lambda tx: generations.fail(tx, claimed, "heron", "It took too long."))
        return await self.database.write(lambda tx: generations.note_timeout(tx, claimed))


@pytest.fixture
def queue(database: Database, policy: Policy) -> Queue:
    return Queue(database, policy)


async def test_three_timeouts_in_ten_minutes_slow_an_account_on_every_worker(
    queue: Queue, mallory: Account, clock: FrozenClock
) -> None:
    await queue.accept(mallory, 6)
    assert [False, False, True] == [await queue.time_out() for _ in range(TIMEOUTS_MAX)]
    assert await queue.claim("heron") is not None
    assert await queue.claim("stork") is None

    clock.advance(SLOWED_MS)
    assert await queue.claim("stork") is not None


async def test_the_operator_is_told_who_was_slowed(
    queue: Queue, mallory: Account, caplog: pytest.LogCaptureFixture
) -> None:
    await queue.accept(mallory, TIMEOUTS_MAX)
    for _ in range(TIMEOUTS_MAX):
        assert "account slowed" not in caplog.text
        await queue.time_out()

    assert f"account slowed account={mallory.id}" in caplog.text


async def test_timeouts_further_apart_slow_nobody(queue: Queue, mallory: Account, clock: FrozenClock) -> None:
    await queue.accept(mallory, 5)
    for _ in range(TIMEOUTS_MAX):
        assert not await queue.time_out()
        clock.advance(WINDOW_MS // 2)
    assert await queue.claim("heron") is not None
    assert await queue.claim("heron") is not None


async def test_others_go_on_as_before(queue: Queue, mallory: Account, ben: Account) -> None:
    await queue.accept(mallory, TIMEOUTS_MAX)
    for _ in range(TIMEOUTS_MAX):
        await queue.time_out()
    await queue.accept(ben, 2)

    assert await queue.claim("heron") is not None
    assert await queue.claim("heron") is not None


async def test_one_attempt_counts_once(queue: Queue, mallory: Account, database: Database) -> None:
    await queue.accept(mallory, 1)
    claimed = await queue.claim("heron")
    assert claimed is not None

    told = [await database.write(lambda tx: generations.note_timeout(tx, claimed)) for _ in range(TIMEOUTS_MAX + 1)]
    assert not any(told)
