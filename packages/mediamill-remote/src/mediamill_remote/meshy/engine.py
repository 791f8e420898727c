"""Meshy's tasks: buying one or two for a result, looking at them, calling them off, finding those of lost answers."""

from dataclasses import dataclass
from typing import ClassVar

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Fact,
    Finished,
    Job,
    Look,
    Missing,
    NotSent,
    Remaining,
    RemoteOptions,
    Request,
    Running,
    Scope,
    StepDone,
    Vendor,
)
from mediamill_remote.answers import FAILED, PROGRESS_MAX, retry_after, words_at
from mediamill_remote.files import data_url
from mediamill_remote.mapped import MappedEngine, MappedOptions
from mediamill_remote.mapping import Body, FileForm, find_files, put
from mediamill_remote.meshy.history import AGAIN_SECONDS, find_next, find_task
from mediamill_remote.meshy.task import State, Task, id_of, read_task
from mediamill_remote.meshy.ticket import PROMPT, Ticket, ticket_of
from mediamill_remote.meshy.verdicts import final_failure, submit_failure
from mediamill_remote.prices import cost_of_credits, is_price

BALANCE = "/openapi/v1/balance"
FIRST_SHARE = 0.25  # of the time that two tasks take, the first one's
UPLOAD_SECONDS = 120.0  # for a body with a file in it


@dataclass(frozen=True, kw_only=True)
class MeshyOptions(MappedOptions):
    """What is Meshy's own."""

    credit_usd: float = 0.0  # what the plan pays for a credit; 0: estimates count


