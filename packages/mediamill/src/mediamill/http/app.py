"""The HTTP application: every request, from its path to its answer."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mediamill.errors import MediamillError
from mediamill.http.addresses import is_operator
from mediamill.http.admin.door import admit, check_scopes, problem_of_act
from mediamill.http.auth import authenticate, key_in, require_scope
from mediamill.http.context import AppContext, Call
from mediamill.http.door import Door
from mediamill.http.endpoint import Auth, Endpoint, RateClass
from mediamill.http.endpoints import ENDPOINTS, PROBES
from mediamill.http.halting import refuse_in_maintenance
from mediamill.http.openapi import openapi_bytes
from mediamill.http.problems import (
    DISK_TROUBLE,
    NOT_FOUND,
    PROBLEM_OF_CODE,
    SERVER_ERROR,
    SUSPENDED,
    UNAVAILABLE,
    Problem,
    Refusal,
    method_not_allowed,
    too_many_requests,
)
from mediamill.http.rate_limit import count, headers_of
from mediamill.http.router import API, Router
from mediamill.http.telemetry import TelemetryMiddleware
from mediamill.telemetry import AccessLog, Tracer

# Of every answer to a key: it is the account's own, and it is what it says.
PRIVATE = ((b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"))
CORS_REQUEST_HEADERS = ("Authorization", "Content-Type")
CORS_EXPOSED_HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After")

log = logging.getLogger("mediamill.http")


def create_app(
    context: AppContext,
    access_log: AccessLog,
    tracer: Tracer,
    endpoints: tuple[Endpoint, ...] = ENDPOINTS,
    doors: Sequence[Door] = (),
) -> ASGIApp:
    """The application of a process that serves: these endpoints, the OpenAPI document that describes them, and doors
    that it does not describe.

    Makes the folder for uploads. Raises OSError.
    """
    context.uploads.prepare()
    settings = context.settings
    context = replace(context, openapi=openapi_bytes(endpoints, context.catalogue, settings.base_url))
    app = Dispatcher(Router(endpoints), context, doors)
    served: ASGIApp = with_cors(app, settings.cors_origins, endpoints) if settings.cors_origins else app
    return TelemetryMiddleware(served, app.label, context.metrics, access_log, tracer)


def create_worker_app(context: AppContext) -> ASGIApp:
    """The application of a process that only works: health and metrics of its own."""
    return Dispatcher(Router(PROBES), context)


def with_cors(app: ASGIApp, origins: Iterable[str], endpoints: Iterable[Endpoint]) -> ASGIApp:
    """The application, its part below /api open to scripts of these origins."""
    cors = CORSMiddleware(
        app,
        allow_origins=tuple(origins),
        allow_methods=tuple(sorted({one.method for one in endpoints if one.path.startswith(f"{API}/")})),
        allow_headers=CORS_REQUEST_HEADERS,
        expose_headers=CORS_EXPOSED_HEADERS,
    )

    async def choose(scope: Scope, receive: Receive, send: Send) -> None:
        is_api = scope["type"] == "http" and (scope["path"] == API or scope["path"].startswith(f"{API}/"))
        await (cors if is_api else app)(scope, receive, send)

    return choose


@dataclass(frozen=True, slots=True)
class KeyedApi:
    """An interface whose callers have API keys: its endpoints, where keys stand, and how problems are worded."""

    router: Router
    key_of: Callable[[Request], str | None] = key_in
    word: Callable[[Problem], Response] = Problem.response


class Dispatcher:
    """Answers requests by a table of endpoints, and those below a door by the door's. No exception leaves it."""

    def __init__(self, router: Router, context: AppContext, doors: Sequence[Door] = ()) -> None:
        self.router = router
        self.context = context
        self.own = KeyedApi(router)
        self.doors = {door.prefix: KeyedApi(Router(door.endpoints), door.key_of, door.word) for door in doors}

    def door_at(self, path: str) -> KeyedApi | None:
        """The door that a path leads to."""
        return next((api for prefix, api in self.doors.items() if path.startswith(prefix)), None)

    def label(self, path: str) -> str:
        """The path without what differs from request to request."""
        return (self.door_at(path) or self.own).router.label(path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        door = self.door_at(scope["path"])
        needs_key, is_admin = self.router.needs_key(scope["path"]), self.router.is_admin(scope["path"])
        api = door or (self.own if needs_key else None)
        word = door.word if door else Problem.response
        try:
            if api is not None:
                response = await self.respond_to_key(request, api)
            else:
                response = await (self.respond_to_operator if is_admin else self.respond_openly)(request)
        except ClientDisconnect:
            return  # the client has gone
        except Refusal as refusal:
            response = word(refusal.problem)
        except Exception as error:  # noqa: BLE001 (logged, and answered as what it means)
            response = word(problem_of(error))
        if api is not None or is_admin:
            response.raw_headers.extend(PRIVATE)
        await response(scope, receive, send)

    async def respond_to_key(self, request: Request, api: KeyedApi) -> Response:
        """Key (401, 403), rate (429), path (404), method (405), the key's scope and the account (403), the handler."""
        context = self.context
        match = api.router.match(request.scope["path"])
        endpoint = match.route.methods.get(request.method) if match else None
        if match is not None and endpoint is not None and endpoint.auth is Auth.LINK:
            return await endpoint.handler(Call(request, match.parameters, context))
        caller = await authenticate(request, context, api.key_of)
        creates = endpoint is not None and endpoint.rate is RateClass.CREATE
        verdict = await count(caller, context.settings, context.limiter, creates=creates)
        try:
            if verdict and not verdict.allowed:
                raise Refusal(too_many_requests(verdict.retry_seconds))
            if match is None:
                raise Refusal(NOT_FOUND)
            if endpoint is None:
                raise Refusal(method_not_allowed(match.route.methods))
            if endpoint.scope is not None:
                require_scope(caller, endpoint.scope)
            if creates and caller.account.suspended_at is not None:
                raise Refusal(SUSPENDED)
            if creates:
                await refuse_in_maintenance(context.halts)
            response = await endpoint.handler(Call(request, match.parameters, context, caller))
        except Refusal as refusal:
            response = api.word(refusal.problem)
        if verdict:
            response.raw_headers.extend(headers_of(verdict))
        return response

    async def respond_to_operator(self, request: Request) -> Response:
        """Network and key (404, 401), path (404), method (405), scope (403), then the handler."""
        operator = await admit(request, self.context)
        match = self.router.match(request.scope["path"])
        if match is None:
            return NOT_FOUND.response()
        endpoint = match.route.methods.get(request.method)
        if endpoint is None:
            return method_not_allowed(match.route.methods).response()
        check_scopes(operator, endpoint)
        try:
            return await endpoint.handler(Call(request, match.parameters, self.context, admitted=operator))
        except MediamillError as error:
            problem = problem_of_act(error.code, str(error))
            if problem is None:
                raise
            return problem.response()

    async def respond_openly(self, request: Request) -> Response:
        """Path (404), method (405), operator's networks (404), then the handler."""
        context = self.context
        match = self.router.match(request.scope["path"])
        if match is None:
            return NOT_FOUND.response()
        endpoint = match.route.methods.get(request.method)
        if endpoint is None:
            return method_not_allowed(match.route.methods).response()
        if endpoint.auth is Auth.OPERATOR and not is_operator(request.scope, context.settings):
            return NOT_FOUND.response()
        return await endpoint.handler(Call(request, match.parameters, context))


def problem_of(error: Exception) -> Problem:
    """The answer to an error that no handler expected; what is no trouble of store or disk is logged in full."""
    problem = PROBLEM_OF_CODE.get(error.code) if isinstance(error, MediamillError) else None
    if isinstance(error, OSError) and error.errno in DISK_TROUBLE:
        problem = UNAVAILABLE
    if problem is None:
        log.error("a request failed", exc_info=error)
        return SERVER_ERROR
    log.warning("a request was answered with %d: %s", problem.status, error)
    return problem
