"""Somebody else's web server on loopback: it does to each path what it was told, and remembers what it was asked."""

import asyncio
import contextlib
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Self

Behaviour = Callable[["Visit"], Awaitable[None]]


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Visit:
    """A connection in the hands of a behaviour."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    asked: Asked

    async def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.writer.write(piece)
            await self.writer.drain()

    async def hold(self) -> None:
        """Say nothing more, and keep the connection open for as long as the other side does."""
        while await self.reader.read(65536):
            pass

    def reset(self) -> None:
        """Break the connection with an RST."""
        raw: socket.socket = self.writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


@dataclass
class Stranger:
    """Use as `async with`; `port` is free for the taking."""

    behaviours: dict[str, Behaviour] = field(default_factory=dict)
    tls: ssl.SSLContext | None = None
    host: str = "127.0.0.1"
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0
    busy: int = 0  # requests that are being answered
    busiest: int = 0

    async def __aenter__(self) -> Self:
        self._tasks: set[asyncio.Task[None]] = set()
        self._moved = asyncio.Condition()
        self._server = await asyncio.start_server(self._welcome, self.host, 0, ssl=self.tls)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def url(self, target: str, host: str | None = None) -> str:
        scheme = "https" if self.tls else "http"
        return f"{scheme}://{host or self.host}:{self.port}{target}"

    async def is_busy_with(self, requests: int) -> None:
        """Wait until just so many are being answered."""
        async with asyncio.timeout(5), self._moved:
            await self._moved.wait_for(lambda: self.busy == requests)

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The visitor may leave at any time, which is what many tests want.
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            try:
                visit = Visit(reader, writer, await read_request(reader))
                self.asked.append(visit.asked)
                await self._count(+1)
                try:
                    await self.behaviours[visit.asked.target.partition("?")[0]](visit)
                finally:
                    await self._count(-1)
            finally:
                writer.close()

    async def _count(self, step: int) -> None:
        async with self._moved:
            self.busy += step
            self.busiest = max(self.busy, self.busiest)
            self._moved.notify_all()


async def read_request(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
    return Asked(method, target, headers, await reader.readexactly(int(headers.get("content-length", 0))))


def answer(body: bytes = b"", *headers: str, status: str = "200 OK", length: int | None = None) -> Behaviour:
    """A whole answer; `length` is what Content-Length says, true or not."""

    async def behave(visit: Visit) -> None:
        declared = len(body) if length is None else length
        await visit.send(head(f"Content-Length: {declared}", *headers, status=status), body)

    return behave


def redirect(location: str, status: str = "302 Found") -> Behaviour:
    return answer(b"", f"Location: {location}", status=status)


def head(*headers: str, status: str = "200 OK") -> bytes:
    return "\r\n".join((f"HTTP/1.1 {status}", *headers, "", "")).encode()


async def silent(visit: Visit) -> None:
    await visit.hold()


async def drip_body(visit: Visit) -> None:
    await visit.send(head("Content-Length: 1000000"))
    await drip(visit, b"x")


async def drip_headers(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 200 OK\r\n")
    await drip(visit, b"X: y\r\n")


async def drip(visit: Visit, piece: bytes) -> None:
    while True:
        await visit.send(piece)
        await asyncio.sleep(0.02)


async def endless_chunks(visit: Visit) -> None:
    await visit.send(head("Transfer-Encoding: chunked"))
    while True:
        await visit.send(b"10000\r\n" + b"x" * 65536 + b"\r\n")


async def endless_tiny_chunks(visit: Visit) -> None:
    await visit.send(head("Transfer-Encoding: chunked"))
    while True:
        await visit.send(b"1\r\nx\r\n" * 8192)


async def endless_chunk_extension(visit: Visit) -> None:
    await visit.send(head("Transfer-Encoding: chunked"), b"1;")
    while True:
        await visit.send(b"x" * 65536)


async def endless_header(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 200 OK\r\nX: ")
    while True:
        await visit.send(b"a" * 65536)


async def endless_headers(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        await visit.send(b"X: y\r\n" * 8192)


async def endless_interim_answers(visit: Visit) -> None:
    while True:
        await visit.send(b"HTTP/1.1 100 Continue\r\n\r\n" * 2048)


async def endless_without_length(visit: Visit) -> None:
    await visit.send(head())
    while True:
        await visit.send(b"x" * 65536)


async def cut_in_the_head(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 200 OK\r\nContent-")


async def cut_chunks(visit: Visit) -> None:
    await visit.send(head("Transfer-Encoding: chunked"), b"10000\r\n" + b"x" * 1000)


async def reset_before_the_head(visit: Visit) -> None:
    visit.reset()


async def reset_in_the_body(visit: Visit) -> None:
    await visit.send(head("Content-Length: 100000"), b"x" * 1000)
    visit.reset()


async def hang_up(visit: Visit) -> None:
    pass


async def babble(visit: Visit) -> None:
    await visit.send(b"220 mail.example.test ESMTP ready\r\n\r\n")


async def broken_chunks(visit: Visit) -> None:
    await visit.send(head("Transfer-Encoding: chunked"), b"nonsense\r\nmore\r\n")
    await visit.hold()
