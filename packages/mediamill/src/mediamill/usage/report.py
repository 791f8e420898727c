"""Reading the sums of some days: by engine, model, account or key. Days are in UTC, such as 2026-11-22."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from mediamill.db import Row, Transaction, named_queries
from mediamill.usage.daily import Amounts

SQL = named_queries(__file__)


class GroupBy(StrEnum):
    """What a report has one line for each of."""

    ENGINE = "engine"
    MODEL = "model"
    ACCOUNT = "account"
    KEY = "key"


QUERIES = {
    GroupBy.ENGINE: SQL.by_engine,
    GroupBy.MODEL: SQL.by_model,
    GroupBy.ACCOUNT: SQL.by_account,
    GroupBy.KEY: SQL.by_key,
}
COLUMNS = {  # what names a group
    GroupBy.ENGINE: ("engine",),
    GroupBy.MODEL: ("tool", "model"),
    GroupBy.ACCOUNT: ("account", "email"),
    GroupBy.KEY: ("email", "key", "name"),
}


@dataclass(frozen=True, slots=True)
class Group:
    """One line of a report: a name for each of its COLUMNS, "" where there is none."""

    names: tuple[str, ...]
    amounts: Amounts


def groups(tx: Transaction, by: GroupBy, first_day: str, last_day: str) -> Iterator[Group]:
    """Each group with the sums of these days, in the order of names; read while it is iterated."""
    for row in tx.each(QUERIES[by], first_day=first_day, last_day=last_day):
        yield Group(tuple(row[column] for column in COLUMNS[by]), amounts_from(row))


class Dimension(StrEnum):
    """What the lines of a table may be told apart by, in the order of its columns."""

    DAY = "day"
    ACCOUNT = "account"
    KEY = "key"
    TOOL = "tool"
    MODEL = "model"


def table(
    tx: Transaction, by: Collection[Dimension], first_day: str, last_day: str, account_id: str = ""
) -> Iterator[tuple[dict[Dimension, str], Amounts]]:
    """A line for each combination that occurs in these days, of one account if it is named; read while iterated."""
    asked = {f"by_{one.value}": int(one in by) for one in Dimension}
    rows = tx.each(SQL.table, first_day=first_day, last_day=last_day, account_id=account_id, **asked)
    for row in rows:
        yield {one: row[one.value] for one in Dimension if one in by}, amounts_from(row)


def cost_by_day(tx: Transaction, engine: str, first_day: str, last_day: str) -> dict[str, int]:
    """What the settled purchases of an engine cost on each day that has any, in millionths of the currency."""
    rows = tx.all(SQL.cost_by_day, engine=engine, first_day=first_day, last_day=last_day)
    return {row["day"]: row["cost"] for row in rows}


def is_known_engine(tx: Transaction, engine: str) -> bool:
    """Whether the engine is in any sum."""
    return tx.one(SQL.any_of_engine, engine=engine) is not None


def amounts_from(row: Row) -> Amounts:
    """The sums of a row."""
    return Amounts(row["runs"], row["errors"], row["run_ms"], row["credits"], row["cost"])
