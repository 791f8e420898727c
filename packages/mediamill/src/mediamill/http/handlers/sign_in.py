"""Signing in by a one-time link."""

from starlette.responses import Response

from mediamill.http.addresses import address_of, client_network
from mediamill.http.context import Call, answer
from mediamill.http.json_body import read_object
from mediamill.http.problems import LINK_USED, MISSING_PARAMETERS, Refusal, too_many_requests
from mediamill.http.rate_limit import WITHOUT_KEY


async def sign_in(call: Call) -> Response:
    """The API key behind a code, once. Raises 429 for an address that tries too often."""
    body, _ = await read_object(call.request)
    code = body.get("code")
    if not isinstance(code, str) or set(body) != {"code"}:
        raise Refusal(MISSING_PARAMETERS)
    network = client_network(address_of(call.request.scope, call.context.settings.trusted_proxies))
    verdict = await call.context.limiter.count(f"address {network}", WITHOUT_KEY)
    if not verdict.allowed:
        raise Refusal(too_many_requests(verdict.retry_seconds))
    key = call.context.one_time_links.redeem(code)
    if key is None:
        raise Refusal(LINK_USED)
    response = answer({"apiKey": key})
    response.headers.update({"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"})
    return response
