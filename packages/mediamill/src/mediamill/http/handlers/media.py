"""Serving files: unguessable names, one byte range, and nothing that a browser could run.

Outputs need no key. Uploads need their owner's key, or a signed link that has not expired.
"""

import re
from dataclasses import dataclass, replace

from starlette.responses import Response, StreamingResponse

from mediamill import clock, generations
from mediamill.formats import format_of
from mediamill.generations import RemovalReason
from mediamill.http.auth import authenticate
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
from mediamill.storage import upload_at

KEY = re.compile(r"(gen|upl)_[0-9a-f]{32}/[0-9a-f]{32}\.[a-z0-9]{2,5}")
RANGE = re.compile(r"bytes=(?P<first>[0-9]{0,18})-(?P<last>[0-9]{0,18})")
HEADERS = {
    "Accept-Ranges": "bytes",
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
}
# Of uploads: no shared cache keeps them, and none for long, because their owner may delete them.
PRIVATE = {"Cache-Control": "private, max-age=300", "Vary": "Authorization"}
UPLOAD = "upl_"  # how the names of uploads begin
GONE = {RemovalReason.DELETED: DELETED, RemovalReason.EXPIRED: EXPIRED}


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes `first` to `last`, both included."""

    first: int
    last: int


async def get_media(call: Call) -> Response:
    """A file or one range of it: 200, 206, 404, 410, 416; for uploads also 401, 403, 429."""
    key, storage = call.path["key"], call.context.storage
    kind = format_of(key)
    is_upload = key.startswith(UPLOAD)
    if is_upload and not await may_read(call, key):
        return NOT_FOUND.response()
    size = await storage.head(key) if kind and KEY.fullmatch(key) else None
    if kind is None or size is None:
        return (await absence(call.context, key)).response()
    headers = {
        **HEADERS,
        **(PRIVATE if is_upload else {}),
        "Content-Disposition": f'inline; filename="{key.replace("/", "-")}"',
    }
    asked = call.request.headers.getlist("range")
    try:
        span = span_of(asked[0], size) if len(asked) == 1 else None
    except Unsatisfiable:
        return unsatisfiable(size)
    if span:
        headers["Content-Range"] = f"bytes {span.first}-{span.last}/{size}"
    status, span = (206, span) if span else (200, Span(0, size - 1))
    headers["Content-Length"] = str(span.last - span.first + 1)
    if call.request.method == "HEAD":
        return Response(None, status, headers, kind.media_type)
    body = storage.stream(key, start=span.first, end=span.last + 1)
    return StreamingResponse(body, status, headers, kind.media_type)


async def may_read(call: Call, key: str) -> bool:
    """Whether there is such an upload, for a caller who may read it. Raises 401, 403, 429."""
    context = call.context
    query = call.request.scope["query_string"].decode("latin-1")
    has_link = context.links.is_valid(key, query, clock.now())
    account = None if has_link else (await authenticate(call.request, context)).account
    verdict = account and count(account, context.settings, context.limiter, creates=False)
    if verdict and not verdict.allowed:
        raise Refusal(too_many_requests(verdict.retry_seconds))
    upload = await context.database.read(lambda tx: upload_at(tx, key))
    if upload and account and upload.account_id != account.id:
        raise Refusal(FORBIDDEN)
    return upload is not None


async def absence(context: AppContext, key: str) -> Problem:
    """Why there is no such file."""
    generation_id = key.partition("/")[0]
    tombstone = await context.database.read(lambda tx: generations.tombstone_of(tx, generation_id))
    return GONE[tombstone.reason] if tombstone else NOT_FOUND


class Unsatisfiable(Exception):
    """The range is beyond the end of the file."""


def span_of(text: str, size: int) -> Span | None:
    """The one range asked for (RFC 9110, 14.1.2); None for anything else. Raises Unsatisfiable."""
    match = RANGE.fullmatch(text)
    if match is None or not (match["first"] or match["last"]):
        return None
    if not match["first"]:
        length = min(int(match["last"]), size)
        if not length:
            raise Unsatisfiable
        return Span(size - length, size - 1)
    first, last = int(match["first"]), int(match["last"] or size - 1)
    if match["last"] and last < first:
        return None
    if first >= size:
        raise Unsatisfiable
    return Span(first, min(last, size - 1))


def unsatisfiable(size: int) -> Response:
    """416 with the size of the file."""
    headers = {**HEADERS, "Content-Range": f"bytes */{size}"}
    return replace(RANGE_NOT_SATISFIABLE, headers=headers).response()
