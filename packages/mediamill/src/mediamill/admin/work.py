"""Acts about work: what is stopped and goes on again, processes, vendors' engines."""

from collections.abc import Iterable
from typing import Any

from mediamill import audit, breakers, generations, workers
from mediamill.admin.operator import Operator
from mediamill.db import Transaction
from mediamill.engines import REMOTE_POOL
from mediamill.workers import SERVICE, Halt, HaltKind, HaltMode


def pause_pool(tx: Transaction, operator: Operator, pool: str, reason: str) -> None:
    """Have nobody claim anything of a pool; what is ordered waits."""
    workers.pause_pool(tx, pool, reason)
    audit.note(tx, operator.actor, "pool.pause", pool, after={"reason": reason})


def drain_pool(tx: Transaction, operator: Operator, pool: str, reason: str) -> Halt:
    """Accept nothing new for a pool; what waits is worked off."""
    return stop(tx, operator, HaltKind.POOL, pool, HaltMode.DRAINING, reason)


def resume_pool(tx: Transaction, operator: Operator, pool: str) -> bool:
    """Have a pool go on, whether it was paused or draining; False when it was neither."""
    was_paused = workers.resume_pool(tx, pool)
    was_draining = workers.lift_halt(tx, HaltKind.POOL, pool) is not None
    before = {"paused": was_paused, "draining": was_draining}
    audit.note(tx, operator.actor, "pool.resume", pool, before=before)
    return was_paused or was_draining


def stop(tx: Transaction, operator: Operator, kind: HaltKind, name: str, mode: HaltMode, reason: str) -> Halt:
    """Pause or drain a tool, a model or a pool."""
    before = workers.halts(tx).of(kind, name)
    halt = workers.halt(tx, kind, name, mode, reason)
    verb = "pause" if mode is HaltMode.PAUSED else "drain"
    audit.note(tx, operator.actor, f"{kind.value}.{verb}", name, before=facts_of(before), after=facts_of(halt))
    return halt


def go_on(tx: Transaction, operator: Operator, kind: HaltKind, name: str) -> bool:
    """Have a tool or a model go on; False when it was not stopped."""
    before = workers.lift_halt(tx, kind, name)
    audit.note(tx, operator.actor, f"{kind.value}.resume", name, before=facts_of(before))
    return before is not None


def begin_maintenance(tx: Transaction, operator: Operator, sentence: str) -> Halt:
    """Accept nothing new at all; callers are told the sentence. What waits is worked off, and reads go on."""
    halt = workers.halt(tx, HaltKind.SERVICE, SERVICE, HaltMode.DRAINING, sentence)
    audit.note(tx, operator.actor, "maintenance.begin", "service", after={"sentence": sentence})
    return halt


def end_maintenance(tx: Transaction, operator: Operator) -> bool:
    """Accept new generations again; False when there was no maintenance."""
    before = workers.lift_halt(tx, HaltKind.SERVICE, SERVICE)
    audit.note(tx, operator.actor, "maintenance.end", "service", before=facts_of(before))
    return before is not None


def drain_workers(tx: Transaction, operator: Operator, names: Iterable[str]) -> None:
    """Have processes claim nothing more. Raises WorkerNotFound."""
    names = list(names)
    workers.drain(tx, names)
    for name in names:
        audit.note(tx, operator.actor, "worker.drain", name)


def resume_workers(tx: Transaction, operator: Operator, names: Iterable[str]) -> None:
    """Have processes claim again. Raises WorkerNotFound."""
    names = list(names)
    workers.resume(tx, names)
    for name in names:
        audit.note(tx, operator.actor, "worker.resume", name)


def pause_engine(tx: Transaction, operator: Operator, engine: str, reason: str) -> None:
    """Submit nothing more to a vendor's engine; jobs under way go on."""
    breakers.pause(tx, engine, reason)
    audit.note(tx, operator.actor, "engine.pause", engine, after={"reason": reason})


def resume_engine(tx: Transaction, operator: Operator, engine: str) -> bool:
    """Let a vendor's engine work again, as far as its breakers let it; False when it was not paused."""
    was_paused = breakers.resume(tx, engine)
    generations.end_waits(tx, REMOTE_POOL)
    audit.note(tx, operator.actor, "engine.resume", engine, before={"paused": was_paused})
    return was_paused


def facts_of(halt: Halt | None) -> dict[str, Any]:
    """How something is stopped, as the log tells of it."""
    return {"mode": halt.mode.value, "reason": halt.reason} if halt else {"mode": None}
