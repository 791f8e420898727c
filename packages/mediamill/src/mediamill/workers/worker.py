"""Processes register themselves and beat; one that misses its beats for a lease's time counts as dead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import orjson

from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)

# A beat from the future was written before the clock went back; those who live write another within this time.
BEAT_AHEAD_MS = 10_000


@dataclass(frozen=True, slots=True)
class Served:
    """A model that a worker's own catalogue and engines can run."""

    pool: str
    tool: str
    model: str


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that shares the database; it may work, serve HTTP, or both."""

    name: str
    version: str  # of mediamill
    catalogue: str  # digest of its tools and models
    pools: tuple[str, ...]  # those it works for; none when it only serves HTTP
    base_url: str | None = None  # where clients reach it; None when it serves no HTTP
    started_at: int = 0
    beat_at: int = 0
    reloaded_at: int | None = None  # when it last read its engines again
    reload_fault: str | None = None  # why that changed nothing
    host: str = ""  # the name of its machine; empty for one of an older version
    slots: tuple[int, ...] = ()  # of its pools, in their order
    draining_since: int | None = None  # it claims nothing more
    settings: Mapping[str, str] = field(default_factory=dict)  # of each that all need alike, a digest of its value
    loaded: tuple[str, ...] = ()  # the engines that were in the memory of its engine processes at its last beat

    def slots_of_pools(self) -> dict[str, int]:
        """How much of each pool it runs at once; 0 for one of an older version, which did not say."""
        return dict(zip(self.pools, self.slots or (0,) * len(self.pools), strict=True))


def register(tx: Transaction, worker: Worker, served: Iterable[Served], *, alive_ms: int) -> None:
    """Count the process among the living, for so long without another beat."""
    tx.send(
        SQL.register,
        name=worker.name,
        version=worker.version,
        catalogue=worker.catalogue,
        pools=",".join(worker.pools),
        base_url=worker.base_url,
        host=worker.host,
        slots=",".join(map(str, worker.slots)),
        settings=orjson.dumps(dict(worker.settings)).decode(),
        alive_until=tx.now() + alive_ms,
        now=tx.now(),
    )
    for one in served:
        tx.send(SQL.add_model, worker=worker.name, pool=one.pool, tool=one.tool, model=one.model)


def change(tx: Transaction, worker: Worker, served: Iterable[Served], *, alive_ms: int) -> None:
    """The process runs these models from now on, and no others."""
    tx.send(SQL.forget_models, name=worker.name)
    register(tx, worker, served, alive_ms=alive_ms)


def note_reload(tx: Transaction, name: str, fault: str | None) -> None:
    """The process has read its engines again; with a `fault` nothing has changed."""
    tx.send(SQL.note_reload, name=name, fault=fault, now=tx.now())


def beat(tx: Transaction, name: str, loaded: Iterable[str], *, alive_ms: int) -> bool:
    """The process is alive and has these engines loaded; False when it has to register again."""
    alive_until, text = tx.now() + alive_ms, orjson.dumps(sorted(loaded)).decode()
    return tx.run(SQL.beat, name=name, alive_until=alive_until, loaded=text, now=tx.now()) == 1


def stop(tx: Transaction, prefix: str) -> None:
    """Processes whose names begin like this have ended."""
    tx.send(SQL.stop, prefix=f"{prefix}%", now=tx.now())


def alive(tx: Transaction) -> list[Worker]:
    """Every process whose last beat is recent, the one started first at the beginning."""
    return [from_row(row) for row in tx.all(SQL.alive, now=tx.now(), latest=tx.now() + BEAT_AHEAD_MS)]


def address_of_service(tx: Transaction) -> str | None:
    """Where clients reach the service that was started last and is alive; None when none serves HTTP."""
    return next((worker.base_url for worker in reversed(alive(tx)) if worker.base_url), None)


def remembered(tx: Transaction) -> list[Worker]:
    """Every process that is known of, those that ended a while ago too."""
    return [from_row(row) for row in tx.all(SQL.remembered)]


def known_models(tx: Transaction) -> set[Served]:
    """Every model that a process of `remembered` runs or ran: one that ended may come back."""
    return {Served(row["pool"], row["tool"], row["model"]) for row in tx.all(SQL.known_models)}


def served_by(tx: Transaction) -> list[tuple[str, Served]]:
    """Every model that a process of `remembered` runs or ran, with the name of the process."""
    return [(row["worker"], Served(row["pool"], row["tool"], row["model"])) for row in tx.all(SQL.models_of_workers)]


def remove(tx: Transaction, prefix: str) -> None:
    """Forget processes whose names begin like this: they have ended and another one took their place."""
    tx.send(SQL.remove, prefix=f"{prefix}%")


def forget(tx: Transaction, older_than_ms: int) -> int:
    """Take away what is known of processes that ended longer ago than this; how many."""
    return tx.run(SQL.forget, before=tx.now() - older_than_ms, now=tx.now())


def from_row(row: Row) -> Worker:
    """A worker as the database keeps it."""
    pools = tuple(pool for pool in row["pools"].split(",") if pool)
    names = ("name", "version", "catalogue", "base_url", "started_at", "beat_at", "reloaded_at", "reload_fault")
    slots = tuple(int(count) for count in row["slots"].split(",") if count)
    facts = {name: row[name] for name in (*names, "host", "draining_since")}
    settings, loaded = orjson.loads(row["settings"]), tuple(orjson.loads(row["loaded"]))
    return Worker(**facts, pools=pools, slots=slots, settings=settings, loaded=loaded)
