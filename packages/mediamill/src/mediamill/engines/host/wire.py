"""What the host and an engine process say to each other: one JSON object per line, never longer than a cap.

The host gives orders and is believed; an engine process says words, and each is checked before it counts.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mediamill.engines.engine import Fact, Request, Scope, bounded_retry_after
from mediamill.engines.host.findings import WrongFindings, facts_in, words_in
from mediamill.engines.host.outcome import RunFailure

LINE_BYTES_MAX = 256 * 1024  # of one word: the longest texts below, each character escaped in 12 bytes
CHECKPOINT_BYTES_MAX = 4 * 1024  # it is a row's column: a vendor's job id, not a document
STAGE_CHARACTERS_MAX = 100
SENTENCE_CHARACTERS_MAX = 4_000  # as an engine may say it; shortened before a caller sees it
WARNING_CHARACTERS_MAX = 500
DETAIL_CHARACTERS_MAX = 8_000  # the end of a traceback, for the log
PATH_CHARACTERS_MAX = 4_096
NUMBER_MAX = 1e9  # seconds: no media are longer

# The failures that an engine process may own up to; the host finds the others by itself.
CONFESSED = {RunFailure.RAISED, RunFailure.MEMORY, RunFailure.OUTPUT, RunFailure.BAD_ARTIFACT}


class Garbage(Exception):
    """A line that no engine process of ours would say."""


@dataclass(frozen=True, slots=True)
class RunOrder:
    """Carry out one request."""

    run: int  # counts the runs of this process; every word repeats it
    target: str
    request: Request
    file_bytes_max: int


@dataclass(frozen=True, slots=True)
class Durable:
    """The checkpoint is kept."""

    run: int


@dataclass(frozen=True, slots=True)
class Started:
    """The engine is imported: its time runs from here."""


@dataclass(frozen=True, slots=True)
class Progressed:
    """So much is done, 0 to 1."""

    fraction: float
    stage: str


@dataclass(frozen=True, slots=True)
class Checkpointed:
    """This must be kept for the next attempt; the engine waits for Durable."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The engine returned; what it returned is still to be judged."""

    path: Path
    seconds: float | None
    thumbnail: Path | None
    provenance: Mapping[str, Fact] = field(default_factory=dict)
    not_understood: tuple[str, ...] = ()
    warning: str = ""  # for the operator: what the file has to do without


@dataclass(frozen=True, slots=True)
class Declined:
    """The engine refused the input."""

    sentence: str


@dataclass(frozen=True, slots=True)
class OutOfService:
    """The engine cannot work for now; so many seconds later it may."""

    sentence: str
    retry_after: float
    scope: Scope


@dataclass(frozen=True, slots=True)
class Broke:
    """The run failed, with the engine's own sentence if it gave one, and a detail for the log."""

    reason: RunFailure
    sentence: str | None
    detail: str


Order = RunOrder | Durable
FinalMessage = Finished | Declined | OutOfService | Broke
Message = Started | Progressed | Checkpointed | FinalMessage


def order_line(order: Order) -> bytes:
    """An order as it goes to the engine process."""
    if isinstance(order, Durable):
        return _line({"order": "durable", "run": order.run})
    request = order.request
    return _line(
        {
            "order": "run",
            "run": order.run,
            "target": order.target,
            "file_bytes_max": order.file_bytes_max,
            "generation_id": request.generation_id,
            "tool": request.tool,
            "model": request.model,
            "input": dict(request.input),
            "folder": str(request.folder),
            "files": {field: str(path) for field, path in request.files.items()},
            "checkpoint": request.checkpoint,
            "trace": request.trace,
            "seed": request.seed,
        }
    )


def read_order(line: bytes) -> Order:
    """The order in a line from the host, which is believed."""
    said = json.loads(line)
    if said["order"] == "durable":
        return Durable(said["run"])
    request = Request(
        generation_id=said["generation_id"],
        tool=said["tool"],
        model=said["model"],
        input=said["input"],
        folder=Path(said["folder"]),
        files={field: Path(path) for field, path in said["files"].items()},
        checkpoint=said["checkpoint"],
        trace=said["trace"],
        seed=said["seed"],
    )
    return RunOrder(said["run"], said["target"], request, said["file_bytes_max"])


