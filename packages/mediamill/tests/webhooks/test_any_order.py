"""A state machine over every verb: whatever is done in whatever order, no attempt is early and the records agree."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from mediamill import webhooks
from mediamill.accounts import Plan, open_account
from mediamill.webhooks import Delivery, DeliveryStatus
from mediamill.webhooks.claiming import HOST_ATTEMPTS_MAX
from tests.clock import FrozenClock
from tests.new_database import ON_POSTGRES, database_of_tests, put_away
from tests.webhooks.stage import REFUSED, SILENT, TAKEN, owe

DELAYS_MS = (1_000, 20_000, 300_000)
WORKERS = ("serve:heron", "worker:stork")
EXAMPLES = 3 if ON_POSTGRES else 8  # each takes a tenth of a second
MANY = 100  # in the slow tests


class Post(RuleBasedStateMachine):
    """One account, two receivers, two workers, a clock that jumps."""

    owed: Bundle[str] = Bundle("owed")
    held: Bundle[tuple[webhooks.Claimed, str]] = Bundle("held")  # claims, some of them long overtaken

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FrozenClock()
        self.database = database_of_tests(Path(self.folder.name), self.clock)
        self.runner.run(self.database.start())
        self.ada = self.write(lambda tx: open_account(tx, "ada@example.com", Plan.PRO, 0))
        self.may_start_at: dict[str, int] = {}  # by the schedule as the interface tells it
        self.failures: dict[str, int] = {}

    def teardown(self) -> None:
        self.runner.run(put_away(self.database))
        self.runner.close()
        self.folder.cleanup()

    def write(self, work: Any) -> Any:
        return self.runner.run(self.database.write(work))

    @rule(target=owed, host=st.sampled_from(("a", "b")))
    def owe(self, host: str) -> str:
        generation_id: str = self.write(lambda tx: owe(tx, self.ada, f"https://{host}.example.com/"))
        self.schedule_anew(generation_id)
        return generation_id

    def schedule_anew(self, generation_id: str) -> None:
        self.may_start_at[generation_id], self.failures[generation_id] = self.clock.now, 0

    @rule(target=held, worker=st.sampled_from(WORKERS), limit=st.integers(1, 3))
    def claim(self, worker: str, limit: int) -> Any:
        self.write(webhooks.mark_due)
        claimed = self.write(lambda tx: webhooks.claim(tx, worker, limit))
        for one in claimed:
            assert self.may_start_at[one.delivery.generation_id] <= self.clock.now, "an attempt is early"
        return claimed, worker

    @rule(claim=held, outcome=st.sampled_from((TAKEN, REFUSED, SILENT)))
    def settle(self, claim: Any, outcome: Any) -> None:
        claimed, worker = claim
        for one in claimed:
            settled = self.write(lambda tx, o=one: webhooks.settle(tx, o, worker, outcome, DELAYS_MS))
            if settled is not None:
                self.note(settled.generation_id, outcome)

    def note(self, generation_id: str, outcome: Any) -> None:
        self.failures[generation_id] += 0 if outcome is TAKEN else 1
        ended = outcome is TAKEN or self.failures[generation_id] > len(DELAYS_MS)
        delay = 10**15 if ended else DELAYS_MS[self.failures[generation_id] - 1]
        self.may_start_at[generation_id] = self.clock.now + delay

    @rule(claim=consumes(held))
    def release(self, claim: Any) -> None:
        claimed, worker = claim
        for one in claimed:
            self.write(lambda tx, o=one: webhooks.release(tx, o, worker))

    @rule(generation_id=owed)
    def resend(self, generation_id: str) -> None:
        if self.write(lambda tx: webhooks.resend(tx, generation_id)):
            self.schedule_anew(generation_id)

    @rule()
    def restart(self) -> None:
        self.write(lambda tx: webhooks.reclaim(tx, "serve:"))

    @rule(milliseconds=st.sampled_from((1, 999, 1_000, 31_000, 300_000)))
    def time_passes(self, milliseconds: int) -> None:
        self.clock.advance(milliseconds)
        self.write(webhooks.rescue)

    @invariant()
    def the_records_agree(self) -> None:
        assert self.write(webhooks.discrepancies) == []

    @invariant()
    def the_schedule_is_kept(self) -> None:
        for delivery in self.everything():
            failures = self.failures[delivery.generation_id]

            assert delivery.failures == failures
            assert (delivery.status is DeliveryStatus.FAILED) == (failures > len(DELAYS_MS))

    @invariant()
    def no_receiver_has_more_than_its_share(self) -> None:
        held = [one.host for one in self.everything() if one.lease_owner]

        assert all(held.count(host) <= HOST_ATTEMPTS_MAX for host in set(held))

    def everything(self) -> list[Delivery]:
        page, _ = self.write(lambda tx: webhooks.page_of_all(tx, status=None, account_id=None, limit=1_000, offset=0))
        found: list[Delivery] = page
        return found


TestPost = Post.TestCase
TestPost.settings = settings(
    max_examples=EXAMPLES, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.slow
class TestManyPost(Post.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(TestPost.settings, max_examples=MANY)
