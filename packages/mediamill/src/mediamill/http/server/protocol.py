"""uvicorn's HTTP/1.1 with limits that it lacks: on the size and slowness of requests, on slow readers of answers and on
the number of connections. Its own errors are plain text; ours are JSON.
"""

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mediamill.http.problems import TOO_MANY_CONNECTIONS, UNAVAILABLE, Problem, body
from mediamill.http.server.admission import Admission, Connections
from mediamill.http.telemetry import ACCOUNT

HEAD_BYTES_MAX = 128 * 1024  # request line and headers; an over-long key is still answered as a wrong key
HEAD_SECONDS_MAX = 10.0  # from the connection, or the first byte of a later head, to the end of the head
BODY_SECONDS_MAX = 20.0  # for a body, plus the time that its bytes take at the slowest rate
BODY_BYTES_PER_SECOND_MIN = 16_000
TAKE_SECONDS_MAX = 60.0  # for which a client may read nothing of its answer
HEADERS_MAX = 100  # lines of a head: many times what clients and proxies send
WRITE_BUFFER_BYTES = 16 * 1024  # what one connection may leave unsent before its answer waits; the kernel holds more
PIPELINED_MAX = 32  # requests sent ahead of their answers; each costs memory until it is answered
INVALID_REQUEST = "Invalid HTTP request"
TOO_SLOW = "The request body arrived too slowly"


class HeadTooLarge(Exception):
    """The head of a request is larger than HEAD_BYTES_MAX."""


class TooManyHeaders(Exception):
    """The head of a request has more than HEADERS_MAX lines."""


class NoOneHost(Exception):
    """A request has not exactly one Host header (RFC 9112, 3.2)."""


class TooManyPipelined(Exception):
    """More than PIPELINED_MAX requests came ahead of their answers."""


class BufferedTransport:
    """A transport whose writes within one turn of the event loop leave in one system call.

    uvicorn writes head and body apart: two calls and two packets, of which the first wakes the peer for nothing.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.transport = transport
        self.loop = loop
        self.parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        """Send in the loop's next turn."""
        if not self.parts:
            self.loop.call_soon(self.flush)
        self.parts.append(data)

    def flush(self) -> None:
        """Send everything written so far."""
        parts, self.parts = self.parts, []
        if parts and not self.transport.is_closing():
            self.transport.write(b"".join(parts))

    def close(self) -> None:
        """Close once everything written has been sent, or after TAKE_SECONDS_MAX."""
        self.flush()
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size():
            self.loop.call_later(TAKE_SECONDS_MAX, self.transport.abort)
        self.transport.close()


class BoundedProtocol(HttpToolsProtocol):
    """One connection, within the limits."""

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
        self.timers: dict[str, asyncio.TimerHandle] = {}  # what is waited for -> its timeout

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit or refuse the connection; its first head has to come in time."""
        super().connection_made(BufferedTransport(transport, self.loop))  # type: ignore[arg-type]
        transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
        self.address = self.client[0] if self.client else ""
        match self.open_connections.admit(self):
            case Admission.ADMITTED:
                self.start_timeout("head", HEAD_SECONDS_MAX, self.give_up_head)
            case Admission.ADDRESS_FULL:
                self.refuse(TOO_MANY_CONNECTIONS)
            case Admission.FULL:
                self.refuse(UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything of this connection."""
        for what in tuple(self.timers):
            self.cancel_timeout(what)
        self.open_connections.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count the bytes of a head, and start the timeout of whatever is not complete yet."""
        if self.in_head:
            self.head_bytes += len(data)
        super().data_received(data)
        if self.in_head and self.head_bytes > HEAD_BYTES_MAX and not self.transport.is_closing():
            self.send_400_response(INVALID_REQUEST)
        if self.in_head and self.head_bytes:
            self.start_timeout("head", HEAD_SECONDS_MAX, self.give_up_head)
        elif self.in_body:
            self.start_timeout("body", BODY_SECONDS_MAX, self.give_up_body)

    def on_message_begin(self) -> None:
        """Start counting a head."""
        self.in_head = True
        self.header_bytes = 0
        self.hosts = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count one header. Raising makes uvicorn answer 400."""
        self.header_bytes += len(name) + len(value)
        if self.header_bytes > HEAD_BYTES_MAX:
            raise HeadTooLarge
        if len(name) == len(b"host") and name.lower() == b"host":
            self.hosts += 1
        super().on_header(name, value)
        if len(self.headers) > HEADERS_MAX:
            raise TooManyHeaders

    def on_headers_complete(self) -> None:
        """Check a complete head; its body has to come in time. Raising makes uvicorn answer 400."""
        if self.hosts > 1 or (self.hosts == 0 and self.parser.get_http_version() == "1.1"):
            raise NoOneHost
        self.in_head = False
        self.head_bytes = 0
        self.cancel_timeout("head")
        self.in_body = True
        self.body_bytes, self.body_since = 0, self.loop.time()
        if len(self.pipeline) >= PIPELINED_MAX:
            raise TooManyPipelined
        self.open_connections.answer(self)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count bytes of the body."""
        self.body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The body is complete; what follows on this connection is the next head."""
        self.in_body = False
        self.cancel_timeout("body")
        super().on_message_complete()
        self.in_head = True

    def on_response_complete(self) -> None:
        """Unless the next request is here already, the connection is idle again."""
        if ACCOUNT in self.cycle.scope:
            self.open_connections.know(self)
        if not self.pipeline:
            self.open_connections.wait_for(self)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The peer reads more slowly than it is sent to."""
        super().pause_writing()
        self.open_connections.stall(self)
        self.start_timeout("take", TAKE_SECONDS_MAX, self.transport.abort)

    def resume_writing(self) -> None:
        """The peer reads again."""
        self.cancel_timeout("take")
        self.open_connections.unstall(self)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's plain text)
        """Answer invalid HTTP with JSON and close the connection."""
        self.refuse(Problem(400, INVALID_REQUEST))

    def refuse(self, problem: Problem) -> None:
        """Answer with a JSON error and close the connection."""
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
        """Close immediately, to admit another connection."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def start_timeout(self, what: str, seconds: float, give_up: Any) -> None:
        """Start a timeout, unless it runs already."""
        if what not in self.timers:
            self.timers[what] = self.loop.call_later(seconds, self.timed_out, what, give_up)

    def cancel_timeout(self, what: str) -> None:
        """Cancel a timeout."""
        if timer := self.timers.pop(what, None):
            timer.cancel()

    def timed_out(self, what: str, give_up: Any) -> None:
        """Timer fired: forget it, then act."""
        self.timers.pop(what, None)
        give_up()

    def give_up_head(self) -> None:
        """Close a connection whose head did not come in time; nothing is owed to it."""
        if self.in_head and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()

    def give_up_body(self) -> None:
        """408 and close, unless the body comes fast enough or it is we who do not read."""
        allowed = BODY_SECONDS_MAX + self.body_bytes / BODY_BYTES_PER_SECOND_MIN
        left = allowed - (self.loop.time() - self.body_since)
        if left > 0 or self.flow.read_paused:
            self.start_timeout("body", max(left, 1.0), self.give_up_body)
        elif self.cycle is None or not self.cycle.response_started:
            self.refuse(Problem(408, TOO_SLOW))
        else:
            self.transport.close()