def message_line(run: int, message: Message) -> bytes:
    """A word as it goes to the host; texts are shortened until the line fits."""
    match message:
        case Started():
            said: dict[str, object] = {"type": "started"}
        case Progressed(fraction, stage):
            said = {"type": "progress", "fraction": fraction, "stage": stage[:STAGE_CHARACTERS_MAX]}
        case Checkpointed(text):
            said = {"type": "checkpoint", "text": text}
        case Finished(path, seconds, thumbnail, provenance, not_understood, warning):
            said = {
                "type": "finished",
                "path": str(path),
                "seconds": seconds,
                "thumbnail": None if thumbnail is None else str(thumbnail),
                "provenance": dict(provenance),
                "not_understood": list(not_understood),
                "warning": warning[:WARNING_CHARACTERS_MAX],
            }
        case Declined(sentence):
            said = {"type": "declined", "sentence": sentence[:SENTENCE_CHARACTERS_MAX]}
        case OutOfService(sentence, retry_after, scope):
            told = sentence[:SENTENCE_CHARACTERS_MAX]
            said = {"type": "unavailable", "sentence": told, "retry_after": retry_after, "scope": scope}
        case Broke(reason, sentence, detail):
            said = {
                "type": "broke",
                "reason": reason,
                "sentence": None if sentence is None else sentence[:SENTENCE_CHARACTERS_MAX],
                "detail": detail[-DETAIL_CHARACTERS_MAX:],
            }
    return _line({"run": run, **said})


def read_message(line: bytes) -> tuple[int, Message]:
    """(run, word) of a line from an engine process. Raises Garbage, whatever the line holds."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise Garbage from None
    if not isinstance(said, dict):
        raise Garbage
    return _whole(said, "run"), _message(said)


def _message(said: dict[str, object]) -> Message:
    match said.get("type"):
        case "started":
            return Started()
        case "progress":
            fraction = _number(said, "fraction")
            if fraction is None or fraction > 1:
                raise Garbage
            return Progressed(fraction, _text(said, "stage", STAGE_CHARACTERS_MAX))
        case "checkpoint":
            return Checkpointed(_checkpoint(said))
        case "finished":
            return _finished(said)
        case "declined":
            return Declined(_text(said, "sentence", SENTENCE_CHARACTERS_MAX))
        case "unavailable":
            return _out_of_service(said)
        case "broke":
            own = None if said.get("sentence") is None else _text(said, "sentence", SENTENCE_CHARACTERS_MAX)
            return Broke(_reason(said), own, _text(said, "detail", DETAIL_CHARACTERS_MAX))
    raise Garbage


def _finished(said: dict[str, object]) -> Finished:
    thumbnail = None if said.get("thumbnail") is None else _path(said, "thumbnail")
    try:
        provenance, not_understood = facts_in(said.get("provenance")), words_in(said.get("not_understood"))
    except WrongFindings:
        raise Garbage from None
    warning = _text(said, "warning", WARNING_CHARACTERS_MAX)
    return Finished(_path(said, "path"), _number(said, "seconds"), thumbnail, provenance, not_understood, warning)


def _checkpoint(said: dict[str, object]) -> str:
    text = _text(said, "text", CHECKPOINT_BYTES_MAX)
    if not fits_a_checkpoint(text):
        raise Garbage
    return text


def fits_a_checkpoint(text: str) -> bool:
    """Whether any database takes the text: UTF-8 without NUL, within CHECKPOINT_BYTES_MAX."""
    try:
        return "\0" not in text and len(text.encode()) <= CHECKPOINT_BYTES_MAX
    except UnicodeEncodeError:
        return False


def _out_of_service(said: dict[str, object]) -> OutOfService:
    seconds = _number(said, "retry_after")
    if seconds is None:
        raise Garbage
    try:
        scope = Scope(_text(said, "scope", 100))
    except ValueError:
        raise Garbage from None
    return OutOfService(_text(said, "sentence", SENTENCE_CHARACTERS_MAX), bounded_retry_after(seconds), scope)


def _reason(said: dict[str, object]) -> RunFailure:
    try:
        reason = RunFailure(_text(said, "reason", 100))
    except ValueError:
        raise Garbage from None
    if reason not in CONFESSED:
        raise Garbage
    return reason


def _path(said: dict[str, object], name: str) -> Path:
    text = _text(said, name, PATH_CHARACTERS_MAX)
    if "\0" in text:
        raise Garbage
    return Path(text)


def _text(said: dict[str, object], name: str, characters_max: int) -> str:
    value = said.get(name)
    if not isinstance(value, str) or len(value) > characters_max:
        raise Garbage
    return value


def _number(said: dict[str, object], name: str) -> float | None:
    """A number from 0 to NUMBER_MAX (so neither NaN nor infinite); None stays None."""
    value = said.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= NUMBER_MAX:
        raise Garbage
    return float(value)


def _whole(said: dict[str, object], name: str) -> int:
    value = said.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Garbage
    return value


def _line(said: dict[str, object]) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"
