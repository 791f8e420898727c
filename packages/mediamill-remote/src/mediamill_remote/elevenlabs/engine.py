"""ElevenLabs: speech, sounds, music and clean voices come with the answer; a dub is a job."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from mediamill.engines.sdk import (
    AnswerLost,
    EngineUnavailable,
    Fact,
    Finished,
    Job,
    Look,
    NotSent,
    Remaining,
    RemoteOptions,
    Request,
    Scope,
    ToolModel,
    Vendor,
    VendorAnswer,
)
from mediamill_remote.elevenlabs.account import account_fault, remaining_in
from mediamill_remote.elevenlabs.call import QUERY, call_of
from mediamill_remote.elevenlabs.dubbing import PROJECTS, DubbingTicket, look_at, project_of
from mediamill_remote.elevenlabs.history import AGAIN_SECONDS, HISTORY, find_dub, find_speech
from mediamill_remote.elevenlabs.verdicts import submit_failure
from mediamill_remote.hosts import hosts_fault
from mediamill_remote.mapped import Mapped, MappedEngine, MappedOptions
from mediamill_remote.mapping import FileForm, ModelMapping
from mediamill_remote.prices import cost_of_credits, is_price
from mediamill_remote.tables import TableFault
from mediamill_remote.tickets import texts_of

SUBSCRIPTION = "/v1/user/subscription"
SPEECH, DUBBING = "v1/text-to-speech", "v1/dubbing/project"
MADE_SECONDS_MAX = 300.0  # for a call whose answer is the file: ElevenLabs' own clients give up after 240
UPLOAD_SECONDS = 240.0
REFERENCE_CHARACTERS_MAX = 500  # of our mark on a dub


@dataclass(frozen=True, kw_only=True)
class ElevenLabsOptions(MappedOptions):
    """What is ElevenLabs' own."""

    credit_usd: float = 0.0  # what the plan pays for a credit; 0: estimates count
    result_hosts: str = ""  # more hosts that dubs are fetched from, with blanks between them


