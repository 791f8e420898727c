"""The two ways in: standard input and output of one host, or HTTP for several."""

import hashlib
import socket
from collections.abc import Callable

import uvicorn
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.stdio import stdio_server
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from mediamill_client.mcp.server import MediaServer, key_in

PATH = "/mcp"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
SHUTDOWN_SECONDS = 5  # for calls under way when the process is stopped
NO_KEY = {"message": "Send an API key: Authorization: Bearer mm_live_…"}


async def serve_stdio(media: MediaServer) -> None:
    """Serve the host that started this process, until it closes the pipe."""
    server = media.server()
    async with media.http, stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def serve_http(media: MediaServer, host: str, port: int, listens: Callable[[str], None]) -> None:
    """Serve streamable HTTP at one address; `listens` is told which. Port 0 takes a free one. Raises OSError."""
    with socket.create_server((host, port), family=family_of(host)) as listener:
        bound = listener.getsockname()[1]
        # With the process's own key the SDK has to refuse what a web page could send by another name of this machine.
        inner = media.server().streamable_http_app(streamable_http_path=PATH, host=host if media.own_key else "")
        app: ASGIApp = inner if media.own_key else KeyDoor(inner)
        config = uvicorn.Config(
            app, log_level="warning", lifespan="on", ws="none", timeout_graceful_shutdown=SHUTDOWN_SECONDS
        )
        shown = f"[{host}]" if ":" in host else host
        listens(f"http://{shown}:{bound}{PATH}")
        async with media.http:
            await uvicorn.Server(config).serve(sockets=[listener])


def family_of(host: str) -> socket.AddressFamily:
    """The kind of address that is listened at."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


class KeyDoor:
    """Lets in who brings a key, valid or not: that the service says. A session belongs to the key that opened it."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        key = key_in(Headers(scope=scope).get("authorization", ""))
        if key is None:
            await JSONResponse(NO_KEY, 401, {"WWW-Authenticate": "Bearer"})(scope, receive, send)
            return
        mark = hashlib.sha256(key.encode()).hexdigest()
        user = AuthenticatedUser(AccessToken(token=mark, client_id=mark, scopes=[]))
        await self._inner({**scope, "user": user}, receive, send)
