"""Caps under orders that come together: a group decides as one by one would, and a race spends no credit twice."""

import asyncio
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill import credits, generations
from mediamill.accounts import Account, Plan, open_account
from mediamill.credits import Caps
from mediamill.db import Database, Transaction
from mediamill.generations import Accepted, NotAccepted, Submission
from mediamill.http.accepting import gather_accepts
from tests.clock import FrozenClock
from tests.credits.test_caps import order
from tests.new_database import ON_POSTGRES, database_of_tests, put_away

KEYS = ("parent00", "child000", "other000", None)
CAPS = st.builds(Caps, day=st.none() | st.integers(0, 30), total=st.none() | st.integers(0, 30))
ORDERS = st.lists(st.tuples(st.sampled_from(KEYS), st.integers(0, 12)), min_size=1, max_size=12)
RACERS = 200


def cap(tx: Transaction, account: Account, of_account: Caps, of_parent: Caps, of_child: Caps) -> None:
    credits.set_account_caps(tx, account.id, of_account)
    credits.set_key_caps(tx, account.id, "parent00", of_parent)
    credits.set_key_caps(tx, account.id, "child000", of_child, origin="parent00")


async def decide(orders: list[tuple[str | None, int]], caps: tuple[Caps, Caps, Caps], *, together: bool) -> list[bool]:
    """Which orders a new account's caps let through."""
    with TemporaryDirectory() as folder:
        database = database_of_tests(Path(folder), FrozenClock())
        await database.start()
        try:
            ada = await database.write(lambda tx: open_account(tx, "ada@example.com", Plan.PRO, 1_000))
            await database.write(lambda tx: cap(tx, ada, *caps))
            submissions = [order(ada, *one) for one in orders]
            groups = [submissions] if together else [[one] for one in submissions]
            decided = [await database.write(partial(generations.accept_all, submissions=group)) for group in groups]
        finally:
            await put_away(database)
    return [isinstance(one, Accepted) for group in decided for one in group]


def allowed(orders: list[tuple[str | None, int]], caps: tuple[Caps, Caps, Caps]) -> list[bool]:
    """The same by counting on one's fingers."""
    spent: Counter[str] = Counter()
    answers = []
    for key, price in orders:
        payers = {"": caps[0]}
        if key in ("parent00", "child000"):
            payers["parent00"] = caps[1]
        if key == "child000":
            payers["child000"] = caps[2]
        may = not price or all(
            most is None or spent[payer] + price <= most
            for payer, theirs in payers.items()
            for most in (theirs.day, theirs.total)
        )
        answers.append(may)
        if may:
            spent.update(dict.fromkeys(payers, price))
    return answers


@settings(max_examples=5 if ON_POSTGRES else 25)
@given(orders=ORDERS, caps=st.tuples(CAPS, CAPS, CAPS))
def test_a_group_is_decided_as_one_by_one(orders: list[tuple[str | None, int]], caps: tuple[Caps, Caps, Caps]) -> None:
    together, alone = (asyncio.run(decide(orders, caps, together=each)) for each in (True, False))

    assert together == alone == allowed(orders, caps)


@pytest.mark.parametrize("is_grouped", [True, False], ids=["grouped", "one by one"])
async def test_two_hundred_race_for_the_last_credits_of_a_cap(
    database: Database, ada: Account, is_grouped: bool
) -> None:
    await database.write(lambda tx: cap(tx, ada, Caps(), Caps(day=100), Caps(total=50)))
    accepts = gather_accepts(database, lambda tx, intents: None)

    async def submit(submission: Submission) -> Accepted | NotAccepted:
        if is_grouped:
            return await accepts.submit(submission)
        return (await database.write(lambda tx: generations.accept_all(tx, [submission])))[0]

    keys = ["child000" if number % 2 else "parent00" for number in range(RACERS)]
    answers = await asyncio.gather(*(submit(order(ada, key, 4)) for key in keys))
    accepted = Counter(key for key, answer in zip(keys, answers, strict=True) if isinstance(answer, Accepted))

    assert {answer for answer in answers if not isinstance(answer, Accepted)} == {NotAccepted.CAPPED}
    assert accepted["parent00"] + accepted["child000"] == 25
    assert accepted["child000"] <= 12
    spending = await database.read(lambda tx: credits.spending_of_keys(tx, ada.id, ["parent00"]))
    assert spending["parent00"].left == Caps(day=0)
    assert not await database.read(lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)])
