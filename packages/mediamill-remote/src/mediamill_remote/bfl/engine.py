"""Black Forest Labs: a picture is submitted, looked at on the cluster that makes it, and fetched within ten minutes."""

from collections.abc import Mapping
from dataclasses import dataclass
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
from mediamill_remote.answers import FAILED, PROGRESS_MAX, SAFETY, number_in, plausible, retry_after
from mediamill_remote.bfl.ticket import TASK_ID, Ticket, place_of
from mediamill_remote.bfl.verdicts import BFL, STATES, State, is_about_key, read_error, state_in, submit_failure
from mediamill_remote.hosts import hosts_fault
from mediamill_remote.mapped import Mapped, MappedEngine, MappedOptions
from mediamill_remote.mapping import at, find_files
from mediamill_remote.prices import millionths
from mediamill_remote.tickets import texts_of

CREDITS = "/v1/credits"
CREDITS_IN_DOLLAR = 100  # costs are told in credits, which are cents


@dataclass(frozen=True, kw_only=True)
class BflOptions(MappedOptions):
    """What is Black Forest Labs' own."""

    result_hosts: str = ""  # more hosts that pictures are fetched from, with blanks between them


class BflEngine(MappedEngine):
    """Models that Black Forest Labs runs."""

    Options: ClassVar[type[RemoteOptions]] = BflOptions
    base_url: ClassVar[str] = "https://api.bfl.ai"
    key_header: ClassVar[tuple[str, str] | None] = ("x-key", "{key}")
    key_hosts: ClassVar[tuple[str, ...]] = ("api.bfl.ai", "api.*.bfl.ai")
    hosts: ClassVar[tuple[str, ...]] = ("*.bfl.ai", "*.*.bfl.ai", "bfldeliveryprod.blob.core.windows.net")
    vendor_name: ClassVar[str] = "Black Forest Labs"
    package: ClassVar[str] = "mediamill_remote.bfl"

    @property
    def bfl_options(self) -> BflOptions:
        """The options, Black Forest Labs' own among them."""
        return self.options if isinstance(self.options, BflOptions) else BflOptions()

    def ready(self) -> str | None:
        """None, or what is wrong with a table or an option."""
        return hosts_fault("result_hosts", self.bfl_options.result_hosts) or super().ready()

    def file_hosts(self) -> tuple[str, ...]:
        """Where pictures are fetched from."""
        return (*self.hosts, *self.bfl_options.result_hosts.split())

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Put it in the queue."""
        mapped = self.mapped(request)
        answer = await vendor.buy(f"/{mapped.mapping.endpoint}", mapped.body)
        told = answer.json() if 200 <= answer.status < 300 else None
        accepted = told if isinstance(told, Mapping) else {}
        if STATES.get(str(accepted.get("status"))) is State.MODERATED:
            raise EngineRefused(sentence=SAFETY)
        task = accepted.get("id")
        if not isinstance(task, str) or not TASK_ID.fullmatch(task):
            failure = submit_failure(answer, mapped.mapping.endpoint)
            raise failure or AnswerLost(reason=f"{self.vendor_name} answered with HTTP {answer.status} and no task")
        return Job(self._ticket(request, mapped, task, accepted).handle())

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Ask the cluster that has it. What has no picture in the end is not billed."""
        ticket = Ticket.of(job.handle)
        answer = await vendor.get(ticket.place)
        match state_in(answer, ticket.task):
            case State.WAITING:
                return Running(stage="queued")
            case State.RUNNING:
                return Running(progress_in(answer), "running")
            case State.READY:
                return finished(ticket, answer)
            case State.MODERATED:
                raise EngineRefused(sentence=SAFETY)
            case State.FAILED:
                raise EngineFailed(sentence=FAILED)
            case State.UNKNOWN:
                return Missing()
        return Missing() if answer.status == 404 else Running(look_in=retry_after(answer))

    async def remaining(self, vendor: Vendor) -> Remaining | None:
        """The credits of the account."""
        answer = await vendor.get(CREDITS)
        if answer.status >= 500:
            raise AnswerLost(reason=f"{self.vendor_name} answered with HTTP {answer.status}")
        left = number_in(at(answer.json(), "credits")) if answer.status == 200 else None
        return None if left is None else Remaining(max(0.0, float(left)), None, "credits")

    async def check(self, vendor: Vendor) -> str | None:
        """Ask what credits are left."""
        try:
            answer = await vendor.get(CREDITS)
        except (NotSent, AnswerLost) as error:
            return str(error)
        told = read_error(answer.json())
        if is_about_key(answer.status, told):
            return f"{BFL.wrong_key(told.text)}."
        if answer.status != 200:
            return f"{self.vendor_name} answered with HTTP {answer.status}."
        left = number_in(at(answer.json(), "credits"))
        return f"{self.vendor_name}: no credits are left." if left is not None and left <= 0 else None

    def _ticket(self, request: Request, mapped: Mapped, task: str, accepted: Mapping[str, object]) -> Ticket:
        mapping = mapped.mapping
        return Ticket(
            endpoint=mapping.endpoint,
            task=task,
            place=place_of(task, accepted, self.options.base_url or self.base_url),
            **texts_of(mapped, mapping.seconds_max_of(request)),
            cost=billed(accepted.get("cost"), mapped),
        )


def finished(ticket: Ticket, answer: VendorAnswer) -> Finished:
    """A picture, which is billed. Raises EngineFailed where there is none after all."""
    cost = int(ticket.cost) if ticket.cost else None
    files = find_files(answer.json(), ticket.alternatives)
    if files is None:
        raise EngineFailed(sentence=FAILED, **({} if cost is None else {"cost": cost}))
    facts: dict[str, Fact] = {"method": ticket.endpoint, "requestId": ticket.task, "seedSent": bool(ticket.seed_sent)}
    seed = at(answer.json(), "result.seed")
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) <= 2**53:
        facts["seedUsed"] = seed
    return Finished(files, ticket.suffix, cost, ticket.seconds_at_most, facts)


def billed(credits: object, mapped: Mapped) -> str:
    """The cost in millionths; nothing where it is not said, or in another unit than the estimate."""
    said = number_in(credits)
    if said is None or said < 0:
        return ""
    cost = millionths(said / CREDITS_IN_DOLLAR)
    return str(cost) if mapped.estimate is None or plausible(cost, mapped.estimate.amount) else ""


def progress_in(answer: VendorAnswer) -> float | None:
    """How much is done, where it is told as a fraction."""
    told = number_in(at(answer.json(), "progress"))
    return min(float(told), PROGRESS_MAX) if told is not None and 0 <= told <= 1 else None
