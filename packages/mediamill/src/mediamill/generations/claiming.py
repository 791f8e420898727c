"""Taking work: a lease on one generation at a time, under an attempt number that fences every later write.

Accounts take turns: the next one served is the one served longest ago that has something due and room to run it, so one
account's thousand never starve another's one.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from mediamill import jobs, telemetry
from mediamill.db import Row, Transaction, named_queries
from mediamill.generations.attempts import EngineUsed, begin_attempt
from mediamill.generations.generation import Generation, Status, advance, from_row
from mediamill.generations.turns import ToolModel, next_turn, refresh_turns
from mediamill.plan import Plan

SQL = named_queries(__file__)

STALE_TURNS_MAX = 20  # turns met in one claim that a process of an older version left behind

log = logging.getLogger("mediamill.generations")

EngineOf = Callable[[str, str], EngineUsed | None]


@dataclass(frozen=True, slots=True)
class Policy:
    """How work is leased and how often it is tried. Times in milliseconds."""

    lease_ms: int
    tries: int  # attempts that crashes may use up
    waiting_ms_max: int  # how long one may wait for another try
    running_max: Mapping[Plan, int]  # generations of one account at once


@dataclass(frozen=True, slots=True)
class Beat:
    """How far one held generation is."""

    id: str
    attempt: int
    progress: float
    stage: str


def no_engine_known(_tool: str, _model: str) -> EngineUsed | None:
    """For claims that know nothing of engines."""
    return None


def claim(
    tx: Transaction,
    worker: str,
    pool: str,
    policy: Policy,
    engine_of: EngineOf = no_engine_known,
    *,
    models: Collection[ToolModel] | None = None,
    barred: Collection[str] = (),
) -> Generation | None:
    """The next generation of this pool, leased to the worker; None when there is nothing it may take now.

    Only of these models, (tool, model) each (None: any), and of no account that is barred. `engine_of(tool, model)`
    says which engine is expected to run it, without loading anything.
    """
    row = take_turn(tx, worker, pool, policy, models, barred)
    if row is None:
        return None
    now = tx.now()
    generation = from_row(row)
    begin_attempt(tx, generation, worker, engine_of(generation.tool, generation.model), now)
    if generation.status is Status.PROCESSING:
        return generation
    tx.run(SQL.waited_enough, id=generation.id)
    return move(tx, generation, worker, Status.PROCESSING)


def take_turn(
    tx: Transaction,
    worker: str,
    pool: str,
    policy: Policy,
    models: Collection[ToolModel] | None,
    barred: Collection[str],
) -> Row | None:
    """Lease what is due longest of the account whose turn it is; the account goes last from now on."""
    for _ in range(STALE_TURNS_MAX):
        turn = next_turn(tx, pool, models, barred, policy.running_max)
        if turn is None:
            return None
        row = tx.one(
            SQL.claim,
            pool=pool,
            account_id=turn.account_id,
            tool=turn.tool,
            model=turn.model,
            worker=worker,
            lease_expires_at=tx.now() + policy.lease_ms,
            now=tx.now(),
        )
        if row is not None:
            tx.run(SQL.serve_account, account_id=turn.account_id, now=tx.now())
        refresh_turns(tx, turn.account_id)
        if row is not None:
            return row
    return None


def beat(tx: Transaction, worker: str, policy: Policy, beats: Iterable[Beat]) -> set[tuple[str, int]]:
    """Prolong every lease of the worker and note progress; which (id, attempt) it still holds."""
    for report in beats:
        tx.run(
            SQL.note_progress,
            id=report.id,
            attempt=report.attempt,
            worker=worker,
            progress=report.progress,
            stage=report.stage,
        )
    rows = tx.all(SQL.beat, worker=worker, lease_expires_at=tx.now() + policy.lease_ms)
    return {(row["id"], row["attempt"]) for row in rows}


def note_progress(tx: Transaction, generation: Generation, worker: str, progress: float, stage: str) -> None:
    """Note how far it is; nothing where this attempt no longer holds it."""
    place = {"id": generation.id, "attempt": generation.attempt, "worker": worker}
    tx.run(SQL.note_progress, **place, progress=progress, stage=stage)


def is_held(tx: Transaction, generation: Generation, worker: str) -> bool:
    """Whether this attempt still holds the generation."""
    return tx.one(SQL.held_by, id=generation.id, attempt=generation.attempt, worker=worker) is not None


def held_by_job(tx: Transaction, generation_id: str, purchase_id: str) -> Generation | None:
    """The generation, if it waits for this job."""
    row = tx.one(SQL.held_by_job, id=generation_id, owner=jobs.holder(purchase_id))
    return from_row(row) if row else None


def note_checkpoint(tx: Transaction, generation: Generation, worker: str, checkpoint: str) -> bool:
    """Keep what the next attempt must know; False when this attempt no longer holds the generation."""
    changed = tx.run(
        SQL.note_checkpoint,
        id=generation.id,
        attempt=generation.attempt,
        worker=worker,
        checkpoint=checkpoint,
    )
    return changed == 1


def start_uploading(tx: Transaction, generation: Generation, worker: str) -> Generation | None:
    """Show that the result is being stored; idempotent. None when this attempt no longer holds the lease."""
    row = tx.one(SQL.held_by, id=generation.id, attempt=generation.attempt, worker=worker)
    if row is None:
        return None
    held = from_row(row)
    return held if held.status is Status.UPLOADING else move(tx, held, worker, Status.UPLOADING)


def move(tx: Transaction, generation: Generation, worker: str, to: Status) -> Generation:
    """Move a generation that this worker holds to another status that is not final, counters included."""
    moved = advance(generation, to)
    changed = tx.run(SQL.set_status, id=moved.id, attempt=moved.attempt, worker=worker, status=moved.status.value)
    assert changed == 1, f"{moved.id} was not held"
    note_move(tx, generation, to)
    return moved


def note_move(tx: Transaction, generation: Generation, to: Status) -> None:
    """Update the counters of both states, record the event and notify its listeners."""
    for status, change in ((generation.status, -1), (to, 1)):
        tx.run(SQL.count, account_id=generation.account_id, status=status.value, change=change)
    tx.run(SQL.note_event, generation_id=generation.id, status=to.value, now=tx.now())
    tx.notify(generation.id)
    tx.on_commit(partial(log_move, generation, to))


def log_move(generation: Generation, to: Status) -> None:
    """One line for each state that is reached."""
    telemetry.log_event(
        log,
        "generation",
        trace=generation.trace,
        generation=generation.id,
        tool=generation.tool,
        model=generation.model,
        status=to.value,
        attempt=generation.attempt,
    )
