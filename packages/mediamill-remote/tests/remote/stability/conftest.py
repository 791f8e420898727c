"""Stability on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.mapped import MappedOptions
from mediamill_remote.stability.engine import StabilityEngine
from tests.fakes.server import Stage
from tests.fakes.stability import KEY, FakeStability

CORE, ULTRA = "create-image/nano-banana", "create-image/flux-2-flex"
OBJECT = "image-to-3d-object/triposr"


@pytest.fixture
def stability(stage: Stage) -> FakeStability:
    fake = FakeStability()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(stability: FakeStability) -> StabilityEngine:  # in the place of fal's
    return StabilityEngine(MappedOptions(base_url=stability.base))


@pytest.fixture
async def vendor(stability: FakeStability, engine: StabilityEngine, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=stability.base, key=KEY, key_header=engine.key_header)
    yield client
    await client.aclose()
