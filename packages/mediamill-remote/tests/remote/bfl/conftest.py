"""Black Forest Labs on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.bfl.engine import BflEngine, BflOptions
from tests.fakes.bfl import KEY, FakeBfl
from tests.fakes.server import Stage

FLEX = "create-image/flux-2-flex"


@pytest.fixture
def bfl(stage: Stage) -> FakeBfl:
    fake = FakeBfl()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(bfl: FakeBfl) -> BflEngine:  # in the place of fal's
    return BflEngine(BflOptions(base_url=bfl.base))


@pytest.fixture
async def vendor(bfl: FakeBfl, engine: BflEngine, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(
        guard,
        base_url=bfl.base,
        key=KEY,
        key_header=engine.key_header,
        hosts=engine.file_hosts(),
        key_hosts=engine.key_hosts,
    )
    yield client
    await client.aclose()
