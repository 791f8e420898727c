"""The whole HTTP application: the public interface, media, pictures, documentation, health."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from mediamill.catalogue import Catalogue
from mediamill.formats import format_of
from mediamill.telemetry import AccessLog, Tracer
from mediamill.web.api import EXTRAS, EXTRAS_PREFIXES, PREFIX, Api, Resource, problem_of
from mediamill.web.call import Shop
from mediamill.web.docs import docs_page, static_file
from mediamill.web.health import Check, Readyz, Warnings, healthz
from mediamill.web.media import MediaRoute
from mediamill.web.metrics import MetricsPage, Process
from mediamill.web.openapi import openapi_bytes
from mediamill.web.problems import NOT_FOUND, Refusal, method_not_allowed
from mediamill.web.uploads import Uploads
from mediamill.web.watching import Watched

PICTURE_SECONDS = 86_400  # a tool's picture changes with a release or an operator's whim
API_HEADERS = ("Authorization", "Content-Type")
RATE_HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After")

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Site:
    """What the application is made of."""

    shop: Shop
    checks: Mapping[str, Check]
    warnings: Warnings
    process: Process
    access_log: AccessLog
    tracer: Tracer


def site_application(site: Site) -> ASGIApp:
    """The ASGI application."""
    settings = site.shop.settings
    document = openapi_bytes(site.shop.catalogue, settings.base_url)
    readable: dict[str, Endpoint] = {
        "/media/{key:path}": MediaRoute(site.shop),
        "/ext/pictures/{name}": Picture(site.shop.catalogue),
        "/openapi.json": Document(document),
        "/docs": docs_page,
        "/static/{name:path}": static_file,
        "/healthz": healthz,
        "/readyz": Readyz(site.checks, site.warnings, settings),
        "/metrics": MetricsPage(site.process, site.shop.catalogue),
        "/": to_docs,
    }
    api: ASGIApp = Api(site.shop)
    if settings.cors_origins:
        api = CORSMiddleware(
            api,
            allow_origins=settings.cors_origins,
            allow_methods=("GET", "POST"),
            allow_headers=API_HEADERS,
            expose_headers=RATE_HEADERS,
        )
    pages = [Page(path, ("GET", "HEAD"), endpoint) for path, endpoint in readable.items()]
    doors = Doors(api, Api(site.shop, (*EXTRAS, *file_resources(Uploads(site.shop)))), Pages(pages))
    return Watched(doors, site.shop.meters, site.access_log, site.tracer)


def file_resources(uploads: Uploads) -> tuple[Resource, ...]:
    """Where files are handed in, listed and deleted."""
    return (
        Resource(re.compile(r"/ext/files"), {"GET": uploads.list, "POST": uploads.create}),
        Resource(re.compile(r"/ext/files/(?P<id>[^/]+)"), {"DELETE": uploads.delete}),
    )


def worker_application(process: Process, checks: Mapping[str, Check], warnings: Warnings) -> ASGIApp:
    """The ASGI application of a process that only works: health and metrics of its own."""
    readable: dict[str, Endpoint] = {
        "/healthz": healthz,
        "/readyz": Readyz(checks, warnings, process.settings),
        "/metrics": MetricsPage(process, None),
    }
    return Pages([Page(path, ("GET", "HEAD"), endpoint) for path, endpoint in readable.items()])


class Doors:
    """The public interface behind one door, the extras behind the next, everything else behind the last."""

    def __init__(self, api: ASGIApp, extras: ASGIApp, pages: ASGIApp) -> None:
        self.api = api
        self.extras = extras
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request to whoever answers for its path."""
        if scope["type"] == "http":
            await self.door(scope["path"])(scope, receive, send)

    def door(self, path: str) -> ASGIApp:
        """Whose door it is."""
        if path.startswith(PREFIX) or path == "/api":
            return self.api
        return self.extras if path.startswith(EXTRAS_PREFIXES) else self.pages


@dataclass(frozen=True, slots=True)
class Page:
    """A path outside the public interface and who answers there."""

    path: str
    methods: tuple[str, ...]
    endpoint: Endpoint


class Pages:
    """The paths outside the public interface: found exactly, errors as JSON."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.pages = [(compile_path(page.path)[0], page) for page in pages]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; no exception leaves here."""
        request = Request(scope, receive)
        try:
            response = await self.respond(request)
        except ClientDisconnect:
            return  # nobody is there to be told
        except Refusal as refusal:
            response = refusal.problem.response()
        except Exception as error:  # noqa: BLE001 (logged, and answered as what it means)
            response = problem_of(error).response()
        await response(scope, receive, send)

    async def respond(self, request: Request) -> Response:
        """The page at this path."""
        for path, page in self.pages:
            if match := path.match(request.scope["path"]):
                if request.method not in page.methods:
                    return method_not_allowed(page.methods).response()
                request.scope["path_params"] = match.groupdict()
                return await page.endpoint(request)
        return NOT_FOUND.response()


class Document:
    """GET /openapi.json."""

    def __init__(self, document: bytes) -> None:
        self.document = document

    async def __call__(self, _: Request) -> Response:
        """The document, made once at start."""
        return Response(self.document, media_type="application/json", headers={"Cache-Control": "no-cache"})


class Picture:
    """GET /ext/pictures/{tool}.webp: the picture of a tool; no key needed."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.pictures = {f"{tool.slug}{tool.picture.suffix}": tool.picture for tool in catalogue.tools.values()}

    async def __call__(self, request: Request) -> Response:
        """The picture, or 404."""
        name = request.path_params["name"]
        path, kind = self.pictures.get(name), format_of(name)
        if path is None or kind is None:
            return NOT_FOUND.response()
        headers = {
            "Cache-Control": f"public, max-age={PICTURE_SECONDS}",
            "X-Content-Type-Options": "nosniff",
            "Access-Control-Allow-Origin": "*",
        }
        return FileResponse(path, headers=headers, media_type=kind.media_type)


async def to_docs(_: Request) -> Response:
    """GET /: to the documentation, until there is a page of its own."""
    return RedirectResponse("/docs", 307)
