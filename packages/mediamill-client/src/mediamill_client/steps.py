"""The protocol without I/O: a conversation yields steps, a client carries them out and sends back the outcome."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

from mediamill_client.types import Generation

T = TypeVar("T")


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
class Sleep:
    """Wait."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Tell:
    """Report the state of the generation to the caller."""

    generation: Generation


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, read whole; `headers` is indifferent to case."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Failure:
    """There was no whole answer."""

    reason: str
    may_have_arrived: bool  # the other side may have got, and done, what was asked
    lasting: bool = False  # another try would end the same way


Step: TypeAlias = Send | Sleep | Tell
Conversation: TypeAlias = Generator[Step, Reply | Failure | None, T]


def sent(request: Send) -> Conversation[Reply | Failure]:
    """Send one request and return its outcome."""
    outcome = yield request
    assert outcome is not None, "a client answers Send with a Reply or a Failure"
    return outcome
