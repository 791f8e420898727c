"""LTX: a film is the answer to the call that asks for it."""

from typing import ClassVar

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
    VendorAnswer,
)
from mediamill_remote.ltx.verdicts import submit_failure
from mediamill_remote.mapped import Mapped, MappedEngine
from mediamill_remote.mapping import ModelMapping
from mediamill_remote.tables import TableFault

MADE_SECONDS_MAX = 1_200.0  # for a call: Lightricks' own program waits as long
NO_JOB = (
    "/v2/text-to-video/00000000-0000-0000-0000-000000000000"  # free to ask for; a good key hears that there is none
)


class LtxEngine(MappedEngine):
    """Models that Lightricks runs."""

    base_url: ClassVar[str] = "https://api.ltx.video"
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Bearer {key}")
    vendor_name: ClassVar[str] = "LTX"
    package: ClassVar[str] = "mediamill_remote.ltx"
    answers_directly: ClassVar[bool] = True

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Have it made while the call lasts."""
        mapped = self.mapped(request)
        file = request.folder / f"answer{mapped.mapping.suffix}"
        seconds = min(self.options.timeout_seconds, MADE_SECONDS_MAX)
        answer = await vendor.buy(f"/{mapped.mapping.endpoint}", mapped.body, save_to=file, seconds=seconds)
        if not is_film(answer):
            failure = submit_failure(answer, mapped.mapping.endpoint)
            raise failure or AnswerLost(reason=f"LTX answered with HTTP {answer.status} and no film")
        return Finished((file,), mapped.mapping.suffix, provenance=facts_of(answer, mapped))

    async def check(self, vendor: Vendor) -> str | None:
        """Ask for a job that there is not."""
        try:
            answer = await vendor.get(NO_JOB)
        except (NotSent, AnswerLost) as error:
            return str(error)
        if answer.status in (400, 404):
            return None
        failure = submit_failure(answer, NO_JOB)
        said = str(failure).rstrip(".") if isinstance(failure, EngineUnavailable) else ""
        return f"{said or f'LTX answered with HTTP {answer.status}'}."

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        for (tool, model), mapping in models.items():
            if not mapping.direct:
                raise TableFault(file, f"`{tool}/{model}`", "direct: true; the answer is the film")
            if mapping.files:
                raise TableFault(file, f"`{tool}/{model}`", "files: this engine hands none in")
        return super()._checked(file, models)


def is_film(answer: VendorAnswer) -> bool:
    """Whether an answer is a film, as far as its head says."""
    kind = answer.headers.get("content-type", "video/").lower()
    return answer.status == 200 and kind.startswith(("video/", "application/octet-stream"))


def facts_of(answer: VendorAnswer, mapped: Mapped) -> dict[str, Fact]:
    """How it was made."""
    model, number = mapped.body.get("model"), answer.headers.get("x-request-id", "")
    method = f"{mapped.mapping.endpoint} {model}" if model else mapped.mapping.endpoint
    facts: dict[str, Fact] = {"method": method, "seedSent": mapped.mapping.seed is not None}
    return facts | ({"requestId": number} if number else {})
