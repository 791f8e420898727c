"""What the LTX API's errors mean."""

from collections.abc import Mapping

from mediamill.engines.sdk import EngineRefused, VendorAnswer
from mediamill_remote.answers import REFUSED, SAFETY, TEXT_TOO_LONG, retry_after, words_at
from mediamill_remote.mapping import at
from mediamill_remote.outages import USUAL_STATUSES, Meaning, Outages

LTX = Outages("LTX", busy_seconds=10.0)
OF_THE_CALLER = "prompt"  # what a message names that is about the description


WORDS: Mapping[str, Meaning] = {
    "authentication_error": Meaning.KEY,
    "permission_error": Meaning.KEY,
    "insufficient_funds_error": Meaning.MONEY,
    "not_found_error": Meaning.TABLE,
    "request_too_large": Meaning.REFUSED,
    "content_filtered_error": Meaning.SAFETY,
    "rate_limit_error": Meaning.BUSY,
    "concurrency_limit_error": Meaning.BUSY,
}
# Of an error whose word is not known.
STATUSES: Mapping[int, Meaning] = {**USUAL_STATUSES, 400: Meaning.TABLE, 422: Meaning.SAFETY}
OVERLOADED = (529, "overloaded_error")  # the one error above 500 that says that nothing was begun


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was made; None where it proves nothing."""
    words = words_at(at(answer.json(), "error"), "message")
    match meaning_of(answer, words):
        case None:
            return None
        case Meaning.SAFETY:
            return EngineRefused(sentence=SAFETY)
        case Meaning.REFUSED:
            return EngineRefused(sentence=TEXT_TOO_LONG if answer.status == 413 else REFUSED)
        case meaning:
            return LTX.of(meaning, words, endpoint=endpoint, wait=retry_after(answer))


def meaning_of(answer: VendorAnswer, words: str) -> Meaning | None:
    """Whom an error is about; None where it proves nothing."""
    kind = at(answer.json(), "error.type")
    if (answer.status, kind) == OVERLOADED:
        return Meaning.CROWDED
    if not 400 <= answer.status < 500:
        return None
    if answer.status == 400 and OF_THE_CALLER in words.lower():
        return Meaning.REFUSED
    known = WORDS.get(kind) if isinstance(kind, str) else None
    return known or STATUSES.get(answer.status)
