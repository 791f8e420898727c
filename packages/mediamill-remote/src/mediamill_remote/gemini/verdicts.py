"""What it means where no picture came: the words of an answer without one, and Google's errors."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import EngineFailed, EngineRefused, VendorAnswer
from mediamill_remote.answers import FAILED, REFUSED, SAFETY, retry_after, short
from mediamill_remote.gemini.generated import Generated, word
from mediamill_remote.mapping import at
from mediamill_remote.outages import USUAL_STATUSES, Meaning, Outages

GEMINI = Outages("Gemini", busy_seconds=10.0)
DELAY = re.compile(r"(\d{1,6}(?:\.\d{1,9})?)s")
DETAILS_MAX = 20  # that are read of one error

RECITED = "The picture would be too close to an existing one; please describe something of your own."
LANGUAGE = "This language is not understood here; please describe the picture in another one."
PERSONAL = "The description seems to have somebody's personal data in it; please leave them out."
NO_PICTURE = "No picture came of this description; please say what the picture shows, and try again."


class Ending(Enum):
    """Whom it concerns that there is no picture."""

    REFUSED = "the caller: another description may do"
    FAILED = "nobody: another try may do"
    CLOSED = "the operator: Google makes nothing for the account"


@dataclass(frozen=True, slots=True)
class Reason:
    """What a word means."""

    ending: Ending
    sentence: str = ""  # for the caller


UNSAFE = Reason(Ending.REFUSED, SAFETY)
BROKEN = Reason(Ending.FAILED, FAILED)
PICTURELESS = Reason(Ending.FAILED, NO_PICTURE)
# Of a description that was not worked on (`blockReason`); whatever else is said refuses it, too.
BLOCKS: Mapping[str, Reason] = {
    "SAFETY": UNSAFE,
    "IMAGE_SAFETY": UNSAFE,
    "PROHIBITED_CONTENT": UNSAFE,
    "BLOCKLIST": UNSAFE,
    "JAILBREAK": UNSAFE,
    "MODEL_ARMOR": UNSAFE,
    "OTHER": UNSAFE,
    "BLOCKED_REASON_UNSPECIFIED": UNSAFE,
}
# Of a model that stopped (`finishReason`); whatever else is said is a failure.
FINISHES: Mapping[str, Reason] = {
    "SAFETY": UNSAFE,
    "IMAGE_SAFETY": UNSAFE,
    "PROHIBITED_CONTENT": UNSAFE,
    "IMAGE_PROHIBITED_CONTENT": UNSAFE,
    "BLOCKLIST": UNSAFE,
    "ESCALATION": UNSAFE,
    "MODEL_ARMOR": UNSAFE,
    "RECITATION": Reason(Ending.REFUSED, RECITED),
    "IMAGE_RECITATION": Reason(Ending.REFUSED, RECITED),
    "LANGUAGE": Reason(Ending.REFUSED, LANGUAGE),
    "SPII": Reason(Ending.REFUSED, PERSONAL),
    "STOP": PICTURELESS,
    "NO_IMAGE": PICTURELESS,
    "IMAGE_OTHER": PICTURELESS,
    "OTHER": PICTURELESS,
    "MAX_TOKENS": BROKEN,
    "CONTINUATION": BROKEN,
    "MALFORMED_RESPONSE": BROKEN,
    "MALFORMED_FUNCTION_CALL": BROKEN,
    "UNEXPECTED_TOOL_CALL": BROKEN,
    "TOO_MANY_TOOL_CALLS": BROKEN,
    "MISSING_THOUGHT_SIGNATURE": BROKEN,
    "FINISH_REASON_UNSPECIFIED": BROKEN,
    "PUP_LIMITED_DISABLED": Reason(Ending.CLOSED),
}


def pictureless(told: Generated, cost: int | None) -> Exception:
    """The error for an answer without a picture, with what it cost where that is known."""
    reason = BLOCKS.get(told.block, UNSAFE) if told.block else FINISHES.get(told.finish, BROKEN)
    facts: dict[str, object] = {} if cost is None else {"cost": cost}
    match reason.ending:
        case Ending.REFUSED:
            return EngineRefused(sentence=reason.sentence, **facts)
        case Ending.CLOSED:
            return GEMINI.wants_money(f"it has limited or closed the account: {told.finish}")
    return EngineFailed(sentence=reason.sentence, **facts)


# Of `ErrorInfo`; every other that begins with API_KEY_ is about the key as well.
REASONS: Mapping[str, Meaning] = {
    "SERVICE_DISABLED": Meaning.KEY,
    "CONSUMER_INVALID": Meaning.KEY,
    "CONSUMER_SUSPENDED": Meaning.KEY,
    "BILLING_DISABLED": Meaning.MONEY,
    "MODEL_CAPACITY_EXHAUSTED": Meaning.CROWDED,
}
API_KEY = "API_KEY_"
# Of an error whose details say nothing, with what its own `status` makes of it.
STATUSES: Mapping[int, Meaning] = {**USUAL_STATUSES, 400: Meaning.TABLE}
# Of these Google says that nothing is charged, where it is Google that answers: a proxy may have lost an answer.
UNCHARGED = frozenset({(500, "INTERNAL"), (503, "UNAVAILABLE")})
OF_THE_CALLER = "contents"  # the field of a request that holds the description
NAMES_CONTENTS = "GenerateContentRequest.contents"  # in the words of an error without fields
PER_DAY = "PERDAY"  # in the name of a quota
NO_QUOTA = re.compile(r"\blimit: 0\b")


@dataclass(frozen=True, slots=True)
class GoogleError:
    """An error as all of Google's APIs write it."""

    status: str  # "RESOURCE_EXHAUSTED"; empty where it is no such error
    text: str  # its words, short, for the operator
    reasons: tuple[str, ...]
    quotas: tuple[str, ...]  # that are used up
    is_of_the_caller: bool  # nothing but the description is wrong
    has_no_quota: bool  # the plan has none of this model
    delay: float | None  # seconds, as it says to wait

    def meaning(self, status: int) -> Meaning | None:
        """Whom it is about; None where it proves nothing."""
        for reason in self.reasons:
            if reason in REASONS or reason.startswith(API_KEY):
                return REASONS.get(reason, Meaning.KEY)
        if (status, self.status) in UNCHARGED:
            return Meaning.CROWDED
        if status == 400 and self.status == "FAILED_PRECONDITION":
            return Meaning.MONEY
        if status == 400 and self.is_of_the_caller:
            return Meaning.REFUSED
        if status == 429 and (self.has_no_quota or any(PER_DAY in quota for quota in self.quotas)):
            return Meaning.MONEY
        return STATUSES.get(status)


