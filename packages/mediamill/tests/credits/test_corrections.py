"""What operators put right: refunds count once, adjustments count once for each reference, and the books stay exact."""

import asyncio
from functools import partial
from typing import Any

import pytest

from mediamill import credits
from mediamill.accounts import Account
from mediamill.credits import (
    AlreadyRefunded,
    Balance,
    EntryKind,
    InvalidAmount,
    InvalidReference,
    NotCharged,
    NotEnoughCredits,
    ReferenceTaken,
    RefundTooLarge,
)
from mediamill.credits.balance import GRANT_MAX
from mediamill.db import Database
from tests.behind import change_behind

refund = partial(partial, credits.refund, note="it was broken")
adjust = partial(partial, credits.adjust, note="paid")


async def charged(database: Database, account: Account, generation_id: str = "gen_a", amount: int = 40) -> None:
    await database.write(lambda tx: credits.hold(tx, account.id, generation_id, 50))
    await database.write(lambda tx: credits.capture(tx, account.id, generation_id, amount))


async def balance_of(database: Database, account: Account) -> Balance:
    return await database.read(lambda tx: credits.balance(tx, account.id))


async def is_exact(database: Database) -> bool:
    return await database.read(credits.discrepancies) == []


async def test_what_was_charged_comes_back_once(database: Database, ada: Account) -> None:
    await charged(database, ada)

    entry = await database.write(refund(generation_id="gen_a", credits=None))

    assert (entry.kind, entry.credits, entry.generation_id, entry.note) == (
        EntryKind.REFUND,
        40,
        "gen_a",
        "it was broken",
    )
    assert await balance_of(database, ada) == Balance(1_000, 0)
    with pytest.raises(AlreadyRefunded, match="40 credits"):
        await database.write(refund(generation_id="gen_a", credits=1))
    assert await balance_of(database, ada) == Balance(1_000, 0)
    assert await is_exact(database)


async def test_a_part_of_it_may_come_back_and_no_more_than_all(database: Database, ada: Account) -> None:
    await charged(database, ada)
    for wrong in (0, -1, 41):
        with pytest.raises(RefundTooLarge, match="was charged 40 credits"):
            await database.write(refund(generation_id="gen_a", credits=wrong))

    await database.write(refund(generation_id="gen_a", credits=15))

    assert await balance_of(database, ada) == Balance(975, 0)
    assert await is_exact(database)


async def test_what_was_not_charged_cannot_be_refunded(database: Database, ada: Account) -> None:
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_waits", 50))
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_failed", 50))
    await database.write(lambda tx: credits.release(tx, ada.id, "gen_failed"))

    for id in ("gen_waits", "gen_failed", "gen_nobody"):
        with pytest.raises(NotCharged, match=id):
            await database.write(refund(generation_id=id, credits=None))


async def test_two_operators_refund_at_the_same_time_and_one_of_them_does(database: Database, ada: Account) -> None:
    await charged(database, ada)

    outcomes = await outcomes_of(database, *[refund(generation_id="gen_a", credits=None)] * 4)

    assert outcomes.count("AlreadyRefunded") == 3
    assert await balance_of(database, ada) == Balance(1_000, 0)
    assert await is_exact(database)


async def outcomes_of(database: Database, *works: Any) -> list[str]:
    done = await asyncio.gather(*(database.write(work) for work in works), return_exceptions=True)
    return [type(one).__name__ for one in done]


async def test_an_adjustment_counts_once_and_answers_the_same_again(database: Database, ada: Account) -> None:
    first = await database.write(adjust(account_id=ada.id, credits=250, reference="pay-1"))
    again = await database.write(adjust(account_id=ada.id, credits=250, reference="pay-1"))

    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert first.entry == again.entry
    assert (first.entry.kind, first.entry.credits, first.entry.reference) == (EntryKind.ADJUST, 250, "pay-1")
    assert await balance_of(database, ada) == Balance(1_250, 0)
    assert await is_exact(database)


async def test_a_reference_stands_for_one_amount_and_one_account(
    database: Database, ada: Account, ben: Account
) -> None:
    await database.write(adjust(account_id=ada.id, credits=250, reference="pay-1"))

    for account, amount in ((ada, 251), (ben, 250)):
        with pytest.raises(ReferenceTaken, match="pay-1"):
            await database.write(adjust(account_id=account.id, credits=amount, reference="pay-1"))
    assert (await balance_of(database, ada), await balance_of(database, ben)) == (Balance(1_250, 0), Balance(0, 0))


async def test_no_more_is_taken_than_there_is(database: Database, ada: Account) -> None:
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_a", 300))

    with pytest.raises(NotEnoughCredits, match="701 credits cannot be taken: 700 are available"):
        await database.write(adjust(account_id=ada.id, credits=-701, reference="chargeback-1"))
    await database.write(adjust(account_id=ada.id, credits=-700, reference="chargeback-1"))

    assert await balance_of(database, ada) == Balance(0, 300)
    assert await is_exact(database)


async def test_impossible_adjustments_are_refused(database: Database, ada: Account) -> None:
    for amount in (0, GRANT_MAX + 1, -GRANT_MAX - 1):
        with pytest.raises(InvalidAmount):
            await database.write(adjust(account_id=ada.id, credits=amount, reference="pay-1"))
    for reference in ("", "r" * 201):
        with pytest.raises(InvalidReference):
            await database.write(adjust(account_id=ada.id, credits=1, reference=reference))


async def test_one_reference_at_the_same_time_counts_once(database: Database, ada: Account, ben: Account) -> None:
    """A payment receiver is called twice, and a third call names another account."""
    works = [adjust(account_id=account.id, credits=250, reference="pay-1") for account in (ada, ada, ben, ada, ben)]

    outcomes = await outcomes_of(database, *works)

    added = (await balance_of(database, ada)).available - 1_000 + (await balance_of(database, ben)).available
    assert added == 250
    assert outcomes.count("ReferenceTaken") in (2, 3)
    assert await is_exact(database)


async def test_takings_at_the_same_time_never_go_below_zero(database: Database, ada: Account) -> None:
    works = [adjust(account_id=ada.id, credits=-300, reference=f"chargeback-{number}") for number in range(5)]

    outcomes = await outcomes_of(database, *works)

    assert outcomes.count("NotEnoughCredits") == 2
    assert await balance_of(database, ada) == Balance(100, 0)
    assert await is_exact(database)


async def test_the_books_are_not_exact_with_a_refund_that_nobody_was_charged_for(
    database: Database, ada: Account
) -> None:
    await charged(database, ada)
    await database.write(refund(generation_id="gen_a", credits=None))
    change_behind(database, "UPDATE ledger SET credits = 41 WHERE kind = 'refund'")

    faults = await database.read(credits.discrepancies)

    assert [one.subject for one in faults] == [ada.id, "gen_a"]
