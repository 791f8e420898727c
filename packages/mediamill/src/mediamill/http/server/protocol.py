"""HTTP/1.1 as uvicorn speaks it, with bounds that it lacks: how large and how slow a request may be, how slowly an
answer may be taken, and how many connections there may be. Its own refusals are plain text; ours are JSON.
"""

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mediamill.http.problems import TOO_MANY_CONNECTIONS, UNAVAILABLE, Problem, body
from mediamill.http.server.admission import Admission, Connections
from mediamill.http.telemetry import ACCOUNT

HEAD_BYTES_MAX = 128 * 1024  # request line and headers; an over-long key is still answered as a wrong key
HEAD_SECONDS_MAX = 10.0  # from the first byte (or the connection) to the end of the head
BODY_SECONDS_MAX = 20.0  # for a body, and what its bytes take at the slowest rate on top
BODY_BYTES_PER_SECOND_MIN = 16_000
TAKE_SECONDS_MAX = 60.0  # for which a client may take nothing of its answer
HEADERS_MAX = 100  # lines of a head: many times what clients and proxies send
WRITE_BUFFER_BYTES = 16 * 1024  # what one connection may leave unsent before its answer waits; the kernel holds more
PIPELINED_MAX = 32  # requests sent ahead of their answers; each costs memory until it is answered
INVALID_REQUEST = "Invalid HTTP request"
TOO_SLOW = "The body of the request came too slowly"


class HeadTooLarge(Exception):
    """The head of a request is larger than any honest one."""


class TooManyHeaders(Exception):
    """The head of a request has more lines than any honest one."""


class NoOneHost(Exception):
    """A request of HTTP/1.1 names its host in exactly one header (RFC 9112, 3.2)."""


class TooManyPipelined(Exception):
    """More requests came ahead of their answers than any honest client sends."""


class Gathered:
    """A connection's transport whose writes within one turn of the event loop leave in one system call.

    uvicorn writes head and body apart: two calls and two packets, of which the first wakes the peer for nothing.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.transport = transport
        self.loop = loop
        self.parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        """Send it before the loop's next turn is over."""
        if not self.parts:
            self.loop.call_soon(self.flush)
        self.parts.append(data)

    def flush(self) -> None:
        """Send what has gathered."""
        parts, self.parts = self.parts, []
        if parts and not self.transport.is_closing():
            self.transport.write(b"".join(parts))

    def close(self) -> None:
        """Close once everything written has been sent, or the peer has taken nothing of it for too long."""
        self.flush()
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size():
            self.loop.call_later(TAKE_SECONDS_MAX, self.transport.abort)
        self.transport.close()


