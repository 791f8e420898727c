"""A purchase from the vendor of the engine under test, from its submit to the finished file. It costs money."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from mediamill import clock
from mediamill.catalogue import Limits, Model, Tool
from mediamill.dispatch import ResultFetcher
from mediamill.engines import (
    HANDLE_BYTES_MAX,
    EngineUnavailable,
    Finished,
    ForeignUrl,
    Job,
    Look,
    Made,
    Missing,
    RemoteEngine,
    Request,
    ResultNotFetched,
    Running,
    StepDone,
    Vendor,
    VendorAnswer,
    VendorClient,
)
from mediamill.testing.findings import Check, Finding, Verdict, skipped, verdict_on
from mediamill.testing.judgement import content_faults, stage_faults
from mediamill.testing.probe import provenance_faults
from mediamill.testing.remote.declaration import overrides
from mediamill.testing.remote.promises import described
from mediamill.testing.remote.vendors import CannedAnswers, LostAnswers, UnknownWords, page, refusal

PAUSE_SECONDS = 2.0  # between looks
SEARCHES = 5  # for what was bought, where the vendor's list is late
MILLION = 1_000_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Trade:
    """Where one model is bought."""

    engine: RemoteEngine
    vendor: VendorClient
    fetcher: ResultFetcher
    tool: Tool
    model: Model
    limits: Limits
    pause_seconds: float = PAUSE_SECONDS

    @property
    def name(self) -> str:
        """ "tool/model"."""
        return f"{self.model.tool}/{self.model.slug}"

    async def of_purchase(self, request: Request) -> AsyncIterator[Finding]:
        """Every finding on one purchase that goes well."""
        try:
            bought = await self.engine.submit(request, self.vendor)
        except Exception as fault:  # noqa: BLE001 (third-party code: whatever it raises is reported)
            yield verdict_on(Check.EXAMPLE, [f"submit() raises {described(fault)}"], self.name)
            return
        if not isinstance(bought, Job | Finished):
            yield verdict_on(Check.EXAMPLE, [f"submit() returns {bought!r}, neither a Job nor Finished."], self.name)
            return
        made: Finished | str
        if isinstance(bought, Job):
            async for finding in self.of_job(bought):
                yield finding
            looks: list[Running] = []
            made = await self.awaited(bought, looks)
            yield verdict_on(Check.LOOKS, [fault for look in looks for fault in look_faults(look)][:1], self.name)
        else:
            made = bought
        if isinstance(made, str):
            yield verdict_on(Check.EXAMPLE, [made], self.name)
            return
        yield verdict_on(Check.EXAMPLE, [], self.name)
        yield cost_finding(self.engine, request, made, self.name)
        async for finding in self.of_result(made, request):
            yield finding

    async def of_job(self, job: Job) -> AsyncIterator[Finding]:
        """What a job is, and what becomes of it when its vendor says odd things."""
        yield verdict_on(Check.JOB, job_faults(job), self.name)
        look = await self.look(job, CannedAnswers(self.vendor, answer=refusal(404)))
        said = [] if isinstance(look, Missing) else [f"Of a job that is not known (HTTP 404) poll() says {told(look)}"]
        yield verdict_on(Check.MISSING, said, self.name)
        faults = [fault async for fault in self.odd_answer_faults(job)]
        yield verdict_on(Check.ODD_ANSWERS, faults, self.name)

    async def odd_answer_faults(self, job: Job) -> AsyncIterator[str]:
        """Each odd answer that is more to the engine than a job under way."""
        canned: dict[str, VendorAnswer] = {
            "a web page": page(200),
            "a web page with HTTP 502": page(502),
            **{f"HTTP {status}": refusal(status) for status in (400, 401, 403, 429, 500)},
        }
        vendors: dict[str, Vendor] = {
            what: CannedAnswers(self.vendor, answer=answer) for what, answer in canned.items()
        }
        vendors["an answer of unknown words"] = UnknownWords(self.vendor)
        for what, vendor in vendors.items():
            look = await self.look(job, vendor)
            # That the vendor is unavailable ends no job either.
            if not isinstance(look, Running | EngineUnavailable):
                yield f"Of {what} poll() makes {told(look)} A job under way is Running."

    async def look(self, job: Job, vendor: Vendor) -> Look | Exception:
        """What one look says, or raises."""
        try:
            return await self.engine.poll(job, vendor)
        except Exception as fault:  # noqa: BLE001 (third-party code: whatever it raises is reported)
            return fault

    async def awaited(self, job: Job, looks: list[Running]) -> Finished | str:
        """What became of the job, or why it became nothing, after as many looks as that takes; those are added."""
        ends_at = time.monotonic() + self.engine.options.timeout_seconds
        while time.monotonic() < ends_at:
            look = await self.look(job, self.vendor)
            if isinstance(look, Finished):
                return look
            if isinstance(look, StepDone):
                advanced = await self.advanced(job)
                if isinstance(advanced, str):
                    return advanced
                job = advanced
                continue
            if not isinstance(look, Running | EngineUnavailable):
                return f"The job ended with {told(look)}"
            looks += [look] if isinstance(look, Running) else []
            await self.pause()
        return f"The job was not finished after {self.engine.options.timeout_seconds:g} seconds (`timeout_seconds`)."

    async def advanced(self, job: Job) -> Job | str:
        """The job with its next step bought, or what is wrong with that; `find_step` has to find the same."""
        since = clock.now()
        try:
            bought = await self.engine.advance(job, self.vendor)
        except Exception as fault:  # noqa: BLE001 (third-party code: whatever it raises is reported)
            return f"advance() raises {described(fault)}"
        if wrong := next(job_faults(bought), None):
            return f"After advance(): {wrong}"
        found = await self.searched(lambda: self.engine.find_step(job, since, self.vendor), "find_step()")
        if isinstance(found, str):
            return found
        return bought if found == bought else f"advance() bought {bought!r}, but find_step() finds {found!r}."

    async def pause(self) -> None:
        """Between two looks."""
        await asyncio.sleep(self.pause_seconds)

    async def of_result(self, finished: Finished, request: Request) -> AsyncIterator[Finding]:
        """What the files are once they are here."""
        try:
            outcome = await self.fetcher.fetch(finished, self.vendor, request, self.limits)
        except (ForeignUrl, ResultNotFetched) as fault:
            yield verdict_on(Check.CONTENT, [str(fault)], self.name)
            return
        if not isinstance(outcome, Made):
            yield verdict_on(Check.CONTENT, [f"The files cannot be finished: {outcome.sentence}"], self.name)
            return
        yield verdict_on(Check.CONTENT, content_faults(outcome.artifact.path, self.tool), self.name)
        yield verdict_on(Check.PROVENANCE, provenance_faults(outcome.artifact), self.name)

    async def of_second_purchase(self, request: Request, *, makes_jobs: bool) -> AsyncIterator[Finding]:
        """What is found again and what is called off; one purchase for both, and none where there is neither."""
        can_cancel = makes_jobs and overrides(type(self.engine), "cancel")
        bought: Job | Finished | str | None = None
        if self.engine.has_history(self.model.tool, self.model.slug):
            bought = await self.found(request)
            yield verdict_on(Check.HISTORY, [bought] if isinstance(bought, str) else [], self.name)
        else:
            yield skipped(Check.HISTORY, "The vendor cannot be asked what was bought of this model.", self.name)
            if can_cancel:
                bought = await self.second(request)
        if isinstance(bought, Job) and can_cancel:
            yield verdict_on(Check.CANCEL, await self.cancel_faults(bought), self.name)
        elif isinstance(bought, str):
            yield skipped(Check.CANCEL, f"There is no job to call off: {bought}", self.name)
        else:
            why = "The vendor cannot be told." if makes_jobs and not can_cancel else "It is made at once."
            yield skipped(Check.CANCEL, why, self.name)

    async def second(self, request: Request) -> Job | Finished | str:
        """A further purchase, or why there is none."""
        try:
            return await self.engine.submit(request, self.vendor)
        except Exception as fault:  # noqa: BLE001 (third-party code: whatever it raises is reported)
            return f"submit() raises {described(fault)}"

    async def found(self, request: Request) -> Job | Finished | str:
        """What `find` finds of a purchase whose answer was lost, or why it finds nothing."""
        since = clock.now()
        lost = LostAnswers(self.vendor, is_sent=True)
        try:
            await self.engine.submit(request, lost)
        except Exception as fault:  # noqa: BLE001 (which one is judged elsewhere)
            if not lost.wanted:
                return f"submit() raises {described(fault)}"
        return await self.searched(lambda: self.engine.find(request, since, self.vendor), "find()")

    async def searched(self, search: Callable[[], Awaitable[T | None]], name: str) -> T | str:
        """What a search finds of what was bought just now, or why it finds nothing."""
        why = ""
        for _ in range(SEARCHES):
            try:
                found = await search()
            except EngineUnavailable as fault:
                why = described(fault)
            except Exception as fault:  # noqa: BLE001 (third-party code: whatever it raises is reported)
                return f"{name} raises {described(fault)}"
            else:
                return found or f"{name} says that nothing was bought, but the vendor has taken the call."
            await self.pause()
        return f"{name} could not say what was bought: {why}"

    async def cancel_faults(self, job: Job) -> list[str]:
        """What goes wrong when a job is called off by two workers."""
        try:
            await self.engine.cancel(job, self.vendor)
            await self.engine.cancel(job, self.vendor)
        except Exception as fault:  # noqa: BLE001 (third-party code: whatever it raises is reported)
            return [f"cancel() raises {described(fault)}"]
        return []


def job_faults(job: Job) -> Iterator[str]:
    """What keeps a job from a row."""
    if not all(isinstance(part, str) for pair in dict(job.handle).items() for part in pair):
        yield "A handle has texts only."
        return
    length = sum(len(part.encode()) + 3 for pair in job.handle.items() for part in pair)
    if length > HANDLE_BYTES_MAX:
        yield f"The handle has {length} bytes as JSON; {HANDLE_BYTES_MAX} are kept."
    if not is_pause(job.look_in):
        yield f"A look in {job.look_in!r} seconds is none."


def look_faults(look: Running) -> Iterator[str]:
    """What nobody could show of a look."""
    if look.progress is not None and not 0 <= look.progress <= 1:
        yield f"It says a progress of {look.progress}; a fraction lies between 0 and 1."
    yield from stage_faults([look.stage])
    if not is_pause(look.look_in):
        yield f"A look in {look.look_in!r} seconds is none."


def is_pause(seconds: float | None) -> bool:
    """Whether it is a time to wait, or left to the service."""
    return seconds is None or (math.isfinite(seconds) and seconds >= 0)


def cost_finding(engine: RemoteEngine, request: Request, finished: Finished, name: str) -> Finding:
    """What it cost, in words: whoever bought it wants to know."""
    cost = finished.cost
    if cost is not None and (type(cost) is not int or cost < 0):
        return verdict_on(Check.COST, [f"A cost is whole millionths, not {cost!r}."], name)
    estimate = engine.estimate(request)
    billed = "What it cost is not said" if cost is None else f"It cost {cost / MILLION:.4f}"
    guessed = "no estimate" if estimate is None else f"{estimate.amount / MILLION:.4f} estimated"
    return Finding(Check.COST, Verdict.PASSED, f"{billed}; {guessed}.", name)


def told(look: Look | Exception) -> str:
    """A look, or what was raised, on one line."""
    return described(look) if isinstance(look, Exception) else f"{type(look).__name__}."


def another(request: Request) -> Request:
    """The same wish of another generation."""
    return replace(request, generation_id=f"{request.generation_id}-2")
