"""A Meshy on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.meshy.engine import MeshyEngine, MeshyOptions
from tests.fakes.meshy import CREDIT_USD, KEY, FakeMeshy
from tests.fakes.server import Stage


@pytest.fixture
def meshy(stage: Stage) -> FakeMeshy:
    fake = FakeMeshy()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(meshy: FakeMeshy) -> MeshyEngine:  # in the place of fal's
    return MeshyEngine(MeshyOptions(base_url=meshy.base, credit_usd=CREDIT_USD))


@pytest.fixture
async def vendor(meshy: FakeMeshy, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(
        guard, base_url=meshy.base, key=KEY, key_header=MeshyEngine.key_header, hosts=MeshyEngine.hosts
    )
    yield client
    await client.aclose()
