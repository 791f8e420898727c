"""What operators put right: refunds of what generations were charged, and adjustments under a reference.

available = granted - captured - held + refunded ± adjusted.
"""

from dataclasses import dataclass

from mediamill.credits.balance import GRANT_MAX, InvalidAmount
from mediamill.credits.ledger import EntryKind, LedgerEntry, add, balance, entry_from, move
from mediamill.db import Transaction, lock_account, lock_name, named_queries
from mediamill.errors import MediamillError

SQL = named_queries(__file__)

REFERENCE_CHARACTERS_MAX = 200


class NotCharged(MediamillError):
    """Generation {generation_id} was not charged: there is nothing to refund."""

    code = "not_charged"


class AlreadyRefunded(MediamillError):
    """Generation {generation_id} was refunded already: {credits} credits at {at}."""

    code = "already_refunded"


class RefundTooLarge(MediamillError):
    """{credits} is not a valid refund: generation {generation_id} was charged {captured} credits."""

    code = "refund_too_large"


class ReferenceTaken(MediamillError):
    """The reference {reference} was used for another adjustment: {credits} credits of {account_id}."""

    code = "reference_taken"


class InvalidReference(MediamillError):
    """A reference has 1 to 200 characters: name the payment, the invoice or the ticket that it is about."""

    code = "invalid_reference"


class NotEnoughCredits(MediamillError):
    """{credits} credits cannot be taken: {available} are available."""

    code = "not_enough_credits"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The entry of an adjustment, and whether it was there before."""

    entry: LedgerEntry
    is_repeat: bool


def refund(tx: Transaction, generation_id: str, credits: int | None, note: str) -> LedgerEntry:
    """Give back what a generation was charged, or a part of it; once. The generation itself may be gone.

    Raises NotCharged, RefundTooLarge, AlreadyRefunded: then nothing has changed.
    """
    captured = tx.one(SQL.entry_of_generation, generation_id=generation_id, kind=EntryKind.CAPTURE.value)
    if captured is None or captured["credits"] == 0:
        raise NotCharged(generation_id=generation_id)
    lock_account(tx, captured["account_id"])
    amount = captured["credits"] if credits is None else credits
    if not 0 < amount <= captured["credits"]:
        raise RefundTooLarge(generation_id=generation_id, credits=amount, captured=captured["credits"])
    if before := tx.one(SQL.entry_of_generation, generation_id=generation_id, kind=EntryKind.REFUND.value):
        earlier = entry_from(before)
        raise AlreadyRefunded(generation_id=generation_id, credits=earlier.credits, at=earlier.iso_time)
    move(tx, captured["account_id"], available=amount, held=0)
    add(tx, captured["account_id"], generation_id, EntryKind.REFUND, amount, note)
    row = tx.one(SQL.entry_of_generation, generation_id=generation_id, kind=EntryKind.REFUND.value)
    assert row is not None
    return entry_from(row)


def adjust(tx: Transaction, account_id: str, credits: int, reference: str, note: str) -> Adjustment:
    """Add credits, or take them where `credits` is negative, once for each reference, whoever sends it how often.

    Raises InvalidAmount, InvalidReference, ReferenceTaken, NotEnoughCredits: then nothing has changed.
    """
    if not 0 < abs(credits) <= GRANT_MAX:
        raise InvalidAmount(credits=credits)
    if not 0 < len(reference) <= REFERENCE_CHARACTERS_MAX:
        raise InvalidReference
    lock_name(tx, f"credits.reference {reference}")  # it may be sent for two accounts at a time
    if before := find_adjustment(tx, reference):
        if (before.account_id, before.credits) != (account_id, credits):
            raise ReferenceTaken(reference=reference, credits=before.credits, account_id=before.account_id)
        return Adjustment(before, is_repeat=True)
    lock_account(tx, account_id)
    if not move(tx, account_id, available=credits, held=0):
        raise NotEnoughCredits(credits=-credits, available=balance(tx, account_id).available)
    add(tx, account_id, None, EntryKind.ADJUST, credits, note, reference)
    entry = find_adjustment(tx, reference)
    assert entry is not None
    return Adjustment(entry, is_repeat=False)


def find_adjustment(tx: Transaction, reference: str) -> LedgerEntry | None:
    """The adjustment under this reference; None when there is none."""
    row = tx.one(SQL.entry_of_reference, reference=reference)
    return entry_from(row) if row else None
