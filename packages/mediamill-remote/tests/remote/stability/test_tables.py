"""Stability's tables against the catalogue, and against the fields that its endpoints have."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill_remote.forms import form_of
from mediamill_remote.mapped import MappedOptions
from mediamill_remote.stability import engine as engine_module
from mediamill_remote.stability.engine import StabilityEngine
from tests.fakes.stability import PRODUCTS, fault_in
from tests.remote.conftest import MODELS
from tests.remote.inputs import requests_for

ENGINE = StabilityEngine(MappedOptions())
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_input_that_is_offered_is_a_form_that_the_endpoint_takes(name: str, data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, name))

    mapped = ENGINE.mapped(request)
    form = form_of(mapped.body, mapped.mapping.files, request.files)
    read = {field: value if isinstance(value, str) else b"a picture" for field, value in form.items()}

    assert fault_in(PRODUCTS[mapped.mapping.endpoint.removeprefix("v2beta/")], read) is None
    assert mapped.estimate is not None
    assert mapped.estimate.amount in (30_000, 80_000, 100_000)


def test_a_form_with_something_else_in_it_would_be_noticed() -> None:
    core, fast = PRODUCTS["stable-image/generate/core"], PRODUCTS["3d/stable-fast-3d"]

    assert fault_in(core, {"prompt": "a heron", "aspect_ratio": "4:3"}) == "aspect_ratio: has an invalid value"
    assert fault_in(core, {"prompt": "a heron", "seed": "4294967295"}) == "seed: has an invalid value"
    assert fault_in(core, {"prompt": "a heron", "width": "64"}) == "width: is not allowed"
    assert fault_in(fast, {"texture_resolution": "1024"}) == "image: is required"


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)


def test_the_offers_are_values_of_the_interface() -> None:
    for tool, model in ENGINE.models:
        for name, offer in ENGINE.offers(tool, model).items():
            (field,) = [one for one in MODELS[f"{tool}/{model}"].fields if one.name == name]

            assert offer.values < set(field.allowed)
