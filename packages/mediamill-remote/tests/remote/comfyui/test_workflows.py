"""Workflows of an operator's own beside `models_file`: what fits is made, what does not is a fault with its place."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mediamill.engines import VendorClient
from mediamill_remote.comfyui import workflow as workflow_module
from mediamill_remote.comfyui.engine import ComfyUIEngine
from mediamill_remote.own_server import OwnServerOptions
from tests.fakes.comfyui import FakeComfyUI
from tests.remote.comfyui.conftest import made
from tests.remote.conftest import MakeRequest

WORKFLOW: Mapping[str, Any] = {
    "1": {"class_type": "PrimitiveString", "inputs": {"value": ""}},
    "2:7": {
        "class_type": "Painter",
        "inputs": {"text": ["1", 0], "size": "square", "size.width": 512, "seed": 0, "steps": 4},
    },
    "9": {"class_type": "SaveImage", "inputs": {"images": ["2:7", 0], "filename_prefix": "ComfyUI"}},
}
ENTRY = """
["create-image/nano-banana"]
endpoint = "acme-painter"
workflow = "painter.json"
suffix = ".png"
typical_seconds = 2
fixed = { "2:7" = { steps = 8 } }
seed = { to = "2:7.seed" }
result = "9.images.0"

["create-image/nano-banana".fields]
prompt = "1.value"

["create-image/nano-banana".fields.aspect_ratio.values]
"1:1" = { "2:7" = { "size.width" = 1024 } }
"16:9" = { "2:7" = { size = { width = 1344 } } }
"""


def engine_with(folder: Path, base: str, entry: str = ENTRY, workflow: str = json.dumps(WORKFLOW)) -> ComfyUIEngine:
    """An engine whose `models_file` has this entry, with this workflow beside it."""
    (folder / "models.toml").write_text(entry)
    (folder / "painter.json").write_text(workflow)
    return ComfyUIEngine(OwnServerOptions(base_url=base, models_file=str(folder / "models.toml")))


async def test_a_workflow_of_ones_own_is_made(
    tmp_path: Path, comfy: FakeComfyUI, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = engine_with(tmp_path, comfy.base)
    request = request_for("create-image/nano-banana", prompt="a heron", aspect_ratio="16:9", seed=7)
    assert engine.ready() is None

    _, done = await made(engine, vendor, request)

    sent = comfy.ledger.only.body
    assert sent["1"]["inputs"] == {"value": "a heron"}
    assert sent["2:7"]["inputs"]["size"] == "square"
    assert sent["2:7"]["inputs"]["size.width"] == 1344
    assert sent["2:7"]["inputs"]["steps"] == 8
    assert sent["9"] == WORKFLOW["9"]
    assert done.provenance["method"] == "acme-painter"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            '"1.value"',
            '"3.value"',
            "fields.prompt.to: `3.value`: there is no node 3; there are: 1 (PrimitiveString), 2:7 (Painter), 9",
        ),
        (
            '"1.value"',
            '"1.text"',
            "fields.prompt.to: `1.text`: node 1 (PrimitiveString) has no input `text`; it has: value",
        ),
        (
            '"1.value"',
            '"2:7.text"',
            "fields.prompt.to: `2:7.text`: input `text` of node 2:7 (Painter) comes from node 1; name an input of that",
        ),
        ('"2:7.seed"', '"9.seed"', "seed.to: `9.seed`: node 9 (SaveImage) has no input `seed`; it has: images, file"),
        ("steps = 8", "stops = 8", "fixed: `2:7.stops`: node 2:7 (Painter) has no input `stops`"),
        ("width = 1344", "high = 1", "fields.aspect_ratio.values.16:9: `2:7.size.high`: node 2:7 (Painter) has no inp"),
        ('"9.images.0"', '"8.images.0"', "result: `8.images.0`: there is no node 8"),
        ('result = "9.images.0"', "direct = true", "direct: the answers of this vendor are no files"),
        (
            "steps = 8",
            'steps = 8, size = "s"',
            "fixed: `2:7.size`: `2:7.size.width` is filled in too, and a",
        ),
        ("painter.json", "nowhere.json", "workflow: `nowhere.json` cannot be read: No such file or directory"),
        ('workflow = "painter.json"', "", "workflow: it is missing"),
        ("workflow =", "workflows =", "there is no key `workflows`; there are: endpoint"),
        ("result =", 'output_name = "9.name"\nresult =', "output_name: `9.name`: node 9 (SaveImage) has no"),
        (
            "result =",
            'files = { image_url = "4.image" }\nresult =',
            "files.image_url.to: `4.image`: there is no node 4",
        ),
    ],
)
def test_an_entry_that_does_not_fit_its_workflow_is_named_with_file_and_field(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    engine = engine_with(tmp_path, "http://127.0.0.1:8188", ENTRY.replace(old, new, 1))

    assert (engine.ready() or "").startswith(f"{tmp_path}/models.toml: `create-image/nano-banana`: {fault}")
    with pytest.raises(ValueError, match=r"^models_file: "):
        engine.own_models()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("{", "is no JSON: "),
        ("[" * 100_000, "is no JSON: "),
        ("{}", "holds no nodes"),
        ("[1]", "holds no nodes"),
        ('{"nodes": [], "links": []}', "is in the format of ComfyUI's editor; write it with its menu's `Export (API)`"),
        ('{"1": {"inputs": {}}}', "holds a node without `class_type`: 1"),
        ('{"1": {"class_type": "X"}}', "holds a node without `inputs`: 1"),
        (" " * 300_000, "is longer than 262144 bytes"),
    ],
)
def test_a_file_that_is_no_workflow_is_said(tmp_path: Path, content: str, fault: str) -> None:
    engine = engine_with(tmp_path, "http://127.0.0.1:8188", workflow=content)

    assert f"workflow: `painter.json` {fault}" in (engine.ready() or "")


def test_a_workflow_with_many_nodes_is_not_listed_whole(tmp_path: Path) -> None:
    nodes = {str(number): {"class_type": "X", "inputs": {}} for number in range(100, 200)}
    engine = engine_with(tmp_path, "http://127.0.0.1:8188", workflow=json.dumps(nodes))

    said = engine.ready() or ""
    assert f"{99 + workflow_module.NODES_SHOWN} (X), ..." in said
    assert "150" not in said


def test_the_packaged_workflows_can_be_laid_over_by_an_operators_table(tmp_path: Path) -> None:
    engine = engine_with(tmp_path, "http://127.0.0.1:8188", ENTRY.replace("nano-banana", "flux-2-flex"))

    assert engine.models["create-image", "flux-2-flex"].endpoint == "acme-painter"
    assert set(engine.workflows["create-image", "flux-2-flex"].nodes) == set(WORKFLOW)
    assert set(engine.workflows) == set(engine.models)