class MeshyEngine(MappedEngine):
    """Models that Meshy runs."""

    Options: ClassVar[type[RemoteOptions]] = MeshyOptions
    base_url: ClassVar[str] = "https://api.meshy.ai"
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Bearer {key}")
    hosts: ClassVar[tuple[str, ...]] = ("assets.meshy.ai",)
    vendor_name: ClassVar[str] = "Meshy"
    package: ClassVar[str] = "mediamill_remote.meshy"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.DATA_URL})
    sells_in_steps: ClassVar[bool] = True

    @property
    def credit_usd(self) -> float:
        """What a credit costs; 0 where it was not said."""
        return self.options.credit_usd if isinstance(self.options, MeshyOptions) else 0.0

    def ready(self) -> str | None:
        """None, or what is wrong with a table or an option."""
        return super().ready() if is_price(self.credit_usd) else "credit_usd has to be a sum of money."

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Buy the task; of two the first one."""
        mapped = self.mapped(request)
        for name, way in mapped.mapping.files.items():
            file = request.files.get(name)
            if file is None:
                raise EngineFailed(sentence=FAILED)
            put(mapped.body, way.to, await data_url(file, None))
        seconds = UPLOAD_SECONDS if mapped.mapping.files else None
        task = await bought(mapped.mapping.endpoint, mapped.body, vendor, seconds)
        return Job(ticket_of(task, mapped).handle())

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Ask for the task."""
        ticket = Ticket.of(job.handle)
        answer = await vendor.get(ticket.path)
        if answer.status == 404:
            return Missing()
        told = read_task(answer)
        if told is None:
            return Running(look_in=retry_after(answer))
        match told.state:
            case State.WAITING | State.RUNNING:
                return Running(progress_of(told, ticket), told.stage)
            case State.SUCCEEDED if ticket.step:
                return StepDone(self._cost(told.credits, ticket))
            case State.SUCCEEDED if files := find_files(told.answer, ticket.alternatives):
                return finished(ticket, files, await self._cost_of_all(told, ticket, vendor))
        raise final_failure(told.error, await self._cost_of_all(told, ticket, vendor))

    async def advance(self, job: Job, vendor: Vendor) -> Job:
        """Buy the task that makes the result of the first one's."""
        ticket = Ticket.of(job.handle)
        try:
            task = await bought(ticket.endpoint, ticket.step_body(), vendor)
        except EngineRefused as refusal:
            raise EngineRefused(sentence=str(refusal), cost=await self._cost_so_far(ticket, vendor)) from None
        return Job(ticket.with_step(task).handle())

    async def find_step(self, job: Job, since: int, vendor: Vendor) -> Job | None:
        """Look through the list for a task that names this one, or that has its prompt."""
        ticket = Ticket.of(job.handle)
        task = await find_next(ticket, since, vendor)
        return Job(ticket.with_step(task).handle()) if task else None

    async def cancel(self, job: Job, vendor: Vendor) -> None:
        """Delete the task; whether Meshy bills what runs already is not known."""
        await vendor.call("DELETE", Ticket.of(job.handle).path)

    def has_history(self, tool: str, model: str) -> bool:
        """For models with a prompt: nothing else in Meshy's lists says what a task was made of."""
        mapping = self.models.get((tool, model))
        return mapping is not None and any(field.to == PROMPT for field in mapping.fields.values())

    async def find(self, request: Request, since: int, vendor: Vendor) -> Job | Finished | None:
        """Look through the list for a task with this prompt."""
        if not self.has_history(request.tool, request.model):
            sentence = f"Meshy has no list in which {request.tool}/{request.model} can be searched for"
            raise EngineUnavailable(sentence, AGAIN_SECONDS, Scope.MODEL)
        mapped = self.mapped(request)
        step = str(mapped.body.get("mode", "")) if mapped.mapping.step else ""
        task = await find_task(mapped.mapping.endpoint, mapped.body, step, since, vendor)
        return Job(ticket_of(task, mapped).handle()) if task else None

    async def remaining(self, vendor: Vendor) -> Remaining | None:
        """The credits of the account."""
        answer = await vendor.get(BALANCE)
        if answer.status >= 500:
            raise AnswerLost(reason=f"Meshy answered with HTTP {answer.status}")
        match answer.json():
            case {"balance": int(left)} if answer.status == 200:
                return Remaining(left, None, "credits")
        return None

    async def check(self, vendor: Vendor) -> str | None:
        """Ask what the account has left."""
        try:
            answer = await vendor.get(BALANCE)
        except (NotSent, AnswerLost) as error:
            return str(error)
        match answer.status, answer.json():
            case 401 | 403, told:
                words = words_at(told, "message")
                return f"Meshy does not take the key{f': {words}' if words else ''}."
            case 200, {"balance": int(left)} if left <= 0:
                return "Meshy: no credits are left."
            case 200, _:
                return None
        return f"Meshy answered with HTTP {answer.status}."

    async def _cost_of_all(self, told: Task, ticket: Ticket, vendor: Vendor) -> int | None:
        """Millionths for the task that was looked at and the one before it; None where that is not known."""
        if not ticket.before:
            return self._cost(told.credits, ticket)
        first = read_task(await vendor.get(f"/{ticket.endpoint}/{ticket.before}"))
        if first is None or first.credits is None or told.credits is None:
            return ticket.estimated  # the first one was billed, whatever became of the second
        return self._cost(first.credits + told.credits, ticket)

    async def _cost_so_far(self, ticket: Ticket, vendor: Vendor) -> int | None:
        """Millionths for a task that was made, by its own word; else the estimate."""
        try:
            told = read_task(await vendor.get(ticket.path))
        except (NotSent, AnswerLost):
            told = None
        return self._cost(told.credits if told else None, ticket) or ticket.estimated

    def _cost(self, credits: int | None, ticket: Ticket) -> int | None:
        """Millionths for credits; the estimate where nobody said what one costs, None where Meshy did not say them."""
        if not credits:
            return credits
        return cost_of_credits(credits, self.credit_usd, ticket.estimated) or ticket.estimated


async def bought(endpoint: str, body: Body, vendor: Vendor, seconds: float | None = None) -> str:
    """The id of a task that was bought just now."""
    answer = await vendor.buy(f"/{endpoint}", body, seconds=seconds)
    if (task := id_of(answer)) is not None:
        return task
    failure = submit_failure(answer, endpoint)
    raise failure or AnswerLost(reason=f"Meshy answered with HTTP {answer.status} and no id")


def progress_of(told: Task, ticket: Ticket) -> float | None:
    """How far the result is: of two tasks the first is a share of it."""
    if told.progress is None:
        return None
    if ticket.step:
        return told.progress * FIRST_SHARE
    before = FIRST_SHARE if ticket.before else 0.0
    return min(PROGRESS_MAX, before + told.progress * (1 - before))


def finished(ticket: Ticket, files: tuple[str, ...], cost: int | None) -> Finished:
    """A result with its files."""
    facts: dict[str, Fact] = {"method": ticket.method, "requestId": ticket.task, "seedSent": False}
    if ticket.before:
        facts["firstRequestId"] = ticket.before
    return Finished(files, ticket.suffix, cost, None, facts)
