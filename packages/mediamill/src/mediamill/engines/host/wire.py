"""The protocol between the host and an engine process: one JSON object per line, of bounded length.

Orders of the host are trusted; every message of an engine process is validated.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from mediamill.engines.engine import Artifact, Request, Scope, bounded_retry_after
from mediamill.engines.host.findings import WrongFindings, facts_in, words_in
from mediamill.engines.host.outcome import Refused, RunFailure, Unavailable

LINE_BYTES_MAX = 256 * 1024  # of one message: the longest texts below, each character escaped in 12 bytes
CHECKPOINT_BYTES_MAX = 4 * 1024  # it is a row's column: a vendor's job id, not a document
STAGE_CHARACTERS_MAX = 100
SENTENCE_CHARACTERS_MAX = 4_000  # as an engine may send it; shortened before a caller sees it
WARNING_CHARACTERS_MAX = 500
DETAIL_CHARACTERS_MAX = 8_000  # the end of a traceback, for the log
PATH_CHARACTERS_MAX = 4_096
WEIGHTS_CHARACTERS_MAX = 500
NUMBER_MAX = 1e9  # seconds: no media are longer

# The failures that an engine process may report; the host detects the others.
REPORTABLE = {RunFailure.RAISED, RunFailure.MEMORY, RunFailure.OUTPUT, RunFailure.BAD_ARTIFACT}


class Garbage(Exception):
    """A line that breaks the protocol."""


@dataclass(frozen=True, slots=True)
class RunOrder:
    """Run one request."""

    run: int  # counts the runs of this process; every message repeats it
    target: str
    request: Request
    file_bytes_max: int


@dataclass(frozen=True, slots=True)
class Durable:
    """The checkpoint is durable."""

    run: int
    answer: str = ""  # to what it asked, for an engine of the service's own


@dataclass(frozen=True, slots=True)
class Cancel:
    """To a device's process: nobody wants this run any more."""

    run: int


@dataclass(frozen=True, slots=True)
class Preload:
    """To a device's process: load these weights before a request needs them."""

    run: int
    target: str
    weights: str


@dataclass(frozen=True, slots=True)
class Started:
    """The engine is imported, and what it needs is loaded: its time limit starts now."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A device's process has loaded weights."""

    weights: str  # its `shelf_name`
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Dropped:
    """A device's process has unloaded weights."""

    weights: str


@dataclass(frozen=True, slots=True)
class Retried:
    """The memory of the device was too small: everything was unloaded, and the run begins anew."""


@dataclass(frozen=True, slots=True)
class Progressed:
    """The fraction that is done, 0 to 1."""

    fraction: float
    stage: str


@dataclass(frozen=True, slots=True)
class Checkpointed:
    """A checkpoint to make durable for the next attempt; the engine waits for Durable."""

    text: str


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The engine returned; its files are not validated yet."""

    artifact: Artifact
    warning: str = ""  # for the operator: what the file has to do without


@dataclass(frozen=True, slots=True)
class Broke:
    """The run failed, with the engine's own sentence if it gave one, and a detail for the log."""

    reason: RunFailure
    sentence: str | None
    detail: str


@dataclass(frozen=True, slots=True)
class Preloaded:
    """What was to be loaded is loaded."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The run has ended because it was cancelled."""


Order = RunOrder | Durable | Cancel | Preload
ShelfMessage = Loaded | Dropped | Retried
FinalMessage = RunFinished | Refused | Unavailable | Broke | Preloaded | Cancelled
Message = Started | Progressed | Checkpointed | ShelfMessage | FinalMessage
# Messages without a field, by their type.
PLAIN: dict[str, Message] = {
    "started": Started(),
    "retried": Retried(),
    "preloaded": Preloaded(),
    "cancelled": Cancelled(),
}


def order_line(order: Order) -> bytes:
    """An order as it goes to the engine process."""
    match order:
        case Durable(run, answer):
            return _line({"order": "durable", "run": run, "answer": answer})
        case Cancel(run):
            return _line({"order": "cancel", "run": run})
        case Preload(run, target, weights):
            return _line({"order": "preload", "run": run, "target": target, "weights": weights})
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
    """Parse an order of the host, which is trusted."""
    fields = json.loads(line)
    match fields["order"]:
        case "durable":
            return Durable(fields["run"], fields["answer"])
        case "cancel":
            return Cancel(fields["run"])
        case "preload":
            return Preload(fields["run"], fields["target"], fields["weights"])
    request = Request(
        generation_id=fields["generation_id"],
        tool=fields["tool"],
        model=fields["model"],
        input=fields["input"],
        folder=Path(fields["folder"]),
        files={field: Path(path) for field, path in fields["files"].items()},
        checkpoint=fields["checkpoint"],
        trace=fields["trace"],
        seed=fields["seed"],
    )
    return RunOrder(fields["run"], fields["target"], request, fields["file_bytes_max"])


