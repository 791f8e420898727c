"""One attempt at a delivery over HTTP, and its outcome."""

from dataclasses import dataclass
from enum import StrEnum

from mediamill.db import Row
from mediamill.outbound import Answer, FailureReason

ACKNOWLEDGED = 200  # section 6 of the interface: this status and no other


class Lost(StrEnum):
    """Why an attempt came to no end of its own; kept beside the words of `FailureReason`."""

    INTERRUPTED = "interrupted"  # its process ended or was replaced: whether it arrived is not known
    BROKEN = "broken"  # a fault of ours, in the log


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """How an attempt ended: with a status, or with one word for why there is none."""

    status: int | None
    trouble: FailureReason | Lost | None
    duration_ms: int
    address: str | None = None
    answer: str = ""

    def __post_init__(self) -> None:
        assert (self.status is None) != (self.trouble is None)

    @property
    def acknowledged(self) -> bool:
        """Whether the receiver has taken it: 200, nothing else."""
        return self.status == ACKNOWLEDGED

    def __str__(self) -> str:
        return f"status {self.status}" if self.trouble is None else self.trouble.value


@dataclass(frozen=True, slots=True)
class DeliveryAttempt:
    """An attempt as it is kept; without status and trouble it is under way."""

    number: int
    started_at: int
    duration_ms: int | None
    address: str | None
    status: int | None
    trouble: str | None
    answer: str


def outcome_of(answer: Answer) -> DeliveryOutcome:
    """What a post came to, fit to be kept: the beginning of the answer as text."""
    # PostgreSQL keeps no NUL in a text.
    text = answer.body.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
    address = str(answer.address) if answer.address else None
    return DeliveryOutcome(answer.status, answer.failure, answer.duration_ms, address, text)


def from_row(row: Row) -> DeliveryAttempt:
    """An attempt from its row."""
    return DeliveryAttempt(
        row["number"],
        row["started_at"],
        row["duration_ms"],
        row["address"],
        row["status"],
        row["trouble"],
        row["answer"],
    )
