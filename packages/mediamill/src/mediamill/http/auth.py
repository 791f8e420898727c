"""Authentication: who a request's API key belongs to, and whether that key may be used from there."""

from collections.abc import Callable

from starlette.requests import Request

from mediamill.accounts import Caller, KeyScope
from mediamill.http.addresses import address_of, client_network, parsed
from mediamill.http.context import AppContext
from mediamill.http.problems import FORBIDDEN, UNAUTHORIZED, Problem, Refusal, too_many_requests
from mediamill.http.rate_limit import WITHOUT_KEY
from mediamill.http.telemetry import ACCOUNT


async def authenticate(
    request: Request, context: AppContext, key_of: Callable[[Request], str | None] | None = None
) -> Caller:
    """The caller with the request's key, which stands where `key_of` looks, else in our header.

    Raises 401 without a valid key and 403 from outside the key's networks; 429 for an address that came too often with
    either.
    """
    address = address_of(request.scope, context.settings.trusted_proxies)
    key = (key_of or key_in)(request)
    caller = await context.keyring.caller_of(key) if key is not None else None
    if caller and caller.rights.may_come_from(parsed(address)):
        request.scope[ACCOUNT] = caller.account.id
        return caller
    problem = await count_stranger(request, context)
    raise Refusal(FORBIDDEN if caller and problem is UNAUTHORIZED else problem)


async def count_stranger(request: Request, context: AppContext) -> Problem:
    """Count a request without a valid key against its address: 401, or 429 once there were too many."""
    network = client_network(address_of(request.scope, context.settings.trusted_proxies))
    verdict = await context.limiter.count(f"address {network}", WITHOUT_KEY)
    return UNAUTHORIZED if verdict.allowed else too_many_requests(verdict.retry_seconds)


def require_scope(caller: Caller, scope: KeyScope) -> None:
    """Raises 403 where the caller's key is not for that."""
    if scope not in caller.rights.scopes:
        raise Refusal(FORBIDDEN)


def key_in(request: Request) -> str | None:
    """The text given as a key, without the white space that RFC 9110 (5.5) allows around it; None for none or two."""
    given = [value for name, value in request.scope["headers"] if name == b"authorization"]
    return given[0].strip(b" \t").decode() if len(given) == 1 and given[0].isascii() else None
