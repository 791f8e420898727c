"""Accept, claim, settle: what each changes, together."""

import logging
from functools import partial
from typing import Any

import pytest

from mediamill import generations, webhooks
from mediamill.accounts import Account
from mediamill.credits import Balance, EntryKind
from mediamill.engines.engine import RETRY_AFTER_SECONDS_MAX
from mediamill.generations import Accepted, HoldChange, NotAccepted, Policy, Status
from mediamill.generations.reconciliation import WAIT_MS_MAX
from mediamill.generations.settlement import end_in_error, requeue
from tests.clock import FrozenClock
from tests.generations.stage import BASE, HOOK, Stage


async def test_accepting_holds_the_price(stage: Stage, ada: Account) -> None:
    accepted = await stage.accept(ada)
    generation = await stage.find(accepted.id)

    assert generation.status is Status.PROCESSING
    assert await stage.balance(ada) == Balance(available=960, held=40)
    assert accepted.intents[0].pool == "cpu"


async def test_without_the_credits_nothing_is_written(stage: Stage, ben: Account) -> None:
    assert await stage.try_accept(ben, 1) is NotAccepted.TOO_POOR
    assert await stage.kinds(ben) == []
    assert await stage.claim() is None
    assert await stage.is_exact()


async def test_what_is_free_leaves_no_entry(stage: Stage, ben: Account) -> None:
    await stage.accept(ben, price=0)
    done = await stage.succeed(await stage.must_claim(), charge=0)

    assert done is not None
    assert await stage.kinds(ben) == []
    assert await stage.is_exact()


async def test_success_captures_frees_the_rest_and_owes_the_webhook(stage: Stage, ada: Account) -> None:
    accepted = await stage.accept(ada, webhook=HOOK)
    await stage.succeed(await stage.must_claim(), charge=25)
    generation = await stage.find(accepted.id)
    delivery = await stage.database.read(lambda tx: webhooks.delivery_of(tx, accepted.id))

    assert (generation.status, generation.progress) == (Status.SUCCESS, 1.0)
    assert await stage.balance(ada) == Balance(available=975, held=0)
    assert await stage.kinds(ada) == [EntryKind.GRANT, EntryKind.HOLD, EntryKind.CAPTURE]
    assert delivery is not None
    assert delivery.url == HOOK
    assert delivery.body == (
        f'{{"id":"{accepted.id}","status":"success","tool":"text-to-speech","type":"audio",'
        f'"output":"{BASE}/media/gen_x/y.mp3","thumbnail":null,"createdAt":"2027-01-15T08:00:00.000Z"}}'
    )
    assert await stage.is_exact()


async def test_never_more_is_taken_than_was_held(stage: Stage, ada: Account) -> None:
    await stage.accept(ada, price=10)
    await stage.succeed(await stage.must_claim(), charge=999)

    assert await stage.balance(ada) == Balance(available=990, held=0)


async def test_an_error_costs_nothing_and_tells_nobody(stage: Stage, ada: Account) -> None:
    accepted = await stage.accept(ada, webhook=HOOK)
    await stage.fail(await stage.must_claim())
    generation = await stage.find(accepted.id)

    assert (generation.status, generation.error) == (Status.ERROR, "No.")
    assert await stage.balance(ada) == Balance(available=1_000, held=0)
    assert await stage.database.read(lambda tx: webhooks.delivery_of(tx, accepted.id)) is None
    assert await stage.is_exact()


