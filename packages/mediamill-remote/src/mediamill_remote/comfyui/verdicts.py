"""What ComfyUI's answers mean: a prompt that it did not take, and how one has ended."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import EngineFailed, EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import FAILED, REFUSED, retry_after, short
from mediamill_remote.outages import TABLE_SECONDS, Outages

COMFYUI = Outages("ComfyUI")
WORK_MILLISECONDS_MAX = 86_400_000  # of one prompt: more is no time that it took
STOPPED = "This was stopped before it was done; please try again."
UNREADABLE = frozenset({"PIL.UnidentifiedImageError"})  # what a node raises for a picture that is none


class State(Enum):
    """How a prompt has ended."""

    SUCCEEDED = "there are outputs"
    FAILED = "a node broke"
    STOPPED = "somebody interrupted it"


@dataclass(frozen=True, slots=True)
class Run:
    """A prompt that is over."""

    state: State
    outputs: Mapping[str, object]  # by node
    error: str  # in the node's own words, short; empty where there is none
    exception: str  # its type
    work_seconds: float | None  # None where it was not told

    def failure(self, cost: int | None) -> Exception:
        """The error for one that ended without a file."""
        facts: dict[str, object] = {} if cost is None else {"cost": cost}
        if self.exception in UNREADABLE:
            return EngineRefused(sentence=REFUSED, **facts)
        return EngineFailed(sentence=STOPPED if self.state is State.STOPPED else FAILED, **facts)


def read_run(entry: object) -> Run | None:
    """An entry of the history; None where it does not say that the prompt is over."""
    if not isinstance(entry, Mapping):
        return None
    status, outputs = entry.get("status"), entry.get("outputs")
    if not isinstance(status, Mapping) or not isinstance(outputs, Mapping):
        return None
    told = dict(messages_in(status.get("messages")))
    error = told.get("execution_error", {})
    match status.get("status_str"):
        case "success":
            state = State.SUCCEEDED
        case "error":
            state = State.STOPPED if "execution_interrupted" in told else State.FAILED
        case _:
            return None
    where = f"node {error.get('node_id')} ({error.get('node_type')}): " if error else ""
    return Run(
        state,
        outputs,
        short(f"{where}{error.get('exception_message')}") if error else "",
        str(error.get("exception_type", "")),
        work_seconds(told),
    )


def messages_in(messages: object) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The events of a status, by their names."""
    for one in messages if isinstance(messages, list) else ():
        match one:
            case [str(name), dict(data)]:
                yield name, data


def work_seconds(told: Mapping[str, Mapping[str, object]]) -> float | None:
    """From the start to the last event; None where that cannot be told."""
    start = told.get("execution_start", {}).get("timestamp")
    instants = [instant for data in told.values() if isinstance(instant := data.get("timestamp"), int)]
    if not isinstance(start, int):
        return None
    milliseconds = max(instants) - start
    return milliseconds / 1_000 if milliseconds <= WORK_MILLISECONDS_MAX else None


def submit_failure(answer: VendorAnswer, model: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was taken; None where it proves nothing."""
    words = "; ".join(faults_in(answer.json()))
    match answer.status:
        case 400 if words:
            sentence = f"ComfyUI does not take the workflow of {model}: {words}"
            return EngineUnavailable(sentence, TABLE_SECONDS, Scope.MODEL)
        case 401 | 403:
            return EngineUnavailable("Something in front of ComfyUI wants a key", TABLE_SECONDS, Scope.KEY)
        case 404 | 405:
            return EngineUnavailable("base_url is no ComfyUI server", TABLE_SECONDS, Scope.ENGINE)
        case 413:
            sentence = f"ComfyUI finds the workflow of {model} too large"
            return EngineUnavailable(sentence, TABLE_SECONDS, Scope.MODEL)
        case 429:
            return COMFYUI.no_room("", retry_after(answer))
    return None


def faults_in(told: object) -> Iterator[str]:
    """What is wrong with a prompt, each fault with its node; nothing where the answer says nothing."""
    if not isinstance(told, Mapping):
        return
    named = list(faults_of_nodes(told.get("node_errors")))
    yield from named
    error = told.get("error")
    if not named and isinstance(error, Mapping) and error.get("message"):
        yield short(" ".join(str(error[key]) for key in ("message", "details") if error.get(key)))


def faults_of_nodes(nodes: object) -> Iterator[str]:
    """The faults of `node_errors`."""
    for number, node in nodes.items() if isinstance(nodes, Mapping) else ():
        errors = node.get("errors") if isinstance(node, Mapping) else None
        for error in errors if isinstance(errors, list) else ():
            if isinstance(error, Mapping):
                said = ": ".join(str(error[key]) for key in ("message", "details") if error.get(key))
                yield short(f"node {number} ({node.get('class_type')}): {said}")
