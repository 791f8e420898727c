"""The sums of a day: added to in the transaction of what they count, and never taken back by a deletion."""

from dataclasses import dataclass

from mediamill.clock import day_of
from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


@dataclass(frozen=True, slots=True)
class Use:
    """Who had what made by which engine."""

    account_id: str
    api_key_id: str  # "" for none
    tool: str
    model: str
    engine: str  # "" where none was chosen


@dataclass(frozen=True, slots=True)
class Amounts:
    """What is summed. `run_ms` in milliseconds, of successful attempts; `cost` in millionths of the currency."""

    runs: int = 0  # that became a success
    errors: int = 0
    run_ms: int = 0
    credits: int = 0  # captured
    cost: int = 0  # of settled purchases

    def __add__(self, other: "Amounts") -> "Amounts":
        """Both together."""
        return Amounts(
            self.runs + other.runs,
            self.errors + other.errors,
            self.run_ms + other.run_ms,
            self.credits + other.credits,
            self.cost + other.cost,
        )


def add(tx: Transaction, use: Use, amounts: Amounts, day: str | None = None) -> None:
    """Add to the sums of a day, such as 2026-11-22: of today (UTC) where none is named."""
    tx.send(
        SQL.add,
        day=day or day_of(tx.now()),
        account_id=use.account_id,
        api_key_id=use.api_key_id,
        tool=use.tool,
        model=use.model,
        engine=use.engine,
        runs=amounts.runs,
        errors=amounts.errors,
        run_ms=amounts.run_ms,
        credits=amounts.credits,
        cost=amounts.cost,
    )
