"""Credits: the balance of each account and the ledger that explains it."""

from mediamill.credits.balance import Balance, InvalidAmount
from mediamill.credits.ledger import (
    EntryKind,
    LedgerEntry,
    balance,
    capture,
    captured_by,
    entries,
    grant,
    held_in_all,
    hold,
    hold_of,
    open_balance,
    page,
    release,
    set_hold,
)
from mediamill.credits.reconciliation import Discrepancy, discrepancies

__all__ = [
    "Balance",
    "Discrepancy",
    "EntryKind",
    "InvalidAmount",
    "LedgerEntry",
    "balance",
    "capture",
    "captured_by",
    "discrepancies",
    "entries",
    "grant",
    "held_in_all",
    "hold",
    "hold_of",
    "open_balance",
    "page",
    "release",
    "set_hold",
]
