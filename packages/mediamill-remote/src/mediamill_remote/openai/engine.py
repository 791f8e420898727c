"""OpenAI, and servers asked as it is: pictures and speech come with the answer, videos and objects are jobs."""

import asyncio
import logging
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import ClassVar, Literal
from urllib.parse import urlsplit

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    Estimate,
    Fact,
    Finished,
    Job,
    Look,
    Missing,
    NotSent,
    RemoteOptions,
    Request,
    Running,
    ToolModel,
    Vendor,
    VendorAnswer,
)
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, PROGRESS_MAX, TOO_LONG, plausible, retry_after, short
from mediamill_remote.files import data_url
from mediamill_remote.forms import form_of
from mediamill_remote.mapped import MODELS, Mapped, MappedEngine, MappedOptions
from mediamill_remote.mapping import Alternatives, FileForm, ModelMapping, at, put
from mediamill_remote.openai.ticket import JOB_ID, Ticket
from mediamill_remote.openai.verdicts import job_failure, read_error, submit_failure
from mediamill_remote.prices import number
from mediamill_remote.tables import TableFault

OPENAI = "openai.com"  # its API, those of its regions among them, is below this name
JOBS = frozenset({"v1/videos", "v1/meshes"})  # whose answer names a job; its file is the job's `content`
SUBMIT_SECONDS = 240.0  # for a job, with a file in the body
FILE_BYTES_MAX = 20 * 1024 * 1024  # of one file inside a body; base64 adds a third, and servers take 32 MB
GRACE_SECONDS = 1.0  # an answer that is lost so shortly before the deadline was lost to it
BASE64 = "b64_json"  # a field with this name has a file's bytes
STAGES: Mapping[object, str] = {"queued": "queued", "pending": "queued", "in_progress": "running"}
ENDED, BROKEN = frozenset({"completed", "succeeded"}), frozenset({"failed", "error", "cancelled", "canceled"})

log = logging.getLogger("mediamill.engines")


@dataclass(frozen=True, kw_only=True)
class OpenAIOptions(MappedOptions):
    """What is said of a server besides its address."""

    server: Literal["openai", "vllm-omni", "sglang", "localai"] = "openai"  # whose fields it takes
    usd_per_million_tokens: float = 0.0  # what a million output tokens cost; 0: estimates count

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if not (math.isfinite(self.usd_per_million_tokens) and 0 <= self.usd_per_million_tokens <= 100_000):
            raise ValueError("usd_per_million_tokens has to be a number from 0 to 100000")
        if urlsplit(self.base_url).path.rstrip("/").endswith("/v1"):
            raise ValueError("base_url is written without the /v1 at its end")


