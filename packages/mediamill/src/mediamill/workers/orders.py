"""What operators ask of processes and pools; each process reads it each second."""

from collections.abc import Iterable
from dataclasses import dataclass

from mediamill.db import Transaction, named_queries
from mediamill.errors import MediamillError
from mediamill.workers.halts import Halts, halts

SQL = named_queries(__file__)

NOTHING_HALTED = Halts()


class WorkerNotFound(MediamillError):
    """No process called {name} is alive. `mediamill workers list` shows all that are."""

    code = "worker_not_found"


@dataclass(frozen=True, slots=True)
class Orders:
    """What holds for one process."""

    is_draining: bool = False  # it claims nothing more
    paused: frozenset[str] = frozenset()  # pools of which nobody claims anything
    halts: Halts = NOTHING_HALTED


@dataclass(frozen=True, slots=True)
class PausedPool:
    """A pool of which nobody claims anything; what is ordered waits."""

    pool: str
    since: int
    reason: str


def orders_of(tx: Transaction, name: str) -> Orders:
    """What holds for this process now."""
    row = tx.one(SQL.draining_since, name=name)
    is_draining = row is not None and row["draining_since"] is not None
    return Orders(is_draining, frozenset(one.pool for one in paused_pools(tx)), halts(tx))


def drain(tx: Transaction, names: Iterable[str]) -> None:
    """They finish what runs and claim nothing more. Raises WorkerNotFound, and then nothing has changed."""
    for name in names:
        if not tx.run(SQL.drain, name=name, now=tx.now()):
            raise WorkerNotFound(name=name)


def resume(tx: Transaction, names: Iterable[str]) -> None:
    """They claim again. Raises WorkerNotFound, and then nothing has changed."""
    for name in names:
        if not tx.run(SQL.resume, name=name, now=tx.now()):
            raise WorkerNotFound(name=name)


def pause_pool(tx: Transaction, pool: str, reason: str) -> None:
    """Have nobody claim anything of it; the first pause counts, the last reason is kept."""
    tx.run(SQL.pause_pool, pool=pool, reason=reason, now=tx.now())


def resume_pool(tx: Transaction, pool: str) -> bool:
    """Have it claimed again; False when it was not paused."""
    return tx.run(SQL.resume_pool, pool=pool) == 1


def paused_pools(tx: Transaction) -> list[PausedPool]:
    """All of them, by name."""
    return [PausedPool(row["pool"], row["since"], row["reason"]) for row in tx.all(SQL.paused_pools)]
