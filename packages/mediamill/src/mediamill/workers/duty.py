"""Duties: what one process at a time does for all that share the database, under a lease by the database's clock."""

from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


def take_duty(tx: Transaction, name: str, owner: str, *, lease_ms: int) -> bool:
    """Take the duty, or keep it for another lease; False while another process holds it."""
    latest = tx.now() + lease_ms
    return tx.run(SQL.take_duty, name=name, owner=owner, expires_at=latest, latest=latest, now=tx.now()) == 1


def leave_duties(tx: Transaction, owner_prefix: str) -> None:
    """Release every duty of owners whose names begin like this."""
    tx.send(SQL.leave_duties, prefix=f"{owner_prefix}%")


def owner_of(tx: Transaction, name: str) -> str | None:
    """The holder of the duty; None when it is free."""
    row = tx.one(SQL.owner_of, name=name, now=tx.now())
    return row["owner"] if row else None
