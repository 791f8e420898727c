"""fal's queue: submitting a job, looking at it, calling it off; what answers say counts where it is documented."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineUnavailable,
    Fact,
    Finished,
    Job,
    Look,
    Missing,
    NotSent,
    RemoteOptions,
    Request,
    Running,
    Vendor,
    VendorAnswer,
)
from mediamill_remote.answers import FAILED, per_cent_in, plausible, queued, retry_after, short
from mediamill_remote.fal.ticket import REQUEST_ID, Ticket, places_of
from mediamill_remote.fal.verdicts import (
    FAL,
    UNSAID,
    Verdict,
    final_failure,
    read_error,
    submit_failure,
)
from mediamill_remote.files import DATA_URL_BYTES_MAX, data_url, media_type
from mediamill_remote.mapped import Mapped, MappedEngine, MappedOptions
from mediamill_remote.mapping import FileForm, FileMapping, find_files, put
from mediamill_remote.prices import millionths
from mediamill_remote.tickets import texts_of

LOGS_MAX = 20  # of the log, from its end
NOBODYS_REQUEST = "/fal-ai/nano-banana/requests/00000000-0000-0000-0000-000000000000/status"


@dataclass(frozen=True, kw_only=True)
class FalOptions(MappedOptions):
    """What is fal's own."""

    upload_url: str = "https://rest.fal.ai"  # where files are handed in; it is sent the key
    keep_seconds: int = 86_400  # how long fal keeps what it made
    upload_keep_seconds: int = 3_600  # how long it keeps what callers sent; never shorter than a job may take


