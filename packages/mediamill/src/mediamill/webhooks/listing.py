"""Looking at deliveries: one with its attempts, or the latest."""

from mediamill.db import Transaction, named_queries
from mediamill.webhooks import attempt, delivery
from mediamill.webhooks.attempt import DeliveryAttempt
from mediamill.webhooks.delivery import Delivery, DeliveryStatus

SQL = named_queries(__file__)


def delivery_of(tx: Transaction, generation_id: str) -> Delivery | None:
    """The delivery of a generation, if it has one."""
    row = tx.one(SQL.delivery_of, generation_id=generation_id)
    return delivery.from_row(row) if row else None


def attempts_of(tx: Transaction, generation_id: str) -> list[DeliveryAttempt]:
    """Every attempt of a delivery, oldest first."""
    return [attempt.from_row(row) for row in tx.all(SQL.attempts_of, generation_id=generation_id)]


def latest(
    tx: Transaction, *, status: DeliveryStatus | None = None, account_id: str | None = None, limit: int
) -> list[Delivery]:
    """The newest deliveries, of one status or account if these are given."""
    match status:
        case None:
            rows = tx.all(SQL.latest, account_id=account_id, limit=limit)
        case DeliveryStatus.DELIVERED:
            rows = tx.all(SQL.latest_delivered, account_id=account_id, limit=limit)
        case _:
            rows = tx.all(SQL.latest_undelivered, status=status.value, account_id=account_id, limit=limit)
    return [delivery.from_row(row) for row in rows]
