"""What error answers mean, of OpenAI and of servers like it: the word of an error counts before its status."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mediamill.engines.sdk import EngineFailed, EngineRefused, VendorAnswer
from mediamill_remote.answers import (
    FAILED,
    FILE_TOO_LARGE,
    REFUSED,
    SAFETY,
    TEXT_TOO_LONG,
    field_error_in,
    retry_after,
    says,
    short,
    word,
)
from mediamill_remote.outages import USUAL_STATUSES, Meaning, Outages

SERVER = Outages("The server", to_check="`server` and the tables")

WORDS: Mapping[str, Meaning] = {
    "moderation_blocked": Meaning.SAFETY,
    "content_policy_violation": Meaning.SAFETY,
    "string_above_max_length": Meaning.TOO_LONG,
    "string_too_long": Meaning.TOO_LONG,
    "context_length_exceeded": Meaning.TOO_LONG,
    "rate_limit_exceeded": Meaning.BUSY,
    "insufficient_quota": Meaning.MONEY,
    "billing_hard_limit_reached": Meaning.MONEY,
    "billing_not_active": Meaning.MONEY,
    "invalid_api_key": Meaning.KEY,
    "missing_api_key": Meaning.KEY,
    "unsupported_country_region_territory": Meaning.KEY,
    "model_not_found": Meaning.TABLE,
    "unknown_parameter": Meaning.TABLE,
    "unsupported_parameter": Meaning.TABLE,
    "missing_required_parameter": Meaning.TABLE,
    "unsupported_response_format": Meaning.TABLE,
    "missing": Meaning.TABLE,
    "extra_forbidden": Meaning.TABLE,
}
SAFETY_PARTS = ("moderation", "content_policy", "safety", "nsfw")
STATUSES: Mapping[int, Meaning] = {
    **USUAL_STATUSES,
    400: Meaning.REFUSED,
    409: Meaning.BUSY,
    415: Meaning.TABLE,
    422: Meaning.REFUSED,
    503: Meaning.CROWDED,
}
CALLERS_FIELDS = frozenset({"prompt", "input", "image"})  # of any other no caller says what it is
OUR_FAULT = re.compile(
    r"\bmodel\b.*\b(not|unsupported|unknown)\b|\b(unsupported|unknown|invalid|no) (animation )?(model|voice|parameter)"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One error of a server's."""

    words: tuple[str, ...] = ()  # code and type, the more particular first
    text: str = ""  # its words, short, for the operator
    field: str = ""  # of the request

    def meaning(self, status: int) -> Meaning | None:
        """Whom it is about; None where neither a word nor the answer's status says it."""
        for name in self.words:
            if name in WORDS:
                return WORDS[name]
            if says(name, SAFETY_PARTS):
                return Meaning.SAFETY
        about_input = STATUSES.get(status) is Meaning.REFUSED
        if about_input and self.field and self.field.rpartition(".")[2] not in CALLERS_FIELDS:
            return Meaning.TABLE
        if about_input and not self.field and OUR_FAULT.search(self.text.lower()):
            return Meaning.TABLE
        return STATUSES.get(status)


def submit_failure(answer: VendorAnswer, method: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was made; None where it proves nothing."""
    verdict = read_error(answer.json())
    match verdict.meaning(answer.status) if answer.status >= 400 else None:
        case None:
            return None
        case Meaning.SAFETY:
            return EngineRefused(sentence=SAFETY)
        case Meaning.TOO_LONG:
            return EngineRefused(sentence=TEXT_TOO_LONG)
        case Meaning.REFUSED:
            return EngineRefused(sentence=FILE_TOO_LARGE if answer.status == 413 else REFUSED)
        case meaning:
            return SERVER.of(meaning, verdict.text, endpoint=method, field=verdict.field, wait=retry_after(answer))


def job_failure(told: object) -> Exception:
    """The error for a job that `failed`."""
    verdict = read_error(told)
    if says(f"{' '.join(verdict.words)} {verdict.text}", SAFETY_PARTS):
        return EngineRefused(sentence=SAFETY)
    return EngineFailed(sentence=FAILED)


def read_error(answer: object) -> Verdict:
    """An error in any of its shapes: OpenAI's object, a list of fields, an object of the server's own, a text."""
    told = answer if isinstance(answer, Mapping) else {}
    found = next((told[name] for name in ("error", "detail") if told.get(name)), told)
    if (wrong := field_error_in(found)) is not None:
        return Verdict((wrong.type,), wrong.text, wrong.field)
    if isinstance(found, Mapping):
        words = (word(found.get(name)) for name in ("code", "type"))
        return Verdict(tuple(filter(None, words)), short(found.get("message")), short(found.get("param")))
    return Verdict(text=short(found) if isinstance(found, str) else "")