class OpenAIEngine(MappedEngine):
    """Models behind an API like OpenAI's."""

    Options: ClassVar[type[RemoteOptions]] = OpenAIOptions
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Bearer {key}")
    needs_key: ClassVar[bool] = False  # most servers of one's own ask for none
    default_models: ClassVar[tuple[str, ...] | None] = ()  # what a server has is the operator's to say
    vendor_name: ClassVar[str] = "OpenAI"
    package: ClassVar[str] = "mediamill_remote.openai"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.DATA_URL, FileForm.MULTIPART})
    answers_directly: ClassVar[bool] = True

    @property
    def is_openais(self) -> bool:
        """Whether OpenAI itself is asked: then its prices count."""
        host = urlsplit(self.options.base_url).hostname or ""
        return host == OPENAI or host.endswith(f".{OPENAI}")

    def ready(self) -> str | None:
        """None, or what is wrong with a table, or chosen without one."""
        for name in self.options.models or ():
            tool, _, model = name.partition("/")
            if (tool, model) not in self.models and super().ready() is None:
                return f"models: no table says how a server of kind {self._own_options().server} makes {name}."
        return super().ready()

    def models_table(self) -> str:
        """Of the kind of server."""
        server = self._own_options().server
        return MODELS if server == "openai" else MODELS.replace(".", f"-{server}.")

    def counts_packaged_prices(self) -> bool:
        """A server of one's own sends no bill."""
        return self.is_openais

    def mapped(self, request: Request) -> Mapped:
        """What is to be sent; what a server of one's own makes costs nothing where no price is written."""
        mapped = super().mapped(request)
        if mapped.line is not None or self.is_openais:
            return mapped
        return replace(mapped, estimate=Estimate(0, f"{method_of(mapped)}: a server of your own"))

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Have it made while the call lasts; videos and objects are put into the server's queue."""
        mapped = self.mapped(request)
        if mapped.mapping.endpoint in JOBS:
            return await self._queued(request, mapped, vendor)
        if mapped.mapping.direct:
            return await self._saved(request, mapped, vendor)
        answer = await self._bought(request, mapped, vendor)
        told = await asyncio.to_thread(answer.json)  # of many megabytes
        files = files_in(told, mapped.result, self.options.base_url) if is_success(answer) else None
        if files is None:
            raise submit_failure(answer, method_of(mapped)) or AnswerLost(
                reason=f"the server answered with HTTP {answer.status} and no file"
            )
        return finished(request, mapped, files, self._billed(told, mapped))

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Ask for the job."""
        ticket = Ticket.of(job.handle)
        answer = await vendor.get(ticket.path)
        if answer.status == 404:
            return Missing()
        told = answer.json()
        state = at(told, "status") if answer.status == 200 else None
        if state in ENDED:
            facts: dict[str, Fact] = {
                "method": ticket.method,
                "requestId": ticket.job,
                "seedSent": bool(ticket.seed_sent),
            }
            return Finished((f"{ticket.path}/content",), ticket.suffix, provenance=facts)
        if state in BROKEN:
            log.warning("%s: %s failed: %s", ticket.method, ticket.job, read_error(told).text)
            raise job_failure(told)
        return Running(progress_of(at(told, "progress")), STAGES.get(state, ""), retry_after(answer))

    async def cancel(self, job: Job, vendor: Vendor) -> None:
        """Delete the job; a server that is at work on it may finish it all the same."""
        await vendor.call("DELETE", Ticket.of(job.handle).path)

    async def check(self, vendor: Vendor) -> str | None:
        """Ask which models there are, or, where that cannot be asked, how the server feels."""
        try:
            answer = await vendor.get("/v1/models")
            if answer.status in (404, 405):
                answer = await vendor.get("/health")
        except (NotSent, AnswerLost) as error:
            return str(error)
        if is_success(answer):
            return None
        words = read_error(answer.json()).text
        told = f": {words.rstrip('.')}" if words else ""
        if answer.status in (401, 403):
            return f"The server does not take the key{told}."
        return f"The server answered with HTTP {answer.status}{told}."

    async def _queued(self, request: Request, mapped: Mapped, vendor: Vendor) -> Job:
        """A job that the server has taken."""
        answer = await self._bought(request, mapped, vendor, seconds=min(SUBMIT_SECONDS, self.options.timeout_seconds))
        number = at(answer.json(), "id") if is_success(answer) else None
        if not isinstance(number, str) or not JOB_ID.fullmatch(number):
            raise submit_failure(answer, method_of(mapped)) or AnswerLost(
                reason=f"the server answered with HTTP {answer.status} and no job"
            )
        mapping = mapped.mapping
        seed_sent = "yes" if mapping.seed else ""
        return Job(Ticket(mapping.endpoint, number, mapping.suffix, method_of(mapped), seed_sent).handle())

    async def _saved(self, request: Request, mapped: Mapped, vendor: Vendor) -> Finished:
        """The answer is the file."""
        file = request.folder / f"answer{mapped.mapping.suffix}"
        answer = await self._bought(request, mapped, vendor, save_to=file)
        if not is_success(answer) or is_text(answer):
            raise submit_failure(answer, method_of(mapped)) or AnswerLost(
                reason=f"the server answered with HTTP {answer.status} and no file"
            )
        return finished(request, mapped, (file,), None)

    async def _bought(
        self,
        request: Request,
        mapped: Mapped,
        vendor: Vendor,
        *,
        save_to: Path | None = None,
        seconds: float | None = None,
    ) -> VendorAnswer:
        """The answer to the one call that is billed; a server of one's own that takes too long has failed."""
        mapping, body = mapped.mapping, mapped.body
        if not mapping.form:
            for name, way in mapping.files.items():
                put(body, way.to, await handed_in(request.files.get(name)))
        form = form_of(body, mapping.files, request.files) if mapping.form else None
        seconds, started = seconds or self.options.timeout_seconds, time.monotonic()
        try:
            return await vendor.buy(
                f"/{mapping.endpoint}", None if form else body, form=form, save_to=save_to, seconds=seconds
            )
        except AnswerLost:
            if self.is_openais or time.monotonic() - started < seconds - GRACE_SECONDS:
                raise
            raise EngineFailed(sentence=TOO_LONG) from None

    def _billed(self, told: object, mapped: Mapped) -> int | None:
        """Millionths, by the tokens that an answer tells; None where they or their price are not known."""
        tokens, price = number(at(told, "usage.output_tokens")), self._own_options().usd_per_million_tokens
        if tokens is None or not 0 <= tokens <= 1e9 or not price:
            return None
        cost = math.ceil(Decimal(str(tokens)) * Decimal(str(price)))
        return cost if mapped.estimate is None or plausible(cost, mapped.estimate.amount) else None

    def _own_options(self) -> OpenAIOptions:
        return self.options if isinstance(self.options, OpenAIOptions) else OpenAIOptions()

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        for (tool, model), mapping in models.items():
            entry = f"`{tool}/{model}`"
            if mapping.endpoint in JOBS and not mapping.direct:
                raise TableFault(file, entry, f"direct: true for {mapping.endpoint}, whose job has the file itself")
            for name, way in mapping.files.items():
                if (way.how is FileForm.MULTIPART) != mapping.form:
                    raise TableFault(file, entry, f"files.{name}.how: multipart where `form` is true, else data_url")
        return super()._checked(file, models)


