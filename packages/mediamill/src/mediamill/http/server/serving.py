"""The uvicorn server and the socket that it listens on."""

import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from mediamill.config import Settings
from mediamill.http.server.admission import Connections
from mediamill.http.server.open_files import connections_possible
from mediamill.http.server.protocol import BoundedProtocol

CLOSE_SECONDS = 5  # open requests may finish within this time
BACKLOG = 2_048  # connections waiting to be accepted
UNSENT_BYTES = 128 * 1024  # of one connection in the kernel


class Server(uvicorn.Server):
    """uvicorn that calls back once it listens."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self.listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then call back."""
        await super().startup(sockets)
        if not self.should_exit:
            self.listening()


def listen(settings: Settings) -> tuple[socket.socket, Settings]:
    """The listening socket, and the settings with its actual port. Raises OSError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((settings.host, settings.port))
    # Connections inherit it: what a client does not read stays in its file, not in the kernel's memory.
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener, settings.model_copy(update={"port": listener.getsockname()[1]})


def http_server(application: ASGIApp, settings: Settings, listening: Callable[[], None]) -> Server:
    """A server of the application; `listening` is called once it listens. Raises TooFewFiles."""

    class Protocol(BoundedProtocol):
        open_connections = Connections(
            total_max=min(settings.connections_max, connections_possible()),
            per_address_max=settings.connections_per_address_max,
            trusted=settings.trusted_proxies,
        )

    config = uvicorn.Config(
        application,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # uvicorn would believe them from 127.0.0.1; trusted_proxies decides here
        backlog=BACKLOG,
        timeout_graceful_shutdown=CLOSE_SECONDS,
    )
    return Server(config, listening)
