"""Gemini: a picture comes with the answer, and an answer without one says why."""

import logging
from typing import Any, ClassVar

from mediamill.engines.sdk import (
    AnswerLost,
    EngineUnavailable,
    Fact,
    Finished,
    Job,
    NotSent,
    Request,
    ToolModel,
    Vendor,
)
from mediamill_remote.answers import plausible
from mediamill_remote.gemini.generated import Generated, read_generated
from mediamill_remote.gemini.verdicts import pictureless, submit_failure
from mediamill_remote.mapped import Mapped, MappedEngine
from mediamill_remote.mapping import Body, ModelMapping
from mediamill_remote.tables import TableFault

MADE_SECONDS_MAX = 300.0  # for a call, which ends with the picture
PROMPT = "prompt"  # what of a mapped body is the message

log = logging.getLogger("mediamill.engines")


class GeminiEngine(MappedEngine):
    """Picture models of Google's."""

    base_url: ClassVar[str] = "https://generativelanguage.googleapis.com/v1beta"
    key_header: ClassVar[tuple[str, str] | None] = ("x-goog-api-key", "{key}")
    vendor_name: ClassVar[str] = "Gemini"
    package: ClassVar[str] = "mediamill_remote.gemini"
    answers_directly: ClassVar[bool] = True

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Have it made while the call lasts."""
        mapped = self.mapped(request)
        model = mapped.mapping.endpoint
        seconds = min(self.options.timeout_seconds, MADE_SECONDS_MAX)
        answer = await vendor.buy(f"/models/{model}:generateContent", sendable(mapped.body), seconds=seconds)
        told = read_generated(answer.json()) if answer.status == 200 else None
        if told is None:
            failure = submit_failure(answer, model)
            raise failure or AnswerLost(reason=f"Gemini answered with HTTP {answer.status} and no picture")
        cost = billed(told, mapped)
        if told.picture is None:
            log.info(
                "Gemini %s: %s ended without a picture: %s", model, request.generation_id, told.block or told.finish
            )
            raise pictureless(told, cost)
        return Finished((told.picture,), mapped.mapping.suffix, cost, provenance=facts_of(told, mapped))

    async def check(self, vendor: Vendor) -> str | None:
        """Ask for the model that comes first in the table."""
        model = next(iter(self.models.values())).endpoint
        try:
            answer = await vendor.get(f"/models/{model}")
        except (NotSent, AnswerLost) as error:
            return str(error)
        if answer.status == 200:
            return None
        failure = submit_failure(answer, model)
        said = str(failure).rstrip(".") if isinstance(failure, EngineUnavailable) else ""
        return f"{said or f'Gemini answered with HTTP {answer.status}'}."

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        for (tool, model), mapping in models.items():
            if not mapping.direct:
                raise TableFault(file, f"`{tool}/{model}`", "direct: true; the picture is in the answer")
            if mapping.files:
                raise TableFault(file, f"`{tool}/{model}`", "files: this engine hands none in")
        return super()._checked(file, models)


def sendable(body: Body) -> dict[str, Any]:
    """The body of generateContent: what is put at `prompt` is the one message."""
    sent = {name: value for name, value in body.items() if name != PROMPT}
    return {"contents": [{"role": "user", "parts": [{"text": body.get(PROMPT, "")}]}], **sent}


def billed(told: Generated, mapped: Mapped) -> int | None:
    """Millionths by the tokens that were counted; None where they, or what they cost, are not known."""
    if told.tokens is None or mapped.line is None or mapped.line.tokens is None:
        return None
    cost = mapped.line.tokens.cost(told.tokens)
    return cost if mapped.estimate is None or plausible(cost, mapped.estimate.amount) else None


def facts_of(told: Generated, mapped: Mapped) -> dict[str, Fact]:
    """How it was made."""
    facts: dict[str, Fact] = {"method": mapped.mapping.endpoint, "seedSent": mapped.mapping.seed is not None}
    return facts | {name: value for name, value in (("requestId", told.id), ("modelVersion", told.model)) if value}
