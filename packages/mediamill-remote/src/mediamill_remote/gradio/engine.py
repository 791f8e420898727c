"""A Gradio app of the operator's own: a call joins its queue, and the result comes by a stream that is held open."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Estimate,
    Fact,
    Finished,
    Job,
    NotSent,
    RemoteOptions,
    Request,
    Scope,
    ServerEvent,
    ToolModel,
    Vendor,
)
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, short
from mediamill_remote.gradio.endpoints import (
    SETUP_SECONDS,
    START_SECONDS,
    Endpoints,
    ask_endpoints,
    endpoint_fault,
    in_order,
)
from mediamill_remote.gradio.verdicts import call_failure, log, run_failure
from mediamill_remote.mapped import Mapped, MappedEngine, MappedOptions
from mediamill_remote.mapping import FileForm, Files, ModelMapping, at, find_files, put
from mediamill_remote.tables import TableFault

CALL, UPLOAD, FILE = "/gradio_api/call", "/gradio_api/upload", "/gradio_api/file="
COMPLETE, ERROR = "complete", "error"  # after which nothing comes; before them `generating` and `heartbeat`
FETCHES = 3  # of a file that was made: a cut line is no reason to make it again
GRACE_SECONDS = 1.0  # an answer that is lost so shortly before the deadline was lost to it
TOO_LONG = "This took longer than one generation may take. Please try again."


@dataclass(frozen=True, kw_only=True)
class GradioOptions(MappedOptions):
    """What is Gradio's own."""

    silence_seconds: float = 120.0  # an app of which nothing at all is heard for so long is given up; it beats every 15

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if not 0 < self.silence_seconds <= 3_600:
            raise ValueError("silence_seconds has to be more than 0, and 3600 at most")


