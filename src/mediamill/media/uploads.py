"""Files that callers hand in to use as inputs: within a quota, for a while, for their owner only."""

from dataclasses import dataclass

from mediamill import ids
from mediamill.db import Row, Transaction, named_queries
from mediamill.media.formats import MediaKind

SQL = named_queries(__file__)

ID_PREFIX = "upl"
EXPIRED_PER_TICK = 200  # taken away in one go; the next tick takes the next


@dataclass(frozen=True, slots=True)
class Upload:
    """One file handed in."""

    id: str
    account_id: str
    storage_key: str
    kind: MediaKind
    size_bytes: int
    expires_at: int


@dataclass(frozen=True, slots=True)
class UploadPolicy:
    """How much an account may keep here, and how long."""

    quota_bytes: int
    lifetime_ms: int


def has_room(tx: Transaction, account_id: str, size_bytes: int, policy: UploadPolicy) -> bool:
    """Whether a file of this size fits into what the account may keep here."""
    row = tx.one(SQL.stored_bytes, account_id=account_id, now=tx.now())
    assert row is not None
    return int(row["stored"]) + size_bytes <= policy.quota_bytes


def keep_upload(
    tx: Transaction, account_id: str, storage_key: str, kind: MediaKind, size_bytes: int, policy: UploadPolicy
) -> Upload | None:
    """Take note of a stored file; None, and nothing written, when it goes over the account's quota."""
    if not has_room(tx, account_id, size_bytes, policy):
        return None
    row = tx.one(
        SQL.add_upload,
        id=storage_key.partition("/")[0],
        account_id=account_id,
        storage_key=storage_key,
        kind=kind.value,
        size_bytes=size_bytes,
        now=tx.now(),
        expires_at=tx.now() + policy.lifetime_ms,
    )
    assert row is not None
    return from_row(row)


def new_upload_id(instant: int) -> str:
    """The id of an upload, the first part of its storage key."""
    return ids.new(ID_PREFIX, instant)


def upload_at(tx: Transaction, storage_key: str) -> Upload | None:
    """The upload stored under this key, unless it has expired."""
    row = tx.one(SQL.upload_by_key, storage_key=storage_key, now=tx.now())
    return from_row(row) if row else None


def is_upload(tx: Transaction, storage_key: str) -> bool:
    """Whether an upload is stored under this key, expired or not."""
    return tx.one(SQL.any_upload_by_key, storage_key=storage_key) is not None


def expired_uploads(tx: Transaction) -> list[Upload]:
    """Uploads whose time is over: their files are to be deleted, then they are forgotten."""
    return [from_row(row) for row in tx.all(SQL.expired_uploads, now=tx.now(), limit=EXPIRED_PER_TICK)]


def forget_upload(tx: Transaction, upload_id: str) -> None:
    """The file is gone: so is its row."""
    tx.run(SQL.forget_upload, id=upload_id)


def from_row(row: Row) -> Upload:
    """An upload as the database keeps it."""
    return Upload(
        row["id"], row["account_id"], row["storage_key"], MediaKind(row["kind"]), row["size_bytes"], row["expires_at"]
    )
