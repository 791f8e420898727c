"""Acts that move credits. Each counts against the ceiling of the key and writes its line, or nothing happens at all."""

from mediamill import accounts, audit, credits
from mediamill.admin.operator import Operator, spend
from mediamill.credits import Adjustment, Balance, LedgerEntry
from mediamill.db import Transaction, lock_account


def grant(tx: Transaction, operator: Operator, account: str, amount: int, note: str) -> Balance:
    """Give credits to an account, named by id or address; its balance then.

    Raises InvalidAmount, UnknownAccount, AccountNotFound, ScopeMissing, CeilingReached.
    """
    found = accounts.named(tx, account)
    lock_account(tx, found.id)
    before = credits.balance(tx, found.id)
    after = credits.grant(tx, found.id, amount, note)
    spend(tx, operator, amount)
    facts = {"credits": after.available, "granted": amount, "note": note}
    audit.note(tx, operator.actor, "account.grant", found.id, before={"credits": before.available}, after=facts)
    return after


def adjust(
    tx: Transaction, operator: Operator, account: str, amount: int, reference: str, note: str = ""
) -> LedgerEntry:
    """Add or take credits under a reference. The same again changes nothing and answers the same.

    Raises InvalidAmount, InvalidReference, ReferenceTaken, NotEnoughCredits, UnknownAccount, AccountNotFound,
    ScopeMissing, CeilingReached.
    """
    found = accounts.named(tx, account)
    adjustment = credits.adjust(tx, found.id, amount, reference, note)
    if not adjustment.is_repeat:
        spend(tx, operator, abs(amount))
    audit.note(tx, operator.actor, "account.adjust", found.id, after=facts_of(adjustment))
    return adjustment.entry


def refund(tx: Transaction, operator: Operator, generation_id: str, amount: int | None, note: str = "") -> LedgerEntry:
    """Give back what a generation was charged, all of it without an `amount`; once.

    Raises NotCharged, RefundTooLarge, AlreadyRefunded, ScopeMissing, CeilingReached.
    """
    entry = credits.refund(tx, generation_id, amount, note)
    spend(tx, operator, entry.credits)
    facts = {"account": entry.account_id, "refunded": entry.credits, "note": note}
    audit.note(tx, operator.actor, "generation.refund", generation_id, after=facts)
    return entry


def facts_of(adjustment: Adjustment) -> dict[str, object]:
    """An adjustment as the log tells of it."""
    entry = adjustment.entry
    return {
        "adjusted": 0 if adjustment.is_repeat else entry.credits,
        "reference": entry.reference,
        "isRepeat": adjustment.is_repeat,
    }
