"""Who is served next: accounts in turn, their receivers in turn, each with so many attempts at once."""

import math
import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from mediamill import db, webhooks
from mediamill.accounts import Account, Plan, open_account
from mediamill.webhooks.claiming import ACCOUNT_ATTEMPTS_MAX, HOST_ATTEMPTS_MAX, SQL
from tests.clock import FrozenClock
from tests.new_database import only_on_sqlite
from tests.webhooks.stage import REFUSED, TAKEN, Stage, names

DEAD = "https://dead.example.com/"
ALIVE = "https://alive.example.com/"


async def test_one_host_gets_four_at_once(stage: Stage, ada: Account, ben: Account) -> None:
    await stage.owe(ada, *[DEAD] * 9)
    await stage.owe(ben, *[DEAD] * 9)
    claimed = await stage.claim()

    assert len(claimed) == HOST_ATTEMPTS_MAX
    assert await stage.claim("another process") == []
    await stage.settle(claimed[0], TAKEN)
    assert len(await stage.claim("another process")) == 1


async def test_a_port_or_a_letters_case_makes_no_other_host(stage: Stage, ada: Account) -> None:
    await stage.owe(
        ada, *[f"https://{name}/{n}" for n, name in enumerate(["Dead.Example.com:8443", "dead.example.com."] * 4)]
    )

    assert len(await stage.claim()) == HOST_ATTEMPTS_MAX


async def test_one_account_gets_sixteen_at_once(stage: Stage, ada: Account, ben: Account) -> None:
    await stage.owe(ada, *[f"https://h{n}.example.com/" for n in range(50)])
    await stage.owe(ben, ALIVE)
    claimed = await stage.claim()

    assert Counter(one.delivery.account_id for one in claimed) == {ada.id: ACCOUNT_ATTEMPTS_MAX, ben.id: 1}


async def test_ten_thousand_to_a_dead_host_hold_up_nobody(stage: Stage, ada: Account, ben: Account) -> None:
    await stage.owe(ada, *[DEAD] * 10_000)
    (own,) = await stage.owe(ada, ALIVE)
    (foreign,) = await stage.owe(ben, ALIVE)
    claimed = await stage.claim()

    assert Counter(one.delivery.host for one in claimed) == {"dead.example.com": 4, "alive.example.com": 2}
    assert {own, foreign} < set(names(claimed))


async def test_nobody_between_the_first_account_and_the_last_is_passed_over(
    stage: Stage, ada: Account, ben: Account
) -> None:
    mia = await stage.database.write(lambda tx: open_account(tx, "mia@example.com", Plan.FREE, 0))
    for account in (ada, ben, mia):
        await stage.owe(account, ALIVE)

    assert {one.delivery.account_id for one in await stage.claim()} == {ada.id, ben.id, mia.id}


async def test_whoever_was_served_longest_ago_is_next_whatever_the_accounts_ids(
    stage: Stage, ada: Account, ben: Account
) -> None:
    mia = await stage.database.write(lambda tx: open_account(tx, "mia@example.com", Plan.FREE, 0))
    served = []
    for account in (ben, ada, mia):
        await stage.owe(account, *[ALIVE] * 3)
        served.append(await serve_one(stage))
    served += [await serve_one(stage) for _ in range(6)]

    assert served == [ben.id, ada.id, mia.id] * 3


async def test_the_time_that_comes_first_is_waited_for_and_marked_first(
    stage: Stage, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await stage.database.read(webhooks.until_next) == math.inf
    soon, later = await stage.owe(ada, ALIVE, DEAD)
    claimed = {one.delivery.generation_id: one for one in await stage.claim()}
    await stage.settle(claimed[later], REFUSED, delays_ms=(9_000,))
    await stage.settle(claimed[soon], REFUSED, delays_ms=(5_000,))
    assert await stage.database.read(webhooks.until_next) == 5_000
    clock.advance(9_000)
    monkeypatch.setattr("mediamill.webhooks.claiming.MARKED_MAX", 1)

    assert names(await stage.claim()) == [soon]
    assert names(await stage.claim()) == [later]


async def test_with_one_free_slot_accounts_take_turns(stage: Stage, ada: Account, ben: Account) -> None:
    await stage.owe(ada, *[f"https://h{n}.example.com/" for n in range(50)])
    (foreign,) = await stage.owe(ben, ALIVE)
    served = []
    for _ in range(3):
        claimed = await stage.must_claim()
        served.append(claimed.delivery.generation_id)
        await stage.settle(claimed, REFUSED)

    assert foreign in served[:2]


async def test_the_receivers_of_an_account_take_turns(stage: Stage, ada: Account) -> None:
    await stage.owe(ada, *(f"https://{name}.example.com/" for name in "bbbaaaccc"))
    order = []
    for _ in range(9):
        claimed = await stage.must_claim()
        order.append(claimed.delivery.host[0])
        await stage.settle(claimed, TAKEN)

    assert order == list("abcabcabc")


async def test_a_receiver_gets_what_is_owed_longest_first(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    owed = []
    for _ in range(4):
        owed += await stage.owe(ada)
        clock.advance(1)

    assert names(await stage.claim()) == owed


async def test_what_is_overdue_after_a_long_night_is_spread(
    stage: Stage, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.owe(ada, *[DEAD] * 3, *[ALIVE] * 47)
    while claimed := await stage.claim():
        for one in claimed:
            await stage.settle(one, REFUSED)
    clock.advance(86_400_000)
    monkeypatch.setattr("mediamill.webhooks.claiming.MARKED_MAX", 40)
    marked = [await stage.database.write(webhooks.mark_due) for _ in range(3)]

    assert marked == [40, 10, 0]
    assert Counter(one.delivery.host for one in await stage.claim()) == {"dead.example.com": 3, "alive.example.com": 4}


@only_on_sqlite
@pytest.mark.parametrize(
    "query", ["next_scheduled", "mark_due", "anything_waiting", "under_way", "turns", "next_host", "lease"]
)
async def test_no_look_for_work_reads_what_is_not_due(stage: Stage, tmp_path: Path, query: str) -> None:
    """By the plan: every way into the table leads through one of the small indexes made for it."""
    text: db.Query = getattr(SQL, query)
    given = dict.fromkeys(re.findall(r":([a-z_]+)", text.sqlite), 1)
    with sqlite3.connect(tmp_path / "mediamill.db") as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {text.sqlite}", given)]
    connection.close()
    ways = [line for line in plan if re.search(r"\b(deliveries|d)\b", line) and "generation_id=?" not in line]

    assert ways
    assert [way for way in ways if not re.search(r"INDEX deliveries_(scheduled|waiting|leased)", way)] == []


async def serve_one(stage: Stage) -> str:
    """Whose it was."""
    claimed = await stage.must_claim()
    await stage.settle(claimed, TAKEN)
    return claimed.delivery.account_id
