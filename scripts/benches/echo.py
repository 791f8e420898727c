"""E: the least an ASGI application can do, on the same uvicorn, event loop and protocol as the service."""

import asyncio
import socket

import orjson
import uvicorn
import uvloop
from starlette.types import Receive, Scope, Send

from mediamill.http.server.protocol import BoundedProtocol


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """The path that was asked for, as JSON."""
    await receive()
    body = orjson.dumps({"path": scope["path"]})
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=2_048)
    config = uvicorn.Config(
        echo, http=BoundedProtocol, ws="none", lifespan="off", log_config=None, access_log=False, server_header=False
    )
    print(f"listening at {listener.getsockname()[1]}", flush=True)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve(sockets=[listener]))


if __name__ == "__main__":
    main()
