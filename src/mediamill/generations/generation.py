"""A generation: one request for media, from order to outcome, and the states it can be in."""

from dataclasses import dataclass, replace
from enum import StrEnum

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
    attempt: int
    losses: int
    waiting_since: int | None
    checkpoint: str | None
    progress: float
    stage: str
    trace: str | None
    created_at: int


class IllegalTransition(MediamillError):
    """Generation {id} cannot go from {status} to {to}."""

    code = "illegal_transition"


def advance(generation: Generation, to: Status) -> Generation:
    """The generation in its next state: the only place that moves a status. Raises IllegalTransition."""
    if to not in TRANSITIONS[generation.status]:
        raise IllegalTransition(id=generation.id, status=generation.status, to=to)
    return replace(generation, status=to)


def from_row(row: Row) -> Generation:
    """A generation from its row."""
    return Generation(
        id=row["id"],
        account_id=row["account_id"],
        tool=row["tool"],
        model=row["model"],
        type=row["type"],
        status=Status(row["status"]),
        payload=row["payload"],
        input=row["input"],
        webhook=row["webhook"],
        output_key=row["output_key"],
        thumbnail_key=row["thumbnail_key"],
        error=row["error"],
        pool=row["pool"],
        attempt=row["attempt"],
        losses=row["losses"],
        waiting_since=row["waiting_since"],
        checkpoint=row["checkpoint"],
        progress=row["progress"],
        stage=row["stage"],
        trace=row["trace"],
        created_at=row["created_at"],
    )
