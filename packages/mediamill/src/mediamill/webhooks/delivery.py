"""One generation's webhook, until it is delivered or has failed, and the states it can be in."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from mediamill.db import Row
from mediamill.errors import MediamillError
from mediamill.webhooks.attempt import DeliveryOutcome


class DeliveryStatus(StrEnum):
    """How far a delivery is."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


# docs/webhooks.md draws this table; a test compares them.
TRANSITIONS: dict[DeliveryStatus | None, frozenset[DeliveryStatus]] = {
    None: frozenset({DeliveryStatus.PENDING}),  # queued
    DeliveryStatus.PENDING: frozenset(
        {DeliveryStatus.DELIVERED, DeliveryStatus.PENDING, DeliveryStatus.FAILED}
    ),  # PENDING: another attempt at another time
    DeliveryStatus.DELIVERED: frozenset({DeliveryStatus.PENDING}),  # resent
    DeliveryStatus.FAILED: frozenset({DeliveryStatus.PENDING}),  # resent
}


@dataclass(frozen=True, slots=True)
class Delivery:
    """What is to be posted where, and when next. Instants in milliseconds."""

    generation_id: str
    account_id: str
    url: str
    host: str  # the receiver's: turns and caps go by it
    body: str  # frozen: what every attempt posts, byte for byte
    status: DeliveryStatus
    attempt: int  # how many have begun; the fence of every later write
    failures: int  # of them, those that failed since it was queued or resent
    due_at: int
    is_due: bool  # due_at has come and it waits for its turn, or has it
    lease_owner: str | None
    created_at: int
    finished_at: int | None


class IllegalDeliveryTransition(MediamillError):
    """The delivery of generation {generation_id} cannot go from {status} to {to}."""

    code = "illegal_delivery_transition"


def move(delivery: Delivery, to: DeliveryStatus, **changes: Any) -> Delivery:
    """The delivery in its next state, held by nobody: the only place that moves a status. Raises on a wrong move."""
    if to not in TRANSITIONS[delivery.status]:
        raise IllegalDeliveryTransition(generation_id=delivery.generation_id, status=delivery.status, to=to)
    return replace(delivery, status=to, lease_owner=None, **changes)


def after(delivery: Delivery, outcome: DeliveryOutcome, *, now: int, delays_ms: tuple[int, ...]) -> Delivery:
    """What an attempt that ends now makes of it; N delays are N retries, each counted from here."""
    if outcome.acknowledged:
        return move(delivery, DeliveryStatus.DELIVERED, is_due=False, finished_at=now)
    failures = delivery.failures + 1
    if failures > len(delays_ms):
        return move(delivery, DeliveryStatus.FAILED, failures=failures, is_due=False, finished_at=now)
    due_at = now + delays_ms[failures - 1]
    return move(delivery, DeliveryStatus.PENDING, failures=failures, is_due=False, due_at=due_at)


def interrupted(delivery: Delivery) -> Delivery:
    """Due as before: an attempt that died with its process proves nothing about the receiver."""
    return move(delivery, DeliveryStatus.PENDING)


def resent(delivery: Delivery, *, now: int) -> Delivery:
    """Due now, with the whole schedule before it."""
    return move(delivery, DeliveryStatus.PENDING, failures=0, is_due=True, due_at=now, finished_at=None)


def from_row(row: Row) -> Delivery:
    """A delivery as the database keeps it."""
    return Delivery(
        generation_id=row["generation_id"],
        account_id=row["account_id"],
        url=row["url"],
        host=row["host"],
        body=row["body"],
        status=DeliveryStatus(row["status"]),
        attempt=row["attempt"],
        failures=row["failures"],
        due_at=row["due_at"],
        is_due=bool(row["is_due"]),
        lease_owner=row["lease_owner"],
        created_at=row["created_at"],
        finished_at=row["finished_at"],
    )
