"""A Tencent on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.tencent.engine import TencentEngine, TencentOptions
from tests.fakes.server import Stage
from tests.fakes.tencent import KEY, FakeTencent


@pytest.fixture
def tencent(stage: Stage) -> FakeTencent:
    fake = FakeTencent()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(tencent: FakeTencent) -> TencentEngine:  # in the place of fal's
    return TencentEngine(TencentOptions(base_url=tencent.base, credit_usd=0.02))


@pytest.fixture
async def vendor(tencent: FakeTencent, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(
        guard, base_url=tencent.base, key=KEY, key_header=TencentEngine.key_header, hosts=TencentEngine.hosts
    )
    yield client
    await client.aclose()
