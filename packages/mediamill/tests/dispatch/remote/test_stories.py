"""What vendors say and do, and what becomes of generation, purchase and credits."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from mediamill import breakers, credits, generations, jobs, purchases, workers
from mediamill.breakers.breaker import PROBE_MS
from mediamill.dispatch.maintenance import ABANDONED_MS
from mediamill.dispatch.remote.look import LOOKS_PER_SECOND
from mediamill.engines import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Missing,
    NotSent,
    ResultNotFetched,
    Scope,
    SpendingCap,
    VendorKey,
)
from mediamill.engines.remote import Look, Running
from mediamill.generations import Attempt, AttemptOutcome, Generation, Status
from mediamill.outbound import FailureReason
from mediamill.purchases import Purchase, PurchaseState
from mediamill.workers import Served, Worker
from tests.behind import change_behind
from tests.dispatch.remote.world import FALL_OVER_SECONDS, MODEL, PRICE, TIMEOUT_SECONDS, TYPICAL_SECONDS, Sale, World

DOLLAR = 1_000_000


async def made(world: World, generation_id: str) -> tuple[Generation, list[Purchase]]:
    return await world.finish(generation_id), await world.purchases_of(generation_id)


def after_sale(fault: BaseException) -> Callable[[Sale], BaseException]:
    """The vendor sells, then this happens to its answer."""
    return lambda _sale: fault


def states(bought: list[Purchase]) -> list[PurchaseState]:
    return [purchase.state for purchase in bought]


async def test_nobody_waits_for_a_job_but_a_row(world: World) -> None:
    """Ada's picture is bought; no process has it in hand, and it stays `processing` under one attempt."""
    ada = await world.open_account()
    generation_id = await world.order(ada)

    assert await world.hire().step()
    waiting = await world.read(generation_id)
    assert (waiting.status, waiting.attempt) == (Status.PROCESSING, 1)
    assert not await world.hire().step()  # no look is due yet, and nothing can be claimed

    done, bought = await made(world, generation_id)
    assert (done.status, done.attempt) == (Status.SUCCESS, 1)
    assert [(one.state, one.booked) for one in bought] == [(PurchaseState.SETTLED, PRICE)]
    assert (await world.database.read(lambda tx: credits.balance(tx, ada.id))).available == 1_000 - 8


async def test_a_job_counts_against_what_its_account_may_run_at_once(world: World) -> None:
    ada = await world.open_account()
    orders = [await world.order(ada) for _ in range(3)]
    change_behind(world.database, "UPDATE accounts SET plan = 'free'")

    worker = world.hire()
    while await worker.step():
        pass

    assert len(world.vendor.sales) == 2
    assert [(await world.finish(order)).status for order in orders] == [Status.SUCCESS] * 3


async def test_a_refused_submit_costs_nobody_anything(world: World) -> None:
    world.vendor.submits = [EngineRefused(sentence="The prompt is too long; shorten it to 500 characters.")]

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.error) == (Status.ERROR, "The prompt is too long; shorten it to 500 characters.")
    assert [(one.state, one.booked) for one in bought] == [(PurchaseState.VOID, 0)]
    assert world.vendor.sales == []


@pytest.mark.parametrize("cost", [None, 15_000])
async def test_a_job_that_the_vendor_refuses_is_booked_at_what_it_bills(world: World, cost: int | None) -> None:
    facts = {} if cost is None else {"cost": cost}
    world.vendor.answers = [Running(), EngineRefused(sentence="Declined by the safety check.", **facts)]

    done, bought = await made(world, await world.order(await world.open_account()))

    assert done.status is Status.ERROR
    assert [one.booked for one in bought] == [cost or 0]


async def test_a_failed_job_uses_up_a_try_and_is_bought_anew(world: World) -> None:
    world.vendor.answers = [EngineFailed(sentence="It broke.")] * 2

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.attempt) == (Status.SUCCESS, 3)
    assert states(bought) == [PurchaseState.VOID, PurchaseState.VOID, PurchaseState.SETTLED]


async def test_three_failed_jobs_are_the_end(world: World) -> None:
    world.vendor.answers = [EngineFailed(sentence="It broke; try a simpler prompt.")] * 3

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.error) == (Status.ERROR, "It broke; try a simpler prompt.")
    assert len(bought) == 3


