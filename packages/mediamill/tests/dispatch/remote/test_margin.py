"""An engine that would leave too little of what the credits bring is passed over."""

from decimal import Decimal
from pathlib import Path

import pytest

from mediamill import assembly, config, generations
from mediamill.config import InvalidSettings
from mediamill.engines import LeastMargin
from mediamill.generations import Status
from tests.dispatch.remote.world import PRICE, World

CREDITS = 8  # of a picture
ENOUGH = Decimal(PRICE) / 1_000_000 / CREDITS  # of the currency for a credit: then a picture brings what it costs


@pytest.mark.parametrize(
    ("price", "share", "is_allowed"),
    [
        (ENOUGH, "0", True),  # nothing is left, and nothing lost
        (ENOUGH, "0.01", False),
        (2 * ENOUGH, "0.5", True),
        (2 * ENOUGH, "0.51", False),
        (ENOUGH / 2, "-1", True),  # a loss of as much again is allowed
        (ENOUGH / 2, "-0.99", False),
        (Decimal(0), "0", False),
    ],
)
def test_the_share_that_is_left_decides(price: Decimal, share: str, is_allowed: bool) -> None:
    assert LeastMargin(price, Decimal(share)).allows(CREDITS, PRICE) == is_allowed


async def test_what_would_leave_too_little_is_not_bought_and_waits_for_somebody_else(world: World) -> None:
    world.set_up(least_margin=LeastMargin(ENOUGH, Decimal("0.1")))
    generation_id = await world.order(await world.open_account())

    assert await world.hire().step()
    waiting = await world.read(generation_id)

    assert (world.vendor.sales, await world.purchases_of(generation_id)) == ([], [])
    assert waiting.status is Status.PENDING
    assert "memory: create-image/nano-banana would cost 0.0400 USD and brings 8 credits" in await reasons(
        world, generation_id
    )


async def test_what_leaves_enough_is_bought(world: World) -> None:
    world.set_up(least_margin=LeastMargin(2 * ENOUGH, Decimal("0.1")))
    generation_id = await world.order(await world.open_account())

    assert (await world.finish(generation_id)).status is Status.SUCCESS


def test_nothing_is_asked_without_a_price_of_credits(tmp_path: Path) -> None:
    assert assembly.least_margin(config.read(data_dir=tmp_path, min_margin=0.2)) is None
    assert assembly.least_margin(config.read(data_dir=tmp_path, credit_price="0.01")) is None
    asked = config.read(data_dir=tmp_path, min_margin="0.2", credit_price="0.01")
    assert assembly.least_margin(asked) == LeastMargin(Decimal("0.01"), Decimal("0.2"))
    with pytest.raises(InvalidSettings, match="min_margin"):
        config.read(data_dir=tmp_path, min_margin=20)


async def reasons(world: World, generation_id: str) -> str:
    """Why its attempts were released."""
    attempts = await world.database.read(lambda tx: generations.attempts_of(tx, generation_id))
    return " ".join(attempt.reason or "" for attempt in attempts)
