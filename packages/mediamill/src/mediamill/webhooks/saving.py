"""Writing down where a delivery is."""

from mediamill.db import Transaction, named_queries
from mediamill.webhooks.delivery import Delivery

SQL = named_queries(__file__)


def save(tx: Transaction, delivery: Delivery) -> None:
    """Keep its state; the row was read in this transaction, so nobody else has moved it."""
    changed = tx.run(
        SQL.save,
        generation_id=delivery.generation_id,
        attempt=delivery.attempt,
        status=delivery.status.value,
        failures=delivery.failures,
        due_at=delivery.due_at,
        is_due=int(delivery.is_due),
        finished_at=delivery.finished_at,
    )
    assert changed == 1, f"the delivery of {delivery.generation_id} is gone"
