"""Opening accounts and finding them again."""

from mediamill import ids
from mediamill.accounts.account import Account, AccountExists, AccountNotFound, Plan, checked_email, from_row
from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


def create(tx: Transaction, email: str, plan: Plan) -> Account:
    """A new account. Raises AccountExists for a known address in any case, and InvalidEmail."""
    address = checked_email(email)
    row = tx.one(
        SQL.create,
        id=ids.new("acc", tx.now()),
        email=address,
        email_key=address.casefold(),
        plan=plan.value,
        now=tx.now(),
    )
    if row is None:
        raise AccountExists(email=address)
    return from_row(row)


def find(tx: Transaction, account_id: str) -> Account:
    """The account that has this id; it must exist."""
    row = tx.one(SQL.find, id=account_id)
    assert row is not None, f"no account {account_id}"
    return from_row(row)


def find_by_email(tx: Transaction, email: str) -> Account:
    """The account with this address, in any case. Raises AccountNotFound."""
    row = tx.one(SQL.find_by_email, email_key=email.strip().casefold())
    if row is None:
        raise AccountNotFound(email=email)
    return from_row(row)


def any_account(tx: Transaction) -> bool:
    """Whether there is one."""
    return tx.one(SQL.any_account) is not None


def all_accounts(tx: Transaction) -> list[Account]:
    """Every account, oldest first."""
    return [from_row(row) for row in tx.all(SQL.all_accounts)]
