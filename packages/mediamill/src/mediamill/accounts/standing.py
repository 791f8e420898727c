"""What operators decide about an account: its plan, limits of its own, whether it may start anything."""

from dataclasses import dataclass

from mediamill import credits
from mediamill.accounts.account import Account, from_row
from mediamill.accounts.registration import named
from mediamill.credits import Balance
from mediamill.db import Row, Transaction, lock_account, named_queries
from mediamill.errors import MediamillError
from mediamill.plan import OwnLimits, Plan

SQL = named_queries(__file__)


class AccountDeleted(MediamillError):
    """The account {account_id} was deleted: nothing can be changed about it."""

    code = "account_deleted"


@dataclass(frozen=True, slots=True)
class AccountFilter:
    """Which accounts are asked for; an empty text stands for any."""

    text: str = ""  # in the address, in any case, or the whole id
    plan: str = ""
    state: str = ""  # active, suspended or deleted


@dataclass(frozen=True, slots=True)
class AccountWithBalance:
    """An account and what it has."""

    account: Account
    balance: Balance


STATES = ("active", "suspended", "deleted")


def change_plan(tx: Transaction, account_id: str, plan: Plan) -> Account:
    """The account has this plan from now on; every process knows within a second. Raises AccountDeleted."""
    changeable(tx, account_id)
    return changed(tx.one(SQL.change_plan, id=account_id, plan=plan.value))


def set_limits(tx: Transaction, account_id: str, own: OwnLimits) -> Account:
    """Limits that differ from the plan's; None in one of them takes the plan's again. Raises AccountDeleted."""
    changeable(tx, account_id)
    row = tx.one(
        SQL.set_limits,
        id=account_id,
        creates_max=own.creates_per_minute,
        running_max=own.running_max,
        kept_ms=own.kept_ms,
    )
    return changed(row)


def suspend(tx: Transaction, account_id: str, reason: str) -> Account:
    """It may start nothing more; what runs ends, and it may still read. The first instant counts, the last reason.

    Raises AccountDeleted.
    """
    changeable(tx, account_id)
    return changed(tx.one(SQL.suspend, id=account_id, reason=reason, now=tx.now()))


def resume(tx: Transaction, account_id: str) -> Account:
    """It may start generations again. Raises AccountDeleted."""
    changeable(tx, account_id)
    return changed(tx.one(SQL.resume, id=account_id))


def search(tx: Transaction, wanted: AccountFilter, *, limit: int, offset: int) -> tuple[list[AccountWithBalance], int]:
    """A page of accounts, newest first, and how many the filter selects."""
    pattern = wanted.text.strip().casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    chosen = {
        "text": wanted.text.strip(),
        "pattern": f"%{pattern}%",
        "plan": wanted.plan,
        "state": wanted.state,
    }
    total = tx.one(SQL.count_accounts, **chosen)
    assert total is not None
    rows = tx.all(SQL.search_accounts, **chosen, limit=limit, offset=offset)
    return [AccountWithBalance(from_row(row), Balance(row["available"], row["held"])) for row in rows], total["total"]


def with_balance(tx: Transaction, account: Account) -> AccountWithBalance:
    """The account and what it has."""
    return AccountWithBalance(account, credits.balance(tx, account.id))


def changeable(tx: Transaction, account_id: str) -> Account:
    """The account as it is, under its lock. Raises UnknownAccount, AccountDeleted."""
    lock_account(tx, account_id)
    account = named(tx, account_id)
    if account.deleted_at is not None:
        raise AccountDeleted(account_id=account_id)
    return account


def changed(row: Row | None) -> Account:
    """The account after a change of it."""
    assert row is not None
    return from_row(row)
