"""The processes that are alive, with what each runs and holds."""

from dataclasses import dataclass

from mediamill import generations, workers
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


def list_processes(tx: Transaction) -> ProcessListing:
    """As it is now."""
    served: dict[str, list[str]] = {}
    for name, one in workers.served_by(tx):
        served.setdefault(name, []).append(f"{one.tool}/{one.model}")
    held = generations.running_by_worker(tx)
    return ProcessListing(workers.alive(tx), held, served, workers.paused_pools(tx), tx.now())
