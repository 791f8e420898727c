"""Checks that budgets are the sums of their purchases."""

from mediamill.credits import Discrepancy
from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


def discrepancies(tx: Transaction) -> list[Discrepancy]:
    """Every budget that is not what its purchases add up to; empty when all is exact."""
    return [
        Discrepancy(
            "/".join(part for part in (row["engine"], row["key_id"], row["period"]) if part),
            f"the budget says {row['used']}, its purchases add up to {row['booked']} millionths",
        )
        for row in tx.all(SQL.mismatched)
    ]
