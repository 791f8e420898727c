"""The order in which addresses are tried, and the way through an operator's proxy."""

import asyncio
import base64
import contextlib
import socket
import ssl
import time
from collections.abc import AsyncIterator
from ipaddress import ip_address
from pathlib import Path

import httpcore2
import pytest
import trustme

from mediamill.config import InvalidSettings
from mediamill.outbound import Downloaded, Downloader, DownloadLimits, FailureReason, Guard, post
from mediamill.outbound.address import Address
from mediamill.outbound.connect import alternated, dial
from mediamill.outbound.failure import RequestFailed
from tests.outbound.conftest import certified
from tests.outbound.phone_book import LOOPBACK, PhoneBook
from tests.outbound.stranger import Stranger, answer


def addresses(text: str) -> tuple[Address, ...]:
    return tuple(ip_address(word) for word in text.split())


def test_the_families_take_turns_from_the_systems_first_choice() -> None:
    found = addresses("2606::1 2606::2 2606::3 8.8.8.8 8.8.4.4")

    assert list(addresses("2606::1 8.8.8.8 2606::2 8.8.4.4 2606::3")) == alternated(found)


class Scripted:
    """A route that refuses, hangs or connects, by address."""

    def __init__(self, **outcomes: str) -> None:
        self.tried: list[str] = []

    async def open(self, address: Address, port: int) -> httpcore2.AsyncNetworkStream:
        self.tried.append(str(address))
        if str(address).startswith("1."):
            raise httpcore2.ConnectError("refused")
        if str(address).startswith("2."):
            await asyncio.Event().wait()
        return httpcore2.AsyncNetworkStream()


async def test_a_silent_address_has_its_share_of_the_time_only() -> None:
    route = Scripted()

    async with asyncio.timeout(5):
        _, reached = await dial(route, addresses("2.0.0.1 1.0.0.1 3.0.0.1"), 443, time.monotonic() + 0.3)

    assert ip_address("3.0.0.1") == reached
    assert ["2.0.0.1", "1.0.0.1", "3.0.0.1"] == route.tried


async def test_at_most_three_addresses_are_tried() -> None:
    route = Scripted()

    with pytest.raises(RequestFailed) as failure:
        await dial(route, addresses("1.0.0.1 1.0.0.2 1.0.0.3 3.0.0.1"), 443, time.monotonic() + 5)

    assert FailureReason.CONNECT_FAILED is failure.value.reason
    assert 3 == len(route.tried)


class TunnelKeeper:
    """The operator's proxy: it opens tunnels on CONNECT and remembers where to."""

    def __init__(self, refusal: bytes = b"", routes: dict[str, int] | None = None) -> None:
        self.refusal = refusal
        self.routes = routes or {}  # ports of this machine that stand for places of the world
        self.heads: list[str] = []
        self.port = 0

    @contextlib.asynccontextmanager
    async def open(self, tls: ssl.SSLContext | None = None) -> AsyncIterator["TunnelKeeper"]:
        tasks: set[asyncio.Task[None]] = set()

        def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            tasks.add(asyncio.create_task(self.serve(reader, writer)))

        server = await asyncio.start_server(welcome, "127.0.0.1", 0, ssl=tls)
        self.port = server.sockets[0].getsockname()[1]
        yield self
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            self.heads.append((await reader.readuntil(b"\r\n\r\n")).decode())
            if self.refusal:
                writer.write(self.refusal)
                return
            place = self.heads[-1].split(" ")[1]
            if place in self.routes:
                place = f"127.0.0.1:{self.routes[place]}"
            host, _, port = place.rpartition(":")
            far_reader, far_writer = await asyncio.open_connection(host.strip("[]"), int(port))
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
        finally:
            writer.close()

    @property
    def targets(self) -> list[str]:
        return [head.split("\r\n")[0] for head in self.heads]


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
    finally:
        writer.close()


def guard_behind(proxy: str, book: PhoneBook) -> Guard:
    return Guard(allowed_networks=LOOPBACK, proxy=proxy, resolver=book)


async def test_a_proxy_is_told_the_judged_address_never_the_name(
    trusted: Path, book: PhoneBook, secure_stranger: Stranger, stranger: Stranger, tmp_path: Path
) -> None:
    book.enter("hooks.example.com", "127.0.0.1")
    book.enter("proxy.internal", "127.0.0.1")
    secure_stranger.behaviours["/hook"] = stranger.behaviours["/cat.png"] = answer(b"fine")
    async with TunnelKeeper().open() as keeper:
        guard = guard_behind(f"http://proxy.internal:{keeper.port}", book)
        told = await post(guard, secure_stranger.url("/hook", "hooks.example.com"), b"{}", {}, account_id="ada")
        got = await Downloader(guard).download(
            stranger.url("/cat.png"), tmp_path, account_id="ada", limits=DownloadLimits(1_000)
        )

    assert (200, ip_address("127.0.0.1")) == (told.status, told.address)
    assert isinstance(got, Downloaded)
    assert [
        f"CONNECT 127.0.0.1:{secure_stranger.port} HTTP/1.1",
        f"CONNECT 127.0.0.1:{stranger.port} HTTP/1.1",
    ] == keeper.targets
    assert "hooks.example.com" not in "".join(keeper.heads)


