"""What an operator should know of the processes that share a database: do they agree, is all that waits served?"""

from collections.abc import Iterable

from mediamill import clock, generations, workers
from mediamill.db import Transaction
from mediamill.generations import Unserved
from mediamill.workers import Halt, HaltKind, PausedPool, Worker

NAMED_MAX = 5  # models that one warning names


def warnings(tx: Transaction) -> list[str]:
    """One sentence for each thing that an operator should look into; none when all is well."""
    alive = workers.alive(tx)
    asked_for = [*order_sentences(alive, workers.paused_pools(tx)), *map(halt_sentence, workers.halts(tx).every)]
    return [*differences(alive), *asked_for, *unserved_sentences(generations.unserved(tx))]


def order_sentences(alive: Iterable[Worker], paused: Iterable[PausedPool]) -> list[str]:
    """What operators have stopped: they may have forgotten it."""
    pools = [
        f"The pool {one.pool} is paused since {clock.iso(one.since)}{f' ({one.reason})' if one.reason else ''}: "
        f"nothing of it is claimed. `mediamill pools resume {one.pool}` ends that."
        for one in paused
    ]
    draining = [
        f"{worker.name} is draining since {clock.iso(worker.draining_since)}: stop it, "
        f"or say `mediamill workers resume {worker.name}`."
        for worker in alive
        if worker.draining_since is not None
    ]
    return [*pools, *draining]


def halt_sentence(halt: Halt) -> str:
    """What operators have stopped otherwise."""
    since = f"since {clock.iso(halt.since)}{f' ({halt.reason})' if halt.reason else ''}"
    if halt.kind is HaltKind.SERVICE:
        return f"Maintenance {since}: nothing new is accepted. `mediamill maintenance end` ends that."
    command = "pools" if halt.kind is HaltKind.POOL else "tools"
    return f"{halt.name} is {halt.mode.value} {since}. `mediamill {command} resume {halt.name}` ends that."


def differences(alive: Iterable[Worker]) -> list[str]:
    """Where the processes that are alive do not agree."""
    return list(differing(alive).values())


def differing(alive: Iterable[Worker]) -> dict[str, str]:
    """The same, by what they differ in: versions, catalogues, addresses or the name of a setting."""
    processes = list(alive)
    found = {}
    if versions := grouped((worker.version, worker.name) for worker in processes):
        found["version"] = f"Processes run different versions of mediamill: {versions}. Finish the upgrade."
    if catalogues := grouped((worker.catalogue, worker.name) for worker in processes):
        found["catalogue"] = (
            f"Processes have different catalogues: {catalogues}. "
            "Give all of them the same version and catalogue_dir, then restart them."
        )
    if addresses := grouped((worker.base_url, worker.name) for worker in processes if worker.base_url):
        found["address"] = (
            f"Services give their media different addresses: {addresses}. Set MEDIAMILL_PUBLIC_URL for all."
        )
    for name in sorted({name for worker in processes for name in worker.settings}):
        values = [(worker.settings[name], worker.name) for worker in processes if name in worker.settings]
        if who := grouped(values):
            found[name] = f"Processes have different values of {name}, here as digests: {who}. Set the same for all."
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