async def handed_in(file: Path | None) -> str:
    """A file as a data URL. Raises EngineFailed, EngineRefused."""
    try:
        written = await data_url(file, FILE_BYTES_MAX) if file else None
    except OSError as error:
        raise EngineFailed(sentence=FAILED) from error
    if file is None:
        raise EngineFailed(sentence=FAILED)
    if written is None:
        raise EngineRefused(sentence=FILE_TOO_LARGE)
    return written


def files_in(told: object, alternatives: Alternatives, base_url: str) -> tuple[str, ...] | None:
    """The files of the first alternative of which all are there; None where none is."""
    for paths in alternatives:
        found = [file_of(path, at(told, path), base_url) for path in paths]
        if all(found):
            return tuple(one for one in found if one)
    return None


def file_of(path: str, said: object, base_url: str) -> str | None:
    """Bytes as a data URL, a file of the server's own as its path, any other as its URL; None where there is none."""
    if not isinstance(said, str) or not said:
        return None
    if path.rpartition(".")[2] == BASE64:
        return said if said.startswith("data:") else f"data:application/octet-stream;base64,{said}"
    root = base_url.rstrip("/")
    return said.removeprefix(root) if said.startswith(f"{root}/") else said


def progress_of(told: object) -> float | None:
    """A percentage as a fraction; None for 0 as well, which servers say that know none."""
    percent = number(told)
    return min(percent / 100, PROGRESS_MAX) if percent is not None and 0 < percent <= 100 else None


def is_success(answer: VendorAnswer) -> bool:
    """2xx."""
    return 200 <= answer.status < 300


def is_text(answer: VendorAnswer) -> bool:
    """Whether an answer says that it is a page or JSON, and so no recording."""
    return answer.headers.get("content-type", "").lower().startswith(("text/", "application/json"))


def method_of(mapped: Mapped) -> str:
    """Endpoint and model."""
    model = mapped.body.get("model")
    return f"{mapped.mapping.endpoint} {short(model)}" if model else mapped.mapping.endpoint


def finished(request: Request, mapped: Mapped, files: tuple[str | Path, ...], cost: int | None) -> Finished:
    """What the answer brought."""
    mapping = mapped.mapping
    facts: dict[str, Fact] = {"method": method_of(mapped), "seedSent": mapping.seed is not None}
    return Finished(files, mapping.suffix, cost, mapping.seconds_max_of(request), facts)
