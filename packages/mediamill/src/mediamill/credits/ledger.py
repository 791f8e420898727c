"""The ledger: grant, hold, capture, release. Entries are added, never edited; a hold ends exactly once.

The balance changes only by a conditional UPDATE in the transaction that adds the entry. Free runs leave no entry.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mediamill import clock, ids
from mediamill.credits.balance import GRANT_MAX, Balance, InvalidAmount
from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)


class EntryKind(StrEnum):
    """What happened to the credits."""

    GRANT = "grant"
    HOLD = "hold"
    CAPTURE = "capture"
    RELEASE = "release"
    REFUND = "refund"  # of what was captured
    ADJUST = "adjust"  # under a reference, either way


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One line of the ledger; `created_at` in milliseconds."""

    id: str
    account_id: str
    generation_id: str | None
    kind: EntryKind
    credits: int
    note: str | None
    created_at: int
    reference: str | None = None  # of an adjustment

    @property
    def iso_time(self) -> str:
        """When it was written, as people read it."""
        return clock.iso(self.created_at)


@dataclass(frozen=True, slots=True)
class Hold:
    """Credits to be held for a generation."""

    account_id: str
    generation_id: str
    credits: int


def open_balance(tx: Transaction, account_id: str) -> None:
    """Open a balance of 0 for a new account."""
    tx.send(SQL.open_balance, account_id=account_id)


def balance(tx: Transaction, account_id: str) -> Balance:
    """The account's balance."""
    row = tx.one(SQL.balance, account_id=account_id)
    assert row is not None, f"no balance for {account_id}"
    return Balance(row["available"], row["held"])


def held_in_all(tx: Transaction) -> int:
    """Credits held over all accounts."""
    row = tx.one(SQL.held_in_all)
    assert row is not None
    return int(row["held"])


def grant(tx: Transaction, account_id: str, credits: int, note: str) -> Balance:
    """Add credits to an account; return its balance. Raises InvalidAmount."""
    if not 0 < credits <= GRANT_MAX:
        raise InvalidAmount(credits=credits)
    move(tx, account_id, available=credits, held=0)
    add(tx, account_id, None, EntryKind.GRANT, credits, note)
    return balance(tx, account_id)


def hold(tx: Transaction, account_id: str, generation_id: str, credits: int) -> bool:
    """Hold credits for a generation; False, with nothing changed, on insufficient credits."""
    if credits == 0:
        return True
    if not move(tx, account_id, available=-credits, held=credits):
        return False
    add(tx, account_id, generation_id, EntryKind.HOLD, credits)
    return True


def hold_all(tx: Transaction, holds: Sequence[Hold]) -> None:
    """Hold credits for several generations. The caller has locked the accounts and seen that they have them."""
    paid = [one for one in holds if one.credits]
    sums: Counter[str] = Counter()
    for one in paid:
        sums[one.account_id] += one.credits
    moved = tx.send_many(
        SQL.move, [{"account_id": id, "available": -total, "held": total} for id, total in sorted(sums.items())]
    )
    entries = [entry_of(tx, one.account_id, one.generation_id, EntryKind.HOLD, one.credits) for one in paid]
    tx.send_many(SQL.add, entries)
    assert moved.changed() == len(sums), "an account had less than it was said to have"


def set_hold(tx: Transaction, account_id: str, generation_id: str, credits: int) -> bool:
    """Raise or lower a hold to this many credits; False, with nothing changed, on insufficient credits."""
    difference = credits - hold_of(tx, generation_id)
    return hold(tx, account_id, generation_id, difference)


def capture(tx: Transaction, account_id: str, generation_id: str, credits: int) -> int:
    """End a hold: charge `credits`, at most what is held, and free the rest; how many were charged."""
    held = hold_of(tx, generation_id)
    captured = min(credits, held)
    end_hold(tx, account_id, generation_id, EntryKind.CAPTURE, held=held, freed=held - captured, entered=captured)
    return captured


def release(tx: Transaction, account_id: str, generation_id: str) -> None:
    """End a hold without charge."""
    held = hold_of(tx, generation_id)
    end_hold(tx, account_id, generation_id, EntryKind.RELEASE, held=held, freed=held, entered=held)


def end_hold(
    tx: Transaction, account_id: str, generation_id: str, kind: EntryKind, *, held: int, freed: int, entered: int
) -> None:
    """Balance and entry; nothing where nothing is held. The schema refuses balances below nothing."""
    if held:
        tx.send(SQL.end_hold, account_id=account_id, held=held, freed=freed)
        add(tx, account_id, generation_id, kind, entered)


def hold_of(tx: Transaction, generation_id: str) -> int:
    """Credits held for a generation; 0 once its hold has ended."""
    row = tx.one(SQL.hold_of, generation_id=generation_id)
    assert row is not None
    return int(row["held"])


def captured_by(tx: Transaction, generation_id: str) -> int:
    """Credits that a generation was charged."""
    row = tx.one(SQL.captured_by, generation_id=generation_id)
    assert row is not None
    return int(row["captured"])


def entries(tx: Transaction, account_id: str) -> list[LedgerEntry]:
    """The account's ledger, oldest entry first."""
    return [entry_from(row) for row in tx.all(SQL.entries, account_id=account_id)]


def page(tx: Transaction, account_id: str, *, limit: int, offset: int) -> tuple[list[LedgerEntry], int]:
    """A page of the account's ledger, newest entry first, and how many entries there are in all."""
    total = tx.one(SQL.count_entries, account_id=account_id)
    assert total is not None
    rows = tx.all(SQL.page, account_id=account_id, limit=limit, offset=offset) if offset < total["total"] else []
    return [entry_from(row) for row in rows], total["total"]


def move(tx: Transaction, account_id: str, *, available: int, held: int) -> bool:
    """Change a balance, unless either side would become negative; nothing else writes to one."""
    return tx.run(SQL.move, account_id=account_id, available=available, held=held) == 1


def add(
    tx: Transaction,
    account_id: str,
    generation_id: str | None,
    kind: EntryKind,
    credits: int,
    note: str | None = None,
    reference: str | None = None,
) -> None:
    """Append an entry."""
    tx.send(SQL.add, **entry_of(tx, account_id, generation_id, kind, credits, note, reference))


def entry_of(
    tx: Transaction,
    account_id: str,
    generation_id: str | None,
    kind: EntryKind,
    credits: int,
    note: str | None = None,
    reference: str | None = None,
) -> dict[str, object]:
    """The row of a new entry."""
    return {
        "id": ids.new("led", tx.now()),
        "account_id": account_id,
        "generation_id": generation_id,
        "kind": kind.value,
        "credits": credits,
        "note": note,
        "reference": reference,
        "now": tx.now(),
    }


def entry_from(row: Row) -> LedgerEntry:
    """Build an entry from its row."""
    return LedgerEntry(
        row["id"],
        row["account_id"],
        row["generation_id"],
        EntryKind(row["kind"]),
        row["credits"],
        row["note"],
        row["created_at"],
        row["reference"],
    )
