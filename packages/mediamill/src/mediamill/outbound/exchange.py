"""One request on a connection of its own: nothing is kept, followed, decoded or taken from the environment."""

import asyncio
import itertools
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass

import httpcore2

from mediamill import __version__
from mediamill.outbound.address import Address
from mediamill.outbound.answer_stream import AnswerStream
from mediamill.outbound.destination import Destination
from mediamill.outbound.failure import FailureReason, RequestFailed
from mediamill.outbound.guard import Guard, GuardedNetwork

PIECES_AT_ONCE = 256  # tiny chunks come by the thousand in one read; between so many of them others get their turn
USER_AGENT = f"mediamill/{__version__}"

Redact = Callable[[str], str]

log = logging.getLogger("mediamill.outbound")
# Its debug lines hold the heads of answers, and with them what a server repeats of our secrets.
logging.getLogger("httpcore2").setLevel(logging.INFO)


@dataclass(frozen=True, slots=True)
class StreamedBody:
    """A request's body that is not held in memory; it is read once."""

    length: int
    pieces: AsyncIterable[bytes]


Body = bytes | StreamedBody | None


@dataclass(frozen=True, slots=True)
class Answering:
    """A server that has sent its head, and is about to send the body."""

    status: int
    address: Address
    stream: AnswerStream
    length: int | None  # of the body, as declared; None when its coding or the connection's end marks it
    response: httpcore2.Response

    def header(self, name: bytes) -> bytes | None:
        """The value of a header, by its lower-case name; of several, all of them with commas between."""
        values = [value for key, value in self.response.headers if key.lower() == name]
        return b", ".join(values) if values else None

    async def body(self) -> AsyncGenerator[bytes]:
        """The pieces of the body as they come. Raises RequestFailed."""
        try:
            async with aclosing(self.response.aiter_stream()) as pieces:
                turns = itertools.cycle(range(PIECES_AT_ONCE))
                async for piece in pieces:
                    yield piece
                    if next(turns) == 0:
                        await asyncio.sleep(0)
        except httpcore2.NetworkError as error:
            raise RequestFailed(FailureReason.SHORT, str(error)) from error
        except httpcore2.RemoteProtocolError as error:
            trouble = FailureReason.SHORT if self.stream.ended else FailureReason.BAD_ANSWER
            raise RequestFailed(trouble, str(error)) from error


@asynccontextmanager
async def exchange(
    guard: Guard,
    method: str,
    destination: Destination,
    *,
    account_id: str,
    deadline: float,
    headers: Mapping[str, str] | None = None,
    body: Body = None,
    redact: Redact = str,
) -> AsyncIterator[Answering]:
    """Ask, and hand over the answer while it comes. Raises RequestFailed, at the (monotonic) deadline at the latest.

    `redact` takes out of errors what must not be read in the log.
    """
    network = GuardedNetwork(guard, deadline, account_id)
    started = time.monotonic()
    try:
        async with asyncio.timeout(deadline - started) as limit:
            yield await ask(network, guard, request_to(method, destination, headers or {}, body))
    except TimeoutError:
        if not limit.expired():
            raise
        failed = RequestFailed(FailureReason.TIMEOUT, f"{time.monotonic() - started:.1f} s")
        raise noted(failed, destination, network.address, redact, sent=network.sent) from None
    except RequestFailed as failed:
        raise noted(failed, destination, network.address, redact, sent=network.sent) from None
    finally:
        await network.aclose()


def noted(
    failed: RequestFailed, destination: Destination, address: Address | None, redact: Redact, *, sent: bool
) -> RequestFailed:
    """The failure with the address it happened at, logged. Paths and queries may be the caller's secrets."""
    told = RequestFailed(failed.reason, redact(failed.detail), status=failed.status)
    told.address, told.sent = address, sent
    log.info("%s (%s): %s", redact(destination.host), address or "not contacted", told)
    return told


def request_to(
    method: str, destination: Destination, headers: Mapping[str, str], body: Body, *, keep: bool = False
) -> httpcore2.Request:
    """Our headers and the given ones, which win. Identity is the only coding; the connection ends with the answer,
    unless it is to be kept.
    """
    ours = {"User-Agent": USER_AGENT, "Accept": "*/*", "Accept-Encoding": "identity"}
    if body is not None:
        ours["Content-Length"] = str(body.length if isinstance(body, StreamedBody) else len(body))
    given = {name.lower() for name in headers}
    all_headers = {name: value for name, value in ours.items() if name.lower() not in given} | dict(headers)
    lines = [(name.encode("ascii"), value.encode("ascii")) for name, value in all_headers.items()]
    return httpcore2.Request(
        method,
        httpcore2.URL(
            scheme=destination.scheme, host=destination.host, port=destination.port, target=destination.target
        ),
        headers=[(b"Host", destination.authority), *lines, *([] if keep else [(b"Connection", b"close")])],
        content=body.pieces if isinstance(body, StreamedBody) else body,
    )


async def ask(network: GuardedNetwork, guard: Guard, request: httpcore2.Request) -> Answering:
    """Send, and read the head of the answer."""
    connection = httpcore2.AsyncHTTPConnection(request.url.origin, guard.trust, network_backend=network)
    with bad_answers():
        response = await connection.handle_async_request(request)
    assert network.answer is not None
    assert network.address is not None
    return answering_of(response, network.answer, network.address)


@contextmanager
def bad_answers() -> Iterator[None]:
    """What goes wrong before the body, as RequestFailed."""
    try:
        yield
    except (httpcore2.NetworkError, httpcore2.RemoteProtocolError) as error:
        raise RequestFailed(FailureReason.BAD_ANSWER, str(error)) from error


def answering_of(response: httpcore2.Response, stream: AnswerStream, address: Address) -> Answering:
    """The answer whose head is read, its stream ready for the body."""
    length = declared_length(response.headers)
    stream.begin_body(length)
    return Answering(response.status, address, stream, length, response)


def declared_length(headers: list[tuple[bytes, bytes]]) -> int | None:
    """The Content-Length where it applies (RFC 9112, 6.3); h11 has refused invalid numbers."""
    fields = {name.lower(): value for name, value in headers}
    if b"transfer-encoding" in fields or b"content-length" not in fields:
        return None
    return int(fields[b"content-length"])
