"""Requests over connections that are kept, for one who asks the same server again and again."""

import asyncio
import select
import ssl
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar

import httpcore2

from mediamill.outbound.address import Address
from mediamill.outbound.answer_stream import AnswerStream
from mediamill.outbound.destination import Destination
from mediamill.outbound.exchange import Answering, Body, Redact, answering_of, bad_answers, noted, request_to
from mediamill.outbound.failure import FailureReason, RequestFailed
from mediamill.outbound.guard import Guard

CONNECTIONS_MAX = 16
# Each look goes through all idle connections and asks the system about each, so only a few are kept.
IDLE_MAX = 4
IDLE_SECONDS = 15.0  # many servers close theirs after 60 s, some after 5 s


class StaleConnection(RequestFailed):
    """A kept connection ended before a byte of the answer: {reason} ({detail})."""

    # The server most likely had closed it before it could read the request.
    code = "stale_connection"


class KeptStream(AnswerStream):
    """A connection that carries one answer after another."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream, address: Address) -> None:
        super().__init__(stream)
        self.address = address
        self.answers = 0  # read to their ends
        self._is_spoilt = False
        # The pool asks at each exchange whether the server has closed the idle ones: a system call, no more.
        self._poll = select.poll()
        self._poll.register(stream.get_extra_info("socket").fileno(), select.POLLIN)

    def begin_next(self) -> None:
        """The answer is read: a head comes next. What is there already belongs to nobody, and ends the connection."""
        self._is_spoilt = self._is_spoilt or self.has_held
        self.answers += 1
        self.begin_heads()

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send, on behalf of the exchange in this task."""
        IN_THIS_TASK.get().stream = self
        await super().write(buffer, timeout)

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        """The same connection, secure from here on. Raises RequestFailed; closed when that happens, or on the way."""
        try:
            return await super().start_tls(ssl_context, server_hostname, timeout)
        except BaseException:
            await self.aclose()  # httpcore2 forgets what is cancelled half-way
            raise

    def get_extra_info(self, info: str) -> object:
        """What is known of the connection beneath; `is_readable`, of an idle one, means that it is of no more use."""
        if info == "is_readable":
            return self._is_spoilt or bool(self._poll.poll(0))
        return super().get_extra_info(info)

    async def aclose(self) -> None:
        """Close at once, without farewell."""
        self._is_spoilt = True
        await super().aclose()


class PooledExchange:
    """One exchange: until when it may take, and the connection that its first byte went to."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.stream: KeptStream | None = None


IN_THIS_TASK: ContextVar[PooledExchange] = ContextVar("pooled_exchange")


class KeptNetwork(httpcore2.AsyncNetworkBackend):
    """The network of the pool: the guard finds and judges each address when it is dialled."""

    def __init__(self, guard: Guard, account_id: str) -> None:
        self._guard = guard
        self._account_id = account_id

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 (deadlines are kept from outside, over everything at once)
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> KeptStream:
        """A new connection. Raises RequestFailed."""
        deadline = IN_THIS_TASK.get().deadline
        stream, address = await self._guard.reach(host, port, deadline, account_id=self._account_id)
        return KeptStream(stream, address)


class ConnectionPool:
    """Kept connections, bounded in number; who comes when all are taken waits. For one event loop."""

    def __init__(self, guard: Guard, *, account_id: str, connections_max: int = CONNECTIONS_MAX) -> None:
        self._pool = httpcore2.AsyncConnectionPool(
            guard.trust,
            max_connections=connections_max,
            max_keepalive_connections=min(IDLE_MAX, connections_max),
            keepalive_expiry=IDLE_SECONDS,
            network_backend=KeptNetwork(guard, account_id),
        )

    async def aclose(self) -> None:
        """Close every connection."""
        await self._pool.aclose()

    @asynccontextmanager
    async def exchange(
        self,
        method: str,
        destination: Destination,
        *,
        deadline: float,
        headers: Mapping[str, str] | None = None,
        body: Body = None,
        redact: Redact = str,
    ) -> AsyncIterator[Answering]:
        """As outbound.exchange, which has a connection of its own. Raises StaleConnection too."""
        request = request_to(method, destination, headers or {}, body, keep=True)
        current = PooledExchange(deadline)
        started = time.monotonic()
        try:
            async with asyncio.timeout(deadline - started) as limit:
                async with self._ask(request, current) as answering:
                    yield answering
        except TimeoutError:
            if not limit.expired():
                raise
            failed = RequestFailed(FailureReason.TIMEOUT, f"{time.monotonic() - started:.1f} s")
            raise self._noted(failed, destination, current, redact) from None
        except RequestFailed as failed:
            raise self._noted(failed, destination, current, redact) from None

    @asynccontextmanager
    async def _ask(self, request: httpcore2.Request, current: PooledExchange) -> AsyncIterator[Answering]:
        token = IN_THIS_TASK.set(current)
        try:
            with bad_answers():
                response = await self._pool.handle_async_request(request)
        finally:
            IN_THIS_TASK.reset(token)
        stream = current.stream
        assert stream is not None
        try:
            if stream.head_bytes == 0:  # it was there before we asked
                raise RequestFailed(FailureReason.BAD_ANSWER, "an answer that nobody asked for")
            yield answering_of(response, stream, stream.address)
            stream.begin_next()
        except BaseException:
            await stream.aclose()
            raise
        finally:
            await response.aclose()

    def _noted(
        self, failed: RequestFailed, destination: Destination, current: PooledExchange, redact: Redact
    ) -> RequestFailed:
        stream = current.stream
        address = None if stream is None else stream.address
        told = noted(failed, destination, address, redact, sent=stream is not None)
        if stream is None or not stream.answers or stream.head_bytes or failed.reason is not FailureReason.BAD_ANSWER:
            return told
        stale = StaleConnection(told.reason, told.detail)
        stale.address, stale.sent = told.address, True
        return stale
