"""What was asked for through a door, the interface of another service, as it was asked there."""

from dataclasses import dataclass

from mediamill.db import Row, Transaction, named_queries
from mediamill.generations.generation import Generation, from_row

SQL = named_queries(__file__)


@dataclass(frozen=True, slots=True)
class DoorRequest:
    """Which door, and what was asked for there."""

    door: str
    model: str  # as it is called there
    input: str  # the fields as sent, a JSON object


@dataclass(frozen=True, slots=True)
class DoorGeneration:
    """A generation, how it was asked for, and when what happened (milliseconds)."""

    generation: Generation
    asked: DoorRequest
    started_at: int | None
    finished_at: int | None


def find_at_door(tx: Transaction, door: str, account_id: str, generation_id: str) -> DoorGeneration | None:
    """The account's generation with this id, if it was asked for through this door."""
    row = tx.one(SQL.door_generation, id=generation_id)
    found = with_request(row) if row else None
    is_theirs = found and found.asked.door == door and found.generation.account_id == account_id
    return found if is_theirs else None


def asked_at_door(tx: Transaction, generation_id: str) -> DoorGeneration | None:
    """The generation, whoever asked for it through whichever door; None if nobody did."""
    row = tx.one(SQL.door_generation, id=generation_id)
    return with_request(row) if row else None


def door_page(
    tx: Transaction, door: str, account_id: str, *, limit: int, before: str | None = None, tool: str | None = None
) -> list[DoorGeneration]:
    """Generations that the account asked for there (of one tool), newest first, from the one before this id on."""
    # Ids are lower-case letters and digits behind their prefix: `~` comes after all of them.
    rows = tx.all(SQL.door_page, door=door, account_id=account_id, before_id=before or "~", tool=tool, limit=limit)
    return [with_request(row) for row in rows]


def with_request(row: Row) -> DoorGeneration:
    """Both, from their joined row."""
    asked = DoorRequest(row["door"], row["asked_model"], row["asked_input"])
    return DoorGeneration(from_row(row), asked, row["started_at"], row["finished_at"])
