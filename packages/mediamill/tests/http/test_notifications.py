"""An account's address for notices over HTTP: set, read, removed, and judged as the URL of a webhook is."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.http.admin.office import Office, opened

URL = "https://8.8.8.8/credits"


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with opened(tmp_path) as office:
        yield office


async def test_an_address_is_set_read_and_removed(office: Office) -> None:
    _, key = await office.account()
    async with office.caller(key) as client:
        nothing = (await client.get("/ext/notifications")).json()
        made = (await client.put("/ext/notifications", json={"url": URL})).json()
        read = (await client.get("/ext/notifications")).json()
        gone = [(await client.delete("/ext/notifications")).status_code for _ in range(2)]
        after = (await client.get("/ext/notifications")).json()

    assert nothing == after == {"url": None, "createdAt": None}
    assert (made["url"], made) == (URL, read)
    assert gone == [204, 204]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "http://8.8.8.8/"}, "invalid_url"),
        ({"url": "https://127.0.0.1/"}, "forbidden_url"),
        ({"url": "https://hooks.internal/"}, "forbidden_url"),
        ({"url": 7}, "invalid_type"),
        ({}, "missing"),
        ({"url": URL, "secret": "x"}, "unknown_field"),
    ],
)
async def test_what_no_webhook_may_have_is_refused(office: Office, body: dict[str, object], code: str) -> None:
    _, key = await office.account()
    async with office.caller(key) as client:
        refused = await client.put("/ext/notifications", json=body)
        after = (await client.get("/ext/notifications")).json()

    assert (refused.status_code, next(fault["code"] for fault in refused.json()["errors"]), after["url"]) == (
        400,
        code,
        None,
    )
