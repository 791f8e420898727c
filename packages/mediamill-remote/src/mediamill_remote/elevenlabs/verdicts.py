"""What ElevenLabs' error answers mean. The word of an error counts, not its status: 401 is an empty account, too."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import EngineFailed, EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import (
    BAD_RECORDING,
    FAILED,
    FILE_TOO_LARGE,
    RECORDING_TOO_LONG,
    RECORDING_TOO_SHORT,
    REFUSED,
    SAFETY,
    TEXT_TOO_LONG,
    retry_after,
    short,
)

BUSY_SECONDS, CROWDED_SECONDS = 5.0, 15.0  # before a next try, where the answer says none
BUSY_SECONDS_MAX = 60.0  # a longer wait would close the key, and all that it lacks is a free place
KEY_SECONDS, MONEY_SECONDS, TABLE_SECONDS = 300.0, 900.0, 600.0
WORD_CHARACTERS_MAX = 80

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


class Meaning(Enum):
    """What an error says about whom."""

    REFUSED = "the caller's input"
    BUSY = "as much under way as the account may have"
    CROWDED = "ElevenLabs' own trouble"
    KEY = "the key"
    MONEY = "the account's money"
    TABLE = "a table of ours"


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
    400: Meaning.REFUSED,
    401: Meaning.KEY,
    402: Meaning.MONEY,
    403: Meaning.KEY,
    404: Meaning.TABLE,
    405: Meaning.TABLE,
    410: Meaning.TABLE,
    413: Meaning.REFUSED,
    415: Meaning.REFUSED,
    422: Meaning.REFUSED,
    429: Meaning.BUSY,
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
        for word in self.words:
            if word in REFUSALS or any(part in word for part in SAFETY_PARTS):
                return Meaning.REFUSED
            if word in WORDS:
                return WORDS[word]
        return STATUSES.get(status)

    def for_caller(self, otherwise: str = REFUSED) -> str:
        """A sentence without ElevenLabs' words."""
        for word in self.words:
            if word in REFUSALS:
                return REFUSALS[word]
            if any(part in word for part in SAFETY_PARTS):
                return SAFETY
        return otherwise


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was made; None where it proves nothing."""
    if not 400 <= answer.status < 500:
        return None
    verdict = read_error(answer.json())
    told = f": {verdict.text}" if verdict.text else ""
    match verdict.meaning(answer.status):
        case Meaning.BUSY:
            seconds = min(retry_after(answer) or BUSY_SECONDS, BUSY_SECONDS_MAX)
            return EngineUnavailable(f"ElevenLabs has no room now{places(answer)}{told}", seconds, Scope.KEY)
        case Meaning.CROWDED:
            seconds = min(retry_after(answer) or CROWDED_SECONDS, BUSY_SECONDS_MAX)
            return EngineUnavailable(f"ElevenLabs is busy{told}", seconds, Scope.ENGINE)
        case Meaning.KEY:
            return EngineUnavailable(f"ElevenLabs does not take the key{told}", KEY_SECONDS, Scope.KEY)
        case Meaning.MONEY:
            return EngineUnavailable(f"ElevenLabs wants money{told}", MONEY_SECONDS, Scope.KEY)
        case Meaning.TABLE:
            where = f" ({verdict.field})" if verdict.field else ""
            sentence = f"ElevenLabs does not take the request to {endpoint}{where}{told}; check the table of the model"
            return EngineUnavailable(sentence, TABLE_SECONDS, Scope.MODEL)
        case Meaning.REFUSED:
            otherwise = {413: FILE_TOO_LARGE, 415: BAD_RECORDING}.get(answer.status, REFUSED)
            return EngineRefused(sentence=verdict.for_caller(otherwise))
    return None


def dubbing_failure(error: object) -> Exception:
    """The error for a dub that `failed`. New codes come over time: what `retryable` says counts for those."""
    told = error if isinstance(error, Mapping) else {}
    code = word(told.get("code"))
    verdict = Verdict((code,) if code else (), short(told.get("message")))
    known = verdict.meaning(0) is Meaning.REFUSED
    about_account = any(part in code for part in ACCOUNT_PARTS)
    if known or (told.get("retryable") is False and code and not about_account):
        return EngineRefused(sentence=verdict.for_caller(UNDUBBED))
    return EngineFailed(sentence=FAILED)


def read_error(answer: object) -> Verdict:
    """An error in any of its shapes: an object with code, an older one with status, a list of fields, a text."""
    detail = answer.get("detail") if isinstance(answer, Mapping) else None
    if isinstance(detail, list) and detail and isinstance(detail[0], Mapping):
        first = detail[0]
        where = first.get("loc")
        field = ".".join(map(short, where[1:4])) if isinstance(where, list) else ""
        return Verdict((word(first.get("type")),), short(first.get("msg")), field)
    if isinstance(detail, Mapping):
        words = (word(detail.get(name)) for name in ("code", "status", "type"))
        return Verdict(tuple(filter(None, words)), short(detail.get("message")), short(detail.get("param")))
    return Verdict(text=short(detail) if isinstance(detail, str) else "")


def word(said: object) -> str:
    """A word of an error; nothing for what is none."""
    return said[:WORD_CHARACTERS_MAX].lower() if isinstance(said, str) else ""


def places(answer: VendorAnswer) -> str:
    """How many requests the account may have at once, for whoever sets `concurrency`."""
    most = answer.headers.get("maximum-concurrent-requests", "")
    return f" ({most} requests at once)" if most.isdecimal() and len(most) <= 6 else ""