class FalEngine(MappedEngine):
    """Models that fal runs."""

    Options: ClassVar[type[RemoteOptions]] = FalOptions
    base_url: ClassVar[str] = "https://queue.fal.run"
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Key {key}")
    key_hosts: ClassVar[tuple[str, ...]] = ("rest.fal.ai",)
    hosts: ClassVar[tuple[str, ...]] = ("fal.media", "*.fal.media", "storage.googleapis.com/falserverless/")
    vendor_name: ClassVar[str] = "fal"
    package: ClassVar[str] = "mediamill_remote.fal"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.URL, FileForm.DATA_URL})

    def ready(self) -> str | None:
        """None, or what is wrong with a table or with `upload_url`."""
        place = urlsplit(self.fal_options.upload_url)
        base = urlsplit(self.address)
        own = (place.scheme, place.netloc) == (base.scheme, base.netloc)
        if not own and (place.scheme != "https" or place.netloc not in self.key_hosts):
            hosts = " or ".join([*self.key_hosts, base.netloc])
            return f"upload_url is sent the key, so it has to be at {hosts}."
        if min(self.fal_options.keep_seconds, self.fal_options.upload_keep_seconds) < 1:
            return "keep_seconds and upload_keep_seconds have to be one second or more."
        return super().ready()

    @property
    def fal_options(self) -> FalOptions:
        """The options, fal's own among them."""
        return self.options if isinstance(self.options, FalOptions) else FalOptions()

    @property
    def address(self) -> str:
        """Where the queue is."""
        return self.options.base_url or self.base_url

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Put it in fal's queue."""
        mapped = self.mapped(request)
        mapping, body = mapped.mapping, mapped.body
        for name, way in mapping.files.items():
            put(body, way.to, await self._handed_in(request.files.get(name), way, vendor))
        answer = await vendor.buy(f"/{mapping.endpoint}", body, headers=self._headers())
        accepted = answer.json() if 200 <= answer.status < 300 else None
        if not isinstance(accepted, dict) or not REQUEST_ID.fullmatch(str(accepted.get("request_id"))):
            failure = submit_failure(answer, mapping.endpoint)
            raise failure or AnswerLost(reason=f"fal answered the submit with HTTP {answer.status} and no request id")
        number = str(accepted["request_id"])
        return Job(self._ticket(request, mapped, number, accepted).handle())

    def _ticket(self, request: Request, mapped: Mapped, number: str, accepted: Mapping[str, object]) -> Ticket:
        mapping, line = mapped.mapping, mapped.line
        places = places_of(mapping.endpoint, number, accepted, self.address)
        return Ticket(
            endpoint=mapping.endpoint,
            request=number,
            status=places.status,
            response=places.response,
            cancel=places.cancel,
            **texts_of(mapped, mapping.seconds_max_of(request)),
            unit_price=str(millionths(line.amount)) if line else "",
        )

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Ask the queue, and once the job is done for its result."""
        ticket = Ticket.of(job.handle)
        answer = await vendor.get(f"{ticket.status}?logs=1")
        if answer.status == 404:
            return Missing()
        told = answer.json()
        if answer.status not in (200, 202) or not isinstance(told, Mapping):
            return Running(look_in=retry_after(answer))
        match told.get("status"):
            case "IN_QUEUE":
                return Running(stage=queued(told.get("queue_position")))
            case "IN_PROGRESS":
                return Running(progress_in(told.get("logs")), "running")
            case "COMPLETED":
                failed = told.get("error") or told.get("error_type")
                return await self._result(ticket, (read_error(told, {}) or UNSAID) if failed else None, vendor)
        return Running()

    async def cancel(self, job: Job, vendor: Vendor) -> None:
        """Take it out of the queue; what runs already may go on."""
        await vendor.call("PUT", Ticket.of(job.handle).cancel)

    async def check(self, vendor: Vendor) -> str | None:
        """Ask for a request that nobody made: a key that is good is answered that there is none."""
        try:
            answer = await vendor.get(NOBODYS_REQUEST)
        except (NotSent, AnswerLost) as error:
            return str(error)
        if answer.status in (401, 403):
            verdict = read_error(answer.json(), answer.headers)
            return f"fal does not take the key{f': {verdict.text}' if verdict and verdict.text else ''}."
        return None if answer.status < 500 else f"fal answered with HTTP {answer.status}."

    async def _result(self, ticket: Ticket, failed: Verdict | None, vendor: Vendor) -> Look:
        """What a finished job gave. `failed` is the error that the queue told of, if it did."""
        answer = await vendor.get(ticket.response)
        told, cost = answer.json(), billed(answer, ticket)
        if 200 <= answer.status < 300 and isinstance(told, Mapping):
            if files := find_files(told, ticket.alternatives):
                return finished(ticket, files, cost, told)
            raise final_failure(failed or UNSAID, cost)
        error = read_error(told, answer.headers) if answer.status >= 400 else None
        if error and error.type:
            raise final_failure(error, cost)
        if failed:
            raise final_failure(failed, cost)
        return Missing() if answer.status == 404 else Running(look_in=retry_after(answer))

    async def _handed_in(self, file: Path | None, way: FileMapping, vendor: Vendor) -> str:
        """A URL by which fal gets a file. Whatever goes wrong, nothing was bought yet."""
        if file is None:
            raise EngineFailed(sentence=FAILED)
        try:
            written = await data_url(file, None if way.how is FileForm.DATA_URL else DATA_URL_BYTES_MAX)
            return written or await self._uploaded(file, media_type(file), vendor)
        except EngineUnavailable:
            raise
        except Exception as error:
            raise FAL.file_not_taken(short(error)) from error

    async def _uploaded(self, file: Path, kind: str, vendor: Vendor) -> str:
        where = f"{self.fal_options.upload_url.rstrip('/')}/storage/upload/initiate?storage_type=fal-cdn-v3"
        named = {"file_name": f"input{file.suffix}", "content_type": kind}
        answer = await vendor.call("POST", where, named, headers=self._upload_headers())
        told = answer.json()
        if not (200 <= answer.status < 300 and isinstance(told, Mapping)):
            raise FAL.file_not_taken(f"HTTP {answer.status}")
        upload, url = told.get("upload_url"), told.get("file_url")
        if not isinstance(upload, str) or not isinstance(url, str):
            raise FAL.file_not_taken("the answer names no place")
        put_answer = await vendor.put_file(upload, file, kind)
        if not 200 <= put_answer.status < 300:
            raise FAL.file_not_taken(f"HTTP {put_answer.status} from the storage")
        return url

    def _headers(self) -> dict[str, str]:
        return {
            "X-Fal-Request-Timeout": f"{max(2, math.ceil(self.options.timeout_seconds))}",
            "X-Fal-Object-Lifecycle-Preference": lifetime(self.fal_options.keep_seconds),
            "x-app-fal-disable-fallback": "true",  # else another endpoint may answer, and provenance would be wrong
        }

    def _upload_headers(self) -> dict[str, str]:
        """Of fal's own clients one says it by the first name, the other by both."""
        seconds = max(self.fal_options.upload_keep_seconds, math.ceil(self.options.timeout_seconds))
        return dict.fromkeys(("X-Fal-Object-Lifecycle", "X-Fal-Object-Lifecycle-Preference"), lifetime(seconds))


def lifetime(seconds: int) -> str:
    """What tells fal how long to keep a file."""
    return json.dumps({"expiration_duration_seconds": seconds})


def finished(ticket: Ticket, files: tuple[str, ...], cost: int | None, told: Mapping[str, object]) -> Finished:
    """A result with its files."""
    seed = told.get("seed")
    facts: dict[str, Fact] = {
        "method": ticket.endpoint,
        "requestId": ticket.request,
        "seedSent": bool(ticket.seed_sent),
    }
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) <= 2**53:
        facts["seedUsed"] = seed
    return Finished(files, ticket.suffix, cost, ticket.seconds_at_most, facts)


def billed(answer: VendorAnswer, ticket: Ticket) -> int | None:
    """The cost in millionths: the units that fal billed, at the price of the estimate; None where it cannot be told."""
    try:
        units = float(answer.headers.get("x-fal-billable-units", ""))
    except ValueError:
        return None
    if not ticket.unit_price or not ticket.estimate or not math.isfinite(units) or units < 0:
        return None
    cost = math.ceil(round(units * int(ticket.unit_price), 6))
    return cost if plausible(cost, int(ticket.estimate)) else None


def progress_in(logs: object) -> float | None:
    """The last percentage that a log names, as a fraction."""
    for line in reversed(logs[-LOGS_MAX:] if isinstance(logs, list) else []):
        message = line.get("message") if isinstance(line, Mapping) else None
        if (progress := per_cent_in(message)) is not None:
            return progress
    return None