NO_NEWS: dict[str, Look | BaseException] = {
    "an unknown word": Running(),
    "a server error": AnswerLost(reason="HTTP 502"),
    "silence": NotSent(reason="connection refused"),
    "a storm": EngineUnavailable("Too many requests.", 30, Scope.KEY),
    "a defect of the adapter": KeyError("status"),
    "a page that knows nothing": Missing(),
}


@pytest.mark.parametrize("news", NO_NEWS)
async def test_only_final_words_end_a_job(news: str, world: World) -> None:
    world.vendor.answers = [NO_NEWS[news]] * 2

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.attempt) == (Status.SUCCESS, 1)
    assert len(bought) == 1


async def test_progress_never_goes_back_and_never_claims_the_end(world: World) -> None:
    world.vendor.answers = [Running(0.8, "rendering"), Running(0.2, "queued"), Running(1.0, "done")]
    generation_id = await world.order(await world.open_account())
    worker, seen = world.hire(), []
    for _ in range(200):
        if not world.vendor.answers:
            break
        if not await worker.step():
            world.clock.advance(1_000)
        seen.append((await world.read(generation_id)).progress)

    assert seen == sorted(seen)
    assert max(seen) == 0.9


async def test_a_job_that_the_vendor_has_lost_is_bought_once_more(world: World) -> None:
    world.vendor.answers = [Missing()] * 100
    generation_id = await world.order(await world.open_account())
    worker = world.hire()
    while len(world.vendor.sales) < 2:
        if not await worker.step():
            world.clock.advance(1_000)
    first = (await world.purchases_of(generation_id))[0]
    assert world.clock.now - first.intended_at >= 60_000
    world.vendor.answers = []

    done, bought = await made(world, generation_id)

    assert (done.status, done.attempt) == (Status.SUCCESS, 2)
    assert [one.booked for one in bought] == [PRICE, PRICE]  # the bill will say whether the lost one was free


async def test_an_answer_that_was_lost_is_waited_for_then_one_more_is_bought(world: World) -> None:
    world.vendor.submits = [lambda _: AnswerLost(reason="connection reset", seconds=0.4)]
    generation_id = await world.order(await world.open_account())
    assert await world.hire().step()
    began = world.clock.now

    done, bought = await made(world, generation_id)

    assert done.status is Status.SUCCESS
    assert states(bought) == [PurchaseState.UNKNOWN, PurchaseState.SETTLED]
    assert bought[1].intended_at - began >= TYPICAL_SECONDS * 1_000
    assert len(world.vendor.sales) == 2


async def test_after_two_lost_answers_nothing_more_is_bought(world: World) -> None:
    world.vendor.submits = [lambda _: AnswerLost(reason="connection reset", seconds=0.4)] * 5

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.error) == (Status.ERROR, "This could not be finished. Please try again.")
    assert states(bought) == [PurchaseState.UNKNOWN] * 2
    assert len(world.vendor.sales) == 2


async def test_three_answers_cut_after_the_same_time_pause_the_engine(world: World) -> None:
    """A proxy on the way ends every connection after a minute, while the vendor goes on and bills."""
    cuts = [AnswerLost(reason="cut", seconds=seconds) for seconds in (60.1, 60.3, 59.8)]
    world.vendor.submits = [after_sale(cut) for cut in cuts]
    ada = await world.open_account()
    orders = [await world.order(ada) for _ in range(4)]
    worker = world.hire()
    for _ in range(60):
        if not await worker.step():
            world.clock.advance(1_000)

    (pause,) = await world.database.read(breakers.pauses)
    assert "cut after about 60 s each" in pause.reason
    assert all(len(world.vendor.sold_for(order)) <= 2 for order in orders)

    await world.database.write(lambda tx: breakers.resume(tx, world.engine_name))
    assert [(await world.finish(order)).status for order in orders] == [Status.SUCCESS] * 4
    assert all(len(world.vendor.sold_for(order)) <= 2 for order in orders)