class ElevenLabsEngine(MappedEngine):
    """Models that ElevenLabs runs."""

    Options: ClassVar[type[RemoteOptions]] = ElevenLabsOptions
    base_url: ClassVar[str] = "https://api.elevenlabs.io"
    key_header: ClassVar[tuple[str, str] | None] = ("xi-api-key", "{key}")
    hosts: ClassVar[tuple[str, ...]] = ("storage.googleapis.com",)  # dubs have signed URLs; of which bucket is not said
    vendor_name: ClassVar[str] = "ElevenLabs"
    package: ClassVar[str] = "mediamill_remote.elevenlabs"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.MULTIPART})
    answers_directly: ClassVar[bool] = True

    @property
    def eleven_options(self) -> ElevenLabsOptions:
        """The options, ElevenLabs' own among them."""
        return self.options if isinstance(self.options, ElevenLabsOptions) else ElevenLabsOptions()

    def ready(self) -> str | None:
        """None, or what is wrong with a table or an option."""
        if not is_price(self.eleven_options.credit_usd):
            return "credit_usd has to be a sum of money."
        return hosts_fault("result_hosts", self.eleven_options.result_hosts) or super().ready()

    def file_hosts(self) -> tuple[str, ...]:
        """Where dubs are fetched from."""
        return (*self.hosts, *self.eleven_options.result_hosts.split())

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Have it made while the call lasts; a dub is put into the queue."""
        mapped = self.mapped(request)
        return await (self._made if mapped.mapping.direct else self._queued)(request, mapped, vendor)

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Look at a dub."""
        return await look_at(DubbingTicket.of(job.handle), vendor)

    async def cancel(self, job: Job, vendor: Vendor) -> None:
        """Delete a dub with all that belongs to it; ElevenLabs bills what runs already."""
        await vendor.call("DELETE", f"{PROJECTS}/{DubbingTicket.of(job.handle).project}")

    def has_history(self, tool: str, model: str) -> bool:
        """Speech and dubs can be searched for. Music and sounds are in no list, and clean voices in one that says of
        none what it was made of.
        """
        mapping = self.models.get((tool, model))
        return mapping is not None and (mapping.endpoint == DUBBING or is_in_history(mapping))

    async def find(self, request: Request, since: int, vendor: Vendor) -> Job | Finished | None:
        """A dub by our mark on it, speech by its text and voice."""
        mapped = self.mapped(request)
        if mapped.mapping.endpoint == DUBBING:
            project = await find_dub(request.generation_id[:REFERENCE_CHARACTERS_MAX], since, vendor)
            return Job(ticket_of(mapped, project, "").handle()) if project else None
        if not is_in_history(mapped.mapping):
            sentence = f"{self.vendor_name} has no list in which {request.tool}/{request.model} can be searched for"
            raise EngineUnavailable(sentence, AGAIN_SECONDS, Scope.MODEL)
        item = await find_speech(mapped.body, since, vendor)
        return await self._fetched(request, mapped, item, vendor) if item is not None else None

    async def remaining(self, vendor: Vendor) -> Remaining | None:
        """The credits of the period; a key that may not read the account says nothing."""
        answer = await vendor.get(SUBSCRIPTION)
        if answer.status >= 500:
            raise AnswerLost(reason=f"ElevenLabs answered with HTTP {answer.status}")
        return remaining_in(answer.json())

    async def check(self, vendor: Vendor) -> str | None:
        """Ask what the account has left."""
        try:
            return account_fault(await vendor.get(SUBSCRIPTION))
        except (NotSent, AnswerLost) as error:
            return str(error)

    async def _made(self, request: Request, mapped: Mapped, vendor: Vendor) -> Finished:
        """The answer is the file."""
        call, file = call_of(mapped.mapping, mapped.body, request.files), place_of(request, mapped)
        seconds = min(self.options.timeout_seconds, MADE_SECONDS_MAX)
        answer = await vendor.buy(call.path, call.body, form=call.form, save_to=file, seconds=seconds)
        if not is_sound(answer):
            failure = submit_failure(answer, mapped.mapping.endpoint)
            raise failure or AnswerLost(reason=f"ElevenLabs answered with HTTP {answer.status} and no recording")
        cost = self._billed(answer.headers.get("character-cost"), mapped)
        return finished(request, mapped, file, cost, answer.headers.get("request-id", ""))

    async def _queued(self, request: Request, mapped: Mapped, vendor: Vendor) -> Job:
        """A project, marked as ours, with its one language."""
        mapped.body["reference"] = request.generation_id[:REFERENCE_CHARACTERS_MAX]
        call = call_of(mapped.mapping, mapped.body, request.files)
        answer = await vendor.buy(call.path, call.body, form=call.form, seconds=UPLOAD_SECONDS)
        bought = project_of(answer)
        if bought is None:
            failure = submit_failure(answer, mapped.mapping.endpoint)
            raise failure or AnswerLost(reason=f"ElevenLabs answered with HTTP {answer.status} and no project")
        return Job(ticket_of(mapped, *bought).handle())

    async def _fetched(self, request: Request, mapped: Mapped, item: Mapping[str, object], vendor: Vendor) -> Finished:
        """What the history has. `buy` is the one way to save an answer that the key is needed for; this is free."""
        number, file = item["history_item_id"], place_of(request, mapped)
        answer = await vendor.buy(f"{HISTORY}/{number}/audio", method="GET", save_to=file)
        if not is_sound(answer):
            sentence = f"ElevenLabs answered with HTTP {answer.status} when it was asked for what was bought"
            raise EngineUnavailable(sentence, AGAIN_SECONDS)
        before, after = item.get("character_count_change_from"), item.get("character_count_change_to")
        credits = after - before if isinstance(before, int) and isinstance(after, int) else None
        return finished(request, mapped, file, self._billed(credits, mapped), str(item.get("request_id") or ""))

    def _billed(self, credits: object, mapped: Mapped) -> int | None:
        """The cost in millionths; None where the credits or their price are not known."""
        estimate = mapped.estimate.amount if mapped.estimate else None
        return cost_of_credits(credits, self.eleven_options.credit_usd, estimate)

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        for (tool, model), mapping in models.items():
            if mapping.direct == (mapping.endpoint == DUBBING):
                raise TableFault(file, f"`{tool}/{model}`", f"direct: true for all but {DUBBING}")
        return super()._checked(file, models)


def is_in_history(mapping: ModelMapping) -> bool:
    """Whether ElevenLabs lists what it makes: speech, unless it was told to keep nothing."""
    return mapping.endpoint == SPEECH and mapping.fixed.get(QUERY, {}).get("enable_logging") is not False


def is_sound(answer: VendorAnswer) -> bool:
    """Whether an answer is a recording, as far as its head says."""
    kind = answer.headers.get("content-type", "audio/").lower()
    return 200 <= answer.status < 300 and kind.startswith(("audio/", "application/octet-stream"))


def place_of(request: Request, mapped: Mapped) -> Path:
    """Where an answer is saved."""
    return request.folder / f"answer{mapped.mapping.suffix}"


def method_of(mapped: Mapped) -> str:
    """Endpoint and model."""
    model = mapped.body.get("model_id")
    return f"{mapped.mapping.endpoint} {model}" if model else mapped.mapping.endpoint


def ticket_of(mapped: Mapped, project: str, language: str) -> DubbingTicket:
    """What looks at a dub need."""
    return DubbingTicket(project=project, **texts_of(mapped), method=method_of(mapped), language=language)


def finished(request: Request, mapped: Mapped, file: Path, cost: int | None, number: str) -> Finished:
    """A recording in the request's folder."""
    facts: dict[str, Fact] = {"method": method_of(mapped), "seedSent": mapped.mapping.seed is not None}
    if number:
        facts["requestId"] = number
    return Finished((file,), mapped.mapping.suffix, cost, mapped.mapping.seconds_max_of(request), facts)
