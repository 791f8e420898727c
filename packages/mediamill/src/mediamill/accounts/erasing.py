"""The end of an account: at once nobody can use it, then everything that it left is taken away, a batch at a time.

What stays are its ledger and the sums of its days, under an id that leads to nobody.
"""

from dataclasses import dataclass
from functools import partial

from mediamill import credits, generations, notices, webhooks
from mediamill.accounts.account import Account
from mediamill.accounts.standing import changeable, changed
from mediamill.db import Database, Transaction, lock_account, named_queries
from mediamill.storage import Storage, forget_upload, uploads_of
from mediamill.units import HOUR_MS

SQL = named_queries(__file__)

ERASED_PER_BATCH = 100  # generations, or uploads
# What was begun before the account ended may still arrive: an upload, a generation that another process accepts.
ARRIVES_WITHIN_MS = HOUR_MS


@dataclass(frozen=True, slots=True)
class Erased:
    """What one batch took away, and the files that nobody points at any more."""

    generations: int
    uploads: tuple[str, ...]  # ids; their rows go once their files are gone
    storage_keys: tuple[str, ...]

    @property
    def is_anything(self) -> bool:
        """Whether there may be more."""
        return bool(self.generations or self.uploads)


def delete_account(tx: Transaction, account_id: str) -> Account:
    """No address, no keys, nothing may be started. What is there goes with `erase_batch`. Raises AccountDeleted."""
    changeable(tx, account_id)
    account = changed(tx.one(SQL.delete_account, id=account_id, nobody=f"deleted-{account_id}", now=tx.now()))
    tx.run(SQL.delete_keys, account_id=account_id)
    return account


def accounts_to_erase(tx: Transaction) -> list[str]:
    """Accounts that were deleted and of which something may be left."""
    return [row["id"] for row in tx.all(SQL.accounts_to_erase)]


def erase_batch(tx: Transaction, account_id: str) -> Erased:
    """Take some of it away: generations with their deliveries, ended where they were under way; then uploads."""
    lock_account(tx, account_id)
    keys: list[str] = []
    found = generations.oldest_of(tx, account_id, ERASED_PER_BATCH)
    for generation in found:
        generations.cancel(tx, generation.id)
        keys += generations.delete(tx, generation) or ()
    uploads = [] if found else uploads_of(tx, account_id, ERASED_PER_BATCH)
    if not found and not uploads:
        generations.forget_account(tx, account_id)
        webhooks.forget_account(tx, account_id)
        credits.forget_account(tx, account_id)
        notices.forget_account(tx, account_id)
        tx.run(SQL.note_erased, id=account_id, now=tx.now(), before=tx.now() - ARRIVES_WITHIN_MS)
    keys += [upload.storage_key for upload in uploads]
    return Erased(len(found), tuple(upload.id for upload in uploads), tuple(keys))


async def erase(database: Database, storage: Storage, account_id: str) -> int:
    """Take away everything that a deleted account left; how many generations and uploads. It may be called again."""
    gone = 0
    while (erased := await database.write(lambda tx: erase_batch(tx, account_id))).is_anything:
        await storage.delete(erased.storage_keys)
        await database.write(partial(forget_uploads, upload_ids=erased.uploads))
        gone += erased.generations + len(erased.uploads)
    return gone


def forget_uploads(tx: Transaction, upload_ids: tuple[str, ...]) -> None:
    """Their files are gone: so are their rows."""
    for upload_id in upload_ids:
        forget_upload(tx, upload_id)
