"""Ports of 127.0.0.1 whose connections lead elsewhere: in turn, to another place from now on, or nowhere for now."""

import asyncio
import threading

HEAD_BYTES = 1 << 16

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Place = int | str  # a port of 127.0.0.1, or the path of a socket


class Relay:
    """Hands bytes to and fro, in a thread of its own."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.connections: set[asyncio.Task[None]] = set()
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self.accept, host, 0, limit=HEAD_BYTES), self.loop
        ).result()
        self.port: int = self.server.sockets[0].getsockname()[1]

    async def dial(self, caller: str) -> Ends:
        """The other end for somebody who calls from this address. Raises OSError."""
        raise NotImplementedError

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hold the connection's task: a loop refers to its tasks weakly, and one that waits could be collected."""
        connection = self.loop.create_task(self.connected(reader, writer))
        self.connections.add(connection)
        connection.add_done_callback(self.connections.discard)

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand bytes to and fro until both sides have ended."""
        try:
            theirs, ours = await self.dial(writer.get_extra_info("peername")[0])
        except OSError:
            writer.transport.abort()
            return
        except asyncio.CancelledError:
            writer.transport.abort()
            return  # the relay ends
        try:
            await asyncio.gather(self.pump(reader, ours), self.pump(theirs, writer))
        except asyncio.CancelledError:
            return  # the same
        finally:
            for end in (writer, ours):
                end.transport.abort()

    async def pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Bytes from one side to the other; a side that resets, resets the other one."""
        try:
            while piece := await source.read(HEAD_BYTES):
                await self.flowing.wait()
                sink.write(piece)
                await sink.drain()
            await self.flowing.wait()
            if sink.can_write_eof():
                sink.write_eof()
        except OSError:
            sink.transport.abort()

    async def end_connections(self) -> None:
        """Each is reset at both ends."""
        tasks = [*self.connections]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        """End, with every connection."""

        async def end() -> None:
            self.server.close()
            await self.end_connections()

        asyncio.run_coroutine_threadsafe(end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


class Gate(Relay):
    """A way to one place, that can be led to another one, and on which nothing moves for as long as a test wants."""

    def __init__(self, place: Place, host: str = "127.0.0.1") -> None:
        self.place: Place = place
        super().__init__(host)

    async def dial(self, caller: str) -> Ends:
        await self.flowing.wait()
        if isinstance(self.place, int):
            return await asyncio.open_connection("127.0.0.1", self.place, limit=HEAD_BYTES)
        return await asyncio.open_unix_connection(self.place, limit=HEAD_BYTES)

    def lead_to(self, place: Place) -> None:
        """New connections lead there, and those that were open are reset."""
        self.place = place
        asyncio.run_coroutine_threadsafe(self.end_connections(), self.loop).result()

    def stand_still(self) -> None:
        """From now on nobody hears anything of the other end, and nobody is told."""
        self.loop.call_soon_threadsafe(self.flowing.clear)

    def move_again(self) -> None:
        """What was on its way arrives."""
        self.loop.call_soon_threadsafe(self.flowing.set)
