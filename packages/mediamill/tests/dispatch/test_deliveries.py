"""The deliverer: woken by commits and timers, bounded, fenced, and never held up by a receiver."""

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from mediamill import generations, webhooks
from mediamill.accounts import Account, Plan, open_account
from mediamill.db import Database, SqliteDatabase, StoreBusy, Transaction
from mediamill.dispatch import AttemptWriter, deliveries, waker
from mediamill.dispatch.results import Stored
from mediamill.generations import Findings, Intent, NewGeneration, Policy
from mediamill.outbound import Answer, FailureReason
from mediamill.webhooks import DeliveryStatus
from tests.clock import FrozenClock
from tests.webhooks.receivers import Receivers, answering, delivering, holding, never, until
from tests.webhooks.stage import DELAYS_MS, HOOK, REFUSED, Stage, owe

HOST = "hooks.example.com"
DEAD = "https://dead.example.com/"

Result = TypeVar("Result")


@pytest.fixture
async def stage(database: SqliteDatabase) -> Stage:
    """Time stands still here unless it is told to move."""
    return Stage(database)


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Stage]:
    """Here time passes."""
    database = SqliteDatabase(tmp_path / "live.db")
    await database.start()
    yield Stage(database)
    await database.stop()


async def test_a_clock_that_goes_back_puts_off_no_retry(
    stage: Stage, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receiver was down at noon; then somebody sets the clock back by an hour."""
    monkeypatch.setattr(deliveries, "RESCUE_SECONDS", 0.01)
    monkeypatch.setattr(waker, "POLL_SECONDS", 0.01)
    (owed,) = await stage.owe(ada)
    await stage.settle(await stage.must_claim(), REFUSED)
    receivers = Receivers()
    async with delivering(stage, receivers) as deliverer:
        await until(lambda: deliverer.looked_at == clock.now, "it has looked")
        clock.advance(-3_600_000)
        await until(lambda: deliverer.looked_at == clock.now, "it has looked after the clock went back")
        assert (await stage.find(owed)).due_at == clock.now + DELAYS_MS[0]
        clock.advance(DELAYS_MS[0])
        await until(lambda: is_now(stage, owed, DeliveryStatus.DELIVERED), "the webhook is delivered")


async def is_now(stage: Stage, generation_id: str, status: DeliveryStatus) -> bool:
    return (await stage.find(generation_id)).status is status


async def test_the_commit_of_a_success_sends_its_webhook(
    stage: Stage, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waker, "POLL_SECONDS", 3_600)
    receivers = Receivers()
    async with delivering(stage, receivers) as deliverer:
        await asyncio.sleep(0)  # it has looked, found nothing, and sleeps

        def succeed(tx: Transaction) -> str:
            owed = owe(tx, ada, HOOK)
            deliverer.waker.enqueue(tx, (Intent("cpu", tx.now()), Intent(webhooks.POOL, tx.now())))
            return owed

        owed = await stage.database.write(succeed)
        await until(lambda: is_now(stage, owed, DeliveryStatus.DELIVERED), "it is delivered")

    assert [posted.url for posted in receivers.posted] == [HOOK]
    assert receivers.posted[0].body == (await stage.find(owed)).body.encode()
    assert receivers.posted[0].headers["webhook-id"] == owed
    assert await stage.is_exact()


@pytest.mark.parametrize(("webhook", "pools"), [(HOOK, [webhooks.POOL]), (None, [])])
async def test_a_success_asks_for_its_webhook_to_be_sent(
    stage: Stage, ada: Account, policy: Policy, webhook: str | None, pools: list[str]
) -> None:
    asked_for: list[Intent] = []
    unused: Any = None
    writer = AttemptWriter(
        worker="heron",
        database=stage.database,
        storage=unused,
        policy=policy,
        media_base="http://localhost:8000/media",
        dispatch=lambda tx, intents: asked_for.extend(intents),
    )
    order = NewGeneration(ada.id, "text-to-speech", "voicevendor-tts", "audio", "{}", "{}", webhook, "cpu", 0, 7)
    await stage.database.write(lambda tx: generations.accept(tx, order))
    claimed = await stage.database.write(lambda tx: generations.claim(tx, "heron", "cpu", policy))
    assert claimed is not None
    await writer.succeed(claimed, Stored("gen_x/y.mp3", None), 0, Findings({}, ()))

    assert [intent.pool for intent in asked_for] == pools


async def test_a_transaction_that_fails_wakes_nobody(stage: Stage, ada: Account) -> None:
    async with delivering(stage, Receivers()) as deliverer:
        deliverer.wake.clear()

        def fail(tx: Transaction) -> None:
            owe(tx, ada, HOOK)
            deliverer.waker.enqueue(tx, (Intent(webhooks.POOL, tx.now()),))
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await stage.database.write(fail)

        assert not deliverer.wake.is_set()


async def test_what_another_process_owes_is_seen(stage: Stage, ada: Account) -> None:
    receivers = Receivers()
    async with delivering(stage, receivers):
        (owed,) = await stage.owe(ada)
        await until(lambda: is_now(stage, owed, DeliveryStatus.DELIVERED), "it is delivered")


async def test_retries_follow_each_other_no_earlier_than_they_may(live: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waker, "POLL_SECONDS", 3_600)  # only its timers wake it
    ada = await live.database.write(lambda tx: open_account(tx, "ada@example.com", Plan.PRO, 0))
    receivers = Receivers()
    receivers.behaviours[HOST] = answering(500, 503, 404, 200)
    delays_ms = (40, 80, 160)
    (owed,) = await live.owe(ada)
    async with delivering(live, receivers, delays_ms=delays_ms):
        await until(lambda: is_now(live, owed, DeliveryStatus.DELIVERED), "it is delivered")
    attempts = await live.attempts(owed)
    waited = [after.started_at - before.started_at for before, after in itertools.pairwise(attempts)]

    assert await live.ends(owed) == [500, 503, 404, 200]
    assert all(pause >= delay for pause, delay in zip(waited, delays_ms, strict=True)), waited
    assert await live.is_exact()


async def test_the_schedule_of_the_interface_outlives_every_restart(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    receivers = Receivers()
    receivers.behaviours[HOST] = answering(500)
    (owed,) = await stage.owe(ada)
    for number in range(1, 11):
        async with delivering(stage, receivers, delays_ms=DELAYS_MS, worker=f"serve:{number}"):
            await until(partial(attempts_made, stage, owed, number), f"attempt {number} was made")
        delivery = await stage.find(owed)
        if number < 10:
            assert delivery.due_at == clock.now + DELAYS_MS[number - 1]
            clock.now = delivery.due_at

    assert delivery.status is DeliveryStatus.FAILED
    clock.advance(10**12)
    async with delivering(stage, receivers, delays_ms=DELAYS_MS):
        (other,) = await stage.owe(ada, "https://other.example.com/")
        await until(lambda: is_now(stage, other, DeliveryStatus.DELIVERED), "it has looked again")
    assert len(receivers.of(HOST)) == 10
    assert {posted.headers["webhook-id"] for posted in receivers.of(HOST)} == {owed}
    assert await stage.is_exact()


async def attempts_made(stage: Stage, generation_id: str, number: int) -> bool:
    ends = await stage.ends(generation_id)
    return len(ends) == number and ends[-1] is not None


async def test_a_dead_receiver_holds_up_nobody(stage: Stage, ada: Account, ben: Account) -> None:
    receivers = Receivers()
    gate = asyncio.Event()
    receivers.behaviours["dead.example.com"] = holding(gate, 500)
    await stage.owe(ada, *[DEAD] * 10_000)
    async with delivering(stage, receivers, slots=8):
        await until(lambda: receivers.busy["dead.example.com"] == 4, "it has all it may have")
        for account in (ada, ben):
            for owed in await stage.owe(account, *[HOOK] * 5):
                await until(partial(is_now, stage, owed, DeliveryStatus.DELIVERED), "it is delivered")

        assert receivers.busy["dead.example.com"] == 4
        gate.set()
    assert receivers.busiest["dead.example.com"] == 4
    assert await stage.is_exact()


@pytest.mark.slow
async def test_ten_thousand_drain_without_a_stampede(stage: Stage) -> None:
    people = [f"p{number}@example.com" for number in range(8)]
    accounts = await stage.database.write(lambda tx: [open_account(tx, who, Plan.PRO, 0) for who in people])
    urls = [f"https://h{number}.example.com/" for number in range(100)]

    def owe_all(tx: Transaction) -> list[str]:
        return [owe(tx, accounts[n % 8], urls[n % 100]) for n in range(10_000)]

    owed = await stage.database.write(owe_all)
    receivers = Receivers()
    async with delivering(stage, receivers) as deliverer:
        await until(lambda: all_delivered(stage, len(owed)), "all are delivered")
        await until(lambda: not deliverer.under_way, "nothing is left in hand")

    assert len(receivers.posted) == 10_000
    assert {posted.headers["webhook-id"] for posted in receivers.posted} == set(owed)
    assert receivers.busiest_of_all <= deliveries.SLOTS
    assert max(receivers.busiest.values()) <= 4
    assert await stage.is_exact()


async def all_delivered(stage: Stage, number: int) -> bool:
    return await stage.number_of(DeliveryStatus.DELIVERED) == number


async def test_an_attempt_that_was_replaced_marks_nothing(
    stage: Stage, ada: Account, clock: FrozenClock, caplog: pytest.LogCaptureFixture
) -> None:
    stuck, gate = Receivers(), asyncio.Event()
    stuck.behaviours[HOST] = holding(gate, 500)
    (owed,) = await stage.owe(ada)
    async with delivering(stage, stuck, worker="worker:zombie"):
        await until(lambda: len(stuck.posted) == 1, "the zombie has begun")
        clock.advance(webhooks.LEASE_MS)
        async with delivering(stage, Receivers(), worker="worker:second"):
            await until(lambda: is_now(stage, owed, DeliveryStatus.DELIVERED), "the second has delivered")
        before = await stage.find(owed)
        gate.set()

    assert await stage.find(owed) == before
    assert await stage.ends(owed) == ["interrupted", 200]
    assert "attempt 1 came too late: status 500" in caplog.text
    assert await stage.is_exact()


async def test_a_process_that_stood_still_begins_nothing(
    stage: Stage, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between claim and attempt the lease has shrunk below the length of an attempt: somebody else may send it soon."""
    monkeypatch.setattr(webhooks, "LEASE_MS", (deliveries.ATTEMPT_SECONDS_MAX - 1) * 1_000)
    (owed,) = await stage.owe(ada)
    receivers = Receivers()
    async with delivering(stage, receivers) as deliverer:
        await until(lambda: attempts_begun(stage, owed), "it was claimed")
        await until(lambda: not deliverer.under_way, "it was dropped")

    assert receivers.posted == []
    assert await stage.ends(owed) == [None]
    assert (await stage.find(owed)).lease_owner == "serve:1"


async def attempts_begun(stage: Stage, generation_id: str) -> bool:
    return (await stage.find(generation_id)).attempt == 1


class Reluctant:
    """A database that refuses the next few writes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.refusals = 0
        self.read = database.read

    async def write(self, work: Callable[[Transaction], Result]) -> Result:
        if self.refusals:
            self.refusals -= 1
            raise StoreBusy(fault="not now")
        return await self.database.write(work)


async def test_an_outcome_that_the_store_refuses_is_offered_again(
    stage: Stage, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "STORE_PAUSE_SECONDS", 0.001)
    reluctant: Any = Reluctant(stage.database)
    receivers = Receivers()

    async def take() -> Answer:
        reluctant.refusals = 5
        return Answer(200, None, 3, None)

    receivers.behaviours[HOST] = take
    (owed,) = await stage.owe(ada)
    async with delivering(Stage(reluctant), receivers):
        await until(lambda: is_now(stage, owed, DeliveryStatus.DELIVERED), "it is delivered")

    assert len(receivers.posted) == 1
    assert await stage.ends(owed) == [200]


async def test_a_fault_of_ours_counts_as_a_failure_and_ends_like_one(
    stage: Stage, ada: Account, caplog: pytest.LogCaptureFixture
) -> None:
    receivers = Receivers()

    async def break_down() -> Answer:
        raise ZeroDivisionError

    receivers.behaviours[HOST] = break_down
    (owed,) = await stage.owe(ada)
    async with delivering(stage, receivers, delays_ms=(0, 0)):
        await until(lambda: is_now(stage, owed, DeliveryStatus.FAILED), "it has failed")

    assert await stage.ends(owed) == ["broken"] * 3
    assert "ZeroDivisionError" in caplog.text


async def test_a_post_that_never_ends_gives_its_slot_back(
    stage: Stage, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "ATTEMPT_SECONDS_MAX", 0.01)
    receivers = Receivers()
    receivers.behaviours[HOST] = never
    (owed,) = await stage.owe(ada)
    async with delivering(stage, receivers, delays_ms=(), slots=1):
        await until(lambda: is_now(stage, owed, DeliveryStatus.FAILED), "it has failed")

    assert await stage.ends(owed) == [FailureReason.TIMEOUT.value]


async def test_stopping_waits_for_what_is_under_way(stage: Stage, ada: Account) -> None:
    receivers, gate = Receivers(), asyncio.Event()
    receivers.behaviours[HOST] = holding(gate)
    owed, later = await stage.owe(ada, HOOK, HOOK)
    async with delivering(stage, receivers, slots=1) as deliverer:
        await until(lambda: len(receivers.posted) == 1, "the first attempt is under way")
        stopping = asyncio.create_task(deliverer.stop(60.0))
        await until(deliverer.stopping.is_set, "it is stopping")
        gate.set()
        await stopping

    assert await stage.ends(owed) == [200]
    assert await stage.ends(later) == []
    assert await stage.is_exact()


async def test_what_does_not_finish_in_time_is_handed_back(stage: Stage, ada: Account) -> None:
    receivers = Receivers()
    receivers.behaviours[HOST] = never
    (owed,) = await stage.owe(ada)
    async with delivering(stage, receivers, grace_seconds=0.0):
        await until(lambda: len(receivers.posted) == 1, "the attempt is under way")

    assert await stage.ends(owed) == ["interrupted"]
    assert (await stage.find(owed)).failures == 0
    assert [one.delivery.generation_id for one in await stage.claim("the next")] == [owed]


async def test_what_a_lost_process_held_is_taken_back_and_sent(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    (owed,) = await stage.owe(ada)
    await stage.claim("worker:lost")
    clock.advance(webhooks.LEASE_MS)
    async with delivering(stage, Receivers()):
        await until(lambda: is_now(stage, owed, DeliveryStatus.DELIVERED), "it is delivered")

    assert await stage.ends(owed) == ["interrupted", 200]


async def test_its_loops_outlive_a_broken_database(
    stage: Stage, ada: Account, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = iter((StoreBusy(fault="not now"), ZeroDivisionError("a bug")))
    claim = webhooks.claim

    def sometimes(*arguments: Any, **named: Any) -> Any:
        if error := next(broken, None):
            raise error
        return claim(*arguments, **named)

    monkeypatch.setattr(webhooks, "claim", sometimes)
    monkeypatch.setattr(waker, "POLL_SECONDS", 0.01)
    (owed,) = await stage.owe(ada)
    async with delivering(stage, Receivers()) as deliverer:
        await until(lambda: is_now(stage, owed, DeliveryStatus.DELIVERED), "it is delivered")
        assert deliverer.alive()

    assert "not now" in caplog.text
    assert "a bug" in caplog.text


async def test_the_log_tells_no_url(stage: Stage, ada: Account, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "mediamill")
    receivers = Receivers()
    receivers.behaviours[HOST] = answering(500, 500, 200)
    (owed,) = await stage.owe(ada, f"{HOOK}/key?token=s3cret")
    async with delivering(stage, receivers, delays_ms=(0, 0)):
        await until(lambda: is_now(stage, owed, DeliveryStatus.DELIVERED), "it is delivered")

    assert f"webhook of {owed} to {HOST}: attempt 1: status 500; next at" in caplog.text
    assert f"webhook of {owed} to {HOST}: delivered by attempt 3" in caplog.text
    assert "s3cret" not in caplog.text
    assert "whsec_" not in caplog.text
