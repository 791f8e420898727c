"""Whether a purchase may be made now, with which key, and what is said where it may not."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from mediamill import alerts, breakers
from mediamill.dispatch.remote.admission import (
    BUSY_SECONDS,
    CAP_PAUSE_SECONDS,
    Admitted,
    NotNow,
    admit,
    share_of,
    soonest,
)
from mediamill.dispatch.remote.learned import LearnedLimits
from mediamill.engines import LeastMargin, SpendingCap, VendorKey
from mediamill.purchases import NewPurchase
from tests.dispatch.remote.world import MODEL, PRICE, World

NAME = "/".join(MODEL)
BUSY = "memory, key {}: as many jobs as it may have are under way"
FAST = "memory, key {}: as many submits as it may have in a minute were made"


def keys(*names: str, **limits: Any) -> tuple[VendorKey, ...]:
    return tuple(VendorKey(name, f"secret of {name}", **limits) for name in names)


async def asked(world: World, estimate: int | None = PRICE) -> Admitted | NotNow:
    """The answer to one more picture."""
    account = await world.open_account(f"{await world.database.read(lambda tx: tx.now())}@example.com")
    world.clock.now += 1  # each account has an address of its own
    generation_id = await world.order(account)
    line = None if estimate is None else "0.04 an image"
    new = NewPurchase(generation_id, account.id, 1, *MODEL, "memory", "", "USD", estimate, line)
    setup = world.registry.setups["memory"]
    return await world.database.write(lambda tx: admit(tx, setup, new, LearnedLimits()))


def told(answer: Admitted | NotNow) -> str:
    """The key that may be used, or the reason."""
    return f"with {answer.key.id}" if isinstance(answer, Admitted) else answer.reason


async def test_keys_take_what_they_may_and_then_all_of_them_are_busy(world: World) -> None:
    world.keys = keys("a", "b", concurrency=1)
    world.set_up()

    answers = [await asked(world) for _ in range(3)]

    assert [told(answer) for answer in answers] == ["with a", "with b", BUSY.format("a")]
    assert answers[2] == NotNow(BUSY.format("a"), BUSY_SECONDS, is_about_engine=True)


async def test_a_key_that_has_submitted_enough_in_a_minute_leaves_the_next_to_others(world: World) -> None:
    world.keys = keys("a", "b", per_minute=1)
    world.set_up()

    answers = [await asked(world) for _ in range(3)]

    assert [told(answer) for answer in answers] == ["with a", "with b", FAST.format("a")]
    world.clock.now += 60_001
    assert told(await asked(world)) == "with a"


async def test_the_key_with_most_room_is_taken(world: World) -> None:
    world.keys = (*keys("narrow", concurrency=2), *keys("wide", concurrency=6))
    world.set_up()

    taken = [told(await asked(world)) for _ in range(4)]

    assert taken == ["with narrow", "with wide", "with wide", "with wide"]


def test_a_key_without_a_limit_has_room_for_a_thousand() -> None:
    (free,), (tight,) = keys("free"), keys("tight", concurrency=4)

    assert share_of(free, {"free": 1}) == 0.001
    assert share_of(tight, {"tight": 1}) == 0.25
    assert share_of(tight, {"free": 1}) == 0


async def test_a_broken_key_is_asked_again_when_its_breaker_says(world: World) -> None:
    await world.database.write(lambda tx: breakers.trip(tx, "memory", "", NAME, "The model is gone.", 90_500))
    (open_one,) = await world.database.read(breakers.open_breakers)

    answer = await asked(world)

    left = (open_one.open_until - world.clock.now) / 1_000
    assert answer == NotNow("The model is gone.", left, is_about_engine=True)


async def test_a_paused_engine_leaves_its_work_to_others(world: World) -> None:
    await world.database.write(lambda tx: breakers.pause(tx, "memory", "Their bill is odd."))

    answer = await asked(world)

    assert isinstance(answer, NotNow)
    assert (answer.reason, answer.passes_over, answer.is_about_engine) == ("Their bill is odd.", True, True)


@pytest.mark.parametrize(("cap", "raised"), [(PRICE, 1), (0, 0)])
async def test_a_cap_that_is_reached_is_an_alert_unless_nothing_may_be_spent_at_all(
    world: World, cap: int, raised: int
) -> None:
    world.cap = SpendingCap(day=cap)
    world.set_up()

    first, second = await asked(world), await asked(world)

    assert isinstance(first, Admitted) == (cap > 0)
    assert isinstance(second, NotNow)
    assert (second.seconds, second.passes_over) == (CAP_PAUSE_SECONDS, True)
    assert second.reason.startswith("memory: the spending cap of ")
    kinds = [one.kind for one in await world.database.read(alerts.open_ones)]
    assert kinds == [alerts.AlertKind.CAP_REACHED] * raised


async def test_under_a_cap_nothing_without_a_price_is_bought(world: World) -> None:
    world.cap = SpendingCap(day=PRICE)
    world.set_up()

    answer = await asked(world, estimate=None)

    reason = f"memory has no price for {NAME}, and under a spending cap nothing is bought without one"
    assert answer == NotNow(reason, CAP_PAUSE_SECONDS, passes_over=True)


async def test_a_margin_is_asked_only_of_what_has_a_price(world: World) -> None:
    world.set_up(least_margin=LeastMargin(Decimal(0), Decimal("0.1")))

    priced, unpriced = await asked(world), await asked(world, estimate=None)

    assert isinstance(priced, NotNow)
    assert (priced.seconds, priced.passes_over) == (CAP_PAUSE_SECONDS, True)
    assert isinstance(unpriced, Admitted)


def test_of_several_reasons_the_one_that_ends_first_is_said_and_what_follows_only_if_all_agree() -> None:
    busy = NotNow("busy", 2.0, is_about_engine=True)
    capped = NotNow("capped", 3_600.0, passes_over=True)

    assert soonest([capped, busy]) == NotNow("busy", 2.0)
    assert soonest([capped, replace(capped, seconds=9.0)]) == NotNow("capped", 9.0, passes_over=True)
    assert soonest([busy, busy]) == busy


async def test_without_a_key_that_can_be_used_it_says_what_is_missing(world: World) -> None:
    world.engine.key_header = ("Authorization", "Key {key}")  # type: ignore[misc]
    world.keys = (VendorKey("a", None),)
    world.set_up()

    answer = await asked(world)

    missing = 'set key_env or key_file in [engine."memory"], or run: mediamill secrets set memory:a'
    assert answer == NotNow(missing, CAP_PAUSE_SECONDS, passes_over=True)
