"""Generations and purchases in any order, over several days: the daily sums are what happened, whatever is deleted."""

import asyncio
import tempfile
from collections import defaultdict
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from mediamill import generations, purchases
from mediamill.accounts import Plan, open_account
from mediamill.clock import day_of
from mediamill.generations import Accepted, EngineUsed, Generation, NewGeneration, Policy, Status
from mediamill.purchases import IllegalPurchaseTransition, Purchase
from mediamill.usage import Amounts, Use
from tests.clock import FrozenClock
from tests.new_database import ON_POSTGRES, database_of_tests, put_away
from tests.purchases.buying import PICTURE
from tests.usage.sums import sums

POLICY = Policy(lease_ms=1_000, tries=2, waiting_ms_max=100_000_000, running_max={Plan.FREE: 3, Plan.PRO: 3})
MODELS = (("create-image", "nano-banana"), ("text-to-speech", "voicevendor-tts"))
ENGINES = (None, EngineUsed("painter", "1"), EngineUsed("fal", None))
KEYS = (None, "laptop", "phone")
HOUR_MS = 3_600_000
EXAMPLES = 3 if ON_POSTGRES else 8  # each takes a tenth of a second
MANY = 100  # in the slow tests


class Works(RuleBasedStateMachine):
    """Two accounts, two models, three engines, a clock that jumps; a list of what happened beside the sums."""

    accepted: Bundle[str] = Bundle("accepted")
    claimed: Bundle[Generation | None] = Bundle("claimed")
    bought: Bundle[str] = Bundle("bought")

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FrozenClock()
        self.database = database_of_tests(Path(self.folder.name), self.clock)
        self.runner.run(self.database.start())
        self.accounts = [
            self.write(lambda tx, name=name: open_account(tx, f"{name}@example.com", Plan.PRO, 500)).id
            for name in ("ada", "ben")
        ]
        self.uses: dict[str, Use] = {}
        self.prices: dict[str, int] = {}
        self.started: dict[str, int] = {}
        self.ended: dict[str, Status] = {}
        self.billed: set[str] = set()
        self.expected: dict[tuple[str, Use], Amounts] = defaultdict(Amounts)

    def teardown(self) -> None:
        self.runner.run(put_away(self.database))
        self.runner.close()
        self.folder.cleanup()

    def write(self, work: Any) -> Any:
        return self.runner.run(self.database.write(work))

    @rule(
        target=accepted,
        who=st.integers(0, 1),
        model=st.sampled_from(MODELS),
        key=st.sampled_from(KEYS),
        price=st.integers(0, 9),
    )
    def accept(self, who: int, model: tuple[str, str], key: str | None, price: int) -> str:
        order = NewGeneration(self.accounts[who], *model, "image", "{}", "{}", None, "cpu", price, 7, api_key_id=key)
        taken = self.write(lambda tx: generations.accept(tx, order))
        assert isinstance(taken, Accepted)
        self.uses[taken.id] = Use(self.accounts[who], key or "", *model, "")
        self.prices[taken.id] = price
        return taken.id

    @rule(target=claimed, engine=st.sampled_from(ENGINES))
    def claim(self, engine: EngineUsed | None) -> Generation | None:
        generation: Generation | None = self.write(
            lambda tx: generations.claim(tx, "heron", "cpu", POLICY, lambda _tool, _model: engine)
        )
        if generation:
            self.uses[generation.id] = replace(self.uses[generation.id], engine=engine.name if engine else "")
            self.started[generation.id] = self.clock()
        return generation

    @rule(generation=claimed, engine=st.sampled_from(ENGINES[1:]))
    def change_engine(self, generation: Generation | None, engine: EngineUsed) -> None:
        if generation and self.write(lambda tx: generations.note_engine(tx, generation, "heron", engine)):
            self.uses[generation.id] = replace(self.uses[generation.id], engine=engine.name)

    @rule(generation=claimed, charge=st.integers(0, 12))
    def succeed(self, generation: Generation | None, charge: int) -> None:
        if generation and self.write(
            lambda tx: generations.succeed(
                tx,
                generation,
                "heron",
                output_key="k",
                thumbnail_key=None,
                charge=charge,
                media_base="http://localhost/media",
            )
        ):
            run_ms = self.clock() - self.started[generation.id]
            credits = min(charge, self.prices[generation.id])
            self.end(generation.id, Status.SUCCESS, Amounts(runs=1, run_ms=run_ms, credits=credits))

    @rule(generation=claimed)
    def fail(self, generation: Generation | None) -> None:
        if generation and self.write(lambda tx: generations.fail(tx, generation, "heron", "No.")):
            self.end(generation.id, Status.ERROR, Amounts(errors=1))

    @rule(generation=consumes(claimed), crashed=st.booleans())
    def give_up(self, generation: Generation | None, crashed: bool) -> None:
        if generation is None:
            return
        if not crashed:
            self.write(lambda tx: generations.release(tx, generation, "heron", delay_ms=0))
            return
        moved = self.write(
            lambda tx: generations.fail_attempt(tx, generation, "heron", POLICY, sentence="It broke.", delay_ms=0)
        )
        self.note([moved[0]] if moved else [])

    @rule(id=accepted)
    def cancel(self, id: str) -> None:
        canceled = self.write(lambda tx: generations.cancel(tx, id))
        self.note([canceled] if canceled else [])

    @rule(id=accepted)
    def delete(self, id: str) -> None:
        generation = self.write(lambda tx: generations.find(tx, id))
        if generation:
            deleted = self.write(lambda tx: generations.delete(tx, generation))
            assert (deleted is not None) == (id in self.ended)

    @rule(milliseconds=st.sampled_from((1, 700, 1_001, 9 * HOUR_MS, 30 * HOUR_MS)))
    def time_passes(self, milliseconds: int) -> None:
        self.clock.advance(milliseconds)
        self.note(self.write(lambda tx: generations.rescue(tx, POLICY))[0])

    @rule(target=bought, id=accepted, estimate=st.none() | st.integers(0, 50))
    def buy(self, id: str, estimate: int | None) -> str:
        use = self.uses[id]
        new = replace(
            PICTURE,
            generation_id=id,
            account_id=use.account_id,
            tool=use.tool,
            model=use.model,
            engine="fal",
            api_key_id=use.api_key_id,
            estimate=estimate,
        )
        purchase = self.write(partial(purchases.intend, new=new, caps={}))
        assert isinstance(purchase, Purchase)
        return purchase.id

    @rule(id=bought, actual=st.none() | st.integers(0, 90))
    def settle(self, id: str, actual: int | None) -> None:
        before = self.write(partial(purchases.find, purchase_id=id))
        if self.write(partial(purchases.settle, purchase_id=id, actual=actual)):
            assert id not in self.billed
            self.billed.add(id)
            use = Use(before.account_id, before.api_key_id, before.tool, before.model, before.engine)
            self.expected[before.day, use] += Amounts(cost=(before.estimate or 0) if actual is None else actual)

    @rule(id=bought, verb=st.sampled_from((purchases.void, purchases.mark_unknown, purchases.mark_orphaned)))
    def move(self, id: str, verb: Any) -> None:
        try:
            self.write(partial(verb, purchase_id=id))
        except IllegalPurchaseTransition:
            assert id not in self.billed

    def note(self, moved: list[Generation]) -> None:
        for generation in moved:
            if generation.status is Status.ERROR:
                self.end(generation.id, Status.ERROR, Amounts(errors=1))

    def end(self, id: str, status: Status, amounts: Amounts) -> None:
        assert id not in self.ended
        self.ended[id] = status
        self.expected[day_of(self.clock()), self.uses[id]] += amounts

    @invariant()
    def sums_are_what_happened(self) -> None:
        expected = {key: amounts for key, amounts in self.expected.items() if amounts != Amounts()}

        assert self.runner.run(self.database.read(sums)) == expected

    @invariant()
    def the_books_are_exact(self) -> None:
        assert self.runner.run(self.database.read(generations.discrepancies)) == []


TestWorks = Works.TestCase
TestWorks.settings = settings(
    max_examples=EXAMPLES, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.slow
class TestManyWorks(Works.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(TestWorks.settings, max_examples=MANY)
