"""Locks that transactions decide under. SQLite has one writer at a time and needs none.

Whatever concerns one account is decided under its lock, taken before anything else of the account is read; several
are taken in the order of their ids. docs/decisions/postgres-locks.md says what follows from that.
"""

from collections.abc import Iterable, Sequence

import orjson

from mediamill.db.database import Transaction
from mediamill.db.query import named_queries

SQL = named_queries(__file__)


def lock_account(tx: Transaction, account_id: str) -> None:
    """Decide about this account alone until the end of the transaction."""
    tx.lock(SQL.lock_account, account_id=account_id)


def try_lock_accounts(tx: Transaction, account_ids: Sequence[str], limit: int) -> list[str]:
    """The first so many of these that no other transaction decides about just now, locked, in the order given."""
    rows = tx.all(SQL.try_lock_accounts, account_ids=orjson.dumps(list(account_ids)).decode(), limit=limit)
    return [row["account_id"] for row in rows]


def lock_accounts(tx: Transaction, account_ids: Iterable[str]) -> None:
    """Decide about all of these."""
    tx.lock(SQL.lock_accounts, account_ids=orjson.dumps(sorted(set(account_ids))).decode())


def lock_name(tx: Transaction, name: str) -> None:
    """One transaction at a time has this name, whatever it stands for."""
    tx.lock(SQL.lock_name, name=name)
