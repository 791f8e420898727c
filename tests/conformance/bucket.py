"""An S3 bucket as moto keeps it, behind a proxy that is as slow and as unreliable as a test wants it to be."""

import atexit
import functools
import http.client
import itertools
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx2

LOCAL = "127.0.0.1"
PASSED_ON = ("content-length", "content-type", "etag", "last-modified", "content-range", "accept-ranges")
KEPT = ("cache-control", "content-disposition")
MOTO = (sys.executable, "-m", "tests.conformance.moto_server")
# moto checks no signature, but wants one.
SIGNED = {
    "Authorization": "AWS4-HMAC-SHA256 Credential=ada/20260101/us-east-1/s3/aws4_request, SignedHeaders=, Signature="
}
STOP_SECONDS = 10.0
WAIT_SECONDS = 20.0
_names = itertools.count(1)


class Fault(Enum):
    """What may become of a call."""

    BUSY = "503 SlowDown"
    REFUSED = "403 AccessDenied"
    RESET = "closed without an answer, and nothing done"
    LOST = "done, and closed without an answer"
    CUT = "half of the answer, then closed"


@dataclass(frozen=True, slots=True)
class S3Call:
    """One request to the bucket."""

    number: int  # from 1
    method: str
    path: str  # with its query

    @property
    def is_put(self) -> bool:
        """Whether it brings a file, or a part of one."""
        return self.method == "PUT"


class Bucket(ThreadingHTTPServer):
    """A proxy on a free loopback port, before a fresh bucket of this process's moto."""

    daemon_threads = True

    def __init__(self, answer_seconds: float = 0.0) -> None:
        super().__init__((LOCAL, 0), _Handler)
        self.name = f"marsh-{next(_names)}"
        self.moto_port = _moto_port()
        self.moto = httpx2.Client(
            base_url=f"http://{LOCAL}:{self.moto_port}", trust_env=False, timeout=30.0, headers=SIGNED
        )
        self.moto.put(f"/{self.name}").raise_for_status()
        self.answer_seconds = answer_seconds  # each call takes so long
        self.fault: Callable[[S3Call], Fault | None] = lambda _: None
        self.error: tuple[int, str] | None = None  # what every call is answered with: status, code
        self.is_away = False  # every call is closed without an answer
        self.takes = threading.Event()  # puts wait for it
        self.takes.set()
        self.page_keys: int | None = None  # of a listing; None: a thousand
        self.calls: list[S3Call] = []
        self._counting = threading.Condition()

    def handle_error(self, request: object, client_address: object) -> None:
        """Processes that are killed in the middle of a call are what this is for."""

    def begun(self, method: str, path: str) -> S3Call:
        """Take note of a call, and let its time pass."""
        with self._counting:
            call = S3Call(len(self.calls) + 1, method, path)
            self.calls.append(call)
            self._counting.notify_all()
        threading.Event().wait(self.answer_seconds)
        if call.is_put:
            self.takes.wait()
        return call

    def wait_for(self, words: str, count: int = 1) -> None:
        """Until so many calls have come that have these words."""

        def have_come() -> bool:
            return sum(words in f"{call.method} {call.path}" for call in self.calls) >= count

        with self._counting:
            assert self._counting.wait_for(have_come, WAIT_SECONDS), f"no {count} calls with {words!r}"

    @property
    def endpoint(self) -> str:
        """What AWS_ENDPOINT_URL has to be."""
        return f"http://{LOCAL}:{self.server_port}"

    @property
    def url(self) -> str:
        """What MEDIAMILL_STORAGE_URL has to be, without a prefix."""
        return f"s3://{self.name}"

    @property
    def puts(self) -> int:
        """How many puts were begun."""
        return sum(call.is_put for call in self.calls)

    @property
    def tried_out(self) -> int:
        """How many processes have stored a file at their start and deleted it again."""
        return sum(call.method == "POST" and call.path.endswith("?delete") for call in self.calls)

    def objects(self) -> list[str]:
        """The keys of everything in the bucket, prefixes included, past the proxy."""
        return self._keys("list-type=2")

    def unfinished(self) -> list[str]:
        """The keys of multipart uploads that were begun and neither completed nor aborted."""
        return self._keys("uploads")

    def _keys(self, listing: str) -> list[str]:
        return re.findall(r"<Key>(.*?)</Key>", self.moto.get(f"/{self.name}?{listing}").raise_for_status().text)

    def headers_of(self, key: str) -> httpx2.Headers:
        """What the bucket itself gives an object out with."""
        return self.moto.head(f"/{self.name}/{key}").raise_for_status().headers


