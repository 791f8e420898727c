"""A vendor, its customer, and the world around them on loopback."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from tests.engines.vendor.cloud import Cloud
from tests.outbound.conftest import authority, book, trusted
from tests.outbound.phone_book import PhoneBook

__all__ = ["authority", "book", "trusted"]

KEY = "f2a9c1e0-77b3:s3cr3t/of+the.house=="
KEY_HEADER = ("Authorization", "Key {key}")


@pytest.fixture
def guard(trusted: Path, book: PhoneBook) -> Guard:
    """As in production: nothing private is open to it."""
    return Guard(resolver=book)


@pytest.fixture
async def cloud() -> AsyncIterator[Cloud]:
    async with Cloud() as server:
        yield server


@pytest.fixture
async def client(guard: Guard, cloud: Cloud) -> AsyncIterator[VendorClient]:
    made = VendorClient(guard, base_url=cloud.url(""), key=KEY, key_header=KEY_HEADER, hosts=("*.fal.media",))
    yield made
    await made.aclose()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "private"
    folder.mkdir()
    return folder
