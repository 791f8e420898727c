"""What the service speaks of, as frozen values: generation, event, tool, account, ledger entry and so on.

A field the client does not know is kept in `raw`; a word it does not know (a status to come) stays a plain string.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from html import escape
from typing import Any

from mediamill_client.base_error import MediamillClientError
from mediamill_client.outputs import Output, shown

Json = Mapping[str, Any]


class Word(str, Enum):
    """A text of a closed list: enum.StrEnum, which Python 3.10 has not."""

    __str__ = str.__str__


class Status(Word):
    """Where a generation stands; `success` and `error` are final."""

    PENDING = "pending"
    PROCESSING = "processing"
    UPLOADING = "uploading"
    SUCCESS = "success"
    ERROR = "error"


FINAL = (Status.SUCCESS, Status.ERROR)


class OutputType(Word):
    """What kind of media is made."""

    IMAGE = "image"
    VIDEO = "video"
    AUDIO = "audio"
    TEXT = "text"
    OBJECT = "object"


class Plan(Word):
    """The plan of an account, which sets its limits."""

    FREE = "free"
    PRO = "pro"


@dataclass(frozen=True, slots=True)
class Generation:
    """One request for media. `output` is None until `success`; `media` is the same, for those who know it is there."""

    id: str
    status: Status | str
    tool: str
    created_at: datetime
    output: Output | None = None
    thumbnail: str | None = None
    error: str | None = None
    type: OutputType | str | None = None  # absent in the answer to a submit
    # The input as sent; only where one generation was read. No mapping can be hashed.
    payload: Json | None = field(default=None, hash=False)
    raw: Json = field(default_factory=dict, repr=False, compare=False)  # the answer as it came

    @property
    def finished(self) -> bool:
        """True when its status will not change any more."""
        return self.status in FINAL

    @property
    def media(self) -> Output:
        """The output. Raises NoOutput while there is none."""
        if self.output is None:
            raise NoOutput(self)
        return self.output

    def _repr_html_(self) -> str:
        """What a notebook shows: the media, or how matters stand."""
        return shown_generation(self)


class NoOutput(MediamillClientError):
    """The generation has no media to download: it has not ended in `success`."""

    def __init__(self, generation: Generation) -> None:
        super().__init__(generation)
        self.generation = generation

    def __str__(self) -> str:
        return f"{self.generation.id} has no output: its status is {self.generation.status}"


@dataclass(frozen=True, slots=True)
class StatusEvent:
    """A generation has entered a state; the last one brings output, thumbnail or error."""

    number: int  # of the state, from 0 on
    id: str
    status: Status | str
    at: datetime
    output: Output | None = None
    thumbnail: str | None = None
    error: str | None = None

    @property
    def finished(self) -> bool:
        """True for the last event."""
        return self.status in FINAL


@dataclass(frozen=True, slots=True)
class ProgressEvent:
    """How far an engine is, 0 to 1, and what it is doing, in a few words."""

    progress: float
    stage: str


@dataclass(frozen=True, slots=True)
class SignedWebhook:
    """A webhook as the service sends it: its headers, and its body byte for byte."""

    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class WebhookSecret:
    """What signs the account's webhooks; until `previous_until` an older secret signs beside it."""

    secret: str = field(repr=False)
    created_at: datetime
    previous_until: datetime | None


@dataclass(frozen=True, slots=True)
class Quote:
    """What a run would cost, and whether it can be done here; `reason` says why not.

    `is_final` is False where the price depends on the length of the input, which is measured when the run begins.
    """

    tool: str
    model: str
    credits: int | float
    is_final: bool
    balance: int | float
    available: bool
    reason: str | None
    status: int  # what a run would be answered: 200, or 402 for insufficient credits
    raw: Json = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """What moved the credits of the account: grant, hold, capture, release, refund or adjust."""

    id: str
    kind: str
    credits: int | float
    generation: str | None
    note: str | None
    created_at: datetime
    raw: Json = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a generation; `ended_at` and `outcome` are None while it runs."""

    number: int
    engine: str | None
    started_at: datetime
    ended_at: datetime | None
    outcome: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything the service knows about a generation of one's own. Times in seconds, None where not recorded."""

    generation: Generation
    engine: str | None
    engine_version: str | None
    model: str
    seed: int | float | None
    credits_held: int | float
    credits_captured: int | float
    queue_seconds: int | float | None
    run_seconds: int | float | None
    attempts: tuple[Attempt, ...]
    queue_position: int | float | None  # None unless it waits
    progress: int | float
    stage: str
    provenance: Json = field(hash=False)
    not_understood: tuple[str, ...]  # words of the prompt that changed nothing
    raw: Json = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Page:
    """Some of an account's generations, newest first, and how many there are in all."""

    generations: tuple[Generation, ...]
    total: int
    limit: int
    offset: int
    has_more: bool

    def __iter__(self) -> Iterator[Generation]:
        return iter(self.generations)

    def __len__(self) -> int:
        return len(self.generations)


@dataclass(frozen=True, slots=True)
class Model:
    """What can run under a tool; its slug is the value of `input.model`."""

    slug: str
    name: str
    raw: Json = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Tool:
    """What can be asked for. `models`, its primary one first, is empty in a list of tools."""

    slug: str
    name: str
    description: str
    type: str
    output_type: OutputType | str
    thumbnail: str | None
    models: tuple[Model, ...] = ()
    raw: Json = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file: its URL works as an input of this account until it expires."""

    id: str
    url: str
    type: str  # image or audio
    size_bytes: int | float
    created_at: datetime
    expires_at: datetime
    raw: Json = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Account:
    """Who owns the API key, and the credits that are available now."""

    id: str
    email: str
    credits: int | float
    plan: Plan | str
    created_at: datetime
    raw: Json = field(default_factory=dict, repr=False, compare=False)


def shown_generation(generation: Generation) -> str:
    """A generation as HTML."""
    line = f"{generation.tool} · {generation.id} · {generation.status}"
    caption = f"<small>{escape(f'{line} · {generation.error}' if generation.error else line)}</small>"
    return caption if generation.output is None else f"<div>{shown(generation.output)}<br>{caption}</div>"
