"""From the intent to the bill: what is booked in between, and that nothing is counted twice."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from mediamill import purchases
from mediamill.db import Database
from mediamill.engines import SpendingCap
from mediamill.purchases import (
    ALL_KEYS,
    CapReached,
    IllegalPurchaseTransition,
    NoPrice,
    Purchase,
    PurchaseState,
)
from mediamill.purchases.purchase import FINAL, TRANSITIONS
from mediamill.purchases.purchase import move as move_purchase
from tests.clock import FrozenClock
from tests.purchases.buying import DOLLAR, PICTURE, Buyer

NOON = 1_795_348_800_000  # 2026-11-22T12:00:00Z
TODAY, MONTH = "2026-11-22", "2026-11"
DAY_MS = 86_400_000


@pytest.fixture
def buyer(database: Database, clock: FrozenClock) -> Buyer:
    clock.now = NOON
    return Buyer(database)


async def test_the_estimate_is_booked_with_the_intent_and_corrected_by_the_bill(buyer: Buyer) -> None:
    picture = await buyer.buy()
    assert (picture.state, picture.booked, picture.day) == (PurchaseState.INTENDED, 40_000, TODAY)
    assert [await buyer.spent(period) for period in (TODAY, MONTH)] == [40_000, 40_000]
    under_way = await buyer.do(partial(purchases.opened, purchase_id=picture.id, job='{"request_id": "r1"}'))
    assert under_way is not None
    assert under_way.job == '{"request_id": "r1"}'
    billed = await buyer.do(partial(purchases.settle, purchase_id=picture.id, actual=55_000))

    assert billed is not None
    assert (billed.state, billed.estimate, billed.actual, billed.booked) == (
        PurchaseState.SETTLED,
        40_000,
        55_000,
        55_000,
    )
    assert (billed.job, billed.finished_at) == (under_way.job, NOON)
    assert [await buyer.spent(TODAY, key) for key in (ALL_KEYS, "fal-1", "fal-2")] == [55_000, 55_000, 0]


async def test_what_was_not_billed_is_free_again(buyer: Buyer) -> None:
    picture = await buyer.buy()
    ended = await buyer.do(partial(purchases.void, purchase_id=picture.id))

    assert ended is not None
    assert (ended.state, ended.booked, ended.finished_at) == (PurchaseState.VOID, 0, NOON)
    assert await buyer.spent(MONTH) == 0


async def test_a_vendor_that_does_not_say_what_it_cost_is_believed_to_take_the_estimate(buyer: Buyer) -> None:
    picture = await buyer.buy()
    billed = await buyer.do(partial(purchases.settle, purchase_id=picture.id, actual=None))

    assert billed is not None
    assert (billed.actual, billed.booked, await buyer.spent(TODAY)) == (None, 40_000, 40_000)


@pytest.mark.parametrize("is_orphaned", [False, True])
async def test_what_may_still_be_billed_stays_booked(buyer: Buyer, *, is_orphaned: bool) -> None:
    picture = await buyer.buy()
    await buyer.do(partial(purchases.mark_unknown, purchase_id=picture.id))
    if is_orphaned:
        await buyer.do(partial(purchases.mark_orphaned, purchase_id=picture.id))
    (waiting,) = await buyer.do(lambda tx: purchases.unfinished(tx, "fal"))

    assert (waiting.booked, waiting.finished_at, await buyer.spent(TODAY)) == (40_000, None, 40_000)


async def test_a_lost_answer_that_is_found_again_goes_on(buyer: Buyer) -> None:
    picture = await buyer.buy()
    await buyer.do(partial(purchases.mark_unknown, purchase_id=picture.id))
    found = await buyer.do(partial(purchases.opened, purchase_id=picture.id, job="r1"))

    assert found is not None
    assert found.state is PurchaseState.OPEN


async def test_who_comes_second_changes_nothing(buyer: Buyer) -> None:
    """Two processes hear of the same bill, and a third believes that there is none."""
    picture = await buyer.buy()
    settle = partial(purchases.settle, purchase_id=picture.id, actual=50_000)
    await buyer.do(settle)

    assert await buyer.do(settle) is None
    assert await buyer.do(partial(purchases.settle, purchase_id=picture.id, actual=1)) is None
    assert await buyer.do(partial(purchases.void, purchase_id=picture.id)) is None
    assert await buyer.spent(TODAY) == 50_000


@pytest.mark.parametrize("state", [state for state in PurchaseState if state not in FINAL])
@pytest.mark.parametrize("to", [state for state in PurchaseState if state is not PurchaseState.INTENDED])
async def test_states_move_as_the_table_says(buyer: Buyer, state: PurchaseState, to: PurchaseState) -> None:
    picture = await buyer.buy()
    steps = {
        PurchaseState.INTENDED: (),
        PurchaseState.OPEN: (PurchaseState.OPEN,),
        PurchaseState.UNKNOWN: (PurchaseState.UNKNOWN,),
        PurchaseState.ORPHANED: (PurchaseState.UNKNOWN, PurchaseState.ORPHANED),
    }
    for step in steps[state]:
        await buyer.do(partial(move_purchase, purchase_id=picture.id, to=step))
    move = partial(move_purchase, purchase_id=picture.id, to=to)
    if to is state:
        assert await buyer.do(move) is None
    elif to in TRANSITIONS[state]:
        moved = await buyer.do(move)
        assert moved is not None
        assert moved.state is to
    else:
        with pytest.raises(IllegalPurchaseTransition):
            await buyer.do(move)


async def test_a_cap_is_kept_to_the_last_millionth(buyer: Buyer) -> None:
    caps = {ALL_KEYS: SpendingCap(day=2 * 40_000)}
    first, second = await buyer.intend(caps), await buyer.intend(caps)
    third = await buyer.intend(caps, estimate=1)

    assert isinstance(first, Purchase)
    assert isinstance(second, Purchase)
    assert third == CapReached("fal", ALL_KEYS, TODAY, 80_000, 80_000)
    assert await buyer.spent(MONTH) == 80_000
    assert isinstance(await buyer.intend(caps, estimate=0), Purchase)


async def test_each_key_has_a_cap_of_its_own(buyer: Buyer) -> None:
    caps = {ALL_KEYS: SpendingCap(month=DOLLAR), "fal-1": SpendingCap(day=50_000)}
    assert isinstance(await buyer.intend(caps), Purchase)

    assert await buyer.intend(caps) == CapReached("fal", "fal-1", TODAY, 50_000, 40_000)
    assert isinstance(await buyer.intend(caps, key_id="fal-2"), Purchase)
    assert [await buyer.spent(TODAY, key) for key in (ALL_KEYS, "fal-1", "fal-2")] == [80_000, 40_000, 40_000]


async def test_a_day_begins_anew_and_a_month_does_not(buyer: Buyer, clock: FrozenClock) -> None:
    """The bill of a purchase counts for the day of its intent, however late it comes."""
    caps = {ALL_KEYS: SpendingCap(day=40_000, month=90_000)}
    first = await buyer.intend(caps)
    assert isinstance(first, Purchase)
    clock.advance(DAY_MS)
    assert isinstance(await buyer.intend(caps), Purchase)
    clock.advance(DAY_MS)
    assert await buyer.intend(caps) == CapReached("fal", ALL_KEYS, MONTH, 90_000, 80_000)
    await buyer.do(partial(purchases.void, purchase_id=first.id))

    assert isinstance(await buyer.intend(caps), Purchase)
    assert [await buyer.spent(day) for day in (TODAY, "2026-11-23", "2026-11-24")] == [0, 40_000, 40_000]


async def test_without_a_price_nothing_is_bought_under_a_cap(buyer: Buyer) -> None:
    """Of this key, or of all together; without a cap it is, and counts as what the bill says."""
    assert await buyer.intend({"fal-1": SpendingCap(month=DOLLAR)}, estimate=None) == NoPrice(
        "fal", "create-image", "nano-banana"
    )
    assert isinstance(await buyer.intend({ALL_KEYS: SpendingCap(day=DOLLAR)}, estimate=None), NoPrice)
    free = await buyer.intend({"fal-2": SpendingCap(day=1)}, estimate=None)
    assert isinstance(free, Purchase)
    await buyer.do(partial(purchases.settle, purchase_id=free.id, actual=7))

    assert await buyer.spent(TODAY) == 7


async def test_two_hundred_buy_at_the_last_dollar_and_one_dollar_is_spent(buyer: Buyer) -> None:
    caps = {ALL_KEYS: SpendingCap(day=DOLLAR)}
    wanted = [replace(PICTURE, generation_id=f"gen_{number}") for number in range(200)]
    answers = await asyncio.gather(
        *(buyer.database.write(partial(purchases.intend, new=new, caps=caps)) for new in wanted)
    )

    bought = [one for one in answers if isinstance(one, Purchase)]
    assert len(bought) == DOLLAR // 40_000
    assert await buyer.spent(TODAY) == DOLLAR


async def test_what_was_bought_for_a_generation_is_told_in_order(buyer: Buyer, clock: FrozenClock) -> None:
    first = await buyer.buy(key_id="fal-1")
    clock.advance(1)
    second = await buyer.buy(key_id="fal-2")

    assert await buyer.do(lambda tx: purchases.of_generation(tx, "gen_1")) == [first, second]
    assert await buyer.do(lambda tx: purchases.of_generation(tx, "gen_2")) == []
    assert await buyer.do(lambda tx: purchases.unfinished(tx, "elevenlabs")) == []


async def test_engines_have_budgets_of_their_own(buyer: Buyer) -> None:
    """Keys of two engines may have the same name."""
    caps = {ALL_KEYS: SpendingCap(day=40_000)}
    assert isinstance(await buyer.intend(caps), Purchase)
    other = await buyer.intend(caps, engine="bfl", estimate=30_000)
    assert isinstance(other, Purchase)
    await buyer.do(partial(purchases.settle, purchase_id=other.id, actual=35_000))

    assert [await buyer.spent(TODAY, engine=engine) for engine in ("fal", "bfl", "cog")] == [40_000, 35_000, 0]
    assert [await buyer.spent(MONTH, "fal-1", engine=engine) for engine in ("fal", "bfl")] == [40_000, 35_000]


async def test_what_is_not_known_to_be_billed_is_listed_the_oldest_first(buyer: Buyer, clock: FrozenClock) -> None:
    bought = []
    for _ in range(3):
        bought.append(await buyer.buy())
        clock.advance(1)
    await buyer.do(partial(purchases.settle, purchase_id=bought[1].id, actual=None))

    assert await buyer.do(lambda tx: purchases.unfinished(tx, "fal")) == [bought[0], bought[2]]


async def test_an_engine_without_keys_has_one_budget_for_a_day(buyer: Buyer) -> None:
    await buyer.buy(key_id="")

    assert [await buyer.spent(period) for period in (TODAY, MONTH)] == [40_000, 40_000]


@pytest.mark.parametrize(
    ("key_id", "period", "subject"),
    [
        ("", TODAY, f"fal/{TODAY}"),
        ("", MONTH, f"fal/{MONTH}"),
        ("fal-1", TODAY, f"fal/fal-1/{TODAY}"),
        ("fal-1", MONTH, f"fal/fal-1/{MONTH}"),
    ],
)
async def test_reconcile_names_the_budget_that_is_missing(buyer: Buyer, key_id: str, period: str, subject: str) -> None:
    await buyer.buy()
    buyer.change(f"DELETE FROM budgets WHERE key_id = '{key_id}' AND period = '{period}'")

    assert [one.subject for one in await buyer.database.read(purchases.discrepancies)] == [subject]


@pytest.mark.parametrize(
    "change",
    ["UPDATE budgets SET used = used + 1", "DELETE FROM budgets", "UPDATE purchases SET booked = booked + 1"],
)
async def test_reconcile_sees_budgets_that_do_not_fit(buyer: Buyer, change: str) -> None:
    await buyer.buy()
    buyer.change(change)
    found = await buyer.database.read(purchases.discrepancies)

    assert [one.subject for one in found] == [
        "fal/2026-11",
        "fal/2026-11-22",
        "fal/fal-1/2026-11",
        "fal/fal-1/2026-11-22",
    ]
