"""What the kit checks of an engine, and what it found."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Check(StrEnum):
    """One promise of an engine; the value is its short name."""

    DESCRIPTION = "description"
    CATALOGUE = "catalogue"
    IMPORT = "import"
    AGREEMENT = "agreement"
    READY = "ready"
    EXAMPLE = "example"
    READY_HOLDS = "ready holds"
    TIME = "time"
    ARTIFACT = "artifact"
    CONTENT = "content"
    PROGRESS = "progress"
    PROVENANCE = "provenance"
    FOLDER = "folder"
    NETWORK = "network"
    PROCESSES = "processes"
    DETERMINISM = "determinism"
    ODD_INPUT = "odd input"
    # Of remote engines alone:
    OPTIONS = "options"
    ADDRESSES = "addresses"
    CALLS = "calls"
    KEY = "key"
    OFFERS = "offers"
    TYPICAL_SECONDS = "typical seconds"
    ESTIMATE = "estimate"
    LOST_ANSWER = "lost answer"
    JOB = "job"
    LOOKS = "looks"
    MISSING = "missing"
    ODD_ANSWERS = "odd answers"
    COST = "cost"
    CANCEL = "cancel"
    HISTORY = "history"
    # Of resident engines alone:
    WARM = "warm"
    STEPS = "steps"


# What a remote engine promises beside the rest.
REMOTE_CHECKS = frozenset(list(Check)[list(Check).index(Check.OPTIONS) : list(Check).index(Check.WARM)])
RESIDENT_CHECKS = frozenset({Check.WARM, Check.STEPS})

KEPT = {
    Check.DESCRIPTION: "Its entry point and the TOML file beside its module can be read.",
    Check.CATALOGUE: "Every model it serves is in the catalogue.",
    Check.IMPORT: "Importing it is quick and loads nothing heavy.",
    Check.AGREEMENT: "Its class and its TOML file agree.",
    Check.READY: "ready() answers in time: None, or one sentence that says what to do.",
    Check.EXAMPLE: "It makes the model's example.",
    Check.READY_HOLDS: "Nothing was missing that ready() had not named.",
    Check.TIME: "It ends within the model's time limit.",
    Check.ARTIFACT: "Its file is a plain file in the request's folder.",
    Check.CONTENT: "The file holds what its suffix says, and what the tool makes.",
    Check.PROGRESS: "It reports progress from 0 to 1, with a short word for each stage.",
    Check.PROVENANCE: "It says how the file was made, in plain facts.",
    Check.FOLDER: "It writes nowhere but in the request's folder.",
    Check.NETWORK: "It uses the network only as its `needs` say.",
    Check.PROCESSES: "It leaves no process behind.",
    Check.DETERMINISM: "The same input gives the same bytes in another process.",
    Check.ODD_INPUT: "Of an odd input it makes something, or refuses it in one sentence.",
    Check.OPTIONS: "Its options have types and defaults.",
    Check.ADDRESSES: "It goes to plausible addresses, and sends its key by https.",
    Check.CALLS: "What talks to the vendor can be awaited.",
    Check.KEY: "The vendor takes the key.",
    Check.OFFERS: "What it offers is within what the model takes.",
    Check.TYPICAL_SECONDS: "It says how long the vendor usually takes.",
    Check.ESTIMATE: "It says without asking anybody what the example will cost.",
    Check.LOST_ANSWER: "A lost answer counts as a possible purchase.",
    Check.JOB: "A job's handle is text that a row can hold.",
    Check.LOOKS: "A look says how far the job is, from 0 to 1, with a short word for each stage.",
    Check.MISSING: "A job that the vendor does not know is missing.",
    Check.ODD_ANSWERS: "A web page, an error or an unknown word ends no job.",
    Check.COST: "It says what was billed, or leaves it to the estimate.",
    Check.CANCEL: "A job can be called off, twice.",
    Check.HISTORY: "What was bought is found when the answer was lost.",
    Check.WARM: "On loaded weights it makes the same bytes as on weights just loaded.",
    Check.STEPS: "A cancelled run ends at its next step, and what is loaded stays.",
}


class Verdict(StrEnum):
    """What became of a check."""

    PASSED = "passed"
    FAILED = "failed"
    WARNED = "warned"  # allowed, but somebody should know
    SKIPPED = "skipped"  # it could not be judged here, or was never promised


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one check."""

    check: Check
    verdict: Verdict
    sentence: str
    model: str | None = None  # "tool/model"; None: the engine itself

    def __str__(self) -> str:
        about = f"{self.model}: " if self.model else ""
        return f"{about}{self.check}: {self.sentence}"


def verdict_on(check: Check, faults: Iterable[str], model: str | None = None) -> Finding:
    """Failed with these faults, or passed where there are none."""
    found = " ".join(faults)
    return Finding(check, Verdict.FAILED if found else Verdict.PASSED, found or KEPT[check], model)


def skipped(check: Check, why: str, model: str | None = None) -> Finding:
    """Not judged, and why."""
    return Finding(check, Verdict.SKIPPED, why, model)


def warned(check: Check, what: str, model: str | None = None) -> Finding:
    """Allowed, and what to know about it."""
    return Finding(check, Verdict.WARNED, what, model)
