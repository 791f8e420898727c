"""Who calls, and how often: the same gate before every route that needs a key."""

from starlette.requests import Request

from mediamill.accounts import Account, Verdict
from mediamill.web.addresses import address_of, client_network
from mediamill.web.call import Shop
from mediamill.web.problems import UNAUTHORIZED, Refusal, too_many_requests
from mediamill.web.rates import WITHOUT_KEY, verdict_on
from mediamill.web.watching import ACCOUNT


async def authenticate(request: Request, shop: Shop) -> Account:
    """Whose key this is. Raises 401, or 429 for an address that came too often without a valid one."""
    key = key_in(request)
    if key is not None:
        account = await shop.keyring.account_of(key)
        if account:
            request.scope[ACCOUNT] = account.id
            return account
    network = client_network(address_of(request.scope, shop.settings.trusted_proxies))
    verdict = shop.limiter.hit(f"address {network}", WITHOUT_KEY)
    if not verdict.allowed:
        raise Refusal(too_many_requests(verdict.retry_seconds))
    raise Refusal(UNAUTHORIZED)


def key_in(request: Request) -> str | None:
    """The text given as a key, without the white space that RFC 9110 (5.5) allows around it; None for none or two."""
    given = [value for name, value in request.scope["headers"] if name == b"authorization"]
    return given[0].strip(b" \t").decode() if len(given) == 1 and given[0].isascii() else None


def count(account: Account, shop: Shop, *, creates: bool) -> Verdict | None:
    """Count the call against the account's limit; None when there is none."""
    return verdict_on(account, shop.settings, shop.limiter, creates=creates)
