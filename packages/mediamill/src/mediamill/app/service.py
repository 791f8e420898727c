"""One process of mediamill, put together: the file that knows every package. Every periodic duty starts here."""

import asyncio
import logging
import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from starlette.types import ASGIApp

from mediamill import __version__, dispatch, generations, ids, jobs, outbound, webhooks, workers
from mediamill.accounts import Keyring, RateLimiter
from mediamill.assembly import (
    alert_post,
    api_key_pepper,
    engine_registry,
    kept_ms_of,
    load_catalogue,
    open_guard,
    open_media,
    open_secrets,
    policy_of,
    private_paths,
    webhook_delays_ms,
)
from mediamill.catalogue import Media
from mediamill.config import Settings
from mediamill.db import Database, Transaction, open_database
from mediamill.dispatch import (
    GUESTS,
    Alerting,
    AttemptRunner,
    AttemptWriter,
    Deliverer,
    Inputs,
    Maintenance,
    Membership,
    RemoteWork,
    WorkerLoop,
)
from mediamill.engines import REMOTE_POOL, EngineEntry, EngineHost, FileDecoder, ReadyState, RemoteSetup
from mediamill.errors import MediamillError
from mediamill.fsync import lock, make_data_folder
from mediamill.generations import Intent
from mediamill.http import (
    AppContext,
    Check,
    DiskSpace,
    EngineCheck,
    Process,
    ReadinessChecks,
    SignedLinks,
    UploadArea,
    create_app,
    create_worker_app,
    platform_fault,
    store_checks,
)
from mediamill.telemetry import Metrics, open_access_log, open_tracer
from mediamill.workers import Served, Worker

GRACE_SECONDS = 15.0  # what runs may finish within this time after SIGTERM, then it is handed back
WEBHOOK_GRACE_SECONDS = 7.0  # an attempt ends within 5 s; then its outcome is recorded
# How processes are named. Of full `serve`s a data folder has one, which may declare all of that name dead.
SERVE_PREFIX, FRONT_PREFIX, WORKER_PREFIX = "serve:", "front:", "worker:"

log = logging.getLogger("mediamill")


class AlreadyServing(MediamillError):
    """Another `mediamill serve` uses {folder}. Stop it, or give this one another --data-dir, or say --no-worker."""

    code = "already_serving"


