"""Whether the database keeps what is written to it, found out by writing."""

from mediamill.db.database import Transaction
from mediamill.db.query import named_queries

SQL = named_queries(__file__)

READINESS = "readiness"  # the one row


def write_probe(tx: Transaction) -> None:
    """Write a row, always the same one."""
    tx.run(SQL.write_probe, name=READINESS, now=tx.now())
