"""Stability AI: a form is sent, and the answer is the picture or the object."""

from typing import ClassVar

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    Fact,
    Finished,
    Job,
    NotSent,
    Remaining,
    Request,
    ToolModel,
    Vendor,
    VendorAnswer,
)
from mediamill_remote.answers import FAILED, SAFETY, number_in, short
from mediamill_remote.forms import form_of
from mediamill_remote.mapped import Mapped, MappedEngine
from mediamill_remote.mapping import FileForm, ModelMapping, at
from mediamill_remote.outages import Meaning
from mediamill_remote.stability.verdicts import STABILITY, read_error, submit_failure
from mediamill_remote.tables import TableFault

BALANCE = "/v1/user/balance"
MADE_SECONDS_MAX = 300.0  # for a call whose answer is the file; it takes some ten
PICTURES, OBJECTS = "image/", "model/"  # how content types of results begin
OCTETS = "application/octet-stream"
OBJECT_SUFFIX = ".glb"
FILTERED, SUCCESS = "CONTENT_FILTERED", "SUCCESS"  # in the header `finish-reason`


class StabilityEngine(MappedEngine):
    """Models that Stability runs, in the place of others."""

    base_url: ClassVar[str] = "https://api.stability.ai"
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Bearer {key}")
    default_models: ClassVar[tuple[str, ...] | None] = ()  # it has other models than the interface names
    vendor_name: ClassVar[str] = "Stability"
    package: ClassVar[str] = "mediamill_remote.stability"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.MULTIPART})
    answers_directly: ClassVar[bool] = True

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Have it made while the call lasts."""
        mapped = self.mapped(request)
        mapping, file = mapped.mapping, request.folder / f"answer{mapped.mapping.suffix}"
        answer = await vendor.buy(
            f"/{mapping.endpoint}",
            form=form_of(mapped.body, mapping.files, request.files),
            headers={} if mapping.suffix == OBJECT_SUFFIX else {"Accept": f"{PICTURES}*"},
            save_to=file,
            seconds=min(self.options.timeout_seconds, MADE_SECONDS_MAX),
        )
        if not is_result(answer, mapping):
            failure = submit_failure(answer, mapping.endpoint)
            raise failure or AnswerLost(reason=f"Stability answered with HTTP {answer.status} and no result")
        reason = answer.headers.get("finish-reason", SUCCESS).upper()
        if reason == FILTERED:
            raise EngineRefused(sentence=SAFETY, **billed(mapped))
        if reason != SUCCESS:
            raise EngineFailed(sentence=FAILED)
        return Finished((file,), mapping.suffix, None, mapping.seconds_max_of(request), facts_of(answer, mapped))

    async def remaining(self, vendor: Vendor) -> Remaining | None:
        """The credits of the account."""
        answer = await vendor.get(BALANCE)
        if answer.status >= 500:
            raise AnswerLost(reason=f"Stability answered with HTTP {answer.status}")
        left = number_in(at(answer.json(), "credits")) if answer.status == 200 else None
        return None if left is None else Remaining(max(0.0, float(left)), None, "credits")

    async def check(self, vendor: Vendor) -> str | None:
        """Ask what credits are left."""
        try:
            answer = await vendor.get(BALANCE)
        except (NotSent, AnswerLost) as error:
            return str(error)
        verdict = read_error(answer.json())
        if 400 <= answer.status < 500 and verdict.meaning(answer.status) is Meaning.KEY:
            return f"{STABILITY.wrong_key(verdict.text)}."
        if answer.status != 200:
            return f"Stability answered with HTTP {answer.status}."
        left = number_in(at(answer.json(), "credits"))
        return "Stability: no credits are left." if left is not None and left <= 0 else None

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        for (tool, model), mapping in models.items():
            if not mapping.direct:
                raise TableFault(file, f"`{tool}/{model}`", "direct: true, because answers of this vendor are files")
        return super()._checked(file, models)


def is_result(answer: VendorAnswer, mapping: ModelMapping) -> bool:
    """Whether an answer is a file of the wanted kind, as far as its head says."""
    kind = answer.headers.get("content-type", "").lower()
    wanted = (OBJECTS, OCTETS) if mapping.suffix == OBJECT_SUFFIX else (PICTURES,)
    return 200 <= answer.status < 300 and kind.startswith(wanted)


def billed(mapped: Mapped) -> dict[str, int]:
    """What was made and is not shown counts as billed: only failures are said to be free."""
    return {"cost": mapped.estimate.amount} if mapped.estimate else {}


def facts_of(answer: VendorAnswer, mapped: Mapped) -> dict[str, Fact]:
    """How it was made."""
    facts: dict[str, Fact] = {"method": mapped.mapping.endpoint, "seedSent": mapped.mapping.seed is not None}
    seed, number = answer.headers.get("seed", ""), short(answer.headers.get("x-request-id"))
    if mapped.mapping.seed is not None and seed.isdecimal() and len(seed) <= 10:
        facts["seedUsed"] = int(seed)
    if number:
        facts["requestId"] = number
    return facts
