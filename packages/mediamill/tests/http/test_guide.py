"""The guide as the service shows it: its pages by name, its policy, and what is said where it is not built."""

import base64
import hashlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from mediamill import app, config
from mediamill.http import create_app
from mediamill.http.handlers import pages
from mediamill.http.page import BUILT_GUIDE, BuiltPage
from mediamill.telemetry import AccessLog, open_tracer

SCRIPT = "start()"
DATA = '<script id="__config" type="application/json">{}</script>'
FIRST = f'<!doctype html><script>{SCRIPT}</script>{DATA}<a href="a.html">A</a>'
HANDLER = re.compile(r"""\son[a-z]+=["']""")


def build(folder: Path) -> None:
    """What a build leaves in its folder."""
    (folder / "assets").mkdir(parents=True)
    (folder / "tasks").mkdir()
    (folder / "index.html").write_text(FIRST)
    (folder / "tasks/nginx.html").write_text("<!doctype html><p>nginx</p>")
    (folder / "assets/bundle.1.min.js").write_text("go()")
    (folder / "search.json").write_text("{}")
    (folder / "llms.txt").write_text("# mediamill\n")
    (folder / "assets/LICENSE").write_text("MIT")


@pytest.fixture
async def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks a service whose guide is built into `guide`."""
    monkeypatch.setattr(pages, "guide", BuiltPage(tmp_path / "guide"))
    service = app.Service(config.read(data_dir=tmp_path / "data"), serves=True, pools={})
    await service.start()
    application = create_app(service.context(), AccessLog(enabled=False), open_tracer(None))
    transport = httpx2.ASGITransport(application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        yield client
    await service.stop()


async def test_its_pages_are_found_by_their_names(reader: httpx2.AsyncClient, tmp_path: Path) -> None:
    build(tmp_path / "guide")
    answers = {
        path: await reader.get(f"/guide/{path}")
        for path in ("", "index.html", "tasks/nginx.html", "search.json", "llms.txt")
    }

    assert {200} == {answer.status_code for answer in answers.values()}
    assert FIRST == answers[""].text == answers["index.html"].text
    assert answers["search.json"].headers["Content-Type"] == "application/json"
    assert answers["llms.txt"].headers["Content-Type"].startswith("text/plain")
    for path in ("nothing.html", "tasks", "../docs.html", "%2e%2e/docs.html", "assets/LICENSE", "assets/"):
        assert 404 == (await reader.get(f"/guide/{path}")).status_code, path


async def test_its_short_address_leads_to_where_its_links_start(reader: httpx2.AsyncClient, tmp_path: Path) -> None:
    build(tmp_path / "guide")
    answer = await reader.get("/guide")

    assert (308, "/guide/") == (answer.status_code, answer.headers["Location"])


async def test_only_what_was_built_into_a_page_runs_in_it(reader: httpx2.AsyncClient, tmp_path: Path) -> None:
    build(tmp_path / "guide")
    policy = (await reader.get("/guide/")).headers["Content-Security-Policy"]
    plain = (await reader.get("/guide/tasks/nginx.html")).headers["Content-Security-Policy"]
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()

    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "sha256" not in plain
    assert not re.search(r"\*|unsafe-eval|https?:", policy)
    assert "unsafe" not in policy.partition("style-src")[0]


async def test_names_that_change_with_their_content_stay_for_ever(reader: httpx2.AsyncClient, tmp_path: Path) -> None:
    build(tmp_path / "guide")

    assert "immutable" in (await reader.get("/guide/assets/bundle.1.min.js")).headers["Cache-Control"]
    assert "no-cache" == (await reader.get("/guide/index.html")).headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/guide", "/guide/"])
async def test_where_it_is_not_built_one_sentence_says_how(reader: httpx2.AsyncClient, path: str) -> None:
    answer = await reader.get(path)

    assert 200 == answer.status_code
    assert "<code>make guide</code>" in answer.text
    assert 404 == (await reader.get("/guide/start.html")).status_code


@pytest.mark.skipif(not (BUILT_GUIDE / "index.html").is_file(), reason="the guide is not built: make guide")
def test_what_is_built_needs_nothing_that_the_policy_forbids() -> None:
    found = BuiltPage(BUILT_GUIDE).files
    documents = {name: file.content.decode() for name, file in found.items() if name.endswith(".html")}

    assert {"index.html", "start.html", "tasks/nginx.html", "reference/api.html"} <= set(documents)
    for name, text in documents.items():
        shown = re.sub(r"<(script|code|pre)\b.*?</\1>", "", text, flags=re.S)
        assert HANDLER.findall(shown) == [], name
