"""Taking work: leases, under an attempt number that fences every later write of whoever has one."""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import orjson

from mediamill import jobs, telemetry
from mediamill.db import Transaction, lock_account, named_queries
from mediamill.generations.attempts import EngineUsed, begin_attempts
from mediamill.generations.choosing import NOTHING_WARM, Capacity, choose
from mediamill.generations.generation import Generation, Status, advance, from_row
from mediamill.generations.turns import ToolModel, refresh_turns
from mediamill.plan import Plan

SQL = named_queries(__file__)

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
    capacity = Capacity(1, 1, dict.fromkeys(barred, 1))
    taken = claim_all(tx, worker, pool, policy, capacity, engine_of, models=models)
    return taken[0] if taken else None


def claim_all(
    tx: Transaction,
    worker: str,
    pool: str,
    policy: Policy,
    capacity: Capacity,
    engine_of: EngineOf = no_engine_known,
    *,
    models: Collection[ToolModel] | None = None,
    warm_ms: Mapping[ToolModel, int] = NOTHING_WARM,
) -> list[Generation]:
    """The next ones, no more than are capacity, as they would be claimed one by one a millisecond apart.

    `warm_ms`: of models whose weights the worker has loaded, how long loading them takes. Of what one account has due
    they come before whatever has not waited so much longer.
    """
    choice = choose(tx, pool, capacity, policy.running_max, models, warm_ms)
    if choice is None:
        return []
    ids = orjson.dumps([one.id for one in choice.due]).decode()
    leased = tx.send(SQL.lease, ids=ids, worker=worker, lease_expires_at=tx.now() + policy.lease_ms)
    # Each a moment later than the one before: equal instants would forget who came first.
    served = {one.account_id: tx.now() + number for number, one in enumerate(choice.due)}
    tx.send(SQL.serve_accounts, served=orjson.dumps(served).decode())
    refresh_turns(tx, choice.accounts)
    rows = {row["id"]: row for row in leased.rows()}
    taken = [replace(from_row(rows[one.id]), waiting_since=one.waiting_since) for one in choice.due]
    begin_attempts(tx, [(generation, engine_of(generation.tool, generation.model)) for generation in taken], worker)
    for generation, one in zip(taken, choice.due, strict=True):
        if one.status is not generation.status:
            before = replace(generation, status=one.status)
            note_move(tx, before, advance(before, generation.status).status)
    return taken


def beat(tx: Transaction, worker: str, policy: Policy, beats: Iterable[Beat]) -> set[tuple[str, int]]:
    """Prolong every lease of the worker and note this progress; which (id, attempt) it still holds."""
    show_progress(tx, worker, beats)
    rows = tx.all(SQL.beat, worker=worker, lease_expires_at=tx.now() + policy.lease_ms)
    return {(row["id"], row["attempt"]) for row in rows}


def show_progress(tx: Transaction, worker: str, beats: Iterable[Beat]) -> None:
    """Note how far each is, where this worker still holds it."""
    facts = [{"id": one.id, "attempt": one.attempt, "progress": one.progress, "stage": one.stage} for one in beats]
    tx.send_many(SQL.note_progress, [{**one, "worker": worker} for one in facts])


def note_progress(tx: Transaction, generation: Generation, worker: str, progress: float, stage: str) -> None:
    """Note how far it is; nothing where this attempt no longer holds it."""
    place = {"id": generation.id, "attempt": generation.attempt, "worker": worker}
    tx.send(SQL.note_progress, **place, progress=progress, stage=stage)


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
    lock_account(tx, generation.account_id)
    place = {"id": generation.id, "attempt": generation.attempt, "worker": worker}
    if moved := tx.one(SQL.start_uploading, **place):
        before = replace(from_row(moved), status=Status.PROCESSING)
        note_move(tx, before, Status.UPLOADING)
        return advance(before, Status.UPLOADING)
    held = tx.one(SQL.held_by, **place)
    return from_row(held) if held else None


def note_move(tx: Transaction, generation: Generation, to: Status) -> None:
    """Update the counters of both states, record the event and notify its listeners."""
    tx.send(SQL.count_move, account_id=generation.account_id, before=generation.status.value, after=to.value)
    tx.send(SQL.note_event, generation_id=generation.id, status=to.value, now=tx.now())
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
