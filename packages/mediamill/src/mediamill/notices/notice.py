"""A notice: that a share of a cap was passed. One row for each share, cap and window, so that it is told once."""

from collections.abc import Sequence
from dataclasses import dataclass

from mediamill import ids
from mediamill.credits import CapUse
from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)

LOOKED_AT = 200  # accounts at a time
TOLD_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Notice:
    """What is told, and where. Instants in milliseconds."""

    id: str
    account_id: str
    api_key_id: str  # "" for the account as a whole
    span: str  # day, month or total
    period: str  # 2026-11-22, 2026-11, or "" for all time
    cap: int
    share: int  # of the cap that was passed, in hundredths
    used: int  # when that was seen
    created_at: int
    tries: int
    url: str


def accounts_to_look_at(tx: Transaction, after: str = "") -> list[str]:
    """Accounts with caps that want to be told, by id, LOOKED_AT at a time."""
    return [row["account_id"] for row in tx.all(SQL.accounts_to_look_at, after=after, limit=LOOKED_AT)]


def newly_passed(tx: Transaction, use: CapUse, shares: Sequence[int]) -> list[int]:
    """The shares of a cap that are passed and were not before, the highest last."""
    passed = [share for share in sorted(shares) if use.used * 100 >= share * use.cap]
    return [share for share in passed if not is_noted(tx, use, share)]


def note_passed(tx: Transaction, use: CapUse, shares: Sequence[int]) -> None:
    """Note what is newly passed; of several shares at once the highest is told."""
    new = newly_passed(tx, use, shares)
    for share in new:
        tx.run(
            SQL.note,
            id=ids.new("ntc", tx.now()),
            account_id=use.account_id,
            api_key_id=use.api_key_id,
            span=use.span,
            period=use.period,
            cap=use.cap,
            share=share,
            used=use.used,
            now=tx.now(),
            tell_at=tx.now() if share == new[-1] else None,
        )


def is_noted(tx: Transaction, use: CapUse, share: int) -> bool:
    """Whether it was seen that this much was passed."""
    place = {"account_id": use.account_id, "api_key_id": use.api_key_id, "span": use.span, "period": use.period}
    return tx.one(SQL.is_noted, **place, cap=use.cap, share=share) is not None


def due(tx: Transaction) -> list[Notice]:
    """What is to be told now, TOLD_AT_ONCE at most; that of accounts that do not want to be told any more is not."""
    return [from_row(row) for row in tx.all(SQL.due, now=tx.now(), limit=TOLD_AT_ONCE)]


def told(tx: Transaction, notice_id: str) -> None:
    """It was taken, or is given up."""
    tx.run(SQL.told, id=notice_id)


def retry(tx: Transaction, notice: Notice, delays_ms: Sequence[int]) -> bool:
    """After the next of the delays again; after the last of them not at all. Whether again."""
    if notice.tries >= len(delays_ms):
        told(tx, notice.id)
        return False
    tx.run(SQL.try_again, id=notice.id, tell_at=tx.now() + delays_ms[notice.tries])
    return True


def bring_nearer(tx: Transaction, delay_ms_max: int) -> None:
    """Nothing waits longer than this: the clock may have gone back."""
    tx.run(SQL.bring_nearer, latest=tx.now() + delay_ms_max)


def forget(tx: Transaction, older_than_ms: int) -> int:
    """Take away those of days and months that ended longer ago than this; how many."""
    return tx.run(SQL.forget, before=tx.now() - older_than_ms)


def from_row(row: Row) -> Notice:
    """A notice from its row, which has the address beside it."""
    return Notice(**{name: row[name] for name in Notice.__slots__})
