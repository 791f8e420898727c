"""One-time links: Ada opens the page without typing her key."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from mediamill import app, clock, config
from mediamill.http import OneTimeLinks, create_app
from mediamill.http.sign_in import VALID_SECONDS
from mediamill.telemetry import AccessLog, open_tracer

KEY = "mm_live_ada"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[tuple[httpx2.AsyncClient, OneTimeLinks]]:
    service = app.Service(config.read(data_dir=tmp_path), serves=True, pools={})
    await service.start()
    transport = httpx2.ASGITransport(create_app(service.context(), AccessLog(enabled=False), open_tracer(None)))
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        yield client, service.one_time_links
    await service.stop()


def code_of(link: str) -> str:
    return link.partition("#code=")[2]


async def test_a_link_signs_in_once(house: tuple[httpx2.AsyncClient, OneTimeLinks]) -> None:
    client, links = house
    code = code_of(links.make(KEY, "http://testserver"))
    first, second = [await client.post("/ext/sign-in", json={"code": code}) for _ in range(2)]

    assert (200, {"apiKey": KEY}, "no-store") == (first.status_code, first.json(), first.headers["Cache-Control"])
    assert (401, "This sign-in link was used already or has expired") == (second.status_code, second.json()["message"])


@pytest.mark.parametrize("body", [{}, {"code": 7}, {"code": "a", "key": "b"}, []])
async def test_what_is_no_code_is_refused(house: tuple[httpx2.AsyncClient, OneTimeLinks], body: object) -> None:
    assert 400 == (await house[0].post("/ext/sign-in", json=body)).status_code


async def test_guessing_is_counted(house: tuple[httpx2.AsyncClient, OneTimeLinks]) -> None:
    answers = [(await house[0].post("/ext/sign-in", json={"code": f"{n}"})).status_code for n in range(70)]

    assert {401, 429} == set(answers)


def test_an_old_link_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    links = OneTimeLinks()
    code, made_at = code_of(links.make(KEY, "http://localhost")), clock.now()
    monkeypatch.setattr(clock, "now", lambda: made_at + VALID_SECONDS * 1000 + 1_000)

    assert links.redeem(code) is None
