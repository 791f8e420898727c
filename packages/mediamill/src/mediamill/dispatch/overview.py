"""What is the matter right now, at one look: queues, failures, how long models take, webhooks, what nobody serves."""

from collections.abc import Collection
from dataclasses import dataclass

from mediamill import alerts, generations, webhooks, workers
from mediamill.db import Transaction
from mediamill.dispatch.oversight import warnings
from mediamill.generations import Backlog, FailureCause, ModelTimes, Unserved
from mediamill.units import HOUR_MS
from mediamill.workers import SERVICE, HaltKind

WINDOW_MS = 24 * HOUR_MS  # that failures, times and webhooks are summed up over
CAUSES = 10


@dataclass(frozen=True, slots=True)
class PoolGlance:
    """A pool at a glance."""

    pool: str
    waiting: int
    running: int
    oldest_ms: int | None  # how long the one that waits longest does
    is_served: bool  # a process that is alive works for it


@dataclass(frozen=True, slots=True)
class Overview:
    """All of it at one moment."""

    at: int
    is_maintenance: bool
    pools: tuple[PoolGlance, ...]
    running: int
    workers: int  # processes that work for some pool
    unserved: tuple[Unserved, ...]
    warnings: tuple[str, ...]
    failures: tuple[FailureCause, ...]
    models: tuple[ModelTimes, ...]
    webhooks: dict[str, int]  # by status
    open_alerts: int


def overview(tx: Transaction, pools: Collection[str]) -> Overview:
    """What is the matter in these pools and beyond. It takes milliseconds: read it aside."""
    since = tx.now() - WINDOW_MS
    backlogs = {one.pool: one for one in generations.backlogs(tx)}
    alive = workers.alive(tx)
    served = {pool for worker in alive for pool in worker.pools}
    return Overview(
        at=tx.now(),
        is_maintenance=workers.halts(tx).of(HaltKind.SERVICE, SERVICE) is not None,
        pools=tuple(glance(pool, backlogs.get(pool), pool in served, tx.now()) for pool in sorted(pools)),
        running=sum(one.running for one in backlogs.values()),
        workers=sum(bool(worker.pools) for worker in alive),
        unserved=tuple(generations.unserved(tx)),
        warnings=tuple(warnings(tx)),
        failures=tuple(generations.failure_causes(tx, since, CAUSES)),
        models=tuple(generations.model_times(tx, since)),
        webhooks=webhooks.counts_since(tx, since),
        open_alerts=len(alerts.open_ones(tx)),
    )


def glance(pool: str, backlog: Backlog | None, is_served: bool, now: int) -> PoolGlance:
    """A pool, with or without anything in it."""
    if backlog is None:
        return PoolGlance(pool, 0, 0, None, is_served)
    oldest = None if backlog.oldest_due_at is None else max(0, now - backlog.oldest_due_at)
    return PoolGlance(pool, backlog.waiting, backlog.running, oldest, is_served)
