"""What an operator has not been told yet of alerts, and when to try next."""

from collections.abc import Sequence

from mediamill.alerts.alert import Alert, from_row
from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


def due(tx: Transaction) -> list[Alert]:
    """Alerts of which something is to be told now."""
    return [from_row(row) for row in tx.all(SQL.due, now=tx.now())]


def told(tx: Transaction, alert: Alert) -> bool:
    """What was due of it is told; False when somebody else came first."""
    return tx.run(SQL.told, id=alert.id, told=alert.told.value, now=tx.now()) == 1


def give_up_or_retry(tx: Transaction, alert: Alert, delays_ms: Sequence[int]) -> bool:
    """It could not be told: after the next of the delays again, or, after the last of them, not at all. Whether again.

    What is not told counts as told, so that the end of the alert is told all the same.
    """
    if alert.tries >= len(delays_ms):
        told(tx, alert)
        return False
    tell_at = tx.now() + delays_ms[alert.tries]
    tx.run(SQL.try_again, id=alert.id, told=alert.told.value, tell_at=tell_at)
    return True


def bring_nearer(tx: Transaction, delay_ms_max: int) -> None:
    """Nothing waits longer than this: the clock may have gone back."""
    tx.run(SQL.bring_nearer, latest=tx.now() + delay_ms_max)


def forget(tx: Transaction, older_than_ms: int) -> int:
    """Take away what was resolved longer ago than this; how many."""
    return tx.run(SQL.forget, before=tx.now() - older_than_ms)
