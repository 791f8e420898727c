"""The HTTP library in the terms of the wire: how to build a request, what its errors mean."""

import os

import httpx2

from mediamill_client.steps import Failure, Open, Send, ServerEvent

EVENT_STREAM = "text/event-stream"
CHUNK_BYTES = 256 * 1024  # of a download: few hand-overs, little memory
# Idle connections are dropped before a usual server would (uvicorn: 5 s): an order sent into a connection that is
# just being closed could not be told from one that was accepted.
LIMITS = httpx2.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=3.0)
# HTTP_PROXY and its like are honoured, but a proxy cannot reach this machine's own services, nor should it see the key.
NEVER_PROXIED = ("all://localhost", "all://127.0.0.1", "all://[::1]")
ERRORS = (httpx2.RequestError, httpx2.InvalidURL)
# Raised before the first byte of a request has left. A proxy that refuses to make a tunnel belongs here too.
NOTHING_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError)
LASTING = (
    httpx2.UnsupportedProtocol,
    httpx2.LocalProtocolError,
    httpx2.InvalidURL,
    httpx2.TooManyRedirects,
    httpx2.DecodingError,
)


def blocking_http() -> httpx2.Client:
    """The HTTP client of a client that was given none."""
    return httpx2.Client(limits=LIMITS, mounts=dict.fromkeys(NEVER_PROXIED))


def async_http() -> httpx2.AsyncClient:
    """The same, for asyncio."""
    return httpx2.AsyncClient(limits=LIMITS, mounts=dict.fromkeys(NEVER_PROXIED))


def prepared(http: httpx2.Client | httpx2.AsyncClient, step: Send) -> httpx2.Request:
    """The request to send: an `Authorization` that the HTTP client may hold by itself never goes along."""
    request = http.build_request(
        step.method, step.url, headers=dict(step.headers), content=step.body, timeout=step.timeout
    )
    if "Authorization" not in step.headers:
        request.headers.pop("Authorization", None)
    return request


def failure(step: Send, error: httpx2.RequestError | httpx2.InvalidURL) -> Failure:
    """What an error of the HTTP library means."""
    if isinstance(error, httpx2.TimeoutException):
        reason = "timed out" if step.timeout is None else f"timed out after {step.timeout:g} s"
    else:
        reason = _cause(error) or str(error) or type(error).__name__
    is_silence = isinstance(error, httpx2.ReadTimeout)
    return Failure(reason, not isinstance(error, NOTHING_SENT), isinstance(error, LASTING), is_silence)


def is_stream(step: Open, response: httpx2.Response) -> bool:
    """Whether the body of an answer is to be read piece by piece; of anything else it is read at once."""
    if not step.as_events:
        return response.status_code in (httpx2.codes.OK, httpx2.codes.PARTIAL_CONTENT)
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return response.status_code == httpx2.codes.OK and kind == EVENT_STREAM


def piece(received: httpx2.ServerSentEvent | bytes | None) -> ServerEvent | bytes | None:
    """A piece of a body in the terms of the wire."""
    if isinstance(received, httpx2.ServerSentEvent):
        return ServerEvent(received.event, received.data, received.id)
    return received


def _cause(error: BaseException | None) -> str | None:
    """What the operating system said, if it was the first to complain: `Connection refused`."""
    said = None
    while error is not None:
        if isinstance(error, ConnectionError) and error.errno:
            said = os.strerror(error.errno)  # asyncio puts words of its own into the error
        elif isinstance(error, OSError):
            said = error.strerror or said
        error = error.__cause__ or error.__context__
    return said
