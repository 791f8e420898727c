"""Replicate's predictions: submitting one, looking at it, calling it off, finding one whose answer was lost."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

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
    Request,
    Running,
    Vendor,
)
from mediamill_remote.answers import FAILED, retry_after, short
from mediamill_remote.files import DATA_URL_BYTES_MAX, data_url
from mediamill_remote.mapped import MappedEngine
from mediamill_remote.mapping import FileForm, FileMapping, ModelMapping, at, find_files, put
from mediamill_remote.outages import BUSY_SECONDS
from mediamill_remote.replicate.prediction import Prediction, State, final_failure, read_prediction
from mediamill_remote.replicate.ticket import PREDICTION_ID, Ticket, ticket_of
from mediamill_remote.replicate.verdicts import REPLICATE, submit_failure, words_of

CANCEL_AFTER_SECONDS_MIN = 5  # Replicate takes no less
BEFORE_SECONDS, AFTER_SECONDS = 60, 120  # around a submit, what it bought was created: clocks differ, answers take time
PAGES_MAX = 20  # of a hundred predictions each: more than an account may make in that time


class ReplicateEngine(MappedEngine):
    """Models that Replicate runs."""

    base_url: ClassVar[str] = "https://api.replicate.com/v1"
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Bearer {key}")
    hosts: ClassVar[tuple[str, ...]] = ("replicate.delivery", "*.replicate.delivery")
    vendor_name: ClassVar[str] = "Replicate"
    package: ClassVar[str] = "mediamill_remote.replicate"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.URL, FileForm.DATA_URL})

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Create a prediction."""
        mapped = self.mapped(request)
        mapping, body = mapped.mapping, mapped.body
        for name, way in mapping.files.items():
            put(body, way.to, await self._handed_in(request.files.get(name), way, vendor))
        seconds = max(CANCEL_AFTER_SECONDS_MIN, math.ceil(self.options.timeout_seconds))
        order = {"version": version_of(mapping), "input": body}
        answer = await vendor.buy("/predictions", order, headers={"Cancel-After": f"{seconds}s"})
        made = read_prediction(answer.json()) if 200 <= answer.status < 300 else None
        if made is None or not PREDICTION_ID.fullmatch(made.id):
            failure = submit_failure(answer, mapping.endpoint)
            raise failure or AnswerLost(reason=f"Replicate answered the submit with HTTP {answer.status} and no id")
        return Job(ticket_of(made.id, mapped, mapping.seconds_max_of(request)).handle())

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Ask for the prediction."""
        ticket = Ticket.of(job.handle)
        answer = await vendor.get(f"/predictions/{ticket.prediction}")
        if answer.status == 404:
            return Missing()
        told = read_prediction(answer.json()) if answer.status == 200 else None
        if told is None:
            return Running(look_in=retry_after(answer))
        match told.state:
            case State.WAITING:
                return Running(stage="starting")
            case State.RUNNING:
                return Running(told.progress, "running" if told.answer["status"] == "processing" else "")
            case State.SUCCEEDED if files := find_files(told.answer, ticket.alternatives):
                return finished(ticket, files, told)
        raise final_failure(told, cost_of(told, ticket))

    async def cancel(self, job: Job, vendor: Vendor) -> None:
        """Call it off; what it has worked is billed."""
        await vendor.call("POST", f"/predictions/{Ticket.of(job.handle).prediction}/cancel")

    def has_history(self, tool: str, model: str) -> bool:
        """For models that take a seed: nothing else tells one prediction from another of the same words."""
        mapping = self.models.get((tool, model))
        return mapping is not None and mapping.seed is not None

    async def find(self, request: Request, since: int, vendor: Vendor) -> Job | Finished | None:
        """Look through the predictions of that time for one of the same model with the same input.

        Replicate forgets inputs after an hour: what is older is not found, and its files are gone as well.
        """
        mapped = self.mapped(request)
        uploads = {way.to.partition(".")[0] for way in mapped.mapping.files.values()}
        plain = {name: value for name, value in mapped.body.items() if name not in uploads}
        seconds = since / 1_000
        first, last = instant(seconds - BEFORE_SECONDS), instant(seconds + AFTER_SECONDS)
        page: object = f"/predictions?created_after={first}&created_before={last}"
        for _ in range(PAGES_MAX):
            if not isinstance(page, str):
                break
            answer = await vendor.get(page)
            results = at(answer.json(), "results")
            if answer.status != 200 or not isinstance(results, list):
                sentence = f"Replicate's list of predictions cannot be read: HTTP {answer.status}"
                raise EngineUnavailable(sentence, retry_after(answer) or BUSY_SECONDS)
            for one in results:
                if is_of(one, mapped.mapping) and has_input(one, plain):
                    return Job(ticket_of(one["id"], mapped, mapped.mapping.seconds_max_of(request)).handle())
            page = at(answer.json(), "next")
        return None

    async def check(self, vendor: Vendor) -> str | None:
        """Ask for the account."""
        try:
            answer = await vendor.get("/account")
        except (NotSent, AnswerLost) as error:
            return str(error)
        if answer.status in (401, 403):
            words = words_of(answer)
            return f"Replicate does not take the key{f': {words}' if words else ''}."
        return None if answer.status < 400 else f"Replicate answered with HTTP {answer.status}."

    async def _handed_in(self, file: Path | None, way: FileMapping, vendor: Vendor) -> str:
        """A URL by which Replicate gets a file. Whatever goes wrong, nothing was bought yet."""
        if file is None:
            raise EngineFailed(sentence=FAILED)
        try:
            written = await data_url(file, None if way.how is FileForm.DATA_URL else DATA_URL_BYTES_MAX)
            if written is not None:
                return written
            answer = await vendor.call("POST", "/files", form={"content": file})
        except Exception as error:
            raise REPLICATE.file_not_taken(short(error)) from error
        url = at(answer.json(), "urls.get") if 200 <= answer.status < 300 else None
        if not isinstance(url, str):
            raise REPLICATE.file_not_taken(f"HTTP {answer.status}")
        return url


def version_of(mapping: ModelMapping) -> str:
    """As Replicate wants it: official models have a name alone."""
    return f"{mapping.endpoint}:{mapping.version}" if mapping.version else mapping.endpoint


def finished(ticket: Ticket, files: tuple[str, ...], told: Prediction) -> Finished:
    """A result with its files."""
    facts: dict[str, Fact] = {
        "method": ticket.model,
        "requestId": ticket.prediction,
        "seedSent": bool(ticket.seed_sent),
    }
    if ticket.version:
        facts["modelVersion"] = ticket.version
    return Finished(files, ticket.suffix, cost_of(told, ticket), ticket.seconds_at_most, facts)


def cost_of(told: Prediction, ticket: Ticket) -> int | None:
    """Millionths, by the seconds that it worked; None where something else is paid or they are not told."""
    if told.state is State.ABORTED:
        return 0
    return told.cost(int(ticket.rate)) if ticket.rate and told.work_seconds is not None else None


def instant(seconds: float) -> str:
    """As Replicate writes instants."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def is_of(one: object, mapping: ModelMapping) -> bool:
    """Whether a prediction is one of this model."""
    if not isinstance(one, Mapping) or not PREDICTION_ID.fullmatch(str(one.get("id"))):
        return False
    return one.get("version") == mapping.version if mapping.version else one.get("model") == mapping.endpoint


def has_input(one: Mapping[str, object], plain: Mapping[str, object]) -> bool:
    """Whether it was asked for with these values; files are told in other ways than they were sent."""
    given = one.get("input")
    return isinstance(given, Mapping) and all(name in given and given[name] == value for name, value in plain.items())
