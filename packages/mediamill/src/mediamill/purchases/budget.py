"""Budgets: what an engine and each of its keys spent in a day and a month, and the operator's caps on it.

A budget is one guarded row, changed in the transaction of the purchase: neither a crash nor a race can overdraw it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mediamill.db import Transaction, named_queries
from mediamill.engines import SpendingCap

SQL = named_queries(__file__)

MONTH_LENGTH = len("2026-11")
ALL_KEYS = ""


Caps = Mapping[str, SpendingCap]  # by key id; ALL_KEYS for the engine


@dataclass(frozen=True, slots=True)
class CapReached:
    """A purchase that would exceed a cap."""

    engine: str
    key_id: str  # ALL_KEYS where it is the engine's own cap
    period: str
    cap: int
    used: int


def take(tx: Transaction, engine: str, key_id: str, day: str, amount: int, caps: Caps) -> CapReached | None:
    """Take an amount from all budgets that it belongs to, or from none where that would exceed a cap."""
    budgets = list(budgets_of(key_id, day))
    for key, period in budgets:
        tx.run(SQL.open_budget, engine=engine, key_id=key, period=period)
    for place, (key, period) in enumerate(budgets):
        cap = cap_on(caps, key, period)
        if tx.run(SQL.take, engine=engine, key_id=key, period=period, amount=amount, cap=cap) == 0:
            assert cap is not None, f"{engine} has no budget for {period}"
            for taken_key, taken_period in budgets[:place]:
                tx.run(SQL.correct, engine=engine, key_id=taken_key, period=taken_period, amount=-amount)
            return CapReached(engine, key, period, cap, used(tx, engine, key, period))
    return None


def correct(tx: Transaction, engine: str, key_id: str, day: str, amount: int) -> None:
    """Add what a purchase cost beyond its estimate, or give back what it did not; caps do not undo what was bought."""
    for key, period in budgets_of(key_id, day):
        changed = tx.run(SQL.correct, engine=engine, key_id=key, period=period, amount=amount)
        assert changed == 1, f"{engine} has no budget for {period}"


def used(tx: Transaction, engine: str, key_id: str, period: str) -> int:
    """What was spent, in millionths of the currency: `period` is a day or a month, such as 2026-11-22 or 2026-11."""
    row = tx.one(SQL.used, engine=engine, key_id=key_id, period=period)
    return int(row["used"]) if row else 0


def budgets_of(key_id: str, day: str) -> Iterator[tuple[str, str]]:
    """Key and period of each budget that a purchase belongs to, always in the same order."""
    for key in dict.fromkeys((ALL_KEYS, key_id)):
        yield key, day
        yield key, day[:MONTH_LENGTH]


def cap_on(caps: Caps, key_id: str, period: str) -> int | None:
    """The cap of one budget."""
    cap = caps.get(key_id, SpendingCap())
    return cap.month if len(period) == MONTH_LENGTH else cap.day


def is_capped(caps: Caps, key_id: str) -> bool:
    """Whether any cap concerns a purchase with this key."""
    return any(caps.get(key, SpendingCap()) != SpendingCap() for key in (ALL_KEYS, key_id))
