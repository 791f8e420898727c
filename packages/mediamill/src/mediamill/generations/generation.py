"""A generation: one request for media, from order to outcome, and the states it can be in."""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from operator import itemgetter
from typing import Any

from mediamill.db import Row
from mediamill.errors import MediamillError


class Status(StrEnum):
    """The word callers see. There is no sixth."""

    PENDING = "pending"
    PROCESSING = "processing"
    UPLOADING = "uploading"
    SUCCESS = "success"
    ERROR = "error"


# docs/states.md draws this table; a test compares them.
TRANSITIONS: dict[Status | None, frozenset[Status]] = {
    None: frozenset({Status.PROCESSING}),  # accepted
    Status.PENDING: frozenset({Status.PROCESSING, Status.ERROR}),  # claimed again; waited too long
    Status.PROCESSING: frozenset({Status.UPLOADING, Status.PENDING, Status.ERROR}),
    Status.UPLOADING: frozenset({Status.SUCCESS, Status.PENDING, Status.ERROR}),
    Status.SUCCESS: frozenset(),
    Status.ERROR: frozenset(),
}
FINAL = frozenset({Status.SUCCESS, Status.ERROR})


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation as the database keeps it. URLs are built from the keys when it is read."""

    id: str
    account_id: str
    tool: str
    model: str
    type: str
    status: Status
    payload: str  # the input object as it was sent
    input: str  # the checked input, as JSON
    webhook: str | None
    output_key: str | None
    thumbnail_key: str | None
    error: str | None
    pool: str
    fallback_engine: str | None  # that took over from the preferred one
    attempt: int
    losses: int
    waiting_since: int | None  # of one that was just claimed: since when it had waited, in case it has to go on
    checkpoint: str | None
    progress: float
    stage: str
    trace: str | None
    seed: str | None  # a JSON number; None when it was accepted before seeds were kept
    created_at: int
    api_key_id: str | None = None  # the key that ordered it; None when it was accepted before this was kept


class IllegalTransition(MediamillError):
    """Generation {id} cannot go from {status} to {to}."""

    code = "illegal_transition"


def advance(generation: Generation, to: Status) -> Generation:
    """The generation in its next state: the only place that moves a status. Raises IllegalTransition."""
    if to not in TRANSITIONS[generation.status]:
        raise IllegalTransition(id=generation.id, status=generation.status, to=to)
    return replace(generation, status=to)


_values_in = itemgetter(*(field.name for field in fields(Generation) if field.name != "status"))
_before_status = [field.name for field in fields(Generation)].index("status")


def from_row(row: Row) -> Generation:
    """A generation from its row: every field is the column of its name."""
    values = _values_in(row)  # all at once: this is done for every answer
    every: list[Any] = [*values[:_before_status], Status(row["status"]), *values[_before_status:]]
    return Generation(*every)
