"""Purchases: what engines buy from vendors, within the operator's caps; every call that may be billed has a row."""

from mediamill.purchases.budget import ALL_KEYS, MONTH_LENGTH, CapReached, Caps, used
from mediamill.purchases.purchase import (
    IllegalPurchaseTransition,
    NewPurchase,
    NoPrice,
    Purchase,
    PurchaseState,
    find,
    intend,
    made_since,
    mark_orphaned,
    mark_unknown,
    of_generation,
    opened,
    settle,
    settle_abandoned,
    under_way,
    unfinished,
    void,
)
from mediamill.purchases.reconciliation import discrepancies

__all__ = [
    "ALL_KEYS",
    "MONTH_LENGTH",
    "CapReached",
    "Caps",
    "IllegalPurchaseTransition",
    "NewPurchase",
    "NoPrice",
    "Purchase",
    "PurchaseState",
    "discrepancies",
    "find",
    "intend",
    "made_since",
    "mark_orphaned",
    "mark_unknown",
    "of_generation",
    "opened",
    "settle",
    "settle_abandoned",
    "under_way",
    "unfinished",
    "used",
    "void",
]
