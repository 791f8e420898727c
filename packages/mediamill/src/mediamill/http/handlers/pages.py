"""The documentation page with its files, and the OpenAPI document."""

from pathlib import Path

from starlette.responses import FileResponse, RedirectResponse, Response

from mediamill.http.context import JSON, Call
from mediamill.http.problems import NOT_FOUND

STATIC = Path(__file__).parents[1] / "static"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
# `data:` is for the icon that the page does not have: without it browsers would ask for /favicon.ico.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
FILES = frozenset(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())
PLAIN_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache"}
HEADERS = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer", **PLAIN_HEADERS}


async def front_page(_: Call) -> Response:
    """To the documentation."""
    return RedirectResponse("/docs", 307)


async def docs_page(_: Call) -> Response:
    """The documentation page, which reads /openapi.json."""
    return FileResponse(STATIC / "docs.html", headers=HEADERS, media_type="text/html")


async def static_file(call: Call) -> Response:
    """A file of the documentation page, by its exact name."""
    name = call.path["name"]
    media_type = MEDIA_TYPES.get(Path(name).suffix)
    if media_type is None or name not in FILES:
        return NOT_FOUND.response()
    return FileResponse(STATIC / name, headers=HEADERS, media_type=media_type)


async def openapi_document(call: Call) -> Response:
    """The OpenAPI document, made once at start."""
    return Response(call.context.openapi, media_type=JSON, headers=PLAIN_HEADERS)
