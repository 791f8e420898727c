"""A way to a PostgreSQL server that breaks where a test says so: nobody at either end is told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import urlsplit, urlunsplit

PORTION_BYTES = 65_536
SYNC = b"S\0\0\0\4"  # the whole of it


class Way(Enum):
    """Where bytes go."""

    TO_SERVER = "to the server"
    TO_CLIENT = "to the client"


@dataclass
class Wire:
    """Carries what clients and server say until these bytes come by: they and all that follows are lost."""

    server_port: int
    port: int = 0
    cut_at: tuple[Way, bytes] | None = None
    cuts: int = 0
    messages: int = 0  # that clients sent: each ends with a sync
    is_broken: bool = False  # for good: nobody gets through
    open: set[asyncio.StreamWriter] = field(default_factory=set)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        if self.is_broken:
            writer.transport.abort()
            return
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self.server_port)
        ends = {writer, to_server}
        self.open |= ends
        try:
            await asyncio.gather(
                self.pump(reader, to_server, Way.TO_SERVER), self.pump(from_server, writer, Way.TO_CLIENT)
            )
        except ConnectionError:
            pass
        finally:
            for end in ends:
                end.transport.abort()
            self.open -= ends

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Way) -> None:
        """One way, until its end or the cut. Raises ConnectionError then."""
        while portion := await reader.read(PORTION_BYTES):
            if self.cut_at is not None and self.cut_at[0] is way and self.cut_at[1] in portion:
                self.cut_at = None
                self.cuts += 1
                raise ConnectionAbortedError
            if way is Way.TO_SERVER:
                self.messages += portion.count(SYNC)
            writer.write(portion)
            await writer.drain()
        raise ConnectionAbortedError


@asynccontextmanager
async def wire_to(address: str) -> AsyncIterator[tuple[Wire, str]]:
    """The wire, and the address by which the server of this one is reached through it."""
    parts = urlsplit(address)
    assert parts.port is not None
    wire = Wire(parts.port)
    listener = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    wire.port = listener.sockets[0].getsockname()[1]
    user, _, _ = parts.netloc.rpartition("@")
    try:
        yield wire, urlunsplit(parts._replace(netloc=f"{user}@127.0.0.1:{wire.port}"))
    finally:
        listener.close()
        for end in list(wire.open):
            end.transport.abort()
