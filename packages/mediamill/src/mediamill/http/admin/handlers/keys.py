"""API keys and webhook secrets of any account."""

from typing import Any

from starlette.responses import Response

from mediamill import accounts, admin, clock, credits
from mediamill.accounts import EVERYTHING, ApiKey, KeyNotFound
from mediamill.db import Transaction
from mediamill.http.context import Call, answer
from mediamill.http.handlers.keys import key_item
from mediamill.http.json_body import read_object
from mediamill.http.key_request import checked_key
from mediamill.webhooks import OVERLAP_MS

NOT_THIS_ONE = ""  # no request of the admin API is made with an account's key


async def list_keys(call: Call) -> Response:
    """Every key of an account, oldest first, revoked ones included."""

    def find(tx: Transaction) -> list[dict[str, Any]]:
        account = accounts.named(tx, call.path["id"])
        found = accounts.keys_of(tx, account.id)
        spending = credits.spending_of_keys(tx, account.id, [key.id for key in found])
        return [key_item(key, spending[key.id], tx.now(), NOT_THIS_ONE) for key in found]

    return answer({"data": await call.context.database.read_in_thread(find)})


async def create_key(call: Call) -> Response:
    """Another key of an account; its text is in this answer alone."""
    body, _ = await read_object(call.request)
    wanted = checked_key(body, call.context.catalogue, EVERYTHING, clock.now())
    pepper = call.context.keyring.pepper

    def issue(tx: Transaction) -> dict[str, Any]:
        account = accounts.named(tx, call.path["id"])
        key, text = admin.issue_account_key(tx, call.operator, account.id, wanted.name, pepper, wanted.rights)
        return {**shown(tx, key), "apiKey": text}

    return answer(await call.context.database.write(issue))


async def revoke_key(call: Call) -> Response:
    """It is refused within a second."""

    def revoke(tx: Transaction) -> dict[str, Any]:
        account = accounts.named(tx, call.path["id"])
        key = accounts.find_key(tx, call.path["key"])
        if key is None or key.account_id != account.id:
            raise KeyNotFound(key_id=call.path["key"])
        return shown(tx, admin.revoke_account_key(tx, call.operator, key.id))

    return answer(await call.context.database.write(revoke))


async def rotate_webhook_secret(call: Call) -> Response:
    """A new secret, which operators are not shown; for a day the one before signs beside it."""

    def rotate(tx: Transaction) -> int:
        account = accounts.changeable(tx, accounts.named(tx, call.path["id"]).id)
        admin.rotate_webhook_secret(tx, call.operator, account.id, OVERLAP_MS)
        return tx.now() + OVERLAP_MS

    return answer({"previousUntil": clock.iso(await call.context.database.write(rotate))})


def shown(tx: Transaction, key: ApiKey) -> dict[str, Any]:
    """A key with what it spent."""
    spending = credits.spending_of_keys(tx, key.account_id, [key.id])
    return key_item(key, spending[key.id], tx.now(), NOT_THIS_ONE)
