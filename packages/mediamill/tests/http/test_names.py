"""Names in callers' URLs are looked up last of all, and once nothing else is wrong."""

from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx2
import pytest

from mediamill import accounts, app, assembly, config
from mediamill.accounts import Plan, open_account
from mediamill.outbound import Guard, Resolver

ADDRESSES = {
    "good.example.com": ["8.8.8.8", "2606:4700::1111"],
    "inside.example.com": ["10.0.0.5"],
    "half.example.com": ["8.8.8.8", "127.0.0.1"],
    "silent.example.com": [],
}


class PhoneBook(Resolver):
    """Answers from a list, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def resolve(self, name: str, seconds: float, *, account_id: str) -> Any:
        self.asked.append(name)
        return tuple(ip_address(text) for text in ADDRESSES.get(name, ["8.8.8.8"]))


Run = Callable[[dict[str, Any]], Any]


@pytest.fixture
async def book() -> PhoneBook:
    return PhoneBook()


CDN = "https://cdn.example.com/mill"


@pytest.fixture
async def run(tmp_path: Path, book: PhoneBook) -> Any:
    settings = config.read(data_dir=tmp_path, media_url=CDN)
    service = app.Service(settings, serves=True, pools={})
    service.guard = Guard(resolver=book)
    await service.start()
    pepper = assembly.api_key_pepper(settings)

    def key_of_a_new_account(tx: Any) -> str:
        return accounts.issue_key(tx, open_account(tx, "ada@example.com", Plan.PRO, 10).id, "k", pepper)[1]

    key = await service.database.write(key_of_a_new_account)
    transport = httpx2.ASGITransport(service.application())
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:

        async def post(body: dict[str, Any]) -> httpx2.Response:
            return await client.post("/api/run", json=body, headers={"Authorization": key})

        yield post
    await service.stop()


def drums(**more: Any) -> dict[str, Any]:
    return {"tool": "drum-generator", "input": {"model": "drumgen"}, **more}


def splitter(file: str, **more: Any) -> dict[str, Any]:
    return {"tool": "song-splitter", "input": {"model": "demucs", "file": file}, **more}


@pytest.mark.parametrize("name", ["good.example.com", "silent.example.com"])
async def test_a_public_name_or_one_without_an_answer_is_accepted(run: Run, name: str) -> None:
    assert (await run(drums(webhook=f"https://{name}/hook"))).status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "https://HOOKS.Good.Test",
        "https://hooks.good.test.",
        "https://bücher.good.test/ü?ü=ü",
        "https://xn--bcher-kva.good.test/",
        "https://a-b.c_d.good.test/%00%0a/../x;y=z?a[]=b&c=%23",
        "https://localhost.good.test/",
        "https://notlocalhost.test/",
        "https://127.0.0.1.good.test/",
        "https://10.good.test/",
        "https://internal.good.test/",
    ],
)
async def test_a_public_name_is_accepted_however_it_is_written(run: Run, book: PhoneBook, url: str) -> None:
    assert (await run(drums(webhook=url))).status_code == 200
    assert len(book.asked) == 1


@pytest.mark.parametrize("name", ["inside.example.com", "half.example.com"])
async def test_one_forbidden_address_is_enough(run: Run, name: str) -> None:
    answer = await run(splitter(f"http://{name}/song.mp3", webhook=f"https://{name}/hook"))

    assert answer.status_code == 400
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [
        ("webhook", "forbidden_url"),
        ("input.file", "forbidden_url"),
    ]


async def test_nobody_is_asked_while_anything_else_is_wrong(run: Run, book: PhoneBook) -> None:
    assert (await run(drums(webhook="https://inside.example.com/", extra=1))).status_code == 400
    assert book.asked == []


async def test_our_own_media_are_not_looked_up(run: Run, book: PhoneBook) -> None:
    for found_at in ("http://localhost:8000/media", CDN):
        assert (await run(splitter(f"{found_at}/gen_1/a.mp3"))).status_code == 200
    assert book.asked == []