def message_line(run: int, message: Message) -> bytes:
    """A message as it goes to the host; texts are shortened so that the line fits."""
    match message:
        case Started() | Retried() | Preloaded() | Cancelled():
            fields: dict[str, object] = {"type": type(message).__name__.lower()}
        case Loaded(weights, size, seconds):
            fields = {"type": "loaded", "weights": weights, "bytes": size, "seconds": seconds}
        case Dropped(weights):
            fields = {"type": "dropped", "weights": weights}
        case Progressed(fraction, stage):
            fields = {"type": "progress", "fraction": fraction, "stage": stage[:STAGE_CHARACTERS_MAX]}
        case Checkpointed(text):
            fields = {"type": "checkpoint", "text": text}
        case RunFinished(artifact, warning):
            fields = {
                "type": "finished",
                "path": str(artifact.path),
                "seconds": artifact.seconds,
                "thumbnail": None if artifact.thumbnail is None else str(artifact.thumbnail),
                "provenance": dict(artifact.provenance),
                "not_understood": list(artifact.not_understood),
                "warning": warning[:WARNING_CHARACTERS_MAX],
            }
        case Refused(sentence):
            fields = {"type": "declined", "sentence": sentence[:SENTENCE_CHARACTERS_MAX]}
        case Unavailable(sentence, retry_after, scope):
            shortened = sentence[:SENTENCE_CHARACTERS_MAX]
            fields = {"type": "unavailable", "sentence": shortened, "retry_after": retry_after, "scope": scope}
        case Broke(reason, sentence, detail):
            fields = {
                "type": "broke",
                "reason": reason,
                "sentence": None if sentence is None else sentence[:SENTENCE_CHARACTERS_MAX],
                "detail": detail[-DETAIL_CHARACTERS_MAX:],
            }
    return _line({"run": run, **fields})


def read_message(line: bytes) -> tuple[int, Message]:
    """Parse (run, message) of an engine process. Raises Garbage for every invalid line."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise Garbage from None
    if not isinstance(fields, dict):
        raise Garbage
    return _whole(fields, "run"), _message(fields)


def _message(fields: dict[str, object]) -> Message:
    match fields.get("type"):
        case str(kind) if kind in PLAIN:
            return PLAIN[kind]
        case "loaded":
            size, seconds = _whole(fields, "bytes"), _number(fields, "seconds")
            if size < 0 or seconds is None:
                raise Garbage
            return Loaded(_text(fields, "weights", WEIGHTS_CHARACTERS_MAX), size, seconds)
        case "dropped":
            return Dropped(_text(fields, "weights", WEIGHTS_CHARACTERS_MAX))
        case "progress":
            fraction = _number(fields, "fraction")
            if fraction is None or fraction > 1:
                raise Garbage
            return Progressed(fraction, _text(fields, "stage", STAGE_CHARACTERS_MAX))
        case "checkpoint":
            return Checkpointed(_checkpoint(fields))
        case "finished":
            return _finished(fields)
        case "declined":
            return Refused(_text(fields, "sentence", SENTENCE_CHARACTERS_MAX))
        case "unavailable":
            return _unavailable(fields)
        case "broke":
            own = None if fields.get("sentence") is None else _text(fields, "sentence", SENTENCE_CHARACTERS_MAX)
            return Broke(_reason(fields), own, _text(fields, "detail", DETAIL_CHARACTERS_MAX))
    raise Garbage


def _finished(fields: dict[str, object]) -> RunFinished:
    thumbnail = None if fields.get("thumbnail") is None else _path(fields, "thumbnail")
    try:
        provenance, not_understood = facts_in(fields.get("provenance")), words_in(fields.get("not_understood"))
    except WrongFindings:
        raise Garbage from None
    warning = _text(fields, "warning", WARNING_CHARACTERS_MAX)
    path, seconds = _path(fields, "path"), _number(fields, "seconds")
    return RunFinished(Artifact(path, seconds, thumbnail, provenance, not_understood), warning)


def _checkpoint(fields: dict[str, object]) -> str:
    text = _text(fields, "text", CHECKPOINT_BYTES_MAX)
    if not fits_a_checkpoint(text):
        raise Garbage
    return text


def fits_a_checkpoint(text: str) -> bool:
    """Whether any database takes the text: UTF-8 without NUL, within CHECKPOINT_BYTES_MAX."""
    try:
        return "\0" not in text and len(text.encode()) <= CHECKPOINT_BYTES_MAX
    except UnicodeEncodeError:
        return False


def _unavailable(fields: dict[str, object]) -> Unavailable:
    seconds = _number(fields, "retry_after")
    if seconds is None:
        raise Garbage
    try:
        scope = Scope(_text(fields, "scope", 100))
    except ValueError:
        raise Garbage from None
    return Unavailable(_text(fields, "sentence", SENTENCE_CHARACTERS_MAX), bounded_retry_after(seconds), scope)


def _reason(fields: dict[str, object]) -> RunFailure:
    try:
        reason = RunFailure(_text(fields, "reason", 100))
    except ValueError:
        raise Garbage from None
    if reason not in REPORTABLE:
        raise Garbage
    return reason


def _path(fields: dict[str, object], name: str) -> Path:
    text = _text(fields, name, PATH_CHARACTERS_MAX)
    if "\0" in text:
        raise Garbage
    return Path(text)


def _text(fields: dict[str, object], name: str, characters_max: int) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or len(value) > characters_max:
        raise Garbage
    return value


def _number(fields: dict[str, object], name: str) -> float | None:
    """A number from 0 to NUMBER_MAX (so neither NaN nor infinite); None stays None."""
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= NUMBER_MAX:
        raise Garbage
    return float(value)


def _whole(fields: dict[str, object], name: str) -> int:
    value = fields.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Garbage
    return value


def _line(fields: dict[str, object]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"
