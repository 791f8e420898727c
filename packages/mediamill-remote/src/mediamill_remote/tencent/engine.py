"""Tencent's jobs of Hunyuan 3D: submitting one, and looking at it. Neither a list nor a cancel is known of them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
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
    RemoteOptions,
    Request,
    Running,
    Signer,
    ToolModel,
    Vendor,
    VendorAnswer,
)
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, plausible, retry_after
from mediamill_remote.files import data_url
from mediamill_remote.hosts import hosts_fault
from mediamill_remote.mapped import MappedEngine, MappedOptions
from mediamill_remote.mapping import FileForm, ModelMapping, at, find_files, put
from mediamill_remote.prices import millionths
from mediamill_remote.tables import TableFault
from mediamill_remote.tencent.signature import Tc3Signer
from mediamill_remote.tencent.ticket import JOB_ID, Ticket, ticket_of
from mediamill_remote.tencent.verdicts import Meaning, error_in, final_failure, submit_failure

# Each action that submits, and the one that asks for what it submitted.
LOOKS: Mapping[str, str] = {
    "SubmitHunyuanTo3DProJob": "QueryHunyuanTo3DProJob",
    "SubmitHunyuanTo3DRapidJob": "QueryHunyuanTo3DRapidJob",
    "SubmitHunyuanTo3DMotionJob": "DescribeHunyuanTo3DMotionJob",
}
STAGES: Mapping[object, str] = {"WAIT": "queued", "RUN": "running"}
ENDS = ("DONE", "FAIL")
NO_JOB = "0"  # asked for where only the answer's error counts
FILE_BYTES_MAX = 6 * 1024 * 1024  # of a picture, before it is encoded
FILE_SECONDS = 120.0  # for a submit with a picture in it
CREDITS_MAX = 100_000  # of one job: more is no number of credits


@dataclass(frozen=True, kw_only=True)
class TencentOptions(MappedOptions):
    """What `[engine."tencent"]` may say besides."""

    region: str = "ap-guangzhou"
    api_version: str = "2025-05-13"
    credit_usd: float = 0.0  # what a credit costs; 0: the estimate is the cost
    result_hosts: str = ""  # more hosts that results may be fetched from, with blanks between them


class TencentEngine(MappedEngine):
    """Objects and motions that Tencent Cloud makes."""

    Options: ClassVar[type[RemoteOptions]] = TencentOptions
    base_url: ClassVar[str] = "https://ai3d.tencentcloudapi.com"
    key_header: ClassVar[Signer] = Tc3Signer()
    hosts: ClassVar[tuple[str, ...]] = (
        "cos.*.myqcloud.com",
        "cos.*.tencentcos.cn",
        "*.cos.*.myqcloud.com",
        "*.cos.*.tencentcos.cn",
    )
    vendor_name: ClassVar[str] = "Tencent"
    package: ClassVar[str] = "mediamill_remote.tencent"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.DATA_URL})

    @property
    def tencent_options(self) -> TencentOptions:
        """The options, Tencent's own among them."""
        return self.options if isinstance(self.options, TencentOptions) else TencentOptions()

    def ready(self) -> str | None:
        """None, or what is wrong with a table or an option."""
        options = self.tencent_options
        if not (math.isfinite(options.credit_usd) and options.credit_usd >= 0):
            return "credit_usd has to be a sum of money."
        if not (options.region.isascii() and options.region.replace("-", "").isalnum()):
            return "region has to be the name of a region such as ap-guangzhou."
        return hosts_fault("result_hosts", options.result_hosts) or super().ready()

    def file_hosts(self) -> tuple[str, ...]:
        """Where results are fetched from."""
        return (*self.hosts, *self.tencent_options.result_hosts.split())

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Submit a job."""
        mapped = self.mapped(request)
        mapping, body, region = mapped.mapping, mapped.body, self.tencent_options.region
        for name, way in mapping.files.items():
            put(body, way.to, await encoded(request.files.get(name)))
        seconds = FILE_SECONDS if mapping.files else None
        answer = await vendor.buy("/", body, headers=self._headers(mapping.endpoint, region), seconds=seconds)
        job = at(answer.json(), "Response.JobId") if answer.status == 200 else None
        if not isinstance(job, str) or not JOB_ID.fullmatch(job):
            failure = submit_failure(answer)
            raise failure or AnswerLost(reason=f"Tencent answered the submit with {told(answer)} and no id")
        return Job(ticket_of(job, mapped, region).handle())

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Ask for the job."""
        ticket = Ticket.of(job.handle)
        answer = await self._asked_for(ticket.job, ticket.action, ticket.region, vendor)
        response = at(answer.json(), "Response") if answer.status == 200 else None
        error = error_in(answer.json())
        if answer.status == 404 or (error is not None and error.meaning is Meaning.MISSING):
            return Missing()
        if error is not None or not isinstance(response, Mapping):
            return Running(look_in=retry_after(answer))
        status, cost = response.get("Status"), self._cost(response, ticket)
        if status not in ENDS:
            return Running(stage=STAGES.get(status, "") if isinstance(status, str) else "")
        files = find_files(by_type(response.get("ResultFile3Ds")), ticket.alternatives)
        if status == "FAIL" or files is None:
            raise final_failure(response.get("ErrorCode"), cost)
        return finished(ticket, files, cost)

    async def check(self, vendor: Vendor) -> str | None:
        """Ask for a job that there is not: only who has a good key and the service learns that it is not there."""
        try:
            answer = await self._asked_for(NO_JOB, next(iter(LOOKS)), self.tencent_options.region, vendor)
        except (NotSent, AnswerLost) as lost:
            return str(lost)
        error = error_in(answer.json())
        if error is None:
            is_told = answer.status == 200 and isinstance(at(answer.json(), "Response"), Mapping)
            return None if is_told else f"Tencent answered with HTTP {answer.status}."
        match error.meaning:
            case Meaning.MISSING | Meaning.INPUT:
                return None
            case Meaning.KEY:
                return f"Tencent does not take the key: {error}."
            case Meaning.CLOCK:
                return f"Tencent says that this machine's clock is wrong: {error}."
        return f"Tencent says {error}."

    async def _asked_for(self, job: str, action: str, region: str, vendor: Vendor) -> VendorAnswer:
        return await vendor.call("POST", "/", {"JobId": job}, headers=self._headers(LOOKS[action], region))

    def _headers(self, action: str, region: str) -> Mapping[str, str]:
        return {"X-TC-Action": action, "X-TC-Version": self.tencent_options.api_version, "X-TC-Region": region}

    def _cost(self, response: Mapping[str, object], ticket: Ticket) -> int | None:
        """Millionths, by the credits; None where they or their price are not known."""
        credits, price = response.get("ResultCreditConsumed"), Decimal(str(self.tencent_options.credit_usd))
        if not price or isinstance(credits, bool) or not isinstance(credits, int | float):
            return None
        if not 0 <= credits <= CREDITS_MAX:
            return None
        cost = millionths(Decimal(str(credits)) * price)
        return cost if not ticket.estimate or plausible(cost, int(ticket.estimate)) else None

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        for (tool, model), mapping in models.items():
            if mapping.endpoint not in LOOKS:
                raise TableFault(file, f"`{tool}/{model}`", f"endpoint: it has to be one of {', '.join(LOOKS)}")
        return super()._checked(file, models)


