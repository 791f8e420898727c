"""Tripo's tasks: buying one, and looking at it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
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
    Vendor,
    VendorAnswer,
)
from mediamill_remote.answers import FAILED, PROGRESS_MAX, SAFETY, retry_after, short, words_at
from mediamill_remote.hosts import hosts_fault
from mediamill_remote.mapped import MappedEngine, MappedOptions
from mediamill_remote.mapping import FileForm, at, find_files, put
from mediamill_remote.prices import cost_of_credits, is_price
from mediamill_remote.tripo.ticket import TASK_ID, Ticket, ticket_of
from mediamill_remote.tripo.verdicts import NO_TASK, TRIPO, code_of, submit_failure

BALANCE, FILES, TASKS = "/v3/account/balance", "/v3/files", "/v3/tasks"
ENDED = frozenset({"failed", "cancelled", "expired"})  # `banned` besides, which is about the caller's input


@dataclass(frozen=True, kw_only=True)
class TripoOptions(MappedOptions):
    """What is Tripo's own."""

    credit_usd: float = 0.0  # what is paid for a credit; 0: estimates count
    result_hosts: str = ""  # more hosts that results are fetched from, with blanks between them


class TripoEngine(MappedEngine):
    """Models that Tripo runs. None of them is the one that the interface's model is called after, so that it makes
    those alone that the operator names.
    """

    Options: ClassVar[type[RemoteOptions]] = TripoOptions
    base_url: ClassVar[str] = "https://openapi.tripo3d.ai"
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Bearer {key}")
    hosts: ClassVar[tuple[str, ...]] = ("*.rg1.data.tripo3d.com",)
    default_models: ClassVar[tuple[str, ...] | None] = ()
    vendor_name: ClassVar[str] = "Tripo"
    package: ClassVar[str] = "mediamill_remote.tripo"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.URL})

    @property
    def tripo_options(self) -> TripoOptions:
        """The options, Tripo's own among them."""
        return self.options if isinstance(self.options, TripoOptions) else TripoOptions()

    def ready(self) -> str | None:
        """None, or what is wrong with a table or an option."""
        if not is_price(self.tripo_options.credit_usd):
            return "credit_usd has to be a sum of money."
        return hosts_fault("result_hosts", self.tripo_options.result_hosts) or super().ready()

    def file_hosts(self) -> tuple[str, ...]:
        """Where results are fetched from."""
        return (*self.hosts, *self.tripo_options.result_hosts.split())

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Buy the task."""
        mapped = self.mapped(request)
        for name, way in mapped.mapping.files.items():
            put(mapped.body, way.to, await handed_in(request.files.get(name), vendor))
        endpoint = mapped.mapping.endpoint
        answer = await vendor.buy(f"/{endpoint}", mapped.body)
        told = told_by(answer)
        task = told.get("task_id") if told is not None else None
        if not isinstance(task, str) or not TASK_ID.fullmatch(task):
            failure = submit_failure(answer, endpoint)
            raise failure or AnswerLost(reason=f"Tripo answered with HTTP {answer.status} and no id")
        return Job(ticket_of(task, mapped).handle())

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Ask for the task."""
        ticket = Ticket.of(job.handle)
        answer = await vendor.get(f"{TASKS}/{ticket.task}")
        if answer.status == 404 or (answer.status < 500 and code_of(answer.json()) == NO_TASK):
            return Missing()
        told = told_by(answer)
        if told is None:
            return Running(look_in=retry_after(answer))
        match told.get("status"):
            case "success" if files := find_files(told, ticket.alternatives):
                facts: dict[str, Fact] = {"method": ticket.method, "requestId": ticket.task}
                facts["seedSent"] = bool(ticket.seed_sent)
                return Finished(files, ticket.suffix, self._cost(told, ticket), None, facts)
            case "banned":
                raise EngineRefused(sentence=SAFETY, cost=self._cost(told, ticket))
            case str(status) if status in ENDED or status == "success":
                raise EngineFailed(sentence=FAILED, cost=self._cost(told, ticket))
            case "running":
                return Running(progress_in(told), "running")
        return Running(stage="queued" if told.get("status") == "queued" else "")

    async def remaining(self, vendor: Vendor) -> Remaining | None:
        """The credits of the account."""
        answer = await vendor.get(BALANCE)
        if answer.status >= 500:
            raise AnswerLost(reason=f"Tripo answered with HTTP {answer.status}")
        left = balance_in(answer)
        return None if left is None else Remaining(left, None, "credits")

    async def check(self, vendor: Vendor) -> str | None:
        """Ask what the account has left."""
        try:
            answer = await vendor.get(BALANCE)
        except (NotSent, AnswerLost) as error:
            return str(error)
        if answer.status in (401, 403):
            words = words_at(answer.json(), "message")
            return f"Tripo does not take the key{f': {words}' if words else ''}."
        if answer.status != 200:
            return f"Tripo answered with HTTP {answer.status}."
        left = balance_in(answer)
        return "Tripo: no credits are left." if left is not None and left <= 0 else None

    def _cost(self, told: Mapping[str, object], ticket: Ticket) -> int | None:
        """Millionths for the credits that a task took; None where they are not known or nobody said what one costs."""
        credits = told.get("credits_consumed")
        if isinstance(credits, float) and credits.is_integer():
            credits = int(credits)
        if credits == 0:
            return 0
        return cost_of_credits(credits, self.tripo_options.credit_usd, ticket.estimated)


async def handed_in(file: Path | None, vendor: Vendor) -> str:
    """The token of a file in Tripo's storage. Whatever goes wrong, nothing was bought yet."""
    if file is None:
        raise EngineFailed(sentence=FAILED)
    try:
        answer = await vendor.call("POST", FILES, form={"file": file})
    except Exception as error:
        raise TRIPO.file_not_taken(short(error)) from error
    token = (told_by(answer) or {}).get("file_token")
    if not isinstance(token, str) or not token:
        raise TRIPO.file_not_taken(f"HTTP {answer.status}")
    return token


def told_by(answer: VendorAnswer) -> Mapping[str, object] | None:
    """The data of an answer; None for an error, and for an answer that is odd."""
    told = answer.json() if 200 <= answer.status < 300 else None
    data = told.get("data") if isinstance(told, Mapping) and code_of(told) == 0 else None
    return data if isinstance(data, Mapping) else None


def progress_in(told: Mapping[str, object]) -> float | None:
    """A fraction; None where a task says none."""
    progress = told.get("progress")
    is_number = isinstance(progress, int | float) and not isinstance(progress, bool)
    return min(PROGRESS_MAX, progress / 100) if is_number and 0 <= progress <= 100 else None  # type: ignore[operator]


def balance_in(answer: VendorAnswer) -> float | None:
    """The credits of an account; None where the answer does not say them."""
    left = at(answer.json(), "data.balance")
    return float(left) if isinstance(left, int | float) and not isinstance(left, bool) else None
