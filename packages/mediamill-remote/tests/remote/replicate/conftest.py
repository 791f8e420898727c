"""A Replicate on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.mapped import MappedOptions
from mediamill_remote.replicate.engine import ReplicateEngine
from tests.fakes.replicate import KEY, FakeReplicate
from tests.fakes.server import Stage


@pytest.fixture
def replicate(stage: Stage) -> FakeReplicate:
    fake = FakeReplicate()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(replicate: FakeReplicate) -> ReplicateEngine:  # in the place of fal's
    return ReplicateEngine(MappedOptions(base_url=f"{replicate.base}/v1"))


@pytest.fixture
async def vendor(replicate: FakeReplicate, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(
        guard,
        base_url=f"{replicate.base}/v1",
        key=KEY,
        key_header=ReplicateEngine.key_header,
        hosts=ReplicateEngine.hosts,
    )
    yield client
    await client.aclose()