async def encoded(file: Path | None) -> str:
    """A picture in base64. Raises EngineRefused where it is too large for Tencent."""
    if file is None:
        raise EngineFailed(sentence=FAILED)
    url = await data_url(file, FILE_BYTES_MAX)
    if url is None:
        raise EngineRefused(sentence=FILE_TOO_LARGE)
    return url.partition(",")[2]


def by_type(files: object) -> Mapping[str, str]:
    """The URL of the first file of each type, the types in small letters."""
    found: dict[str, str] = {}
    for one in files if isinstance(files, list) else ():
        kind, url = (one.get("Type"), one.get("Url")) if isinstance(one, Mapping) else (None, None)
        if isinstance(kind, str) and isinstance(url, str):
            found.setdefault(kind.lower(), url)
    return found


def finished(ticket: Ticket, files: tuple[str, ...], cost: int | None) -> Finished:
    """A result with its files."""
    facts: dict[str, Fact] = {"method": ticket.action, "requestId": ticket.job, "seedSent": False}
    if ticket.model:
        facts["modelVersion"] = ticket.model
    return Finished(files, ticket.suffix, cost, provenance=facts)


def told(answer: VendorAnswer) -> str:
    """An answer in a few words."""
    error = error_in(answer.json())
    return f"HTTP {answer.status}" if error is None else str(error)
