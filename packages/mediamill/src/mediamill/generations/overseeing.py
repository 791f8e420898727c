"""Generations of all accounts, as operators look at them: a page of those of some days, failures by cause, how long
models take.
"""

import math
from dataclasses import asdict, dataclass

from mediamill import ids
from mediamill.db import Row, Transaction, named_queries
from mediamill.generations.generation import Generation, from_row

SQL = named_queries(__file__)

TOTAL_MAX = 10_000  # a page says of a longer list that it has more than this
TIMED_MAX = 20_000  # attempts that figures are made of, the newest
PREFIX = "gen"


@dataclass(frozen=True, slots=True)
class GenerationFilter:
    """Which generations are asked for; an empty text stands for any."""

    status: str = ""
    tool: str = ""
    model: str = ""
    engine: str = ""  # of the last attempt
    account_id: str = ""
    reason: str = ""  # the whole sentence of an error


@dataclass(frozen=True, slots=True)
class OverseenGeneration:
    """A generation with what operators see at a glance."""

    generation: Generation
    engine: str | None  # of the last attempt
    finished_at: int | None
    retried_as: str | None


@dataclass(frozen=True, slots=True)
class FailureCause:
    """Failures that have tool, engine and sentence in common."""

    tool: str
    engine: str  # "" where none was chosen
    reason: str
    total: int
    last_at: int
    last_id: str


@dataclass(frozen=True, slots=True)
class ModelTimes:
    """How long the successful attempts at a model took, in milliseconds."""

    tool: str
    model: str
    runs: int
    p50_ms: int
    p95_ms: int


def page_of_all(
    tx: Transaction, wanted: GenerationFilter, *, since: int, until: int, limit: int, offset: int
) -> tuple[list[OverseenGeneration], int]:
    """Generations accepted from `since` to before `until`, newest first, and how many: TOTAL_MAX + 1 stands for more.

    Read it aside: it looks at all of that time.
    """
    span = {"first": ids.first_at(PREFIX, since), "last": ids.first_at(PREFIX, until)}
    chosen = {**asdict(wanted), **span}
    total = tx.one(SQL.count_of_all, **chosen, most=TOTAL_MAX + 1)
    assert total is not None
    rows = tx.all(SQL.page_of_all, **chosen, limit=limit, offset=offset)
    return [overseen(row) for row in rows], total["total"]


def failure_causes(tx: Transaction, since: int, limit: int) -> list[FailureCause]:
    """What failed since then, the most frequent cause first; canceled ones are no failures."""
    return [
        FailureCause(row["tool"], row["engine"], row["reason"], row["total"], row["last_at"], row["last_id"])
        for row in tx.all(SQL.failure_causes, since=since, limit=limit)
    ]


def failed_by(tx: Transaction, tool: str, engine: str, reason: str, since: int, limit: int) -> list[str]:
    """The oldest that failed so since then and were not made again."""
    rows = tx.all(SQL.failed_by, tool=tool, engine=engine, reason=reason, since=since, limit=limit)
    return [row["id"] for row in rows]


def model_times(tx: Transaction, since: int) -> list[ModelTimes]:
    """How long models took, of what was accepted since then, TIMED_MAX of it at most. Read it aside."""
    times: dict[tuple[str, str], list[int]] = {}
    for row in tx.all(SQL.attempt_times, first=ids.first_at(PREFIX, since), limit=TIMED_MAX):
        times.setdefault((row["tool"], row["model"]), []).append(max(0, row["took"]))
    return [
        ModelTimes(tool, model, len(took), percentile(took, 0.5), percentile(took, 0.95))
        for (tool, model), took in sorted(times.items())
    ]


def percentile(values: list[int], share: float) -> int:
    """The smallest value that so many are at most."""
    return sorted(values)[max(0, math.ceil(len(values) * share) - 1)]


def overseen(row: Row) -> OverseenGeneration:
    """A generation from its row."""
    return OverseenGeneration(from_row(row), row["engine"], row["finished_at"], row["retried_as"])
