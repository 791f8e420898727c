"""The states a generation went through, in order, as a client follows them."""

from dataclasses import dataclass

from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Generation, Status

SQL = named_queries(__file__)


@dataclass(frozen=True, slots=True)
class Event:
    """A state reached; `number` counts from 0 and never changes."""

    number: int
    status: Status
    created_at: int


def events(tx: Transaction, generation: Generation, *, after: int = -1) -> list[Event]:
    """What happened after the event with this number, oldest first."""
    first = [Event(0, Status.PROCESSING, generation.created_at)] if after < 0 else []
    rows = tx.all(SQL.events_after, generation_id=generation.id, number=after)
    return [*first, *(Event(row["number"], Status(row["status"]), row["created_at"]) for row in rows)]
