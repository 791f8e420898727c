"""Pages of an account's generations: its own, of the status that is asked for, the same from either side."""

import pytest

from mediamill import generations
from mediamill.accounts import Account
from mediamill.db import Database, Query, Row, Transaction
from mediamill.generations import Page, Status
from mediamill.generations.listing import DEEP_OFFSET
from tests.clock import FrozenClock
from tests.generations.queue import Queue
from tests.generations.stage import Stage


class Watched:
    """A transaction that notes which queries gave rows."""

    def __init__(self, tx: Transaction) -> None:
        self.tx = tx
        self.asked: list[str] = []

    def all(self, query: Query, **parameters: object) -> list[Row]:
        self.asked.append(query.name)
        return self.tx.all(query, **parameters)

    def __getattr__(self, name: str) -> object:
        return getattr(self.tx, name)


@pytest.mark.parametrize("offset", [0, 1, 2, 3])
async def test_a_page_of_a_status_has_only_the_accounts_own_in_that_status(
    queue: Queue, ada: Account, ben: Account, offset: int
) -> None:
    canceled = []
    for _ in range(4):
        for account in (ben, ada):
            _under_way, ended = await queue.accept(account), await queue.accept(account)
            await queue.cancel(ended)
            if account is ada:
                canceled.append(ended)

    page = await read_page(queue.database, ada, Status.ERROR, limit=2, offset=offset)
    assert [generation.id for generation in page.generations] == canceled[::-1][offset : offset + 2]
    assert page.total == 4


async def test_a_status_that_nothing_is_in_has_an_empty_page(queue: Queue, ada: Account) -> None:
    await queue.accept(ada)

    page = await read_page(queue.database, ada, Status.SUCCESS, limit=2, offset=0)
    assert (page.generations, page.total, page.has_more) == ((), 0, False)


@pytest.mark.parametrize(("offset", "query"), [(3, "page"), (4, "page_from_end")])
async def test_a_page_is_read_from_the_side_that_is_nearer(queue: Queue, ada: Account, offset: int, query: str) -> None:
    for _ in range(7):
        await queue.accept(ada)

    def asked(tx: Transaction) -> list[str]:
        watched = Watched(tx)
        generations.page(watched, ada.id, status=None, limit=2, offset=offset)  # type: ignore[arg-type]
        return watched.asked

    assert (await queue.database.read(asked))[-1] == query


def test_a_page_far_from_the_first_is_read_aside() -> None:
    assert [generations.is_deep(offset) for offset in (0, DEEP_OFFSET - 1, DEEP_OFFSET)] == [False, False, True]


async def read_page(database: Database, account: Account, status: Status, *, limit: int, offset: int) -> Page:
    return await database.read(lambda tx: generations.page(tx, account.id, status=status, limit=limit, offset=offset))


async def test_those_that_took_more_than_one_attempt_are_told_by_when_they_ended(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    for _ in range(4):
        await stage.accept(ada, price=0)
    tried_twice = []
    for _ in range(3):
        lost = await stage.must_claim()
        await stage.fail_attempt(lost)
        tried_twice.append(lost.id)
    await stage.succeed(await stage.must_claim(), charge=0)  # at its first attempt
    clock.advance(1_000)
    under_way, second, third = [await stage.must_claim() for _ in range(3)]
    ends = []
    for generation in (third, second):
        clock.advance(1)
        await stage.succeed(generation, charge=0)
        ends.append((generation.id, clock.now))

    async def told(since: int) -> list[tuple[str, int]]:
        found = await stage.database.read(lambda tx: generations.retried(tx, since=since, limit=5))
        return [(generation.id, ended_at) for generation, ended_at in found]

    assert under_way.id == tried_twice[0]
    assert await told(since=0) == await told(since=ends[0][1]) == ends
    assert await told(since=ends[0][1] + 1) == ends[1:]
