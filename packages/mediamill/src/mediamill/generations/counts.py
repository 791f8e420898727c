"""How many generations an account has in each status, and what a worker holds."""

from dataclasses import dataclass

from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Status

SQL = named_queries(__file__)


@dataclass(frozen=True, slots=True)
class HeldGeneration:
    """What a process works on."""

    id: str
    tool: str
    model: str


def open_counts(tx: Transaction, account_id: str) -> None:
    """Start every count of a new account at 0."""
    for status in Status:
        tx.send(SQL.open_count, account_id=account_id, status=status.value)


def counts_of(tx: Transaction, account_id: str) -> dict[Status, int]:
    """How many generations the account has in each status."""
    return {Status(row["status"]): row["total"] for row in tx.all(SQL.totals, account_id=account_id)}


def running_by_worker(tx: Transaction) -> dict[str, list[HeldGeneration]]:
    """What each process holds that holds anything, the oldest first."""
    held: dict[str, list[HeldGeneration]] = {}
    for row in tx.all(SQL.running_by_worker):
        held.setdefault(row["lease_owner"], []).append(HeldGeneration(row["id"], row["tool"], row["model"]))
    return held
