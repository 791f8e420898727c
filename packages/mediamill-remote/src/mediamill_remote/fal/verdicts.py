"""What fal's error answers mean: its two shapes, and the outcome of each type that its documentation names."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import EngineFailed, EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import (
    BAD_RECORDING,
    FAILED,
    FILE_TOO_LARGE,
    RECORDING_TOO_LONG,
    RECORDING_TOO_SHORT,
    REFUSED,
    SAFETY,
    TEXT_TOO_LONG,
    field_error_in,
    retry_after,
    says,
    short,
    word,
)
from mediamill_remote.outages import BUSY_SECONDS, Outages

FAL = Outages("fal")

REFUSALS: Mapping[str, str] = {
    "content_policy_violation": SAFETY,
    "no_media_generated": "Nothing came of this description; please describe it in another way.",
    "image_too_small": "The picture is too small; please use one with more pixels.",
    "image_too_large": "The picture is too large; please use one with fewer pixels.",
    "image_load_error": "The picture cannot be read; please use another file.",
    "file_download_error": "The file cannot be read; please use another one.",
    "file_too_large": FILE_TOO_LARGE,
    "unsupported_image_format": "This kind of picture cannot be read; please use PNG or JPEG.",
    "unsupported_audio_format": BAD_RECORDING,
    "unsupported_video_format": "This kind of film cannot be read; please use MP4.",
    "audio_duration_too_long": RECORDING_TOO_LONG,
    "audio_duration_too_short": RECORDING_TOO_SHORT,
    "video_duration_too_long": "The film is too long; please use a shorter one.",
    "video_duration_too_short": "The film is too short; please use a longer one.",
    "string_too_long": TEXT_TOO_LONG,
    "string_too_short": "The text is too short; please write more.",
    "sequence_too_long": REFUSED,
    "sequence_too_short": REFUSED,
    "greater_than": REFUSED,
    "greater_than_equal": REFUSED,
    "less_than": REFUSED,
    "less_than_equal": REFUSED,
    "multiple_of": REFUSED,
    "one_of": REFUSED,
    "value_error": REFUSED,
    "unsupported_value": REFUSED,
}
TRANSIENT = frozenset(
    {
        "request_timeout", "startup_timeout", "runner_scheduling_failure", "runner_connection_timeout",
        "runner_disconnected", "runner_connection_refused", "runner_connection_error", "runner_incomplete_response",
        "runner_server_error", "internal_error", "internal_server_error", "generation_timeout",
        "downstream_service_error", "downstream_service_unavailable",
    }
)  # fmt: skip
# The body was not what the endpoint takes: a table of ours is wrong, not the caller's input.
OUR_FAULT = frozenset({"missing", "extra_forbidden", "bad_request", "json_invalid", "invalid_json"})
WITHDRAWN = frozenset({"client_cancelled", "client_disconnected"})
MONEY_WORDS = ("balance", "locked", "credit", "billing")


class Meaning(Enum):
    """What an error says about whom."""

    REFUSED = "the caller's input"
    TRANSIENT = "fal's own trouble"
    OUR_FAULT = "a table of ours"
    UNKNOWN = "a word that no documentation has"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One error of fal's."""

    meaning: Meaning
    type: str
    text: str  # fal's words, short, for the operator
    field: str = ""  # of the body

    @property
    def for_caller(self) -> str:
        """A sentence without fal's words."""
        return REFUSALS.get(self.type, REFUSED) if self.meaning is Meaning.REFUSED else FAILED


UNSAID = Verdict(Meaning.UNKNOWN, "", "")  # it failed, and nobody said why


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was accepted; None where it proves nothing."""
    verdict = read_error(answer.json(), answer.headers)
    words = verdict.text if verdict else ""
    match answer.status:
        case 429:
            return FAL.no_room(words, retry_after(answer))
        case 402:
            return FAL.wants_money(words)
        case 403 if says(words, MONEY_WORDS):
            return FAL.wants_money(words)
        case 401 | 403:
            return FAL.wrong_key(words)
        case 404 | 405 | 410:
            return FAL.nothing_at(endpoint, words)
        case 413:
            return EngineRefused(sentence=REFUSALS["file_too_large"])
        case 400 | 422 if verdict:
            return refusal(verdict, endpoint)
    return None


def refusal(verdict: Verdict, endpoint: str) -> Exception:
    """The error for a submit that was answered with 400 or 422."""
    if verdict.meaning is Meaning.TRANSIENT:
        return EngineUnavailable(f"fal cannot take {endpoint} now: {verdict.text}", BUSY_SECONDS, Scope.MODEL)
    if verdict.meaning is Meaning.OUR_FAULT:
        return FAL.not_taken(endpoint, verdict.text, verdict.field)
    return EngineRefused(sentence=REFUSALS.get(verdict.type, REFUSED))


def final_failure(verdict: Verdict, cost: int | None) -> Exception:
    """The error for a job that ended without a file."""
    facts: dict[str, object] = {"sentence": verdict.for_caller} | ({} if cost is None else {"cost": cost})
    return EngineRefused(**facts) if verdict.meaning is Meaning.REFUSED else EngineFailed(**facts)


def read_error(answer: object, headers: Mapping[str, str]) -> Verdict | None:
    """An error of either shape; None where the answer has neither."""
    if not isinstance(answer, Mapping):
        return None
    detail = answer.get("detail", answer.get("error"))
    named = answer.get("error_type") or headers.get("x-fal-error-type")
    listed = field_error_in(detail)
    if listed is None and not isinstance(detail, str) and not isinstance(named, str):
        return None
    kind = listed.type if listed else word(named)
    return Verdict(
        meaning_of(kind, headers.get("x-fal-retryable", "")),
        kind,
        listed.text if listed else short(detail),
        listed.field if listed else "",
    )


def meaning_of(kind: str, retryable: str) -> Meaning:
    """What a type says; fal's own word on whether to try again is better than any list."""
    if retryable.lower() == "true":
        return Meaning.TRANSIENT
    family = kind.partition(".")[0]  # "value_error.missing" is older
    if kind in OUR_FAULT or kind.endswith(".missing"):
        return Meaning.OUR_FAULT
    if kind in REFUSALS or family in REFUSALS:
        return Meaning.REFUSED
    return Meaning.TRANSIENT if kind in TRANSIENT | WITHDRAWN else Meaning.UNKNOWN
