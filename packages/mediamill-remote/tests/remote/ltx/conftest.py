"""An LTX API on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import InputValue, Request
from mediamill.outbound import Guard
from mediamill_remote.ltx.engine import LtxEngine
from mediamill_remote.mapped import MappedOptions
from tests.fakes.ltx import KEY, FakeLtx
from tests.fakes.server import Stage
from tests.remote.conftest import MakeRequest

FILM = "create-video/ltx-video"


@pytest.fixture
def ltx(stage: Stage) -> FakeLtx:
    fake = FakeLtx()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(ltx: FakeLtx) -> LtxEngine:
    return LtxEngine(MappedOptions(base_url=ltx.base))


@pytest.fixture
async def vendor(ltx: FakeLtx, engine: LtxEngine, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=ltx.base, key=KEY, key_header=engine.key_header, hosts=engine.file_hosts())
    yield client
    await client.aclose()


@pytest.fixture
def film_of(request_for: MakeRequest) -> MakeRequest:
    """A request for a film of a length that can be had."""

    def make(**input: InputValue) -> Request:
        return request_for(FILM, **{"duration": 8, **input})

    return make
