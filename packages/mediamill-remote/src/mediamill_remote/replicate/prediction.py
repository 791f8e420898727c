"""A prediction, as Replicate and Cog tell of it: its state, its files, how long it worked, what its error means."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import EngineFailed, EngineRefused
from mediamill_remote.answers import FAILED, SAFETY, per_cent_in, short

WORK_SECONDS_MAX = 86_400.0  # of one prediction: more is no number of seconds
# Errors are free text: these words of models' safety checks are known, and whatever else is said is a failure.
SAFETY_WORDS = ("nsfw", "flagged as", "sensitive content", "content policy", "content moderation")


class State(Enum):
    """What has become of a prediction."""

    WAITING = "it has not started"
    RUNNING = "it runs, or a word that no documentation has"
    SUCCEEDED = "there is an output"
    FAILED = "the model broke, or would not"
    CANCELED = "called off while it ran"
    ABORTED = "called off before it ran"


STATES: Mapping[object, State] = {
    "starting": State.WAITING,
    "processing": State.RUNNING,
    "succeeded": State.SUCCEEDED,
    "failed": State.FAILED,
    "canceled": State.CANCELED,
    "aborted": State.ABORTED,
}


@dataclass(frozen=True, slots=True)
class Prediction:
    """One prediction."""

    id: str
    state: State
    answer: Mapping[str, object]  # all that was told
    error: str  # in the model's own words, short; empty where there is none
    work_seconds: float | None  # None where it was not told

    @property
    def progress(self) -> float | None:
        """The last percentage in its log, as a fraction."""
        return per_cent_in(self.answer.get("logs"))

    def cost(self, rate: float) -> int:
        """Millionths for the work that was done, at a rate in millionths a second."""
        return math.ceil(round((self.work_seconds or 0) * rate, 6))


def read_prediction(answer: object) -> Prediction | None:
    """None where the answer is no prediction."""
    if not isinstance(answer, Mapping):
        return None
    status, metrics = answer.get("status"), answer.get("metrics")
    if not isinstance(status, str):
        return None
    work = metrics.get("predict_time") if isinstance(metrics, Mapping) else None
    seconds = float(work) if isinstance(work, int | float) and not isinstance(work, bool) else -1.0
    return Prediction(
        id=str(answer.get("id", "")),
        state=STATES.get(status, State.RUNNING),
        answer=answer,
        error=short(answer.get("error") or None),
        work_seconds=seconds if 0 <= seconds <= WORK_SECONDS_MAX else None,
    )


def final_failure(prediction: Prediction, cost: int | None) -> Exception:
    """The error for one that ended without a file."""
    facts: dict[str, object] = {} if cost is None else {"cost": cost}
    if any(word in prediction.error.lower() for word in SAFETY_WORDS):
        return EngineRefused(sentence=SAFETY, **facts)
    return EngineFailed(sentence=FAILED, **facts)