def submit_failure(answer: VendorAnswer, model: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was made; None where it proves nothing."""
    error = read_error(answer.json())
    match error.meaning(answer.status):
        case None:
            return None
        case Meaning.REFUSED:
            return EngineRefused(sentence=REFUSED)
        case meaning:
            return GEMINI.of(meaning, error.text, endpoint=model, wait=error.delay or retry_after(answer))


def read_error(answer: object) -> GoogleError:
    """An error, alone or as the only one of a list."""
    one = answer[0] if isinstance(answer, list) and len(answer) == 1 else answer
    error = at(one, "error")
    message = at(error, "message")
    details = list(details_of(error))
    words = message if isinstance(message, str) else ""
    fields = [short(violation.get("field")) for violation in listed(details, "fieldViolations")]
    return GoogleError(
        status=word(at(error, "status")),
        text=short(words),
        reasons=tuple(filter(None, (word(detail.get("reason")) for detail in details))),
        quotas=tuple(word(violation.get("quotaId")) for violation in listed(details, "violations")),
        is_of_the_caller=all(OF_THE_CALLER in field for field in fields) if fields else NAMES_CONTENTS in words,
        has_no_quota=NO_QUOTA.search(words) is not None,
        delay=next((delay for delay in map(delay_in, details) if delay), None),
    )


def details_of(error: object) -> Iterator[Mapping[str, object]]:
    """What an error has besides its words."""
    details = at(error, "details")
    yield from (one for one in details[:DETAILS_MAX] if isinstance(one, Mapping)) if isinstance(details, list) else ()


def listed(details: list[Mapping[str, object]], name: str) -> Iterator[Mapping[str, object]]:
    """The items of the lists that are called so."""
    for detail in details:
        items = detail.get(name)
        yield from (one for one in items[:DETAILS_MAX] if isinstance(one, Mapping)) if isinstance(items, list) else ()


def delay_in(detail: Mapping[str, object]) -> float | None:
    """The seconds of `RetryInfo`."""
    found = DELAY.fullmatch(str(detail.get("retryDelay")))
    return float(math.ceil(float(found[1]))) if found else None
