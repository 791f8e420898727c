"""A state machine over every verb: whatever is done in whatever order, the books stay exact."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from mediamill import credits, generations
from mediamill.accounts import Plan, open_account
from mediamill.generations import FINAL, Accepted, Generation, NewGeneration, Policy, Status
from tests.clock import FrozenClock
from tests.new_database import ON_POSTGRES, database_of_tests, put_away

WORKERS = ("heron", "stork")
POLICY = Policy(lease_ms=1_000, tries=3, waiting_ms_max=60_000, running_max={Plan.FREE: 2, Plan.PRO: 3})
EXAMPLES = 3 if ON_POSTGRES else 8  # each takes a tenth of a second
MANY = 100  # in the slow tests


class Books(RuleBasedStateMachine):
    """Two accounts, two workers, a clock that jumps."""

    held: Bundle[tuple[Generation, str]] = Bundle("held")  # claims, some of them long overtaken

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FrozenClock()
        self.database = database_of_tests(Path(self.folder.name), self.clock)
        self.runner.run(self.database.start())
        self.granted = {
            self.write(lambda tx, plan=plan: open_account(tx, f"{plan}@example.com", plan, 100)).id: 100
            for plan in Plan
        }
        self.accounts = list(self.granted)
        self.final: dict[str, Status] = {}
        self.captured = dict.fromkeys(self.accounts, 0)

    def teardown(self) -> None:
        self.runner.run(put_away(self.database))
        self.runner.close()
        self.folder.cleanup()

    def write(self, work: Any) -> Any:
        return self.runner.run(self.database.write(work))

    @rule(who=st.integers(0, 1), price=st.integers(0, 60))
    def accept(self, who: int, price: int) -> None:
        account = self.accounts[who]
        available = self.write(lambda tx: credits.balance(tx, account).available)
        order = NewGeneration(
            account, "tool", "model", "audio", "{}", "{}", "https://hooks.example.com/", "cpu", price, 7
        )
        accepted = self.write(lambda tx: generations.accept(tx, order))

        assert isinstance(accepted, Accepted) == (price <= available)

    @rule(who=st.integers(0, 1), amount=st.integers(1, 50))
    def grant(self, who: int, amount: int) -> None:
        account = self.accounts[who]
        self.write(lambda tx: credits.grant(tx, account, amount, "more"))
        self.granted[account] += amount

    @rule(target=held, worker=st.sampled_from(WORKERS))
    def claim(self, worker: str) -> Any:
        generation = self.write(lambda tx: generations.claim(tx, worker, "cpu", POLICY))
        return (generation, worker) if generation else (None, worker)

    @rule(claim=held, charge=st.integers(0, 80))
    def succeed(self, claim: Any, charge: int) -> None:
        generation, worker = claim
        if generation:
            held = self.write(lambda tx: credits.hold_of(tx, generation.id))
            done = self.write(
                lambda tx: generations.succeed(
                    tx,
                    generation,
                    worker,
                    output_key="k",
                    thumbnail_key=None,
                    charge=charge,
                    media_base="http://localhost/media",
                )
            )
            if done:
                self.captured[generation.account_id] += min(charge, held)
                self.end(generation, Status.SUCCESS)

    @rule(claim=held)
    def fail(self, claim: Any) -> None:
        generation, worker = claim
        if generation and self.write(lambda tx: generations.fail(tx, generation, worker, "No.")):
            self.end(generation, Status.ERROR)

    @rule(claim=held)
    def upload(self, claim: Any) -> None:
        generation, worker = claim
        if generation:
            stored = self.write(lambda tx: generations.find(tx, generation.id))
            if stored.status is Status.PROCESSING:
                self.write(lambda tx: generations.start_uploading(tx, generation, worker))

    @rule(claim=held, needed=st.integers(1, 120))
    def raise_hold(self, claim: Any, needed: int) -> None:
        generation, worker = claim
        if generation:
            self.write(lambda tx: generations.raise_hold(tx, generation, worker, needed))

    @rule(claim=consumes(held), crashed=st.booleans())
    def give_up(self, claim: Any, crashed: bool) -> None:
        generation, worker = claim
        if not generation:
            return
        if crashed:
            self.write(
                lambda tx: generations.fail_attempt(tx, generation, worker, POLICY, sentence="It broke.", delay_ms=10)
            )
        else:
            self.write(lambda tx: generations.release(tx, generation, worker, delay_ms=0))

    @rule(worker=st.sampled_from(WORKERS))
    def beat(self, worker: str) -> None:
        self.write(lambda tx: generations.beat(tx, worker, POLICY, []))

    @rule(milliseconds=st.sampled_from((1, 500, 1_001, 61_000)))
    def time_passes(self, milliseconds: int) -> None:
        self.clock.advance(milliseconds)
        self.write(lambda tx: generations.rescue(tx, POLICY))

    def end(self, generation: Generation, status: Status) -> None:
        assert generation.id not in self.final, "it ended twice"
        self.final[generation.id] = status

    @invariant()
    def the_books_are_exact(self) -> None:
        assert self.write(lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)]) == []

    @invariant()
    def no_credit_is_made_or_lost(self) -> None:
        for account in self.accounts:
            balance = self.write(lambda tx, account=account: credits.balance(tx, account))

            assert balance.available + balance.held + self.captured[account] == self.granted[account]

    @invariant()
    def final_states_stay(self) -> None:
        for generation_id, status in self.final.items():
            stored = self.write(lambda tx, generation_id=generation_id: generations.find(tx, generation_id))

            assert stored.status is status
            assert stored.status in FINAL


TestBooks = Books.TestCase
TestBooks.settings = settings(
    max_examples=EXAMPLES, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.slow
class TestManyBooks(Books.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(TestBooks.settings, max_examples=MANY)
