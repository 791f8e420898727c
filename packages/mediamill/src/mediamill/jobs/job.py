"""A job with a vendor: what is known of it, and what the next look at it is for."""

from dataclasses import dataclass
from enum import StrEnum

from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)

LOOK_LEASE_MS = 30_000  # longer than a vendor may take to answer; a look that fetches the result prolongs it
LOOK_MS_MAX = 3_600_000  # between two looks, also at a job that nobody waits for any more


class Wish(StrEnum):
    """What the next look is for."""

    RESULT = "result"
    CANCEL = "cancel"  # its generation has ended without it: tell the vendor, then wait for the verdict
    VERDICT = "verdict"  # what it cost; nobody waits for its result any more


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job as the database keeps it. Instants in milliseconds."""

    purchase_id: str
    generation_id: str
    engine: str
    key_id: str
    wish: Wish
    handle: str
    look_at: int
    deadline_at: int
    missing: int
    missing_since: int | None
    fence: int
    looker: str | None
    started_at: int


def holder(purchase_id: str) -> str:
    """The name under which a job holds its generation, as a worker does under its own."""
    return f"job:{purchase_id}"


def of_generation(tx: Transaction, generation_id: str) -> list[JobRow]:
    """The jobs that are under way for a generation, in the order of their purchases."""
    return [from_row(row) for row in tx.all(SQL.of_generation, generation_id=generation_id)]


def under_way(tx: Transaction, engine: str) -> dict[str, int]:
    """How many jobs of an engine are under way with each of its keys."""
    return {row["key_id"]: row["jobs"] for row in tx.all(SQL.under_way, engine=engine)}


def from_row(row: Row) -> JobRow:
    """A job from its row."""
    values = {name: row[name] for name in JobRow.__slots__}
    return JobRow(**{**values, "wish": Wish(row["wish"])})
