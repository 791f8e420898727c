"""Around every request: its trace, one log line, its count and its time."""

import re
import time

from prometheus_client import Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mediamill.telemetry import AccessLog, Metrics, Tracer, is_trace, new_trace, trace_id

TRACE = "mediamill.trace"  # in the request's scope: its traceparent
ACCOUNT = "mediamill.account"  # in the request's scope, once the caller is known: the account's id
# Paths as they are counted and logged: whatever is not here is `other`, so that nobody can make up labels.
ROUTES = tuple(
    (re.compile(pattern), route)
    for pattern, route in (
        (r"/api/run", "/api/run"),
        (r"/api/generations/[^/]+", "/api/generations/{id}"),
        (r"/api/generations", "/api/generations"),
        (r"/api/account", "/api/account"),
        (r"/api/tools/[^/]+", "/api/tools/{slug}"),
        (r"/api/tools", "/api/tools"),
        (r"/ext/generations/[^/]+/(cancel|events)", "/ext/generations/{id}/…"),
        (r"/ext/generations/[^/]+", "/ext/generations/{id}"),
        (r"/ext/(quote|ledger|files)", "/ext/…"),
        (r"/ext/files/[^/]+", "/ext/files/{id}"),
        (r"/ext/pictures/[^/]+", "/ext/pictures/{name}"),
        (r"/media/.+", "/media/{key}"),
        (r"/(docs|openapi\.json|healthz|readyz|metrics)?", "/…"),
        (r"/static/.+", "/static/{name}"),
    )
)
OTHER = "other"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Watched:
    """The application, watched."""

    def __init__(self, app: ASGIApp, meters: Metrics, access_log: AccessLog, tracer: Tracer) -> None:
        self.app = app
        self.meters = meters
        self.access_log = access_log
        self.tracer = tracer
        self.known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on; note what came of it, also when the peer went away."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started = time.perf_counter()
        status = 499  # the peer went away before there was an answer

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        route = route_of(scope["path"])
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
        """One request more; the meters of a kind of request are looked up once, for that takes longer than counting."""
        kind = (method, route, status)
        if kind not in self.known:
            self.known[kind] = (self.meters.requests.labels(*kind), self.meters.request_seconds.labels(route))
        counter, histogram = self.known[kind]
        counter.inc()
        histogram.observe(seconds)


def route_of(path: str) -> str:
    """The path without what differs from request to request."""
    return next((route for pattern, route in ROUTES if pattern.fullmatch(path)), OTHER)


def traceparent_in(scope: Scope) -> str | None:
    """The caller's trace, if it brings a good one."""
    given = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"traceparent"), None)
    return given if given is not None and is_trace(given) else None