class GradioEngine(MappedEngine):
    """Models that a Gradio app runs, each behind a named endpoint."""

    Options: ClassVar[type[RemoteOptions]] = GradioOptions
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Bearer {key}")  # a private Space's
    needs_key: ClassVar[bool] = False
    default_models: ClassVar[tuple[str, ...] | None] = ()  # what the app makes is the operator's to say
    vendor_name: ClassVar[str] = "Gradio"
    package: ClassVar[str] = "mediamill_remote.gradio"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.URL})
    takes_inputs_in_order: ClassVar[bool] = True

    def mapped(self, request: Request) -> Mapped:
        """What is to be sent; without a price line it costs nothing."""
        mapped = super().mapped(request)
        if mapped.line is not None:
            return mapped
        return replace(mapped, estimate=Estimate(0, f"Gradio {mapped.mapping.endpoint}: an app of your own"))

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Have it made, and wait for it: whoever ends the stream gives the run up."""
        mapped, started = self.mapped(request), time.monotonic()
        endpoint, body = mapped.mapping.endpoint, mapped.body
        parameters = (await self._endpoints_for(mapped.mapping, vendor))[endpoint]
        for name, way in mapped.mapping.files.items():
            put(body, way.to, await handed_in(request.files.get(name), vendor))
        event_id = await called(endpoint, in_order(body, parameters), vendor)
        seconds = self.options.timeout_seconds - (time.monotonic() - started)
        told = await self._heard(f"{CALL}/{endpoint}/{event_id}", max(seconds, GRACE_SECONDS), vendor)
        if told.name == ERROR:
            raise run_failure(told, endpoint, request.generation_id)
        files = find_files(with_places(told.json()), mapped.result)
        if files is None:
            log.warning("Gradio /%s: %s has no file in %s", endpoint, request.generation_id, short(told.data))
            raise EngineFailed(sentence=FAILED)
        fetched = await fetch(files, request.folder, mapped.mapping.suffix, vendor)
        facts: dict[str, Fact] = {"method": endpoint, "seedSent": mapped.mapping.seed is not None}
        cost = None if mapped.line else 0
        return Finished(fetched, mapped.mapping.suffix, cost, mapped.mapping.seconds_max_of(request), facts)

    async def check(self, vendor: Vendor) -> str | None:
        """Ask what the app takes: None where that is what the tables say of its models."""
        try:
            endpoints = await ask_endpoints(vendor)
        except (EngineUnavailable, NotSent) as fault:
            return str(fault)
        chosen = {tuple(one.split("/", 1)) for one in self.options.models or ()} | set(self._own)
        models = {"/".join(model): mapping for model, mapping in self.models.items() if model in chosen}
        said = {name: endpoint_fault(mapping, endpoints) for name, mapping in models.items()}
        return next((f"{name}: {wrong}." for name, wrong in said.items() if wrong), None)

    async def _endpoints_for(self, mapping: ModelMapping, vendor: Vendor) -> Endpoints:
        """What the app takes, which has to be what the table says: an app takes too many values without a word, and
        those in another order too. Raises EngineUnavailable, NotSent.
        """
        endpoints = await ask_endpoints(vendor)
        if fault := endpoint_fault(mapping, endpoints):
            raise EngineUnavailable(f"Gradio: {fault}", SETUP_SECONDS, Scope.MODEL)
        return endpoints

    async def _heard(self, path: str, seconds: float, vendor: Vendor) -> ServerEvent:
        """How the run ended. Raises AnswerLost, EngineFailed."""
        assert isinstance(self.options, GradioOptions)
        started = time.monotonic()
        try:
            told = await vendor.listen(path, is_last, seconds=seconds, silence_seconds=self.options.silence_seconds)
        except NotSent as fault:  # the call was sent before
            raise AnswerLost(reason=str(fault)) from None
        except AnswerLost:
            if time.monotonic() - started < seconds - GRACE_SECONDS:
                raise
            raise EngineFailed(sentence=TOO_LONG) from None
        if isinstance(told, ServerEvent):
            return told
        raise AnswerLost(reason=f"the app answered with HTTP {told.status} where it tells of its work")

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        for (tool, model), mapping in models.items():
            if "/" in mapping.endpoint:
                raise TableFault(file, f"`{tool}/{model}`", "endpoint: a name without a slash, as `api_name` has it")
            if unknown := sorted(names_in(mapping) - set(mapping.inputs)):
                names = ", ".join(mapping.inputs) or "none"
                fault = f"inputs: {', '.join(f'`{name}`' for name in unknown)} is not among them; there are: {names}"
                raise TableFault(file, f"`{tool}/{model}`", fault)
        return super()._checked(file, models)


def names_in(mapping: ModelMapping) -> set[str]:
    """The inputs of the endpoint that a table fills."""
    places = [*mapping.fixed, *(way.to for way in mapping.files.values())]
    for field in mapping.fields.values():
        places += [field.to] if field.to else [name for table in field.values.values() for name in table]
    places += [mapping.seed.to] if mapping.seed else []
    return {place.partition(".")[0] for place in places}


async def handed_in(file: Path | None, vendor: Vendor) -> Mapping[str, object]:
    """A file as a value of a call: the place that it was uploaded to. Whatever goes wrong, nothing runs yet."""
    if file is None:
        raise EngineFailed(sentence=FAILED)
    try:
        answer = await vendor.call("POST", UPLOAD, form={"files": file})
    except AnswerLost as lost:
        raise upload_failed(str(lost)) from None
    if answer.status == 413:
        raise EngineRefused(sentence=FILE_TOO_LARGE)
    place = at(answer.json(), "0") if answer.status == 200 else None
    if not isinstance(place, str):
        raise upload_failed(f"HTTP {answer.status}")
    return {"path": place, "meta": {"_type": "gradio.FileData"}}


def upload_failed(why: str) -> EngineUnavailable:
    """The error for a file that could not be handed in."""
    return EngineUnavailable(f"Gradio: the app took no file: {why}", START_SECONDS)


async def called(endpoint: str, values: list[object], vendor: Vendor) -> str:
    """The event that a call has become. Raises AnswerLost, and what `call_failure` says."""
    answer = await vendor.buy(f"{CALL}/{endpoint}", {"data": values})
    event_id = at(answer.json(), "event_id") if answer.status == 200 else None
    if isinstance(event_id, str) and event_id.isalnum():
        return event_id
    failure = call_failure(answer, endpoint)
    raise failure or AnswerLost(reason=f"the app answered with HTTP {answer.status} and no event")


def is_last(event: ServerEvent) -> bool:
    """Whether nothing comes after it."""
    return event.name in (COMPLETE, ERROR)


def with_places(told: object) -> object:
    """A result with each of its files as the path below the app at which it is fetched, or as the URL that it has."""
    if isinstance(told, list):
        return [with_places(one) for one in told]
    if not isinstance(told, Mapping):
        return told
    path = told.get("path")
    if isinstance(path, str) and path:
        return path if path.startswith(("http://", "https://")) else f"{FILE}{quote(path)}"
    return {name: with_places(one) for name, one in told.items()}


async def fetch(files: Files, folder: Path, suffix: str, vendor: Vendor) -> tuple[str | Path, ...]:
    """The app's own files, for which it may want its token; others stay addresses. Raises EngineFailed."""
    return tuple(
        [
            await fetch_one(one, folder / f"answer-{number}{suffix}", vendor) if one.startswith(FILE) else one
            for number, one in enumerate(files)
        ]
    )


async def fetch_one(path: str, file: Path, vendor: Vendor) -> Path:
    """One file. `buy` is the one way to save an answer that a key may be needed for; this is free."""
    told = ""
    for _ in range(FETCHES):
        try:
            answer = await vendor.buy(path, method="GET", save_to=file)
        except (NotSent, AnswerLost) as fault:
            told = str(fault)
            continue
        if answer.status == 200:
            return file
        told = f"HTTP {answer.status}"
    log.warning("Gradio: a file that was made cannot be fetched: %s", told)
    raise EngineFailed(sentence=FAILED)
