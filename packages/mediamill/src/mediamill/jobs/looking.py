"""Looks: a job that is due is leased to one process, under a fence that its writes name, and due again afterwards.

A look is not an attempt: any process may take the next one; one that dies while it looks delays the job by a lease.
"""

from mediamill.db import Transaction, named_queries
from mediamill.jobs.job import LOOK_LEASE_MS, LOOK_MS_MAX, JobRow, Wish, from_row

SQL = named_queries(__file__)


def start(
    tx: Transaction,
    *,
    purchase_id: str,
    generation_id: str,
    engine: str,
    key_id: str,
    handle: str,
    look_in_ms: int,
    deadline_in_ms: int,
    wish: Wish = Wish.RESULT,
) -> None:
    """The vendor has accepted the purchase: look at it from now on, until it has ended."""
    now = tx.now()
    tx.send(
        SQL.start,
        purchase_id=purchase_id,
        generation_id=generation_id,
        engine=engine,
        key_id=key_id,
        handle=handle,
        wish=wish.value,
        look_at=now + min(look_in_ms, LOOK_MS_MAX),
        deadline_at=now + deadline_in_ms,
        now=now,
    )


def until_next_look(tx: Transaction, engine: str) -> int | None:
    """Milliseconds until a job of the engine is due; None when it has none."""
    row = tx.one(SQL.next_look, engine=engine)
    assert row is not None
    return None if row["look_at"] is None else max(0, row["look_at"] - tx.now())


def due(tx: Transaction, engine: str, limit: int) -> dict[str, int]:
    """Jobs of the engine that have been due longest: for how many milliseconds each."""
    now = tx.now()
    rows = tx.all(SQL.due, engine=engine, now=now, limit=limit)
    return {row["purchase_id"]: now - row["look_at"] for row in rows}


def claim_looks(tx: Transaction, looker: str, engine: str, limit: int) -> list[JobRow]:
    """Jobs of the engine that have been due longest, each leased to this process alone."""
    now = tx.now()
    tx.send(SQL.shorten_pauses, engine=engine, latest=now + LOOK_MS_MAX)  # the clock may have gone back
    until = now + LOOK_LEASE_MS
    rows = tx.all(SQL.claim_looks, engine=engine, looker=looker, until=until, now=now, limit=limit)
    return [from_row(row) for row in rows]


def keep(tx: Transaction, job: JobRow) -> bool:
    """The look takes long, for it fetches the result: prolong its lease. False when another process looks by now."""
    return tx.run(SQL.keep, purchase_id=job.purchase_id, fence=job.fence, until=tx.now() + LOOK_LEASE_MS) == 1


def engines(tx: Transaction) -> list[str]:
    """The engines that have jobs under way."""
    return [row["engine"] for row in tx.all(SQL.engines)]


def look_again(tx: Transaction, job: JobRow, in_ms: int, *, is_missing: bool = False) -> bool:
    """The look brought no end. `is_missing`: the vendor knew nothing of it. False when another process looks by now."""
    now = tx.now()
    changed = tx.run(
        SQL.look_again,
        purchase_id=job.purchase_id,
        fence=job.fence,
        look_at=now + min(in_ms, LOOK_MS_MAX),
        missing=job.missing + 1 if is_missing else 0,
        missing_since=(now if job.missing_since is None else job.missing_since) if is_missing else None,
    )
    return changed == 1


def rewrite(tx: Transaction, job: JobRow, handle: str) -> bool:
    """Keep something else of the job. False when another process looks by now."""
    return tx.run(SQL.rewrite, purchase_id=job.purchase_id, fence=job.fence, handle=handle) == 1


def go_on(tx: Transaction, job: JobRow, handle: str) -> bool:
    """A further step of the job was bought: it is looked at from now on, or called off where nobody wants its result.
    False when the job has ended.
    """
    return tx.run(SQL.go_on, purchase_id=job.purchase_id, handle=handle, now=tx.now()) == 1


def look_now(tx: Transaction, engine: str, key_id: str) -> int:
    """Their key is there again: what is not being looked at is due at once. How many there are."""
    return tx.run(SQL.look_now, engine=engine, key_id=key_id, now=tx.now())


def want(tx: Transaction, job: JobRow, wish: Wish, in_ms: int) -> bool:
    """The next look is for something else; False when another process looks by now."""
    look_at = tx.now() + min(in_ms, LOOK_MS_MAX)
    return tx.run(SQL.want, purchase_id=job.purchase_id, fence=job.fence, wish=wish.value, look_at=look_at) == 1


def end(tx: Transaction, job: JobRow) -> bool:
    """The vendor has said how it ended: nobody looks again. False when another process looks by now."""
    return tx.run(SQL.end, purchase_id=job.purchase_id, fence=job.fence) == 1


def cancel_jobs(tx: Transaction, generation_id: str) -> int:
    """The generation has ended without its jobs: the next look, due at once, cancels them. How many there are.

    A look that is under way changes nothing more.
    """
    return tx.run(SQL.cancel_jobs, generation_id=generation_id, now=tx.now())


def leave_looks(tx: Transaction, looker_prefix: str) -> int:
    """Processes whose names begin like this have ended: what they looked at is due at once. How many there were."""
    return tx.run(SQL.leave_looks, prefix=f"{looker_prefix}%", now=tx.now())
