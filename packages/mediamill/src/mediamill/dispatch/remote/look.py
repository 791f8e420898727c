"""One look at a job: only the vendor's documented final words end it; everything else is no news."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from mediamill import generations, jobs, purchases
from mediamill.catalogue import Catalogue
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction
from mediamill.dispatch.attempt_writer import AttemptWriter, LeaseLost
from mediamill.dispatch.completion import Completion, complete
from mediamill.dispatch.remote.results import ResultFetcher
from mediamill.dispatch.remote.steps import KeptHandle, Stepping, Steps
from mediamill.dispatch.remote.vendors import Vendors
from mediamill.dispatch.request import request_of
from mediamill.dispatch.results import ResultStore
from mediamill.dispatch.signer import TRAINED, OutputSigner
from mediamill.engines import (
    REFUSED,
    EngineFailed,
    EngineHost,
    EngineRefused,
    EngineUnavailable,
    Failed,
    Finished,
    Job,
    Look,
    Made,
    Missing,
    Refused,
    Registry,
    RemoteSetup,
    ResultNotFetched,
    RunFailure,
    Running,
    RunOutcome,
    StepDone,
    VendorClient,
    failed,
    presentable,
)
from mediamill.generations import EngineUsed, Generation
from mediamill.jobs import JobRow, Wish
from mediamill.storage import StorageFailed
from mediamill.telemetry import log_warning
from mediamill.units import DAY_MS, MINUTE_MS

AGAIN_SHARE = 0.1  # of the time since the submit: long jobs are looked at more rarely
AGAIN_SECONDS_MIN, AGAIN_SECONDS_MAX = 1.0, 15.0
LOOKS_PER_SECOND = 200.0  # at one engine's jobs: beyond so many they are looked at more rarely; vendors limit them too
TROUBLE_SECONDS = 5.0  # before the next look when the vendor was not reached, or the storage was away
KEYLESS_SECONDS = 60.0  # between looks for a key that is gone
VERDICT_SECONDS_MIN, VERDICT_SECONDS_MAX = 30.0, 3_600.0  # between looks at what nobody waits for
RETAINED_MS = 7 * DAY_MS  # no vendor keeps a job longer: then its estimate is what it cost
MISSING_MIN, MISSING_MS = 3, MINUTE_MS  # so many times within so long: it is lost
KEEP_SECONDS = 10.0  # between two prolongations of a look that fetches the result
PROGRESS_MAX = 0.9  # as long as the file is not here
TOO_LONG = "This took longer than one generation may take. Please try again."
GONE = "This could not be finished. Please try again."

log = logging.getLogger("mediamill.dispatch")


@dataclass(frozen=True, slots=True)
class Watched:
    """A job with everything that a look at it needs."""

    row: JobRow
    kept: KeptHandle
    setup: RemoteSetup
    vendor: VendorClient
    generation: Generation | None  # None when it is not held by the job any more

    @property
    def job(self) -> Job:
        """As the engine gets it."""
        return Job(self.kept.handle)

    @property
    def stepping(self) -> Stepping:
        """For its next step."""
        return Stepping(self.row, self.setup.engine, self.vendor)


class JobLook:
    """Looks at jobs for one process."""

    def __init__(
        self,
        *,
        write: AttemptWriter,
        catalogue: Catalogue,
        registry: Registry,
        host: EngineHost,
        vendors: Vendors,
        fetcher: ResultFetcher,
        downloads: int,
        signer: OutputSigner | None = None,
    ) -> None:
        """`downloads`: results fetched and finished at once."""
        self.write = write
        self.database: Database = write.database
        self.catalogue = catalogue
        self.registry = registry
        self.host = host
        self.vendors = vendors
        self.fetcher = fetcher
        self.steps = Steps(self.database, self.kept)
        self.signer = signer or OutputSigner(host, None)
        self.downloads = asyncio.Semaphore(downloads)
        self.crowds: dict[str, int] = {}  # engine -> its jobs under way
        self.warned: set[str] = set()

    async def at(self, row: JobRow) -> None:
        """Look, and record what came of it; a look that breaks down is repeated when its lease is over."""
        watched = await self.watched(row)
        if watched is None:
            await self.database.write(partial(jobs.look_again, job=row, in_ms=round(KEYLESS_SECONDS * 1_000)))
        elif row.wish is Wish.RESULT and watched.generation is not None:
            await self.for_result(watched, watched.generation)
        elif row.wish is Wish.VERDICT:
            await self.for_verdict(watched)
        else:
            await self.cancel(watched)

    async def watched(self, row: JobRow) -> Watched | None:
        """None when its engine or key is gone: it waits for them, and the operator is told."""
        setup = self.registry.setup_of(row.engine)
        key = setup.key(row.key_id) if setup else None
        if setup is None or key is None:
            self.warn_once(row)
            return None
        kept = KeptHandle.read(row.handle)
        generation = await self.database.read(
            lambda tx: generations.held_by_job(tx, row.generation_id, row.purchase_id)
        )
        vendor = self.vendors.client(setup, key, kept.base_url)
        return Watched(row, kept, setup, vendor, generation)

    async def for_result(self, watched: Watched, generation: Generation) -> None:
        """The look that somebody waits for."""
        row, now = watched.row, await self.database.read(lambda tx: tx.now())
        writer = self.write.on_behalf_of(jobs.holder(row.purchase_id))
        writer.log.chosen(generation, row.engine)
        try:
            look = await self.ask(watched)
            if isinstance(look, StepDone) and now < row.deadline_at:
                look = await self.steps.buy(watched.stepping)
            match look:
                case Finished() as finished:
                    await self.deliver(watched, generation, finished, writer)
                case EngineRefused() as refusal:
                    await self.close(watched, refusal)
                    sentence = presentable(str(refusal), instead=REFUSED, secret="\0")
                    await writer.fail(generation, sentence, "refused")
                    await self.database.write(partial(jobs.end, job=row))
                case EngineFailed() as failure:
                    await self.close(watched, failure)
                    sentence = presentable(str(failure), instead=failed(RunFailure.RAISED).sentence, secret="\0")
                    await writer.fail_attempt(generation, sentence, RunFailure.RAISED.value)
                    await self.database.write(partial(jobs.end, job=row))
                case _ if now >= row.deadline_at:
                    await self.give_up(watched, generation, writer)
                case Missing() if is_lost(row, now):
                    await self.database.write(partial(purchases.settle, purchase_id=row.purchase_id, actual=None))
                    await writer.fail_attempt(generation, GONE, "lost_by_vendor")
                    await self.database.write(partial(jobs.end, job=row))
                case Running() | Missing() | None as news:
                    await self.database.write(partial(self.note, watched=watched, generation=generation, look=news))
        except LeaseLost:
            await self.database.write(partial(jobs.want, job=row, wish=Wish.CANCEL, in_ms=0))
        finally:
            writer.log.forget(generation)

    async def ask(self, watched: Watched) -> Look | EngineRefused | EngineFailed | None:
        """The vendor's word; None where it said nothing that counts."""
        if watched.kept.step_at is not None:
            return await self.steps.trace(watched.stepping)
        try:
            return await watched.setup.engine.poll(watched.job, watched.vendor)
        except (EngineRefused, EngineFailed) as final:
            return final
        except EngineUnavailable as outage:
            return Running(look_in=outage.retry_after)
        except Exception as fault:  # noqa: BLE001 (no news; the deadline ends what never has any)
            log.info("%s: a look at %s brought nothing: %s", watched.row.engine, watched.row.purchase_id, fault)
            return None

    def note(self, tx: Transaction, watched: Watched, generation: Generation, look: Running | Missing | None) -> None:
        """No end yet: progress, and the next look."""
        row, now = watched.row, tx.now()
        seconds = max(0.0, (now - row.started_at) / 1_000)
        typical = watched.setup.engine.typical_seconds(generation.tool, generation.model)
        progress, stage, look_in = min(PROGRESS_MAX, seconds / max(typical, 1.0)), generation.stage, None
        if isinstance(look, Running):
            progress = progress if look.progress is None else look.progress
            stage, look_in = look.stage[:100] or stage, look.look_in
        if look is None:
            look_in = TROUBLE_SECONDS
        progress = min(PROGRESS_MAX, max(generation.progress, progress))
        if (progress, stage) != (generation.progress, generation.stage):
            holder = jobs.holder(row.purchase_id)
            generations.note_progress(tx, generation, holder, progress, stage)
        pause = again_after(seconds) if look_in is None else max(AGAIN_SECONDS_MIN, look_in)
        pause = max(pause, self.crowds.get(row.engine, 0) / LOOKS_PER_SECOND)
        left = max(0.0, (row.deadline_at - now) / 1_000)
        is_missing = isinstance(look, Missing)
        jobs.look_again(tx, row, math.ceil(min(pause, left) * 1_000), is_missing=is_missing)

    async def deliver(
        self, watched: Watched, generation: Generation, finished: Finished, writer: AttemptWriter
    ) -> None:
        """The result: billed, fetched, finished, stored, settled. Raises LeaseLost."""
        row = watched.row
        await self.database.write(partial(purchases.settle, purchase_id=row.purchase_id, actual=finished.cost))
        model = self.catalogue.find(generation.tool, generation.model)
        if model is None:
            await writer.fail(generation, GONE, "no_engine")
            await self.database.write(partial(jobs.end, job=row))
            return
        async with self.downloads, self.kept(row), self.host.folder_for(row.purchase_id, row.fence) as folder:
            request = request_of(generation, folder, {})
            try:
                outcome = await self.fetcher.fetch(finished, watched.vendor, request, model.limits)
                if isinstance(outcome, Made):
                    used = EngineUsed(row.engine, self.version_of(row.engine))
                    artifact = await self.signer.sign(generation, outcome.artifact, folder, TRAINED)
                    results = ResultStore(writer.storage, writer.show_uploading, writer.metrics)
                    done = await complete(
                        writer, results, generation, model, artifact, used, watched.kept.input_seconds
                    )
                    if done is Completion.STORAGE_AWAY:
                        await self.try_again(row)
                        return
                    if done is Completion.WRONG_FILE:
                        outcome = failed(RunFailure.BAD_ARTIFACT)
            except (ResultNotFetched, StorageFailed) as fault:
                log.warning("generation %s: the result is not stored yet: %s", generation.id, fault)
                await self.retry_delivery(watched, generation, writer)
                return
        await self.conclude(outcome, generation, writer)
        await self.database.write(partial(jobs.end, job=row))

    async def conclude(self, outcome: RunOutcome, generation: Generation, writer: AttemptWriter) -> None:
        """What was delivered is no file that can be used."""
        match outcome:
            case Refused(sentence):
                await writer.fail(generation, sentence, "refused")
            case Failed(reason, sentence):
                await writer.fail_attempt(generation, sentence, reason.value)

    async def retry_delivery(self, watched: Watched, generation: Generation, writer: AttemptWriter) -> None:
        """The files could not be fetched or stored just now; after the deadline they never will be."""
        if await self.database.read(lambda tx: tx.now() >= watched.row.deadline_at):
            await writer.fail_attempt(generation, GONE, "result_not_fetched")
            await self.database.write(partial(jobs.end, job=watched.row))
        else:
            await self.try_again(watched.row)

    async def try_again(self, row: JobRow) -> None:
        """Soon."""
        await self.database.write(partial(jobs.look_again, job=row, in_ms=round(TROUBLE_SECONDS * 1_000)))

    async def give_up(self, watched: Watched, generation: Generation, writer: AttemptWriter) -> None:
        """Our deadline: the caller pays nothing, the vendor is told, and what it bills is a loss."""
        row = watched.row
        await self.tell(watched)
        await writer.fail(generation, TOO_LONG, RunFailure.TIMED_OUT.value)
        await self.orphan(row)

    async def cancel(self, watched: Watched) -> None:
        """Its generation has ended without it: tell the vendor, then wait for the verdict."""
        await self.tell(watched)
        await self.orphan(watched.row)

    async def tell(self, watched: Watched) -> None:
        """Tell the vendor that nobody wants it any more."""
        try:
            await watched.setup.engine.cancel(watched.job, watched.vendor)
        except Exception as fault:  # noqa: BLE001 (the vendor may finish it; the verdict says so)
            log.warning("%s: %s was not cancelled: %s", watched.row.engine, watched.row.purchase_id, fault)

    async def orphan(self, row: JobRow) -> None:
        """Look slowly until the vendor says what it cost."""

        def orphan(tx: Transaction) -> None:
            if jobs.want(tx, row, Wish.VERDICT, round(VERDICT_SECONDS_MIN * 1_000)):
                purchases.mark_orphaned(tx, row.purchase_id)

        await self.database.write(orphan)
        log_warning(
            log,
            "purchase orphaned",
            trace=None,
            engine=row.engine,
            purchase=row.purchase_id,
            generation=row.generation_id,
        )

    async def for_verdict(self, watched: Watched) -> None:
        """The look that only the books wait for."""
        row = watched.row
        look = await self.ask(watched)

        def note(tx: Transaction) -> None:
            age = tx.now() - row.started_at
            if (isinstance(look, Missing) and is_lost(row, tx.now())) or age > RETAINED_MS:
                purchases.settle(tx, row.purchase_id, None)
                jobs.end(tx, row)
            else:
                pause = min(VERDICT_SECONDS_MAX, max(VERDICT_SECONDS_MIN, age / 1_000 * AGAIN_SHARE))
                jobs.look_again(tx, row, round(pause * 1_000), is_missing=isinstance(look, Missing))

        if isinstance(look, EngineRefused | EngineFailed):
            await self.close(watched, look)
        elif isinstance(look, Finished | StepDone):
            await self.database.write(partial(purchases.settle, purchase_id=row.purchase_id, actual=look.cost))
        else:
            await self.database.write(note)
            return
        await self.database.write(partial(jobs.end, job=row))

    async def close(self, watched: Watched, final: EngineRefused | EngineFailed) -> None:
        """The vendor's final word, and what it bills for it."""
        cost = final.facts.get("cost")
        await self.database.write(partial(purchases.close, purchase_id=watched.row.purchase_id, cost=cost))

    @asynccontextmanager
    async def kept(self, row: JobRow) -> AsyncIterator[None]:
        """Nobody else looks meanwhile, however long it takes."""

        async def keep() -> None:
            while True:
                await asyncio.sleep(KEEP_SECONDS)
                try:
                    await self.database.write(partial(jobs.keep, job=row))
                except (StoreBusy, StoreFailed) as error:
                    log.warning("%s: a look could not be prolonged: %s", row.engine, error)

        task = asyncio.create_task(keep())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def version_of(self, engine: str) -> str | None:
        """Of the adapter."""
        entry = next((one for one in self.registry.entries if one.name == engine), None)
        return self.registry.version_of(entry) if entry else None

    def warn_once(self, row: JobRow) -> None:
        """A job that cannot be looked at."""
        if row.purchase_id not in self.warned:
            self.warned.add(row.purchase_id)
            log_warning(
                log,
                "job waits for its key",
                trace=None,
                engine=row.engine,
                key=row.key_id,
                purchase=row.purchase_id,
                generation=row.generation_id,
            )


def is_lost(row: JobRow, now: int) -> bool:
    """Whether the vendor, which knows nothing of it just now, has known nothing for long enough."""
    return row.missing + 1 >= MISSING_MIN and row.missing_since is not None and now - row.missing_since >= MISSING_MS


def again_after(seconds: float) -> float:
    """How long to wait before the next look at a job that was submitted so many seconds ago."""
    return min(AGAIN_SECONDS_MAX, max(AGAIN_SECONDS_MIN, seconds * AGAIN_SHARE))
