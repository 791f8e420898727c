"""Serving outputs: no key, an unguessable name, one byte range, and nothing that a browser could run."""

import re
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from mediamill import generations
from mediamill.generations import Reason
from mediamill.media import format_of
from mediamill.web.call import Shop
from mediamill.web.problems import NOT_FOUND, Problem, method_not_allowed

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
        size = await self.storage.head(key) if kind and KEY.fullmatch(key) else None
        if kind is None or size is None:
            return (await self.absence(key)).response()
        headers = {**HEADERS, "Content-Disposition": f'inline; filename="{key.replace("/", "-")}"'}
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
