"""Calls that are signed: each one anew, by its own body; the key stays here."""

import traceback
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mediamill.config import InvalidSettings
from mediamill.engines import NotSent, VendorClient
from mediamill.outbound import Guard
from tests.engines.vendor.cloud import Cloud, json_answer
from tests.engines.vendor.conftest import KEY
from tests.engines.vendor.seal import BreaksLines, MakesOthers, Raises, Seal, seal_of
from tests.engines.vendor.test_key import leaks
from tests.outbound.stranger import answer

SECRET = KEY.partition(":")[2]


@pytest.fixture
def seal() -> Seal:
    return Seal()


@pytest.fixture
async def signing(guard: Guard, cloud: Cloud, seal: Seal) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=cloud.url(""), key=KEY, key_header=seal)
    yield client
    await client.aclose()


async def test_every_call_is_signed_as_it_is_sent(signing: VendorClient, cloud: Cloud, seal: Seal) -> None:
    cloud.behaviours |= {"/buy": json_answer("{}"), "/look": json_answer("{}")}
    host = cloud.url("").removeprefix("http://").rstrip("/")

    await signing.buy("/buy?n=1", {"prompt": "a heron"}, headers={"X-Action": "Paint"})
    await signing.get("/look?id=7")
    await signing.call("DELETE", "/look?id=7")

    made = [asked.headers["authorization"] for asked in cloud.asked]
    assert made == [seal_of(one.method, host, one.target, one.body, SECRET) for one in cloud.asked]
    assert len(set(made)) == 3
    assert seal.calls[0].headers == {"content-type": "application/json", "x-action": "Paint"}
    assert leaks(cloud.everything) == []


async def test_files_go_and_come_unsigned(signing: VendorClient, cloud: Cloud, folder: Path) -> None:
    cloud.behaviours |= {"/up": answer(b""), "/down": answer(b"a song")}
    picture = folder / "heron.png"
    picture.write_bytes(b"heron")

    await signing.put_file(cloud.url("/up"), picture, "image/png")
    await signing.download(cloud.url("/down"), folder)

    assert ["authorization" in asked.headers or "x-id" in asked.headers for asked in cloud.asked] == [False, False]


@pytest.mark.parametrize("faulty", [Raises(), MakesOthers(), BreaksLines()], ids=lambda one: type(one).__name__)
async def test_a_signer_that_fails_sends_nothing_and_shows_nothing(faulty: Seal, guard: Guard, cloud: Cloud) -> None:
    client = VendorClient(guard, base_url=cloud.url(""), key=KEY, key_header=faulty)

    for asking in (client.buy("/buy", {}), client.get("/look"), client.call("POST", "/look")):
        with pytest.raises(NotSent, match="could not be signed") as raised:
            await asking
        assert leaks("".join(traceback.format_exception(raised.value))) == []
    await client.aclose()

    assert cloud.asked == []


async def test_a_form_is_not_signed_and_so_not_sent(signing: VendorClient, cloud: Cloud) -> None:
    with pytest.raises(NotSent, match="a form cannot be signed"):
        await signing.buy("/buy", form={"prompt": "a heron"})

    assert cloud.asked == []


@pytest.mark.parametrize("name", ["Authorization", "x-id"])
async def test_no_call_takes_the_place_of_what_is_signed(name: str, signing: VendorClient, cloud: Cloud) -> None:
    with pytest.raises(ValueError, match="cannot be sent"):
        await signing.buy("/buy", {}, headers={name: "mine"})

    assert cloud.asked == []


def test_a_key_of_the_wrong_form_is_not_shown(guard: Guard) -> None:
    with pytest.raises(InvalidSettings, match="has to be id:secret") as refused:
        VendorClient(guard, base_url="https://api.example.com", key="half-a-secret", key_header=Seal())

    assert "half-a-secret" not in str(refused.value)


async def test_nothing_that_is_printed_has_the_key(signing: VendorClient) -> None:
    assert leaks(f"{signing!r} {vars(signing)!r}") == []
