"""The page and its files, the guide, the API reference, and the OpenAPI document."""

from pathlib import Path

from starlette.responses import FileResponse, RedirectResponse, Response

from mediamill.http.context import JSON, Call
from mediamill.http.page import ASSETS, BUILT_GUIDE, INDEX, BuiltPage, PageFile, guide_policy, page_policy
from mediamill.http.problems import NOT_FOUND

STATIC = Path(__file__).parents[1] / "static"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}
# `data:` is for the icon that these pages do not have: without it browsers would ask for /favicon.ico.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
FILES = frozenset(path.name for path in STATIC.iterdir() if path.suffix in MEDIA_TYPES)
PLAIN_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache"}
HEADERS = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer", **PLAIN_HEADERS}
IMMUTABLE = "public, max-age=31536000, immutable"  # seconds: a year; names change with their content
OWN_WINDOW = {"Cross-Origin-Opener-Policy": "same-origin"}

GUIDE_ASSETS = "assets/"  # of the guide: names there change with their content, too

page = BuiltPage()
guide = BuiltPage(BUILT_GUIDE)


async def show_page(call: Call) -> Response:
    """The page, at each of its addresses; a sentence on how to build it where it is not built."""
    return document(call, "start.html")


async def docs_page(call: Call) -> Response:
    """The API reference, which reads /openapi.json."""
    return document(call, "docs.html")


async def static_file(call: Call) -> Response:
    """A file of the page or of what stands in its place, by its exact name."""
    name = call.path["name"]
    if name.startswith("page/") and (file := page.files.get(name.removeprefix("page/"))):
        is_hashed = name.startswith(f"page/{ASSETS}")
        return file_answer(call, file, {**HEADERS, **({"Cache-Control": IMMUTABLE} if is_hashed else {})})
    if name not in FILES:
        return NOT_FOUND.response()
    return FileResponse(STATIC / name, headers=HEADERS, media_type=MEDIA_TYPES[Path(name).suffix])


async def open_guide(_: Call) -> Response:
    """On to where the guide's own links start; a sentence on how to build it where it is not built."""
    if guide.index is None:
        return FileResponse(STATIC / "no_guide.html", headers=HEADERS, media_type="text/html")
    return RedirectResponse("/guide/", 308, headers=PLAIN_HEADERS)


async def guide_file(call: Call) -> Response:
    """A page or another file of the guide, by its exact name."""
    name = call.path["name"] or INDEX
    if guide.index is None and name == INDEX:
        return await open_guide(call)
    if (file := guide.files.get(name)) is None:
        return NOT_FOUND.response()
    headers = {**HEADERS, "Content-Security-Policy": guide_policy(file.content if name.endswith(".html") else b"")}
    return file_answer(
        call, file, {**headers, **({"Cache-Control": IMMUTABLE} if name.startswith(GUIDE_ASSETS) else {})}
    )


async def openapi_document(call: Call) -> Response:
    """The OpenAPI document, made once at start."""
    return Response(call.context.openapi, media_type=JSON, headers=PLAIN_HEADERS)


def document(call: Call, unbuilt: str) -> Response:
    """The built page, or what stands in its place."""
    if page.index is None:
        return FileResponse(STATIC / unbuilt, headers=HEADERS, media_type="text/html")
    settings = call.context.settings
    policy = page_policy(settings.base_url, settings.media_base)
    return file_answer(call, page.index, {**HEADERS, **OWN_WINDOW, "Content-Security-Policy": policy})


def file_answer(call: Call, file: PageFile, headers: dict[str, str]) -> Response:
    """The file, compressed where the browser takes that; 304 where it has it."""
    headers = {**headers, "ETag": file.etag, "Vary": "Accept-Encoding"}
    asked = call.request.headers
    if file.etag in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.gzipped is None or "gzip" not in asked.get("accept-encoding", ""):
        return Response(file.content, headers=headers, media_type=file.media_type)
    return Response(file.gzipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media_type)
