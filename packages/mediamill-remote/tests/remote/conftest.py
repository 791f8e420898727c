"""A fal on loopback, its engine, and the service's own client between them."""

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import Model, load
from mediamill.engines import VendorClient
from mediamill.engines.sdk import InputValue, Request
from mediamill.outbound import Guard
from mediamill.testing.samples import SampleOverrides, example, files_of
from mediamill_remote.fal.engine import FalEngine, FalOptions
from tests.fakes.fal import KEY, FakeFal
from tests.fakes.server import Stage, running

CATALOGUE = load()
MODELS = {f"{model.tool}/{model.slug}": model for model in CATALOGUE.models()}
SEED = 2**40 + 5

MakeRequest = Callable[..., Request]


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    server = Stage()
    with running(server):
        yield server


@pytest.fixture(scope="session")
def guard() -> Guard:
    return Guard()


@pytest.fixture
def fal(stage: Stage) -> FakeFal:
    fake = FakeFal()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(fal: FakeFal) -> FalEngine:
    return FalEngine(FalOptions(base_url=fal.base, upload_url=fal.base))


@pytest.fixture
async def vendor(fal: FakeFal, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(
        guard,
        base_url=fal.base,
        key=KEY,
        key_header=FalEngine.key_header,
        hosts=FalEngine.hosts,
        key_hosts=FalEngine.key_hosts,
    )
    yield client
    await client.aclose()


@pytest.fixture
def request_for(tmp_path: Path) -> MakeRequest:
    """The catalogue's example of a model, as an engine gets it, with some of its fields in another way."""

    numbers = itertools.count(1)

    def make(name: str, **input: InputValue) -> Request:
        folder = tmp_path / f"request-{next(numbers)}"
        folder.mkdir()
        model: Model = MODELS[name]
        values = example(model, SampleOverrides(input))
        files = files_of(model, folder, SampleOverrides())
        return Request("gen_1", model.tool, model.slug, values, folder, files, seed=SEED)

    return make
