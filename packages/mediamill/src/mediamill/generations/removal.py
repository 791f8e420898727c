"""Deletes generations and their files: both when the owner asks, only the files when the plan's retention is over.

The rows go first and durably; the verbs answer the storage keys that nobody points at any more. A crash before those
are deleted leaves files that the sweep of orphans finds.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from mediamill import webhooks
from mediamill.db import Transaction, lock_account, named_queries
from mediamill.generations.generation import FINAL, Generation, from_row
from mediamill.plan import Plan

SQL = named_queries(__file__)

EXPIRED_PER_TICK = 200  # generations whose files go in one transaction
EXPIRED_ACCOUNTS_PER_LOOK = 500


class RemovalReason(StrEnum):
    """Why files are gone."""

    DELETED = "deleted"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What is left of files that were deleted."""

    generation_id: str
    reason: RemovalReason
    created_at: int


class NotDeleted(StrEnum):
    """Why a generation is not deleted."""

    UNKNOWN = "unknown"
    ANOTHERS = "another account's"
    UNDER_WAY = "under way"


@dataclass(frozen=True, slots=True)
class SeveralDeleted:
    """What came of deleting several: their ids, and the storage keys that nobody points at any more."""

    deleted: tuple[str, ...]
    refused: tuple[tuple[str, NotDeleted], ...]
    keys: tuple[str, ...]


def delete(tx: Transaction, generation: Generation) -> tuple[str, ...] | None:
    """Take the generation away, with its webhook's history; its ledger entries stay. None while it is under way."""
    lock_account(tx, generation.account_id)
    row = tx.one(SQL.find, id=generation.id)
    current = from_row(row) if row else None
    if current is None:
        return ()
    if current.status not in FINAL:
        return None
    webhooks.forget(tx, current.id)
    deleted = tx.run(SQL.delete, id=current.id)
    assert deleted == 1, f"{current.id} was not there"
    tx.send(SQL.count, account_id=current.account_id, status=current.status.value, change=-1)
    add_tombstone(tx, current, RemovalReason.DELETED)
    tx.notify(current.id)
    return keys_of(current)


def delete_several(tx: Transaction, account_id: str, ids: Iterable[str]) -> SeveralDeleted:
    """The same with several of an account; whatever is refused stays as it is."""
    lock_account(tx, account_id)
    deleted: list[str] = []
    refused: list[tuple[str, NotDeleted]] = []
    keys: list[str] = []
    for id in ids:
        row = tx.one(SQL.find, id=id)
        if row is None:
            refused.append((id, NotDeleted.UNKNOWN))
        elif row["account_id"] != account_id:
            refused.append((id, NotDeleted.ANOTHERS))
        elif (gone := delete(tx, from_row(row))) is None:
            refused.append((id, NotDeleted.UNDER_WAY))
        else:
            deleted.append(id)
            keys += gone
    return SeveralDeleted(tuple(deleted), tuple(refused), tuple(keys))


def accounts_to_expire(tx: Transaction, plan: Plan, kept_ms: int, after: str = "") -> list[str]:
    """Accounts of the plan that have files older than this, in the order of ids after the given one; some at a time.

    It asks about every account of the plan: read it aside.
    """
    before = tx.now() - kept_ms
    rows = tx.all(
        SQL.accounts_with_outlived, plan=plan.value, before=before, after=after, limit=EXPIRED_ACCOUNTS_PER_LOOK
    )
    return [row["id"] for row in rows]


def own_retentions(tx: Transaction, after: str = "") -> list[tuple[str, int]]:
    """Accounts that keep outputs for a time of their own, which is not for ever, as `accounts_to_expire` gives them."""
    rows = tx.all(SQL.own_retentions, after=after, limit=EXPIRED_ACCOUNTS_PER_LOOK)
    return [(row["id"], row["own_kept_ms"]) for row in rows]


def oldest_of(tx: Transaction, account_id: str, limit: int) -> list[Generation]:
    """The account's oldest generations, whatever their state."""
    return [from_row(row) for row in tx.all(SQL.oldest_of, account_id=account_id, limit=limit)]


def next_of(tx: Transaction, account_id: str, after: str, limit: int) -> list[Generation]:
    """The account's generations in the order in which they were accepted, from the one after this id on."""
    return [from_row(row) for row in tx.all(SQL.next_of, account_id=account_id, after=after, limit=limit)]


def forget_account(tx: Transaction, account_id: str) -> None:
    """What is kept of the account beside its generations goes; tombstones stay, they name files that are gone."""
    tx.send(SQL.forget_account_keys, account_id=account_id)
    tx.send(SQL.forget_account_timeouts, account_id=account_id)


def expire(tx: Transaction, account_id: str, kept_ms: int) -> tuple[str, ...]:
    """Take the files of the account's generations that ended longer ago than this; some at a time."""
    lock_account(tx, account_id)
    rows = tx.all(SQL.past_retention, account_id=account_id, before=tx.now() - kept_ms, limit=EXPIRED_PER_TICK)
    past_retention = [from_row(row) for row in rows]
    for generation in past_retention:
        tx.send(SQL.drop_files, id=generation.id)
        add_tombstone(tx, generation, RemovalReason.EXPIRED)
    return tuple(key for generation in past_retention for key in keys_of(generation))


def tombstone_of(tx: Transaction, generation_id: str) -> Tombstone | None:
    """Why the files of this generation are gone; None when they are not."""
    row = tx.one(SQL.tombstone, generation_id=generation_id)
    return Tombstone(row["generation_id"], RemovalReason(row["reason"]), row["created_at"]) if row else None


def add_tombstone(tx: Transaction, generation: Generation, reason: RemovalReason) -> None:
    """Remember that there were files."""
    tx.send(
        SQL.add_tombstone,
        generation_id=generation.id,
        account_id=generation.account_id,
        reason=reason.value,
        now=tx.now(),
    )


def keys_of(generation: Generation) -> tuple[str, ...]:
    """Where its files are."""
    return tuple(key for key in (generation.output_key, generation.thumbnail_key) if key)
