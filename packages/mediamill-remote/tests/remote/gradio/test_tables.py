"""Gradio's tables against the catalogue, and what a table of an operator's own may not say."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.config import InvalidSettings
from mediamill.engines import SecretSources
from mediamill.engines.installed import Description, read_description
from mediamill.engines.section import set_up
from mediamill_remote.gradio import engine as engine_module
from mediamill_remote.gradio.endpoints import Parameter, in_order
from mediamill_remote.gradio.engine import GradioEngine, GradioOptions, names_in
from mediamill_remote.mapped import MappedOptions
from mediamill_remote.replicate.engine import ReplicateEngine
from tests.remote.conftest import MODELS, MakeRequest
from tests.remote.gradio.conftest import MODELS as TABLE
from tests.remote.inputs import requests_for

ENGINE = GradioEngine(GradioOptions())
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)
NO_SECRETS = SecretSources(environment=lambda _: None, file=str, stored=lambda _: None)


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=20)
@given(data=st.data())
def test_every_input_has_values_in_order_and_a_place_for_its_result(name: str, data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, name))

    mapped = ENGINE.mapped(request)
    values = in_order(mapped.body, [Parameter(one, None) for one in mapped.mapping.inputs])

    assert json.loads(json.dumps(values)) == values
    assert {*mapped.body} | {way.to for way in mapped.mapping.files.values()} == {*mapped.mapping.inputs}
    assert 0 <= mapped.body.get("seed", 0) < 2**31
    assert mapped.result
    assert mapped.estimate is not None
    assert mapped.estimate.amount == 0


@pytest.mark.parametrize("name", SERVED)
def test_every_field_of_the_interface_reaches_the_app(name: str) -> None:
    model = MODELS[name]
    mapping = ENGINE.models[model.tool, model.slug]

    assert {field.name for field in model.fields} <= {*mapping.inputs}
    assert names_in(mapping) == {*mapping.inputs}
    assert mapping.endpoint == model.tool.replace("-", "_")


def test_an_app_may_make_any_model_but_the_free_one() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert set(MODELS) - set(SERVED) == {"drum-generator/drumgen"}


def test_an_app_has_to_be_named_and_needs_no_token() -> None:
    nameless = set_up("gradio", GradioEngine, {}, NO_SECRETS)
    named = set_up("gradio.render2", GradioEngine, {"base_url": "http://10.0.0.7:7860"}, NO_SECRETS)

    assert nameless.missing == 'set base_url in [engine."gradio"]'
    assert named.missing is None
    assert len(named.usable_keys()) == 1


@pytest.mark.parametrize("seconds", [0, -1, 1e9, "long"])
def test_a_silence_that_cannot_be_is_an_error(seconds: object) -> None:
    with pytest.raises(InvalidSettings, match="silence_seconds"):
        set_up("gradio", GradioEngine, {"silence_seconds": seconds}, NO_SECRETS)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda table: table.replace('"length", ', ""), "inputs: `length` is not among them; there are: prompt, seed"),
        (
            lambda table: table.replace('inputs = ["prompt", "seed"]\n', ""),
            "inputs: `prompt`, `seed` is not among them; there are: none",
        ),
        (lambda table: table.replace('"paint"', '"acme/paint"'), "endpoint: a name without a slash"),
        (lambda table: table.replace('"image" }', '{ to = "image", how = "data_url" } }'), "files.image_url.how"),
        (lambda table: table.replace('"prompt", "length"', '"the prompt", "length"'), "inputs.0"),
        (lambda table: table.replace('result = "0"', "direct = true"), "direct: the answers of this vendor"),
    ],
)
def test_a_table_that_cannot_be_sent_is_said_with_its_place(
    change: Callable[[str], str], said: str, tmp_path: Path
) -> None:
    file = tmp_path / "models.toml"
    file.write_text(change(TABLE))

    missing = GradioEngine(GradioOptions(base_url="http://10.0.0.7", models_file=str(file))).ready()

    assert said in str(missing)
    assert str(missing).startswith(f"{file}: `")


def test_vendors_that_go_by_names_take_no_order(tmp_path: Path) -> None:
    file = tmp_path / "models.toml"
    file.write_text(TABLE)

    missing = ReplicateEngine(MappedOptions(models_file=str(file))).ready()

    assert "inputs: what this vendor takes has names, and no order" in str(missing)


def test_a_price_of_yours_counts(tmp_path: Path, request_for: MakeRequest) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('[[price]]\nmodel = "create_image"\nunit = "run"\namount = 0.01\nvalid_from = 2026-01-01\n')
    engine = GradioEngine(GradioOptions(prices_file=str(prices)))

    estimate = engine.estimate(request_for("create-image/nano-banana"))

    assert estimate is not None
    assert estimate.amount == 10_000
