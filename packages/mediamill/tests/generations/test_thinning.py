"""Old generations keep their end and forget the way to it; young ones and those under way keep everything."""

from functools import partial

import pytest

from mediamill import generations, webhooks
from mediamill.accounts import Account
from mediamill.generations import AttemptOutcome
from mediamill.generations import thinning as thinning_module
from mediamill.webhooks import DeliveryOutcome
from tests.behind import change_behind
from tests.clock import FrozenClock
from tests.generations.stage import HOOK, Stage

DAY_MS = 86_400_000
KEPT_MS = 90 * DAY_MS
TAKEN = DeliveryOutcome(200, None, 12, "203.0.113.7", "thanks")
BUSY = DeliveryOutcome(503, None, 12, "203.0.113.7", "later")


class Attic:
    """What is left of generations."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    async def thin(self) -> int:
        """All batches; how many generations were looked at."""
        looked = 0
        while found := await self.stage.database.write(lambda tx: generations.thin(tx, KEPT_MS)):
            looked += found
        assert await self.stage.is_exact()
        return looked

    async def left(self, id: str) -> tuple[list[int], list[int], list[int]]:
        """Numbers of its attempts, of its states after the first, and of its webhook's attempts."""
        generation = await self.stage.find(id)
        read = self.stage.database.read
        attempts = await read(lambda tx: generations.attempts_of(tx, id))
        states = await read(lambda tx: generations.events(tx, generation, after=0))
        posts = await read(lambda tx: webhooks.attempts_of(tx, id))
        return [one.number for one in attempts], [one.number for one in states], [one.number for one in posts]


async def made_at_the_third_try(stage: Stage, account: Account, clock: FrozenClock) -> str:
    """A generation that broke twice, and whose webhook was refused once."""
    id = (await stage.accept(account, webhook=HOOK)).id
    for _ in range(2):
        assert await stage.fail_attempt(await stage.must_claim()) is not None
        clock.advance(1_000)
    assert await stage.succeed(await stage.must_claim()) is not None
    for outcome in (BUSY, TAKEN):
        clock.advance(10_000)
        await stage.database.write(webhooks.mark_due)
        (claimed,) = await stage.database.write(lambda tx: webhooks.claim(tx, "heron", 1))
        settle = partial(webhooks.settle, claimed=claimed, worker="heron", outcome=outcome, delays_ms=(5_000,))
        await stage.database.write(settle)
    return id


async def test_an_old_one_keeps_the_last_of_everything(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    attic = Attic(stage)
    old = await made_at_the_third_try(stage, ada, clock)
    before = await attic.left(old)
    clock.advance(KEPT_MS - DAY_MS)
    young = await made_at_the_third_try(stage, ada, clock)
    assert await attic.thin() == 0
    clock.advance(DAY_MS)

    assert await attic.thin() == 1
    assert before == ([1, 2, 3], list(range(1, before[1][-1] + 1)), [1, 2])
    assert await attic.left(old) == ([3], [before[1][-1]], [2])
    assert await attic.left(young) == before


async def test_what_is_left_is_still_shown(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    attic = Attic(stage)
    old = await made_at_the_third_try(stage, ada, clock)
    clock.advance(KEPT_MS + DAY_MS)
    await attic.thin()

    seen = await stage.database.read(lambda tx: generations.inspect(tx, old))
    assert seen is not None
    states = await stage.database.read(lambda tx: generations.events(tx, seen.generation))

    assert [(one.number, one.outcome) for one in seen.attempts] == [(3, AttemptOutcome.SUCCESS)]
    assert (seen.queue_ms, seen.run_ms, seen.captured) == (None, None, 40)
    assert [one.status.value for one in states] == ["processing", "success"]


async def test_what_is_under_way_is_passed_over(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    attic = Attic(stage)
    waiting = (await stage.accept(ada)).id
    await stage.fail_attempt(await stage.must_claim())
    clock.advance(1_000)
    await stage.must_claim()
    after = await made_at_the_third_try(stage, ada, clock)
    clock.advance(KEPT_MS + DAY_MS)

    assert await attic.thin() == 2
    assert (await attic.left(waiting))[0] == [1, 2]
    assert (await attic.left(after))[0] == [3]


async def test_a_webhook_sent_anew_goes_on_where_it_was(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    attic = Attic(stage)
    old = await made_at_the_third_try(stage, ada, clock)
    clock.advance(KEPT_MS + DAY_MS)
    await attic.thin()
    await stage.database.write(lambda tx: webhooks.resend(tx, old))
    (claimed,) = await stage.database.write(lambda tx: webhooks.claim(tx, "heron", 1))
    await stage.database.write(lambda tx: webhooks.settle(tx, claimed, "heron", TAKEN, (5_000,)))

    assert (await attic.left(old))[2] == [2, 3]
    assert await stage.is_exact()


async def test_batches_go_on_from_where_the_last_one_ended(
    stage: Stage, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each generation is looked at once, after a restart, too."""
    attic = Attic(stage)
    olds = [await made_at_the_third_try(stage, ada, clock) for _ in range(5)]
    clock.advance(KEPT_MS + DAY_MS)
    monkeypatch.setattr(thinning_module, "THINNED_PER_BATCH", 2)

    looked = [await stage.database.write(lambda tx: generations.thin(tx, KEPT_MS)) for _ in range(4)]

    assert looked == [2, 2, 1, 0]
    assert [(await attic.left(id))[0] for id in olds] == [[3]] * 5


async def test_reconcile_sees_a_webhooks_attempt_that_is_gone_before_its_time(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    old = await made_at_the_third_try(stage, ada, clock)
    assert change_behind(stage.database, "DELETE FROM delivery_attempts WHERE number = 1") == 1

    (found,) = await stage.database.read(webhooks.discrepancies)
    assert found.subject == old
