"""One generation's webhook, until it is delivered or has failed."""

from dataclasses import dataclass
from enum import StrEnum

from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)


class DeliveryStatus(StrEnum):
    """How far a delivery is."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Delivery:
    """What is to be posted where, and when next."""

    generation_id: str
    account_id: str
    url: str
    body: str  # frozen: what every attempt posts, byte for byte
    status: DeliveryStatus
    attempt: int
    due_at: int


def queue(tx: Transaction, generation_id: str, account_id: str, url: str, body: str) -> None:
    """Owe the client this body, from now on; once for each generation."""
    tx.run(SQL.queue, generation_id=generation_id, account_id=account_id, url=url, body=body, now=tx.now())


def delivery_of(tx: Transaction, generation_id: str) -> Delivery | None:
    """The delivery of a generation, if it has one."""
    row = tx.one(SQL.delivery_of, generation_id=generation_id)
    return from_row(row) if row else None


def from_row(row: Row) -> Delivery:
    """A delivery as the database keeps it."""
    return Delivery(
        row["generation_id"],
        row["account_id"],
        row["url"],
        row["body"],
        DeliveryStatus(row["status"]),
        row["attempt"],
        row["due_at"],
    )
