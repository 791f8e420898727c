"""Proof that the balances are what the ledger says."""

from dataclasses import dataclass

from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One thing that two records of the same fact disagree about."""

    subject: str
    fault: str


def discrepancies(tx: Transaction) -> list[Discrepancy]:
    """Every account and generation where ledger and balance disagree; empty when the books are exact."""
    balances = [
        Discrepancy(
            row["account_id"],
            f"balance says {row['available']} available and {row['held']} held, "
            f"the ledger {row['ledger_available']} and {row['ledger_held']}",
        )
        for row in tx.all(SQL.discrepancies)
    ]
    holds = [
        Discrepancy(row["generation_id"], "more was taken or freed than was held") for row in tx.all(SQL.overdrawn)
    ]
    return balances + holds
