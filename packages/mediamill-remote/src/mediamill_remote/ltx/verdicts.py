"""What the LTX API's errors mean."""

from collections.abc import Mapping
from enum import Enum

from mediamill.engines.sdk import EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import REFUSED, SAFETY, TEXT_TOO_LONG, retry_after, short
from mediamill_remote.mapping import at

BUSY_SECONDS, CROWDED_SECONDS = 10.0, 15.0  # before a next try, where the answer says none
BUSY_SECONDS_MAX = 60.0  # a longer wait would close the key, and all that it lacks is a free place
KEY_SECONDS, MONEY_SECONDS, TABLE_SECONDS = 300.0, 900.0, 600.0
OF_THE_CALLER = "prompt"  # what a message names that is about the description


class Meaning(Enum):
    """What an error says about whom."""

    REFUSED = "the caller's description"
    UNSAFE = "the caller's description, by the safety check"
    BUSY = "as much under way as the account may have"
    CROWDED = "the vendor's own trouble"
    KEY = "the key"
    MONEY = "the account's money"
    TABLE = "a table of ours"


WORDS: Mapping[str, Meaning] = {
    "authentication_error": Meaning.KEY,
    "permission_error": Meaning.KEY,
    "insufficient_funds_error": Meaning.MONEY,
    "not_found_error": Meaning.TABLE,
    "request_too_large": Meaning.REFUSED,
    "content_filtered_error": Meaning.UNSAFE,
    "rate_limit_error": Meaning.BUSY,
    "concurrency_limit_error": Meaning.BUSY,
}
# Of an error whose word is not known.
STATUSES: Mapping[int, Meaning] = {
    400: Meaning.TABLE,
    401: Meaning.KEY,
    402: Meaning.MONEY,
    403: Meaning.KEY,
    404: Meaning.TABLE,
    405: Meaning.TABLE,
    410: Meaning.TABLE,
    413: Meaning.REFUSED,
    422: Meaning.UNSAFE,
    429: Meaning.BUSY,
}
OVERLOADED = (529, "overloaded_error")  # the one error above 500 that says that nothing was begun


def submit_failure(answer: VendorAnswer) -> Exception | None:
    """The error to raise for an answer that proves that nothing was made; None where it proves nothing."""
    words = words_in(answer)
    told = f": {words}" if words else ""
    match meaning_of(answer):
        case Meaning.BUSY:
            seconds = min(retry_after(answer) or BUSY_SECONDS, BUSY_SECONDS_MAX)
            return EngineUnavailable(f"LTX has no room now{told}", seconds, Scope.KEY)
        case Meaning.CROWDED:
            seconds = min(retry_after(answer) or CROWDED_SECONDS, BUSY_SECONDS_MAX)
            return EngineUnavailable(f"LTX is busy{told}", seconds, Scope.ENGINE)
        case Meaning.KEY:
            return EngineUnavailable(f"LTX does not take the key{told}", KEY_SECONDS, Scope.KEY)
        case Meaning.MONEY:
            return EngineUnavailable(f"LTX wants money{told}", MONEY_SECONDS, Scope.KEY)
        case Meaning.TABLE:
            sentence = f"LTX does not take the request{told}; check the table of the model"
            return EngineUnavailable(sentence, TABLE_SECONDS, Scope.MODEL)
        case Meaning.UNSAFE:
            return EngineRefused(sentence=SAFETY)
        case Meaning.REFUSED:
            return EngineRefused(sentence=TEXT_TOO_LONG if answer.status == 413 else REFUSED)
    return None


def meaning_of(answer: VendorAnswer) -> Meaning | None:
    """Whom an error is about; None where it proves nothing."""
    word = at(answer.json(), "error.type")
    if (answer.status, word) == OVERLOADED:
        return Meaning.CROWDED
    if not 400 <= answer.status < 500:
        return None
    if answer.status == 400 and OF_THE_CALLER in words_in(answer).lower():
        return Meaning.REFUSED
    known = WORDS.get(word) if isinstance(word, str) else None
    return known or STATUSES.get(answer.status)


def words_in(answer: VendorAnswer) -> str:
    """What an error says, on one line; empty where the answer is none."""
    message = at(answer.json(), "error.message")
    return short(message) if isinstance(message, str) else ""
