"""The remote engine of docs/engines.md works as it stands there, with the service's client and a vendor on loopback."""

import http.server
import json
import re
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from mediamill.engines import RemoteEngine, RemoteOptions, VendorClient
from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Finished,
    Job,
    Missing,
    Request,
    Running,
)
from mediamill.outbound import Guard
from tests.places import REPOSITORY

PAGE = (REPOSITORY / "docs/engines.md").read_text()
KEY = "acme-secret"


class Acme(http.server.ThreadingHTTPServer):
    """Answers what it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.answer: tuple[int, object] = (202, {"id": "t1"})
        self.asked: list[tuple[str, str, str | None, object]] = []


class Answering(http.server.BaseHTTPRequestHandler):
    server: Acme

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        self.server.asked.append((self.command, self.path, self.headers.get("Authorization"), body))
        status, answer = self.server.answer
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST  # noqa: N815 (the base class names it)
    do_DELETE = do_POST  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def acme() -> Iterator[Acme]:
    server = Acme()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def engine() -> RemoteEngine:
    (text,) = re.findall(
        r"^```python\n(from mediamill.engines.sdk import \(\n    AnswerLost.*?)^```", PAGE, re.M | re.S
    )
    names: dict[str, type[RemoteEngine]] = {}
    exec(compile(text, "docs/engines.md", "exec"), names)
    return names["AwayEngine"](RemoteOptions())


@pytest.fixture
async def vendor(acme: Acme, engine: RemoteEngine) -> AsyncIterator[VendorClient]:
    base = f"http://127.0.0.1:{acme.server_port}"
    client = VendorClient(Guard(), base_url=base, key=KEY, key_header=engine.key_header, hosts=engine.hosts)
    yield client
    await client.aclose()


async def test_the_engine_of_the_page_buys_once(
    acme: Acme, engine: RemoteEngine, vendor: VendorClient, tmp_path: Path
) -> None:
    request = Request("gen_1", "tones", "sine", {"prompt": "C E G"}, tmp_path)

    job = await engine.submit(request, vendor)

    assert job == Job({"id": "t1"})
    assert acme.asked == [("POST", "/v1/tones", f"Bearer {KEY}", {"notes": "C E G"})]
    for status, meaning in {
        422: EngineRefused,
        401: EngineUnavailable,
        429: EngineUnavailable,
        500: AnswerLost,
    }.items():
        acme.answer = (status, {})
        with pytest.raises(meaning):
            await engine.submit(request, vendor)


async def test_the_engine_of_the_page_hears_final_words_alone(
    acme: Acme, engine: RemoteEngine, vendor: VendorClient
) -> None:
    job = Job({"id": "t1"})
    acme.answer = (200, {"state": "done", "url": "https://files.acme.example/t1.wav"})
    assert await engine.poll(job, vendor) == Finished(("https://files.acme.example/t1.wav",), ".wav", cost=10_000)
    acme.answer = (404, {})
    assert await engine.poll(job, vendor) == Missing()
    for status, body in ((200, {"state": "pondering"}), (503, {}), (200, [])):
        acme.answer = (status, body)
        assert await engine.poll(job, vendor) == Running()
    acme.answer = (200, {"state": "failed"})
    with pytest.raises(EngineFailed):
        await engine.poll(job, vendor)

    await engine.cancel(job, vendor)
    assert acme.asked[-1][:2] == ("DELETE", "/v1/tones/t1")
