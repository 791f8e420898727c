"""Vendors that do what vendors must not, and what it is called: not sent, or lost."""

import asyncio
import gzip
import socket
import tracemalloc
from pathlib import Path

import pytest
import trustme

from mediamill.engines import ForeignUrl, VendorClient
from mediamill.engines.remote import AnswerLost, NotSent
from mediamill.engines.vendor import client as vendor_client
from mediamill.outbound import Guard
from tests.engines.vendor.cloud import Cloud, hang_up, in_turn, json_answer
from tests.outbound import stranger as does
from tests.outbound.conftest import certified
from tests.outbound.phone_book import PhoneBook
from tests.outbound.stranger import Behaviour, Visit, answer, head, redirect
from tests.outbound.test_download import files_in

METADATA = "http://169.254.169.254/latest/meta-data/"
MEMORY_BYTES_MAX = 8_000_000
SOON = 0.4  # seconds


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes 20 s at most takes as good as none."""
    monkeypatch.setattr(vendor_client, "ANSWER_SECONDS", SOON)


async def test_a_paid_call_follows_no_redirect(client: VendorClient, cloud: Cloud, book: PhoneBook) -> None:
    cloud.behaviours["/buy"] = redirect(METADATA, "307 Temporary Redirect")

    bought = await client.buy("/buy", {})

    assert (307, METADATA) == (bought.status, bought.headers["location"])
    assert 1 == len(cloud.asked)
    assert [] == book.asked


@pytest.mark.parametrize(
    "behaviour", [does.drip_body, does.drip_headers, does.silent], ids=lambda behaviour: behaviour.__name__
)
async def test_a_vendor_that_drips_or_is_silent_ends_at_the_deadline(
    behaviour: Behaviour, client: VendorClient, cloud: Cloud, folder: Path, hurried: None
) -> None:
    cloud.behaviours["/"] = behaviour

    for asking in (client.get("/"), client.buy("/"), client.buy("/", seconds=SOON, save_to=folder / "song.mp3")):
        with pytest.raises(AnswerLost, match="timeout") as lost:
            await asking
        assert float(str(lost.value.facts["seconds"])) > SOON / 2

    assert 3 == len(cloud.asked)
    assert [] == files_in(folder)


@pytest.mark.parametrize(
    "behaviour",
    [does.endless_chunks, does.endless_without_length, answer(b"x", length=3_000_000_000)],
    ids=["chunks", "without length", "declared"],
)
async def test_an_answer_without_end_is_not_taken(
    behaviour: Behaviour, guard: Guard, cloud: Cloud, folder: Path
) -> None:
    cloud.behaviours["/"] = behaviour
    client = VendorClient(guard, base_url=cloud.url(""), bytes_max=1_000_000)
    tracemalloc.start()
    try:
        for asking in (client.get("/"), client.buy("/", save_to=folder / "song.mp3")):
            with pytest.raises(AnswerLost, match="too_large"):
                await asking
        with pytest.raises(AnswerLost, match="too_large"):
            await client.buy("/", bytes_max=10, save_to=folder / "song.mp3")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        await client.aclose()

    assert peak < MEMORY_BYTES_MAX
    assert [] == files_in(folder)


async def test_the_status_of_a_refusal_survives_its_endless_body(
    client: VendorClient, cloud: Cloud, folder: Path
) -> None:
    async def refuse(visit: Visit) -> None:
        await visit.send(head("Transfer-Encoding: chunked", status="422 Unprocessable"))
        while True:
            await visit.send(b"10000\r\n" + b"x" * 65536 + b"\r\n")

    cloud.behaviours["/"] = refuse

    answers = [await client.get("/"), await client.buy("/"), await client.buy("/", save_to=folder / "song.mp3")]

    assert [422] * 3 == [refused.status for refused in answers]
    assert {vendor_client.ANSWER_BYTES_MAX} == {len(refused.body) for refused in answers}
    assert [] == files_in(folder)


async def test_a_coded_answer_is_lost(client: VendorClient, cloud: Cloud, folder: Path) -> None:
    cloud.behaviours["/"] = answer(gzip.compress(b"{}" * 1_000), "Content-Encoding: gzip")

    for asking in (client.get("/"), client.buy("/"), client.buy("/", save_to=folder / "song.mp3")):
        with pytest.raises(AnswerLost, match="encoded"):
            await asking

    assert [] == files_in(folder)


@pytest.mark.parametrize(
    "behaviour",
    [
        hang_up,
        does.cut_in_the_head,
        does.cut_chunks,
        does.reset_before_the_head,
        does.reset_in_the_body,
        does.babble,
        does.broken_chunks,
        does.endless_header,
        does.endless_headers,
        does.endless_interim_answers,
        does.endless_tiny_chunks,
    ],
    ids=lambda behaviour: behaviour.__name__,
)
async def test_once_the_request_is_sent_every_trouble_is_a_lost_answer(
    behaviour: Behaviour, client: VendorClient, cloud: Cloud, folder: Path
) -> None:
    async def behave(visit: Visit) -> None:
        await behaviour(visit)
        visit.writer.close()

    cloud.behaviours["/buy"] = behave

    for asking in (
        client.buy("/buy", {"prompt": "a heron"}),
        client.buy("/buy", {"prompt": "a heron"}, save_to=folder / "song.mp3"),
        client.call("POST", "/buy"),
        client.get("/buy"),
    ):
        with pytest.raises(AnswerLost) as lost:
            await asking
        assert lost.value.facts["reason"]

    assert 4 == len(cloud.asked)
    assert [] == files_in(folder)


async def test_what_does_not_connect_is_not_sent(
    guard: Guard, book: PhoneBook, authority: trustme.CA, folder: Path
) -> None:
    picture = folder / "heron.png"
    picture.write_bytes(b"heron")
    book.enter("inside.example.com", "169.254.169.254")
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    async with Cloud(tls=certified(authority, "other.example.com")) as false:
        for base_url, reason in (
            (f"http://127.0.0.1:{port}", "connect_failed"),
            (false.url(""), "tls_failed"),
            ("https://nobody.example.com", "dns_failed"),
            ("https://inside.example.com", "refused_address"),
            ("http://169.254.169.254", "refused_address"),
        ):
            client = VendorClient(guard, base_url=base_url)
            for asking in (
                client.buy("/", {"prompt": "a heron"}),
                client.get("/"),
                client.call("DELETE", "/"),
                client.put_file(base_url, picture, "image/png"),
            ):
                with pytest.raises(NotSent, match=reason):
                    await asking
            await client.aclose()

    assert [] == false.asked


async def test_a_connection_that_takes_too_long_is_not_sent(guard: Guard, authority: trustme.CA) -> None:
    with socket.create_server(("127.0.0.1", 0)) as never_accepting:  # the TLS handshake waits for ever
        client = VendorClient(guard, base_url=f"https://127.0.0.1:{never_accepting.getsockname()[1]}")
        with pytest.raises(NotSent, match="timeout"):
            await client.buy("/", {}, seconds=SOON)
        await client.aclose()


async def test_a_dead_connection_costs_a_look_nothing_and_is_told_of_anything_else(
    client: VendorClient, cloud: Cloud
) -> None:
    cloud.behaviours["/look"] = in_turn(json_answer("{}"), hang_up, json_answer("{}"))
    cloud.behaviours["/cancel"] = in_turn(json_answer("{}"), hang_up, json_answer("{}"))

    looks = [await client.get("/look") for _ in range(2)]
    await client.call("PUT", "/cancel")
    with pytest.raises(AnswerLost):
        await client.call("PUT", "/cancel")

    assert [200, 200] == [look.status for look in looks]
    assert ["GET"] * 3 + ["PUT"] * 2 == [asked.method for asked in cloud.asked]


async def test_a_look_is_repeated_once_only(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/look"] = in_turn(json_answer("{}"), hang_up, hang_up)
    await client.get("/look")

    with pytest.raises(AnswerLost):
        await client.get("/look")

    assert 3 == len(cloud.asked)


async def test_a_look_on_a_new_connection_is_not_repeated(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/look"] = hang_up

    with pytest.raises(AnswerLost):
        await client.get("/look")

    assert 1 == len(cloud.asked)


async def test_an_answer_that_nobody_asked_for_is_nobodys_answer(client: VendorClient, cloud: Cloud) -> None:
    one, other = (head("Content-Length: 1") + name for name in (b"1", b"2"))
    chunked = head("Transfer-Encoding: chunked") + b"1\r\n1\r\n0\r\n\r\n"

    async def answer_twice(visit: Visit) -> None:
        await visit.send(one + other)

    async def answer_twice_in_chunks(visit: Visit) -> None:
        await visit.send(chunked + other)

    cloud.behaviours |= {
        "/twice": answer_twice,
        "/chunks": answer_twice_in_chunks,
        "/mine": answer(b"mine"),
    }

    assert b"1" == (await client.get("/twice")).body
    assert b"mine" == (await client.call("POST", "/mine")).body
    assert b"1" == (await client.get("/chunks")).body
    with pytest.raises(AnswerLost, match="nobody asked for"):
        await client.call("POST", "/mine")
    assert b"mine" == (await client.call("POST", "/mine")).body


async def test_a_cancelled_purchase_closes_its_connection(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/buy"] = does.silent
    buying = asyncio.create_task(client.buy("/buy", {"prompt": "a heron"}))
    await cloud.is_busy_with(1)

    buying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await buying

    await cloud.is_busy_with(0)


async def test_a_cancelled_look_leaves_the_pool_whole(guard: Guard, cloud: Cloud) -> None:
    cloud.behaviours |= {"/silent": does.silent, "/look": json_answer("{}")}
    client = VendorClient(guard, base_url=cloud.url(""), connections_max=1)
    for _ in range(3):
        looking, waiting = (asyncio.create_task(client.get("/silent")) for _ in range(2))
        await cloud.is_busy_with(1)
        waiting.cancel()
        looking.cancel()
        await asyncio.gather(looking, waiting, return_exceptions=True)
        await cloud.is_busy_with(0)

    assert 200 == (await client.get("/look")).status
    await client.aclose()


@pytest.mark.parametrize(
    "path",
    [
        "http://127.0.0.1:1/look",
        "https://169.254.169.254/",
        "look",
        "/../look",
        "/a/%2e%2e/look",
        "/look#x",
        "/lo ok",
        "file:///etc/passwd",
        "",
    ],
)
async def test_the_key_goes_to_no_other_place(path: str, client: VendorClient, cloud: Cloud, book: PhoneBook) -> None:
    for asking in (client.get(path), client.call("PUT", path), client.buy(path, {})):
        with pytest.raises(ForeignUrl):
            await asking

    assert [] == [*cloud.asked, *book.asked]


async def test_a_path_that_looks_like_a_host_stays_a_path(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["//example.com/look"] = json_answer("{}")

    assert 200 == (await client.get("//example.com/look")).status


SMUGGLED = [
    {"X-A": "b\r\nX-C: d"},
    {"X-A\r\nX-C": "d"},
    {"Host": "example.com"},
    {"Content-Length": "3"},
    {"authorization": "Key mine"},
    {"X-A": "é"},
    {"": "x"},
    {"Accept-Encoding": "gzip"},
    *({name: "x"} for name in ("Connection", "Expect", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "TE")),
    *({name: "x"} for name in ("Proxy-Authenticate", "Trailer", "Transfer-Encoding", "UPGRADE")),
]


@pytest.mark.parametrize("headers", SMUGGLED, ids=lambda headers: next(iter(headers)))
async def test_headers_cannot_smuggle(headers: dict[str, str], client: VendorClient, cloud: Cloud) -> None:
    for asking in (client.buy("/buy", {}, headers=headers), client.call("POST", "/up", {}, headers=headers)):
        with pytest.raises(ValueError, match="cannot be sent"):
            await asking

    assert [] == cloud.asked
