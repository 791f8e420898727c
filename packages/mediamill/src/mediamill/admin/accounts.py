"""Acts about accounts."""

from dataclasses import asdict

from mediamill import accounts, audit, credits
from mediamill.accounts import Account
from mediamill.admin.operator import Operator, spend
from mediamill.credits import Caps
from mediamill.db import Transaction, lock_account
from mediamill.plan import OwnLimits, Plan

FIRST_KEY = "first key"


def open_account(
    tx: Transaction, operator: Operator, email: str, plan: Plan, first_credits: int, pepper: bytes
) -> tuple[Account, str]:
    """Open an account; return it with its first key, which is stored nowhere. First credits are moved ones.

    Raises AccountExists, InvalidEmail, InvalidAmount, ScopeMissing, CeilingReached.
    """
    account = accounts.open_account(tx, email, plan, first_credits)
    if first_credits:
        spend(tx, operator, first_credits)
    facts = {"plan": plan.value, "credits": first_credits}
    audit.note(tx, operator.actor, "account.create", account.id, after=facts)
    return account, accounts.issue_key(tx, account.id, FIRST_KEY, pepper)[1]


def change_plan(tx: Transaction, operator: Operator, account: str, plan: Plan) -> Account:
    """Give an account another plan. Raises UnknownAccount, AccountNotFound, AccountDeleted."""
    before = locked(tx, account)
    after = accounts.change_plan(tx, before.id, plan)
    note(tx, operator, "account.plan", before, {"plan": before.plan.value}, {"plan": plan.value})
    return after


def set_limits(tx: Transaction, operator: Operator, account: str, own: OwnLimits) -> Account:
    """Give an account limits of its own. Raises UnknownAccount, AccountNotFound, AccountDeleted."""
    before = locked(tx, account)
    after = accounts.set_limits(tx, before.id, own)
    note(tx, operator, "account.limits", before, facts_of(before.own), facts_of(own))
    return after


def set_caps(tx: Transaction, operator: Operator, account: str, caps: Caps) -> Account:
    """Cap what an account may spend. Raises UnknownAccount, AccountNotFound, AccountDeleted, InvalidCap."""
    found = accounts.changeable(tx, locked(tx, account).id)
    before = credits.account_caps(tx, found.id)
    credits.set_account_caps(tx, found.id, caps)
    note(tx, operator, "account.caps", found, asdict(before), asdict(caps))
    return found


def suspend(tx: Transaction, operator: Operator, account: str, reason: str) -> Account:
    """Let an account start nothing more. Raises UnknownAccount, AccountNotFound, AccountDeleted."""
    before = locked(tx, account)
    after = accounts.suspend(tx, before.id, reason)
    facts = {"suspended": True, "reason": reason}
    note(tx, operator, "account.suspend", before, {"suspended": before.suspended_at is not None}, facts)
    return after


def resume(tx: Transaction, operator: Operator, account: str) -> Account:
    """Let an account start generations again. Raises UnknownAccount, AccountNotFound, AccountDeleted."""
    before = locked(tx, account)
    after = accounts.resume(tx, before.id)
    note(tx, operator, "account.resume", before, {"suspended": before.suspended_at is not None}, {"suspended": False})
    return after


def export_account(tx: Transaction, operator: Operator, account: str) -> Account:
    """Everything of the account is about to be handed out. Raises UnknownAccount, AccountNotFound."""
    found = accounts.named(tx, account)
    audit.note(tx, operator.actor, "account.export", found.id)
    return found


def delete_account(tx: Transaction, operator: Operator, account: str) -> Account:
    """End an account: what it left goes with `accounts.erase`.

    Raises UnknownAccount, AccountNotFound, AccountDeleted.
    """
    before = locked(tx, account)
    left = credits.balance(tx, before.id)
    after = accounts.delete_account(tx, before.id)
    note(tx, operator, "account.delete", before, {"credits": left.available, "held": left.held}, {"deleted": True})
    return after


def locked(tx: Transaction, account: str) -> Account:
    """The account by id or address, as it is under its lock."""
    found = accounts.named(tx, account)
    lock_account(tx, found.id)
    return accounts.find(tx, found.id)


def note(
    tx: Transaction, operator: Operator, act: str, account: Account, before: dict[str, object], after: dict[str, object]
) -> None:
    """The line of an act."""
    audit.note(tx, operator.actor, act, account.id, before=before, after=after)


def facts_of(own: OwnLimits) -> dict[str, object]:
    """Limits of an account as the log tells of them."""
    return {"createsPerMinute": own.creates_per_minute, "runningMax": own.running_max, "keptMs": own.kept_ms}
