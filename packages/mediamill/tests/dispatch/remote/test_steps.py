"""Jobs that are paid for in two steps: the second is bought once, and only while somebody waits for its result."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mediamill import generations, jobs, purchases
from mediamill.db import Database, StoreFailed
from mediamill.dispatch.remote.steps import SEARCH_AFTER_SECONDS, KeptHandle
from mediamill.engines import (
    HANDLE_BYTES_MAX,
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    NotSent,
    Scope,
)
from mediamill.generations import Generation, Status
from mediamill.purchases import PurchaseState
from tests.clock import FrozenClock
from tests.dispatch.remote.world import PRICE, STEP_PRICE, TIMEOUT_SECONDS, MemoryVendor, Process, World


@pytest.fixture
async def world(tmp_path: Path, database: Database, clock: FrozenClock) -> AsyncIterator[World]:
    """A vendor whose pictures are bought in two steps."""
    kind = {"has_history": True, "is_synchronous": False, "has_steps": True}
    opened = World(tmp_path, database, clock, MemoryVendor(), **kind)
    yield opened
    assert await opened.discrepancies() == []


async def until_the_step(world: World, worker: Process) -> str:
    """Ada's picture, whose next look buys the second step."""
    generation_id = await world.order(await world.open_account())
    while world.vendor.looked.get(0, 0) < world.vendor.looks:
        if not await worker.step():
            await world.pass_time()
    await world.pass_time()
    return generation_id


async def made(world: World, generation_id: str) -> tuple[Generation, list[tuple[PurchaseState, int]]]:
    done = await world.finish(generation_id)
    return done, [(one.state, one.booked) for one in await world.purchases_of(generation_id)]


async def test_both_steps_are_one_purchase_and_both_ids_are_kept(world: World) -> None:
    generation_id = await world.order(await world.open_account())

    done, bought = await made(world, generation_id)

    assert (done.status, done.attempt) == (Status.SUCCESS, 1)
    assert bought == [(PurchaseState.SETTLED, PRICE)]
    assert [sale.steps for sale in world.vendor.sales] == [1]
    (kept,) = [one.job for one in await world.purchases_of(generation_id)]
    assert kept is not None
    assert KeptHandle.read(kept).handle == {"number": "0", "step": "1"}


async def test_a_step_whose_answer_was_lost_is_looked_for_and_not_bought_again(
    world: World, clock: FrozenClock
) -> None:
    world.vendor.lost_steps = [AnswerLost(reason="the connection broke")]
    generation_id = await until_the_step(world, worker := world.hire())
    before = clock.now
    await worker.step()
    await world.pass_time()

    assert clock.now >= before + SEARCH_AFTER_SECONDS * 1_000  # until then it may be under way
    done, bought = await made(world, generation_id)
    assert (done.status, bought) == (Status.SUCCESS, [(PurchaseState.SETTLED, PRICE)])
    assert world.vendor.sales[0].steps == 1


@pytest.mark.parametrize(
    "fault",
    [
        EngineUnavailable("no room", 7.0, Scope.KEY),
        NotSent(reason="connection refused"),
        AnswerLost(reason="the connection broke"),  # and the vendor sold nothing
        KeyError("a fault of the engine"),
    ],
)
async def test_a_step_that_was_not_bought_is_bought_later(world: World, fault: BaseException) -> None:
    world.vendor.advances = [fault]

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.attempt, bought) == (Status.SUCCESS, 1, [(PurchaseState.SETTLED, PRICE)])
    assert [sale.steps for sale in world.vendor.sales] == [1]


async def test_a_vendor_that_cannot_say_what_was_bought_is_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.vendor.lost_steps = [AnswerLost(reason="the connection broke")]
    search, troubles = world.engine.find_step, [EngineUnavailable("its list is late", 5.0)] * 3

    async def late(*about: object) -> object:
        if troubles:
            raise troubles.pop()
        return await search(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(world.engine, "find_step", late)

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, bought, troubles) == (Status.SUCCESS, [(PurchaseState.SETTLED, PRICE)], [])
    assert world.vendor.sales[0].steps == 1


