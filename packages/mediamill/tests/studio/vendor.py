"""The studio itself: an HTTP server on loopback, with a book of jobs and of the keys that asked for them."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from mediamill.testing.samples import picture

KEY = "st-0123456789abcdef"


class Studio:
    """What the server knows."""

    def __init__(self, folder: Path) -> None:
        self.keys = {KEY}
        self.is_drawing = True  # jobs take until this is False
        self.refused: set[str] = set()  # jobs that it will not draw after all
        self.is_broken = False  # every answer is a 503
        self.jobs: dict[str, str] = {}  # id -> the key that ordered it
        self.looks: list[tuple[str, str]] = []  # (id, key), in order
        self.file = picture(folder).read_bytes()
        self.base = ""
        self.lock = threading.Lock()

    def answer(self, method: str, path: str, key: str) -> tuple[int, object]:
        """Status and JSON."""
        if self.is_broken:
            return 503, {}
        if key not in self.keys:
            return 401, {"error": "who is that?"}
        with self.lock:
            match method, path.split("/")[1:]:
                case "GET", ["account"]:
                    return 200, {}
                case "POST", ["jobs"]:
                    number = f"job-{len(self.jobs) + 1}"
                    self.jobs[number] = key
                    return 200, {"id": number}
                case "GET", ["jobs", number] if number in self.jobs:
                    self.looks.append((number, key))
                    file = "" if self.is_drawing else f"{self.base}/files/{number}.png"
                    return 200, {"file": file, "refused": number in self.refused}
        return 404, {}


@contextmanager
def running(studio: Studio) -> Iterator[Studio]:
    """At a free port of 127.0.0.1."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.path.startswith("/files/"):
                status, told = 200, studio.file
            else:
                key = (self.headers.get("Authorization") or "").removeprefix("Key ")
                status, found = studio.answer(self.command, self.path, key)
                told = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        def do_POST(self) -> None:
            self.do_GET()

        def do_DELETE(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            """Tests have nothing to read."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        studio.base = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield studio
        finally:
            server.shutdown()
            thread.join()
