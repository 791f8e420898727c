"""What Meshy's answers to a submit mean where it took nothing, and what the error of a task means."""

import re

from mediamill.engines.sdk import EngineFailed, EngineRefused, VendorAnswer
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, REFUSED, SAFETY, retry_after, says, words_at
from mediamill_remote.outages import Outages

MESHY = Outages("Meshy")
QUEUE_SECONDS = 15.0  # before a next try with a full queue, where the answer says none
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
    words = words_at(answer.json(), "message")
    match answer.status:
        case 429:
            queue = QUEUE_SECONDS if says(words, QUEUE_WORDS) else None
            return MESHY.no_room(words, retry_after(answer) or queue)
        case 402:
            return MESHY.wants_money(words)
        case 403 if says(words, SAFETY_WORDS):
            return EngineRefused(sentence=SAFETY)
        case 401 | 403:
            return MESHY.wrong_key(words)
        case 404 | 405 | 410:
            return MESHY.nothing_at(endpoint, words)
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
        return MESHY.not_taken(endpoint, words)
    return EngineRefused(sentence=REFUSED)


def final_failure(error: str, cost: int | None) -> Exception:
    """The error for a task that ended without a file."""
    facts: dict[str, object] = {} if cost is None else {"cost": cost}
    if says(error, SAFETY_WORDS):
        return EngineRefused(sentence=SAFETY, **facts)
    return EngineFailed(sentence=FAILED, **facts)
