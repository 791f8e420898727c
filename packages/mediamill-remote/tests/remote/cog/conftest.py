"""A Cog server that is real, its engine with a table of the container's model, and the service's own client."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.own_server import OwnServerOptions
from mediamill_remote.replicate.cog.engine import CogEngine
from tests.remote.cog.server import NOT_INSTALLED, CogServer, cog_server, is_installed

MODELS = """
["create-image/nano-banana"]
endpoint = "test/heron"
suffix = ".png"
typical_seconds = 2
fields = { prompt = "prompt" }
seed = { to = "seed" }
result = ["output", "output.0"]

["image-to-3d-object/triposr"]
endpoint = "test/copy"
suffix = ".png"
typical_seconds = 2
files = { image_url = "image" }
result = "output"
"""


@pytest.fixture(scope="session")
def running_cog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CogServer]:
    if not is_installed():
        pytest.skip(NOT_INSTALLED)
    with cog_server(tmp_path_factory.mktemp("cog")) as server:
        yield server


@pytest.fixture
def cog(running_cog: CogServer) -> Iterator[CogServer]:
    running_cog.clear()
    yield running_cog
    running_cog.let_go()


@pytest.fixture
def models_file(tmp_path: Path) -> Path:
    path = tmp_path / "models.toml"
    path.write_text(MODELS)
    return path


@pytest.fixture
def engine(cog: CogServer, models_file: Path) -> CogEngine:  # in the place of fal's
    return CogEngine(OwnServerOptions(base_url=cog.address, models_file=str(models_file)))


@pytest.fixture
async def vendor(cog: CogServer, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=cog.address)
    yield client
    await client.aclose()
