"""What a server sends, handed on in measured pieces: heads alone and limited, then just the body that was declared."""

import asyncio
import re
import ssl

import httpcore2

from mediamill.outbound.failure import FailureReason, RequestFailed

HEAD_BYTES_MAX = 32 * 1024  # of an answer, interim answers (1xx) included
LINGER_SECONDS = 0.25  # for the end of a connection after the end of the body
END_OF_HEAD = re.compile(rb"\n\r?\n")
PIECE_BYTES = 64 * 1024


class AnswerStream(httpcore2.AsyncNetworkStream):
    """A connection that counts what it reads. It begins with heads; `begin_body` when the last one is read."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream) -> None:
        self._stream = stream
        self._held = b""  # read, not yet handed on
        self._tail = b""  # the last bytes of a head, where its end may begin
        self._in_head = True
        self._owed: int | None = None  # bytes of the body still to come; None: the coding marks its end
        self.head_bytes = 0
        self.body_bytes = 0  # as they travelled, with the coding's own
        self.ended = False  # the server closed its side
        self.sent = False  # something of a request was written

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """The next piece, empty at the end. Raises RequestFailed when the server overdoes it, httpcore2.ReadError."""
        data = await self._take(max_bytes, timeout)
        if self._in_head:
            return self._part_of_head(data)
        if self._owed is not None:
            data, self._held = data[: self._owed], data[self._owed :]
            self._owed -= len(data)
        self.body_bytes += len(data)
        return data

    async def _take(self, max_bytes: int, timeout: float | None) -> bytes:
        if self._held:
            held, self._held = self._held, b""
            await asyncio.sleep(0)  # many small heads in one piece: others get their turn between them
            return held
        try:
            data = await self._stream.read(max_bytes, timeout)
        except ssl.SSLError as error:  # a server may end a handshake after we thought it done (TLS 1.3)
            raise RequestFailed(FailureReason.TLS_FAILED, str(error)) from error
        self.ended = self.ended or not data
        return data

    def _part_of_head(self, data: bytes) -> bytes:
        end = END_OF_HEAD.search(self._tail + data)
        cut = end.end() - len(self._tail) if end else len(data)
        head, self._held = data[:cut], data[cut:]
        self._tail = b"" if end else (self._tail + head)[-2:]
        self.head_bytes += len(head)
        if self.head_bytes > HEAD_BYTES_MAX:
            raise RequestFailed(FailureReason.BAD_ANSWER, "too many headers")
        return head

    @property
    def has_held(self) -> bool:
        """Whether something was read that is not part of the answer."""
        return bool(self._held)

    def begin_heads(self) -> None:
        """From here on comes another answer, counted from its first byte."""
        self._in_head, self._owed, self._tail = True, None, b""
        self.head_bytes = self.body_bytes = 0

    def begin_body(self, length: int | None) -> None:
        """From here on comes the body, of so many bytes if that was declared."""
        self._in_head, self._owed = False, length

    async def has_surplus(self) -> bool:
        """Whether the server sends more than the declared length; silence is soon taken for the end."""
        try:
            async with asyncio.timeout(LINGER_SECONDS):
                return bool(await self._take(1, None))
        except (TimeoutError, httpcore2.ReadError, RequestFailed):
            return False

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send. Raises httpcore2.WriteError."""
        self.sent = True
        try:
            await self._stream.write(buffer, timeout)
        except ssl.SSLError as error:
            raise RequestFailed(FailureReason.TLS_FAILED, str(error)) from error

    async def aclose(self) -> None:
        """Close at once, without farewell."""
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        """The same connection, secure from here on. Raises RequestFailed."""
        try:
            self._stream = await self._stream.start_tls(ssl_context, server_hostname, timeout)
        except httpcore2.ConnectError as error:
            raise RequestFailed(FailureReason.TLS_FAILED, str(error)) from error
        return self

    def get_extra_info(self, info: str) -> object:
        """What is known of the connection beneath."""
        return self._stream.get_extra_info(info)
