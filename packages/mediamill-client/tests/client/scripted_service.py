"""A small HTTP server on loopback that answers by script and remembers what it was asked."""

import json
import sys
import threading
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

CREATED_AT = "2026-01-31T09:30:00.125Z"


@dataclass(frozen=True)
class Answer:
    """What to send back: a body (anything but bytes is sent as JSON), or something gone wrong on purpose."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    hang_up: bool = False  # read the request, then close without a word
    cut_after: int | None = None  # promise the whole body, send only this many bytes of it
    stall: bool = False  # send nothing (with `cut_after`: nothing more) until the service is closed

    @property
    def content(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body, ensure_ascii=False).encode()


@dataclass(frozen=True)
class Heard:
    """One request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class ScriptedService:
    """Answers by script: the last answer of a script is repeated for ever."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.closing = threading.Event()
        self._scripts: dict[str, deque[Answer]] = defaultdict(deque)
        self._changed = threading.Condition()
        service = self

        class Handler(ScriptedHandler):
            script = service

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.002,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def on(self, request: str, *answers: Answer) -> None:
        """Script the answers to a request such as `GET /api/account`; a query is no part of it."""
        self._scripts[request].extend(answers)

    def asked(self, request: str) -> list[Heard]:
        """What was heard of one request."""
        return [heard for heard in list(self.heard) if f"{heard.method} {heard.path.split('?')[0]}" == request]

    def wait_until_asked(self, request: str, times: int = 1) -> None:
        """Return when a request has come so often; fail after ten seconds."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.asked(request)) >= times, 10), f"nobody asked {request}"

    def answer_to(self, heard: Heard) -> Answer:
        """Remember a request and choose its answer."""
        with self._changed:
            self.heard.append(heard)
            self._changed.notify_all()
            script = self._scripts[f"{heard.method} {heard.path.split('?')[0]}"]
            if not script:
                return Answer(404, {"message": f"Not scripted: {heard.method} {heard.path}"})
            return script.popleft() if len(script) > 1 else script[0]

    @contextmanager
    def running(self) -> Iterator["ScriptedService"]:
        """The server, listening while the block lasts."""
        self._thread.start()
        try:
            yield self
        finally:
            self.closing.set()
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
        assert not self._server.faults, self._server.faults


class Server(ThreadingHTTPServer):
    """A server whose own faults are kept; a client may hang up when it likes."""

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self.faults: list[BaseException] = []

    def handle_error(self, request: object, client_address: object) -> None:
        fault = sys.exception()
        if fault is not None and not isinstance(fault, ConnectionError):
            self.faults.append(fault)


class ScriptedHandler(BaseHTTPRequestHandler):
    """One connection."""

    script: ClassVar[ScriptedService]
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet: two would wait 40 ms for each other
    timeout = 5  # an idle connection ends, so that closing the server does not wait for clients

    def do_POST(self) -> None:
        self.do_GET()

    def do_DELETE(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if len(body) < length:  # the client hung up
            self.close_connection = True
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.script.answer_to(Heard(self.command, self.path, headers, body))
        if answer.stall and answer.cut_after is None:
            self.script.closing.wait(10)
            answer = replace(answer, hang_up=True)
        if answer.hang_up:
            self.close_connection = True
            return
        self.send_response_only(answer.status)
        for name, value in {"Content-Type": "application/json", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content[: answer.cut_after])
        if answer.stall:
            self.wfile.flush()
            self.script.closing.wait(10)
        self.close_connection = self.close_connection or answer.cut_after is not None

    def log_message(self, format: str, *args: object) -> None:
        """Tests speak for themselves."""


def generation(status: str = "processing", **more: Any) -> dict[str, Any]:
    """A generation as the service tells it."""
    return {
        "id": "gen_heron",
        "status": status,
        "tool": "motion-3d",
        "output": None,
        "thumbnail": None,
        "error": None,
        "type": "object",
        "payload": {"model": "alpha-motion", "prompt": "a slow walk"},
        "createdAt": CREATED_AT,
    } | more


def accepted(**more: Any) -> Answer:
    """The answer to a good order."""
    body = {"id": "gen_heron", "status": "processing", "tool": "motion-3d", "createdAt": CREATED_AT}
    return Answer(200, body | more)


def told(status: str = "processing", **more: Any) -> Answer:
    """The answer to the question where a generation stands."""
    return Answer(200, generation(status, **more))


def state(number: int, status: str, **more: Any) -> str:
    """A state of a generation in a stream of events."""
    data = json.dumps({"id": "gen_heron", "status": status, "at": CREATED_AT} | more)
    return f"id: {number}\nevent: status\ndata: {data}\n\n"


def progress(fraction: float, stage: str) -> str:
    """How far an engine is, in a stream of events."""
    return f"event: progress\ndata: {json.dumps({'progress': fraction, 'stage': stage})}\n\n"


def stream(*events: str, **more: Any) -> Answer:
    """A stream of events that begins as the service's own; `stall=True` keeps it open."""
    body = "".join(["retry: 1000\n\n", *events]).encode()
    if more.get("stall"):
        more["cut_after"] = len(body)
        body += b": still here\n\n"
    return Answer(200, body, {"Content-Type": "text/event-stream"}, **more)


def refusal(status: int, message: str, **headers: str) -> Answer:
    """An error in the service's own words; `Retry_After="3"` gives a header."""
    return Answer(status, {"message": message}, {name.replace("_", "-"): value for name, value in headers.items()})
