"""The public interface under /api/, and the extras under /ext/: who calls, how often, then which route."""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from mediamill.accounts import Account
from mediamill.errors import MediamillError
from mediamill.web import extras, reads
from mediamill.web.call import Call, Route, Shop
from mediamill.web.events import events
from mediamill.web.gate import authenticate, count
from mediamill.web.inspection import inspect
from mediamill.web.problems import (
    DISK_TROUBLE,
    NOT_FOUND,
    PROBLEM_OF_CODE,
    SERVER_ERROR,
    UNAVAILABLE,
    Problem,
    Refusal,
    method_not_allowed,
    too_many_requests,
)
from mediamill.web.rates import headers_of
from mediamill.web.run import run

PREFIX = "/api/"
CREATES = frozenset({"/api/run", "/ext/files"})  # what counts as a create when it is posted to
# Of every answer: it is the account's own, and it is what it says.
PRIVATE = ((b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"))

log = logging.getLogger("mediamill.web")


@dataclass(frozen=True, slots=True)
class Resource:
    """A path and what may be done with it."""

    path: re.Pattern[str]
    methods: Mapping[str, Route]


RESOURCES = (
    Resource(re.compile(r"/api/run"), {"POST": run}),
    Resource(re.compile(r"/api/generations/(?P<id>[^/]+)"), {"GET": reads.get_generation}),
    Resource(re.compile(r"/api/generations"), {"GET": reads.list_generations}),
    Resource(re.compile(r"/api/account"), {"GET": reads.account}),
    Resource(re.compile(r"/api/tools"), {"GET": reads.list_tools}),
    Resource(re.compile(r"/api/tools/(?P<slug>[^/]+)"), {"GET": reads.get_tool}),
)


# Beside the written interface, behind the same gate.
EXTRAS = (
    Resource(re.compile(r"/ext/generations/(?P<id>[^/]+)"), {"GET": inspect, "DELETE": extras.delete}),
    Resource(re.compile(r"/ext/generations/(?P<id>[^/]+)/cancel"), {"POST": extras.cancel}),
    Resource(re.compile(r"/ext/generations/(?P<id>[^/]+)/events"), {"GET": events}),
    Resource(re.compile(r"/ext/quote"), {"POST": extras.quote}),
    Resource(re.compile(r"/ext/ledger"), {"GET": extras.ledger}),
)
EXTRAS_PREFIXES = ("/ext/generations", "/ext/quote", "/ext/ledger", "/ext/files")


class Api:
    """The ASGI application for everything that needs a key: authentication, rate, then the resource."""

    def __init__(self, shop: Shop, resources: tuple[Resource, ...] = RESOURCES) -> None:
        self.shop = shop
        self.resources = resources

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; no exception leaves here."""
        request = Request(scope, receive)
        try:
            response = await self.respond(request)
        except ClientDisconnect:
            return  # nobody is there to be told
        except Refusal as refusal:
            response = refusal.problem.response()
        except Exception as error:  # noqa: BLE001 (logged, and answered as what it means)
            response = problem_of(error).response()
        response.raw_headers.extend(PRIVATE)
        await response(scope, receive, send)

    async def respond(self, request: Request) -> Response:
        """Authentication (401), rate (429), path (404), method (405), then the route."""
        account = await authenticate(request, self.shop)
        path = request.scope["path"]
        creates = request.method == "POST" and path in CREATES
        verdict = count(account, self.shop, creates=creates)
        limits = headers_of(verdict) if verdict else ()
        try:
            if verdict and not verdict.allowed:
                raise Refusal(too_many_requests(verdict.retry_seconds))
            response = await self.call(request, account, path)
        except Refusal as refusal:
            response = refusal.problem.response()
        response.raw_headers.extend(limits)
        return response

    async def call(self, request: Request, account: Account, path: str) -> Response:
        """Find the route and run it."""
        for resource in self.resources:
            if match := resource.path.fullmatch(path):
                route = resource.methods.get(request.method)
                if route is None:
                    raise Refusal(method_not_allowed(resource.methods))
                return await route(Call(request, account, match.groupdict(), self.shop))
        raise Refusal(NOT_FOUND)


def problem_of(error: Exception) -> Problem:
    """What a caller is told of an error nobody foresaw; the rest goes to the log."""
    problem = PROBLEM_OF_CODE.get(error.code) if isinstance(error, MediamillError) else None
    if isinstance(error, OSError) and error.errno in DISK_TROUBLE:
        problem = UNAVAILABLE
    if problem is None:
        log.error("a request failed", exc_info=error)
        return SERVER_ERROR
    log.warning("a request was put off: %s", error)
    return problem
