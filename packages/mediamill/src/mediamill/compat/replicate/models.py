"""Models, the account, and the secret that signs webhooks."""

import orjson
from starlette.responses import Response

from mediamill.compat.replicate.shapes import model, version
from mediamill.compat.replicate.table import TABLE, find, version_of
from mediamill.http import MODEL_NOT_FOUND, Call, Refusal, secrets_in_force, text_of

JSON = "application/json"


async def list_models(call: Call) -> Response:
    """All that the table has."""
    results = [model(name, one, call.context.settings) for one in TABLE.models for name in one.names]
    return Response(orjson.dumps({"previous": None, "next": None, "results": results}), media_type=JSON)


async def get_model(call: Call) -> Response:
    """One of them. 404."""
    found = find(f"{call.path['owner']}/{call.path['name']}")
    if found is None:
        raise Refusal(MODEL_NOT_FOUND)
    return Response(orjson.dumps(model(*found, call.context.settings)), media_type=JSON)


async def get_version(call: Call) -> Response:
    """Its only version. 404."""
    found = find(f"{call.path['owner']}/{call.path['name']}")
    if found is None or call.path["id"] != version_of(found[0]):
        raise Refusal(MODEL_NOT_FOUND)
    return Response(orjson.dumps(version(*found)), media_type=JSON)


async def get_account(call: Call) -> Response:
    """Who the key belongs to."""
    name = call.account.email
    shown = {"type": "user", "username": call.account.id, "name": name, "github_url": None}
    return Response(orjson.dumps(shown), media_type=JSON)


async def get_secret(call: Call) -> Response:
    """The newest secret that signs the account's webhooks."""
    newest, *_ = await secrets_in_force(call.context, call.account)
    return Response(orjson.dumps({"key": text_of(call.context, call.account, newest)}), media_type=JSON)
