"""Vouchers: each is worth its credits as often as it was made for, to each account once, whoever races for it."""

import asyncio
from functools import partial

import pytest

from mediamill import accounts, credits
from mediamill.accounts import Account, Plan
from mediamill.credits import EntryKind, InvalidVoucher, Redeemed, Voucher, VoucherNotFound
from mediamill.credits.balance import GRANT_MAX
from mediamill.db import Database
from mediamill.units import DAY_MS
from tests.behind import change_behind, contents_of
from tests.clock import FrozenClock

PEPPER = b"pepper"


async def issued(
    database: Database, amount: int = 50, uses_max: int = 1, expires_at: int | None = None
) -> tuple[Voucher, str]:
    return await database.write(lambda tx: credits.issue_voucher(tx, "spring", amount, uses_max, expires_at, PEPPER))


async def redeem(database: Database, account: Account, code: str) -> Redeemed | None:
    return await database.write(lambda tx: credits.redeem_voucher(tx, account.id, code, PEPPER))


async def available(database: Database, account: Account) -> int:
    return (await database.read(lambda tx: credits.balance(tx, account.id))).available


async def is_exact(database: Database) -> bool:
    return await database.read(credits.discrepancies) == []


async def test_a_code_is_worth_its_credits_once(database: Database, ada: Account, ben: Account) -> None:
    voucher, code = await issued(database)

    redeemed = await redeem(database, ben, code)

    assert redeemed is not None
    assert (redeemed.voucher.id, redeemed.voucher.uses, redeemed.balance.available) == (voucher.id, 1, 50)
    assert (await redeem(database, ben, code), await redeem(database, ada, code)) == (None, None)
    assert (await available(database, ada), await available(database, ben)) == (1_000, 50)
    (entry,) = await database.read(lambda tx: credits.entries(tx, ben.id))
    assert (entry.kind, entry.credits, entry.note) == (EntryKind.GRANT, 50, f"voucher {voucher.id}")
    assert await is_exact(database)


async def test_a_code_is_stored_nowhere_and_read_however_it_is_spelled(database: Database, ben: Account) -> None:
    _, code = await issued(database)

    assert len(code.replace("-", "")) == 20
    assert code not in contents_of(database)
    assert code.replace("-", "") not in contents_of(database)
    misread = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert await redeem(database, ben, misread) is not None


@pytest.mark.parametrize(
    "code",
    ["", "0000-0000-0000-0000-0000", "x" * 100, "😀"],
)
async def test_what_is_no_code_brings_nothing(database: Database, ben: Account, code: str) -> None:
    await issued(database)

    assert await redeem(database, ben, code) is None
    assert await available(database, ben) == 0


async def test_another_secret_knows_no_code(database: Database, ben: Account) -> None:
    _, code = await issued(database)

    assert await database.write(lambda tx: credits.redeem_voucher(tx, ben.id, code, b"another")) is None


async def test_an_expired_and_a_revoked_one_bring_nothing(database: Database, ben: Account, clock: FrozenClock) -> None:
    _, of_a_day = await issued(database, expires_at=clock() + DAY_MS)
    voucher, withdrawn = await issued(database, uses_max=2)
    clock.advance(DAY_MS)
    revoked = await database.write(partial(credits.revoke_voucher, voucher_id=voucher.id))
    clock.advance(1_000)
    again = await database.write(partial(credits.revoke_voucher, voucher_id=voucher.id))

    assert (await redeem(database, ben, of_a_day), await redeem(database, ben, withdrawn)) == (None, None)
    assert revoked.revoked_at == again.revoked_at == clock() - 1_000
    assert await available(database, ben) == 0
    with pytest.raises(VoucherNotFound, match="vch_nobody"):
        await database.write(partial(credits.revoke_voucher, voucher_id="vch_nobody"))


async def test_a_suspended_account_redeems_nothing(database: Database, ben: Account) -> None:
    _, code = await issued(database)
    await database.write(partial(accounts.suspend, account_id=ben.id, reason="fraud"))
    assert await redeem(database, ben, code) is None

    await database.write(partial(accounts.resume, account_id=ben.id))
    assert await redeem(database, ben, code) is not None


async def test_fifty_who_race_for_one_voucher_get_it_once(database: Database) -> None:
    people = [
        await database.write(partial(accounts.open_account, email=f"p{n}@example.com", plan=Plan.FREE, first_credits=0))
        for n in range(50)
    ]
    _, code = await issued(database)

    outcomes = await asyncio.gather(*(redeem(database, one, code) for one in people))

    assert sum(one is not None for one in outcomes) == 1
    assert sum([await available(database, one) for one in people]) == 50
    assert await is_exact(database)


async def test_one_account_that_comes_many_times_at_once_gets_it_once(database: Database, ben: Account) -> None:
    """It is meant for three accounts: that the others have not come leaves it no more than its own."""
    voucher, code = await issued(database, uses_max=3)

    outcomes = await asyncio.gather(*(redeem(database, ben, code) for _ in range(10)))

    assert sum(one is not None for one in outcomes) == 1
    assert await available(database, ben) == 50
    ((listed,), total) = await database.read(partial(credits.list_vouchers, limit=5, offset=0))
    assert (listed.id, listed.uses, total) == (voucher.id, 1, 1)
    assert await is_exact(database)


async def test_a_voucher_for_several_ends_with_the_last_of_them(database: Database, ada: Account, ben: Account) -> None:
    zoe = await database.write(partial(accounts.open_account, email="zoe@example.com", plan=Plan.FREE, first_credits=0))
    _, code = await issued(database, uses_max=2)

    outcomes = [await redeem(database, one, code) for one in (ada, ben, zoe)]

    assert [one is not None for one in outcomes] == [True, True, False]


@pytest.mark.parametrize(
    ("name", "amount", "uses_max", "ahead"),
    [("", 5, 1, 1), ("n" * 101, 5, 1, 1), ("n", 0, 1, 1), ("n", 5, 0, 1), ("n", GRANT_MAX, 2, 1), ("n", 5, 1, 0)],
)
async def test_impossible_ones_are_refused(
    database: Database, clock: FrozenClock, name: str, amount: int, uses_max: int, ahead: int
) -> None:
    with pytest.raises(InvalidVoucher):
        await database.write(lambda tx: credits.issue_voucher(tx, name, amount, uses_max, clock() + ahead, PEPPER))


async def test_reconcile_finds_a_use_that_nobody_made_and_a_redemption_without_its_grant(
    database: Database, ben: Account
) -> None:
    used, code = await issued(database, uses_max=2)
    unpaid, _ = await issued(database, uses_max=2)
    await redeem(database, ben, code)
    change_behind(database, f"UPDATE vouchers SET uses = 2 WHERE id = '{used.id}'")
    change_behind(database, f"UPDATE vouchers SET uses = 1 WHERE id = '{unpaid.id}'")
    change_behind(
        database,
        "INSERT INTO voucher_redemptions (voucher_id, account_id, credits, created_at) "
        f"VALUES ('{unpaid.id}', '{ben.id}', 50, 0)",
    )

    found = await database.read(credits.discrepancies)

    assert [(one.subject, one.fault) for one in found] == [
        (used.id, "2 uses, 1 redemptions, 1 grants of them"),
        (unpaid.id, "1 uses, 1 redemptions, 0 grants of them"),
    ]
