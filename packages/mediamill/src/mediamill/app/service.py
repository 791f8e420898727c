"""One process of mediamill, put together: the file that knows every package. Every periodic duty starts here."""

import asyncio
import logging
import os
import socket
from collections.abc import Iterable, Mapping
from functools import partial

from starlette.types import ASGIApp

from mediamill import __version__, compat, dispatch, generations, ids, jobs, outbound, webhooks, workers
from mediamill.accounts import Keyring, RateLimiter, SharedRateLimiter
from mediamill.admin import AdminKeyring
from mediamill.app.draining import take_up_drained
from mediamill.app.hosting import loaded_in, open_host
from mediamill.app.joining import agree_on_secret, try_storage, warn
from mediamill.app.locking import lock_folder, node_of
from mediamill.app.offering import checks_of_engines, models_in
from mediamill.app.waking import open_waker
from mediamill.assembly import (
    agreed_settings,
    engine_registry,
    judges_of,
    load_catalogue,
    open_guard,
    open_maintenance,
    open_media,
    open_secrets,
    policy_of,
    private_paths,
    signing_identity,
    webhook_delays_ms,
)
from mediamill.catalogue import Media
from mediamill.config import Settings
from mediamill.db import Database, Transaction, open_database
from mediamill.dispatch import (
    AttemptRunner,
    AttemptWriter,
    Deliverer,
    Inputs,
    Maintenance,
    Membership,
    OutputSigner,
    RemoteWork,
    WorkerLoop,
)
from mediamill.engines import REMOTE_POOL, FileDecoder, RemoteSetup
from mediamill.http import (
    AppContext,
    Check,
    DiskSpace,
    HaltBoard,
    OneTimeLinks,
    Process,
    ReadinessChecks,
    SharedReads,
    SignedLinks,
    UploadArea,
    create_app,
    create_worker_app,
    gather_accepts,
    platform_fault,
    store_checks,
)
from mediamill.telemetry import Metrics, open_access_log, open_tracer
from mediamill.workers import Served, Worker

GRACE_SECONDS = 15.0  # what runs may finish within this time after SIGTERM, then it is handed back
WEBHOOK_GRACE_SECONDS = 7.0  # an attempt ends within 5 s; then its outcome is recorded
# How processes are named: what they do, then the data folder that they do it in, if they are full `serve`s. Of those a
# data folder has one, which may declare all of that name dead.
SERVE_PREFIX, FRONT_PREFIX, WORKER_PREFIX = "serve:", "front:", "worker:"

