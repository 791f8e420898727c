"""One request on a connection of its own: nothing is kept, followed, decoded or taken from the environment."""

import asyncio
import itertools
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
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

log = logging.getLogger("mediamill.outbound")


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
    body: bytes | None = None,
) -> AsyncIterator[Answering]:
    """Ask, and hand over the answer while it comes. Raises RequestFailed, at the (monotonic) deadline at the latest."""
    network = GuardedNetwork(guard, deadline, account_id)
    started = time.monotonic()
    try:
        async with asyncio.timeout(deadline - started) as limit:
            yield await ask(network, guard, request_to(method, destination, headers or {}, body))
    except TimeoutError:
        if not limit.expired():
            raise
        failed = RequestFailed(FailureReason.TIMEOUT, f"{time.monotonic() - started:.1f} s")
        note(failed, network, destination)
        raise failed from None
    except RequestFailed as failed:
        note(failed, network, destination)
        raise
    finally:
        await network.aclose()


def note(failed: RequestFailed, network: GuardedNetwork, destination: Destination) -> None:
    """Add the address it happened at, and log it. Paths and queries may be the caller's secrets."""
    failed.address = network.address
    log.info("%s (%s): %s", destination.host, network.address or "not contacted", failed)


def request_to(
    method: str, destination: Destination, headers: Mapping[str, str], body: bytes | None
) -> httpcore2.Request:
    """Our headers and the given ones, which win. Identity is the only coding; the connection ends with the answer."""
    ours = {"User-Agent": USER_AGENT, "Accept": "*/*", "Accept-Encoding": "identity"}
    if body is not None:
        ours["Content-Length"] = str(len(body))
    given = {name.lower() for name in headers}
    all_headers = {name: value for name, value in ours.items() if name.lower() not in given} | dict(headers)
    lines = [(name.encode("ascii"), value.encode("ascii")) for name, value in all_headers.items()]
    return httpcore2.Request(
        method,
        httpcore2.URL(
            scheme=destination.scheme, host=destination.host, port=destination.port, target=destination.target
        ),
        headers=[(b"Host", destination.authority), *lines, (b"Connection", b"close")],
        content=body,
    )


async def ask(network: GuardedNetwork, guard: Guard, request: httpcore2.Request) -> Answering:
    """Send, and read the head of the answer."""
    connection = httpcore2.AsyncHTTPConnection(request.url.origin, guard.trust, network_backend=network)
    try:
        response = await connection.handle_async_request(request)
    except (httpcore2.NetworkError, httpcore2.RemoteProtocolError) as error:
        raise RequestFailed(FailureReason.BAD_ANSWER, str(error)) from error
    stream, address = network.answer, network.address
    assert address is not None
    length = declared_length(response.headers)
    stream.begin_body(length)
    return Answering(response.status, address, stream, length, response)


def declared_length(headers: list[tuple[bytes, bytes]]) -> int | None:
    """The Content-Length where it applies (RFC 9112, 6.3); h11 has refused invalid numbers."""
    fields = {name.lower(): value for name, value in headers}
    if b"transfer-encoding" in fields or b"content-length" not in fields:
        return None
    return int(fields[b"content-length"])
