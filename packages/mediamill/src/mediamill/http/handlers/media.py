"""Serving files: unguessable names, one byte range, and nothing that a browser could run.

Outputs need no key. Uploads need their owner's key, or a signed link that has not expired.
"""

import re
from dataclasses import replace

from starlette.responses import Response, StreamingResponse

from mediamill import clock, generations
from mediamill.accounts import KeyScope
from mediamill.formats import format_of
from mediamill.generations import RemovalReason
from mediamill.http.auth import authenticate, require_scope
from mediamill.http.context import AppContext, Call
from mediamill.http.problems import (
    DELETED,
    EXPIRED,
    FORBIDDEN,
    NOT_FOUND,
    RANGE_NOT_SATISFIABLE,
    Problem,
    Refusal,
    too_many_requests,
)
from mediamill.http.rate_limit import count
from mediamill.storage import Asked, BeyondEnd, OpenFile, file_headers, is_ours, is_private, upload_at

RANGE = re.compile(r"bytes=(?P<first>[0-9]{0,18})-(?P<last>[0-9]{0,18})")
HEADERS = {
    "Accept-Ranges": "bytes",
    "Access-Control-Allow-Origin": "*",
    "Content-Security-Policy": "sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
}
GONE = {RemovalReason.DELETED: DELETED, RemovalReason.EXPIRED: EXPIRED}


async def get_media(call: Call) -> Response:
    """A file or one range of it: 200, 206, 404, 410, 416; for uploads also 401, 403, 429."""
    key, storage = call.path["key"], call.context.storage
    if is_private(key) and not await may_read(call, key):
        return NOT_FOUND.response()
    is_head = call.request.method == "HEAD"
    asked = asked_of(call.request.headers.getlist("range"))
    look = storage.extent if is_head else storage.open
    found = await look(key, asked) if format_of(key) and is_ours(key) else None
    if found is None:
        return (await absence(call.context, key)).response()
    if isinstance(found, BeyondEnd):
        return unsatisfiable(key, found.size)
    headers = {**HEADERS, **file_headers(key), "Content-Length": str(found.span.length)}
    if is_private(key):
        headers["Vary"] = "Authorization"
    if asked:
        headers["Content-Range"] = f"bytes {found.span.first}-{found.span.last}/{found.size}"
    status = 206 if asked else 200
    return (
        StreamingResponse(found.pieces, status, headers)
        if isinstance(found, OpenFile)
        else Response(None, status, headers)
    )


async def may_read(call: Call, key: str) -> bool:
    """Whether there is such an upload, for a caller who may read it. Raises 401, 403, 429."""
    context = call.context
    query = call.request.scope["query_string"].decode("latin-1")
    has_link = context.links.is_valid(key, query, clock.now())
    caller = None if has_link else await authenticate(call.request, context)
    verdict = caller and await count(caller, context.settings, context.limiter, creates=False)
    if verdict and not verdict.allowed:
        raise Refusal(too_many_requests(verdict.retry_seconds))
    if caller:
        require_scope(caller, KeyScope.READ)
    upload = await context.database.read(lambda tx: upload_at(tx, key))
    if upload and caller and upload.account_id != caller.account.id:
        raise Refusal(FORBIDDEN)
    return upload is not None


async def absence(context: AppContext, key: str) -> Problem:
    """Why there is no such file."""
    generation_id = key.partition("/")[0]
    tombstone = await context.database.read(lambda tx: generations.tombstone_of(tx, generation_id))
    return GONE[tombstone.reason] if tombstone else NOT_FOUND


def asked_of(ranges: list[str]) -> Asked | None:
    """The one range asked for (RFC 9110, 14.1.2); None for anything else."""
    match = RANGE.fullmatch(ranges[0]) if len(ranges) == 1 else None
    if match is None or not (match["first"] or match["last"]):
        return None
    first, last = (int(match[name]) if match[name] else None for name in ("first", "last"))
    return None if first is not None and last is not None and last < first else Asked(first, last)


def unsatisfiable(key: str, size: int) -> Response:
    """416 with the size of the file."""
    headers = {**HEADERS, "Cache-Control": file_headers(key)["Cache-Control"], "Content-Range": f"bytes */{size}"}
    return replace(RANGE_NOT_SATISFIABLE, headers=headers).response()
