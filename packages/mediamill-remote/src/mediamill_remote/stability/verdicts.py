"""What Stability's error answers mean. The name of an error counts before its status: 403 is moderation, or the key."""

from collections.abc import Mapping
from dataclasses import dataclass

from mediamill.engines.sdk import EngineRefused, VendorAnswer
from mediamill_remote.answers import FILE_TOO_LARGE, REFUSED, SAFETY, TEXT_TOO_LONG, retry_after, says, short, word
from mediamill_remote.outages import USUAL_STATUSES, Meaning, Outages

STABILITY = Outages("Stability", busy_seconds=60.0)  # too many requests shut an account out for so long
ENGLISH = "The description has to be in English here."
BAD_PICTURE = "The picture cannot be used; please send a PNG, JPEG or WebP of at most 4 million pixels."
PROMPT, IMAGE, KEY_FIELD = "prompt", "image", "authorization"  # fields that errors are about
LANGUAGE_WORDS = ("english", "language")
LENGTH_WORDS = ("character", "length", "too long")


NAMES: Mapping[str, Meaning] = {
    "content_moderation": Meaning.SAFETY,
    "rate_limit_exceeded": Meaning.BUSY,
    "unauthorized": Meaning.KEY,
    "permission_denied": Meaning.KEY,
    "payment_required": Meaning.MONEY,
    "insufficient_balance": Meaning.MONEY,
    "not_found": Meaning.TABLE,
}
STATUSES: Mapping[int, Meaning] = {**USUAL_STATUSES, 400: Meaning.REFUSED, 422: Meaning.REFUSED}


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
        if says(self.text, LANGUAGE_WORDS):
            return ENGLISH
        if status == 413:
            return FILE_TOO_LARGE
        if self.field == IMAGE:
            return BAD_PICTURE
        is_long = self.field == PROMPT and says(self.text, LENGTH_WORDS)
        return TEXT_TOO_LONG if is_long else REFUSED


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was made; None where it proves nothing."""
    if not 400 <= answer.status < 500:
        return None
    verdict = read_error(answer.json())
    match verdict.meaning(answer.status):
        case None:
            return None
        case Meaning.SAFETY:
            return EngineRefused(sentence=SAFETY)
        case Meaning.REFUSED:
            return EngineRefused(sentence=verdict.for_caller(answer.status))
        case meaning:
            return STABILITY.of(meaning, verdict.text, endpoint=endpoint, wait=retry_after(answer))


def read_error(answer: object) -> Verdict:
    """An error: `name`, and in `errors` sentences, of which some begin with the field that they are about."""
    if not isinstance(answer, Mapping):
        return Verdict()
    name, errors = answer.get("name"), answer.get("errors")
    first = errors[0] if isinstance(errors, list) and errors else answer.get("message")
    text = short(first) if isinstance(first, str) else ""
    field, colon, _ = text.partition(":")
    return Verdict(
        word(name),
        text,
        field.lower() if colon and field.replace("_", "").isalnum() else "",
    )
