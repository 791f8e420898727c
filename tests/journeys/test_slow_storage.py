"""Storage that answers like one on the network: every run ends as it does beside a fast disk."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from mediamill import generations
from scripts.demos.wishes import WISHES, Wish
from tests.conformance.bucket import Bucket, Fault, S3Call, credentials, running_bucket
from tests.fleet.balanced import is_fleet_wanted
from tests.service import FINAL, START_SECONDS, Person, Program, Service, until

ANSWER_SECONDS = 0.15
SHOWN_SECONDS = 60.0
REFUSED, MANY = 12, 40  # puts that are refused at first; runs

SetUp = Callable[[], Service]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    with running_bucket(ANSWER_SECONDS) as running:
        for name, value in credentials(running).items():
            monkeypatch.setenv(name, value)
        yield running


SET_UPS = ["whole"] if is_fleet_wanted() else ["whole", pytest.param("split", marks=pytest.mark.slow)]


@pytest.fixture(params=SET_UPS)
def set_up(
    request: pytest.FixtureRequest, bucket: Bucket, open_mill: Callable[..., Service], hire: Callable[..., Program]
) -> Service:
    """A service that stores in the bucket: in one process, or with its work done by another."""
    if request.param == "whole":
        return open_mill(storage_url=f"{bucket.url}/media", rehearsal="true")
    service = open_mill("--no-worker", storage_url=f"{bucket.url}/media", rehearsal="true")
    hire(service)
    until(lambda: bucket.tried_out == 2, seconds=START_SECONDS, what="the worker has tried the bucket out, too")
    return service


def refused(call: S3Call) -> Fault | None:
    """The first puts, and then every third."""
    return Fault.REFUSED if call.is_put and (call.number <= REFUSED or call.number % 3 == 0) else None


def made(mina: Person, wish: Wish, source: str | None) -> dict[str, Any]:
    """What came of a wish."""
    given = {wish.into: source} if source else {}
    return mina.wait(mina.start(wish.tool, model=wish.model, **wish.input, **given), seconds=120)


@pytest.mark.slow
def test_a_poller_sees_that_the_result_is_being_stored(set_up: Service, bucket: Bucket) -> None:
    mina = set_up.open_account("mina", credits=100)
    bucket.takes.clear()
    ids = [mina.start("rehearsal", model="slow", duration=0) for _ in range(2)]
    for id in ids:
        until(
            lambda id=id: mina.generation(id)["status"] == "uploading",  # type: ignore[misc]
            seconds=SHOWN_SECONDS,
            what=f"{id} is shown as uploading",
        )
    bucket.takes.set()

    assert ["success", "success"] == [mina.wait(id)["status"] for id in ids]
    assert "IllegalTransition" not in set_up.log
    assert 100 - 2 == mina.credits()
    assert set_up.is_exact()


@pytest.mark.slow
def test_a_storage_that_is_away_for_a_while_ends_nothing(set_up: Service, bucket: Bucket) -> None:
    mina = set_up.open_account("mina", credits=100)
    bucket.fault = refused
    ids = [mina.start("rehearsal", model="slow", duration=0) for _ in range(MANY)]

    assert ["success"] * MANY == [mina.wait(id, seconds=120)["status"] for id in ids]
    assert bucket.puts > REFUSED
    found = [set_up.write(lambda tx, id=id: generations.find(tx, id)) for id in ids]  # type: ignore[misc]
    assert [(1, 0)] * MANY == [(one.attempt, one.losses) for one in found if one], "something was made twice"
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
