"""Opening an account with all that ordering needs: a balance, counters, first credits."""

from mediamill import accounts, credits
from mediamill.accounts import Account, Plan
from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Status

SQL = named_queries(__file__)

FIRST_CREDITS = "first credits"


def enrol(tx: Transaction, email: str, plan: Plan, first_credits: int) -> Account:
    """A new account that can order. Raises AccountExists, InvalidEmail, InvalidAmount."""
    account = accounts.create(tx, email, plan)
    credits.open_balance(tx, account.id)
    for status in Status:
        tx.run(SQL.open_count, account_id=account.id, status=status.value)
    if first_credits:
        credits.grant(tx, account.id, first_credits, FIRST_CREDITS)
    return account
