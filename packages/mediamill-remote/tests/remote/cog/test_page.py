"""docs/engines/cog.md says what the tables say, and its example runs in a Cog server."""

import re
import tomllib
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import Finished
from mediamill.formats import sniff
from mediamill.outbound import Guard
from mediamill_remote.own_server import OwnServerOptions
from mediamill_remote.replicate.cog.engine import CogEngine
from tests.places import REPOSITORY
from tests.remote.cog.server import NOT_INSTALLED, cog_server, is_installed
from tests.remote.conftest import MakeRequest
from tests.remote.pages import models_of, models_shown, options_of, options_shown

PAGE = (REPOSITORY / "docs/engines/cog.md").read_text()
ENGINE = CogEngine(OwnServerOptions())


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == {**options_of(ENGINE), "base_url": "none", "models": "none"}


def test_every_input_beyond_the_interface_is_on_the_page() -> None:
    for mapping in ENGINE.models.values():
        row = next(line for line in PAGE.splitlines() if f"| `{mapping.endpoint}` |" in line)
        files = {way.to for name, way in mapping.files.items() if way.to != name}

        assert {*mapping.fixed, *files} <= set(re.findall(r"`(\w+)`", row))


def test_the_sections_are_settings() -> None:
    sections, _ = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)

    read = tomllib.loads(sections)

    assert set(read["engine"]) == {"cog", "cog.render2"}
    assert set(read["engine"]["cog"]["models"]) < {"/".join(name) for name in ENGINE.models}


@pytest.mark.skipif(not is_installed(), reason=NOT_INSTALLED)
async def test_the_example_makes_a_sound(tmp_path: Path, guard: Guard, request_for: MakeRequest) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    _, models = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "predict.py").write_text(program.replace("/tmp/tone.wav", str(tmp_path / "tone.wav")))
    (tmp_path / "models.toml").write_text(models)
    request = request_for("sound-effects/audiogen", prompt="a heron")

    with cog_server(tmp_path, container=tmp_path) as server:
        engine = CogEngine(OwnServerOptions(base_url=server.address, models_file=str(tmp_path / "models.toml")))
        vendor = VendorClient(guard, base_url=server.address)
        done = await engine.submit(request, vendor)
        assert isinstance(done, Finished)
        file = await vendor.download(str(done.files[0]), request.folder)
        await vendor.aclose()

    assert sniff(file) == "wav"
    assert done.provenance["method"] == "acme/tones"
