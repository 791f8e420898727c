"""A fake vendor as a server on loopback: in a thread, or as a program of its own that outlives what it serves."""

import argparse
import json
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

import uvicorn

from tests.fakes.faults import Fault, Reply, Script
from tests.fakes.ledger import Ledger

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

METADATA = "http://169.254.169.254/latest/meta-data/"
PAGE = b"<!doctype html><title>502</title><h1>Bad gateway</h1>"
NASTY = "\x00" + "ha" * 500_000 + "\x00"
ENDLESS_CHUNK = b"\x89PNG\r\n\x1a\n" + bytes(65_528)


@dataclass(frozen=True)
class Asked:
    """A request, whole."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Answer:
    """An answer, whole."""

    status: int
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


def json_answer(status: int, body: Any, **headers: str) -> Answer:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Answer(status, json.dumps(body).encode(), (("content-type", "application/json"), *named))


class FakeVendor(ABC):
    """An ASGI application with a ledger and a script of faults. `/_fake/…` is for tests in other processes."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.base = ""  # its address, once it runs
        self.ledger = Ledger()
        self.script = Script()
        self.asked: list[Asked] = []

    @abstractmethod
    def step_of(self, asked: Asked) -> str | None:
        """The step of the script that a request is; None for an address that there is not."""

    @abstractmethod
    def answer(self, step: str, asked: Asked) -> Answer:
        """Do the work."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        asked = await read(scope, receive)
        if asked.path.startswith("/_fake/"):
            await send_answer(send, self.control(asked))
            return
        self.asked.append(asked)
        step = self.step_of(asked)
        if step is None:
            await send_answer(send, json_answer(404, {"detail": "Not found"}))
            return
        match self.script.next(step):
            case Reply() as reply:
                headers = {name.replace("-", "_"): value for name, value in reply.headers.items()}
                await send_answer(send, json_answer(reply.status, reply.body, **headers))
            case Fault() as fault:
                await self.go_wrong(fault, step, asked, receive, send)
            case None:
                await self.tell(send, step, self.answer(step, asked))

    async def tell(self, send: Send, step: str, answer: Answer) -> None:
        """Send what came of a step in which nothing goes wrong."""
        await send_answer(send, answer)

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Receive, send: Send) -> None:
        if (early := self.before_work(fault, asked)) is not None:
            await send_answer(send, early)
            return
        if fault is Fault.DROP:
            await hang_up(receive, send)
            return
        done = self.answer(step, asked)
        if step == "submit" and len(self.ledger):
            self.ledger.purchases[-1].answered = False
        match fault:
            case Fault.LOSE_ANSWER:
                await hang_up(receive, send)
            case Fault.SLOW:
                await send(
                    {"type": "http.response.start", "status": done.status, "headers": [(b"content-length", b"90")]}
                )
                await gone(receive)
            case Fault.ENDLESS:
                await pour(receive, send)
            case Fault.CUT_JSON:
                await send_answer(send, Answer(done.status, done.body[: len(done.body) // 2], done.headers))
            case _:
                await send_answer(send, self.after_work(fault, done))

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        """The answers that are given before anything is done."""
        echo = asked.headers.get("authorization", "")
        return {
            Fault.BUSY: json_answer(429, {"detail": "Too many requests"}),
            Fault.BUSY_FOR_7: json_answer(429, {"detail": "Too many requests"}, Retry_After="7"),
            Fault.REDIRECT: Answer(307, b"", (("location", METADATA),)),
            Fault.GONE: json_answer(404, {"detail": "Not found"}),
            Fault.BAD_KEY: json_answer(401, {"detail": "Authentication is required"}),
            Fault.NO_MONEY: json_answer(403, {"detail": "User is locked. Reason: Exhausted balance."}),
            Fault.ECHO_KEY: json_answer(400, {"detail": f"bad header: {echo}", "error_type": "bad_request"}),
            Fault.EXPIRED: Answer(
                403, b"<Error><Code>ExpiredToken</Code></Error>", (("content-type", "application/xml"),)
            ),
        }.get(fault)

    def after_work(self, fault: Fault, done: Answer) -> Answer:
        """The answers that hide what was done."""
        return {
            Fault.BREAK: json_answer(500, {"detail": "Internal Server Error"}),
            Fault.HTML: Answer(200, PAGE, (("content-type", "text/html"),)),
            Fault.NASTY_TEXT: json_answer(500, {"detail": NASTY}),
            Fault.WRONG_TYPE: Answer(200, PAGE, (("content-type", "image/png"),)),
        }.get(fault, done)

    def control(self, asked: Asked) -> Answer:
        """What tests in other processes ask and say."""
        if asked.path == "/_fake/ledger":
            return json_answer(200, self.ledger.as_json())
        if asked.path == "/_fake/faults" and asked.method == "POST":
            self.script.add_json(asked.body)
            return json_answer(200, {})
        return json_answer(404, {})


class Stage:
    """A server on which one fake follows another: starting a server takes longer than most tests."""

    def __init__(self) -> None:
        self.base = ""
        self._fake: FakeVendor | None = None

    def enter(self, fake: FakeVendor) -> None:
        """From now on this fake answers."""
        fake.base, self._fake = self.base, fake

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._fake is not None
        await self._fake(scope, receive, send)


@contextmanager
def running(fake: FakeVendor | Stage) -> Iterator[str]:
    """The address of a fake that answers in a thread of this process."""
    server, listener = server_of(fake, 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield fake.base
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        listener.close()


def server_of(fake: FakeVendor | Stage, port: int) -> tuple[uvicorn.Server, socket.socket]:
    """A server that takes connections already: its listener is open."""
    listener = socket.create_server(("127.0.0.1", port))
    fake.base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    config = uvicorn.Config(fake, log_level="critical", lifespan="off", access_log=False, timeout_graceful_shutdown=1)
    return uvicorn.Server(config), listener


def main(fake: FakeVendor) -> None:
    """Run until killed; the address is printed first."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    server, listener = server_of(fake, parser.parse_args().port)
    print(fake.base, flush=True)
    server.run(sockets=[listener])


async def read(scope: Scope, receive: Receive) -> Asked:
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    return Asked(scope["method"], scope["path"], parse_qs(scope["query_string"].decode()), headers, body)


async def send_answer(send: Send, answer: Answer) -> None:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    headers.append((b"content-length", str(len(answer.body)).encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


async def hang_up(receive: Receive, send: Send) -> None:
    """End the connection without a word: the server's own object has it in its hands."""
    send.__self__.transport.abort()  # type: ignore[attr-defined]
    await gone(receive)


async def gone(receive: Receive) -> None:
    """Wait until the other side has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def pour(receive: Receive, send: Send) -> None:
    """Send without an end, until the other side has left."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"image/png")]})
    transport = send.__self__.transport  # type: ignore[attr-defined]
    while not transport.is_closing():
        await send({"type": "http.response.body", "body": ENDLESS_CHUNK, "more_body": True})
