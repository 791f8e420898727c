"""A Tripo on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.tripo.engine import TripoEngine, TripoOptions
from tests.fakes.server import Stage
from tests.fakes.tripo import CREDIT_USD, KEY, FakeTripo


@pytest.fixture
def tripo(stage: Stage) -> FakeTripo:
    fake = FakeTripo()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(tripo: FakeTripo) -> TripoEngine:  # in the place of fal's
    return TripoEngine(TripoOptions(base_url=tripo.base, credit_usd=CREDIT_USD))


@pytest.fixture
async def vendor(tripo: FakeTripo, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(
        guard, base_url=tripo.base, key=KEY, key_header=TripoEngine.key_header, hosts=TripoEngine.hosts
    )
    yield client
    await client.aclose()
