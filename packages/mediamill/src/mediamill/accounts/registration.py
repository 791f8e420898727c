"""Opening accounts and finding them again."""

from mediamill import credits, generations, ids
from mediamill.accounts.account import Account, AccountExists, AccountNotFound, UnknownAccount, from_row, parse_email
from mediamill.db import Transaction, named_queries
from mediamill.plan import Plan

SQL = named_queries(__file__)

FIRST_CREDITS = "first credits"  # the note of their entry in the ledger


def open_account(tx: Transaction, email: str, plan: Plan, first_credits: int) -> Account:
    """Open an account with its balance and counters, and grant its first credits (0: none).

    Raises AccountExists for an address that an account has, in any case; InvalidEmail; InvalidAmount.
    """
    address = parse_email(email)
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
    account = from_row(row)
    credits.open_balance(tx, account.id)
    generations.open_counts(tx, account.id)
    if first_credits:
        credits.grant(tx, account.id, first_credits, FIRST_CREDITS)
    return account


def find(tx: Transaction, account_id: str) -> Account:
    """The account that has this id; it must exist."""
    row = tx.one(SQL.find, id=account_id)
    assert row is not None, f"no account {account_id}"
    return from_row(row)


def named(tx: Transaction, id_or_email: str) -> Account:
    """The account that an operator names, by its id or its address. Raises UnknownAccount, AccountNotFound."""
    if "@" in id_or_email:
        return find_by_email(tx, id_or_email)
    row = tx.one(SQL.find, id=id_or_email)
    if row is None:
        raise UnknownAccount(account_id=id_or_email)
    return from_row(row)


def find_by_email(tx: Transaction, email: str) -> Account:
    """The account with this address, in any case. Raises AccountNotFound."""
    row = tx.one(SQL.find_by_email, email_key=email.strip().casefold())
    if row is None:
        raise AccountNotFound(email=email)
    return from_row(row)


def any_account(tx: Transaction) -> bool:
    """Whether there is any account."""
    return tx.one(SQL.any_account) is not None


def all_accounts(tx: Transaction) -> list[Account]:
    """Every account, oldest first."""
    return [from_row(row) for row in tx.all(SQL.all_accounts)]
