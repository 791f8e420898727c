"""ComfyUI's tables against the catalogue, and its packaged workflows against ComfyUI's own description of its nodes."""

import json
import os
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines import SecretSources
from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX
from mediamill.engines.section import set_up
from mediamill_remote.comfyui import engine as engine_module
from mediamill_remote.comfyui.engine import ComfyUIEngine
from mediamill_remote.comfyui.ticket import Ticket
from mediamill_remote.own_server import OwnServerOptions
from mediamill_remote.tickets import written
from tests.remote.conftest import MODELS
from tests.remote.inputs import requests_for
from tests.remote.tickets import FULL

ENGINE = ComfyUIEngine(OwnServerOptions(usd_per_second=0.01))
SERVED = sorted("/".join(name) for name in ENGINE.models)
NO_SECRETS = SecretSources(environment=lambda _: None, file=str, stored=lambda _: None)
PLACE = "COMFYUI_DOCS"  # the folder `comfyui_embedded_docs` of an installation elsewhere
HOW = f"ComfyUI's descriptions are not here: pip install comfyui-embedded-docs, and name its folder in {PLACE}"
LTX_STEP, LTX_FRAMES, LTX_RATE, FLUX_STEP = 32, 8, 24, 16


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_input_has_a_prompt_an_estimate_and_a_place_for_its_result(name: str, data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, name))

    mapped = ENGINE.mapped(request)
    workflow = ENGINE.workflows[request.tool, request.model]
    prompt = workflow.prompt(mapped.body)

    assert json.loads(json.dumps(prompt)) == prompt
    assert {number: set(node["inputs"]) for number, node in prompt.items()} == {
        number: set(node["inputs"]) for number, node in workflow.nodes.items()
    }
    assert mapped.result
    assert mapped.estimate is not None
    assert mapped.estimate.amount == 10_000 * mapped.mapping.typical_seconds


@pytest.mark.parametrize("name", SERVED)
def test_every_field_of_the_interface_reaches_the_workflow(name: str) -> None:
    model = MODELS[name]
    mapping = ENGINE.models[model.tool, model.slug]

    assert {field.name for field in model.fields} <= {*mapping.fields, *mapping.files, "seed"}
    assert mapping.seed is not None


def test_sizes_and_lengths_are_those_that_the_models_make() -> None:
    flux = ENGINE.models["create-image", "flux-2-flex"].fields["aspect_ratio"].values
    film = ENGINE.models["create-video", "ltx-video"].fields

    for shape, inputs in flux.items():
        width, height = inputs["6"]["value"], inputs["7"]["value"]
        assert width % FLUX_STEP == height % FLUX_STEP == 0
        assert width / height == pytest.approx(ratio(shape), rel=0.02)
    for shape, inputs in film["aspect_ratio"].values.items():
        width, height = inputs["6"]["width"], inputs["6"]["height"]
        assert width % LTX_STEP == height % LTX_STEP == 0
        assert width / height == pytest.approx(ratio(shape), rel=0.02)
    for seconds, inputs in film["duration"].values.items():
        frames = inputs["6"]["length"]
        assert frames % LTX_FRAMES == 1
        assert round(frames / LTX_RATE) == int(seconds)


@pytest.mark.parametrize("name", SERVED)
def test_the_largest_handle_fits_into_its_row(name: str) -> None:
    tool, _, model = name.partition("/")
    mapping = ENGINE.models[tool, model]
    kept = {"result": written(mapping.result or ()), "suffix": mapping.suffix, "rate": "9" * 12, **FULL}
    ticket = Ticket(prompt="p" * 64, workflow=mapping.endpoint, digest="d" * 16, **kept)

    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX
    assert Ticket.of(ticket.handle()) == ticket


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)


def test_every_packaged_workflow_belongs_to_a_model() -> None:
    packaged = {path.name for path in Path(engine_module.__file__).with_name("workflows").iterdir()}

    assert packaged == {f"{mapping.endpoint}.json" for mapping in ENGINE.models.values()}


def test_a_server_has_to_be_named_and_needs_no_key() -> None:
    nameless = set_up("comfyui", ComfyUIEngine, {}, NO_SECRETS)
    named = set_up("comfyui.render2", ComfyUIEngine, {"base_url": "http://10.0.0.7:8188"}, NO_SECRETS)

    assert nameless.missing == 'set base_url in [engine."comfyui"]'
    assert named.missing is None


@pytest.mark.compared
@pytest.mark.parametrize("name", SERVED)
def test_every_node_of_a_packaged_workflow_is_described_by_comfyui_with_its_inputs(name: str) -> None:
    tool, _, model = name.partition("/")

    for node in ENGINE.workflows[tool, model].nodes.values():
        described = inputs_described(node["class_type"])
        # What depends on another input has its name in front: "format.codec".
        assert {one.rpartition(".")[2] for one in node["inputs"]} <= described, node["class_type"]


@cache
def inputs_described(kind: str) -> set[str]:
    """The inputs of a kind of node, as the package of ComfyUI's documentation lists them."""
    spec = find_spec("comfyui_embedded_docs")
    named = os.environ.get(PLACE) or (spec.origin and str(Path(spec.origin).parent) if spec else None)
    if not named or not (Path(named) / "docs").is_dir():
        pytest.skip(HOW)
    page = (Path(named) / "docs" / kind / "en.md").read_text()
    names = re.findall(r"^\| *`?([\w ]+?)`? *\|", page.partition("## Outputs")[0], re.M)
    return {name.lower().replace(" ", "_") for name in names}


def ratio(shape: str) -> float:
    across, _, down = shape.partition(":")
    return int(across) / int(down)
