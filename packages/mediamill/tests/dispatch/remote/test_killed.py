"""A worker dies at every point of a submit, a look, a download, a settlement: nothing is lost, nothing bought twice."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.db import SqliteDatabase
from mediamill.generations import Status
from mediamill.purchases import PurchaseState
from tests.clock import FrozenClock
from tests.dispatch.remote.world import LEASE_MS, PRICE, Killed, MemoryVendor, Points, World
from tests.new_database import new_database

# Vendors by what they can be asked after a crash, and whether the answer to a submit is the result.
KINDS = {
    "closed": {"has_history": True, "is_synchronous": False},
    "open": {"has_history": False, "is_synchronous": False},
    "in steps": {"has_history": True, "is_synchronous": False, "has_steps": True},
    "synchronous": {"has_history": False, "is_synchronous": True},
    "synchronous with a history": {"has_history": True, "is_synchronous": True},
}
RARELY = ("open", "synchronous with a history", "in steps")  # in the slow suite: the other two meet most lines
POINTS_MIN = 8  # fewer, and the story has not reached the vendor


async def one_life(folder: Path, kind: str, kill_at: int | None) -> tuple[World, str, Points, bool]:
    """A picture from order to end, through one death at most; whether somebody died."""
    clock = FrozenClock()
    database = SqliteDatabase(folder / "mediamill.db", now=clock)
    await database.start()
    world = World(folder, database, clock, MemoryVendor(), **KINDS[kind])
    generation_id = await world.order(await world.open_account())
    points = Points(kill_at)
    died = False
    try:
        await world.finish(generation_id, world.hire(points))
    except Killed:
        died = True
        clock.advance(LEASE_MS + 1)
        await world.rescue()
        await world.finish(generation_id)
    return world, generation_id, points, died


@pytest.fixture
def lives(tmp_path: Path) -> Iterator[Path]:
    """Folders, each with a database that nothing is in."""

    def folders() -> Iterator[Path]:
        for number in itertools.count():
            folder = tmp_path / str(number)
            folder.mkdir()
            (folder / "mediamill.db").write_bytes(template)
            yield folder

    template = new_database()
    return folders()


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] if kind in RARELY else []) for kind in KINDS]
)
async def test_one_purchase_and_no_more_than_one_for_a_death(kind: str, lives: Iterator[Path]) -> None:
    world, generation_id, points, _ = await one_life(next(lives), kind, None)
    assert (await world.read(generation_id)).status is Status.SUCCESS
    assert len(world.vendor.sales) == 1
    await world.database.stop()
    assert len(points.names) >= POINTS_MIN

    deaths = 0
    for place, name in enumerate(points.names):
        world, generation_id, _, died = await one_life(next(lives), kind, place)
        story = f"killed at {place}: {name}"
        made = await world.read(generation_id)
        bought = await world.purchases_of(generation_id)

        deaths += died  # a life on a busy machine may have a write more or less than another
        assert made.status is Status.SUCCESS, f"{story}: {made.error}"
        assert len(world.vendor.sales) <= (1 if KINDS[kind]["has_history"] else 2), story
        assert sum(sale.steps for sale in world.vendor.sales) == ("has_steps" in KINDS[kind]), story
        assert sum(one.state is PurchaseState.SETTLED for one in bought) >= 1, story
        assert sum(one.booked for one in bought) >= PRICE * len(world.vendor.sales), (
            f"{story}: a sale without a booking"
        )
        assert await world.discrepancies() == [], story
        await world.database.stop()
    assert deaths >= POINTS_MIN


async def test_what_nothing_was_bought_for_is_bought_with_one_write_before(lives: Iterator[Path]) -> None:
    """The intent alone: each further write would be another wait for the disk."""
    world, _, points, _ = await one_life(next(lives), "open", None)

    sold = points.names.index("the vendor has sold it")

    assert points.names[:sold] == ["before a write", "after a write", "before the submit"]
    await world.database.stop()
