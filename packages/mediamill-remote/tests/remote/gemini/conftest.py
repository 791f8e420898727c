"""A Gemini on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.gemini.engine import GeminiEngine
from mediamill_remote.mapped import MappedOptions
from tests.fakes.gemini import KEY, FakeGemini
from tests.fakes.server import Stage

PICTURE = "create-image/nano-banana"
RATIOS = ("1:1", "16:9", "9:16", "4:3", "3:4")


@pytest.fixture
def gemini(stage: Stage) -> FakeGemini:
    fake = FakeGemini()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(gemini: FakeGemini) -> GeminiEngine:
    return GeminiEngine(MappedOptions(base_url=f"{gemini.base}/v1beta"))


@pytest.fixture
async def vendor(gemini: FakeGemini, engine: GeminiEngine, guard: Guard) -> AsyncIterator[VendorClient]:
    base_url = engine.options.base_url
    client = VendorClient(guard, base_url=base_url, key=KEY, key_header=engine.key_header, hosts=engine.file_hosts())
    yield client
    await client.aclose()