log = logging.getLogger("mediamill")


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
        self.own_prefix = f"{SERVE_PREFIX}{node_of(settings.data_dir)}:"
        prefix = self.own_prefix if self.is_full else FRONT_PREFIX if serves else WORKER_PREFIX
        self.worker = ids.new(f"{prefix}{os.getpid()}")
        self.waker = open_waker(settings, self.database, self.offered_pools)
        self.dispatcher = WorkerLoop(
            worker=self.worker,
            database=self.database,
            policy=self.policy,
            pools=self.pools,
            models=[(one.tool, one.model) for one in self.served()],
            is_asked_elsewhere=not (self.is_full and settings.database_file),
            waker=self.waker,
        )
        self.guard = open_guard(settings)
        self.deliverer = Deliverer(
            worker=self.worker,
            database=self.database,
            post=partial(outbound.post, self.guard),
            secrets=open_secrets(settings),
            delays_ms=webhook_delays_ms(settings),
            metrics=self.metrics,
            waker=self.waker,
            body_of=lambda tx, id: compat.callback_body(tx, id, self.settings),
        )
        self.decoder = FileDecoder(private=private_paths(settings))
        self.host = open_host(settings, self.pools)
        self.judges = judges_of(settings, works=bool(self.pools))
        self.signer = OutputSigner(self.host, signing_identity(settings))
        self.membership = Membership(
            worker=self.as_worker(),
            served=self.served(),
            lacking=self.lacking(),
            on_nobody_runs=self.refuse,
            on_orders=self.dispatcher.obey,
            loaded=partial(loaded_in, self.host, self.registry),
            database=self.database,
            maintenance=self.maintenance(),
            lease_ms=self.policy.lease_ms,
        )
        self.one_time_links = OneTimeLinks()
        self.has_host = False
        self.remote: RemoteWork | None = None
        self.engine_checks = checks_of_engines(self.catalogue, self.registry, self.pools)
        self.lock: int | None = None
        self.reloading = asyncio.Lock()

    @property
    def is_full(self) -> bool:
        """Whether it serves and works: then it is the only one of its kind in its data folder."""
        return self.serves and bool(self.pools)

    @property
    def drains(self) -> bool:
        """Whether it looks at jobs of engines that are configured no more."""
        return REMOTE_POOL in self.offered_pools and bool(self.registry.draining)

    async def start(self) -> None:
        """Ready to serve and to work. Raises AlreadyServing, NewerSchema, OtherSecret, StorageUnusable."""
        warn(self.settings, self.catalogue, self.registry)
        await try_storage(self.storage)
        if self.is_full:
            self.lock = lock_folder(self.settings.data_dir)
        await self.database.start()
        await agree_on_secret(self.database, self.settings)
        if not self.serves and not self.settings.public_url:
            await self.take_address_of_service()
        if self.is_full:
            await self.reclaim()
        await take_up_drained(self.database, self.settings, self.registry)
        await self.waker.start()
        await self.membership.start()
        if self.pools or self.drains:
            self.has_host = True
            await self.host.start()
            self.host.settle(self.registry.residences())
            self.decoder.decode_as(self.host.users)
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
                signer=self.signer,
                tracer=self.tracer,
                judges=self.judges,
            )
        )
        if self.pools:
            self.deliverer.start()
        if REMOTE_POOL in self.pools or self.drains:
            self.remote.looks.start()

    async def stop(self) -> None:
        """Finish or hand back what runs, then close everything."""
        await self.dispatcher.stop(GRACE_SECONDS)
        if self.remote is not None:
            await self.remote.stop()
        await self.membership.stop()
        await self.deliverer.stop(WEBHOOK_GRACE_SECONDS)
        await self.waker.stop()
        if self.has_host:
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
        self.engine_checks |= checks_of_engines(self.catalogue, self.registry, self.pools)
        if self.remote is not None and REMOTE_POOL in opened:
            self.remote.looks.start()
        if self.has_host:
            self.host.settle(self.registry.residences())
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
        return Worker(
            self.worker,
            __version__,
            self.catalogue.digest(),
            tuple(self.pools),
            self.settings.base_url if self.serves else None,
            host=socket.gethostname(),
            slots=tuple(self.pools.values()),
            settings=agreed_settings(self.settings),
        )

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
        return [
            one
            for one in models_in(self.catalogue, self.registry, self.pools)
            if self.registry.engine_for(one.tool, one.model)
        ]

    def lacking(self) -> list[Served]:
        """What this process cannot run though it is in its pools: models without an engine here."""
        return [
            one
            for one in models_in(self.catalogue, self.registry, self.pools)
            if not self.registry.engine_for(one.tool, one.model)
        ]

    def refuse(self, nobody_runs: Iterable[Served]) -> None:
        """Claim what no process has an engine for, so that it ends at once with a sentence that says so."""
        self.dispatcher.to_refuse = {(one.tool, one.model) for one in nobody_runs}

    def attempt_writer(self) -> AttemptWriter:
        """Records attempts of this process."""
        return AttemptWriter(
            worker=self.worker,
            database=self.database,
            storage=self.storage,
            policy=self.policy,
            media_base=self.settings.media_base,
            dispatch=self.waker.enqueue,
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
            signer=self.signer,
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
            own_media=self.settings.own_media,
            bytes_max={Media.IMAGE: self.settings.image_bytes_max, Media.AUDIO: self.settings.audio_bytes_max},
        )

    async def reclaim(self) -> None:
        """What the last `serve` in this folder held runs again at once: we hold its lock, so it is dead."""

        def reclaim(tx: Transaction) -> tuple[int, int]:
            moved, intents = generations.reclaim(tx, self.own_prefix, self.policy)
            self.waker.enqueue(tx, intents)
            jobs.leave_looks(tx, self.own_prefix)
            workers.leave_duties(tx, self.own_prefix)
            workers.remove(tx, self.own_prefix)
            return len(moved), len(webhooks.reclaim(tx, self.own_prefix))

        taken = await self.database.write(reclaim)
        if any(taken):
            log.warning("%d generations and %d webhooks of an interrupted service were taken up again", *taken)

    def maintenance(self) -> Maintenance:
        """What this process does for all when it is on duty."""
        return open_maintenance(
            lambda: self.settings, self.database, self.storage, self.known_setups, self.guard, self.waker
        )

    def application(self) -> ASGIApp:
        """The ASGI application: everything where this process serves, health and metrics where it only works."""
        if not self.serves:
            return create_worker_app(self.context())
        access_log = open_access_log(self.settings.log_level, self.settings.log_format)
        return create_app(self.context(), access_log, self.tracer, doors=compat.open_doors(self.settings))

    def context(self) -> AppContext:
        """What HTTP handlers use of this process."""
        disk = DiskSpace(self.settings.data_dir, self.settings.disk_free_megabytes_min)
        readiness = ReadinessChecks(self.checks(disk), partial(self.database.read_in_thread, dispatch.warnings))
        return AppContext(
            settings=self.settings,
            database=self.database,
            catalogue=self.catalogue,
            keyring=Keyring(self.database, open_secrets(self.settings).api_key_pepper),
            admin_keyring=AdminKeyring(self.database, open_secrets(self.settings).admin_key_pepper),
            secrets=open_secrets(self.settings),
            limiter=RateLimiter() if self.settings.database_file else SharedRateLimiter(self.database),
            halts=HaltBoard(self.database),
            guard=self.guard,
            accepts=gather_accepts(self.database, self.waker.enqueue),
            storage=self.storage,
            decoder=self.decoder,
            work=self.dispatcher,
            metrics=self.metrics,
            registry=self.registry,
            links=SignedLinks(open_secrets(self.settings).derived("upload-links"), self.settings.base_url),
            disk=disk,
            uploads=UploadArea(self.settings),
            readiness=readiness,
            process=self.process(readiness),
            reads=SharedReads(self.database),
            one_time_links=self.one_time_links,
        )

    def process(self, readiness: ReadinessChecks) -> Process:
        """This process, as it is measured."""
        catalogue = self.catalogue if self.serves else None
        children, setups = lambda: self.host.children, lambda: self.registry.setups
        return Process(
            self.metrics,
            self.database,
            children,
            self.engine_checks,
            catalogue,
            setups,
            readiness.latest,
            devices=lambda: self.host.devices,
        )

    def checks(self, disk: DiskSpace) -> dict[str, Check]:
        """What has to work for this process to be of use."""

        async def dispatch() -> str | None:
            loops = (self.dispatcher, self.deliverer, self.membership, self.waker)
            alive = all(one.alive() for one in loops) and (self.remote is None or self.remote.looks.alive())
            return None if alive else "a loop of the dispatcher has ended"

        return {
            **store_checks(self.database, self.storage, disk),
            "dispatch": dispatch,
            **({"worker": platform_fault} if self.pools else {}),
        }
