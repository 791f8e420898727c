"""The protocol without I/O: a conversation yields steps, a client carries them out and sends back the outcome."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Value = TypeVar("Value", covariant=True)


class Sink(Protocol):
    """Where a download goes. Every try begins with `rewind`."""

    def rewind(self) -> None:
        """Forget what was written so far."""

    def write(self, chunk: bytes) -> None:
        """Add the next bytes."""


@dataclass(frozen=True, slots=True)
class Send:
    """One HTTP request. With a sink the body of a 200 goes there, not into the reply, and redirects are followed."""

    method: str
    url: str
    timeout: float | None  # seconds: for connecting, and for each silence of the other side
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)
    sink: Sink | None = field(default=None, repr=False)
    if_lost: str = ""  # advice for the caller when the answer is lost and the request may have been carried out


@dataclass(frozen=True, slots=True)
class Open:
    """One HTTP request whose body is read piece by piece, by `Receive`. An answer that is not good is read at once."""

    request: Send
    as_events: bool  # read server-sent events; else bytes, and redirects are followed


@dataclass(frozen=True, slots=True)
class Receive:
    """Read the next piece of what was opened."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close what was opened."""


@dataclass(frozen=True, slots=True)
class Load:
    """Read a file of the caller's: a path, bytes, a file object or a picture."""

    source: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sleep:
    """Wait."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Tell:
    """Report news to the caller: a state, progress, an event, bytes."""

    news: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Done(Generic[Value]):
    """What a conversation returned; no conversation yields it, the clients pass it on."""

    value: Value


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, read whole; `headers` is indifferent to case."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One server-sent event."""

    name: str
    data: str
    id: str


@dataclass(frozen=True, slots=True)
class Failure:
    """There was no whole answer."""

    reason: str
    may_have_arrived: bool  # the other side may have got, and done, what was asked
    lasting: bool = False  # another try would end the same way
    is_silence: bool = False  # the time limit of the request was over


Step: TypeAlias = Send | Open | Receive | Close | Load | Sleep | Tell
Outcome: TypeAlias = Reply | Failure | ServerEvent | bytes | None
Conversation: TypeAlias = Generator[Step, Outcome, T]


def sent(request: Send) -> Conversation[Reply | Failure]:
    """Send one request and return its outcome."""
    return answered((yield request))


def opened(request: Send, *, as_events: bool) -> Conversation[Reply | Failure]:
    """Open one request and return how it was answered; `received` gives its body."""
    return answered((yield Open(request, as_events)))


def loaded(source: object) -> Conversation[bytes]:
    """The bytes of a file of the caller's."""
    content = yield Load(source)
    assert isinstance(content, bytes), "a client answers Load with bytes"
    return content


def answered(outcome: Outcome) -> Reply | Failure:
    """The outcome of Send or Open."""
    assert isinstance(outcome, Reply | Failure), "a client answers Send and Open with a Reply or a Failure"
    return outcome
