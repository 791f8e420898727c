"""The built page: its addresses, what may be cached, and what its policy lets a browser do."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from mediamill import app, config
from mediamill.http import create_app
from mediamill.http.handlers import pages
from mediamill.http.page import BuiltPage, page_policy
from mediamill.telemetry import AccessLog, open_tracer

INDEX = '<!doctype html><script type="module" src="/static/page/assets/index-1.js"></script>'
SCRIPT = "main();" * 100
ADDRESSES = ("/", "/history", "/generations/gen_1", "/account", "/inbox", "/console", "/console/queue", "/docs")


def build(folder: Path) -> None:
    """What a build leaves in its folder."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets/index-1.js").write_text(SCRIPT)
    (folder / "assets/index-1.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))


@pytest.fixture
async def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks a service whose page is built into `built`."""
    monkeypatch.setattr(pages, "page", BuiltPage(tmp_path / "built"))
    service = app.Service(config.read(data_dir=tmp_path / "data"), serves=True, pools={})
    await service.start()
    application = create_app(service.context(), AccessLog(enabled=False), open_tracer(None))
    transport = httpx2.ASGITransport(application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        yield client
    await service.stop()


async def test_every_address_of_the_page_answers_its_one_document(browser: httpx2.AsyncClient, tmp_path: Path) -> None:
    build(tmp_path / "built")
    answers = [await browser.get(address) for address in ADDRESSES]

    assert {(200, INDEX)} == {(answer.status_code, answer.text) for answer in answers}
    assert {"no-cache"} == {answer.headers["Cache-Control"] for answer in answers}
    assert {page_policy("http://localhost:8000")} == {answer.headers["Content-Security-Policy"] for answer in answers}
    assert 404 == (await browser.get("/elsewhere")).status_code


async def test_files_with_a_hash_in_their_name_stay_for_ever(browser: httpx2.AsyncClient, tmp_path: Path) -> None:
    build(tmp_path / "built")
    packed = await browser.get("/static/page/assets/index-1.js")
    plain = await browser.get("/static/page/assets/index-1.js", headers={"Accept-Encoding": "identity"})
    known = await browser.get("/static/page/assets/index-1.js", headers={"If-None-Match": packed.headers["ETag"]})

    assert "immutable" in packed.headers["Cache-Control"]
    assert ("gzip", SCRIPT) == (packed.headers["Content-Encoding"], packed.text)
    assert (None, SCRIPT) == (plain.headers.get("Content-Encoding"), plain.text)
    assert (304, b"") == (known.status_code, known.content)


async def test_a_page_that_is_built_while_the_service_runs_is_shown(
    browser: httpx2.AsyncClient, tmp_path: Path
) -> None:
    before, docs_before = await browser.get("/"), await browser.get("/docs")
    build(tmp_path / "built")
    after = await browser.get("/")

    assert "make page" in before.text
    assert "/static/docs.js" in docs_before.text
    assert INDEX == after.text


def test_media_may_come_from_the_service_and_from_its_bucket_alone() -> None:
    policy = page_policy("http://localhost:8000", "https://media.example.com/mill")
    parts = dict(part.split(" ", 1) for part in policy.split("; "))

    assert "'none'" == parts["default-src"]
    assert ("'self'", "'self'") == (parts["script-src"], parts["style-src"])
    for name in ("img-src", "media-src", "connect-src"):
        assert parts[name].endswith("http://localhost:8000 https://media.example.com")
    assert "unsafe" not in policy
