"""LTX's tables against the catalogue, and against what the API documents of its requests."""

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill_remote.ltx import engine as engine_module
from mediamill_remote.ltx.engine import LtxEngine
from mediamill_remote.mapped import MappedOptions
from tests.fakes.ltx import CENT, PRODUCTS, fault_in
from tests.remote.conftest import MODELS
from tests.remote.inputs import requests_for
from tests.remote.ltx.conftest import FILM

ENGINE = LtxEngine(MappedOptions())


@settings(max_examples=25)
@given(data=st.data())
def test_every_input_has_a_request_that_is_taken_and_its_price(data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, FILM))

    body = ENGINE.mapped(request).body
    estimate = ENGINE.estimate(request)

    assert json.loads(json.dumps(body)) == body
    assert fault_in(body) is None
    assert estimate is not None
    assert estimate.amount == PRODUCTS[body["model"]].cents[body["resolution"]] * body["duration"] * CENT


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)


def test_the_offers_are_values_of_the_interface() -> None:
    fields = {one.name: one for one in MODELS[FILM].fields}

    for name, offer in ENGINE.offers("create-video", "ltx-video").items():
        assert offer.values < set(fields[name].allowed)
        assert "ltx" not in offer.sentence.lower()


def test_every_price_is_that_of_a_model_there() -> None:
    for line in ENGINE.prices.lines:
        assert line.amount * 100 == PRODUCTS[str(line.when["model"])].cents[str(line.when["resolution"])]
