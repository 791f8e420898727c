"""docs/engines/comfyui.md says what the tables say, and its example runs."""

import json
import os
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from PIL import Image

from mediamill.engines import VendorClient
from mediamill.engines.sdk import Finished, Job, Running
from mediamill.outbound import Guard
from mediamill_remote.comfyui.engine import ComfyUIEngine
from mediamill_remote.own_server import OwnServerOptions
from tests.fakes.comfyui import FakeComfyUI
from tests.places import REPOSITORY
from tests.remote.conftest import MakeRequest
from tests.remote.pages import models_of, models_shown, options_of, options_shown

PAGE = (REPOSITORY / "docs/engines/comfyui.md").read_text()
ENGINE = ComfyUIEngine(OwnServerOptions())
ADDRESS = os.environ.get("COMFYUI_URL", "")
LOOKS_MAX = 10_000
WEIGHTS = re.compile(r"[\w.-]+\.safetensors")


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == {**options_of(ENGINE), "base_url": "none", "models": "none"}


def test_the_weights_that_a_workflow_loads_are_on_the_page() -> None:
    shown = {
        row[0]: set(WEIGHTS.findall(row[1])) for row in re.findall(r"^\| [\w-]+/\S+ \| `(.*?)` \| (.*)$", PAGE, re.M)
    }
    shown["flux2-klein-hunyuan3d"] = shown["flux2-klein"] | shown["hunyuan3d"]

    for name, mapping in ENGINE.models.items():
        assert set(WEIGHTS.findall(json.dumps(ENGINE.workflows[name].nodes))) == shown[mapping.endpoint]


def test_every_workflow_has_a_licence() -> None:
    shown = re.findall(r"^\| `([\w-]+)` \|", PAGE.split("## Licences")[1], re.M)

    assert shown == [one.endpoint for one in ENGINE.models.values()]


def test_the_sections_are_settings() -> None:
    read = tomllib.loads(re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)[0])

    assert set(read["engine"]) == {"comfyui", "comfyui.render2"}
    assert set(read["engine"]["comfyui"]["models"]) < {"/".join(name) for name in ENGINE.models}


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The page's files."""
    (workflow,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)
    _, models = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "colours.json").write_text(workflow)
    (tmp_path / "models.toml").write_text(models)
    return tmp_path / "models.toml"


async def test_the_example_is_queued_as_it_says(
    example: Path, comfy: FakeComfyUI, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = ComfyUIEngine(OwnServerOptions(base_url=comfy.base, models_file=str(example)))
    assert engine.ready() is None

    await engine.submit(request_for("create-image/nano-banana", aspect_ratio="16:9"), vendor)

    assert comfy.ledger.only.body["1"]["inputs"] | {"color": 0} == {
        "width": 672,
        "height": 384,
        "batch_size": 1,
        "color": 0,
    }


@pytest.mark.compared
@pytest.mark.skipif(not ADDRESS, reason="no ComfyUI is named: COMFYUI_URL=http://127.0.0.1:8188")
@pytest.mark.xdist_group("comfyui")
async def test_the_example_makes_a_picture(example: Path, guard: Guard, request_for: MakeRequest) -> None:
    engine = ComfyUIEngine(OwnServerOptions(base_url=ADDRESS, models_file=str(example)))
    vendor = VendorClient(guard, base_url=ADDRESS)
    request = request_for("create-image/nano-banana", aspect_ratio="3:4")
    request = replace(request, generation_id=f"gen_{uuid4().hex}", seed=0x123456)

    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    looks = [await engine.poll(job, vendor)]
    while isinstance(looks[-1], Running) and len(looks) < LOOKS_MAX:
        looks.append(await engine.poll(job, vendor))
    assert isinstance(looks[-1], Finished)
    file = await vendor.download(str(looks[-1].files[0]), request.folder)
    await vendor.aclose()

    with Image.open(file) as picture:
        assert (picture.size, picture.convert("RGB").getpixel((0, 0))) == ((432, 576), (0x12, 0x34, 0x56))
