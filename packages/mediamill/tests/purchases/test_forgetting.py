"""Purchases that ended long ago become sums: budgets and daily sums are proven as before, to the last millionth."""

from dataclasses import replace
from functools import partial

import pytest

from mediamill import generations, jobs, purchases, usage
from mediamill.accounts import Account
from mediamill.db import SqliteDatabase
from mediamill.generations import Policy
from mediamill.purchases import NewPurchase, Purchase, forgetting
from mediamill.usage import GroupBy
from tests.clock import FrozenClock
from tests.generations.stage import Stage
from tests.purchases.buying import PICTURE, Buyer

DAY_MS = 86_400_000
KEPT_MS = 400 * DAY_MS
NOON = 1_795_348_800_000  # 2026-11-22T12:00:00Z


@pytest.fixture
def buyer(database: SqliteDatabase, clock: FrozenClock) -> Buyer:
    clock.now = NOON
    return Buyer(database)


async def forget(buyer: Buyer) -> int:
    return await buyer.do(partial(purchases.forget_outlived, older_than_ms=KEPT_MS))


async def faults(buyer: Buyer) -> list[str]:
    return [one.fault for one in await buyer.database.read(generations.discrepancies)]


async def cost(buyer: Buyer, day: str) -> dict[str, int]:
    found = await buyer.do(lambda tx: list(usage.groups(tx, GroupBy.ENGINE, day, day)))
    return {one.names[0]: one.amounts.cost for one in found}


async def bought(buyer: Buyer, actual: int, new: NewPurchase = PICTURE) -> Purchase:
    intended = await buyer.do(lambda tx: purchases.intend(tx, new, {}))
    assert isinstance(intended, Purchase)
    await buyer.do(partial(purchases.settle, purchase_id=intended.id, actual=actual))
    return intended


async def test_what_was_spent_stays_in_the_books(buyer: Buyer, clock: FrozenClock) -> None:
    """Two accounts, two keys, two days, and one picture that was not billed."""
    await bought(buyer, 50_000)
    await bought(buyer, 40_001)
    await bought(buyer, 60_000, replace(PICTURE, account_id="acc_ben", key_id="fal-2"))
    void = await buyer.buy()
    await buyer.do(partial(purchases.void, purchase_id=void.id))
    clock.advance(DAY_MS)
    young = await bought(buyer, 70_000)
    clock.advance(KEPT_MS - DAY_MS + 1)

    assert await forget(buyer) == 4
    assert await forget(buyer) == 0
    assert await buyer.do(lambda tx: purchases.of_generation(tx, "gen_1")) == [
        await buyer.do(lambda tx: purchases.find(tx, young.id))
    ]
    assert [await buyer.spent(period) for period in ("2026-11-22", "2026-11-23", "2026-11")] == [
        150_001,
        70_000,
        220_001,
    ]
    assert [await buyer.spent("2026-11", key) for key in ("fal-1", "fal-2")] == [160_001, 60_000]
    assert await cost(buyer, "2026-11-22") == {"fal": 150_001}
    assert await faults(buyer) == []


async def test_later_batches_add_to_the_sums(buyer: Buyer, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "FORGOTTEN_PER_BATCH", 2)
    for actual in (1, 20, 300, 4_000, 50_000):
        await bought(buyer, actual)
    clock.advance(KEPT_MS + 1)

    assert [await forget(buyer) for _ in range(4)] == [2, 2, 1, 0]
    assert await buyer.spent("2026-11") == 54_321
    assert await faults(buyer) == []


async def test_what_is_not_known_yet_stays(buyer: Buyer, clock: FrozenClock) -> None:
    """An answer that was lost, and a job that is under way, however old."""
    lost = await buyer.buy()
    await buyer.do(partial(purchases.mark_unknown, purchase_id=lost.id))
    under_way = await bought(buyer, 50_000)
    start = partial(jobs.start, purchase_id=under_way.id, generation_id="gen_1", engine="fal", key_id="fal-1")
    await buyer.do(lambda tx: start(tx, handle="{}", look_in_ms=0, deadline_in_ms=0))
    clock.advance(KEPT_MS + 1)

    assert await forget(buyer) == 0
    assert len(await buyer.do(lambda tx: purchases.of_generation(tx, "gen_1"))) == 2


async def test_what_was_bought_for_one_that_waits_stays(
    buyer: Buyer, stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    """Its next attempt asks what the earlier ones bought."""
    waiting = (await stage.accept(ada)).id
    await bought(buyer, 50_000, replace(PICTURE, generation_id=waiting))
    clock.advance(KEPT_MS + 1)
    assert await forget(buyer) == 0
    await stage.fail(await stage.must_claim())

    assert await forget(buyer) == 1


@pytest.fixture
async def stage(database: SqliteDatabase, policy: Policy) -> Stage:
    return Stage(database, policy)


async def test_reconcile_sees_a_sum_that_is_wrong(buyer: Buyer, clock: FrozenClock) -> None:
    await bought(buyer, 50_000)
    clock.advance(KEPT_MS + 1)
    await forget(buyer)
    buyer.change("UPDATE purchase_sums SET booked = booked + 1")

    found = await faults(buyer)

    assert sum("add up to 50001 millionths" in fault for fault in found) == 5
