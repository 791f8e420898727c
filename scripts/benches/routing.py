"""How long it takes to find the endpoint of a request: our table beside Starlette's router with the same paths.

`python -m scripts.benches.routing` prints microseconds per request, of the fastest of ROUNDS rounds, in one process.
Both sides get the same handler, which answers with an empty body; keys, rates and telemetry are left out of both.
"""

import asyncio
import time
from collections.abc import Callable

from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Message, Scope

from mediamill.http import ENDPOINTS
from mediamill.http import router as own

ROUNDS = 200  # many short ones: on a busy machine some of them are not disturbed
REQUESTS = 200  # of a round
PATHS = {
    "first of the table": "/api/run",
    "with a parameter": "/api/generations/gen_0123456789abcdef0123456789abcdef",
    "deep in the table": "/ext/generations/gen_0123456789abcdef0123456789abcdef/events",
    "last of the table": "/metrics",
    "no such path": "/wp-login.php",
}


def main() -> None:
    print(f"{'':<20}{'router only':>24}{'whole request':>24}")
    print(f"{'':<20}{'ours':>12}{'Starlette':>12}{'ours':>12}{'Starlette':>12}")
    ours, theirs = own.Router(ENDPOINTS), Router([starlette_route(path) for path in paths()])
    for name, path in PATHS.items():
        scope = scope_of(path)
        figures = (
            microseconds(lambda path=path: ours.match(path)),  # type: ignore[misc]
            microseconds(lambda scope=scope: starlette_match(theirs, scope)),  # type: ignore[misc]
            asyncio.run(microseconds_of(own_application(ours), path)),
            asyncio.run(microseconds_of(theirs, path)),
        )
        print(f"{name:<20}" + "".join(f"{figure:>9.2f} µs" for figure in figures))


def paths() -> list[str]:
    return list(dict.fromkeys(endpoint.path for endpoint in ENDPOINTS))


def starlette_route(path: str) -> Route:
    methods = [endpoint.method for endpoint in ENDPOINTS if endpoint.path == path]
    return Route(path, empty, methods=methods)


async def empty(_: object) -> Response:
    return Response()


def own_application(router: own.Router) -> ASGIApp:
    """What our dispatcher does with a match, and nothing else."""

    async def application(scope: Scope, receive: object, send: object) -> None:
        match = router.match(scope["path"])
        endpoint = match.route.methods.get(scope["method"]) if match else None
        response = await empty(endpoint) if endpoint else Response(status_code=404)
        await response(scope, receive, send)  # type: ignore[arg-type]

    return application


def starlette_match(router: Router, scope: Scope) -> None:
    """What Starlette's router does before it calls a route."""
    for route in router.routes:
        match, _ = route.matches(scope)
        if match.value == 2:  # full
            return


def scope_of(path: str) -> Scope:
    method = next((one.method for one in ENDPOINTS if own.Router([one]).match(path)), "GET")
    return {"type": "http", "method": method, "path": path, "root_path": "", "headers": [], "query_string": b""}


def microseconds(call: Callable[[], object]) -> float:
    """One call, in the fastest round."""
    rounds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for _ in range(REQUESTS):
            call()
        rounds.append((time.perf_counter() - started) / REQUESTS * 1e6)
    return min(rounds)


async def microseconds_of(application: ASGIApp, path: str) -> float:
    """One whole request, in the fastest round."""
    scope = scope_of(path)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_: Message) -> None:
        return

    rounds = []
    for _ in range(ROUNDS):
        scopes = [dict(scope) for _ in range(REQUESTS)]
        started = time.perf_counter()
        for one in scopes:
            await application(one, receive, send)
        rounds.append((time.perf_counter() - started) / REQUESTS * 1e6)
    return min(rounds)


if __name__ == "__main__":
    main()