async def test_a_worker_that_was_replaced_can_change_nothing(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    accepted = await stage.accept(ada)
    zombie = await stage.must_claim("zombie")
    clock.advance(30_000)
    assert [generation.status for generation in await stage.rescue()] == [Status.PENDING]
    second = await stage.must_claim("second")

    assert await stage.succeed(zombie, "zombie") is None
    assert await stage.fail(zombie, "zombie") is None
    assert await stage.fail_attempt(zombie, "zombie") is None
    assert not await stage.database.write(lambda tx: generations.note_checkpoint(tx, zombie, "zombie", "job-1"))
    assert await stage.database.write(lambda tx: generations.start_uploading(tx, zombie, "zombie")) is None
    assert second.attempt == zombie.attempt + 1
    assert await stage.succeed(second, "second") is not None
    assert (await stage.find(accepted.id)).status is Status.SUCCESS
    assert await stage.is_exact()


async def test_no_move_is_made_for_whoever_does_not_hold_it(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    """The last fence: whatever a caller believes, the row moves for its present attempt alone."""
    await stage.accept(ada)
    former = await stage.must_claim()
    await stage.fail_attempt(former)
    clock.advance(1_000)
    present = await stage.must_claim()

    for end in (partial(end_in_error, sentence="No."), partial(requeue, losses=0, delay_ms=0)):
        with pytest.raises(AssertionError, match="was not held"):
            await stage.database.write(partial(end, generation=former))
    assert (await stage.find(present.id)).status is Status.PROCESSING
    assert await stage.is_exact()


async def test_every_write_is_fenced_by_the_attempt_and_by_the_worker(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    """A worker's former attempt, and another worker under the present one: nothing of either's is kept."""
    accepted = await stage.accept(ada)
    former = await stage.must_claim()
    await stage.fail_attempt(former)
    clock.advance(1_000)
    present = await stage.must_claim()
    before = await stage.find(accepted.id)

    for attempt, worker in ((former, "heron"), (present, "stork")):
        report = generations.Beat(attempt.id, attempt.attempt, 0.5, "speaking")
        as_it: dict[str, Any] = {"generation": attempt, "worker": worker}
        await stage.database.write(partial(generations.beat, worker=worker, policy=stage.policy, beats=[report]))
        assert not await stage.database.write(partial(generations.note_checkpoint, **as_it, checkpoint="job-1"))
        assert await stage.database.write(partial(generations.start_uploading, **as_it)) is None
        assert await stage.database.write(partial(generations.raise_hold, **as_it, needed=50)) is None
        assert await stage.database.write(partial(generations.release, **as_it, delay_ms=0)) is None
        assert await stage.succeed(attempt, worker) is None
        assert await stage.fail(attempt, worker) is None
        assert await stage.fail_attempt(attempt, worker) is None
    assert await stage.find(accepted.id) == before
    assert await stage.is_exact()


async def test_what_is_noted_of_one_changes_no_other_of_its_worker(stage: Stage, ada: Account) -> None:
    await stage.accept(ada)
    await stage.accept(ada)
    noted, other = await stage.must_claim(), await stage.must_claim()
    before = await stage.find(other.id)
    report = generations.Beat(noted.id, noted.attempt, 0.5, "speaking")
    await stage.database.write(partial(generations.beat, worker="heron", policy=stage.policy, beats=[report]))
    await stage.database.write(lambda tx: generations.note_checkpoint(tx, noted, "heron", "job-1"))

    now = await stage.find(noted.id)
    assert (now.progress, now.stage, now.checkpoint) == (0.5, "speaking", "job-1")
    assert await stage.find(other.id) == before


async def test_a_beat_keeps_the_lease(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    await stage.accept(ada)
    held = await stage.must_claim()
    clock.advance(29_999)
    beats = [generations.Beat(held.id, held.attempt, 0.5, "speaking")]
    kept = await stage.database.write(lambda tx: generations.beat(tx, "heron", stage.policy, beats))
    clock.advance(29_999)

    assert kept == {(held.id, held.attempt)}
    assert await stage.rescue() == []
    assert (await stage.find(held.id)).progress == 0.5


async def test_another_try_begins_at_nothing(stage: Stage, ada: Account) -> None:
    await stage.accept(ada)
    held = await stage.must_claim()
    report = generations.Beat(held.id, held.attempt, 0.5, "speaking")
    await stage.database.write(partial(generations.beat, worker="heron", policy=stage.policy, beats=[report]))
    await stage.database.write(partial(generations.release, generation=held, worker="heron", delay_ms=0))
    waiting = await stage.find(held.id)

    assert (waiting.status, waiting.progress, waiting.stage) == (Status.PENDING, 0, "")


async def test_three_crashes_end_it_and_free_the_credits(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    accepted = await stage.accept(ada)
    seen = []
    for _ in range(3):
        lost = await stage.fail_attempt(await stage.must_claim())
        assert lost is not None
        seen.append(lost.status)
        clock.advance(1_000)

    assert seen == [Status.PENDING, Status.PENDING, Status.ERROR]
    assert (await stage.find(accepted.id)).error == "It broke."
    assert await stage.balance(ada) == Balance(available=1_000, held=0)
    assert await stage.is_exact()


async def test_what_lost_workers_held_is_taken_back_by_the_end_of_its_lease(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    ids = [(await stage.accept(ada)).id for _ in range(2)]
    for worker in ("heron", "stork"):
        await stage.must_claim(worker)
        clock.advance(1)
    await stage.database.write(partial(generations.beat, worker="heron", policy=stage.policy, beats=[]))
    clock.advance(stage.policy.lease_ms)

    assert [generation.id for generation in await stage.rescue()] == ids[::-1]


async def test_what_a_dead_service_held_is_taken_back_by_the_end_of_its_leases(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    ids = [(await stage.accept(ada)).id for _ in range(2)]
    for worker in ("serve:1", "serve:2"):
        await stage.must_claim(worker)
        clock.advance(1)
    await stage.database.write(partial(generations.beat, worker="serve:1", policy=stage.policy, beats=[]))
    taken, _ = await stage.database.write(lambda tx: generations.reclaim(tx, "serve:", stage.policy))

    assert [generation.id for generation in taken] == ids[::-1]


async def test_a_hand_back_costs_no_try(stage: Stage, ada: Account) -> None:
    accepted = await stage.accept(ada)
    for _ in range(10):
        held = await stage.must_claim()
        await stage.database.write(partial(generations.release, generation=held, worker="heron", delay_ms=0))
    await stage.succeed(await stage.must_claim())

    assert (await stage.find(accepted.id)).status is Status.SUCCESS
    assert await stage.is_exact()


async def test_waiting_for_a_day_is_enough(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    accepted = await stage.accept(ada)
    held = await stage.must_claim()
    await stage.database.write(lambda tx: generations.release(tx, held, "heron", delay_ms=10**9))
    clock.advance(86_399_000)
    assert await stage.rescue() == []
    clock.advance(1_000)
    await stage.rescue()
    generation = await stage.find(accepted.id)

    assert generation.status is Status.ERROR
    assert generation.error == "No engine could take this generation for 24 hours. Please try again later."
    assert await stage.is_exact()


async def test_what_a_dead_service_held_is_taken_back_at_once(stage: Stage, ada: Account) -> None:
    for _ in range(3):
        await stage.accept(ada)
    await stage.must_claim("serve:1")
    await stage.must_claim("serve:1")
    await stage.must_claim("worker:1")
    moved, intents = await stage.database.write(lambda tx: generations.reclaim(tx, "serve:", stage.policy))

    assert [generation.status for generation in moved] == [Status.PENDING, Status.PENDING]
    assert len(intents) == 2
    assert (await stage.must_claim("serve:2")).attempt == 2


async def test_a_free_account_runs_two_at_once_a_pro_one_eight(stage: Stage, ada: Account, ben: Account) -> None:
    for _ in range(10):
        await stage.accept(ada, price=0)
        await stage.accept(ben, price=0)
    claimed = []
    while generation := await stage.claim():
        claimed.append(generation.account_id)

    assert (claimed.count(ada.id), claimed.count(ben.id)) == (8, 2)


async def test_accounts_take_turns(stage: Stage, ada: Account, ben: Account, clock: FrozenClock) -> None:
    for _ in range(50):
        await stage.accept(ada, price=0)
    await stage.accept(ben, price=0)
    order = []
    for _ in range(3):
        clock.advance(1)
        order.append((await stage.must_claim()).account_id)

    assert ben.id in order[:2]


async def test_a_generation_waits_for_its_time(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    await stage.accept(ada)
    await stage.fail_attempt(await stage.must_claim())
    assert await stage.claim() is None
    clock.advance(1_000)

    assert (await stage.must_claim()).status is Status.PROCESSING


async def test_uploading_is_shown_on_the_way_to_success(stage: Stage, ada: Account) -> None:
    accepted = await stage.accept(ada)
    held = await stage.must_claim()
    await stage.database.write(lambda tx: generations.start_uploading(tx, held, "heron"))
    assert (await stage.find(accepted.id)).status is Status.UPLOADING
    await stage.succeed(held)

    assert (await stage.find(accepted.id)).status is Status.SUCCESS
    assert await stage.is_exact()


async def test_the_hold_follows_the_price_once_it_is_known(stage: Stage, ada: Account) -> None:
    await stage.accept(ada, price=1)
    held = await stage.must_claim()
    for needed in (30, 30, 20):
        raised = await stage.database.write(
            partial(generations.raise_hold, generation=held, worker="heron", needed=needed)
        )
        assert raised is HoldChange.SET
    assert await stage.balance(ada) == Balance(available=980, held=20)
    too_much = await stage.database.write(lambda tx: generations.raise_hold(tx, held, "heron", 1_001))
    assert too_much is HoldChange.TOO_POOR
    assert await stage.balance(ada) == Balance(available=980, held=20)
    await stage.succeed(held, charge=20)

    assert await stage.balance(ada) == Balance(available=980, held=0)
    assert await stage.is_exact()


async def test_a_checkpoint_reaches_the_next_attempt(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    await stage.accept(ada)
    held = await stage.must_claim()
    assert await stage.database.write(lambda tx: generations.note_checkpoint(tx, held, "heron", "job-17"))
    await stage.fail_attempt(held)
    clock.advance(1_000)

    assert (await stage.must_claim()).checkpoint == "job-17"


@pytest.mark.parametrize("offset", [0, 1, 3, 4, 6, 7, 8, 2**53])
@pytest.mark.parametrize("status", [None, Status.PROCESSING])
async def test_pages_are_the_same_from_either_side(
    stage: Stage, ada: Account, offset: int, status: Status | None
) -> None:
    made = [(await stage.accept(ada, price=0)).id for _ in range(7)]
    newest_first = made[::-1]
    page = await stage.database.read(lambda tx: generations.page(tx, ada.id, status=status, limit=3, offset=offset))

    assert [generation.id for generation in page.generations] == newest_first[offset : offset + 3]
    assert page.total == 7
    assert page.has_more == (offset + 3 < 7)


async def test_an_account_has_only_so_many_under_way(stage: Stage, ada: Account) -> None:
    for _ in range(3):
        assert isinstance(await stage.try_accept(ada, waiting_max=3), Accepted)

    assert await stage.try_accept(ada, waiting_max=3) is NotAccepted.TOO_MANY
    await stage.succeed(await stage.must_claim())
    assert isinstance(await stage.try_accept(ada, waiting_max=3), Accepted)


async def test_a_canceled_generation_costs_nothing_and_its_worker_changes_nothing(stage: Stage, ada: Account) -> None:
    await stage.accept(ada, webhook=HOOK)
    claimed = await stage.must_claim()
    canceled = await stage.database.write(lambda tx: generations.cancel(tx, claimed.id))

    assert canceled is not None
    assert (canceled.status, canceled.error) == (Status.ERROR, "Canceled")
    assert await stage.succeed(claimed) is None
    assert await stage.fail_attempt(claimed) is None
    assert await stage.database.write(lambda tx: generations.cancel(tx, claimed.id)) is None
    assert await stage.balance(ada) == Balance(available=1_000, held=0)
    assert await stage.is_exact()


async def test_uploading_is_shown_once_however_often_it_is_said(stage: Stage, ada: Account) -> None:
    await stage.accept(ada)
    held = await stage.must_claim()
    for _ in range(2):
        shown = await stage.database.write(lambda tx: generations.start_uploading(tx, held, "heron"))
        assert shown is not None
        assert shown.status is Status.UPLOADING
    told = await stage.database.read(lambda tx: generations.events(tx, held))

    assert [event.status for event in told].count(Status.UPLOADING) == 1
    assert await stage.succeed(held) is not None
    assert await stage.is_exact()


async def test_a_wait_that_goes_on_ends_when_it_lasted_too_long(
    stage: Stage, ada: Account, clock: FrozenClock, policy: Policy
) -> None:
    accepted = await stage.accept(ada)
    hour = 3_600_000
    for _ in range(policy.waiting_ms_max // hour):
        claimed = await stage.must_claim()
        since = claimed.waiting_since
        release = partial(generations.release, generation=claimed, worker="heron", delay_ms=hour, waiting_since=since)
        await stage.database.write(release)
        assert [] == await stage.rescue()
        clock.advance(hour)
    (ended,) = await stage.rescue()

    assert (ended.id, ended.status, ended.losses) == (accepted.id, Status.ERROR, 0)
    assert ended.error == "No engine could take this generation for 24 hours. Please try again later."
    assert await stage.balance(ada) == Balance(available=1_000, held=0)


async def test_what_was_canceled_while_it_waited_is_not_ended_again(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    accepted = await stage.accept(ada)
    await stage.fail_attempt(await stage.must_claim())
    await stage.database.write(lambda tx: generations.cancel(tx, accepted.id))
    clock.advance(stage.policy.waiting_ms_max)

    assert await stage.rescue() == []


async def test_a_wait_that_ended_in_work_is_not_counted_again(
    stage: Stage, ada: Account, clock: FrozenClock, policy: Policy
) -> None:
    await stage.accept(ada)
    await stage.fail_attempt(await stage.must_claim())
    clock.advance(policy.waiting_ms_max - 1)
    worked_on = await stage.must_claim()
    clock.advance(20_000)
    await stage.fail_attempt(worked_on)
    second_wait = clock.now
    clock.advance(1_000)

    assert await stage.rescue() == []
    assert (await stage.must_claim()).waiting_since == second_wait


async def test_whoever_waits_for_news_of_a_generation_is_woken_by_each_state(stage: Stage, ada: Account) -> None:
    await stage.accept(ada)
    await stage.accept(ada)
    watched, other = await stage.must_claim(), await stage.must_claim()
    with stage.database.notifier.listening(watched.id) as news:
        await stage.fail(other)
        assert not news.is_set()
        await stage.fail(watched)
        assert news.is_set()


async def test_each_state_is_told_to_the_operator_once(
    stage: Stage, ada: Account, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="mediamill.generations"):
        accepted = await stage.accept(ada)
        await stage.fail_attempt(await stage.must_claim())

    told = [record.getMessage() for record in caplog.records if accepted.id in record.getMessage()]
    assert len(told) == 1
    assert "status=pending attempt=1" in told[0]


def test_no_engine_may_ask_for_a_longer_wait_than_a_generation_is_given() -> None:
    assert RETRY_AFTER_SECONDS_MAX * 1_000 <= WAIT_MS_MAX


async def test_every_state_is_an_event(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    await stage.accept(ada)
    await stage.fail_attempt(await stage.must_claim())
    clock.advance(1_000)
    again = await stage.must_claim()
    await stage.database.write(lambda tx: generations.start_uploading(tx, again, "heron"))
    await stage.succeed(again)
    await stage.accept(ada)
    await stage.fail(await stage.must_claim())
    told = await stage.database.read(lambda tx: generations.events(tx, again))
    after_the_first = await stage.database.read(lambda tx: generations.events(tx, again, after=0))
    missed = await stage.database.read(lambda tx: generations.events(tx, again, after=2))

    assert [(0, "processing"), (1, "pending"), (2, "processing"), (3, "uploading"), (4, "success")] == [
        (event.number, event.status) for event in told
    ]
    assert (after_the_first, missed) == (told[1:], told[3:])


async def test_a_clock_that_goes_back_keeps_nobody_waiting(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    """The dead worker's lease ends a lease from now, not an hour and a lease; who lives beats on."""
    await stage.accept(ada)
    await stage.accept(ada)
    dead, living = await stage.must_claim("dead"), await stage.must_claim("living")
    clock.advance(-3_600_000)
    assert await stage.rescue() == []
    clock.advance(20_000)
    kept = await stage.database.write(
        lambda tx: generations.beat(tx, "living", stage.policy, [generations.Beat(living.id, 1, 0.5, "")])
    )
    clock.advance(15_000)

    assert [generation.id for generation in await stage.rescue()] == [dead.id]
    assert kept == {(living.id, 1)}
    assert await stage.succeed(living, "living") is not None
    assert await stage.succeed(dead, "dead") is None
    assert await stage.is_exact()


async def test_what_was_accepted_before_the_clock_went_back_is_taken_at_once(
    stage: Stage, ada: Account, ben: Account, clock: FrozenClock
) -> None:
    """In the order in which it came; a try that was put off for a moment waits for that moment."""
    put_off = (await stage.accept(ben, price=0)).id
    await stage.fail_attempt(await stage.must_claim())  # for a second
    clock.advance(1)
    ids = [(await stage.accept(ada)).id for _ in range(2)]
    clock.advance(-1)
    assert await stage.claim() is None
    assert await stage.rescue() == []

    assert [(await stage.must_claim()).id for _ in ids] == ids
    assert await stage.claim() is None
    assert await stage.is_exact()
    clock.advance(1_000)
    assert (await stage.must_claim()).id == put_off


async def test_a_try_that_was_put_off_is_not_put_off_by_the_clock(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    await stage.accept(ada)
    await stage.fail_attempt(await stage.must_claim())
    clock.advance(-86_400_000)

    assert await stage.claim() is None
    await stage.rescue()
    assert await stage.claim() is not None


async def test_the_longest_wait_there_may_be_is_not_shortened(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    await stage.accept(ada)
    held = await stage.must_claim()
    await stage.database.write(partial(generations.release, generation=held, worker="heron", delay_ms=WAIT_MS_MAX))
    await stage.rescue()
    clock.advance(WAIT_MS_MAX - 1)

    assert await stage.claim() is None


async def test_a_clock_that_leaps_ahead_costs_a_try_and_nothing_else(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    await stage.accept(ada)
    held = await stage.must_claim()
    clock.advance(86_400_000)
    await stage.rescue()
    again = await stage.must_claim("heir")

    assert await stage.succeed(held) is None
    assert await stage.succeed(again, "heir") is not None
    assert await stage.balance(ada) == Balance(available=960, held=0)
    assert await stage.is_exact()
