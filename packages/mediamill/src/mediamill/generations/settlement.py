"""The end of an attempt: success, error, or back to wait for another try. Each is one transaction, fenced.

Every verb answers None when another attempt owns the generation by now: then nothing was changed.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from mediamill import credits, jobs, usage, webhooks
from mediamill.db import Reply, Row, Transaction, lock_account, named_queries
from mediamill.generations.attempts import NO_FINDINGS, AttemptOutcome, Findings, end_attempt
from mediamill.generations.claiming import Policy, note_move
from mediamill.generations.door_requests import asked_at_door
from mediamill.generations.generation import Generation, Status, advance, from_row
from mediamill.generations.intent import Intent
from mediamill.generations.presentation import webhook_body
from mediamill.generations.turns import add_turn, refresh_turns

SQL = named_queries(__file__)

CANCELED = "Canceled"
WORKER_STOPPING = "The worker was stopping."


class HoldChange(StrEnum):
    """What came of setting a hold to the price that is known by now."""

    SET = "set"
    TOO_POOR = "insufficient credits"
    CAPPED = "spending limit reached"


@dataclass(frozen=True, slots=True)
class WaitingPlace:
    """Where a generation waits: the pool of the engine that is to run it, which is named where it is not the first."""

    pool: str
    fallback_engine: str | None


def succeed(
    tx: Transaction,
    generation: Generation,
    worker: str,
    *,
    output_key: str,
    thumbnail_key: str | None,
    charge: int,
    media_base: str,
    findings: Findings = NO_FINDINGS,
) -> Generation | None:
    """Success: state, capture, counter, the day's sums and the webhook's delivery together."""
    held = held_by(tx, generation, worker)
    if held is None:
        return None
    stored = held if held.status is Status.UPLOADING else advance(held, Status.UPLOADING)
    done = replace(advance(stored, Status.SUCCESS), output_key=output_key, thumbnail_key=thumbnail_key, progress=1.0)
    finished = finish(tx, held, done)
    attempt = end_attempt(tx, held, AttemptOutcome.SUCCESS, findings=findings)
    captured = credits.capture(tx, done.account_id, done.id, charge)
    assert finished.changed() == 1, f"{done.id} was not held"
    count_end(tx, done, attempt.row(), captured)
    if done.webhook:
        body = webhooks.UNWRITTEN if asked_at_door(tx, done.id) else webhook_body(done, media_base)
        webhooks.queue(tx, done.id, done.account_id, done.webhook, body)
    return done


def fail(tx: Transaction, generation: Generation, worker: str, sentence: str) -> Generation | None:
    """Error, with one sentence for the caller; it costs nothing."""
    held = held_by(tx, generation, worker)
    if held is None:
        return None
    end_attempt(tx, held, AttemptOutcome.ERROR, sentence)
    return end_in_error(tx, held, sentence)


def release(
    tx: Transaction,
    generation: Generation,
    worker: str,
    *,
    delay_ms: int,
    reason: str = WORKER_STOPPING,
    waiting_since: int | None = None,
    place: WaitingPlace | None = None,
) -> tuple[Generation, tuple[Intent, ...]] | None:
    """Wait for another try that is not the generation's fault: a stopping worker, a busy engine. Uses up no try.

    One that had waited before and could not be worked on goes on waiting: `waiting_since` is its wait's beginning.
    `place`: where it waits, if not where it did.
    """
    held = held_by(tx, generation, worker)
    if held is None:
        return None
    end_attempt(tx, held, AttemptOutcome.RELEASED, reason)
    if place is not None:
        held = replace(held, pool=place.pool, fallback_engine=place.fallback_engine)
    return requeue(tx, held, losses=held.losses, delay_ms=delay_ms, since=waiting_since)


def hand_to_job(tx: Transaction, generation: Generation, worker: str, purchase_id: str) -> bool:
    """A vendor works on it: the attempt goes on without a process. False when this attempt no longer holds it."""
    lock_account(tx, generation.account_id)
    changed = tx.run(
        SQL.hand_over, id=generation.id, attempt=generation.attempt, worker=worker, owner=jobs.holder(purchase_id)
    )
    return changed == 1


def fail_attempt(
    tx: Transaction, generation: Generation, worker: str, policy: Policy, *, sentence: str, delay_ms: int
) -> tuple[Generation, tuple[Intent, ...]] | None:
    """The engine broke: another try, or error with this sentence when none is left."""
    held = held_by(tx, generation, worker)
    if held is None:
        return None
    end_attempt(tx, held, AttemptOutcome.FAILED, sentence)
    return record_failed_attempt(tx, held, policy, sentence, delay_ms)


def cancel(tx: Transaction, generation_id: str) -> Generation | None:
    """Cancel, even while a worker or a vendor works on it: every later write of that attempt is rejected by the fence.

    None, and nothing changed, when it has ended already or is unknown.
    """
    found = tx.one(SQL.find, id=generation_id)
    if found is None:
        return None
    lock_account(tx, found["account_id"])
    row = tx.one(SQL.under_way, id=generation_id)
    if row is None:
        return None
    generation = from_row(row)
    end_attempt(tx, generation, AttemptOutcome.CANCELED, CANCELED)
    jobs.cancel_jobs(tx, generation.id)
    return end_waiting(tx, generation, CANCELED)


def raise_hold(tx: Transaction, generation: Generation, worker: str, needed: int) -> HoldChange | None:
    """Set the hold to the price now known, if credits and caps allow it; else nothing is changed."""
    held = held_by(tx, generation, worker)
    if held is None:
        return None
    difference = needed - credits.hold_of(tx, held.id)
    if difference > 0 and not credits.allowances(tx, [held.account_id]).covers(
        held.account_id, held.api_key_id, difference
    ):
        return HoldChange.CAPPED
    return HoldChange.SET if credits.set_hold(tx, held.account_id, held.id, needed) else HoldChange.TOO_POOR


def record_failed_attempt(
    tx: Transaction, held: Generation, policy: Policy, sentence: str, delay_ms: int
) -> tuple[Generation, tuple[Intent, ...]]:
    """Record a failed attempt; the last one ends the generation."""
    losses = held.losses + 1
    if losses >= policy.tries:
        return end_in_error(tx, held, sentence), ()
    return requeue(tx, held, losses=losses, delay_ms=delay_ms)


def end_in_error(tx: Transaction, generation: Generation, sentence: str) -> Generation:
    """State, release, counter and the day's sums together."""
    failed = replace(advance(generation, Status.ERROR), error=sentence)
    finished = finish(tx, generation, failed)
    attempt = tx.send(SQL.attempt_of, generation_id=failed.id, number=failed.attempt)
    credits.release(tx, failed.account_id, failed.id)
    assert finished.changed() == 1, f"{failed.id} was not held"
    count_end(tx, failed, attempt.row(), 0)
    if failed.webhook and asked_at_door(tx, failed.id):  # ours tell of success alone
        webhooks.queue(tx, failed.id, failed.account_id, failed.webhook, webhooks.UNWRITTEN)
    return failed


