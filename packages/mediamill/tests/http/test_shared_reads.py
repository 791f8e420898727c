"""Many who follow generations cost as few statements as one does."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from mediamill import generations
from mediamill.accounts import Account
from mediamill.db import Database, StoreBusy
from mediamill.generations import Accepted, NewGeneration
from mediamill.http.shared_reads import SharedReads, until_next_look

pytestmark = pytest.mark.anyio


class Counted:
    """The database's reads of one statement, counted; the next ones may fail."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.reads = 0
        self.is_away = False

    async def read_one(self, work: Callable[[Any], Any]) -> Any:
        self.reads += 1
        if self.is_away:
            raise StoreBusy(fault="it cannot be reached")
        return await self.database.read_one(work)


@pytest.fixture
def counted(database: Database) -> Counted:
    return Counted(database)


@pytest.fixture
def reads(counted: Counted) -> SharedReads:
    return SharedReads(counted)  # type: ignore[arg-type]


async def ordered(database: Database, account: Account) -> str:
    new = NewGeneration(account.id, "drum-generator", "drumgen", "audio", "{}", "{}", None, "cpu", 0, 7)
    decision = await database.write(lambda tx: generations.accept(tx, new))
    assert isinstance(decision, Accepted)
    return decision.id


async def test_whoever_asks_at_the_same_time_is_answered_by_one_statement(
    database: Database, ada: Account, counted: Counted, reads: SharedReads
) -> None:
    ids = [await ordered(database, ada) for _ in range(3)]
    found = await asyncio.gather(*(reads.find(id) for id in ids * 20), reads.find("gen_unknown"))

    assert [one.id for one in found if one is not None] == ids * 20
    assert found[-1] is None
    assert counted.reads == 1


async def test_a_statement_that_has_begun_answers_nobody_who_asks_later(
    database: Database, ada: Account, counted: Counted, reads: SharedReads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ends in between would be missed."""
    id = await ordered(database, ada)
    begun, goes_on, read_one = asyncio.Event(), asyncio.Event(), counted.read_one

    async def held(work: Callable[[Any], Any]) -> Any:
        found = await read_one(work)
        begun.set()
        await goes_on.wait()
        return found

    monkeypatch.setattr(counted, "read_one", held)
    early = asyncio.create_task(reads.find(id))
    await begun.wait()
    await database.write(lambda tx: generations.cancel(tx, id))
    late = asyncio.create_task(reads.find(id))
    goes_on.set()
    before, after = await early, await late

    assert before is not None
    assert before.status is generations.Status.PROCESSING
    assert after is not None
    assert after.status is generations.Status.ERROR
    assert counted.reads == 2


async def test_a_failure_is_told_to_all_and_kept_from_the_next(
    database: Database, ada: Account, counted: Counted, reads: SharedReads
) -> None:
    id = await ordered(database, ada)
    counted.is_away = True
    told = await asyncio.gather(reads.find(id), reads.find(id), return_exceptions=True)
    counted.is_away = False
    found = await reads.find(id)

    assert [type(one) for one in told] == [StoreBusy, StoreBusy]
    assert found is not None


async def test_one_who_gives_up_takes_nothing_from_the_others(
    database: Database, ada: Account, reads: SharedReads
) -> None:
    id = await ordered(database, ada)
    gone, stays = (asyncio.create_task(reads.find(id)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    found = await stays

    assert found is not None
    assert gone.cancelled()


async def test_all_who_poll_as_often_meet() -> None:
    loop = asyncio.get_running_loop()
    now = loop.time()
    first, second = now + until_next_look(0.25), loop.time() + until_next_look(0.25)

    assert 0 < until_next_look(0.25) <= 0.25
    assert min((second - first) % 0.25, (first - second) % 0.25) < 0.01
