"""Web servers at every address there is, plain and secure, which remember who came and what was said."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import quote, unquote

import trustme

from tests.outbound.stranger import Asked, Behaviour, Visit, answer, read_request, redirect

PLAIN_PORTS = (80, 8080)
SECURE_PORTS = (443, 8443, 65535)
FILE = b"a file from the other end of the world\n" * 100


@dataclass
class Call:
    """One connection, from the moment it was accepted."""

    address: str  # the one that was dialled
    port: int
    asked: Asked | None = None  # None: nobody spoke HTTP


@dataclass
class Servers:
    """Use as `async with`. A path `/to/302/…` redirects to the URL quoted there; every other path is a file."""

    authority: trustme.CA
    behaviours: Mapping[str, Behaviour] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        self._contexts: dict[str, ssl.SSLContext] = {}
        self._certified: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._servers = [
            await asyncio.start_server(self._welcome, sock=listening(family, host, port))
            for family, host in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))
            for port in PLAIN_PORTS + SECURE_PORTS
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        for server in self._servers:
            server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def certify(self, *names: str) -> None:
        """Servers may prove that they are these; an address always proves itself."""
        self._certified |= set(names)

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address, port = writer.get_extra_info("sockname")[:2]
        call = Call(address, port)
        self.calls.append(call)
        task = asyncio.create_task(self._serve(call, reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, call: Call, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            try:
                if call.port in SECURE_PORTS:
                    await writer.start_tls(self._context(call.address))
                call.asked = await read_request(reader)
                await self._behaviour(call.asked)(Visit(reader, writer, call.asked))
            finally:
                writer.close()

    def _behaviour(self, asked: Asked) -> Behaviour:
        path = asked.target.partition("?")[0]
        if path in self.behaviours:
            return self.behaviours[path]
        match path.split("/"):
            case ["", "to", status, url]:
                return redirect(unquote(url), f"{status} Over there")
        return answer(FILE)

    def _context(self, name: str) -> ssl.SSLContext:
        """What proves this name or address, and changes to another when the client asks for one that we may be."""
        if name not in self._contexts:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.authority.issue_cert(name).configure_cert(context)
            context.sni_callback = self._choose
            self._contexts[name] = context
        return self._contexts[name]

    def _choose(self, connection: ssl.SSLSocket | ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        if name in self._certified:
            connection.context = self._context(name)


def listening(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    """A listening socket for one family only."""
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    opened.bind((host, port))
    return opened


def redirecting(via: str, *hops: str, status: int = 302) -> str:
    """A URL on a server of this world that redirects over the hops, in their order, to the last."""
    target = hops[-1]
    for hop in reversed(hops[:-1]):
        target = f"{hop}/to/{status}/{quote(target, safe='')}"
    return f"{via}/to/{status}/{quote(target, safe='')}"
