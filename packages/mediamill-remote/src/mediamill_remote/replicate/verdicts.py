"""What Replicate's answers to a submit mean where it took nothing."""

import re

from mediamill.engines.sdk import EngineRefused, VendorAnswer
from mediamill_remote.answers import FILE_TOO_LARGE, REFUSED, SAFETY, retry_after, says, words_at
from mediamill_remote.outages import Outages
from mediamill_remote.replicate.prediction import SAFETY_WORDS

REPLICATE = Outages("Replicate")
RESETS_IN = re.compile(r"resets in ~?(\d{1,4})\s?s")
MONEY_WORDS = ("credit", "billing", "payment", "spend")
# The input was not what the version takes: a table of ours is wrong, not the caller's input.
OUR_FAULT = ("is required", "additional propert", "invalid version", "does not exist", "not permitted")


def submit_failure(answer: VendorAnswer, model: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was accepted; None where it proves nothing."""
    words = words_of(answer)
    match answer.status:
        case 429:
            return REPLICATE.no_room(words, retry_after(answer) or seconds_in(words))
        case 402:
            return REPLICATE.wants_money(words)
        case 403 if says(words, MONEY_WORDS):
            return REPLICATE.wants_money(words)
        case 401:
            return REPLICATE.wrong_key(words)
        case 403 | 404 | 405 | 410:
            return REPLICATE.nothing_at(model, words)
        case 413:
            return EngineRefused(sentence=FILE_TOO_LARGE)
        case 400 | 422 if words:
            return refusal(words, model)
    return None


def words_of(answer: VendorAnswer) -> str:
    """What an error says, on one line; empty where the answer is none."""
    return words_at(answer.json(), "detail", "title", "error")


def refusal(words: str, model: str) -> Exception:
    """The error for an input that was not accepted."""
    if says(words, OUR_FAULT):
        return REPLICATE.not_taken(model, words)
    return EngineRefused(sentence=SAFETY if says(words, SAFETY_WORDS) else REFUSED)


def seconds_in(words: str) -> float | None:
    """How long to wait as the words say it; None where they do not."""
    found = RESETS_IN.search(words)
    return float(found[1]) if found and int(found[1]) else None
