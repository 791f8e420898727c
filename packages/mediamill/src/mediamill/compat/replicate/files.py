"""Files: handed in once, then named in inputs."""

import hashlib
from typing import Any

import orjson
from starlette.responses import Response

from mediamill import clock
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.compat.asking import refuse_steering
from mediamill.compat.forms import read_form
from mediamill.formats import format_of
from mediamill.http import NOT_FOUND, Call, Refusal, validation_failed
from mediamill.storage import OpenFile, Upload, find_upload, forget_upload, uploads_page

JSON = "application/json"
CONTENT = "content"  # the part of the form with the file
FIELDS = frozenset({"metadata", "filename", "type"})
LISTED_MAX = 100


async def create_file(call: Call) -> Response:
    """Store the file of a form: 201. 413, 415, 422, 429."""
    refuse_steering(call, "authorization")
    form = await read_form(call, frozenset({CONTENT}))
    unknown = [name for name in form.fields if name not in FIELDS]
    faults = [FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in unknown]
    if CONTENT not in form.files:
        faults.append(FieldFault(CONTENT, "Is required", FaultCode.MISSING))
    if faults:
        raise Refusal(validation_failed(faults))
    return Response(orjson.dumps(await whole_item(call, form.files[CONTENT])), 201, media_type=JSON)


async def list_files(call: Call) -> Response:
    """The newest."""
    page = await call.context.database.read_in_thread(
        lambda tx: uploads_page(tx, call.account.id, limit=LISTED_MAX, offset=0)
    )
    results = [file_item(call, upload) for upload in page.uploads]
    return Response(orjson.dumps({"previous": None, "next": None, "results": results}), media_type=JSON)


async def get_file(call: Call) -> Response:
    """One of them. 404."""
    return Response(orjson.dumps(await whole_item(call, await own_file(call))), media_type=JSON)


async def delete_file(call: Call) -> Response:
    """Delete it: 204. 404."""
    upload = await own_file(call)
    await call.context.storage.delete([upload.storage_key])
    await call.context.database.write(lambda tx: forget_upload(tx, upload_id=upload.id))
    return Response(status_code=204)


async def own_file(call: Call) -> Upload:
    """The caller's file whose id is in the path. Raises 404, also for somebody else's."""
    upload = await call.context.database.read(lambda tx: find_upload(tx, call.path["id"]))
    if upload is None or upload.account_id != call.account.id:
        raise Refusal(NOT_FOUND)
    return upload


async def whole_item(call: Call, upload: Upload) -> dict[str, Any]:
    """A file with its checksum, which takes reading it."""
    digest = await digest_of(call, upload)
    return {**file_item(call, upload), "etag": digest[:32], "checksums": {"sha256": digest}}


def file_item(call: Call, upload: Upload) -> dict[str, Any]:
    """A file as Replicate shows it, with a fresh link that works as an input."""
    kind = format_of(upload.storage_key)
    return {
        "id": upload.id,
        "name": upload.storage_key.rpartition("/")[2],
        "content_type": kind.media_type if kind else "application/octet-stream",
        "size": upload.size_bytes,
        "etag": upload.id,
        "checksums": {},
        "metadata": {},
        "created_at": clock.iso(upload.created_at),
        "expires_at": clock.iso(upload.expires_at),
        "urls": {"get": call.context.links.url_of(upload, clock.now())},
    }


async def digest_of(call: Call, upload: Upload) -> str:
    """The SHA-256 of its bytes as stored."""
    digest = hashlib.sha256()
    found = await call.context.storage.open(upload.storage_key)
    if isinstance(found, OpenFile):
        async for piece in found.pieces:
            digest.update(piece)
    return digest.hexdigest()
