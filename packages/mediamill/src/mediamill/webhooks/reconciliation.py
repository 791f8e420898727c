"""The proof that deliveries and their attempts agree."""

from mediamill.credits import Discrepancy
from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


def discrepancies(tx: Transaction) -> list[Discrepancy]:
    """Where a delivery contradicts its attempts; empty when all is exact."""
    return [
        *(
            Discrepancy(
                row["generation_id"],
                f"its webhook says {row['attempt']} attempts, there are {row['attempts']} "
                f"and {row['under_way']} under way",
            )
            for row in tx.all(SQL.mismatched_attempts)
        ),
        *(
            Discrepancy(row["generation_id"], f"its webhook is {row['status']}, its attempts say otherwise")
            for row in tx.all(SQL.mismatched_states)
        ),
    ]
