"""Checks that the balances agree with the ledger."""

from dataclasses import dataclass

from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A fact on which two records disagree."""

    subject: str
    fault: str


def discrepancies(tx: Transaction) -> list[Discrepancy]:
    """Every account, generation and voucher whose records disagree; empty if the books balance."""
    balances = [
        Discrepancy(
            row["account_id"],
            f"balance says {row['available']} available and {row['held']} held, "
            f"the ledger {row['ledger_available']} and {row['ledger_held']}",
        )
        for row in tx.all(SQL.discrepancies)
    ]
    holds = [
        Discrepancy(row["generation_id"], "more was taken or freed than was held, or refunded than taken")
        for row in tx.all(SQL.overdrawn)
    ]
    vouchers = [
        Discrepancy(row["id"], f"{row['uses']} uses, {row['redeemed']} redemptions, {row['granted']} grants of them")
        for row in tx.all(SQL.mismatched_vouchers)
    ]
    return balances + holds + vouchers
