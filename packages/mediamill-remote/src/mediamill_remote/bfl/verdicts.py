"""What Black Forest Labs' answers mean: the states of a task, and errors of a submit."""

from collections.abc import Mapping
from enum import Enum

from mediamill.engines.sdk import EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import REFUSED, SAFETY, TEXT_TOO_LONG, retry_after, short

BUSY_SECONDS, KEY_SECONDS, MONEY_SECONDS, MODEL_SECONDS = 5.0, 300.0, 900.0, 600.0  # before a next try
KEY_WORDS = ("api key", "api_key", "not authenticated")  # a key in a wrong form is answered with 422
MONEY_WORDS = ("credit", "billing", "payment")
SAFETY_WORDS = ("moderat", "safety", "policy")
PROMPT = "prompt"  # the one field of a body that callers fill
TOO_LONG = "string_too_long"


class State(Enum):
    """What has become of a task."""

    WAITING = "it has not started"
    RUNNING = "it is being made"
    READY = "there is a picture"
    MODERATED = "the words or the picture were declined"
    FAILED = "it broke"
    UNKNOWN = "it is not known there: over for long, not yet told to all, or another cluster's"


STATES: Mapping[str, State] = {
    "Pending": State.WAITING,
    "Reasoning": State.RUNNING,
    "Generating": State.RUNNING,
    "Ready": State.READY,
    "Request Moderated": State.MODERATED,
    "Content Moderated": State.MODERATED,
    "Error": State.FAILED,
    "Failed": State.FAILED,
    "Task not found": State.UNKNOWN,
}


def state_in(answer: VendorAnswer, task: str) -> State | None:
    """The state that an answer tells; None where it tells none of this task.

    Final words may come with HTTP 503. Under a status that is no success the task's id has to stand beside the word:
    a gateway on the way says "Error", too.
    """
    told = answer.json()
    if not isinstance(told, Mapping) or not isinstance(word := told.get("status"), str):
        return None
    unnamed = task if answer.status == 200 else None
    return STATES.get(word) if told.get("id", unnamed) == task else None


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was accepted; None where it proves nothing."""
    words, field, kind = read_error(answer.json())
    told = f": {words}" if words else ""
    if is_about_key(answer):
        return EngineUnavailable(f"Black Forest Labs does not take the key{told}", KEY_SECONDS, Scope.KEY)
    match answer.status:
        case 429:
            seconds = retry_after(answer) or BUSY_SECONDS
            return EngineUnavailable(f"Black Forest Labs has no room now{told}", seconds, Scope.KEY)
        case 401 | 402 | 403:
            return EngineUnavailable(f"Black Forest Labs wants money{told}", MONEY_SECONDS, Scope.KEY)
        case 404 | 405 | 410:
            return EngineUnavailable(f"Black Forest Labs has no {endpoint}{told}", MODEL_SECONDS, Scope.MODEL)
        case 400 | 422 if words:
            return refusal(words, field, kind, endpoint)
    return None


def is_about_key(answer: VendorAnswer) -> bool:
    """Whether an error says that the key is none."""
    said = read_error(answer.json())[0].lower()
    if answer.status in (401, 403):
        return not any(word in said for word in MONEY_WORDS)
    return answer.status in (400, 422) and any(word in said for word in KEY_WORDS)


def refusal(words: str, field: str, kind: str, endpoint: str) -> Exception:
    """The error for a body that was not accepted."""
    if field not in ("", PROMPT):
        sentence = (
            f"Black Forest Labs does not take the body for {endpoint} ({field}): {words}; check its table of the model"
        )
        return EngineUnavailable(sentence, MODEL_SECONDS, Scope.MODEL)
    if any(word in words.lower() for word in SAFETY_WORDS):
        return EngineRefused(sentence=SAFETY)
    return EngineRefused(sentence=TEXT_TOO_LONG if kind == TOO_LONG else REFUSED)


def read_error(answer: object) -> tuple[str, str, str]:
    """The words of an error, the field that it is about and its type; each empty where it is not said."""
    if not isinstance(answer, Mapping):
        return "", "", ""
    detail = answer.get("detail") or answer.get("message") or answer.get("error")
    if isinstance(detail, list) and detail and isinstance(detail[0], Mapping):
        first = detail[0]
        where, kind = first.get("loc"), first.get("type")
        field = short(where[-1]) if isinstance(where, list) and len(where) > 1 else ""
        return short(first.get("msg")), field, kind if isinstance(kind, str) else ""
    return (short(detail), "", "") if isinstance(detail, str) else ("", "", "")
