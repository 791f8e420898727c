"""How many generations an account has in each status."""

from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Status

SQL = named_queries(__file__)


def open_counts(tx: Transaction, account_id: str) -> None:
    """Start every count of a new account at 0."""
    for status in Status:
        tx.run(SQL.open_count, account_id=account_id, status=status.value)