async def test_certificates_are_checked_by_name_through_a_proxy(
    trusted: Path, book: PhoneBook, secure_stranger: Stranger
) -> None:
    book.enter("other.example.com", "127.0.0.1")
    async with TunnelKeeper().open() as keeper:
        guard = guard_behind(f"http://127.0.0.1:{keeper.port}", book)
        told = await post(guard, secure_stranger.url("/hook", "other.example.com"), b"{}", {}, account_id="ada")

    assert FailureReason.TLS_FAILED is told.failure
    assert not secure_stranger.asked


async def test_what_is_forbidden_never_reaches_the_proxy(trusted: Path, book: PhoneBook) -> None:
    book.enter("inside.example.com", "127.0.0.1", "10.0.0.5")
    async with TunnelKeeper().open() as keeper:
        guard = guard_behind(f"http://127.0.0.1:{keeper.port}", book)
        troubles = [
            (await post(guard, f"https://{host}/", b"{}", {}, account_id="ada")).failure
            for host in ("10.0.0.5", "inside.example.com", "localhost", "nobody.example.com")
        ]

    assert [*[FailureReason.REFUSED_ADDRESS] * 3, FailureReason.DNS_FAILED] == troubles
    assert not keeper.heads


async def test_a_proxy_may_want_a_password_and_tls(
    trusted: Path, book: PhoneBook, secure_stranger: Stranger, authority: trustme.CA
) -> None:
    secure_stranger.behaviours["/hook"] = answer()
    async with TunnelKeeper().open(certified(authority, "proxy.internal")) as keeper:
        book.enter("proxy.internal", "127.0.0.1")
        guard = guard_behind(f"https://ada:p%40ss@proxy.internal:{keeper.port}/", book)
        told = await post(guard, secure_stranger.url("/hook"), b"{}", {}, account_id="ada")

    assert 200 == told.status
    secret = base64.b64encode(b"ada:p@ss").decode()
    assert f"Proxy-Authorization: Basic {secret}\r\n" in keeper.heads[0]
    assert "proxy-authorization" not in secure_stranger.asked[0].headers


@pytest.mark.parametrize(
    "refusal",
    [b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", b"HTTP/1.1 502 No\r\n\r\n", b"SSH-2.0-x\r\n\r\n", b"\r\n"],
)
async def test_a_proxy_that_refuses_is_a_failed_connection(refusal: bytes, trusted: Path, book: PhoneBook) -> None:
    async with TunnelKeeper(refusal).open() as keeper:
        guard = guard_behind(f"http://127.0.0.1:{keeper.port}", book)
        told = await post(guard, "https://8.8.8.8/", b"{}", {}, account_id="ada", seconds=5)

    assert (FailureReason.CONNECT_FAILED, None) == (told.failure, told.address)


async def test_a_proxy_without_address_or_with_a_false_certificate_is_a_failed_connection(
    trusted: Path, book: PhoneBook
) -> None:
    lost = guard_behind("http://proxy.internal:3128", book)
    assert (
        FailureReason.CONNECT_FAILED
        is (await post(lost, "https://8.8.8.8/", b"{}", {}, account_id="ada", seconds=5)).failure
    )

    async with TunnelKeeper().open(certified(trustme.CA(), "127.0.0.1")) as keeper:
        guard = guard_behind(f"https://127.0.0.1:{keeper.port}", book)
        told = await post(guard, "https://8.8.8.8/", b"{}", {}, account_id="ada", seconds=5)

    assert FailureReason.CONNECT_FAILED is told.failure
    assert not keeper.heads


async def test_a_proxy_that_hangs_ends_at_the_deadline(trusted: Path, book: PhoneBook) -> None:
    with socket.create_server(("127.0.0.1", 0)) as never_accepting:
        guard = guard_behind(f"http://127.0.0.1:{never_accepting.getsockname()[1]}", book)
        told = await post(guard, "https://8.8.8.8/", b"{}", {}, account_id="ada", seconds=0.3)

    assert FailureReason.TIMEOUT is told.failure


@pytest.mark.parametrize(
    "proxy", ["proxy.example.com:3128", "socks5://p:1", "http://", "http://p:x", "http://p/path", "http://p:99999"]
)
def test_a_proxy_setting_that_is_none_stops_the_start(proxy: str, trusted: Path) -> None:
    with pytest.raises(InvalidSettings, match="egress_proxy"):
        Guard(proxy=proxy)