class Service:
    """One process of mediamill: it may serve HTTP, work, or both."""

    def __init__(self, settings: Settings, *, serves: bool, pools: Mapping[str, int]) -> None:
        self.settings = settings
        self.serves = serves
        self.catalogue = load_catalogue(settings)
        self.registry = engine_registry(settings, self.catalogue)
        self.offered_pools = dict(pools)
        self.pools = self.pools_asked_for()
        self.storage = open_media(settings)
        self.metrics = Metrics()
        self.metrics.start_at_zero((model.tool, model.slug) for model in self.catalogue.models())
        self.tracer = open_tracer(settings.otel_endpoint)
        self.database: Database = open_database(settings, self.metrics.groups.observe)
        self.policy = policy_of(settings)
        prefix = SERVE_PREFIX if self.is_full else FRONT_PREFIX if serves else WORKER_PREFIX
        self.worker = ids.new(f"{prefix}{os.getpid()}")
        self.dispatcher = WorkerLoop(
            worker=self.worker,
            database=self.database,
            policy=self.policy,
            pools=self.pools,
            models=[(one.tool, one.model) for one in self.served()],
        )
        self.guard = open_guard(settings)
        self.deliverer = Deliverer(
            worker=self.worker,
            database=self.database,
            post=partial(outbound.post, self.guard),
            secrets=open_secrets(settings),
            delays_ms=webhook_delays_ms(settings),
            metrics=self.metrics,
        )
        self.decoder = FileDecoder(private=private_paths(settings))
        self.host = EngineHost(
            slots=max(1, sum(slots + GUESTS.get(pool, 0) for pool, slots in self.pools.items())),
            folder=settings.data_dir / "work",
            private=private_paths(settings),
        )
        self.membership = Membership(
            worker=self.as_worker(),
            served=self.served(),
            lacking=self.lacking(),
            on_nobody_runs=self.refuse,
            database=self.database,
            maintenance=self.maintenance(),
            lease_ms=self.policy.lease_ms,
        )
        self.remote: RemoteWork | None = None
        self.engine_checks = self.checks_of_engines()
        self.lock: int | None = None
        self.reloading = asyncio.Lock()

    @property
    def is_full(self) -> bool:
        """Whether it serves and works: then it is the only one of its kind in its data folder."""
        return self.serves and bool(self.pools)

    async def start(self) -> None:
        """Ready to serve and to work. Raises AlreadyServing, NewerSchema."""
        self.warn()
        if self.is_full:
            self.lock = lock_folder(self.settings.data_dir)
        await self.database.start()
        if not self.serves and not self.settings.public_url:
            await self.take_address_of_service()
        if self.is_full:
            await self.reclaim()
        await self.membership.start()
        if self.pools:
            await self.host.start()
            self.decoder.warm_up(self.host.users)
        self.remote = self.remote_work()
        self.dispatcher.start(
            AttemptRunner(
                write=self.attempt_writer(),
                catalogue=self.catalogue,
                registry=self.registry,
                host=self.host,
                inputs=self.inputs(),
                buyer=self.remote.buyer,
                fall_over_seconds=self.settings.fall_over_seconds,
                tracer=self.tracer,
            )
        )
        if self.pools:
            self.deliverer.start()
        if REMOTE_POOL in self.pools:
            self.remote.looks.start()

    async def stop(self) -> None:
        """Finish or hand back what runs, then close everything."""
        await self.dispatcher.stop(GRACE_SECONDS)
        if self.remote is not None:
            await self.remote.stop()
        await self.membership.stop()
        await self.deliverer.stop(WEBHOOK_GRACE_SECONDS)
        if self.pools:
            await self.decoder.stop()
            await self.host.stop()
        await self.database.stop()
        await asyncio.to_thread(self.tracer.close)
        if self.lock is not None:
            os.close(self.lock)

    async def serve_anew(self) -> None:
        """The registry has changed: other models may be made here, and in other pools."""
        opened = {pool: slots for pool, slots in self.pools_asked_for().items() if pool not in self.pools}
        if opened and not self.pools:
            log.warning("there was nothing to work on when this process started: restart it to work for %s", [*opened])
            opened = {}
        self.pools |= opened
        self.dispatcher.change([(one.tool, one.model) for one in self.served()], opened)
        self.engine_checks |= self.checks_of_engines()
        if self.remote is not None and REMOTE_POOL in opened:
            self.remote.looks.start()
        await self.membership.change(self.as_worker(), self.served(), self.lacking())

    def wake_looks(self, engine: str) -> None:
        """Jobs of the engine may be due by now."""
        if self.remote is not None:
            self.remote.looks.wake(engine)

    def pools_asked_for(self) -> dict[str, int]:
        """Of the pools that this process may work in those that some engine of a model works in."""
        asked_for = {pool for model in self.catalogue.models() for pool in (model.pool, *self.registry.pools_of(model))}
        return {pool: slots for pool, slots in self.offered_pools.items() if pool in asked_for}

    def as_worker(self) -> Worker:
        """This process among those that share the database."""
        address = self.settings.base_url if self.serves else None
        return Worker(self.worker, __version__, self.catalogue.digest(), tuple(self.pools), address)

    def known_setups(self) -> Mapping[str, RemoteSetup]:
        """The remote engines that jobs can be looked at with."""
        return {**self.registry.draining, **self.registry.setups}

    async def take_address_of_service(self) -> None:
        """Media URLs begin with the address of the service beside us, whatever port it was given."""
        address = await self.database.read(workers.address_of_service)
        if address is not None:
            self.settings = self.settings.model_copy(update={"public_url": address})

    def served(self) -> list[Served]:
        """What this process can run: models of its catalogue, in its pools, that have an engine."""
        return [one for one in self.in_pools() if self.registry.engine_for(one.tool, one.model)]

    def lacking(self) -> list[Served]:
        """What this process cannot run though it is in its pools: models without an engine here."""
        return [one for one in self.in_pools() if not self.registry.engine_for(one.tool, one.model)]

    def in_pools(self) -> list[Served]:
        """Every model of its catalogue, in each of its pools that an engine of the model works in."""
        return [
            Served(pool, model.tool, model.slug)
            for model in self.catalogue.models()
            for pool in self.registry.pools_of(model)
            if pool in self.pools
        ]

    def refuse(self, nobody_runs: Iterable[Served]) -> None:
        """Claim what no process has an engine for, so that it ends at once with a sentence that says so."""
        self.dispatcher.to_refuse = {(one.tool, one.model) for one in nobody_runs}

    def enqueue(self, tx: Transaction, intents: Iterable[Intent]) -> None:
        """Wake the loops that handle these intents, once the transaction is durable."""
        self.dispatcher.enqueue(tx, intents)
        self.deliverer.enqueue(tx, intents)

    def warn(self) -> None:
        """Log which installed packages are left out, and what is set up in a way that no public service should be."""
        for tools in self.catalogue.broken:
            log.error("the tools %s of %s are left out: %s", tools.name, tools.package, tools.fault)
        for engine in self.registry.broken:
            log.error("the engine %s of %s is left out: %s", engine.name, engine.package, engine.fault)
        if self.settings.allowed_networks:
            networks = ", ".join(str(network) for network in self.settings.allowed_networks)
            log.warning("URLs of callers may reach %s (MEDIAMILL_ALLOWED_NETWORKS): for development only", networks)

    def attempt_writer(self) -> AttemptWriter:
        """Records attempts of this process."""
        return AttemptWriter(
            worker=self.worker,
            database=self.database,
            storage=self.storage,
            policy=self.policy,
            base_url=self.settings.base_url,
            dispatch=self.enqueue,
            metrics=self.metrics,
        )

    def remote_work(self) -> RemoteWork:
        """What vendors do for this process."""
        return RemoteWork(
            write=self.attempt_writer(),
            catalogue=self.catalogue,
            registry=self.registry,
            host=self.host,
            guard=self.guard,
            currency=self.settings.currency,
            downloads=self.settings.slots_remote,
            finished_at_once=self.settings.slots_cpu,
        )

    def inputs(self) -> Inputs:
        """Builds the input fetcher."""
        return Inputs(
            downloader=outbound.Downloader(self.guard),
            decoder=self.decoder,
            audio_seconds_max=self.settings.audio_minutes_max * 60,
            storage=self.storage,
            database=self.database,
            base_url=self.settings.base_url,
            bytes_max={
                Media.IMAGE: self.settings.image_bytes_max,
                Media.AUDIO: self.settings.audio_bytes_max,
            },
        )

    async def reclaim(self) -> None:
        """What the last `serve` in this folder held runs again at once: we hold its lock, so it is dead."""

        def reclaim(tx: Transaction) -> tuple[int, int]:
            moved, intents = generations.reclaim(tx, SERVE_PREFIX, self.policy)
            self.dispatcher.enqueue(tx, intents)
            jobs.leave_looks(tx, SERVE_PREFIX)
            workers.leave_duties(tx, SERVE_PREFIX)
            workers.remove(tx, SERVE_PREFIX)
            return len(moved), len(webhooks.reclaim(tx, SERVE_PREFIX))

        taken = await self.database.write(reclaim)
        if any(taken):
            log.warning("%d generations and %d webhooks of an interrupted service were taken up again", *taken)

    def maintenance(self) -> Maintenance:
        """What this process does for all when it is on duty."""
        post = alert_post(self.settings, self.guard)
        alerting = Alerting(self.database, self.known_setups, self.settings.currency, post)
        kept, waiting = kept_ms_of(self.settings), self.policy.waiting_ms_max
        return Maintenance(self.database, self.storage, kept, waiting, alerting)

    def application(self) -> ASGIApp:
        """The ASGI application: everything where this process serves, health and metrics where it only works."""
        if not self.serves:
            return create_worker_app(self.context())
        access_log = open_access_log(self.settings.log_level, self.settings.log_format)
        return create_app(self.context(), access_log, self.tracer)

    def context(self) -> AppContext:
        """What HTTP handlers use of this process."""
        disk = DiskSpace(self.settings.data_dir, self.settings.disk_free_megabytes_min)
        return AppContext(
            settings=self.settings,
            database=self.database,
            catalogue=self.catalogue,
            keyring=Keyring(self.database, api_key_pepper(self.settings)),
            limiter=RateLimiter(),
            guard=self.guard,
            dispatch=self.enqueue,
            storage=self.storage,
            work=self.dispatcher,
            metrics=self.metrics,
            registry=self.registry,
            links=SignedLinks(open_secrets(self.settings).derived("upload-links"), self.settings.base_url),
            disk=disk,
            uploads=UploadArea(self.settings),
            readiness=ReadinessChecks(self.checks(disk), partial(self.database.read_in_thread, dispatch.warnings)),
            process=self.process(),
        )

    def process(self) -> Process:
        """This process, as it is measured."""
        catalogue = self.catalogue if self.serves else None
        children, setups = lambda: self.host.children, lambda: self.registry.setups
        return Process(self.metrics, self.database, children, self.engine_checks, catalogue, setups)

    def checks_of_engines(self) -> dict[str, EngineCheck]:
        """Whether each engine that may run here is ready."""
        entries = {
            entry.name: entry
            for model in self.catalogue.models()
            if model.pool in self.pools
            for entry in self.registry.engines_for(model.tool, model.slug)
        }

        async def is_ready(entry: EngineEntry) -> bool:
            return (await self.registry.readiness(entry)).state is ReadyState.READY

        return {name: partial(is_ready, entry) for name, entry in entries.items()}

    def checks(self, disk: DiskSpace) -> dict[str, Check]:
        """What has to work for this process to be of use."""

        async def dispatch() -> str | None:
            alive = [self.dispatcher.alive(), self.deliverer.alive(), self.membership.alive()]
            alive.append(self.remote is None or self.remote.looks.alive())
            return None if all(alive) else "a loop of the dispatcher has ended"

        return {
            **store_checks(self.database, self.storage, disk),
            "dispatch": dispatch,
            **({"worker": platform_fault} if self.pools else {}),
        }


def lock_folder(folder: Path) -> int:
    """The one lock of a data folder, kept as long as the descriptor is open. Raises AlreadyServing."""
    make_data_folder(folder)
    if (descriptor := lock(folder / "serve.lock")) is None:
        raise AlreadyServing(folder=folder)
    return descriptor
