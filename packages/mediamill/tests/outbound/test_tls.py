"""Whom we believe: a chain to a known authority, a name that fits, a date that has not passed, TLS 1.2 or later."""

import asyncio
import datetime
import socket
import ssl
import time
import warnings
from pathlib import Path

import pytest
import trustme

from mediamill.config import InvalidSettings
from mediamill.outbound import FailureReason, Guard, post
from tests.outbound.conftest import certified
from tests.outbound.phone_book import LOOPBACK, PhoneBook
from tests.outbound.stranger import Stranger, answer


async def outcome(guard: Guard, receiver: Stranger, host: str = "127.0.0.1") -> int | FailureReason | None:
    told = await post(guard, receiver.url("/hook", host), b"{}", {}, account_id="ada", seconds=5)
    assert told.failure is not FailureReason.TIMEOUT
    return told.status or told.failure


def server_of(certificate: trustme.LeafCert) -> Stranger:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    return Stranger({"/hook": answer()}, tls=context)


async def test_a_good_certificate_is_believed(guard: Guard, authority: trustme.CA) -> None:
    async with server_of(authority.issue_cert("127.0.0.1")) as receiver:
        assert 200 == await outcome(guard, receiver)


async def test_an_expired_certificate_is_not(guard: Guard, authority: trustme.CA) -> None:
    yesterday = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
    async with server_of(authority.issue_cert("127.0.0.1", not_after=yesterday)) as receiver:
        assert FailureReason.TLS_FAILED is await outcome(guard, receiver)
        assert not receiver.asked


async def test_a_certificate_for_another_name_is_not(guard: Guard, authority: trustme.CA, book: PhoneBook) -> None:
    book.enter("hooks.example.com", "127.0.0.1")
    async with server_of(authority.issue_cert("other.example.com", "127.0.0.1")) as receiver:
        assert FailureReason.TLS_FAILED is await outcome(guard, receiver, "hooks.example.com")
        assert 200 == await outcome(guard, receiver)
        assert 1 == len(receiver.asked)


async def test_an_unknown_authority_is_not(guard: Guard) -> None:
    async with server_of(trustme.CA().issue_cert("127.0.0.1")) as receiver:
        assert FailureReason.TLS_FAILED is await outcome(guard, receiver)
        assert not receiver.asked


async def test_a_server_that_speaks_no_tls_is_not(guard: Guard) -> None:
    def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        told = await post(
            guard, f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/", b"{}", {}, account_id="ada", seconds=5
        )

    assert FailureReason.TLS_FAILED is told.failure


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
async def test_old_tls_is_not(version: ssl.TLSVersion, guard: Guard, authority: trustme.CA) -> None:
    context = certified(authority, "127.0.0.1")
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = context.maximum_version = version
        old_client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old_client.minimum_version = version
        old_client.set_ciphers("DEFAULT:@SECLEVEL=0")
        authority.configure_trust(old_client)
    async with Stranger({"/hook": answer()}, tls=context) as receiver:
        _, writer = await asyncio.open_connection("127.0.0.1", receiver.port, ssl=old_client)
        spoken = writer.get_extra_info("ssl_object").version()
        writer.close()

        assert version.name.replace("_", ".") == spoken  # the server can, for those who still do
        assert FailureReason.TLS_FAILED is await outcome(guard, receiver)
    assert ssl.TLSVersion.TLSv1_2 == guard.trust.minimum_version  # whatever the system's own policy is


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
async def test_present_tls_is(version: ssl.TLSVersion, guard: Guard, authority: trustme.CA) -> None:
    context = certified(authority, "127.0.0.1")
    context.minimum_version = context.maximum_version = version
    async with Stranger({"/hook": answer()}, tls=context) as receiver:
        assert 200 == await outcome(guard, receiver)


async def test_a_server_that_wants_to_know_us_first_is_left(guard: Guard, authority: trustme.CA) -> None:
    """In TLS 1.3 its refusal comes after our handshake is done, in place of the answer."""
    context = certified(authority, "127.0.0.1")
    context.verify_mode = ssl.CERT_REQUIRED
    authority.configure_trust(context)

    def serve_once(listener: socket.socket) -> None:
        connection = listener.accept()[0]
        with context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False) as server:
            with pytest.raises(ssl.SSLError):
                server.do_handshake()
            server.shutdown(socket.SHUT_WR)
            while server.recv(65536):  # or its farewell would be lost with what it has not read
                pass

    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(asyncio.to_thread(serve_once, listener))
        told = await post(
            guard, f"https://127.0.0.1:{listener.getsockname()[1]}/", b"{}", {}, account_id="ada", seconds=5
        )
        await serving

    assert FailureReason.TLS_FAILED is told.failure


@pytest.mark.slow
async def test_a_handshake_that_hangs_ends_at_the_deadline(guard: Guard) -> None:
    with socket.create_server(("127.0.0.1", 0)) as never_accepting:
        started = time.monotonic()
        port = never_accepting.getsockname()[1]
        told = await post(guard, f"https://127.0.0.1:{port}/", b"{}", {}, account_id="ada", seconds=0.3)

    assert FailureReason.TIMEOUT is told.failure
    assert time.monotonic() - started < 1.3


def test_a_file_of_authorities_takes_the_place_of_the_systems(trusted: Path) -> None:
    assert 1 == len(Guard(allowed_networks=LOOPBACK).trust.get_ca_certs())


def test_a_file_of_authorities_that_is_none_stops_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "gone.pem"))
    with pytest.raises(InvalidSettings, match="SSL_CERT_FILE"):
        Guard()

    (tmp_path / "gone.pem").write_text("not a certificate")
    with pytest.raises(InvalidSettings, match="SSL_CERT_FILE"):
        Guard()


async def test_proxies_of_the_environment_are_ignored(
    guard: Guard, secure_stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    secure_stranger.behaviours["/hook"] = answer()
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")

    assert 200 == await outcome(guard, secure_stranger)
