"""Purchases in any order, under caps: budgets are their sums, and no estimate exceeds a cap."""

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from mediamill import purchases
from mediamill.clock import day_of
from mediamill.engines import SpendingCap
from mediamill.purchases import ALL_KEYS, IllegalPurchaseTransition, Purchase
from mediamill.purchases.purchase import FINAL
from tests.clock import FrozenClock
from tests.new_database import ON_POSTGRES, database_of_tests, put_away
from tests.purchases.buying import PICTURE

CAPS = {ALL_KEYS: SpendingCap(day=100, month=250), "fal-1": SpendingCap(day=60)}
HOUR_MS = 3_600_000
VERBS: dict[str, Callable[..., Purchase | None]] = {
    "opened": partial(purchases.opened, job="r1"),
    "unknown": purchases.mark_unknown,
    "orphaned": purchases.mark_orphaned,
    "void": purchases.void,
}
EXAMPLES = 3 if ON_POSTGRES else 8  # each takes a tenth of a second
MANY = 100  # in the slow tests


class Shop(RuleBasedStateMachine):
    """One engine with two keys, a clock that jumps, bills that differ from the estimates."""

    bought: Bundle[str] = Bundle("bought")

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FrozenClock()
        self.database = database_of_tests(Path(self.folder.name), self.clock)
        self.runner.run(self.database.start())
        self.booked: dict[str, tuple[str, str, int]] = {}  # id -> day, key, amount
        self.final: set[str] = set()

    def teardown(self) -> None:
        self.runner.run(put_away(self.database))
        self.runner.close()
        self.folder.cleanup()

    def write(self, work: Any) -> Any:
        return self.runner.run(self.database.write(work))

    def spent(self, day: str, key: str | None = None, length: int = 10) -> int:
        return sum(
            amount for of, by, amount in self.booked.values() if of[:length] == day[:length] and key in (None, by)
        )

    @rule(target=bought, estimate=st.none() | st.integers(0, 50), key=st.sampled_from(("fal-1", "fal-2")))
    def intend(self, estimate: int | None, key: str) -> str:
        day = day_of(self.clock())
        new = replace(PICTURE, estimate=estimate, key_id=key)
        answer = self.write(partial(purchases.intend, new=new, caps=CAPS))
        fits = estimate is not None and (
            self.spent(day) + estimate <= 100
            and self.spent(day, length=7) + estimate <= 250
            and (key == "fal-2" or self.spent(day, key) + estimate <= 60)
        )
        assert isinstance(answer, Purchase) == fits
        if not isinstance(answer, Purchase):
            return ""
        self.booked[answer.id] = (day, key, answer.booked)
        return answer.id

    @rule(id=bought, verb=st.sampled_from(sorted(VERBS)))
    def move(self, id: str, verb: str) -> None:
        if id:
            try:
                self.note(id, self.write(partial(VERBS[verb], purchase_id=id)))
            except IllegalPurchaseTransition:
                assert id not in self.final

    @rule(id=bought, actual=st.none() | st.integers(0, 90))
    def settle(self, id: str, actual: int | None) -> None:
        if id:
            self.note(id, self.write(partial(purchases.settle, purchase_id=id, actual=actual)))

    @rule(hours=st.integers(1, 40))
    def wait(self, hours: int) -> None:
        self.clock.advance(hours * HOUR_MS)

    def note(self, id: str, moved: Purchase | None) -> None:
        if moved is not None:
            assert id not in self.final
            self.booked[id] = (moved.day, moved.key_id, moved.booked)
            if moved.state in FINAL:
                self.final.add(id)

    @invariant()
    def budgets_are_sums(self) -> None:
        assert self.runner.run(self.database.read(purchases.discrepancies)) == []
        for day in {day for day, _, _ in self.booked.values()}:
            read = partial(purchases.used, engine="fal", key_id=ALL_KEYS, period=day)
            assert self.runner.run(self.database.read(read)) == self.spent(day)


TestShop = Shop.TestCase
TestShop.settings = settings(
    max_examples=EXAMPLES, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.slow
class TestManyShop(Shop.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(TestShop.settings, max_examples=MANY)
