"""Measure the service beside a bare JSON echo on the same server: ratios, for absolute figures say little.

E is an ASGI echo on the same uvicorn; every other row is the service as an operator runs it, durable and checked.
"""

import asyncio
import multiprocessing
import socket
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

import uvicorn
from starlette.types import Receive, Scope, Send

from mediamill.web import BoundedProtocol
from scripts.stage import Stage, running_service

SECONDS = 4.0  # of each measurement, after a warm-up
WARM_UP_SECONDS = 0.5
CONNECTIONS = 32
BODY = b'{"tool":"create-image","input":{"prompt":"a red fox in the snow"}}'


@dataclass(frozen=True, slots=True)
class Load:
    """One kind of request, sent as fast as answers come."""

    name: str
    address: tuple[str, int]
    request: bytes
    connections: int = CONNECTIONS


def main() -> None:
    with running_service(MEDIAMILL_LOG_LEVEL="warning") as stage:
        echo_address, echo = start_echo()
        try:
            report(stage, echo_address)
        finally:
            echo.terminate()


def report(stage: Stage, echo_address: tuple[str, int]) -> None:
    """Every row, in requests a second, beside E."""
    address = service_address(stage)
    accepted = asyncio.run(one_answer(address, post(stage)))
    generation = accepted.split(b'"id":"')[1].split(b'"')[0].decode()
    loads = [
        Load("E: bare echo", echo_address, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Load("GET /api/generations/{id}", address, get(stage, f"/api/generations/{generation}")),
        Load("GET /api/generations", address, get(stage, "/api/generations")),
        *(Load(f"POST /api/run, {n} connections", address, post(stage), n) for n in (1, CONNECTIONS, 256)),
    ]
    rates = {load.name: asyncio.run(rate_of(load)) for load in loads}
    for name, rate in rates.items():
        print(f"{name:34} {rate:9.0f}/s   {rate / rates['E: bare echo']:5.2f} E")


def service_address(stage: Stage) -> tuple[str, int]:
    """Where the service listens."""
    return ("127.0.0.1", urlsplit(stage.base_url).port or 80)


def get(stage: Stage, path: str) -> bytes:
    """A GET as bytes."""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {stage.api_key}\r\n\r\n".encode()


def post(stage: Stage) -> bytes:
    """A create as bytes."""
    head = f"POST /api/run HTTP/1.1\r\nHost: x\r\nAuthorization: {stage.api_key}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(BODY)}\r\n\r\n".encode() + BODY


async def rate_of(load: Load) -> float:
    """Answers a second."""
    count = 0
    measuring = False

    async def client() -> None:
        nonlocal count
        reader, writer = await asyncio.open_connection(*load.address)
        while True:
            writer.write(load.request)
            await answer_from(reader)
            count += measuring

    clients = [asyncio.create_task(client()) for _ in range(load.connections)]
    await asyncio.sleep(WARM_UP_SECONDS)
    started, measuring = time.monotonic(), True
    await asyncio.sleep(SECONDS)
    rate = count / (time.monotonic() - started)
    for task in clients:
        task.cancel()
    results = await asyncio.gather(*clients, return_exceptions=True)
    for result in results:
        if not isinstance(result, asyncio.CancelledError):
            raise SystemExit(f"{load.name}: {result!r}")
    return rate


async def one_answer(address: tuple[str, int], request: bytes) -> bytes:
    """The body of one answer."""
    reader, writer = await asyncio.open_connection(*address)
    writer.write(request)
    return await answer_from(reader)


async def answer_from(reader: asyncio.StreamReader) -> bytes:
    """The body of a 200."""
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise ValueError(head.split(b"\r\n")[0].decode())
    return await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))


async def echo_application(scope: Scope, receive: Receive, send: Send) -> None:
    """The least an ASGI application can do."""
    if scope["type"] == "http":
        await receive()
        body = b'{"status":"ok"}'
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def start_echo() -> tuple[tuple[str, int], multiprocessing.Process]:
    """The echo in a process of its own."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(echo_application, http=BoundedProtocol, ws="none", lifespan="off", log_config=None)
    process = multiprocessing.Process(target=uvicorn.Server(config).run, kwargs={"sockets": [listener]}, daemon=True)
    process.start()
    return listener.getsockname()[:2], process


if __name__ == "__main__":
    main()
