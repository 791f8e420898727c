"""What one account used on some days, by day, tool, model and key. Days are in UTC, such as 2026-11-22."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


class UsagePart(StrEnum):
    """What an account's usage may be split by."""

    DAY = "day"
    TOOL = "tool"
    MODEL = "model"
    KEY = "key"


@dataclass(frozen=True, slots=True)
class AccountUsage:
    """One line: "" for what it is not split by, or what is not known."""

    day: str
    tool: str
    model: str
    api_key_id: str
    runs: int
    errors: int
    run_ms: int
    credits: int


def usage_of(
    tx: Transaction, account_id: str, by: Collection[UsagePart], first_day: str, last_day: str
) -> list[AccountUsage]:
    """The account's sums of these days, in the order of days and names. It may take milliseconds: read it aside."""
    rows = tx.all(
        SQL.of_account,
        account_id=account_id,
        first_day=first_day,
        last_day=last_day,
        by_day=int(UsagePart.DAY in by),
        by_tool=int(UsagePart.TOOL in by),
        by_model=int(UsagePart.MODEL in by),
        by_key=int(UsagePart.KEY in by),
    )
    return [
        AccountUsage(
            row["day"],
            row["tool"],
            row["model"],
            row["api_key_id"],
            int(row["runs"]),
            int(row["errors"]),
            int(row["run_ms"]),
            int(row["credits"]),
        )
        for row in rows
    ]