async def test_our_deadline_is_free_for_the_caller_and_a_loss_for_us(world: World) -> None:
    world.vendor.looks = 10_000
    ada = await world.open_account()
    generation_id = await world.order(ada)
    worker = world.hire()
    while (found := await world.read(generation_id)).status is not Status.ERROR:
        if not await worker.step():
            world.clock.advance(1_000)
    (orphan,) = await world.purchases_of(generation_id)
    assert (orphan.state, orphan.booked) == (PurchaseState.ORPHANED, PRICE)
    assert world.clock.now - orphan.intended_at <= (TIMEOUT_SECONDS + 20) * 1_000
    assert "longer than one generation may take" in (found.error or "")
    assert world.vendor.sales[0].is_cancelled
    assert (await world.database.read(lambda tx: credits.balance(tx, ada.id))).available == 1_000

    world.vendor.looks = 0
    _, bought = await made(world, generation_id)
    assert [(one.state, one.booked) for one in bought] == [(PurchaseState.SETTLED, PRICE)]


async def test_a_cancelled_generation_is_cancelled_at_the_vendor(world: World) -> None:
    ada = await world.open_account()
    generation_id = await world.order(ada)
    worker = world.hire()
    assert await worker.step()

    await world.database.write(lambda tx: generations.cancel(tx, generation_id))
    assert await worker.step()

    assert world.vendor.sales[0].is_cancelled
    assert [one.state for one in await world.purchases_of(generation_id)] == [PurchaseState.ORPHANED]
    done, bought = await made(world, generation_id)
    assert (done.status, states(bought)) == (Status.ERROR, [PurchaseState.SETTLED])
    assert (await world.database.read(lambda tx: credits.balance(tx, ada.id))).available == 1_000


async def test_a_cancel_while_the_submit_is_under_way_reaches_the_job_that_it_made(world: World) -> None:
    ada = await world.open_account()
    generation_id = await world.order(ada)
    worker = world.hire()
    claimed = await worker.claim()
    assert claimed is not None
    sold, go_on = asyncio.Event(), asyncio.Event()

    async def slow(name: str) -> None:
        if name == "the vendor has sold it":
            sold.set()
            await go_on.wait()

    world.engine.point.reached = slow  # type: ignore[method-assign]
    running = asyncio.create_task(worker.run(claimed))
    await sold.wait()
    await world.database.write(lambda tx: generations.cancel(tx, generation_id))
    running.cancel()
    go_on.set()
    await asyncio.gather(running, return_exceptions=True)

    (job,) = await world.database.read(lambda tx: jobs.of_generation(tx, generation_id))
    assert job.wish is jobs.Wish.CANCEL
    await made(world, generation_id)
    assert world.vendor.sales[0].is_cancelled


async def test_a_result_that_cannot_be_fetched_is_fetched_again_not_bought_again(world: World) -> None:
    world.fetcher.faults = [ResultNotFetched(FailureReason.TIMEOUT)] * 3

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.attempt, len(bought)) == (Status.SUCCESS, 1, 1)


async def test_a_wrong_key_leaves_other_engines_and_costs_nothing(world: World) -> None:
    world.vendor.submits = [EngineUnavailable("The key is not valid.", 300, Scope.KEY)]
    generation_id = await world.order(await world.open_account())
    assert await world.hire().step()

    (breaker,) = await world.database.read(breakers.open_breakers)
    assert (breaker.key_id, breaker.model, breaker.reason) == ("", "", "The key is not valid.")
    assert breaker.open_until - world.clock.now >= 300_000
    done, bought = await made(world, generation_id)
    assert (done.status, done.losses) == (Status.SUCCESS, 0)
    assert states(bought) == [PurchaseState.VOID, PurchaseState.SETTLED]


