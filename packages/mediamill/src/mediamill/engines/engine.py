"""The contract of an engine: a class that turns a request with local files into an artifact, or says why not."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeGuard

from mediamill.errors import MediamillError

InputValue = str | int | float
Fact = str | int | float | bool
ToolModel = tuple[str, str]  # (tool slug, model slug)

RETRY_AFTER_SECONDS_MIN = 1.0  # "at once" would make a busy loop
RETRY_AFTER_SECONDS_MAX = 3_600.0  # vendors say "tomorrow": by then nobody would notice that it works again


def read_tool_model(name: str) -> ToolModel | None:
    """The two slugs of "tool/model"; None where it is not written so."""
    tool, slash, model = name.partition("/")
    return (tool, model) if slash and "/" not in model else None


@dataclass(frozen=True, slots=True)
class Request:
    """One try at one generation, as an engine sees it: checked input, local files, a private folder."""

    generation_id: str
    tool: str
    model: str
    input: Mapping[str, InputValue]  # defaults filled in, a random seed already drawn
    folder: Path  # private, empty at the start, swept afterwards: everything the engine writes goes here
    files: Mapping[str, Path] = field(default_factory=dict)  # input field (`image_url`, …) -> its local copy
    checkpoint: str | None = None  # what an earlier attempt reported by `Report.checkpoint`
    trace: str | None = None  # W3C traceparent of this attempt, for vendors that take one
    seed: int | float = (
        0  # drawn when the generation was accepted, the same at every try; `input` has it where asked for
    )


@dataclass(frozen=True, slots=True)
class Artifact:
    """The file an engine made, before it is stored and becomes the output."""

    path: Path  # inside the request's folder
    seconds: float | None = None  # length of the media where it has one
    thumbnail: Path | None = None  # inside the request's folder, where the kind of media has one
    provenance: Mapping[str, Fact] = field(default_factory=dict)  # how it was made, as plain facts
    not_understood: tuple[str, ...] = ()  # words of the prompt that changed nothing; empty when all did


@dataclass(frozen=True, slots=True)
class Offer:
    """The values of one field that an engine can do where it is installed."""

    values: frozenset[InputValue]  # nothing where `length_max` says it
    note: str  # added to the tool's description, such as "English only on this installation"
    sentence: str  # for a caller that asked for another value: what is offered here and what to install
    length_max: int | None = None  # characters of a text that may otherwise be any

    def allows(self, value: object) -> bool:
        """Whether the engine can do this value."""
        if self.length_max is not None:
            return len(str(value)) <= self.length_max
        return value in self.values


@dataclass(frozen=True, slots=True)
class OptionalProgram:
    """A program of the system that an engine uses where it is installed."""

    name: str
    state: str  # what the engine can do as things are: "dubs into English only"
    advice: str | None = None  # what installing it would add and how; None where nothing is missing


@dataclass(frozen=True, slots=True)
class Needs:
    """What an engine may access beyond its request's folder and the installed packages; by default nothing."""

    ports: tuple[int, ...] = ()  # TCP ports to connect to, at any address; without one it has no network at all
    readable: tuple[Path, ...] = ()  # files and folders to read: weights
    devices: tuple[Path, ...] = ()  # nodes, or folders of nodes, to use: a GPU's


NOTHING_MORE = Needs()


EXACT_INTEGER_MAX = 2**53  # a larger integer becomes a text
WRITTEN_ELSEWHERE = frozenset({"engine", "version", "not_understood", "notUnderstood", "not understood"})


def facts_of(given: Mapping[str, object]) -> dict[str, Fact]:
    """Plain facts for `Artifact.provenance` out of what a file's metadata say: lists become texts, empty ones go.

    Engine, version and words not understood are left out, because they have fields of their own.
    """
    return {
        camel_case(name): value if is_plain(value) else in_words(value)
        for name, value in given.items()
        if name not in WRITTEN_ELSEWHERE and value not in (None, "", (), [], {})
    }


def is_plain(value: object) -> TypeGuard[Fact]:
    """Whether a value is a fact as it stands: a text, a truth value, or a number that JSON keeps exactly."""
    return isinstance(value, str | bool | float) or (isinstance(value, int) and abs(value) <= EXACT_INTEGER_MAX)


def camel_case(name: str) -> str:
    """`left_out` as `leftOut`."""
    first, *rest = re.split(r"[ _]", name)
    return first + "".join(word.capitalize() for word in rest)


def in_words(value: object) -> str:
    """A list or mapping on one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {one}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


class Report(Protocol):
    """How an engine reports what it is doing."""

    def progress(self, fraction: float, stage: str = "") -> None:
        """How much is done, 0 to 1, and a word for what is being done."""

    def checkpoint(self, text: str) -> None:
        """Something the next attempt must know (a vendor's job id); durable when this returns."""


class Engine(Protocol):
    """Code that runs models; `mediamill engines test NAME` checks what every engine must do.

    A class may also have, each asked when `ready` is:
    - `offers(tool, model)`: an Offer by field name, for the fields of which it cannot do every value here;
    - `programs()`: an OptionalProgram for each program of the system that it works better with;
    - `version`, a string; without it the version of the package that it comes in is used;
    - `needs`, a Needs; without it the engine has neither network nor files of its own.
    """

    def ready(self) -> str | None:
        """None when it can work here; else one sentence that says what is missing and what to do."""

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make the media inside `request.folder`; the same input gives the same file where the engine's TOML file says
        `deterministic = true`.

        Raises EngineRefused, EngineFailed, EngineUnavailable.
        """


class EngineRefused(MediamillError):
    """{sentence}"""

    # The input cannot be worked with: no further try would help. `sentence` is shown to the caller.
    code = "engine_refused"


class EngineFailed(MediamillError):
    """{sentence}"""

    # The engine broke; another try may help. `sentence` is shown to the caller when no try is left.
    code = "engine_failed"


class Scope(StrEnum):
    """What of an engine is unavailable; whatever it is leaves other work alone."""

    ENGINE = "engine"  # all of it: an outage, a server that is down
    KEY = "key"  # what runs under the same account with the vendor: 429, a spent budget
    MODEL = "model"  # this model alone


class EngineUnavailable(MediamillError):
    """{sentence}"""

    # It cannot work for now and neither input nor engine is to blame: the generation waits and no try is used up.
    # `sentence` is for the operator; `retry_after` is in seconds and kept within the two bounds above.
    code = "engine_unavailable"

    def __init__(self, sentence: str, retry_after: float, scope: Scope | str = Scope.ENGINE) -> None:
        self.retry_after = bounded_retry_after(retry_after)
        self.scope = Scope(scope)
        super().__init__(sentence=sentence)


def bounded_retry_after(seconds: float) -> float:
    """A plausible time to wait: vendors send anything."""
    if math.isnan(seconds):
        return RETRY_AFTER_SECONDS_MIN
    return min(max(float(seconds), RETRY_AFTER_SECONDS_MIN), RETRY_AFTER_SECONDS_MAX)
