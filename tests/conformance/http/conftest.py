"""One service without hands for most of the suite (what it accepts stays accepted), one that works for the rest."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import httpx2
import pytest

from tests.fleet.balanced import start_service
from tests.service import Person, Service

RICH = 10**9
# A caller without a valid key is counted by its address: each of them gets one of its own.
addresses = (f"127.{100 + a}.{b}.{c}" for a, b, c in itertools.product(range(100), range(1, 255), range(1, 255)))


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """It accepts and never works: holds stay held, generations stay `processing`, nothing goes out."""
    started = start_service(tmp_path_factory.mktemp("front"), "--no-worker", rate_limit="100000/min")
    yield started
    started.close()


@pytest.fixture(scope="session")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """It accepts and works, and its operator has opened the loopback network."""
    started = start_service(
        tmp_path_factory.mktemp("mill"), rate_limit="100000/min", allowed_networks="127.0.0.0/8,::1/128"
    )
    yield started
    started.close()


@pytest.fixture(scope="session")
def ada(service: Service) -> Person:
    """Pro, and rich."""
    return service.open_account("ada", credits=RICH)


@pytest.fixture(scope="session")
def ben(service: Service) -> Person:
    """Free, and without credits."""
    return service.open_account("ben", plan="free")


@pytest.fixture(scope="session")
def cleo(service: Service) -> Person:
    """Her only key is revoked."""
    cleo = service.open_account("cleo", credits=RICH)
    done = service.call_command("keys", "revoke", service.key_of(cleo))
    assert done.exit_code == 0, done.stderr
    return cleo


@pytest.fixture(scope="session")
def dora(service: Service) -> Person:
    """Another one who is rich; only the tests of lists start anything of hers."""
    return service.open_account("dora", credits=RICH)


@pytest.fixture(scope="session")
def nils(service: Service) -> Person:
    """He never starts anything."""
    return service.open_account("nils", plan="free")


@dataclass(frozen=True)
class Stranger:
    """Somebody without a key, at an address that nobody else has."""

    service: Service
    client: httpx2.Client

    def request(
        self, method: str, path: str, headers: list[tuple[bytes, bytes]] | None = None, body: bytes | None = None
    ) -> httpx2.Response:
        """Any request with just these headers."""
        return self.client.request(method, f"{self.service.address}{path}", headers=headers, content=body)


@pytest.fixture
def stranger(service: Service) -> Iterator[Stranger]:
    transport = httpx2.HTTPTransport(local_address=next(addresses))
    with httpx2.Client(transport=transport, timeout=30.0) as client:
        yield Stranger(service, client)