async def test_once_the_one_that_tries_has_succeeded_the_others_are_made_within_seconds(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were claimed, and put off, while it tried."""
    ada = await world.open_account()
    orders = [await world.order(ada) for _ in range(4)]
    await world.database.write(lambda tx: breakers.trip(tx, "memory", "", "", "The key is not valid.", 60_000))
    await world.database.write(lambda tx: breakers.try_now(tx, "memory", ""))
    worker, sold, go_on = world.hire(), asyncio.Event(), asyncio.Event()

    async def slow(name: str) -> None:
        if name == "the vendor has sold it":
            sold.set()
            await go_on.wait()

    monkeypatch.setattr(world.engine.point, "reached", slow)
    first, *others = [claimed for _ in orders if (claimed := await worker.claim()) is not None]
    trying = asyncio.create_task(worker.run(first))
    await sold.wait()
    for other in others:
        await worker.run(other)
    assert len(world.vendor.sales) == 1
    go_on.set()
    await trying
    began = world.clock.now
    while len(world.vendor.sales) < len(orders):
        if not await worker.step():
            world.clock.advance(100)

    assert world.clock.now - began < PROBE_MS / 4


async def test_a_fault_of_one_key_tries_the_next_before_anything_else(world: World) -> None:
    world.keys = (VendorKey("first", None), VendorKey("second", None))
    world.set_up()
    world.vendor.submits = [EngineUnavailable("No credit is left.", 900, Scope.KEY)]
    generation_id = await world.order(await world.open_account())

    _, bought = await made(world, generation_id)

    assert [(one.key_id, one.state) for one in bought] == [
        ("first", PurchaseState.VOID),
        ("second", PurchaseState.SETTLED),
    ]
    assert world.clock.now - bought[0].intended_at < 900_000


async def test_a_cap_is_never_overdrawn_and_what_waits_is_made_the_next_day(world: World) -> None:
    world.cap = SpendingCap(day=5 * PRICE)
    world.set_up()
    ada = await world.open_account()
    orders = [await world.order(ada) for _ in range(8)]
    worker = world.hire()
    day = world.clock.now
    while world.clock.now < day + 3_600_000:
        if not await worker.step():
            world.clock.advance(60_000)
    assert len(world.vendor.sales) == 5

    world.clock.now = day + 24 * 3_600_000
    assert [(await world.finish(order)).status for order in orders] == [Status.SUCCESS] * 8
    assert len(world.vendor.sales) == 8


async def test_no_more_jobs_than_the_engine_may_have(world: World) -> None:
    world.set_up(concurrency=3)
    world.vendor.looks = 5
    ada = await world.open_account()
    orders = [await world.order(ada) for _ in range(9)]
    worker, most = world.hire(), 0
    while not all([(await world.read(order)).status is Status.SUCCESS for order in orders]):
        if not await worker.step():
            world.clock.advance(1_000)
        under_way = await world.database.read(lambda tx: jobs.under_way(tx, world.engine_name))
        most = max(most, sum(under_way.values()))

    assert most == 3
    claims = [(await world.read(order)).attempt for order in orders]
    assert sum(claims) <= len(orders) + world.vendor.looks * 3  # the others are left alone while all slots are taken


async def test_two_hundred_race_for_the_last_dollar(world: World) -> None:
    world.cap = SpendingCap(day=DOLLAR)
    world.set_up()
    ada = await world.open_account(first_credits=5_000)
    for _ in range(200):
        await world.order(ada)
    workers = [world.hire() for _ in range(4)]

    async def work(number: int) -> None:
        while (claimed := await workers[number].claim()) is not None:
            await workers[number].run(claimed)

    await asyncio.gather(*(work(number) for number in range(4)))

    day = purchases_day(world)
    assert len(world.vendor.sales) == DOLLAR // PRICE
    assert await world.database.read(lambda tx: purchases.used(tx, world.engine_name, "", day)) == DOLLAR


def purchases_day(world: World) -> str:
    from mediamill.clock import day_of

    return day_of(world.clock.now)


async def test_a_job_whose_key_is_gone_waits_for_it(world: World) -> None:
    generation_id = await world.order(await world.open_account())
    assert await world.hire().step()
    world.keys = (VendorKey("other", None),)
    world.set_up()
    worker = world.hire()
    for _ in range(100):
        if not await worker.step():
            world.clock.advance(1_000)
    assert (await world.read(generation_id)).status is Status.PROCESSING

    world.keys = (VendorKey("", None), VendorKey("other", None))
    world.set_up()
    done, bought = await made(world, generation_id)
    assert (done.status, len(bought)) == (Status.SUCCESS, 1)


async def test_what_nobody_will_ever_hear_of_is_booked_at_its_estimate(world: World) -> None:
    world.vendor.submits = [after_sale(AnswerLost(reason="connection reset", seconds=0.4))]
    _, (lost, _) = await made(world, await world.order(await world.open_account()))
    assert lost.state is PurchaseState.UNKNOWN
    sweep = partial(purchases.settle_abandoned, older_than_ms=ABANDONED_MS)
    assert await world.database.write(sweep) == 0

    world.clock.advance(ABANDONED_MS)

    assert await world.database.write(sweep) == 1
    (settled, _) = await world.purchases_of(lost.generation_id)
    assert (settled.state, settled.booked) == (PurchaseState.SETTLED, PRICE)


async def test_many_jobs_are_looked_at_more_rarely(world: World) -> None:
    """Two thousand jobs of one vendor: each is due so late that no more looks are made in a second than it bears."""
    world.vendor.looks = 10
    generation_id = await world.order(await world.open_account())
    worker = world.hire()
    assert await worker.step()
    worker.look.crowds[world.engine_name] = 2_000
    world.clock.advance(1_000)
    assert await worker.step()

    (job,) = await world.database.read(lambda tx: jobs.of_generation(tx, generation_id))
    assert job.look_at - world.clock.now == 2_000 / LOOKS_PER_SECOND * 1_000
    await world.finish(generation_id)


async def test_work_falls_over_to_the_next_engine_after_a_while(world: World) -> None:
    """The vendor is down for a minute: Ada waits half of it, then the next in the list makes her picture."""
    second = world.add_engine("second")
    await serve_all(world)
    world.vendor.submits = [EngineUnavailable("The vendor answers 503.", 2, Scope.ENGINE)] * 100
    began = world.clock.now

    done, bought = await made(world, await world.order(await world.open_account()))

    assert (done.status, len(second.sales), world.vendor.sales) == (Status.SUCCESS, 1, [])
    assert world.clock.now - began >= FALL_OVER_SECONDS * 1_000
    assert [one.engine for one in bought if one.state is PurchaseState.SETTLED] == ["second"]
    (last,) = [one for one in await attempts_of(world, done.id) if one.outcome is AttemptOutcome.SUCCESS]
    assert last.engine == "second"
    assert last.findings.provenance["engine"] == "second"


async def test_a_cap_passes_work_on_at_once(world: World) -> None:
    second = world.add_engine("second")
    await serve_all(world)
    world.cap = SpendingCap(day=PRICE)
    world.set_up()
    ada = await world.open_account()
    orders = [await world.order(ada) for _ in range(3)]
    began = world.clock.now

    assert [(await world.finish(order)).status for order in orders] == [Status.SUCCESS] * 3
    assert (len(world.vendor.sales), len(second.sales)) == (1, 2)
    assert world.clock.now - began < FALL_OVER_SECONDS * 1_000


async def test_a_lost_answer_is_never_bought_again_from_another_vendor_before_its_time(world: World) -> None:
    second = world.add_engine("second")
    await serve_all(world)
    world.vendor.submits = [after_sale(AnswerLost(reason="connection reset", seconds=0.4))]
    began = world.clock.now

    done, bought = await made(world, await world.order(await world.open_account()))

    assert done.status is Status.SUCCESS
    assert len(world.vendor.sales) + len(second.sales) == 2
    assert bought[1].intended_at - began >= TYPICAL_SECONDS * 1_000


async def test_when_every_engine_is_down_work_waits_and_begins_with_the_first_again(world: World) -> None:
    second = world.add_engine("second")
    await serve_all(world)
    down = [EngineUnavailable("It answers 503.", 2, Scope.ENGINE)] * 8
    world.vendor.submits, second.submits = list(down), list(down)

    done, _ = await made(world, await world.order(await world.open_account()))

    assert (done.status, done.losses) == (Status.SUCCESS, 0)
    assert len(world.vendor.sales) + len(second.sales) == 1


async def serve_all(world: World) -> None:
    """A live worker runs the model, whichever engine it is: work falls over only to where it will be run."""
    worker = Worker("worker:0", "1.0", "digest", ("remote",))
    served = [Served("remote", *MODEL)]
    await world.database.write(partial(workers.register, worker=worker, served=served, alive_ms=10**9))


async def attempts_of(world: World, generation_id: str) -> list[Attempt]:
    return await world.database.read(lambda tx: generations.attempts_of(tx, generation_id))
