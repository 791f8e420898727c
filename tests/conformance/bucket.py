"""A bucket that speaks as much S3 as a storage needs: put, multipart, get with range, head, delete, list, copy."""

import hashlib
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

RANGE = re.compile(r"bytes=(\d+)-(\d*)")


class Bucket(ThreadingHTTPServer):
    """Objects in memory, on a free loopback port. As slow and as unreliable as a test wants it to be."""

    daemon_threads = True

    def __init__(self, put_seconds: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.objects: dict[str, bytes] = {}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.put_seconds = put_seconds  # each put takes so long
        self.puts = 0  # that were begun
        self.refuses: Callable[[int], bool] = lambda _: False  # whether to refuse the put of this number, from 1
        self.takes = threading.Event()  # puts wait for it
        self.takes.set()
        self._counting = threading.Lock()

    def refuses_next(self) -> bool:
        """Whether the put that begins now is refused, once its time is over."""
        with self._counting:
            self.puts += 1
            number = self.puts
        threading.Event().wait(self.put_seconds)
        self.takes.wait()
        return self.refuses(number)

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def running_bucket(put_seconds: float = 0.0) -> Iterator[Bucket]:
    with Bucket(put_seconds) as bucket:
        thread = threading.Thread(target=bucket.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield bucket
        finally:
            bucket.takes.set()
            bucket.shutdown()
            thread.join()


def credentials(bucket: Bucket) -> dict[str, str]:
    """The environment in which `s3://` leads to the bucket."""
    return {
        "AWS_ENDPOINT_URL": bucket.endpoint,
        "AWS_ALLOW_HTTP": "true",
        "AWS_ACCESS_KEY_ID": "ada",
        "AWS_SECRET_ACCESS_KEY": "reeds",
        "AWS_REGION": "eu-central-1",
    }


class _Handler(BaseHTTPRequestHandler):
    server: Bucket
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None: ...

    @property
    def key(self) -> str:
        return unquote(urlsplit(self.path).path).split("/", 2)[-1]

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.path).query, keep_blank_values=True)

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        headers.setdefault("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def do_PUT(self) -> None:
        content = self.body()
        if self.server.refuses_next():
            return self.answer(403, _xml("Error", "<Code>AccessDenied</Code>"))  # a 5xx would be tried again at once
        if "partNumber" in self.query:
            self.server.uploads[self.query["uploadId"][0]][int(self.query["partNumber"][0])] = content
        else:
            self.server.objects[self.key] = content
        self.answer(200, ETag=_etag(content))

    def do_POST(self) -> None:
        content = self.body()
        if "uploads" in self.query:
            upload = f"upload{len(self.server.uploads)}"
            self.server.uploads[upload] = {}
            xml = f"<Bucket>b</Bucket><Key>{escape(self.key)}</Key><UploadId>{upload}</UploadId>"
            self.answer(200, _xml("InitiateMultipartUploadResult", xml))
        elif "uploadId" in self.query:
            parts = self.server.uploads.pop(self.query["uploadId"][0])
            whole = b"".join(parts[number] for number in sorted(parts))
            self.server.objects[self.key] = whole
            self.answer(200, _xml("CompleteMultipartUploadResult", f"<ETag>{escape(_etag(whole))}</ETag>"))
        else:
            assert "delete" in self.query
            keys = re.findall(rb"<Key>(.*?)</Key>", content)
            for key in keys:
                self.server.objects.pop(key.decode(), None)
            deleted = "".join(f"<Deleted><Key>{key.decode()}</Key></Deleted>" for key in keys)
            self.answer(200, _xml("DeleteResult", deleted))

    def do_GET(self) -> None:
        if "list-type" in self.query:
            return self._list()
        content = self.server.objects.get(self.key)
        if content is None:
            return self.answer(404, _xml("Error", "<Code>NoSuchKey</Code>"))
        facts = {"ETag": _etag(content), "Last_Modified": "Fri, 02 Jan 2026 03:04:05 GMT"}
        if not (asked := RANGE.fullmatch(self.headers.get("Range", ""))):
            return self.answer(200, content, **facts, **self._length(content))
        start, end = int(asked[1]), int(asked[2] or len(content) - 1)
        if start >= len(content):
            return self.answer(416, _xml("Error", "<Code>InvalidRange</Code>"))
        part = content[start : end + 1]
        span = f"bytes {start}-{start + len(part) - 1}/{len(content)}"
        return self.answer(206, part, Content_Range=span, **facts)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _length(self, content: bytes) -> dict[str, str]:
        return {"Content_Length": str(len(content))}

    def _list(self) -> None:
        prefix = self.query.get("prefix", [""])[0]
        entries = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>"
            f"<ETag>{escape(_etag(content))}</ETag><Size>{len(content)}</Size></Contents>"
            for key, content in sorted(self.server.objects.items())
            if key.startswith(prefix)
        )
        self.answer(200, _xml("ListBucketResult", f"<IsTruncated>false</IsTruncated>{entries}"))


def _etag(content: bytes) -> str:
    return f'"{hashlib.md5(content, usedforsecurity=False).hexdigest()}"'


def _xml(name: str, inside: str) -> bytes:
    return f'<?xml version="1.0"?><{name}>{inside}</{name}>'.encode()
