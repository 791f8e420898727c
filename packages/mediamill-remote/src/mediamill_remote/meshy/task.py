"""A task, as Meshy tells of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import VendorAnswer
from mediamill_remote.answers import short
from mediamill_remote.mapping import at

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CREDITS_MAX = 10**6  # of one task: more is no number of credits


class State(Enum):
    """What has become of a task."""

    WAITING = "it has not started"
    RUNNING = "it runs, or a word that no documentation has"
    SUCCEEDED = "there is a result"
    FAILED = "it broke, or would not"
    CANCELED = "called off"


STATES: Mapping[object, State] = {
    "PENDING": State.WAITING,
    "IN_PROGRESS": State.RUNNING,
    "SUCCEEDED": State.SUCCEEDED,
    "FAILED": State.FAILED,
    "CANCELED": State.CANCELED,
}


@dataclass(frozen=True, slots=True)
class Task:
    """One task."""

    state: State
    answer: Mapping[str, object]  # all that was told
    progress: float | None  # a fraction
    ahead: int | None  # tasks before it in the queue
    credits: int | None  # that it took; None where it does not say
    error: str  # in Meshy's words, short; empty where there is none

    @property
    def stage(self) -> str:
        """A word for what is being done."""
        if self.state is State.WAITING:
            return f"queued, {self.ahead} before it" if self.ahead else "queued"
        return "running" if self.answer.get("status") == "IN_PROGRESS" else ""


def read_task(answer: VendorAnswer) -> Task | None:
    """None where the answer is no task."""
    told = answer.json() if answer.status == 200 else None
    if not isinstance(told, Mapping) or not isinstance(status := told.get("status"), str):
        return None
    progress, error = whole(told.get("progress"), 100), at(told, "task_error.message")
    return Task(
        state=STATES.get(status, State.RUNNING),
        answer=told,
        progress=None if progress is None else progress / 100,
        ahead=whole(told.get("preceding_tasks"), CREDITS_MAX),
        credits=whole(told.get("consumed_credits"), CREDITS_MAX),
        error=short(error) if isinstance(error, str) else "",
    )


def id_of(answer: VendorAnswer) -> str | None:
    """The id of a task that was just bought; None where the answer names none."""
    told = answer.json() if 200 <= answer.status < 300 else None
    task = told.get("result") if isinstance(told, Mapping) else None
    return task if is_id(task) else None


def is_id(value: object) -> bool:
    """Whether it can be part of an address."""
    return isinstance(value, str) and ID.fullmatch(value) is not None


def whole(value: object, most: int) -> int | None:
    """A number from 0 to the most that it can be; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most else None
