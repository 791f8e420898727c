"""What a Gradio app's refusals and errors mean."""

import logging

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Scope,
    ServerEvent,
    VendorAnswer,
)
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, REFUSED, SAFETY, retry_after, short
from mediamill_remote.gradio.endpoints import SETUP_SECONDS, START_SECONDS
from mediamill_remote.mapping import at

BUSY_SECONDS, QUOTA_SECONDS = 5.0, 900.0  # before a next try
QUEUE_FULL = "queue is full"
STOPPED = "server stopped"
# Errors are free text: these words of models' safety checks are known, and whatever else is said is a failure.
SAFETY_WORDS = ("nsfw", "flagged as", "sensitive content", "content policy", "content moderation")
QUOTA_WORDS = ("gpu quota", "zerogpu quota")  # of a Space, whose token has used up its share

log = logging.getLogger("mediamill.engines")


def call_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer to a call that proves that nothing runs for it; None where it proves nothing."""
    words = words_in(answer)
    told = f": {words}" if words else ""
    match answer.status:
        case 503 if QUEUE_FULL in words.lower():
            return EngineUnavailable(f"Gradio /{endpoint}: its queue is full{told}", BUSY_SECONDS, Scope.KEY)
        case 503:
            return EngineUnavailable(f"Gradio /{endpoint}: the app is not up{told}", START_SECONDS)
        case 429:
            seconds = retry_after(answer) or BUSY_SECONDS
            return EngineUnavailable(f"Gradio /{endpoint}: too many calls{told}", seconds, Scope.KEY)
        case 401 | 403:
            sentence = f"Gradio /{endpoint}: the app wants a token, or takes another than this one{told}"
            return EngineUnavailable(sentence, SETUP_SECONDS, Scope.KEY)
        case 404 | 405:
            return EngineUnavailable(f"Gradio /{endpoint}: there is no such endpoint{told}", SETUP_SECONDS, Scope.MODEL)
        case 413:
            return EngineRefused(sentence=FILE_TOO_LARGE)
        case 422 if is_of_validator(answer):
            return EngineRefused(sentence=REFUSED)
        case 422:
            sentence = f"Gradio /{endpoint}: it does not take the call{told}"
            return EngineUnavailable(sentence, SETUP_SECONDS, Scope.MODEL)
        case 400:  # the app's own validator broke
            log.warning("Gradio /%s takes no call%s", endpoint, told)
            return EngineFailed(sentence=FAILED)
    return None


def is_of_validator(answer: VendorAnswer) -> bool:
    """Whether it is the app's own validator that does not like a value."""
    detail = at(answer.json(), "detail")
    return isinstance(detail, list) and any(at(one, "is_valid") is False for one in detail)


def run_failure(event: ServerEvent, endpoint: str, generation: str) -> Exception:
    """The error to raise for a run that ended with an error."""
    told = event.json()
    if isinstance(told, str):  # of the server, not of the function: what became of the run is not said
        if STOPPED in told.lower():  # and the run with it
            return EngineUnavailable(f"Gradio /{endpoint}: the app was stopped", START_SECONDS)
        return AnswerLost(reason=f"the app says {short(told)}")
    words = short(at(told, "error"))
    said = words.lower()
    if any(word in said for word in QUOTA_WORDS):
        return EngineUnavailable(f"Gradio /{endpoint}: {words}", QUOTA_SECONDS, Scope.KEY)
    log.warning("Gradio /%s: %s ended with an error: %s", endpoint, generation, words or "it does not say which")
    return (
        EngineRefused(sentence=SAFETY) if any(word in said for word in SAFETY_WORDS) else EngineFailed(sentence=FAILED)
    )


def words_in(answer: VendorAnswer) -> str:
    """What a refusal says, on one line."""
    told = answer.json()
    return short(at(told, "detail.0.message") or at(told, "detail.0.msg") or at(told, "detail") or at(told, "error"))
