"""What models cost more than they brought."""

from dataclasses import dataclass

from mediamill.clock import day_of
from mediamill.db import Transaction, named_queries
from mediamill.units import DAY_MS

SQL = named_queries(__file__)


@dataclass(frozen=True, slots=True)
class ModelCost:
    """A model that an engine was paid for, with what was captured for it; `cost` in millionths of the currency."""

    tool: str
    model: str
    engine: str
    credits: int
    cost: int


def costs_since_yesterday(tx: Transaction) -> list[ModelCost]:
    """Every model that cost something yesterday or today (UTC). Read it aside."""
    days = {"today": day_of(tx.now()), "yesterday": day_of(tx.now() - DAY_MS)}
    return [
        ModelCost(row["tool"], row["model"], row["engine"], int(row["credits"]), int(row["cost"]))
        for row in tx.all(SQL.costs_of_days, **days)
    ]
