"""Runs one claimed generation: inputs, engine, storage, settlement. Nothing here outlives its attempt's fence."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from mediamill import generations, workers
from mediamill.catalogue import Catalogue, Model
from mediamill.db import StoreBusy, StoreFailed
from mediamill.dispatch.attempt import ActiveAttempt, Phase
from mediamill.dispatch.attempt_writer import DATABASE_AWAY, STORAGE_AWAY, AttemptWriter, LeaseLost
from mediamill.dispatch.completion import Completion, complete
from mediamill.dispatch.inputs import InputRejected, Inputs, seconds_of
from mediamill.dispatch.outages import Outages
from mediamill.dispatch.remote import AtVendor, Bought, Buyer, NotNow, Order
from mediamill.dispatch.request import request_of
from mediamill.dispatch.results import ResultStore, bytes_of
from mediamill.dispatch.signer import OutputSigner
from mediamill.engines import (
    READY_SECONDS,
    DecoderFailed,
    EngineEntry,
    EngineHost,
    Failed,
    Made,
    Needs,
    ReadyState,
    Refused,
    Registry,
    Request,
    RunFailure,
    RunOutcome,
    Scope,
    ToolModel,
    Unavailable,
    no_engine,
    pool_of,
)
from mediamill.generations import AttemptOutcome, EngineUsed, Generation, HoldChange, WaitingPlace
from mediamill.policies import Judges, PolicyBroke
from mediamill.storage import StorageFailed
from mediamill.telemetry import NoTracer, Tracer
from mediamill.units import MEGABYTE
from mediamill.workers import Served

RUNS_ELSEWHERE = "The engine that is to run it works in another pool."
# Between claims of a model whose only engine takes no more: another process may know better.
HELD_BACK_SECONDS_MAX = 10.0
LOAD_SECONDS_MIN = 10.0  # that weights take to load, for what is preferred because it needs none
STORAGE_PAUSE_SECONDS = 10.0  # before the next try after the storage was away
DATABASE_PAUSE_SECONDS = 1.0  # the same for the database: it takes writes again when this one is put back
ELSEWHERE_PAUSE_SECONDS = 1.0  # a process that runs the model has just started: it takes it then
NOT_READY = "No engine is set up for {model}: {missing}"
TOO_POOR = "Insufficient credits: {needed} needed"
CAPPED = "Insufficient credits: spending limit reached"
BROKE = "The engine broke down while it worked on this. Please try again."
NOT_LOOKED_AT = "The file that was sent could not be read just now. Please try again."
ENGINE_AWAY = "The engine was not available."
NOT_JUDGED = "It could not be checked whether this may be made. Please try again."
WRONG_FILE = "The engine gave a file that is not what it says. Please try again."

log = logging.getLogger("mediamill.dispatch")


@dataclass(frozen=True, slots=True)
class EngineCall:
    """What an attempt asks of its engine."""

    model: Model
    entry: EngineEntry
    request: Request
    engine: EngineUsed
    needs: Needs
    input_seconds: float | None  # of the recording that came in, if one did


class AttemptRunner:
    """Runs attempts: inputs, engine, storage, settlement."""

    def __init__(
        self,
        *,
        write: AttemptWriter,
        catalogue: Catalogue,
        registry: Registry,
        host: EngineHost,
        inputs: Inputs,
        buyer: Buyer,
        fall_over_seconds: float,
        signer: OutputSigner | None = None,
        judges: Judges | None = None,
        tracer: Tracer | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`fall_over_seconds`: how long work waits for an engine before the next one in the list takes it."""
        self.write = write
        self.worker = write.worker
        self.database = write.database
        self.storage = write.storage
        self.metrics = write.metrics
        self.attempts = write.log
        self.catalogue = catalogue
        self.registry = registry
        self.host = host
        self.inputs = inputs
        self.buyer = buyer
        self.fall_over_seconds = fall_over_seconds
        self.signer = signer or OutputSigner(host, None)
        self.judges = judges or Judges({}, 0)
        self.tracer = tracer or NoTracer()
        self.monotonic = monotonic
        self.outages = Outages()
        self.results = ResultStore(self.storage, write.show_uploading, self.metrics)
        self.resumed_at: dict[ToolModel, float] = {}  # by the monotonic clock: nothing of the model is claimed before

    async def run(self, attempt: ActiveAttempt) -> None:
        """From claimed to success, error or another try. Cancelled, it hands the generation back unless it was lost."""
        generation = attempt.generation
        try:
            await self.make(attempt)
            if generation.attempt > 1:
                await self.sweep_losers(generation)
        except LeaseLost:
            self.attempts.ended(generation, AttemptOutcome.LOST, "lease_lost")
        except StorageFailed as error:
            self.metrics.storage_failures.inc()
            self.attempts.log_warning("storage unavailable", generation, reason=str(error))
            await self.write.release(generation, STORAGE_PAUSE_SECONDS, STORAGE_AWAY)
        except (StoreBusy, StoreFailed) as error:
            self.attempts.log_warning("database unavailable", generation, reason=str(error))
            await self.write.release(generation, DATABASE_PAUSE_SECONDS, DATABASE_AWAY)
        except asyncio.CancelledError:
            if not attempt.lost:
                await self.write.release_now(generation)
            raise
        except Exception:
            log.exception("generation %s: attempt %d broke", generation.id, generation.attempt)
            await self.write.fail_attempt(generation, BROKE, "broke")
        finally:
            self.attempts.forget(generation)

    async def make(self, attempt: ActiveAttempt) -> None:
        """One attempt."""
        generation = attempt.generation
        model = self.model_of(generation)
        engines = self.registry.engines_for(generation.tool, generation.model)
        if model is None or not engines:
            return await self.refuse(generation)
        usable = await self.usable(generation, engines)
        if not usable:
            return None
        engine, *fallbacks = usable
        if (pool := pool_of(engine, model)) != generation.pool:
            return await self.write.release(
                generation, 0, RUNS_ELSEWHERE, WaitingPlace(pool, generation.fallback_engine)
            )
        values = orjson.loads(generation.input)
        if not await self.is_allowed(generation, values):
            return None
        self.attempts.chosen(generation, engine.name)
        used = EngineUsed(engine.name, self.registry.version_of(engine))
        if used != self.engine_of(generation.tool, generation.model):
            await self.write.note_engine(generation, used)
        async with self.host.folder_for(generation.id, generation.attempt) as folder:
            try:
                files = await self.inputs.fetch(generation, model, values, folder)
            except DecoderFailed:
                log.exception("generation %s: an input could not be decoded", generation.id)
                return await self.write.fail_attempt(generation, NOT_LOOKED_AT, "decoder")
            if isinstance(files, InputRejected):
                reason = RunFailure.TIMED_OUT.value if files.timed_out else "input"
                return await self.write.fail(generation, files.sentence, reason)
            request = request_of(generation, folder, {name: file.path for name, file in files.items()})
            needs = self.registry.needs_of(engine)
            call = EngineCall(model, engine, request, used, needs, seconds_of(files))
            if model.priced_by_input and not await self.price_by_input(generation, call):
                return None
            async with attempt.slots.hold(attempt):
                outcome = await self.run_observed(attempt, call)
            if isinstance(outcome, NotNow):
                return await self.wait(generation, model, outcome, fallbacks)
            if not isinstance(outcome, AtVendor):
                await self.settle(attempt, call, outcome)

    async def is_allowed(self, generation: Generation, values: Mapping[str, Any]) -> bool:
        """Whether the operator's content policies allow it; else it has ended, or waits for another try."""
        try:
            sentence = await self.judges.judge(generation.tool, generation.model, values)
        except PolicyBroke as error:
            self.attempts.log_warning("content policy unavailable", generation, reason=str(error))
            await self.write.fail_attempt(generation, NOT_JUDGED, "policy_broke")
            return False
        if sentence is not None:
            await self.write.fail(generation, sentence, "policy")
        return sentence is None

    async def refuse(self, generation: Generation) -> None:
        """End what no process has an engine for; leave it to one that came meanwhile."""
        served = Served(generation.pool, generation.tool, generation.model)
        if served in await self.database.read(workers.known_models):
            return await self.write.release(generation, ELSEWHERE_PAUSE_SECONDS, ENGINE_AWAY)
        await self.write.fail(generation, no_engine(generation.tool, generation.model), "no_engine")

    async def usable(self, generation: Generation, engines: Sequence[EngineEntry]) -> list[EngineEntry]:
        """The engines that can work on it now, the one whose turn it is first. None when there is none: then it waits
        for one, or has ended in error because all that there are lack something that only the operator can change.
        """
        model, waits, missing = (generation.tool, generation.model), list[float](), list[str]()
        values, unable, found = orjson.loads(generation.input), list[str](), list[EngineEntry]()
        for engine in from_fallback(engines, generation.fallback_engine):
            if away := self.outages.seconds_left(engine.name, model):
                waits.append(away)
                continue
            readiness = await self.registry.readiness(engine)
            if readiness.state is ReadyState.READY:
                if (sentence := readiness.unable(model, values)) is None:
                    found.append(engine)
                else:
                    unable.append(sentence)
                continue
            if readiness.state is ReadyState.MISSING:
                missing.append(readiness.sentence)
            else:
                outage = Unavailable(readiness.sentence, READY_SECONDS, Scope.ENGINE)
                self.note_outage(generation, engine.name, outage)
                waits.append(outage.retry_after)
        if found:
            return found
        if waits:
            await self.write.release(generation, min(waits), ENGINE_AWAY)
        elif unable:
            await self.write.fail(generation, unable[0], "not_offered")
        else:
            sentence = NOT_READY.format(model="/".join(model), missing=missing[0])
            await self.write.fail(generation, sentence, "engine_not_ready")
        return []

    async def wait(
        self, generation: Generation, model: Model, not_now: NotNow, fallbacks: Sequence[EngineEntry]
    ) -> None:
        """Wait for the engine for a while; then the next one takes it, if a live process runs that."""
        now, known = await self.database.read(lambda tx: (tx.now(), workers.known_models(tx)))
        waited = 0.0 if generation.waiting_since is None else (now - generation.waiting_since) / 1_000
        places = [WaitingPlace(pool_of(engine, model), engine.name) for engine in fallbacks]
        places = [place for place in places if Served(place.pool, model.tool, model.slug) in known]
        if not places and not_now.is_about_engine:
            self.resumed_at[model.tool, model.slug] = self.monotonic() + min(not_now.seconds, HELD_BACK_SECONDS_MAX)
        if not places or not not_now.may_fall_over:
            first = self.registry.pools_of(model)[0]
            return await self.write.release(generation, not_now.seconds, not_now.reason, WaitingPlace(first, None))
        if not_now.passes_over or waited >= self.fall_over_seconds:
            return await self.write.release(generation, 0, not_now.reason, places[0])
        seconds = min(not_now.seconds, self.fall_over_seconds - waited)
        return await self.write.release(generation, seconds, not_now.reason)

    def held_back(self) -> set[ToolModel]:
        """Models whose only engine cannot take more just now: to claim what waits would only put it back again."""
        now = self.monotonic()
        return {model for model, resumed_at in self.resumed_at.items() if resumed_at > now}

    def warm_ms(self) -> dict[ToolModel, int]:
        """Models whose weights are loaded here, each with how long loading them takes, in milliseconds."""
        return {
            model: round(max(device.load_seconds or 0.0, LOAD_SECONDS_MIN) * 1_000)
            for device in self.host.devices
            if device.loaded
            for model in self.registry.models_of(device.loaded)
        }

    def first_phase(self, generation: Generation) -> Phase:
        """The first phase of an attempt: fetching its inputs if it has any, else waiting for an engine."""
        model = self.model_of(generation)
        return Phase.PREPARING if model is not None and model.url_fields else Phase.WAITING

    async def run_observed(self, attempt: ActiveAttempt, call: EngineCall) -> Bought:
        """The engine's run, timed and traced; the engine is given its trace."""
        request, started = call.request, time.perf_counter()
        facts: dict[str, str | int] = {"generation": request.generation_id, "attempt": attempt.generation.attempt}
        name, parent = f"engine {call.engine.name}", attempt.generation.trace
        with self.tracer.span(name, parent, tool=request.tool, model=request.model, **facts) as trace:
            outcome = await self.run_engine(attempt, replace(call, request=replace(request, trace=trace)))
        self.metrics.engine_seconds.labels(request.tool, request.model).observe(time.perf_counter() - started)
        return outcome

    async def run_engine(self, attempt: ActiveAttempt, call: EngineCall) -> Bought:
        """Run the engine in a child process, or have a remote one buy. Input files lie in the same folder and do not
        count as output.
        """
        if call.entry.kind == "remote":
            setup = self.registry.setup_of(call.entry.name)
            assert setup is not None, f"{call.entry.name} was configured when it was chosen"
            order = Order(attempt.generation, setup, call.request, call.model.limits, call.input_seconds)
            return await self.buyer.buy(order)
        brought = sum(path.stat().st_size for path in call.request.files.values())
        limits = replace(call.model.limits, output_mb=call.model.limits.output_mb + math.ceil(brought / MEGABYTE))
        # An engine's own code, and a look at the disk.
        place = await asyncio.to_thread(self.registry.place_of, call.entry, call.request.tool, call.request.model)
        return await self.host.run(
            call.entry.target,
            call.request,
            limits=limits,
            on_progress=attempt.report,
            on_checkpoint=lambda text: self.write.note_checkpoint(attempt.generation, text),
            needs=call.needs,
            place=place,
        )

    async def price_by_input(self, generation: Generation, call: EngineCall) -> bool:
        """Hold what the recording that came in costs; False when that ended the generation."""
        assert call.input_seconds is not None, f"{call.model.slug} is priced by a recording and has none"
        needed = call.model.hold_for(call.input_seconds)
        match await self.database.write(lambda tx: generations.raise_hold(tx, generation, self.worker, needed)):
            case None:
                raise LeaseLost
            case HoldChange.SET:
                return True
            case HoldChange.TOO_POOR:
                sentence = TOO_POOR.format(needed=needed)
            case HoldChange.CAPPED:
                sentence = CAPPED
        await self.write.fail(generation, sentence, "insufficient_credits")
        return False

    def model_of(self, generation: Generation) -> Model | None:
        """The model as it is on offer now; None when the operator took it away meanwhile."""
        return self.catalogue.find(generation.tool, generation.model)

    async def settle(self, attempt: ActiveAttempt, call: EngineCall, outcome: RunOutcome) -> None:
        """Record the outcome of the engine's run."""
        generation = attempt.generation
        match outcome:
            case Refused(sentence):
                await self.write.fail(generation, sentence, "refused")
            case Failed(reason, sentence):
                await self.write.fail_attempt(generation, sentence, reason.value)
            case Unavailable():
                self.note_outage(generation, call.engine.name, outcome)
                await self.write.release(generation, outcome.retry_after, outcome.sentence)
            case Made(artifact):
                folder = call.request.folder
                artifact = await self.signer.sign(generation, artifact, folder, call.entry.source_type)
                attempt.stored_bytes = bytes_of(artifact)
                match await complete(
                    self.write, self.results, generation, call.model, artifact, call.engine, call.input_seconds
                ):
                    case Completion.WRONG_FILE:
                        await self.write.fail_attempt(generation, WRONG_FILE, "wrong_file")
                    case Completion.STORAGE_AWAY:
                        await self.write.release(generation, STORAGE_PAUSE_SECONDS, STORAGE_AWAY)

    def note_outage(self, generation: Generation, engine: str, outage: Unavailable) -> None:
        """Do not ask the engine again until it may work, and log it once."""
        self.metrics.engine_unavailable.labels(engine, outage.scope.value).inc()
        if self.outages.note(engine, (generation.tool, generation.model), outage):
            facts = {"engine": engine, "scope": outage.scope.value, "retry_after": round(outage.retry_after, 1)}
            self.attempts.log_warning("engine unavailable", generation, reason=outage.sentence, **facts)

    def engine_of(self, tool: str, model: str) -> EngineUsed | None:
        """The engine that is expected to run the model, known without loading anything."""
        entry = self.registry.engine_for(tool, model)
        return EngineUsed(entry.name, self.registry.version_of(entry)) if entry else None

    async def sweep_losers(self, generation: Generation) -> None:
        """Delete what earlier attempts stored and no row points at."""
        row = await self.database.read(lambda tx: generations.find(tx, generation.id))
        if row is None or row.status not in generations.FINAL:
            return
        kept = {row.output_key, row.thumbnail_key}
        stray = [file.key async for file in self.storage.list(f"{generation.id}/") if file.key not in kept]
        await self.storage.delete(stray)


def from_fallback(engines: Sequence[EngineEntry], name: str | None) -> list[EngineEntry]:
    """The engines from the one that took over on; all of them where none did, or it is gone."""
    names = [engine.name for engine in engines]
    return list(engines[names.index(name) :] if name in names else engines)
