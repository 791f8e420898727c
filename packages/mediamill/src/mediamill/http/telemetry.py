"""Around every request: a trace, a log line, a counter and a duration."""

import time
from collections.abc import Callable

from prometheus_client import Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mediamill.http.router import OTHER
from mediamill.telemetry import AccessLog, Metrics, Tracer, is_trace, new_trace, trace_id

TRACE = "mediamill.trace"  # in the request's scope: its traceparent
ACCOUNT = "mediamill.account"  # in the request's scope, once the caller is known: the account's id
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class TelemetryMiddleware:
    """Traces, logs and measures every HTTP request, under the label of its route."""

    def __init__(
        self, app: ASGIApp, label_of: Callable[[str], str], metrics: Metrics, access_log: AccessLog, tracer: Tracer
    ) -> None:
        self.app = app
        self.label_of = label_of  # of a path: it without what differs from request to request
        self.metrics = metrics
        self.access_log = access_log
        self.tracer = tracer
        self.known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and record its outcome, also when the peer went away."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started = time.perf_counter()
        status = 499  # the peer went away before there was an answer

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        route = self.label_of(scope["path"])
        method = scope["method"] if scope["method"] in METHODS else OTHER
        with self.tracer.span(f"{method} {route}", traceparent_in(scope)) as trace:
            scope[TRACE] = trace or new_trace()
            try:
                await self.app(scope, receive, sending)
            finally:
                seconds = time.perf_counter() - started
                self.count(method, route, status, seconds)
                self.access_log.note(
                    request=trace_id(scope[TRACE]),
                    method=method,
                    route=route,
                    status=status,
                    seconds=seconds,
                    account=scope.get(ACCOUNT),
                )

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request. Its counter and histogram are looked up once per kind: that takes longer than counting."""
        kind = (method, route, status)
        if kind not in self.known:
            self.known[kind] = (self.metrics.requests.labels(*kind), self.metrics.request_seconds.labels(route))
        counter, histogram = self.known[kind]
        counter.inc()
        histogram.observe(seconds)


def traceparent_in(scope: Scope) -> str | None:
    """The caller's traceparent, if it sent a valid one."""
    given = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"traceparent"), None)
    return given if given is not None and is_trace(given) else None
