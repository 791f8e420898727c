"""Lines of bounded length over a socket, read and written without a thread."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

READ_BYTES = 64 * 1024


class LineTooLong(Exception):
    """A line is longer than the limit."""


class LineSocket:
    """One end of a stream socket, which it owns."""

    def __init__(self, connection: socket.socket, *, line_bytes_max: int) -> None:
        connection.setblocking(False)
        self._connection = connection
        self._line_bytes_max = line_bytes_max
        self._buffer = bytearray()
        self._loop = asyncio.get_running_loop()
        self._users = 0
        self._closed = False

    async def line(self) -> bytes:
        """The next line without its end. Raises LineTooLong, and EOFError when either side has hung up."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > self._line_bytes_max:
                raise LineTooLong
            with self._in_use():
                data = await self._loop.sock_recv(self._connection, READ_BYTES)
            if not data:
                raise EOFError
            self._buffer += data
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    async def send(self, line: bytes) -> None:
        """Send a line that has its end. Raises EOFError when either side has hung up."""
        with self._in_use():
            await self._loop.sock_sendall(self._connection, line)

    def hang_up(self) -> None:
        """Shut down our sending side; what the other side still sends can be read."""
        self._shut(socket.SHUT_WR)

    def close(self) -> None:
        """Close the connection: pending calls raise EOFError."""
        self._closed = True
        self._shut(socket.SHUT_RDWR)
        if not self._users:
            self._connection.close()

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        """The descriptor stays open while the event loop watches it, or it would watch the next one of that number."""
        if self._closed:
            raise EOFError
        self._users += 1
        try:
            yield
        except ConnectionError:
            raise EOFError from None
        finally:
            self._users -= 1
            if self._closed and not self._users:
                self._connection.close()

    def _shut(self, how: int) -> None:
        try:
            self._connection.shutdown(how)
        except OSError:
            return  # the other side closed it first
