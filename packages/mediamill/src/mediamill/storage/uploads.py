"""Files that callers hand in to use as inputs: within a quota, for a while, for their owner only."""

from dataclasses import dataclass
from enum import Enum

from mediamill import ids
from mediamill.db import Row, Transaction, lock_account, named_queries
from mediamill.formats import MediaKind

SQL = named_queries(__file__)

ID_PREFIX = "upl"
RESERVATION_PREFIX = "rsv"
UPLOADS_AT_ONCE_MAX = 4  # of one account: what they may come to is set aside while they last
RESERVED_MS = 60_000  # a reservation lasts so long after its last renewal: then its service has died
EXPIRED_PER_TICK = 200  # taken away in one go; the next tick takes the next


@dataclass(frozen=True, slots=True)
class Upload:
    """One file handed in."""

    id: str
    account_id: str
    storage_key: str
    kind: MediaKind
    size_bytes: int
    created_at: int
    expires_at: int


@dataclass(frozen=True, slots=True)
class UploadPolicy:
    """How much an account may keep here, and how long."""

    quota_bytes: int
    lifetime_ms: int


@dataclass(frozen=True, slots=True)
class Reservation:
    """Room that an upload under way may fill."""

    id: str
    size_bytes: int


class NotReserved(Enum):
    """Why an upload may not begin."""

    NO_ROOM = "no room"
    TOO_MANY = "too many"


@dataclass(frozen=True, slots=True)
class UploadPage:
    """Some of an account's uploads, newest first, and how many there are in all."""

    uploads: list[Upload]
    total: int


def reserve_room(
    tx: Transaction, account_id: str, declared_bytes: int | None, bytes_max: int, policy: UploadPolicy
) -> Reservation | NotReserved:
    """Set room aside for an upload that begins; where its size is not declared, what is left, `bytes_max` at most."""
    lock_account(tx, account_id)
    tx.run(SQL.forget_reservations, account_id=account_id, now=tx.now())
    if reserved_by(tx, account_id)[0] >= UPLOADS_AT_ONCE_MAX:
        return NotReserved.TOO_MANY
    left = room_left(tx, account_id, policy)
    size_bytes = min(left, bytes_max) if declared_bytes is None else declared_bytes
    if size_bytes > left or left <= 0:
        return NotReserved.NO_ROOM
    reservation = Reservation(ids.new(RESERVATION_PREFIX, tx.now()), size_bytes)
    expires_at = tx.now() + RESERVED_MS
    tx.run(SQL.reserve, id=reservation.id, account_id=account_id, size_bytes=size_bytes, expires_at=expires_at)
    return reservation


def renew_reservation(tx: Transaction, reservation: Reservation) -> None:
    """Prolong the reservation of an upload."""
    tx.run(SQL.renew_reservation, id=reservation.id, expires_at=tx.now() + RESERVED_MS)


def release_reservation(tx: Transaction, reservation: Reservation) -> None:
    """The upload has ended."""
    tx.run(SQL.release_reservation, id=reservation.id)


def room_left(tx: Transaction, account_id: str, policy: UploadPolicy) -> int:
    """How many bytes more an account may keep here, less what its uploads under way may fill."""
    row = tx.one(SQL.stored_bytes, account_id=account_id, now=tx.now())
    assert row is not None
    return policy.quota_bytes - int(row["stored"]) - reserved_by(tx, account_id)[1]


def reserved_by(tx: Transaction, account_id: str) -> tuple[int, int]:
    """How many uploads of an account are under way, and how many bytes are set aside for them."""
    row = tx.one(SQL.reserved_bytes, account_id=account_id, now=tx.now())
    assert row is not None
    return int(row["uploads"]), int(row["reserved"])


def keep_upload(
    tx: Transaction,
    account_id: str,
    storage_key: str,
    kind: MediaKind,
    size_bytes: int,
    policy: UploadPolicy,
    reservation: Reservation | None = None,
) -> Upload | None:
    """Take note of a stored file, in the room reserved for it; None, and nothing written, when it has no room."""
    lock_account(tx, account_id)
    if reservation is not None:
        release_reservation(tx, reservation)
    if size_bytes > room_left(tx, account_id, policy):
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


def find_upload(tx: Transaction, upload_id: str) -> Upload | None:
    """The upload with this id, unless it has expired."""
    row = tx.one(SQL.find_upload, id=upload_id, now=tx.now())
    return from_row(row) if row else None


def uploads_page(tx: Transaction, account_id: str, *, limit: int, offset: int) -> UploadPage:
    """The uploads of an account that have not expired, newest first."""
    counted = tx.one(SQL.count_uploads, account_id=account_id, now=tx.now())
    assert counted is not None
    rows = tx.all(SQL.uploads_page, account_id=account_id, now=tx.now(), limit=limit, offset=offset)
    return UploadPage([from_row(row) for row in rows], int(counted["total"]))


def uploads_of(tx: Transaction, account_id: str, limit: int) -> list[Upload]:
    """Some of an account's uploads, expired ones included."""
    return [from_row(row) for row in tx.all(SQL.uploads_of, account_id=account_id, limit=limit)]


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
        id=row["id"],
        account_id=row["account_id"],
        storage_key=row["storage_key"],
        kind=MediaKind(row["kind"]),
        size_bytes=row["size_bytes"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
    )
