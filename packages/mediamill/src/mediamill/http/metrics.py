"""Metrics for Prometheus: what was counted, and levels that are read at each scrape.

Every process reports what it did and has. What the database knows is reported by processes that serve only: it would be
the same everywhere.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from prometheus_client import generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector, CollectorRegistry

from mediamill import credits, generations, workers
from mediamill.catalogue import Catalogue
from mediamill.db import Database, Transaction
from mediamill.engines import DeviceState, RemoteSetup
from mediamill.generations import Backlog
from mediamill.http.device_metrics import device_families
from mediamill.http.readiness import ReadinessReport
from mediamill.http.vendor_metrics import VendorLevels, read_vendors, vendor_families
from mediamill.telemetry import Metrics
from mediamill.workers import Worker

Family = GaugeMetricFamily | CounterMetricFamily
EngineCheck = Callable[[], Awaitable[bool]]  # whether it can work here
# How long a scrape waits for engines, in seconds: of those that do not answer in time, the last answer counts.
ENGINES_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Process:
    """What this process reports about itself."""

    metrics: Metrics
    database: Database
    children: Callable[[], int]  # engine processes alive
    engines: Mapping[str, EngineCheck]  # those it may run; none in a process that only serves
    catalogue: Catalogue | None = None  # with one, what the database knows is reported too
    setups: Callable[[], Mapping[str, RemoteSetup]] = dict  # the remote engines as they are configured now
    readiness: Callable[[], Awaitable[ReadinessReport]] | None = None  # what /readyz says
    devices: Callable[[], Sequence[DeviceState]] = tuple  # that keep weights loaded
    known: dict[str, bool] = field(default_factory=dict)  # engine -> its last answer


async def exposition(process: Process) -> bytes:
    """All metrics in Prometheus's text format 0.0.4; without what the database knows while it does not answer."""
    levels = await process_levels(process)
    has_database = True
    if process.readiness:
        report = await process.readiness()
        levels.append(ready_family(report))
        has_database = not report.faults.get("database")
    if process.catalogue and has_database:
        levels += await shared_levels(process, process.catalogue)
    families = CollectorRegistry(auto_describe=False)
    families.register(Levels(levels))
    return generate_latest(process.metrics.registry) + generate_latest(families)


async def process_levels(process: Process) -> list[Family]:
    """The levels of this process: engine processes, engines that are ready, commits."""
    database = process.database
    ready = GaugeMetricFamily("mediamill_engine_ready", "Whether the engine can work here.", labels=["engine"])
    for engine, is_ready in sorted((await ready_engines(process)).items()):
        ready.add_metric([engine], int(is_ready))
    return [
        ready,
        GaugeMetricFamily("mediamill_engine_children", "Engine processes alive.", value=process.children()),
        *device_families(process.devices()),
        CounterMetricFamily("mediamill_store_commits", "Synced commits.", value=database.commits),
        CounterMetricFamily("mediamill_store_writes", "Writes that those commits held.", value=database.writes),
    ]


def ready_family(report: ReadinessReport) -> Family:
    """Whether each check of /readyz is well."""
    family = GaugeMetricFamily(
        "mediamill_ready", "Whether the process can do its work, as far as this check looks.", labels=["check"]
    )
    for check, fault in report.faults.items():
        family.add_metric([check], int(fault is None))
    return family


async def ready_engines(process: Process) -> Mapping[str, bool]:
    """Whether each engine can work here, as it answers now or answered last."""

    async def ask(engine: str, check: EngineCheck) -> None:
        process.known[engine] = await check()

    asked = {asyncio.create_task(ask(engine, check)) for engine, check in process.engines.items()}
    if asked:
        _, silent = await asyncio.wait(asked, timeout=ENGINES_SECONDS)
        for task in silent:
            task.cancel()
    return process.known


@dataclass(frozen=True, slots=True)
class Shared:
    """What the database knows of all processes, at one moment."""

    backlogs: list[Backlog]
    held: int
    alive: list[Worker]
    remembered: list[Worker]
    paused: frozenset[str]
    vendors: VendorLevels
    now: int


async def shared_levels(process: Process, catalogue: Catalogue) -> list[Family]:
    """Queues, workers and credits, for every pool that there are models for, also when nothing is in it."""

    def read(tx: Transaction) -> Shared:
        return Shared(
            backlogs=generations.backlogs(tx),
            held=credits.held_in_all(tx),
            alive=workers.alive(tx),
            remembered=workers.remembered(tx),
            paused=frozenset(one.pool for one in workers.paused_pools(tx)),
            vendors=read_vendors(tx, process.setups()),
            now=tx.now(),
        )

    shared = await process.database.read_in_thread(read)
    pools = sorted({model.pool for model in catalogue.models()} | {backlog.pool for backlog in shared.backlogs})
    held = GaugeMetricFamily("mediamill_credits_held", "Credits held for generations under way.", value=shared.held)
    return [*queue_levels(shared, pools), *worker_levels(shared, pools), held, *vendor_families(shared.vendors)]


def queue_levels(shared: Shared, pools: Iterable[str]) -> list[Family]:
    """Depth, age and running generations of each queue."""
    depth = GaugeMetricFamily("mediamill_queue_depth", "Generations that wait for a worker.", labels=["pool"])
    oldest = GaugeMetricFamily(
        "mediamill_queue_oldest_seconds", "How long the oldest of them has been due.", labels=["pool"]
    )
    running = GaugeMetricFamily("mediamill_running", "Generations that a worker holds.", labels=["pool"])
    found = {backlog.pool: backlog for backlog in shared.backlogs}
    for pool in pools:
        backlog = found.get(pool) or Backlog(pool, waiting=0, running=0, oldest_due_at=None)
        depth.add_metric([pool], backlog.waiting)
        running.add_metric([pool], backlog.running)
        age = 0 if backlog.oldest_due_at is None else max(0, shared.now - backlog.oldest_due_at)
        oldest.add_metric([pool], age / 1_000)
    return [depth, oldest, running]


def worker_levels(shared: Shared, pools: Iterable[str]) -> list[Family]:
    """The workers of each pool, and their last heartbeat."""
    count = GaugeMetricFamily("mediamill_workers", "Processes alive that work for the pool.", labels=["pool"])
    beat = GaugeMetricFamily(
        "mediamill_worker_beat_timestamp_seconds", "Last sign of life of any of them, 0 for none.", labels=["pool"]
    )
    draining = GaugeMetricFamily(
        "mediamill_workers_draining", "Those of them that claim nothing more.", labels=["pool"]
    )
    paused = GaugeMetricFamily("mediamill_pool_paused", "Whether nobody claims anything of the pool.", labels=["pool"])
    for pool in pools:
        of_pool = [worker for worker in shared.alive if pool in worker.pools]
        count.add_metric([pool], len(of_pool))
        draining.add_metric([pool], sum(worker.draining_since is not None for worker in of_pool))
        paused.add_metric([pool], int(pool in shared.paused))
        beats = [worker.beat_at for worker in shared.remembered if pool in worker.pools]
        beat.add_metric([pool], max(beats, default=0) / 1_000)
    return [count, draining, paused, beat]


class Levels(Collector):
    """Families that were just read, as prometheus_client wants them."""

    def __init__(self, families: list[Family]) -> None:
        self._families = families

    def collect(self) -> list[Family]:
        """Called by prometheus_client."""
        return self._families
