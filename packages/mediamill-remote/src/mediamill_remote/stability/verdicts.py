"""What Stability's error answers mean. The name of an error counts before its status: 403 is moderation, or the key."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import FILE_TOO_LARGE, REFUSED, SAFETY, TEXT_TOO_LONG, retry_after, short

BUSY_SECONDS = 60.0  # too many requests shut an account out for so long
KEY_SECONDS, MONEY_SECONDS, MODEL_SECONDS = 300.0, 900.0, 600.0  # before a next try
WORD_CHARACTERS_MAX = 80
ENGLISH = "The description has to be in English here."
BAD_PICTURE = "The picture cannot be used; please send a PNG, JPEG or WebP of at most 4 million pixels."
PROMPT, IMAGE, KEY_FIELD = "prompt", "image", "authorization"  # fields that errors are about
LANGUAGE_WORDS = ("english", "language")
LENGTH_WORDS = ("character", "length", "too long")


class Meaning(Enum):
    """What an error says about whom."""

    REFUSED = "the caller's input"
    DECLINED = "the safety check"
    BUSY = "too many requests"
    KEY = "the key"
    MONEY = "the account's money"
    TABLE = "a table of ours"


NAMES: Mapping[str, Meaning] = {
    "content_moderation": Meaning.DECLINED,
    "rate_limit_exceeded": Meaning.BUSY,
    "unauthorized": Meaning.KEY,
    "permission_denied": Meaning.KEY,
    "payment_required": Meaning.MONEY,
    "insufficient_balance": Meaning.MONEY,
    "not_found": Meaning.TABLE,
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
    422: Meaning.REFUSED,
    429: Meaning.BUSY,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """One error of Stability's."""

    name: str = ""
    text: str = ""  # its words, short, for the operator
    field: str = ""  # of the form

    def meaning(self, status: int) -> Meaning | None:
        """Whom it is about; None where neither its name nor the answer's status says it."""
        if self.field == KEY_FIELD:
            return Meaning.KEY
        found = NAMES.get(self.name) or STATUSES.get(status)
        is_ours = found is Meaning.REFUSED and self.field not in ("", PROMPT, IMAGE)
        return Meaning.TABLE if is_ours else found

    def for_caller(self, status: int) -> str:
        """A sentence without Stability's words."""
        said = self.text.lower()
        if any(word in said for word in LANGUAGE_WORDS):
            return ENGLISH
        if status == 413:
            return FILE_TOO_LARGE
        if self.field == IMAGE:
            return BAD_PICTURE
        is_long = self.field == PROMPT and any(word in said for word in LENGTH_WORDS)
        return TEXT_TOO_LONG if is_long else REFUSED


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was made; None where it proves nothing."""
    if not 400 <= answer.status < 500:
        return None
    verdict = read_error(answer.json())
    told = f": {verdict.text}" if verdict.text else ""
    match verdict.meaning(answer.status):
        case Meaning.BUSY:
            return EngineUnavailable(f"Stability has no room now{told}", retry_after(answer) or BUSY_SECONDS, Scope.KEY)
        case Meaning.KEY:
            return EngineUnavailable(f"Stability does not take the key{told}", KEY_SECONDS, Scope.KEY)
        case Meaning.MONEY:
            return EngineUnavailable(f"Stability wants money{told}", MONEY_SECONDS, Scope.KEY)
        case Meaning.TABLE:
            sentence = f"Stability does not take the request to {endpoint}{told}; check the table of the model"
            return EngineUnavailable(sentence, MODEL_SECONDS, Scope.MODEL)
        case Meaning.DECLINED:
            return EngineRefused(sentence=SAFETY)
        case Meaning.REFUSED:
            return EngineRefused(sentence=verdict.for_caller(answer.status))
    return None


def read_error(answer: object) -> Verdict:
    """An error: `name`, and in `errors` sentences, of which some begin with the field that they are about."""
    if not isinstance(answer, Mapping):
        return Verdict()
    name, errors = answer.get("name"), answer.get("errors")
    first = errors[0] if isinstance(errors, list) and errors else answer.get("message")
    text = short(first) if isinstance(first, str) else ""
    field, colon, _ = text.partition(":")
    return Verdict(
        name[:WORD_CHARACTERS_MAX].lower() if isinstance(name, str) else "",
        text,
        field.lower() if colon and field.replace("_", "").isalnum() else "",
    )
