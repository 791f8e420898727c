"""Loopback as the outside world: an authority of our own, a phone book for names, strangers with servers."""

import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trustme

from mediamill.outbound import Guard
from tests.outbound.phone_book import LOOPBACK, PhoneBook
from tests.outbound.stranger import Stranger


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def trusted(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The authority is all we trust."""
    file = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(str(file))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    return file


@pytest.fixture
def book() -> PhoneBook:
    return PhoneBook()


@pytest.fixture
def guard(trusted: Path, book: PhoneBook) -> Guard:
    """Loopback is open to it."""
    return Guard(allowed_networks=LOOPBACK, resolver=book)


@pytest.fixture
async def stranger() -> AsyncIterator[Stranger]:
    async with Stranger() as server:
        yield server


@pytest.fixture
async def secure_stranger(authority: trustme.CA) -> AsyncIterator[Stranger]:
    """Has a good certificate for 127.0.0.1 and hooks.example.com."""
    async with Stranger(tls=certified(authority, "127.0.0.1", "hooks.example.com")) as server:
        yield server


def certified(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context
