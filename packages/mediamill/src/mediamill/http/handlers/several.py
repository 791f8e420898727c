"""Many generations at once: their files as one archive, and their deletion."""

from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import Response, StreamingResponse

from mediamill import generations
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.db import Transaction
from mediamill.generations import Generation, NotDeleted, SeveralDeleted
from mediamill.http.context import Call, answer
from mediamill.http.handlers.events import STREAMS_MAX
from mediamill.http.json_body import read_object
from mediamill.http.openapi.account_operations import IDS_MAX
from mediamill.http.problems import (
    FORBIDDEN,
    GENERATION_NOT_FOUND,
    UNDER_WAY,
    Refusal,
    too_many_streams,
    validation_failed,
)
from mediamill.storage import OpenFile, ZipEntry, zipped

DELETED_AT_ONCE = 100  # in one transaction: the account waits for it
SENTENCES = {
    NotDeleted.UNKNOWN: GENERATION_NOT_FOUND.message,
    NotDeleted.ANOTHERS: FORBIDDEN.message,
    NotDeleted.UNDER_WAY: UNDER_WAY.message,
}
HEADERS = {"Content-Disposition": 'attachment; filename="mediamill.zip"'}


async def archive_generations(call: Call) -> Response:
    """The outputs of these generations as a zip archive; those without one are left out. 400, 403, 404, 429."""
    ids = await ids_in(call)
    found = await call.context.database.read_in_thread(lambda tx: [generations.find(tx, id) for id in ids])
    mine = [generation for generation in found if generation is not None]
    if len(mine) < len(ids):
        raise Refusal(GENERATION_NOT_FOUND)
    if any(generation.account_id != call.account.id for generation in mine):
        raise Refusal(FORBIDDEN)
    if call.context.open_streams[call.account.id] >= STREAMS_MAX:
        raise Refusal(too_many_streams(STREAMS_MAX))
    return StreamingResponse(archive(call, mine), headers=HEADERS, media_type="application/zip")


async def delete_generations(call: Call) -> Response:
    """Delete these generations with their files; what is refused stays, with a sentence for each. 400."""
    ids = await ids_in(call)
    deleted: list[str] = []
    refused: list[dict[str, Any]] = []
    for start in range(0, len(ids), DELETED_AT_ONCE):
        some = ids[start : start + DELETED_AT_ONCE]

        def delete(tx: Transaction, some: list[str] = some) -> SeveralDeleted:
            return generations.delete_several(tx, call.account.id, some)

        done = await call.context.database.write(delete)
        await call.context.storage.delete(done.keys)
        deleted += done.deleted
        refused += [{"id": id, "message": SENTENCES[reason]} for id, reason in done.refused]
    return answer({"deleted": deleted, "refused": refused})


async def archive(call: Call, mine: list[Generation]) -> AsyncIterator[bytes]:
    """The archive, counted among the account's open streams."""
    open_streams = call.context.open_streams
    open_streams[call.account.id] += 1
    try:
        async for piece in zipped(entries(call, mine)):
            yield piece
    finally:
        open_streams[call.account.id] -= 1
        if not open_streams[call.account.id]:
            del open_streams[call.account.id]


async def entries(call: Call, mine: list[Generation]) -> AsyncIterator[ZipEntry]:
    """Each output that is still there, named by tool and id."""
    for generation in mine:
        file = await call.context.storage.open(generation.output_key) if generation.output_key else None
        if isinstance(file, OpenFile) and generation.output_key:
            extension = generation.output_key.rpartition(".")[2]
            yield ZipEntry(f"{generation.tool}-{generation.id}.{extension}", file.pieces)


async def ids_in(call: Call) -> list[str]:
    """The ids of the body, each once. Raises 400."""
    body, _ = await read_object(call.request)
    ids = body.get("ids")
    faults = [FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in body if name != "ids"]
    if "ids" not in body:
        faults.append(FieldFault("ids", "Is required", FaultCode.MISSING))
    elif not isinstance(ids, list) or not all(isinstance(id, str) and "\0" not in id for id in ids):
        faults.append(FieldFault("ids", "Must be an array of ids", FaultCode.INVALID_TYPE))
    elif not ids:
        faults.append(FieldFault("ids", "Must not be empty", FaultCode.TOO_SHORT))
    elif len(ids) > IDS_MAX:
        faults.append(FieldFault("ids", f"Must have at most {IDS_MAX} items", FaultCode.TOO_LONG))
    if faults or not isinstance(ids, list):
        raise Refusal(validation_failed(faults))
    return list(dict.fromkeys(ids))