def end_waiting(tx: Transaction, generation: Generation, sentence: str) -> Generation:
    """Error for one that may be waiting: its account's turns are without it."""
    failed = end_in_error(tx, generation, sentence)
    refresh_turns(tx, [failed.account_id])
    return failed


def requeue(
    tx: Transaction, generation: Generation, *, losses: int, delay_ms: int, since: int | None = None
) -> tuple[Generation, tuple[Intent, ...]]:
    """Pending until it is due."""
    waiting = advance(generation, Status.PENDING)
    due_at = tx.now() + delay_ms
    since = tx.now() if since is None else since
    moved = tx.send(
        SQL.release,
        id=waiting.id,
        attempt=waiting.attempt,
        losses=losses,
        due_at=due_at,
        since=since,
        pool=waiting.pool,
        fallback_engine=waiting.fallback_engine,
    )
    add_turn(tx, waiting.account_id, waiting.pool, waiting.tool, waiting.model, due_at)
    note_move(tx, generation, Status.PENDING)
    assert moved.changed() == 1, f"{waiting.id} was not held"
    return waiting, (Intent(waiting.pool, due_at),)


def held_by(tx: Transaction, generation: Generation, worker: str) -> Generation | None:
    """The generation as it is now, if this attempt of this worker still holds it."""
    lock_account(tx, generation.account_id)
    row = tx.one(SQL.held_by, id=generation.id, attempt=generation.attempt, worker=worker)
    return from_row(row) if row else None


def finish(tx: Transaction, before: Generation, after: Generation) -> Reply:
    """Write the end of what was read in this transaction: it changes one row."""
    changed = tx.send(
        SQL.finish,
        id=after.id,
        attempt=after.attempt,
        status=after.status.value,
        output_key=after.output_key,
        thumbnail_key=after.thumbnail_key,
        error=after.error,
        progress=after.progress,
        now=tx.now(),
    )
    note_move(tx, before, after.status)
    return changed


def count_end(tx: Transaction, ended: Generation, attempt: Row | None, captured: int) -> None:
    """Add the end to the sums of the day, with the engine of the last attempt."""
    engine = (attempt["engine"] if attempt else None) or ""
    use = usage.Use(ended.account_id, ended.api_key_id or "", ended.tool, ended.model, engine)
    if ended.status is Status.SUCCESS:
        run_ms = max(0, tx.now() - attempt["started_at"]) if attempt else 0
        usage.add(tx, use, usage.Amounts(runs=1, run_ms=run_ms, credits=captured))
    else:
        usage.add(tx, use, usage.Amounts(errors=1))
