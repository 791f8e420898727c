"""Gradio apps, a real one and one of ours, the engine with a table of theirs, and the service's own client."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.gradio.engine import GradioEngine, GradioOptions
from tests.fakes.gradio import FakeGradio
from tests.fakes.server import Stage
from tests.remote.gradio.server import NOT_INSTALLED, GradioApp, gradio_app, is_installed

MODELS = """
["create-image/nano-banana"]
endpoint = "paint"
suffix = ".png"
typical_seconds = 2
inputs = ["prompt", "seed", "image"]
fields = { prompt = "prompt" }
seed = { to = "seed" }
result = "0"

["create-image/flux-2-flex"]
endpoint = "draw"
suffix = ".png"
typical_seconds = 2
inputs = ["prompt", "seed"]
fields = { prompt = "prompt" }
seed = { to = "seed" }
result = "0"

["image-to-3d-object/triposr"]
endpoint = "paint"
suffix = ".png"
typical_seconds = 2
inputs = ["prompt", "seed", "image"]
fixed = { prompt = "copy", seed = 0 }
files = { image_url = "image" }
result = "0"

["sound-effects/audiogen"]
endpoint = "sound"
suffix = ".wav"
typical_seconds = 2
inputs = ["prompt", "length", "seed"]
fixed = { length = 1.5 }
fields = { prompt = "prompt" }
seed = { to = "seed" }
result = "0"
"""

MakeEngine = Callable[..., GradioEngine]


@pytest.fixture(scope="session")
def running_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GradioApp]:
    if not is_installed():
        pytest.skip(NOT_INSTALLED)
    with gradio_app(tmp_path_factory.mktemp("gradio")) as app:
        yield app


@pytest.fixture
def app(running_app: GradioApp) -> Iterator[GradioApp]:
    running_app.clear()
    yield running_app
    running_app.let_go()


@pytest.fixture
def gradio(stage: Stage) -> FakeGradio:
    fake = FakeGradio()
    stage.enter(fake)
    return fake


@pytest.fixture(params=["fake", pytest.param("real", marks=[pytest.mark.compared, pytest.mark.xdist_group("gradio")])])
def base(request: pytest.FixtureRequest) -> str:
    """The address of either."""
    found: FakeGradio | GradioApp = request.getfixturevalue("gradio" if request.param == "fake" else "app")
    return found.base


@pytest.fixture
def models_file(tmp_path: Path) -> Path:
    path = tmp_path / "models.toml"
    path.write_text(MODELS)
    return path


@pytest.fixture
def engine_of(models_file: Path) -> MakeEngine:
    """An engine for an app, with other options and another table where they are given."""

    def make(base: str, table: str = MODELS, **options: Any) -> GradioEngine:
        models_file.write_text(table)
        return GradioEngine(GradioOptions(base_url=base, models_file=str(models_file), **options))

    return make


@pytest.fixture
def engine(base: str, engine_of: MakeEngine) -> GradioEngine:  # in the place of fal's
    return engine_of(base)


@pytest.fixture
async def vendor(base: str, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=base)
    yield client
    await client.aclose()
