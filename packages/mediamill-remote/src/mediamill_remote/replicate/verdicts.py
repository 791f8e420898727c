"""What Replicate's answers to a submit mean where it took nothing."""

import re
from collections.abc import Mapping

from mediamill.engines.sdk import EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import FILE_TOO_LARGE, REFUSED, SAFETY, retry_after, short
from mediamill_remote.replicate.prediction import SAFETY_WORDS

BUSY_SECONDS, KEY_SECONDS, MONEY_SECONDS, MODEL_SECONDS = 5.0, 300.0, 900.0, 600.0  # before a next try
RESETS_IN = re.compile(r"resets in ~?(\d{1,4})\s?s")
MONEY_WORDS = ("credit", "billing", "payment", "spend")
# The input was not what the version takes: a table of ours is wrong, not the caller's input.
OUR_FAULT = ("is required", "additional propert", "invalid version", "does not exist", "not permitted")


def submit_failure(answer: VendorAnswer, model: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was accepted; None where it proves nothing."""
    words = words_in(answer.json())
    told = f": {words}" if words else ""
    match answer.status:
        case 429:
            return EngineUnavailable(f"Replicate has no room now{told}", busy_seconds(answer, words), Scope.KEY)
        case 402:
            return EngineUnavailable(f"Replicate wants money{told}", MONEY_SECONDS, Scope.KEY)
        case 403 if any(word in words.lower() for word in MONEY_WORDS):
            return EngineUnavailable(f"Replicate wants money{told}", MONEY_SECONDS, Scope.KEY)
        case 401:
            return EngineUnavailable(f"Replicate does not take the key{told}", KEY_SECONDS, Scope.KEY)
        case 403 | 404 | 405 | 410:
            return EngineUnavailable(f"Replicate has no {model} for this key{told}", MODEL_SECONDS, Scope.MODEL)
        case 413:
            return EngineRefused(sentence=FILE_TOO_LARGE)
        case 400 | 422 if words:
            return refusal(words, model)
    return None


def refusal(words: str, model: str) -> Exception:
    """The error for an input that was not accepted."""
    said = words.lower()
    if any(word in said for word in OUR_FAULT):
        sentence = f"Replicate does not take the input for {model}: {words}; check its table of the model"
        return EngineUnavailable(sentence, MODEL_SECONDS, Scope.MODEL)
    return EngineRefused(sentence=SAFETY if any(word in said for word in SAFETY_WORDS) else REFUSED)


def words_in(answer: object) -> str:
    """What an error says, on one line; empty where the answer is none."""
    if not isinstance(answer, Mapping):
        return ""
    detail = answer.get("detail") or answer.get("title") or answer.get("error")
    return short(detail) if isinstance(detail, str) else ""


def busy_seconds(answer: VendorAnswer, words: str) -> float:
    """How long to wait: as a header says, else as the words do."""
    found = RESETS_IN.search(words)
    return retry_after(answer) or (float(found[1]) if found and int(found[1]) else BUSY_SECONDS)