async def test_a_refused_step_ends_the_generation_and_the_first_step_is_booked(world: World) -> None:
    world.vendor.advances = [EngineRefused(sentence="Declined by the safety check.", cost=STEP_PRICE)]

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.error) == (Status.ERROR, "Declined by the safety check.")
    assert bought == [(PurchaseState.SETTLED, STEP_PRICE)]


async def test_a_step_that_fails_uses_up_a_try(world: World) -> None:
    world.vendor.advances = [EngineFailed(sentence="It broke.", cost=STEP_PRICE)]

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.attempt) == (Status.SUCCESS, 2)
    assert bought == [(PurchaseState.SETTLED, STEP_PRICE), (PurchaseState.SETTLED, PRICE)]


async def test_nobody_buys_the_second_step_of_a_cancelled_picture(world: World) -> None:
    generation_id = await until_the_step(world, world.hire())

    await world.database.write(lambda tx: generations.cancel(tx, generation_id))
    done, bought = await made(world, generation_id)

    assert (done.status, bought) == (Status.ERROR, [(PurchaseState.SETTLED, STEP_PRICE)])
    assert world.vendor.sales[0].steps == 0


async def test_a_cancel_while_a_step_is_bought_reaches_the_step(world: World) -> None:
    generation_id = await until_the_step(world, worker := world.hire())
    sold, go_on, cancelled = asyncio.Event(), asyncio.Event(), list[str]()
    cancel = world.engine.cancel

    async def slow(name: str) -> None:
        if name == "the vendor has sold the step":
            sold.set()
            await go_on.wait()

    async def noted(job: object, vendor: object) -> None:
        cancelled.append(job.handle.get("step", ""))  # type: ignore[attr-defined]
        await cancel(job, vendor)  # type: ignore[arg-type]

    world.engine.point.reached = slow  # type: ignore[method-assign]
    world.engine.cancel = noted  # type: ignore[method-assign]
    stepping = asyncio.create_task(worker.step())
    await sold.wait()
    await world.database.write(lambda tx: generations.cancel(tx, generation_id))
    go_on.set()
    await stepping

    done, bought = await made(world, generation_id)
    assert cancelled == ["1"]
    assert (done.status, bought) == (Status.ERROR, [(PurchaseState.SETTLED, PRICE)])


async def test_after_the_deadline_no_step_is_bought(world: World, clock: FrozenClock) -> None:
    generation_id = await until_the_step(world, world.hire())
    clock.advance(round(TIMEOUT_SECONDS * 1_000))

    done, bought = await made(world, generation_id)

    assert (done.status, bought) == (Status.ERROR, [(PurchaseState.SETTLED, STEP_PRICE)])
    assert world.vendor.sales[0].steps == 0


async def test_a_look_that_another_process_has_taken_over_buys_nothing(world: World) -> None:
    await until_the_step(world, worker := world.hire())
    row = await worker.claim_look()
    assert row is not None
    await world.database.write(lambda tx: jobs.leave_looks(tx, "worker:"))  # it was taken for dead

    await worker.look.at(row)

    assert world.vendor.sales[0].steps == 0


async def test_the_ids_of_a_step_outlast_an_outage_of_the_store(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    troubles, note = [StoreFailed(fault="the disk is full")], purchases.note_job

    def fails_once(*about: object) -> None:
        if troubles:
            raise troubles.pop()
        note(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(purchases, "note_job", fails_once)

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, bought, troubles) == (Status.SUCCESS, [(PurchaseState.SETTLED, PRICE)], [])
    assert world.vendor.sales[0].steps == 1


def test_a_handle_that_grows_too_long_is_refused() -> None:
    assert KeptHandle.read(KeptHandle({"a": "b"}, "https://x.example", 1.5, 7).written()).step_at == 7
    with pytest.raises(ValueError, match=str(HANDLE_BYTES_MAX)):
        KeptHandle({"a": "b" * HANDLE_BYTES_MAX}, "", None).written()
