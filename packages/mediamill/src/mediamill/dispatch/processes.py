"""The processes that are alive, with what each runs and holds."""

from dataclasses import dataclass
from typing import Any

from mediamill import clock, generations, workers
from mediamill.db import Transaction
from mediamill.generations import HeldGeneration
from mediamill.workers import PausedPool, Worker


@dataclass(frozen=True, slots=True)
class ProcessListing:
    """The processes that are alive and what they hold."""

    alive: list[Worker]
    running: dict[str, list[HeldGeneration]]  # by the process that holds them
    served: dict[str, list[str]]  # models, by the process that runs them
    paused: list[PausedPool]
    now: int

    def state_of(self, worker: Worker) -> str:
        """In a word."""
        if worker.draining_since is not None:
            return "draining" if self.running.get(worker.name) else "drained"
        return "working" if worker.pools else "serving only"

    def item_of(self, worker: Worker) -> dict[str, Any]:
        """A process as operators see it, in JSON."""
        held = self.running.get(worker.name, [])
        paused = {one.pool for one in self.paused}
        return {
            "name": worker.name,
            "host": worker.host,
            "version": worker.version,
            "state": self.state_of(worker),
            "pools": [
                {"pool": pool, "slots": slots, "paused": pool in paused}
                for pool, slots in worker.slots_of_pools().items()
            ],
            "models": sorted(set(self.served.get(worker.name, []))),
            "loaded": list(worker.loaded),
            "running": len(held),
            "runs": [{"id": one.id, "tool": one.tool, "model": one.model} for one in held],
            "startedAt": clock.iso(worker.started_at),
            "beatAt": clock.iso(worker.beat_at),
            "reloadedAt": clock.iso_or_none(worker.reloaded_at),
            "reloadFault": worker.reload_fault,
        }


def list_processes(tx: Transaction) -> ProcessListing:
    """As it is now."""
    served: dict[str, list[str]] = {}
    for name, one in workers.served_by(tx):
        served.setdefault(name, []).append(f"{one.tool}/{one.model}")
    held = generations.running_by_worker(tx)
    return ProcessListing(workers.alive(tx), held, served, workers.paused_pools(tx), tx.now())
