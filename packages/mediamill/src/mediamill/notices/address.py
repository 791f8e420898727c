"""Where an account is told."""

from dataclasses import dataclass

from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


@dataclass(frozen=True, slots=True)
class NoticeAddress:
    """An https URL of the account's."""

    account_id: str
    url: str
    created_at: int


def set_address(tx: Transaction, account_id: str, url: str) -> NoticeAddress:
    """From now on it is told there; what waits to be told goes there as well."""
    tx.run(SQL.set_address, account_id=account_id, url=url, now=tx.now())
    return NoticeAddress(account_id, url, tx.now())


def address_of(tx: Transaction, account_id: str) -> NoticeAddress | None:
    """Where; None for an account that wants to be told of nothing."""
    row = tx.one(SQL.address_of, account_id=account_id)
    return NoticeAddress(row["account_id"], row["url"], row["created_at"]) if row else None


def remove_address(tx: Transaction, account_id: str) -> bool:
    """Tell it nothing any more; False where it had none."""
    return tx.run(SQL.remove_address, account_id=account_id) == 1


def forget_account(tx: Transaction, account_id: str) -> None:
    """Everything of an account that is gone goes as well."""
    tx.run(SQL.remove_address, account_id=account_id)
    tx.run(SQL.forget_notices, account_id=account_id)