class Cdn(ThreadingHTTPServer):
    """What stands before a bucket in public: gives out what lies there to anybody, with headers of its own."""

    daemon_threads = True

    def __init__(self, bucket: Bucket) -> None:
        super().__init__((LOCAL, 0), _CdnHandler)
        self.bucket = bucket
        self.headers: dict[str, str] = {}
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        """How its URLs begin."""
        return f"http://{LOCAL}:{self.server_port}"


@contextmanager
def running_cdn(bucket: Bucket) -> Iterator[Cdn]:
    with Cdn(bucket) as cdn, serving(cdn):
        yield cdn


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[None]:
    """A server that answers for as long as this lasts."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@contextmanager
def running_bucket(answer_seconds: float = 0.0) -> Iterator[Bucket]:
    with Bucket(answer_seconds) as bucket, serving(bucket):
        try:
            yield bucket
        finally:
            bucket.takes.set()
            bucket.moto.close()


def credentials(bucket: Bucket) -> dict[str, str]:
    """The environment in which `s3://` leads to the bucket."""
    return {
        "AWS_ENDPOINT_URL": bucket.endpoint,
        "AWS_ALLOW_HTTP": "true",
        "AWS_ACCESS_KEY_ID": "ada",
        "AWS_SECRET_ACCESS_KEY": "reeds",
        "AWS_REGION": "us-east-1",
    }


def every_third(call: S3Call) -> Fault | None:
    """Each third call goes wrong, each time in another way of those that a far store has."""
    kinds = (Fault.BUSY, Fault.RESET, Fault.LOST, Fault.CUT)
    return kinds[call.number // 3 % len(kinds)] if call.number % 3 == 0 else None


@functools.cache
def _moto_port() -> int:
    """Of the one server of this process, which is started for the first bucket: to import moto takes a second."""
    server = subprocess.Popen(MOTO, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdin is not None
    assert server.stdout is not None

    def stop() -> None:
        server.communicate(timeout=STOP_SECONDS)

    atexit.register(stop)
    return int(server.stdout.readline())


class _Handler(BaseHTTPRequestHandler):
    server: Bucket
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None: ...

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        call = self.server.begun(self.command, self.path)
        fault = Fault.RESET if self.server.is_away else self.server.fault(call)
        if fault is Fault.RESET:
            self.close_connection = True
        elif self.server.error:
            self.refuse(*self.server.error)
        elif fault in (Fault.BUSY, Fault.REFUSED):
            status, code = fault.value.split()
            self.refuse(int(status), code)
        else:
            status_code, content, headers = self.asked_of_moto(body)
            if fault is Fault.LOST:
                self.close_connection = True
            else:
                self.give(status_code, content, headers, is_cut=fault is Fault.CUT)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_PUT(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        self.do_GET()

    def do_DELETE(self) -> None:
        self.do_GET()

    def refuse(self, status: int, code: str) -> None:
        self.give(status, f'<?xml version="1.0"?>\n<Error><Code>{code}</Code></Error>'.encode(), {})

    def asked_of_moto(self, body: bytes) -> tuple[int, bytes, dict[str, str]]:
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        connection = http.client.HTTPConnection(LOCAL, self.server.moto_port, timeout=30)
        try:
            connection.request(self.command, self.with_page(self.path), body, headers)
            answer = connection.getresponse()
            kept = {name: value for name, value in answer.getheaders() if name.lower() in (*PASSED_ON, *KEPT)}
            return answer.status, answer.read(), kept
        finally:
            connection.close()

    def with_page(self, path: str) -> str:
        is_listing = "list-type" in parse_qs(urlsplit(path).query)
        return f"{path}&max-keys={self.server.page_keys}" if is_listing and self.server.page_keys else path

    def give(self, status: int, content: bytes, headers: dict[str, str], *, is_cut: bool = False) -> None:
        named = {name.lower(): value for name, value in headers.items()}
        if self.command != "HEAD" or "content-length" not in named:
            named["content-length"] = str(len(content))
        self.send_response(status)
        for name, value in named.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content[: len(content) // 2] if is_cut else content)
        self.close_connection = self.close_connection or is_cut


class _CdnHandler(BaseHTTPRequestHandler):
    server: Cdn

    def log_message(self, format: str, *args: object) -> None: ...

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        found = self.server.bucket.moto.get(f"/{self.server.bucket.name}{self.path}")
        self.send_response(found.status_code)
        kept = ("Content-Type", "Cache-Control", "Content-Disposition")
        headers = {name: found.headers[name] for name in kept if name in found.headers}
        for name, value in {**headers, "Content-Length": str(len(found.content)), **self.server.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(found.content)
