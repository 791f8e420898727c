"""HTTP/1.1 as uvicorn speaks it, with bounds that it lacks: how large and how slow the head of a request may be.

Its own refusals are plain text; ours are JSON, like every other error.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mediamill.web.problems import body

HEAD_BYTES_MAX = 128 * 1024  # request line and headers; an over-long key is still answered as a wrong key
HEAD_SECONDS_MAX = 10.0  # from the first byte (or the connection) to the end of the head
INVALID_REQUEST = "Invalid HTTP request"


class HeadTooLarge(Exception):
    """The head of a request is larger than any honest one."""


class BoundedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.in_head = True
        self.head_bytes = 0  # as they came, complete headers or not
        self.header_bytes = 0  # of the headers that are complete
        self.head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A peer is there; its first head has to come in time."""
        super().connection_made(transport)
        self.watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        self.stop_watching()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """More bytes; those of a head are counted."""
        if self.in_head:
            self.watch_head()
            self.head_bytes += len(data)
        super().data_received(data)
        if self.in_head and self.head_bytes > HEAD_BYTES_MAX and not self.transport.is_closing():
            self.send_400_response(INVALID_REQUEST)

    def on_message_begin(self) -> None:
        """A head begins."""
        self.in_head = True
        self.header_bytes = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header; raising makes uvicorn answer 400."""
        self.header_bytes += len(name) + len(value)
        if self.header_bytes > HEAD_BYTES_MAX:
            raise HeadTooLarge
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self.in_head = False
        self.head_bytes = 0
        self.stop_watching()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is whole; what follows on this connection is the next head."""
        super().on_message_complete()
        self.in_head = True

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn says it in plain text)
        """What is no HTTP, as JSON, and the end of the connection."""
        content = body(INVALID_REQUEST)
        head = (
            b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n"
            b"content-length: %d\r\n\r\n" % len(content)
        )
        self.transport.write(head + content)
        self.transport.close()

    def watch_head(self) -> None:
        """Give the head its time."""
        if self.head_timer is None:
            self.head_timer = self.loop.call_later(HEAD_SECONDS_MAX, self.give_up)

    def stop_watching(self) -> None:
        """The head came."""
        if self.head_timer:
            self.head_timer.cancel()
            self.head_timer = None

    def give_up(self) -> None:
        """It did not; nothing is owed to a peer that says nothing."""
        self.head_timer = None
        if self.in_head and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()
