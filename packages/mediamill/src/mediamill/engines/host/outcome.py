"""How one run of an engine ends: an artifact, a refusal, or one of the ways to fail."""

from dataclasses import dataclass
from enum import StrEnum

from mediamill.engines.engine import Artifact, Scope

SENTENCE_CHARACTERS_MAX = 500  # of an engine's sentence for the caller: one sentence, not a page


class RunFailure(StrEnum):
    """Why a run failed, as logs and metrics name it."""

    RAISED = "raised"  # the engine reported it, or raised an exception
    CRASHED = "crashed"  # its process ended
    TIMED_OUT = "timed_out"
    MEMORY = "memory"
    OUTPUT = "output"  # it wrote too much
    PROCESSES = "processes"  # it started too many
    GARBAGE = "garbage"  # it sent an invalid message
    BAD_ARTIFACT = "bad_artifact"  # it made no file, or an unusable one
    UNSUPPORTED = "unsupported"  # no engine can run on this system


@dataclass(frozen=True, slots=True)
class Made:
    """The engine made its file; it lies inside the request's folder, is not empty and not too large."""

    artifact: Artifact


@dataclass(frozen=True, slots=True)
class Refused:
    """The engine rejects this input: another attempt would not help. The sentence is for the caller."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The engine failed: another attempt may help. The sentence is for the caller when none is left."""

    reason: RunFailure
    sentence: str


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The engine cannot work for now; this does not count as a failed attempt. The sentence is for the operator."""

    sentence: str
    retry_after: float  # seconds
    scope: Scope


RunOutcome = Made | Refused | Failed | Unavailable

# Sentences for callers: what happened and what to do, without internals.
UNAVAILABLE = "The engine is not available for now."
REFUSED = "This input cannot be worked with; change it and try again."
FAILED = {
    RunFailure.RAISED: "The engine could not finish this generation; please try again.",
    RunFailure.CRASHED: "The engine stopped unexpectedly during this generation; please try again.",
    RunFailure.TIMED_OUT: "The engine took longer than one generation may take; please ask for something shorter.",
    RunFailure.MEMORY: "The engine needed more memory than one generation may use; please ask for something smaller.",
    RunFailure.OUTPUT: "The engine wrote more data than one generation may write; please ask for something smaller.",
    RunFailure.PROCESSES: "The engine started more processes than one generation may start; please try again.",
    RunFailure.GARBAGE: "The engine gave an answer that could not be understood; please try again.",
    RunFailure.BAD_ARTIFACT: "The engine did not make a usable file; please try again.",
    RunFailure.UNSUPPORTED: (
        "This service cannot run engines where it is installed; its operator has to move it to Linux."
    ),
}


def failed(reason: RunFailure) -> Failed:
    """A failure with the sentence that stands for its reason."""
    return Failed(reason, FAILED[reason])


def presentable(sentence: str, *, instead: str, secret: str) -> str:
    """An engine's sentence on one line of bounded length; `instead` for an empty one, or one that names `secret`."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in sentence).split())
    if not line or secret in line:
        return instead
    return line if len(line) <= SENTENCE_CHARACTERS_MAX else line[: SENTENCE_CHARACTERS_MAX - 1] + "…"
