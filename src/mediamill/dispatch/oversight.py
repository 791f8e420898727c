"""What an operator should know of the processes that share a database."""

from collections.abc import Iterable

from mediamill import workers
from mediamill.db import Transaction
from mediamill.workers import Worker


def warnings(tx: Transaction) -> list[str]:
    """One sentence for each thing that an operator should look into; none when all is well."""
    return differences(workers.alive(tx))


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
    return found


def grouped(pairs: Iterable[tuple[str, str]]) -> str:
    """Each value with the processes that have it; empty when there is one value only."""
    by_value: dict[str, list[str]] = {}
    for value, name in pairs:
        by_value.setdefault(value, []).append(name)
    if len(by_value) < 2:
        return ""
    return "; ".join(f"{value} ({', '.join(names)})" for value, names in sorted(by_value.items()))
