"""Owe, claim, settle, rescue, resend: what each changes, and when."""

import pytest

from mediamill import webhooks
from mediamill.accounts import Account
from mediamill.webhooks import DeliveryNotFound, DeliveryStatus
from mediamill.webhooks.saving import save
from tests.behind import change_behind
from tests.clock import FrozenClock
from tests.new_database import reopened
from tests.webhooks.stage import DELAYS_MS, HOOK, REFUSED, SILENT, TAKEN, Stage, names

TEN_YEARS_MS = 10 * 365 * 86_400_000


async def test_the_first_attempt_is_due_at_once(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    (owed,) = await stage.owe(ada)
    claimed = await stage.must_claim()
    delivery = claimed.delivery

    assert (delivery.generation_id, delivery.url, delivery.host) == (owed, HOOK, "hooks.example.com")
    assert (delivery.attempt, claimed.started_at, claimed.secrets) == (1, clock.now, (1,))
    assert await stage.claim() == []
    assert await stage.is_exact()


async def test_each_retry_follows_the_end_of_the_failed_attempt_to_the_millisecond(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    (owed,) = await stage.owe(ada)
    for number, delay in enumerate(DELAYS_MS, 1):
        claimed = await stage.must_claim()
        clock.advance(4_321)  # how long the attempt takes
        await stage.settle(claimed, REFUSED)
        stage = await restarted(stage, clock)
        clock.advance(delay - 1)
        assert await stage.claim() == [], f"retry {number} is early"
        clock.advance(1)
    claimed = await stage.must_claim()
    done = await stage.settle(claimed, TAKEN)

    assert claimed.delivery.attempt == 10
    assert done is not None
    assert done.status is DeliveryStatus.DELIVERED
    assert await stage.ends(owed) == [500] * 9 + [200]
    assert await stage.is_exact()
    await stage.database.stop()


@pytest.mark.parametrize("failures", [1, 2, 9])
async def test_after_the_clock_went_back_a_retry_is_no_further_away_than_its_delay(
    stage: Stage, ada: Account, clock: FrozenClock, failures: int
) -> None:
    (owed,) = await stage.owe(ada)
    for delay in DELAYS_MS[:failures]:
        await stage.settle(await stage.must_claim(), REFUSED)
        clock.advance(delay)
    clock.advance(-DELAYS_MS[failures - 1])
    assert await stage.shorten_waits() == 0
    clock.advance(-TEN_YEARS_MS)
    assert await stage.shorten_waits() == 1
    assert (await stage.find(owed)).due_at == clock.now + DELAYS_MS[failures - 1]
    clock.advance(DELAYS_MS[failures - 1] - 1)
    assert await stage.claim() == []
    clock.advance(1)

    assert names(await stage.claim()) == [owed]


async def test_what_is_due_or_was_delivered_keeps_its_time_when_the_clock_goes_back(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    """Both failed once before."""
    delivered, due = await stage.owe(ada, HOOK, HOOK)
    for claimed in await stage.claim():
        await stage.settle(claimed, REFUSED)
    clock.advance(DELAYS_MS[0])
    first, second = sorted(await stage.claim(), key=lambda claimed: claimed.delivery.generation_id)
    await stage.settle(first, TAKEN)
    await stage.release(second)
    before = clock.now
    clock.advance(-TEN_YEARS_MS)

    assert await stage.shorten_waits() == 0
    assert {(await stage.find(id)).due_at for id in (delivered, due)} == {before}


async def test_after_the_clock_went_back_a_lease_lasts_no_longer_than_it_was_given(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    (owed,) = await stage.owe(ada)
    await stage.must_claim()
    clock.advance(-TEN_YEARS_MS)
    assert await stage.rescue() == []
    clock.advance(webhooks.LEASE_MS - 1)
    assert await stage.rescue() == []
    clock.advance(1)

    assert [delivery.generation_id for delivery in await stage.rescue()] == [owed]


async def restarted(stage: Stage, clock: FrozenClock) -> Stage:
    """The same database, opened anew."""
    return Stage(await reopened(stage.database, clock))


async def test_after_ten_failures_it_has_failed_and_there_is_no_eleventh(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    (owed,) = await stage.owe(ada)
    for _ in range(10):
        await stage.settle(await stage.must_claim(), SILENT)
        clock.advance(86_400_000)
    clock.advance(TEN_YEARS_MS)

    assert (await stage.find(owed)).status is DeliveryStatus.FAILED
    assert await stage.claim() == []
    assert await stage.ends(owed) == ["timeout"] * 10
    assert await stage.is_exact()


async def test_what_was_taken_is_never_sent_again(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    (owed,) = await stage.owe(ada)
    await stage.settle(await stage.must_claim(), TAKEN)
    clock.advance(TEN_YEARS_MS)

    assert (await stage.find(owed)).status is DeliveryStatus.DELIVERED
    assert await stage.claim() == []
    assert await stage.is_exact()


async def test_every_attempt_is_kept_with_its_answer(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    (owed,) = await stage.owe(ada)
    started = clock.now
    await stage.settle(await stage.must_claim(), REFUSED)
    clock.advance(5_000)
    await stage.settle(await stage.must_claim(), SILENT)
    first, second = await stage.attempts(owed)

    assert (first.number, first.started_at, first.duration_ms) == (1, started, 12)
    assert (first.address, first.status, first.trouble, first.answer) == ("203.0.113.7", 500, None, "oops")
    assert (second.number, second.started_at, second.duration_ms) == (2, started + 5_000, 5_000)
    assert (second.address, second.status, second.trouble, second.answer) == (None, None, "timeout", "")


async def test_an_attempt_that_was_replaced_can_change_nothing(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    (owed,) = await stage.owe(ada)
    zombie = await stage.must_claim("zombie")
    clock.advance(webhooks.LEASE_MS)
    assert [delivery.generation_id for delivery in await stage.rescue()] == [owed]
    second = await stage.must_claim("second")

    assert await stage.settle(zombie, REFUSED, "zombie") is None
    assert await stage.settle(zombie, TAKEN, "second") is None
    assert await stage.release(zombie, "zombie") is None
    assert await stage.ends(owed) == ["interrupted", None]
    assert await stage.settle(second, TAKEN, "second") is not None
    assert await stage.settle(zombie, REFUSED, "zombie") is None
    assert await stage.ends(owed) == ["interrupted", 200]
    assert (await stage.find(owed)).failures == 0
    assert await stage.is_exact()


async def test_nothing_is_saved_for_an_attempt_that_was_replaced(stage: Stage, ada: Account) -> None:
    """The last fence, whatever a caller believes to hold."""
    await stage.owe(ada)
    former = await stage.must_claim()
    await stage.release(former)
    present = await stage.must_claim()

    with pytest.raises(AssertionError, match="is gone"):
        await stage.database.write(lambda tx: save(tx, former.delivery))
    assert await stage.find(present.delivery.generation_id) == present.delivery


async def test_a_lease_holds_until_its_end(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    await stage.owe(ada)
    await stage.must_claim()
    clock.advance(webhooks.LEASE_MS - 1)
    assert await stage.rescue() == []
    clock.advance(1)

    assert len(await stage.rescue()) == 1


async def test_what_was_lost_is_taken_back_once_each_by_the_end_of_its_lease(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    """Each had an attempt before; what counts is the one that was lost."""
    owed = await stage.owe(ada, HOOK, HOOK)
    for claimed in await stage.claim():
        await stage.settle(claimed, REFUSED)
    clock.advance(5_000)
    await stage.database.write(webhooks.mark_due)

    async def take_both() -> None:
        for _ in range(2):
            await stage.must_claim("serve:1")
            clock.advance(1)

    await take_both()
    clock.advance(webhooks.LEASE_MS)
    assert [delivery.generation_id for delivery in await stage.rescue()] == owed
    await take_both()
    taken = await stage.database.write(lambda tx: webhooks.reclaim(tx, "serve:"))

    assert [delivery.generation_id for delivery in taken] == owed
    assert [await stage.ends(one) for one in owed] == [[500, "interrupted", "interrupted"]] * 2


async def test_what_a_dead_service_held_is_taken_back_at_once(stage: Stage, ada: Account) -> None:
    urls = [f"https://{name}.example.com/" for name in ("a", "b", "c")]
    owed = await stage.owe(ada, *urls)
    await stage.claim("serve:1", 2)
    await stage.claim("worker:1", 1)
    taken = await stage.database.write(lambda tx: webhooks.reclaim(tx, "serve:"))

    assert [delivery.generation_id for delivery in taken] == owed[:2]
    assert sorted(names(await stage.claim("serve:2"))) == owed[:2]
    assert await stage.is_exact()


async def test_an_interruption_costs_no_retry(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    (owed,) = await stage.owe(ada)
    for _ in range(20):
        await stage.release(await stage.must_claim())
    failed = await stage.settle(await stage.must_claim(), REFUSED)

    assert failed is not None
    assert (failed.status, failed.due_at) == (DeliveryStatus.PENDING, clock.now + DELAYS_MS[0])
    assert await stage.ends(owed) == ["interrupted"] * 20 + [500]
    assert await stage.is_exact()


@pytest.mark.parametrize(("passed_ms", "noted_ms"), [(1_500, 1_500), (0, 0), (-5_000, 0)])
async def test_an_interrupted_attempt_lasted_until_it_was_given_up(
    stage: Stage, ada: Account, clock: FrozenClock, passed_ms: int, noted_ms: int
) -> None:
    """Never less than nothing, though the clock was set back meanwhile."""
    (owed,) = await stage.owe(ada)
    claimed = await stage.must_claim()
    clock.advance(passed_ms)
    await stage.release(claimed)

    assert [attempt.duration_ms for attempt in await stage.attempts(owed)] == [noted_ms]


async def test_a_delivery_that_is_gone_is_nobodys_fault(stage: Stage, ada: Account) -> None:
    (owed,) = await stage.owe(ada)
    claimed = await stage.must_claim()
    await stage.forget(owed)

    assert await stage.settle(claimed, REFUSED) is None
    assert await stage.rescue() == []
    assert await stage.attempts(owed) == []
    assert await stage.is_exact()


@pytest.mark.parametrize("end", [TAKEN, REFUSED])
async def test_what_ended_is_sent_again_when_somebody_asks(
    stage: Stage, ada: Account, clock: FrozenClock, end: webhooks.DeliveryOutcome
) -> None:
    (owed,) = await stage.owe(ada)
    while claimed := await stage.claim():
        await stage.settle(claimed[0], end)
        clock.advance(86_400_000)
    before = await stage.find(owed)
    assert await stage.resend(owed) is not None
    again = await stage.must_claim()
    failed = await stage.settle(again, REFUSED)

    assert again.delivery.body == before.body
    assert again.delivery.attempt == before.attempt + 1
    assert failed is not None
    assert (failed.failures, failed.due_at) == (1, clock.now + DELAYS_MS[0])
    assert await stage.is_exact()


async def test_what_waits_for_its_time_is_due_now_when_somebody_asks(stage: Stage, ada: Account) -> None:
    (owed,) = await stage.owe(ada)
    await stage.settle(await stage.must_claim(), REFUSED)
    assert await stage.claim() == []
    await stage.resend(owed)

    assert names(await stage.claim()) == [owed]


async def test_what_is_being_sent_is_not_sent_twice(stage: Stage, ada: Account) -> None:
    (owed,) = await stage.owe(ada)
    claimed = await stage.must_claim()

    assert await stage.resend(owed) is None
    assert await stage.claim() == []
    assert await stage.settle(claimed, TAKEN) is not None
    assert await stage.is_exact()


async def test_nothing_can_be_resent_that_was_never_owed(stage: Stage) -> None:
    with pytest.raises(DeliveryNotFound, match="gen_0 has no webhook"):
        await stage.resend("gen_0")


async def test_the_newest_are_listed_by_status_and_account(
    stage: Stage, ada: Account, ben: Account, clock: FrozenClock
) -> None:
    first, second, third = [*await stage.owe(ada, HOOK, HOOK), *await stage.owe(ben)]
    for claimed in await stage.claim(limit=2):
        await stage.settle(claimed, TAKEN if claimed.delivery.generation_id == first else REFUSED)

    async def listed(
        status: DeliveryStatus | None = None, account_id: str | None = None, limit: int = 9, offset: int = 0
    ) -> tuple[list[str], int]:
        found, total = await stage.database.read(
            lambda tx: webhooks.page_of_all(tx, status=status, account_id=account_id, limit=limit, offset=offset)
        )
        return [delivery.generation_id for delivery in found], total

    assert await listed() == ([third, second, first], 3)
    assert await listed(limit=1) == ([third], 3)
    assert await listed(limit=1, offset=1) == ([second], 3)
    assert await listed(account_id=ada.id) == ([second, first], 2)
    assert await listed(account_id=ada.id, offset=1) == ([first], 2)
    assert await listed(DeliveryStatus.PENDING) == ([third, second], 2)
    assert await listed(DeliveryStatus.PENDING, offset=1) == ([second], 2)
    assert await listed(DeliveryStatus.PENDING, ada.id) == ([second], 1)
    assert await listed(DeliveryStatus.DELIVERED) == ([first], 1)
    assert await listed(DeliveryStatus.DELIVERED, ben.id) == ([], 0)
    assert await listed(DeliveryStatus.FAILED) == ([], 0)


COOKED = {
    "an attempt too many": "UPDATE deliveries SET attempt = 2",
    "an attempt too few": "DELETE FROM delivery_attempts",
    "under way, held by nobody": "UPDATE delivery_attempts SET status = NULL, duration_ms = NULL",
    "delivered, though refused": "UPDATE delivery_attempts SET status = 500",
    "failed, though taken": "UPDATE deliveries SET status = 'failed', failures = 1",
    "ended, and due": "UPDATE deliveries SET is_due = 1",
    "ended at no time": "UPDATE deliveries SET finished_at = NULL",
}


@pytest.mark.parametrize("statement", COOKED.values(), ids=COOKED.keys())
async def test_cooked_books_are_found(stage: Stage, ada: Account, statement: str) -> None:
    (owed,) = await stage.owe(ada)
    await stage.settle(await stage.must_claim(), TAKEN)
    assert await stage.is_exact()
    change_behind(stage.database, statement)

    assert {one.subject for one in await stage.database.read(webhooks.discrepancies)} == {owed}


async def test_an_attempt_under_way_that_is_not_the_one_that_holds_it_is_found(stage: Stage, ada: Account) -> None:
    (owed,) = await stage.owe(ada)
    await stage.release(await stage.must_claim())
    await stage.must_claim()
    assert await stage.is_exact()
    change_behind(
        stage.database,
        "UPDATE delivery_attempts SET duration_ms = CASE number WHEN 2 THEN 5 END,"
        " trouble = CASE number WHEN 2 THEN 'timeout' END",
    )

    assert [one.subject for one in await stage.database.read(webhooks.discrepancies)] == [owed]


@pytest.mark.parametrize("statement", [COOKED["an attempt too few"], COOKED["ended at no time"]])
async def test_cooked_books_are_told_in_the_order_of_generations(stage: Stage, ada: Account, statement: str) -> None:
    owed = await stage.owe(ada, HOOK, HOOK)
    for claimed in await stage.claim():
        await stage.settle(claimed, TAKEN)
    change_behind(stage.database, statement)

    found = [one.subject for one in await stage.database.read(webhooks.discrepancies)]
    assert list(dict.fromkeys(found)) == owed
    assert found in (owed, owed * 2)