class BoundedProtocol(HttpToolsProtocol):
    """One connection."""

    open_connections = Connections()  # of this process; a server brings its own

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = ""
        self.in_head = True
        self.in_body = False
        self.head_bytes = 0  # as they came, complete headers or not
        self.header_bytes = 0  # of the headers that are complete
        self.hosts = 0  # headers that name the host
        self.body_bytes = 0
        self.body_since = 0.0
        self.timers: dict[str, asyncio.TimerHandle] = {}  # what is waited for -> when the patience ends

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A peer is there; its first head has to come in time."""
        super().connection_made(Gathered(transport, self.loop))  # type: ignore[arg-type]
        transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
        self.address = self.client[0] if self.client else ""
        match self.open_connections.admit(self):
            case Admission.ADMITTED:
                self.watch("head", HEAD_SECONDS_MAX, self.give_up_head)
            case Admission.ADDRESS_FULL:
                self.refuse(TOO_MANY_CONNECTIONS)
            case Admission.FULL:
                self.refuse(UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        for what in tuple(self.timers):
            self.unwatch(what)
        self.open_connections.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """More bytes; those of a head are counted. Only for what has not come whole is there anything to wait for."""
        if self.in_head:
            self.head_bytes += len(data)
        super().data_received(data)
        if self.in_head and self.head_bytes > HEAD_BYTES_MAX and not self.transport.is_closing():
            self.send_400_response(INVALID_REQUEST)
        if self.in_head and self.head_bytes:
            self.watch("head", HEAD_SECONDS_MAX, self.give_up_head)
        elif self.in_body:
            self.watch("body", BODY_SECONDS_MAX, self.give_up_body)

    def on_message_begin(self) -> None:
        """A head begins."""
        self.in_head = True
        self.header_bytes = 0
        self.hosts = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header; raising makes uvicorn answer 400."""
        self.header_bytes += len(name) + len(value)
        if self.header_bytes > HEAD_BYTES_MAX:
            raise HeadTooLarge
        if len(name) == len(b"host") and name.lower() == b"host":
            self.hosts += 1
        super().on_header(name, value)
        if len(self.headers) > HEADERS_MAX:
            raise TooManyHeaders

    def on_headers_complete(self) -> None:
        """The head is whole; its body, if there is one, has to come in time. Raising makes uvicorn answer 400."""
        if self.hosts > 1 or (self.hosts == 0 and self.parser.get_http_version() == "1.1"):
            raise NoOneHost
        self.in_head = False
        self.head_bytes = 0
        self.unwatch("head")
        self.in_body = True
        self.body_bytes, self.body_since = 0, self.loop.time()
        if len(self.pipeline) >= PIPELINED_MAX:
            raise TooManyPipelined
        self.open_connections.answer(self)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Some of the body."""
        self.body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The body is whole; what follows on this connection is the next head."""
        self.in_body = False
        self.unwatch("body")
        super().on_message_complete()
        self.in_head = True

    def on_response_complete(self) -> None:
        """The request was answered; unless the next one is here already, the peer is waited for again."""
        if ACCOUNT in self.cycle.scope:
            self.open_connections.know(self)
        if not self.pipeline:
            self.open_connections.wait_for(self)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The peer takes less than is sent."""
        super().pause_writing()
        self.open_connections.stall(self)
        self.watch("take", TAKE_SECONDS_MAX, self.transport.abort)

    def resume_writing(self) -> None:
        """It took some."""
        self.unwatch("take")
        self.open_connections.unstall(self)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn says it in plain text)
        """What is no HTTP, as JSON, and the end of the connection."""
        self.refuse(Problem(400, INVALID_REQUEST))

    def refuse(self, problem: Problem) -> None:
        """A JSON error, and the end of the connection."""
        content = body(problem.message)
        headers = "".join(f"{name.lower()}: {value}\r\n" for name, value in problem.headers.items())
        head = (
            f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\ncontent-type: application/json\r\n"
            f"{headers}cache-control: no-store\r\nx-content-type-options: nosniff\r\n"
            f"connection: close\r\ncontent-length: {len(content)}\r\n\r\n"
        )
        self.transport.write(head.encode() + content)
        self.transport.close()

    def displace(self) -> None:
        """Close at once, in favour of another connection."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def watch(self, what: str, seconds: float, give_up: Any) -> None:
        """Be patient for so long, unless it is being waited for already."""
        if what not in self.timers:
            self.timers[what] = self.loop.call_later(seconds, self.over, what, give_up)

    def unwatch(self, what: str) -> None:
        """It came."""
        if timer := self.timers.pop(what, None):
            timer.cancel()

    def over(self, what: str, give_up: Any) -> None:
        """Timer fired: close the connection."""
        self.timers.pop(what, None)
        give_up()

    def give_up_head(self) -> None:
        """Nothing is owed to a peer that says nothing."""
        if self.in_head and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()

    def give_up_body(self) -> None:
        """Unless it comes at an honest rate, or it is we who do not read: 408, and the end."""
        allowed = BODY_SECONDS_MAX + self.body_bytes / BODY_BYTES_PER_SECOND_MIN
        left = allowed - (self.loop.time() - self.body_since)
        if left > 0 or self.flow.read_paused:
            self.watch("body", max(left, 1.0), self.give_up_body)
        elif self.cycle is None or not self.cycle.response_started:
            self.refuse(Problem(408, TOO_SLOW))
        else:
            self.transport.close()
