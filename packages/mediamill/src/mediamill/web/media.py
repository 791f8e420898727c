"""Serving files: an unguessable name, one byte range, and nothing that a browser could run.

Outputs need no key. Uploads are for their owner's key, or for whoever has a link that has not expired.
"""

import re
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from mediamill import clock, generations
from mediamill.formats import format_of
from mediamill.generations import Reason
from mediamill.storage import upload_at
from mediamill.web.call import Shop
from mediamill.web.gate import authenticate, count
from mediamill.web.problems import FORBIDDEN, NOT_FOUND, Problem, Refusal, method_not_allowed, too_many_requests

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
# Of uploads: nobody keeps them for others, nor for long, for their owner may delete them.
PRIVATE = {"Cache-Control": "private, max-age=300", "Vary": "Authorization"}
UPLOAD = "upl_"  # how the names of uploads begin
GONE = {
    Reason.DELETED: Problem(410, "This file was deleted by its owner"),
    Reason.EXPIRED: Problem(410, "This file was deleted: the time for which this service keeps files is over"),
}


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes `first` to `last`, both included."""

    first: int
    last: int


class MediaRoute:
    """GET and HEAD of /media/{key}."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.storage = shop.storage

    async def __call__(self, request: Request) -> Response:
        """200, 206, 404, 405, 410, 416."""
        if request.method not in ("GET", "HEAD"):
            return method_not_allowed(("GET", "HEAD")).response()
        key = request.path_params["key"]
        kind = format_of(key)
        is_upload = key.startswith(UPLOAD)
        if is_upload and not await self.may_read(request, key):
            return NOT_FOUND.response()
        size = await self.storage.head(key) if kind and KEY.fullmatch(key) else None
        if kind is None or size is None:
            return (await self.absence(key)).response()
        headers = {
            **HEADERS,
            **(PRIVATE if is_upload else {}),
            "Content-Disposition": f'inline; filename="{key.replace("/", "-")}"',
        }
        asked = request.headers.getlist("range")
        try:
            span = span_of(asked[0], size) if len(asked) == 1 else None
        except Unsatisfiable:
            return unsatisfiable(size)
        if span:
            headers["Content-Range"] = f"bytes {span.first}-{span.last}/{size}"
        status, span = (206, span) if span else (200, Span(0, size - 1))
        headers["Content-Length"] = str(span.last - span.first + 1)
        if request.method == "HEAD":
            return Response(None, status, headers, kind.media_type)
        body = self.storage.stream(key, start=span.first, end=span.last + 1)
        return StreamingResponse(body, status, headers, kind.media_type)

    async def may_read(self, request: Request, key: str) -> bool:
        """Whether there is such an upload, for a caller who may read it. Raises 401, 403, 429."""
        query = request.scope["query_string"].decode("latin-1")
        has_link = self.shop.links.is_valid(key, query, clock.now())
        account = None if has_link else await authenticate(request, self.shop)
        verdict = account and count(account, self.shop, creates=False)
        if verdict and not verdict.allowed:
            raise Refusal(too_many_requests(verdict.retry_seconds))
        upload = await self.shop.database.read(lambda tx: upload_at(tx, key))
        if upload and account and upload.account_id != account.id:
            raise Refusal(FORBIDDEN)
        return upload is not None

    async def absence(self, key: str) -> Problem:
        """Why there is no such file."""
        generation_id = key.partition("/")[0]
        tombstone = await self.shop.database.read(lambda tx: generations.tombstone_of(tx, generation_id))
        return GONE[tombstone.reason] if tombstone else NOT_FOUND


class Unsatisfiable(Exception):
    """No byte of the file is in the range."""


def span_of(text: str, size: int) -> Span | None:
    """The one range asked for (RFC 9110, 14.1.2); None for what is no such range. Raises Unsatisfiable."""
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
    """416 with how long the file is."""
    return Problem(416, "Range not satisfiable", headers={**HEADERS, "Content-Range": f"bytes */{size}"}).response()
