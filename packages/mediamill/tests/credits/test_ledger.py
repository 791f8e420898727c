"""The ledger's own promises: what moves a balance, what is refused, and how the books are proved."""

from functools import partial

import pytest

from mediamill import credits
from mediamill.accounts import Account
from mediamill.credits import Balance, EntryKind, InvalidAmount, ledger
from mediamill.credits.balance import GRANT_MAX
from mediamill.db import Database, Transaction
from mediamill.db.query import query_of


async def test_a_grant_is_at_least_one_credit_and_bounded(database: Database, ben: Account) -> None:
    for refused in (0, -1, GRANT_MAX + 1):
        with pytest.raises(InvalidAmount):
            await database.write(partial(credits.grant, account_id=ben.id, credits=refused, note="gift"))

    await database.write(partial(credits.grant, account_id=ben.id, credits=1, note="gift"))
    after = await database.write(partial(credits.grant, account_id=ben.id, credits=GRANT_MAX, note="a great gift"))
    assert after == Balance(available=GRANT_MAX + 1, held=0)


async def test_the_last_credit_may_be_held_and_not_one_more(database: Database, ada: Account) -> None:
    held, refused = await database.write(
        lambda tx: (credits.hold(tx, ada.id, "gen_a", 1_000), credits.hold(tx, ada.id, "gen_b", 1))
    )
    assert (held, refused) == (True, False)
    assert await database.read(lambda tx: credits.balance(tx, ada.id)) == Balance(available=0, held=1_000)


async def test_neither_side_of_a_balance_falls_below_nothing(database: Database, ada: Account) -> None:
    def moves(tx: Transaction) -> tuple[bool, bool]:
        return (
            ledger.move(tx, ada.id, available=-1_001, held=1_001),
            ledger.move(tx, ada.id, available=1, held=-1),
        )

    assert await database.write(moves) == (False, False)
    assert await database.read(lambda tx: credits.balance(tx, ada.id)) == Balance(available=1_000, held=0)


async def test_a_hold_can_be_made_smaller_and_larger_but_not_than_there_is(database: Database, ada: Account) -> None:
    def set_to(amount: int) -> partial[bool]:
        return partial(credits.set_hold, account_id=ada.id, generation_id="gen_a", credits=amount)

    assert await database.write(set_to(600))
    assert await database.write(set_to(200))
    assert await database.read(lambda tx: credits.balance(tx, ada.id)) == Balance(available=800, held=200)
    assert not await database.write(set_to(1_001))
    assert await database.write(set_to(1_000))
    assert await database.write(set_to(1_000))
    assert await database.read(lambda tx: credits.balance(tx, ada.id)) == Balance(available=0, held=1_000)
    assert await database.read(credits.discrepancies) == []


async def test_pages_of_the_ledger_are_newest_first(database: Database, ada: Account) -> None:
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_a", 40))
    await database.write(lambda tx: credits.release(tx, ada.id, "gen_a"))

    def page(limit: int, offset: int) -> partial[tuple[list[credits.LedgerEntry], int]]:
        return partial(credits.page, account_id=ada.id, limit=limit, offset=offset)

    first, total = await database.read(page(2, 0))
    last, _ = await database.read(page(2, 2))
    beyond, still = await database.read(page(2, 3))
    assert [entry.kind for entry in first] == [EntryKind.RELEASE, EntryKind.HOLD]
    assert [entry.kind for entry in last] == [EntryKind.GRANT]
    assert (beyond, total, still) == ([], 3, 3)


async def test_what_is_held_is_summed_over_accounts(database: Database, ada: Account, ben: Account) -> None:
    await database.write(partial(credits.grant, account_id=ben.id, credits=50, note="gift"))
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_a", 30))
    await database.write(lambda tx: credits.hold(tx, ben.id, "gen_b", 5))

    assert await database.read(credits.held_in_all) == 35


async def test_what_a_generation_was_charged_is_its_own_capture_and_nothing_else(
    database: Database, ada: Account
) -> None:
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_a", 30))
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_b", 5))
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_c", 7))
    await database.write(lambda tx: credits.capture(tx, ada.id, "gen_a", 20))
    await database.write(lambda tx: credits.capture(tx, ada.id, "gen_b", 5))
    await database.write(lambda tx: credits.release(tx, ada.id, "gen_c"))

    generations = ("gen_a", "gen_b", "gen_c")
    assert await database.read(lambda tx: [credits.captured_by(tx, one) for one in generations]) == [20, 5, 0]


async def test_the_proof_names_every_account_that_is_off_and_by_how_much(
    database: Database, ada: Account, ben: Account
) -> None:
    await database.write(lambda tx: credits.hold(tx, ada.id, "gen_a", 30))
    assert await database.read(credits.discrepancies) == []

    await database.write(lambda tx: tampered(tx, "UPDATE balances SET available = available + 7"))
    found = await database.read(credits.discrepancies)

    assert [one.subject for one in found] == sorted([ada.id, ben.id])
    assert {one.subject: one.fault for one in found}[ada.id] == (
        "balance says 977 available and 30 held, the ledger 970 and 30"
    )


async def test_the_proof_finds_a_hold_that_only_the_balance_knows(database: Database, ada: Account) -> None:
    await database.write(lambda tx: tampered(tx, f"UPDATE balances SET held = 5 WHERE account_id = '{ada.id}'"))

    (found,) = await database.read(credits.discrepancies)
    assert found.fault == "balance says 1000 available and 5 held, the ledger 1000 and 0"


async def test_the_proof_finds_what_was_taken_without_a_hold_and_beyond_one(database: Database, ada: Account) -> None:
    def take(tx: Transaction) -> None:
        ledger.add(tx, ada.id, "gen_c", EntryKind.HOLD, 5)
        ledger.add(tx, ada.id, "gen_c", EntryKind.CAPTURE, 5)  # exactly what was held is right
        ledger.add(tx, ada.id, "gen_b", EntryKind.HOLD, 5)
        ledger.add(tx, ada.id, "gen_b", EntryKind.CAPTURE, 6)
        ledger.add(tx, ada.id, "gen_a", EntryKind.RELEASE, 1)
        ledger.move(tx, ada.id, available=-11, held=0)

    await database.write(take)
    found = await database.read(credits.discrepancies)
    assert [one.subject for one in found] == ["gen_a", "gen_b"]


def tampered(tx: Transaction, statement: str) -> None:
    """What no code of ours does."""
    tx.run(query_of("tampered", statement))
