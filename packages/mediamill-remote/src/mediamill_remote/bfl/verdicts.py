"""What Black Forest Labs' answers mean: the states of a task, and errors of a submit."""

from collections.abc import Mapping
from enum import Enum

from mediamill.engines.sdk import EngineRefused, VendorAnswer
from mediamill_remote.answers import (
    REFUSED,
    SAFETY,
    TEXT_TOO_LONG,
    FieldError,
    field_error_in,
    retry_after,
    says,
    words_at,
)
from mediamill_remote.mapping import at
from mediamill_remote.outages import Outages

BFL = Outages("Black Forest Labs")
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
    error = read_error(answer.json())
    if is_about_key(answer.status, error):
        return BFL.wrong_key(error.text)
    match answer.status:
        case 429:
            return BFL.no_room(error.text, retry_after(answer))
        case 401 | 402 | 403:
            return BFL.wants_money(error.text)
        case 404 | 405 | 410:
            return BFL.nothing_at(endpoint, error.text)
        case 400 | 422 if error.text:
            return refusal(error, endpoint)
    return None


def is_about_key(status: int, error: FieldError) -> bool:
    """Whether an error says that the key is none."""
    if status in (401, 403):
        return not says(error.text, MONEY_WORDS)
    return status in (400, 422) and says(error.text, KEY_WORDS)


def refusal(error: FieldError, endpoint: str) -> Exception:
    """The error for a body that was not accepted."""
    if error.field not in ("", PROMPT):
        return BFL.not_taken(endpoint, error.text, error.field)
    if says(error.text, SAFETY_WORDS):
        return EngineRefused(sentence=SAFETY)
    return EngineRefused(sentence=TEXT_TOO_LONG if error.type == TOO_LONG else REFUSED)


def read_error(answer: object) -> FieldError:
    """An error; what it does not say is empty."""
    listed = field_error_in(at(answer, "detail") or at(answer, "message") or at(answer, "error"))
    return listed or FieldError("", words_at(answer, "detail", "message", "error"), "")
