"""Finding generations: one by id, or a page of an account's, newest first, with an exact total."""

from collections.abc import Iterable
from dataclasses import dataclass

import orjson

from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Generation, Status, from_row

SQL = named_queries(__file__)

DEEP_OFFSET = 1_000  # from here on a page takes milliseconds: read it aside


@dataclass(frozen=True, slots=True)
class Page:
    """One page, and how many there are in all."""

    generations: tuple[Generation, ...]
    total: int
    limit: int
    offset: int

    @property
    def has_more(self) -> bool:
        """Whether anything follows this page."""
        return self.offset + len(self.generations) < self.total


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is under way in a pool."""

    pool: str
    waiting: int
    running: int
    oldest_due_at: int | None


def backlogs(tx: Transaction) -> list[Backlog]:
    """Every pool that has something under way."""
    rows = tx.all(SQL.backlogs)
    return [Backlog(row["pool"], row["waiting"], row["running"], row["oldest_due_at"]) for row in rows]


def retried(tx: Transaction, *, since: int, limit: int) -> list[tuple[Generation, int]]:
    """Generations that took more than one attempt, with when they ended, the earliest first."""
    rows = tx.all(SQL.retried, since=since, limit=limit)
    return [(from_row(row), row["finished_at"]) for row in rows]


def find(tx: Transaction, generation_id: str) -> Generation | None:
    """The generation with this id, of any account."""
    row = tx.one(SQL.find, id=generation_id)
    return from_row(row) if row else None


def find_all(tx: Transaction, generation_ids: Iterable[str]) -> list[Generation]:
    """Those of these generations that are there, of any account."""
    ids = orjson.dumps(sorted(generation_ids)).decode()
    return [from_row(row) for row in tx.all(SQL.find_all, ids=ids)]


def page(tx: Transaction, account_id: str, *, status: Status | None, limit: int, offset: int) -> Page:
    """An account's generations, newest first; beyond the middle it is read from the oldest side."""
    all_of_them = total(tx, account_id, status)
    size = max(0, min(limit, all_of_them - offset))
    if size == 0:
        return Page((), all_of_them, limit, offset)
    from_end = offset > all_of_them // 2
    if status is None:
        query = SQL.page_from_end if from_end else SQL.page
    else:
        query = SQL.page_of_status_from_end if from_end else SQL.page_of_status
    start = all_of_them - offset - size if from_end else offset
    where = {"account_id": account_id, "limit": size, "offset": start}
    rows = tx.all(query, **where, **({"status": status.value} if status else {}))
    return Page(tuple(from_row(row) for row in rows), all_of_them, limit, offset)


def total(tx: Transaction, account_id: str, status: Status | None) -> int:
    """How many generations the account has, in this status if one is given."""
    counts = {row["status"]: row["total"] for row in tx.all(SQL.totals, account_id=account_id)}
    return sum(counts.values()) if status is None else counts[status.value]


def is_deep(offset: int) -> bool:
    """Whether a page at this offset takes long enough to be read aside."""
    return offset >= DEEP_OFFSET
