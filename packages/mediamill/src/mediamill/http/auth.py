"""Authentication: who a request's API key belongs to."""

from starlette.requests import Request

from mediamill.accounts import Caller
from mediamill.http.addresses import address_of, client_network
from mediamill.http.context import AppContext
from mediamill.http.problems import UNAUTHORIZED, Refusal, too_many_requests
from mediamill.http.rate_limit import WITHOUT_KEY
from mediamill.http.telemetry import ACCOUNT


async def authenticate(request: Request, context: AppContext) -> Caller:
    """The caller with the request's key. Raises 401, or 429 for an address that came too often without a valid one."""
    key = key_in(request)
    if key is not None:
        caller = await context.keyring.caller_of(key)
        if caller:
            request.scope[ACCOUNT] = caller.account.id
            return caller
    network = client_network(address_of(request.scope, context.settings.trusted_proxies))
    verdict = context.limiter.hit(f"address {network}", WITHOUT_KEY)
    if not verdict.allowed:
        raise Refusal(too_many_requests(verdict.retry_seconds))
    raise Refusal(UNAUTHORIZED)


def key_in(request: Request) -> str | None:
    """The text given as a key, without the white space that RFC 9110 (5.5) allows around it; None for none or two."""
    given = [value for name, value in request.scope["headers"] if name == b"authorization"]
    return given[0].strip(b" \t").decode() if len(given) == 1 and given[0].isascii() else None
