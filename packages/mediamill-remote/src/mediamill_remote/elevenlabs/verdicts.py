"""What ElevenLabs' error answers mean. The word of an error counts, not its status: 401 is an empty account, too."""

from collections.abc import Mapping
from dataclasses import dataclass

from mediamill.engines.sdk import EngineFailed, EngineRefused, VendorAnswer
from mediamill_remote.answers import (
    BAD_RECORDING,
    FAILED,
    FILE_TOO_LARGE,
    RECORDING_TOO_LONG,
    RECORDING_TOO_SHORT,
    REFUSED,
    SAFETY,
    TEXT_TOO_LONG,
    field_error_in,
    retry_after,
    says,
    short,
    word,
    words_at,
)
from mediamill_remote.outages import USUAL_STATUSES, Meaning, Outages

ELEVENLABS = Outages("ElevenLabs")

NAMES = "The description was declined; please describe it without names of artists, songs or brands."
UNDUBBED = "This recording cannot be dubbed; please use another one."
REFUSALS: Mapping[str, str] = {
    "max_character_limit_exceeded": TEXT_TOO_LONG,
    "text_too_long": TEXT_TOO_LONG,
    "string_too_long": TEXT_TOO_LONG,
    "value_error.any_str.max_length": TEXT_TOO_LONG,
    "file_too_large": FILE_TOO_LARGE,
    "audio_too_long": RECORDING_TOO_LONG,
    "audio_too_short": RECORDING_TOO_SHORT,
    "source_too_long": RECORDING_TOO_LONG,
    "source_too_short": RECORDING_TOO_SHORT,
    "invalid_audio": BAD_RECORDING,
    "invalid_audio_format": BAD_RECORDING,
    "unsupported_audio_format": BAD_RECORDING,
    "invalid_file_format": BAD_RECORDING,
    "bad_prompt": NAMES,
    "bad_composition_plan": NAMES,
}
# Words for declined content are not listed anywhere; these are parts of those that have been seen.
SAFETY_PARTS = ("moderation", "content_policy", "content_violation", "safety", "prohibited_content", "copyright")
ACCOUNT_PARTS = ("quota", "credit", "payment", "subscription", "permission", "billing")


WORDS: Mapping[str, Meaning] = {
    "concurrent_limit_exceeded": Meaning.BUSY,
    "too_many_concurrent_requests": Meaning.BUSY,
    "rate_limit_exceeded": Meaning.BUSY,
    "system_busy": Meaning.CROWDED,
    "invalid_api_key": Meaning.KEY,
    "missing_api_key": Meaning.KEY,
    "needs_authorization": Meaning.KEY,
    "missing_permissions": Meaning.KEY,
    "detected_unusual_activity": Meaning.KEY,
    "quota_exceeded": Meaning.MONEY,
    "insufficient_credits": Meaning.MONEY,
    "payment_required": Meaning.MONEY,
    "paid_plan_required": Meaning.MONEY,
    "voice_not_found": Meaning.TABLE,
    "model_not_found": Meaning.TABLE,
    "missing": Meaning.TABLE,
    "value_error.missing": Meaning.TABLE,
    "extra_forbidden": Meaning.TABLE,
    "authentication_error": Meaning.KEY,
    "authorization_error": Meaning.KEY,
    "rate_limit_error": Meaning.BUSY,
    "validation_error": Meaning.REFUSED,
}
STATUSES: Mapping[int, Meaning] = {
    **USUAL_STATUSES,
    400: Meaning.REFUSED,
    415: Meaning.REFUSED,
    422: Meaning.REFUSED,
}
OUR_FIELDS = frozenset({"model_id", "output_format", "file_format", "voice_id"})  # no caller says what they are


@dataclass(frozen=True, slots=True)
class Verdict:
    """One error of ElevenLabs'."""

    words: tuple[str, ...] = ()  # code, status and type, the more particular first
    text: str = ""  # its words, short, for the operator
    field: str = ""  # of the request

    def meaning(self, status: int) -> Meaning | None:
        """Whom it is about; None where neither a word nor the answer's status says it."""
        if self.field.rpartition(".")[2] in OUR_FIELDS:
            return Meaning.TABLE
        for name in self.words:
            if name in REFUSALS or says(name, SAFETY_PARTS):
                return Meaning.REFUSED
            if name in WORDS:
                return WORDS[name]
        return STATUSES.get(status)

    def for_caller(self, otherwise: str = REFUSED) -> str:
        """A sentence without ElevenLabs' words."""
        for name in self.words:
            if name in REFUSALS:
                return REFUSALS[name]
            if says(name, SAFETY_PARTS):
                return SAFETY
        return otherwise


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was made; None where it proves nothing."""
    if not 400 <= answer.status < 500:
        return None
    verdict = read_error(answer.json())
    match verdict.meaning(answer.status):
        case None:
            return None
        case Meaning.BUSY:
            return ELEVENLABS.no_room(f"{verdict.text}{places(answer)}".lstrip(), retry_after(answer))
        case Meaning.REFUSED:
            otherwise = {413: FILE_TOO_LARGE, 415: BAD_RECORDING}.get(answer.status, REFUSED)
            return EngineRefused(sentence=verdict.for_caller(otherwise))
        case meaning:
            return ELEVENLABS.of(
                meaning, verdict.text, endpoint=endpoint, field=verdict.field, wait=retry_after(answer)
            )


def dubbing_failure(error: object) -> Exception:
    """The error for a dub that `failed`. New codes come over time: what `retryable` says counts for those."""
    told = error if isinstance(error, Mapping) else {}
    code = word(told.get("code"))
    verdict = Verdict((code,) if code else (), short(told.get("message")))
    known = verdict.meaning(0) is Meaning.REFUSED
    if known or (told.get("retryable") is False and code and not says(code, ACCOUNT_PARTS)):
        return EngineRefused(sentence=verdict.for_caller(UNDUBBED))
    return EngineFailed(sentence=FAILED)


def read_error(answer: object) -> Verdict:
    """An error in any of its shapes: an object with code, an older one with status, a list of fields, a text."""
    detail = answer.get("detail") if isinstance(answer, Mapping) else None
    if (wrong := field_error_in(detail)) is not None:
        return Verdict((wrong.type,), wrong.text, wrong.field)
    if isinstance(detail, Mapping):
        words = (word(detail.get(name)) for name in ("code", "status", "type"))
        return Verdict(tuple(filter(None, words)), short(detail.get("message")), short(detail.get("param")))
    return Verdict(text=words_at(answer, "detail"))


def places(answer: VendorAnswer) -> str:
    """How many requests the account may have at once, for whoever sets `concurrency`."""
    most = answer.headers.get("maximum-concurrent-requests", "")
    return f" ({most} requests at once)" if most.isdecimal() and len(most) <= 6 else ""
