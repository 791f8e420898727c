"""Uploads: an address is promised first, then the file comes there, without a key."""

from typing import Any

import orjson
from starlette.responses import RedirectResponse, Response

from mediamill import clock
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.compat.asking import address_of
from mediamill.compat.fal.problems import JSON
from mediamill.compat.fal.table import BASE
from mediamill.compat.table import Mapping
from mediamill.http import NOT_FOUND, UNAUTHORIZED, Call, Refusal, read_object, receiving, validation_failed
from mediamill.storage import Upload, find_upload, new_upload_id
from mediamill.units import MINUTE_MS

PROMISE_MS = 10 * MINUTE_MS  # within which a promised file has to come
TOKEN_MS = 10 * MINUTE_MS
MEMBERS = frozenset({"content_type", "file_name"})


async def initiate(call: Call) -> Response:
    """Where to put a file, and what its address will be."""
    body, _ = await read_object(call.request)
    if unknown := [name for name in body if name not in MEMBERS]:
        raise Refusal(
            validation_failed([FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in unknown])
        )
    now = clock.now()
    id = new_upload_id(now)
    permit = call.context.links.permit(promise(call.account.id, id), now, PROMISE_MS)
    base = f"{call.context.settings.base_url}{BASE}"
    shown = {"upload_url": f"{base}/put/{call.account.id}/{id}/{permit}", "file_url": file_url(call, id)}
    return Response(orjson.dumps(shown), media_type=JSON)


async def put(call: Call) -> Response:
    """Store a promised file: 200, also for one that is there already. 401, 413, 415, 429, 503."""
    account_id, id = call.path["account"], call.path["id"]
    if not call.context.links.permits(promise(account_id, id), call.path["permit"], clock.now()):
        raise Refusal(UNAUTHORIZED)
    if await call.context.database.read(lambda tx: find_upload(tx, id)) is None:
        await received(call, account_id, id)
    return Response(b"{}", media_type=JSON)


async def token(call: Call) -> Response:
    """What their newer uploads ask for first. The key itself serves, and where it is used is where it was made."""
    shown = {
        "token": call.request.headers["authorization"].strip().partition(" ")[2].strip(),
        "token_type": "Key",
        "base_url": f"{call.context.settings.base_url}{BASE}/rest",
        "expires_at": clock.iso(clock.now() + TOKEN_MS),
    }
    return Response(orjson.dumps(shown), media_type=JSON)


async def upload(call: Call) -> Response:
    """Store the body."""
    id = new_upload_id(clock.now())
    await received(call, call.account.id, id)
    return Response(orjson.dumps({"access_url": file_url(call, id)}), media_type=JSON)


async def get_file(call: Call) -> Response:
    """Leads to the file, for its owner. 404."""
    found = await call.context.database.read(lambda tx: find_upload(tx, call.path["id"]))
    if found is None or found.account_id != call.account.id:
        raise Refusal(NOT_FOUND)
    return RedirectResponse(call.context.links.url_of(found, clock.now()), 302)


async def with_own_files(call: Call, mapping: Mapping, body: dict[str, Any]) -> dict[str, Any]:
    """The fields, addresses of files that were uploaded here replaced by those of our media. Raises 422."""
    found = dict(body)
    prefix = file_url(call, "")
    for name, field in mapping.fields.items():
        value = body.get(name)
        if field.file and isinstance(value, str) and value.startswith(prefix):
            mine = await own_upload(call, value.removeprefix(prefix))
            if mine is None:
                fault = FieldFault(name, "That file does not exist or is not yours", FaultCode.INVALID_URL)
                raise Refusal(validation_failed([fault]))
            found[name] = address_of(call, mine)
    return found


async def own_upload(call: Call, id: str) -> Upload | None:
    """The caller's upload with this id."""
    found = await call.context.database.read(lambda tx: find_upload(tx, id))
    return found if found is not None and found.account_id == call.account.id else None


async def received(call: Call, account_id: str, id: str) -> None:
    """The body, stored under this id for this account."""
    async with receiving(call.context, account_id, None, id) as file:
        async for part in call.request.stream():
            file.write(part)
        await file.keep()


def file_url(call: Call, id: str) -> str:
    """The address of an upload."""
    return f"{call.context.settings.base_url}{BASE}/files/{id}"


def promise(account_id: str, id: str) -> str:
    """What a permit is for."""
    return f"fal upload {account_id} {id}"
