"""What error answers mean, of OpenAI and of servers like it: the word of an error counts before its status."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import EngineFailed, EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, REFUSED, SAFETY, TEXT_TOO_LONG, retry_after, short

BUSY_SECONDS, CROWDED_SECONDS = 5.0, 15.0  # before a next try, where the answer says none
BUSY_SECONDS_MAX = 60.0  # a longer wait would close the key, and all that it lacks is a free place
KEY_SECONDS, MONEY_SECONDS, TABLE_SECONDS = 300.0, 900.0, 600.0
WORD_CHARACTERS_MAX = 80


class Meaning(Enum):
    """What an error says about whom."""

    SAFETY = "declined content"
    TOO_LONG = "the caller's text"
    REFUSED = "the caller's input"
    BUSY = "as much under way as the key may have"
    CROWDED = "a server that is not up, or has too much to do"
    KEY = "the key"
    MONEY = "the account's money"
    TABLE = "a table of ours, or the server's address"


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
    400: Meaning.REFUSED,
    401: Meaning.KEY,
    402: Meaning.MONEY,
    403: Meaning.KEY,
    404: Meaning.TABLE,
    405: Meaning.TABLE,
    409: Meaning.BUSY,
    410: Meaning.TABLE,
    413: Meaning.REFUSED,
    415: Meaning.TABLE,
    422: Meaning.REFUSED,
    429: Meaning.BUSY,
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
        for word in self.words:
            if word in WORDS:
                return WORDS[word]
            if any(part in word for part in SAFETY_PARTS):
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
    told = f": {verdict.text}" if verdict.text else ""
    match verdict.meaning(answer.status) if answer.status >= 400 else None:
        case Meaning.SAFETY:
            return EngineRefused(sentence=SAFETY)
        case Meaning.TOO_LONG:
            return EngineRefused(sentence=TEXT_TOO_LONG)
        case Meaning.REFUSED:
            return EngineRefused(sentence=FILE_TOO_LARGE if answer.status == 413 else REFUSED)
        case Meaning.BUSY:
            seconds = min(retry_after(answer) or BUSY_SECONDS, BUSY_SECONDS_MAX)
            return EngineUnavailable(f"The server has no room now{told}", seconds, Scope.KEY)
        case Meaning.CROWDED:
            seconds = min(retry_after(answer) or CROWDED_SECONDS, BUSY_SECONDS_MAX)
            return EngineUnavailable(f"The server is not up, or busy{told}", seconds, Scope.ENGINE)
        case Meaning.KEY:
            return EngineUnavailable(f"The server does not take the key{told}", KEY_SECONDS, Scope.KEY)
        case Meaning.MONEY:
            return EngineUnavailable(f"The account wants money{told}", MONEY_SECONDS, Scope.KEY)
        case Meaning.TABLE:
            where = f" ({verdict.field})" if verdict.field else ""
            sentence = f"The server does not take the request to {method}{where}{told}; check `server` and the tables"
            return EngineUnavailable(sentence, TABLE_SECONDS, Scope.MODEL)
    return None


def job_failure(told: object) -> Exception:
    """The error for a job that `failed`."""
    verdict = read_error(told)
    said = f"{' '.join(verdict.words)} {verdict.text}".lower()
    if any(part in said for part in SAFETY_PARTS):
        return EngineRefused(sentence=SAFETY)
    return EngineFailed(sentence=FAILED)


def read_error(answer: object) -> Verdict:
    """An error in any of its shapes: OpenAI's object, a list of fields, an object of the server's own, a text."""
    told = answer if isinstance(answer, Mapping) else {}
    found = next((told[name] for name in ("error", "detail") if told.get(name)), told)
    if isinstance(found, list) and found and isinstance(found[0], Mapping):
        first = found[0]
        where = first.get("loc")
        field = ".".join(map(short, where[1:4])) if isinstance(where, list) else ""
        return Verdict((word(first.get("type")),), short(first.get("msg")), field)
    if isinstance(found, Mapping):
        words = (word(found.get(name)) for name in ("code", "type"))
        return Verdict(tuple(filter(None, words)), short(found.get("message")), short(found.get("param")))
    return Verdict(text=short(found) if isinstance(found, str) else "")


def word(said: object) -> str:
    """A word of an error; nothing for what is none."""
    return said[:WORD_CHARACTERS_MAX].lower() if isinstance(said, str) else ""
