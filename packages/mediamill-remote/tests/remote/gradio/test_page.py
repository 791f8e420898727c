"""docs/engines/gradio.md says what the tables say, and its example is an app that runs."""

import re
import tomllib
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import Finished
from mediamill.formats import sniff
from mediamill.outbound import Guard
from mediamill_remote.gradio.engine import GradioEngine, GradioOptions
from tests.places import REPOSITORY
from tests.remote.conftest import MakeRequest
from tests.remote.gradio.server import NOT_INSTALLED, gradio_app, is_installed
from tests.remote.pages import models_of, models_shown, options_of, options_shown

PAGE = (REPOSITORY / "docs/engines/gradio.md").read_text()
ENGINE = GradioEngine(GradioOptions())


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == {**options_of(ENGINE), "base_url": "none", "models": "none"}


def test_every_input_is_on_the_page_in_its_order() -> None:
    for (tool, model), mapping in ENGINE.models.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| {tool}/{model} |"))

        assert re.findall(r"`(\w+)`", row) == [mapping.endpoint, *mapping.inputs]


def test_the_sections_are_settings() -> None:
    sections, _ = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)

    read = tomllib.loads(sections)

    assert set(read["engine"]) == {"gradio", "gradio.space"}
    assert set(read["engine"]["gradio"]["models"]) < {"/".join(name) for name in ENGINE.models}


def test_the_version_that_was_tried_is_the_one_that_ci_installs() -> None:
    (installed,) = re.findall(r"gradio==([\d.]+)", (REPOSITORY / "scripts/ci/remote.sh").read_text(), re.M)

    assert f"Gradio {installed.removesuffix('.0')} as `pip` installs it" in PAGE


@pytest.mark.compared
@pytest.mark.skipif(not is_installed(), reason=NOT_INSTALLED)
async def test_the_example_makes_a_sound(tmp_path: Path, guard: Guard, request_for: MakeRequest) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    _, models = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "app.py").write_text(program)
    (tmp_path / "models.toml").write_text(models)
    request = request_for("sound-effects/audiogen", prompt="a heron")

    with gradio_app(tmp_path, program=tmp_path / "app.py") as app:
        engine = GradioEngine(GradioOptions(base_url=app.base, models_file=str(tmp_path / "models.toml")))
        vendor = VendorClient(guard, base_url=app.base)
        done = await engine.submit(request, vendor)
        assert await engine.check(vendor) is None
        await vendor.aclose()

    assert isinstance(done, Finished)
    (file,) = done.files
    assert isinstance(file, Path)
    assert sniff(file) == "wav"
    assert done.provenance["method"] == "tone"
