"""The audit log: lines stay as they were written and are found by who, what and about whom."""

from functools import partial

from mediamill import audit
from mediamill.audit import AuditFilter
from mediamill.db import Database, Transaction
from tests.clock import FrozenClock


async def test_lines_are_found_newest_first_by_who_what_and_about_whom(database: Database, clock: FrozenClock) -> None:
    def morning(tx: Transaction) -> None:
        audit.note(tx, "key:olga", "account.suspend", "acc_ada", before={"suspended": False}, after={"suspended": True})
        audit.note(tx, "user:root", "pool.pause", "gpu")
        audit.note(tx, "key:olga", "pool.resume", "gpu", after={})

    await database.write(morning)

    async def acts(wanted: AuditFilter, limit: int = 9, offset: int = 0) -> tuple[list[str], int]:
        entries, total = await database.read(partial(audit.page, wanted=wanted, limit=limit, offset=offset))
        return [entry.act for entry in entries], total

    assert await acts(AuditFilter()) == (["pool.resume", "pool.pause", "account.suspend"], 3)
    assert await acts(AuditFilter(), limit=1, offset=1) == (["pool.pause"], 3)
    assert await acts(AuditFilter(actor="key:olga")) == (["pool.resume", "account.suspend"], 2)
    assert await acts(AuditFilter(subject="gpu", act="pool.pause")) == (["pool.pause"], 1)
    assert await acts(AuditFilter(subject="cpu")) == ([], 0)


async def test_a_line_says_what_was_before_and_after(database: Database, clock: FrozenClock) -> None:
    await database.write(
        partial(audit.note, actor="user:root", act="a.b", subject="s", before={"n": 1}, after={"n": 2})
    )
    await database.write(partial(audit.note, actor="user:root", act="a.c", subject="s"))

    (later, earlier), _ = await database.read(partial(audit.page, wanted=AuditFilter(), limit=9, offset=0))

    assert (earlier.before, earlier.after, earlier.created_at) == ({"n": 1}, {"n": 2}, clock())
    assert (later.before, later.after) == (None, None)
