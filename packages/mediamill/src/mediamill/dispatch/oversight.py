"""What an operator should know of the processes that share a database: do they agree, is all that waits served?"""

from collections.abc import Iterable

from mediamill import generations, workers
from mediamill.db import Transaction
from mediamill.generations import Unserved
from mediamill.workers import Worker

NAMED_MAX = 5  # models that one warning names


def warnings(tx: Transaction) -> list[str]:
    """One sentence for each thing that an operator should look into; none when all is well."""
    return [*differences(workers.alive(tx)), *unserved_sentences(generations.unserved(tx))]


def differences(alive: Iterable[Worker]) -> list[str]:
    """Where the processes that are alive do not agree."""
    processes = list(alive)
    found = []
    if versions := grouped((worker.version, worker.name) for worker in processes):
        found.append(f"Processes run different versions of mediamill: {versions}. Finish the upgrade.")
    if catalogues := grouped((worker.catalogue, worker.name) for worker in processes):
        found.append(
            f"Processes have different catalogues: {catalogues}. "
            "Give all of them the same version and catalogue_dir, then restart them."
        )
    if addresses := grouped((worker.base_url, worker.name) for worker in processes if worker.base_url):
        found.append(f"Services give their media different addresses: {addresses}. Set MEDIAMILL_PUBLIC_URL for all.")
    return found


def grouped(pairs: Iterable[tuple[str, str]]) -> str:
    """Each value with the processes that have it; empty when there is one value only."""
    by_value: dict[str, list[str]] = {}
    for value, name in pairs:
        by_value.setdefault(value, []).append(name)
    if len(by_value) < 2:
        return ""
    return "; ".join(f"{value} ({', '.join(names)})" for value, names in sorted(by_value.items()))


def unserved_sentences(unserved: Iterable[Unserved]) -> list[str]:
    """What waits in vain, pool by pool."""
    by_pool: dict[str, list[str]] = {}
    for one in unserved:
        by_pool.setdefault(one.pool, []).append(f"{one.tool}/{one.model}")
    found = []
    for pool, models in sorted(by_pool.items()):
        more = f" and {len(models) - NAMED_MAX} more" if len(models) > NAMED_MAX else ""
        found.append(
            f"Generations wait for {', '.join(models[:NAMED_MAX])}{more}, which no live worker runs. "
            f"Start a worker for the pool {pool} whose catalogue and engines have them."
        )
    return found
