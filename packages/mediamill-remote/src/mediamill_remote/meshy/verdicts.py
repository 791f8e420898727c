"""What Meshy's answers to a submit mean where it took nothing, and what the error of a task means."""

import re
from collections.abc import Mapping

from mediamill.engines.sdk import EngineFailed, EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, REFUSED, SAFETY, retry_after, short

BUSY_SECONDS, QUEUE_SECONDS = 5.0, 15.0  # before a next try, where the answer says none
BUSY_SECONDS_MAX = 60.0  # a longer wait would close the key, and all that it lacks is a free place
KEY_SECONDS, MONEY_SECONDS, MODEL_SECONDS = 300.0, 900.0, 600.0
# Neither the words of a full queue nor those of declined content are listed anywhere: these are parts of likely ones.
QUEUE_WORDS = ("queue", "pending", "concurren")
SAFETY_WORDS = (
    "moderation",
    "flagged",
    "harmful",
    "sensitive",
    "nsfw",
    "inappropriate",
    "prohibited",
    "content policy",
)
# The body was not what the endpoint takes: a table of ours is wrong, not the caller's input.
OUR_FIELDS = re.compile(
    r"\b(ai_model|mode\b|topology|should_remesh|target_polycount|target_formats|enable_pbr|preview[_ ]task|duration)"
)


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was accepted; None where it proves nothing."""
    words = words_in(answer.json())
    told = f": {words}" if words else ""
    match answer.status:
        case 429:
            pause = QUEUE_SECONDS if says(words, QUEUE_WORDS) else BUSY_SECONDS
            seconds = min(retry_after(answer) or pause, BUSY_SECONDS_MAX)
            return EngineUnavailable(f"Meshy has no room now{told}", seconds, Scope.KEY)
        case 402:
            return EngineUnavailable(f"Meshy wants money{told}", MONEY_SECONDS, Scope.KEY)
        case 403 if says(words, SAFETY_WORDS):
            return EngineRefused(sentence=SAFETY)
        case 401 | 403:
            return EngineUnavailable(f"Meshy does not take the key{told}", KEY_SECONDS, Scope.KEY)
        case 404 | 405 | 410:
            return EngineUnavailable(f"Meshy has no {endpoint} for this key{told}", MODEL_SECONDS, Scope.MODEL)
        case 413:
            return EngineRefused(sentence=FILE_TOO_LARGE)
        case 400 | 422 if words:
            return refusal(words, endpoint)
    return None


def refusal(words: str, endpoint: str) -> Exception:
    """The error for a body that was not accepted."""
    if says(words, SAFETY_WORDS):
        return EngineRefused(sentence=SAFETY)
    if OUR_FIELDS.search(words.lower()):
        sentence = f"Meshy does not take the request to {endpoint}: {words}; check its table of the model"
        return EngineUnavailable(sentence, MODEL_SECONDS, Scope.MODEL)
    return EngineRefused(sentence=REFUSED)


def final_failure(error: str, cost: int | None) -> Exception:
    """The error for a task that ended without a file."""
    facts: dict[str, object] = {} if cost is None else {"cost": cost}
    if says(error, SAFETY_WORDS):
        return EngineRefused(sentence=SAFETY, **facts)
    return EngineFailed(sentence=FAILED, **facts)


def says(words: str, any_of: tuple[str, ...]) -> bool:
    """Whether one of these is in it."""
    return any(word in words.lower() for word in any_of)


def words_in(answer: object) -> str:
    """What an error says, on one line; empty where the answer is none."""
    message = answer.get("message") if isinstance(answer, Mapping) else None
    return short(message) if isinstance(message, str) else ""
