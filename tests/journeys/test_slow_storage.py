"""Storage that answers like one on the network: every run ends as it does beside a fast disk."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import httpx2
import pytest

from scripts.demos.wishes import WISHES, Wish
from tests.conformance.bucket import Bucket, credentials, running_bucket
from tests.service import FINAL, Person, Program, Service, until

PUT_SECONDS = 0.15
STORAGE = "s3://marsh/media"
SHOWN_SECONDS = 60.0
REFUSED, MANY = 12, 40  # puts that are refused at first; runs

SetUp = Callable[[], Service]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    with running_bucket(PUT_SECONDS) as running:
        for name, value in credentials(running).items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture(params=["whole", pytest.param("split", marks=pytest.mark.slow)])
def set_up(
    request: pytest.FixtureRequest, bucket: Bucket, open_mill: Callable[..., Service], hire: Callable[..., Program]
) -> Service:
    """A service that stores in the bucket: in one process, or with its work done by another."""
    assert bucket.endpoint
    if request.param == "whole":
        return open_mill(storage_url=STORAGE, rehearsal="true")
    service = open_mill("--no-worker", storage_url=STORAGE, rehearsal="true")
    hire(service)
    return service


def made(mina: Person, wish: Wish, source: str | None) -> dict[str, Any]:
    """What came of a wish."""
    given = {wish.into: source} if source else {}
    return mina.wait(mina.start(wish.tool, model=wish.model, **wish.input, **given), seconds=120)


def test_a_poller_sees_that_the_result_is_being_stored(set_up: Service, bucket: Bucket) -> None:
    mina = set_up.open_account("mina", credits=100)
    bucket.takes.clear()
    ids = [mina.start("rehearsal", model="slow", duration=0), mina.start("drum-generator", model="drumgen")]
    for id in ids:
        until(
            lambda id=id: mina.generation(id)["status"] == "uploading",  # type: ignore[misc]
            seconds=SHOWN_SECONDS,
            what=f"{id} is shown as uploading",
        )
    bucket.takes.set()

    assert ["success", "success"] == [mina.wait(id)["status"] for id in ids]
    assert "IllegalTransition" not in set_up.log
    assert 100 - 1 == mina.credits()
    assert set_up.is_exact()


@pytest.mark.slow
def test_a_storage_that_is_away_for_a_while_ends_nothing(set_up: Service, bucket: Bucket) -> None:
    mina = set_up.open_account("mina", credits=100)
    bucket.refuses = lambda number: number <= REFUSED or number % 3 == 0
    ids = [mina.start("rehearsal", model="slow", duration=0) for _ in range(MANY)]

    assert ["success"] * MANY == [mina.wait(id, seconds=120)["status"] for id in ids]
    assert bucket.puts > REFUSED
    with closing(sqlite3.connect(set_up.folder / "mediamill.db", timeout=30)) as connection:
        assert [(MANY, 1, 0)] == connection.execute(
            "SELECT COUNT(*), MAX(attempt), MAX(losses) FROM generations"
        ).fetchall(), "something was made twice"
    assert 100 - MANY == mina.credits()
    assert set_up.is_exact()


@pytest.mark.slow
def test_every_tool_is_stored_where_storing_takes_long(set_up: Service) -> None:
    mina = set_up.open_account("mina", credits=10_000)
    outputs: dict[str, str] = {}
    for wish in sorted(WISHES, key=lambda wish: bool(wish.made_from)):
        shown = made(mina, wish, outputs.get(wish.made_from))
        assert "success" == shown["status"], f"{wish.name}: {shown['error']}"
        outputs[wish.name] = shown["output"]
        for url in filter(None, (shown["output"], shown["thumbnail"])):
            found = httpx2.get(url, trust_env=False, headers={"Range": "bytes=0-0"})
            assert 206 == found.status_code, f"{wish.name}: {url}"
    assert mina.total() == sum(mina.total(status) for status in FINAL)
    assert set_up.is_exact()
