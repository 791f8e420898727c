"""Their client for JavaScript calls a proxy with the address that it means; here that proxy is the door itself.

Only the path of that address is used, and only below hosts of fal's: nothing is ever sent there.
"""

from collections.abc import Mapping
from functools import cache
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from mediamill.catalogue import FaultCode, FieldFault
from mediamill.compat.fal.table import QUEUE, REST, RUN
from mediamill.http import NOT_FOUND, Auth, Call, Endpoint, Refusal, Router, require_scope, validation_failed

TARGET = "x-fal-target-url"
PLACES = {"queue.fal.run": QUEUE, "fal.run": RUN, "rest.fal.ai": REST, "rest.alpha.fal.ai": REST}


async def through(call: Call, endpoints: tuple[Endpoint, ...]) -> Response:
    """What the door answers at the address that is meant. 404, 422."""
    given = call.request.headers.get(TARGET, "")
    try:
        parts = urlsplit(given)
        place = PLACES.get(parts.netloc) if parts.scheme == "https" else None
    except ValueError:
        place = None
    if place is None:
        fault = FieldFault(TARGET, "Must be an address of fal's", FaultCode.FORBIDDEN_URL)
        raise Refusal(validation_failed([fault]))
    path = f"{place}{parts.path}"
    match = router_of(endpoints).match(path)
    endpoint = match.route.methods.get(call.request.method) if match else None
    if match is None or endpoint is None or endpoint.auth is not Auth.KEY or endpoint.scope is None:
        raise Refusal(NOT_FOUND)
    require_scope(call.known_caller, endpoint.scope)
    meant = as_if_sent(call.request, path, parts.query)
    return await endpoint.handler(Call(meant, parameters(match.parameters), call.context, call.caller))


def as_if_sent(request: Request, path: str, query: str) -> Request:
    """The request as it would be without the proxy."""
    headers = [(name, value) for name, value in request.scope["headers"] if name != TARGET.encode()]
    scope = {**request.scope, "path": path, "query_string": query.encode(), "headers": headers}
    return Request(scope, request.receive)


def parameters(found: Mapping[str, str]) -> Mapping[str, str]:
    """What stands for the placeholders."""
    return dict(found)


@cache
def router_of(endpoints: tuple[Endpoint, ...]) -> Router:
    """The routes of the door."""
    return Router(endpoints)
