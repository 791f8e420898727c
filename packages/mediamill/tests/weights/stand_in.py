"""A stand-in of the hub on loopback: what it lists and gives away, and how it fails. It shares no code with ours."""

import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from tests.weights.samples import COMMIT, REPOSITORY, model

TOKEN = "hf_0123456789"
LARGE = 1_000  # bytes from which on a file is kept apart, and known by its SHA-256
Headers = dict[str, str]


@dataclass
class StandIn:
    """One hub with one repository, and a carrier at another port that has the large files."""

    files: dict[str, bytes] = field(default_factory=model)
    commits: dict[str, dict[str, bytes]] = field(default_factory=dict)  # others than the newest
    commit: str = COMMIT
    lists_failing: int = 0  # that are refused before one is given
    gated: bool = False
    refused: bool = False  # the token's account was not let in
    base: str = ""
    carrier: str = ""
    asked: list[tuple[str, str | None, str | None]] = field(default_factory=list)  # path, range, authorization
    carried: dict[str, bytes] = field(default_factory=dict)  # what really comes instead of a file
    listed: Callable[[dict[str, object]], object] = lambda listing: listing  # changes the list
    headers: Callable[[str, Headers], Headers] = lambda _, headers: headers  # changes those of a content
    failing_every: int = 0  # of the requests for content
    retry_after: str = ""  # said when it fails
    cut_after: int | None = None  # bytes of each body, then the connection ends
    ranges: bool = True  # whether it knows of Range
    held_after: int | None = None  # bytes, after which a body waits to be let go on
    held: threading.Event = field(default_factory=threading.Event)  # somebody waits
    let_go: threading.Event = field(default_factory=threading.Event)
    contents: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def at(self, revision: str) -> dict[str, bytes] | None:
        """The files of a revision."""
        return self.files if revision in ("main", self.commit) else self.commits.get(revision)

    def listing(self, revision: str) -> tuple[int, object]:
        """What the API answers."""
        files = self.at(revision)
        if files is None:
            return 404, {"error": "Invalid rev id"}
        siblings = []
        for path, content in files.items():
            entry: dict[str, object] = {"rfilename": path, "size": len(content), "blobId": blob_id(content)}
            if len(content) >= LARGE:
                entry["lfs"] = {"sha256": sha256(content), "size": len(content), "pointerSize": 130}
            siblings.append(entry)
        commit = self.commit if revision == "main" else revision
        return 200, self.listed({"id": REPOSITORY, "sha": commit, "gated": self.gated, "siblings": siblings})


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def blob_id(content: bytes) -> str:
    """As `git hash-object` says it."""
    return hashlib.sha1(f"blob {len(content)}\0".encode() + content).hexdigest()


def content_requests(hub: StandIn) -> list[tuple[str, str | None]]:
    return [(path, range) for path, range, _ in hub.asked if path.startswith(("/carried/", f"/{REPOSITORY}/resolve/"))]


def handler(hub: StandIn, *, carries: bool) -> type[BaseHTTPRequestHandler]:
    """What serves the hub, or its carrier."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            with hub.lock:
                hub.asked.append((path, self.headers.get("Range"), self.headers.get("Authorization")))
            if carries:
                return self.body(path.removeprefix("/carried/"), {"ETag": '"the-carriers-own"'})
            if match := re.fullmatch(rf"/api/models/{REPOSITORY}/revision/(.+)", path):
                if hub.lists_failing:
                    hub.lists_failing -= 1
                    return self.say(502, b"<html>", {})
                status, found = hub.listing(match[1])
                missing = {"X-Error-Code": "RevisionNotFound"} if status == 404 else {}
                return self.say(status, json.dumps(found).encode(), missing)
            if match := re.fullmatch(rf"/{REPOSITORY}/resolve/([^/]+)/(.+)", path):
                return self.resolve(match[1], match[2])
            return self.say(401, b"{}", {"X-Error-Code": "RepoNotFound"})

        def resolve(self, commit: str, path: str) -> None:
            if hub.gated and (self.headers.get("Authorization") != f"Bearer {TOKEN}" or hub.refused):
                return self.say(403 if self.headers.get("Authorization") else 401, b"", {"X-Error-Code": "GatedRepo"})
            content = (hub.at(commit) or {}).get(path)
            if content is None:
                return self.say(404, b"", {"X-Error-Code": "EntryNotFound"})
            told = hub.headers(path, {"X-Repo-Commit": commit})
            if len(content) < LARGE:
                return self.body(path, told | {"ETag": f'"{blob_id(content)}"'})
            linked = {"X-Linked-ETag": f'"{sha256(content)}"', "X-Linked-Size": str(len(content))}
            address = f"{hub.carrier}/carried/{path}?Signature=x"
            return self.say(302, b"", {**linked, **told, "Location": told.get("Location", address)})

        def body(self, path: str, told: Headers) -> None:
            """A file from where it is asked for, with what goes wrong on the way."""
            with hub.lock:
                hub.contents += 1
                fails = hub.failing_every and hub.contents % hub.failing_every == 0
            if fails:
                return self.say(503, b"busy", {"Retry-After": hub.retry_after} if hub.retry_after else {})
            content = hub.carried.get(path, hub.files.get(path, b""))
            start = int((self.headers.get("Range") or "bytes=0-")[6:-1]) if hub.ranges else 0
            status = 206 if start else 200
            rest = content[start:]
            told = {"Content-Length": str(len(rest))} | told
            if start:
                told["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
            self.send_response(status)
            for name, value in hub.headers(f"carried {path}", told).items():
                self.send_header(name, value)
            self.end_headers()
            if hub.held_after is not None and len(rest) > hub.held_after and not hub.let_go.is_set():
                self.wfile.write(rest[: hub.held_after])
                hub.held.set()
                hub.let_go.wait(60)
                rest = rest[hub.held_after :]
            if hub.cut_after is not None and len(rest) > hub.cut_after:
                rest = rest[: hub.cut_after]
                self.close_connection = True
            self.wfile.write(rest)

        def say(self, status: int, body: bytes, told: Headers) -> None:
            self.send_response(status)
            for name, value in told.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Tests have nothing to read."""

    return Handler


class QuietServer(ThreadingHTTPServer):
    """Clients that go away in the middle are what is tested."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Nothing to say."""


@contextmanager
def running(hub: StandIn) -> Iterator[StandIn]:
    """At free ports of 127.0.0.1."""
    with (
        QuietServer(("127.0.0.1", 0), handler(hub, carries=False)) as at_hub,
        QuietServer(("127.0.0.1", 0), handler(hub, carries=True)) as at_carrier,
    ):
        hub.base, hub.carrier = (f"http://127.0.0.1:{one.server_address[1]}" for one in (at_hub, at_carrier))
        threads = [threading.Thread(target=one.serve_forever, args=(0.01,)) for one in (at_hub, at_carrier)]
        for thread in threads:
            thread.start()
        try:
            yield hub
        finally:
            hub.let_go.set()
            for one in (at_hub, at_carrier):
                one.shutdown()
            for thread in threads:
                thread.join()
