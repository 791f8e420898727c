"""The API keys of the caller's account: listed with what they spent, made and revoked."""

from typing import Any

from starlette.responses import Response

from mediamill import accounts, clock, credits
from mediamill.accounts import KEYS_MAX, ApiKey, Issued, KeyScope, NotIssued
from mediamill.credits import KeySpending, by_window
from mediamill.db import Transaction
from mediamill.http.context import Call, answer
from mediamill.http.json_body import read_object
from mediamill.http.key_request import checked_key
from mediamill.http.problems import FORBIDDEN, KEY_NOT_FOUND, Refusal, too_many_keys


async def list_keys(call: Call) -> Response:
    """Every key of the account, oldest first, revoked ones included."""

    def find(tx: Transaction) -> list[dict[str, Any]]:
        found = accounts.keys_of(tx, call.account.id)
        spending = credits.spending_of_keys(tx, call.account.id, [key.id for key in found])
        return [key_item(key, spending[key.id], tx.now(), call.known_caller.api_key_id) for key in found]

    return answer({"data": await call.context.database.read_in_thread(find)})


async def create_key(call: Call) -> Response:
    """Another key with no more rights than the calling one; its text is in this answer alone. 400, 403, 409."""
    body, _ = await read_object(call.request)
    caller, pepper = call.known_caller, call.context.keyring.pepper
    wanted = checked_key(body, call.context.catalogue, caller.rights, clock.now())

    def issue(tx: Transaction) -> dict[str, Any] | NotIssued:
        match accounts.derive_key(tx, caller.api_key_id, wanted.name, pepper, wanted.rights):
            case Issued(key, text):
                spending = credits.spending_of_keys(tx, call.account.id, [key.id])
                return {**key_item(key, spending[key.id], tx.now(), caller.api_key_id), "apiKey": text}
            case refusal:
                return refusal

    match await call.context.database.write(issue):
        case NotIssued.MORE_THAN_ORIGIN:
            raise Refusal(FORBIDDEN)
        case NotIssued.TOO_MANY:
            raise Refusal(too_many_keys(KEYS_MAX))
        case issued:
            return answer(issued)


async def revoke_key(call: Call) -> Response:
    """Revoke a key of the account, the calling one too; a revoked one stays revoked. 404 for any other."""

    def revoke(tx: Transaction) -> bool:
        key = accounts.find_key(tx, call.path["id"])
        if key is None or key.account_id != call.account.id:
            return False
        accounts.revoke_key(tx, key.id)
        return True

    if not await call.context.database.write(revoke):
        raise Refusal(KEY_NOT_FOUND)
    return Response(status_code=204)


def key_item(key: ApiKey, spending: KeySpending, now: int, current_id: str) -> dict[str, Any]:
    """A key as its owner sees it."""
    rights, renewals = key.rights, credits.renewals(now)
    return {
        "id": key.id,
        "name": key.name,
        "prefix": key.prefix,
        "createdAt": clock.iso(key.created_at),
        "lastUsedAt": clock.iso_or_none(key.used_at),
        "expiresAt": clock.iso_or_none(rights.expires_at),
        "revokedAt": clock.iso_or_none(key.revoked_at),
        "scopes": [scope.value for scope in KeyScope if scope in rights.scopes],
        "tools": rights.tools,
        "models": rights.models,
        "networks": None if rights.networks is None else [str(network) for network in rights.networks],
        "caps": by_window(rights.caps),
        "used": by_window(spending.used),
        "left": by_window(spending.left),
        "renewsAt": {"day": clock.iso(renewals.day), "month": clock.iso(renewals.month)},
        "createsPerMinute": rights.creates_per_minute,
        "isCurrent": key.id == current_id,
    }
