"""The ledger: grant, hold, capture, release. Entries are added, never edited; a hold ends exactly once.

The balance changes by conditional UPDATE only, in the transaction that adds the entry. Runs that cost nothing leave
no entry.
"""

from dataclasses import dataclass
from enum import StrEnum

from mediamill import ids
from mediamill.credits.balance import GRANT_MAX, Balance, InvalidAmount
from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)


class Kind(StrEnum):
    """What an entry says happened."""

    GRANT = "grant"
    HOLD = "hold"
    CAPTURE = "capture"
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger."""

    id: str
    account_id: str
    generation_id: str | None
    kind: Kind
    credits: int
    note: str | None
    created_at: int


def open_balance(tx: Transaction, account_id: str) -> None:
    """A balance of nothing, for a new account."""
    tx.run(SQL.open_balance, account_id=account_id)


def balance(tx: Transaction, account_id: str) -> Balance:
    """What the account has now."""
    row = tx.one(SQL.balance, account_id=account_id)
    assert row is not None, f"no balance for {account_id}"
    return Balance(row["available"], row["held"])


def held_in_all(tx: Transaction) -> int:
    """What is held over all accounts."""
    row = tx.one(SQL.held_in_all)
    assert row is not None
    return int(row["held"])


def grant(tx: Transaction, account_id: str, credits: int, note: str) -> Balance:
    """Give credits. Raises InvalidAmount."""
    if not 0 < credits <= GRANT_MAX:
        raise InvalidAmount(credits=credits)
    move(tx, account_id, available=credits, held=0)
    add(tx, account_id, None, Kind.GRANT, credits, note)
    return balance(tx, account_id)


def hold(tx: Transaction, account_id: str, generation_id: str, credits: int) -> bool:
    """Set credits aside for a generation; False, and nothing changed, when they do not suffice."""
    if credits == 0:
        return True
    if not move(tx, account_id, available=-credits, held=credits):
        return False
    add(tx, account_id, generation_id, Kind.HOLD, credits)
    return True


def set_hold(tx: Transaction, account_id: str, generation_id: str, credits: int) -> bool:
    """Make the hold this much, more or less than it is; False, and nothing changed, when that does not fit."""
    difference = credits - hold_of(tx, generation_id)
    return hold(tx, account_id, generation_id, difference)


def capture(tx: Transaction, account_id: str, generation_id: str, credits: int) -> None:
    """Take at most what is held and free the rest: the hold ends."""
    held = hold_of(tx, generation_id)
    assert 0 <= credits <= held, f"{generation_id}: cannot capture {credits} of {held} held"
    if held:
        moved = move(tx, account_id, available=held - credits, held=-held)
        assert moved, f"{account_id} holds less than {held}"
        add(tx, account_id, generation_id, Kind.CAPTURE, credits)


def release(tx: Transaction, account_id: str, generation_id: str) -> None:
    """Free all that is held: the hold ends, nothing was charged."""
    held = hold_of(tx, generation_id)
    if held:
        moved = move(tx, account_id, available=held, held=-held)
        assert moved, f"{account_id} holds less than {held}"
        add(tx, account_id, generation_id, Kind.RELEASE, held)


def hold_of(tx: Transaction, generation_id: str) -> int:
    """What is held for a generation now; 0 once its hold has ended."""
    row = tx.one(SQL.hold_of, generation_id=generation_id)
    assert row is not None
    return int(row["held"])


def captured_by(tx: Transaction, generation_id: str) -> int:
    """What a generation was charged."""
    row = tx.one(SQL.captured_by, generation_id=generation_id)
    assert row is not None
    return int(row["captured"])


def entries(tx: Transaction, account_id: str) -> list[Entry]:
    """The account's ledger, oldest entry first."""
    return [entry_from(row) for row in tx.all(SQL.entries, account_id=account_id)]


def page(tx: Transaction, account_id: str, *, limit: int, offset: int) -> tuple[list[Entry], int]:
    """Some of the account's ledger, newest entry first, and how many entries there are."""
    total = tx.one(SQL.count_entries, account_id=account_id)
    assert total is not None
    rows = tx.all(SQL.page, account_id=account_id, limit=limit, offset=offset) if offset < total["total"] else []
    return [entry_from(row) for row in rows], total["total"]


def move(tx: Transaction, account_id: str, *, available: int, held: int) -> bool:
    """The only door to a balance: changes it unless either side would fall below nothing."""
    return tx.run(SQL.move, account_id=account_id, available=available, held=held) == 1


def add(
    tx: Transaction,
    account_id: str,
    generation_id: str | None,
    kind: Kind,
    credits: int,
    note: str | None = None,
) -> None:
    """One more line of the ledger."""
    tx.run(
        SQL.add,
        id=ids.new("led", tx.now()),
        account_id=account_id,
        generation_id=generation_id,
        kind=kind.value,
        credits=credits,
        note=note,
        now=tx.now(),
    )


def entry_from(row: Row) -> Entry:
    """An entry as the database keeps it."""
    return Entry(
        row["id"],
        row["account_id"],
        row["generation_id"],
        Kind(row["kind"]),
        row["credits"],
        row["note"],
        row["created_at"],
    )
