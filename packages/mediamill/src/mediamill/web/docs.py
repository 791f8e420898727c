"""The documentation page: Swagger UI from our own files, under a policy that lets nothing else in."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from mediamill.web.problems import NOT_FOUND

STATIC = Path(__file__).with_name("static")
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".txt": "text/plain"}
# Swagger UI writes style attributes and draws its icons from data: addresses.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


async def docs_page(_: Request) -> Response:
    """GET /docs."""
    return FileResponse(STATIC / "docs.html", headers=HEADERS, media_type="text/html")


async def static_file(request: Request) -> Response:
    """GET /static/{name}: one of our own files, by its exact name."""
    name = request.path_params["name"]
    media_type = MEDIA_TYPES.get(Path(name).suffix)
    known = {str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file()}
    if media_type is None or name not in known:
        return NOT_FOUND.response()
    return FileResponse(STATIC / name, headers=HEADERS, media_type=media_type)
