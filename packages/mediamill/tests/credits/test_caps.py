"""Spending caps: so much in a UTC day, a month and in total, for an account and for each of its keys."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

import pytest

from mediamill import credits, generations
from mediamill.accounts import Account
from mediamill.credits import Caps, CreditsSpent, InvalidCap, Renewals
from mediamill.db import Database
from mediamill.generations import Accepted, HoldChange, NewGeneration, NotAccepted, Policy, Submission
from mediamill.units import DAY_MS
from tests.clock import FrozenClock
from tests.generations.stage import Stage

LAPTOP, PHONE = "laptop00", "phone000"


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1_000)


def order(account: Account, key: str | None, price: int) -> Submission:
    return Submission(
        NewGeneration(
            account.id,
            "text-to-speech",
            "voicevendor-tts",
            "audio",
            "{}",
            "{}",
            None,
            "cpu",
            price,
            7,
            api_key_id=key,
        )
    )


class Purse:
    """An account whose keys spend, each order in a transaction of its own or several in one."""

    def __init__(self, stage: Stage, account: Account) -> None:
        self.stage, self.account = stage, account

    async def cap(self, caps: Caps, key: str | None = None, origin: str | None = None) -> None:
        if key is None:
            await self.stage.database.write(lambda tx: credits.set_account_caps(tx, self.account.id, caps))
        else:
            await self.stage.database.write(lambda tx: credits.set_key_caps(tx, self.account.id, key, caps, origin))

    async def orders(self, *orders: tuple[str | None, int]) -> list[bool]:
        """Which of these, handed in together, were accepted; the others were too much for a cap."""
        submissions: Sequence[Submission] = [order(self.account, key, price) for key, price in orders]
        decided = await self.stage.database.write(lambda tx: generations.accept_all(tx, submissions))
        assert all(one is NotAccepted.CAPPED or isinstance(one, Accepted) for one in decided)
        assert await self.stage.is_exact()
        return [isinstance(one, Accepted) for one in decided]

    async def made(self, charge: int) -> None:
        """The next one in line is a success."""
        assert await self.stage.succeed(await self.stage.must_claim(), charge=charge)

    async def used(self, key: str) -> CreditsSpent:
        found = await self.stage.database.read(lambda tx: credits.spending_of_keys(tx, self.account.id, [key]))
        return found[key].used

    async def left(self, key: str) -> Caps:
        found = await self.stage.database.read(lambda tx: credits.spending_of_keys(tx, self.account.id, [key]))
        return found[key].left


@pytest.fixture
async def purse(database: Database, policy: Policy, ada: Account) -> Purse:
    return Purse(Stage(database, policy), ada)


async def test_a_key_spends_to_the_last_credit_of_its_cap_and_no_further(purse: Purse) -> None:
    await purse.cap(Caps(total=100), LAPTOP)

    assert await purse.orders((LAPTOP, 60), (LAPTOP, 41), (LAPTOP, 40), (LAPTOP, 1), (LAPTOP, 0)) == [
        True,
        False,
        True,
        False,
        True,
    ]
    assert await purse.orders((LAPTOP, 1), (PHONE, 500)) == [False, True]
    assert await purse.left(LAPTOP) == Caps(total=0)


async def test_an_account_is_capped_whoever_spends(purse: Purse) -> None:
    await purse.cap(Caps(day=10))

    assert await purse.orders((LAPTOP, 6), (None, 4), (PHONE, 1)) == [True, True, False]
    await purse.cap(Caps())
    assert await purse.orders((PHONE, 1)) == [True]


async def test_what_was_not_charged_may_be_spent_again(purse: Purse) -> None:
    await purse.cap(Caps(month=100), LAPTOP)
    await purse.orders((LAPTOP, 100))
    await purse.made(charge=30)
    assert await purse.orders((LAPTOP, 71), (LAPTOP, 70)) == [False, True]
    await purse.stage.fail(await purse.stage.must_claim())

    assert await purse.used(LAPTOP) == CreditsSpent(30, 30, 30)
    assert await purse.left(LAPTOP) == Caps(month=70)


async def test_a_day_and_a_month_begin_anew_in_utc_and_a_total_never(purse: Purse, clock: FrozenClock) -> None:
    clock.advance(at("2027-01-30T23:59:59") - clock())
    for key, caps in (("of_a_day", Caps(day=5)), ("of_month", Caps(month=5)), ("in_total", Caps(total=5))):
        await purse.cap(caps, key)
        await purse.orders((key, 5))
        await purse.made(charge=5)
    keys = ("of_a_day", "of_month", "in_total")
    assert await purse.orders(*[(key, 1) for key in keys]) == [False, False, False]
    clock.advance(1_000)
    assert await purse.orders(*[(key, 1) for key in keys]) == [True, False, False]
    clock.advance(DAY_MS)

    assert await purse.orders(*[(key, 1) for key in keys]) == [True, True, False]
    assert await purse.used("in_total") == CreditsSpent(0, 0, 5)


async def test_what_is_under_way_at_midnight_counts_for_the_new_day(purse: Purse, clock: FrozenClock) -> None:
    clock.advance(at("2027-01-30T23:59:59") - clock())
    await purse.cap(Caps(day=10), LAPTOP)
    await purse.orders((LAPTOP, 8))
    clock.advance(2_000)

    assert await purse.orders((LAPTOP, 3), (LAPTOP, 2)) == [False, True]
    await purse.made(charge=8)
    assert await purse.used(LAPTOP) == CreditsSpent(10, 10, 10)


async def test_a_key_spends_within_the_caps_of_the_key_that_made_it(purse: Purse) -> None:
    await purse.cap(Caps(total=10), "parent00")
    await purse.cap(Caps(total=8), "child000", origin="parent00")
    await purse.cap(Caps(total=8), "grandson", origin="child000")

    assert await purse.orders(("grandson", 5), ("child000", 4), ("child000", 3)) == [True, False, True]
    assert await purse.orders(("parent00", 3), ("parent00", 2), ("grandson", 1)) == [False, True, False]
    assert await purse.used("parent00") == CreditsSpent(10, 10, 10)
    assert await purse.used("grandson") == CreditsSpent(5, 5, 5)
    assert await purse.left("grandson") == Caps(total=0)


async def test_a_price_that_is_known_later_stays_within_the_caps(purse: Purse) -> None:
    await purse.cap(Caps(day=50), LAPTOP)
    await purse.orders((LAPTOP, 1), (LAPTOP, 9))
    held = await purse.stage.must_claim()

    async def raised(needed: int) -> HoldChange | None:
        return await purse.stage.database.write(
            partial(generations.raise_hold, generation=held, worker="heron", needed=needed)
        )

    assert [await raised(needed) for needed in (42, 41, 41, 42)] == [
        HoldChange.CAPPED,
        HoldChange.SET,
        HoldChange.SET,
        HoldChange.CAPPED,
    ]
    assert await raised(7) is HoldChange.SET
    assert await purse.left(LAPTOP) == Caps(day=34)


async def test_a_cap_below_what_was_spent_stops_everything_but_what_is_free(purse: Purse) -> None:
    await purse.orders((LAPTOP, 50))
    await purse.cap(Caps(day=20, total=1_000))

    assert await purse.orders((LAPTOP, 1), (LAPTOP, 0)) == [False, True]


@pytest.mark.parametrize("amount", [-1, 10**12 + 1])
async def test_a_cap_has_bounds(purse: Purse, amount: int) -> None:
    with pytest.raises(InvalidCap):
        await purse.cap(Caps(month=amount))


@pytest.mark.parametrize(
    ("now", "day", "month"),
    [
        ("2026-11-23T12:00:00", "2026-11-24T00:00:00", "2026-12-01T00:00:00"),
        ("2026-12-31T23:59:59", "2027-01-01T00:00:00", "2027-01-01T00:00:00"),
        ("2028-02-28T00:00:00", "2028-02-29T00:00:00", "2028-03-01T00:00:00"),
    ],
)
def test_windows_renew_at_midnight_utc(now: str, day: str, month: str) -> None:
    assert credits.renewals(at(now)) == Renewals(at(day), at(month))
