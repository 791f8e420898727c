"""A Cog server of the operator's own: the connection is held while the model works, and its end calls the work off."""

import logging
import time
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Fact,
    Finished,
    Job,
    NotSent,
    Request,
    Scope,
    Vendor,
    VendorAnswer,
)
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, REFUSED, TOO_LONG, retry_after, short
from mediamill_remote.files import data_url
from mediamill_remote.mapped import Mapped
from mediamill_remote.mapping import FileForm, at, find_files, put
from mediamill_remote.own_server import OwnServerEngine, cost_of
from mediamill_remote.replicate.prediction import Prediction, State, final_failure, read_prediction

FILE_BYTES_MAX = 64 * 1024 * 1024  # of one file as it goes in: Cog takes bodies of 100 MiB, and base64 adds a third
SLOT_SECONDS, START_SECONDS, SETUP_SECONDS = 2.0, 5.0, 600.0  # before a next try
GRACE_SECONDS = 1.0  # an answer that is lost so shortly before the deadline was lost to it
WORKING = frozenset({"READY", "BUSY"})

log = logging.getLogger("mediamill.engines")


class CogEngine(OwnServerEngine):
    """Models that a Cog server runs: whatever its container holds."""

    vendor_name: ClassVar[str] = "Cog"
    package: ClassVar[str] = "mediamill_remote.replicate.cog"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.URL, FileForm.DATA_URL})

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Have it made, under the generation's own id: the same work never runs twice at a time."""
        mapped = self.mapped(request)
        for name, way in mapped.mapping.files.items():
            put(mapped.body, way.to, await handed_in(request.files.get(name)))
        path, seconds = f"/predictions/{request.generation_id}", self.options.timeout_seconds
        started = time.monotonic()
        try:
            answer = await vendor.buy(path, {"input": mapped.body}, method="PUT", seconds=seconds)
        except AnswerLost:
            if time.monotonic() - started < seconds - GRACE_SECONDS:
                raise
            raise EngineFailed(sentence=TOO_LONG) from None
        told = read_prediction(answer.json()) if answer.status == 200 else None
        if told is None or told.state in (State.WAITING, State.RUNNING):
            failure = submit_failure(answer, mapped.mapping.endpoint)
            raise failure or AnswerLost(reason=f"the server answered with HTTP {answer.status} and no final word")
        return self._finished(request, mapped, told)

    async def check(self, vendor: Vendor) -> str | None:
        """Ask how it feels: None while it works or could."""
        try:
            answer = await vendor.get("/health-check")
        except (NotSent, AnswerLost) as error:
            return str(error)
        told = answer.json()
        status = at(told, "status")
        if answer.status != 200 or not isinstance(status, str):
            return f"There is no Cog server: /health-check answers with HTTP {answer.status}."
        if status in WORKING:
            return None
        if status == "STARTING":
            return "The Cog server is starting."
        last = last_line(at(told, "setup.logs"))
        return f"The Cog server is {short(status)}{f': {last}' if last else ''}."

    def _finished(self, request: Request, mapped: Mapped, told: Prediction) -> Finished:
        """The result with its files. Raises EngineFailed, EngineRefused."""
        cost, mapping = self._cost(mapped, told), mapped.mapping
        files = find_files(told.answer, mapped.result) if told.state is State.SUCCEEDED else None
        if files is None:
            log.warning("Cog %s: %s ended %s: %s", mapping.endpoint, request.generation_id, told.state.name, told.error)
            raise final_failure(told, cost)
        facts: dict[str, Fact] = {"method": mapping.endpoint, "seedSent": mapping.seed is not None}
        return Finished(files, mapping.suffix, cost, mapping.seconds_max_of(request), facts)

    def _cost(self, mapped: Mapped, told: Prediction) -> int | None:
        """Millionths for the seconds that it worked; None where the estimate has to do."""
        return cost_of(told.work_seconds or 0, self.rate_for(mapped))


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


def submit_failure(answer: VendorAnswer, model: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing runs for it; None where it proves nothing."""
    words = words_in(answer)
    told = f": {words}" if words else ""
    match answer.status:
        case 202:  # an earlier try still runs, and what it makes goes to the connection that it had
            return EngineUnavailable(f"Cog {model}: an earlier try is not over yet", SLOT_SECONDS, Scope.KEY)
        case 409 | 429:
            return EngineUnavailable(
                f"Cog {model}: no slot is free{told}", retry_after(answer) or SLOT_SECONDS, Scope.KEY
            )
        case 503:
            return EngineUnavailable(f"Cog {model}: it is not up yet{told}", START_SECONDS, Scope.ENGINE)
        case 401 | 403:
            return EngineUnavailable(
                f"Cog {model}: something in front of it wants a key{told}", SETUP_SECONDS, Scope.KEY
            )
        case 404 | 405 | 415:
            return EngineUnavailable(f"Cog {model}: base_url is no Cog server{told}", SETUP_SECONDS, Scope.ENGINE)
        case 413:
            return EngineRefused(sentence=FILE_TOO_LARGE)
        case 400 | 422:
            return refusal(answer, model)
    return None


def refusal(answer: VendorAnswer, model: str) -> Exception:
    """The error for an input that was not accepted: whose fault it is, each field's fault tells."""
    detail = at(answer.json(), "detail")
    faults = [one for one in detail if isinstance(one, Mapping)] if isinstance(detail, list) else []
    if answer.status == 422 and faults and not any(str(one.get("type", "")).endswith("missing") for one in faults):
        return EngineRefused(sentence=REFUSED)
    sentence = f"Cog {model}: it does not take the input: {words_in(answer)}; check its table of the model"
    return EngineUnavailable(sentence, SETUP_SECONDS, Scope.MODEL)


def words_in(answer: VendorAnswer) -> str:
    """What an error says, on one line."""
    told = answer.json()
    detail = at(told, "detail.0")
    if isinstance(detail, Mapping):
        where = detail.get("loc")
        field = ".".join(map(short, where[1:4])) if isinstance(where, list) else ""
        return short(f"{field}: {detail.get('msg')}" if field else detail.get("msg"))
    return short(at(told, "error") or at(told, "detail"))


def last_line(text: object) -> str:
    """The last line of a log that says something."""
    lines = [line for line in text.splitlines() if line.strip()] if isinstance(text, str) else []
    return short(lines[-1]) if lines else ""
