"""Lines of the audit log. Each is written in the transaction of the act that it tells of; none is ever changed.

Lines name accounts by their ids alone: they stay when an account and the person behind it are gone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from mediamill import ids
from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One act. `before` and `after` are facts of the subject, None where there is nothing to tell."""

    id: str
    actor: str  # `key:` and the id of an admin key, or `user:` and a name of the operating system
    act: str  # a noun and a verb: `account.grant`
    subject: str
    before: Facts | None
    after: Facts | None
    created_at: int


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which lines are asked for; an empty text stands for any."""

    actor: str = ""
    act: str = ""
    subject: str = ""


def note(
    tx: Transaction, actor: str, act: str, subject: str, *, before: Facts | None = None, after: Facts | None = None
) -> None:
    """Write down an act that this transaction does."""
    tx.run(
        SQL.note,
        id=ids.new("aud", tx.now()),
        actor=actor,
        act=act,
        subject=subject,
        before=None if before is None else orjson.dumps(before).decode(),
        after=None if after is None else orjson.dumps(after).decode(),
        now=tx.now(),
    )


def page(tx: Transaction, wanted: AuditFilter, *, limit: int, offset: int) -> tuple[list[AuditEntry], int]:
    """A page of the log, newest first, and how many lines the filter selects."""
    chosen = {"actor": wanted.actor, "act": wanted.act, "subject": wanted.subject}
    total = tx.one(SQL.total, **chosen)
    assert total is not None
    rows = tx.all(SQL.page, **chosen, limit=limit, offset=offset)
    return [from_row(row) for row in rows], total["total"]


def from_row(row: Row) -> AuditEntry:
    """A line from its row."""
    before, after = (None if row[name] is None else orjson.loads(row[name]) for name in ("before", "after"))
    return AuditEntry(row["id"], row["actor"], row["act"], row["subject"], before, after, row["created_at"])
