"""What a buyer does with further keys, with purchases of engines that are gone, and when it is stopped."""

import asyncio
from pathlib import Path

import pytest

from mediamill.db import Database
from mediamill.dispatch.remote import buyer
from mediamill.engines import AnswerLost, EngineUnavailable, Finished, Job, Request, Scope, VendorKey
from mediamill.engines.remote import Vendor
from mediamill.generations import Status
from mediamill.purchases import PurchaseState
from tests.clock import FrozenClock
from tests.dispatch.remote.test_stories import after_sale, made, serve_all, states
from tests.dispatch.remote.world import FALL_OVER_SECONDS, MemoryVendor, World

TWO_KEYS = (VendorKey("first", None), VendorKey("second", None))


async def test_what_is_no_fault_of_a_key_is_not_tried_with_the_next_one(world: World) -> None:
    world.keys = TWO_KEYS
    world.set_up()
    world.vendor.submits = [EngineUnavailable("All machines are down.", 300, Scope.ENGINE)]
    generation_id = await world.order(await world.open_account())
    assert await world.hire().step()

    (purchase,) = await world.purchases_of(generation_id)
    assert (purchase.key_id, purchase.state) == ("first", PurchaseState.VOID)


async def test_what_one_key_has_bought_no_other_buys_again(world: World) -> None:
    world.keys = TWO_KEYS
    world.set_up()
    done, bought = await made(world, await world.order(await world.open_account()))

    assert done.status is Status.SUCCESS
    assert [(one.key_id, one.state) for one in bought] == [("first", PurchaseState.SETTLED)]


async def test_what_was_lost_at_an_engine_that_is_gone_is_bought_at_another(world: World) -> None:
    """Nobody can ask the old one any more."""
    world.vendor.submits = [after_sale(AnswerLost(reason="timeout"))]
    generation_id = await world.order(await world.open_account())
    assert await world.hire().step()
    world.engine_name = "successor"
    world.set_up()
    done, bought = await made(world, generation_id)

    assert done.status is Status.SUCCESS
    assert [(one.engine, one.state) for one in bought][1:] == [("successor", PurchaseState.SETTLED)]
    assert states(bought)[0] is PurchaseState.UNKNOWN


async def test_what_was_lost_with_a_key_that_is_gone_is_bought_with_another(
    tmp_path: Path, database: Database, clock: FrozenClock
) -> None:
    """The vendor has a history, which only that key could read."""
    world = World(tmp_path, database, clock, MemoryVendor(), has_history=True, is_synchronous=False)
    world.vendor.submits = [after_sale(AnswerLost(reason="timeout"))]
    generation_id = await world.order(await world.open_account())
    assert await world.hire().step()
    world.keys = (VendorKey("new", None),)
    world.set_up()
    done, bought = await made(world, generation_id)

    assert done.status is Status.SUCCESS
    assert [(one.key_id, one.state) for one in bought] == [("", PurchaseState.UNKNOWN), ("new", PurchaseState.SETTLED)]


async def test_while_a_vendor_cannot_say_what_was_bought_nobody_else_is_asked(
    tmp_path: Path, database: Database, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path, database, clock, MemoryVendor(), has_history=True, is_synchronous=False)
    second = world.add_engine("second")
    await serve_all(world)
    world.vendor.submits = [after_sale(AnswerLost(reason="timeout"))]
    searched, find = [], world.engine.find

    async def says_nothing_for_long(request: Request, since: int, vendor: Vendor) -> Job | Finished | None:
        searched.append(clock.now)
        if clock.now - searched[0] < 3 * FALL_OVER_SECONDS * 1_000:
            raise EngineUnavailable("The history answers 503.", 5, Scope.ENGINE)
        return await find(request, since, vendor)

    monkeypatch.setattr(world.engine, "find", says_nothing_for_long)
    done, bought = await made(world, await world.order(await world.open_account()))

    assert done.status is Status.SUCCESS
    assert len(searched) > 1
    assert (len(bought), len(world.vendor.sales), second.sales) == (1, 1, [])


@pytest.mark.parametrize("times", [1, 3], ids=["once", "by every beat"])
async def test_whoever_is_stopped_in_a_submit_first_notes_that_nobody_knows(
    times: int, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buyer, "SUBMIT_GRACE_SECONDS", 0.01)
    generation_id = await world.order(await world.open_account())
    worker = world.hire()
    claimed = await worker.claim()
    assert claimed is not None
    sold = asyncio.Event()

    async def hangs(name: str) -> None:
        if name == "the vendor has sold it":
            sold.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(world.engine.point, "reached", hangs)
    running = asyncio.create_task(worker.run(claimed))
    await sold.wait()
    for _ in range(times):
        running.cancel()
        await asyncio.wait({running}, timeout=0)
    await asyncio.gather(running, return_exceptions=True)

    assert states(await world.purchases_of(generation_id)) == [PurchaseState.UNKNOWN]
