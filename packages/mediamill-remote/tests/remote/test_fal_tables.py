"""fal's tables against the catalogue, and against the types of its endpoints that fal's own client comes with."""

import json
import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX, Request
from mediamill_remote.fal import engine as engine_module
from mediamill_remote.fal.engine import FalEngine, FalOptions
from mediamill_remote.fal.ticket import Ticket
from mediamill_remote.mapping import Body, ModelMapping, put
from tests.places import REPOSITORY
from tests.remote.conftest import MODELS
from tests.remote.endpoint_types import EndpointTypes
from tests.remote.inputs import requests_for
from tests.remote.tickets import FULL

ENGINE = FalEngine(FalOptions())
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)
TYPES = "@fal-ai/client/src/types/endpoints.d.ts"
HOW = "fal's types are not here: npm install --prefix .readers @fal-ai/client (or set NODE_PATH)"
# fal's types know dubbed films alone, but its endpoint takes recordings, too.
BEYOND_THE_TYPES = {("fal-ai/elevenlabs/dubbing", "audio.url")}


@cache
def endpoint_types() -> EndpointTypes:
    named = [Path(folder) for folder in os.environ.get("NODE_PATH", "").split(os.pathsep) if folder]
    found = next(
        (place / TYPES for place in [REPOSITORY / ".readers" / "node_modules", *named] if (place / TYPES).is_file()),
        None,
    )
    if found is None:
        pytest.skip(HOW)
    return EndpointTypes(found.read_text())


def whole_body(request: Request) -> Body:
    """The body with something in the place of its files."""
    mapped = ENGINE.mapped(request)
    for way in mapped.mapping.files.values():
        put(mapped.body, way.to, "https://v3.fal.media/files/x")
    return mapped.body


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_input_has_a_body_an_estimate_and_a_place_for_its_result(name: str, data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, name))

    body = whole_body(request)
    estimate = ENGINE.estimate(request)

    assert json.loads(json.dumps(body)) == body
    assert 0 <= body.get("seed", 0) < 2**31
    assert estimate is not None
    assert 0 < estimate.amount < 50_000_000
    assert ENGINE.models[request.tool, request.model].result_of(request)


@pytest.mark.parametrize("name", SERVED)
def test_the_largest_handle_fits_into_its_row(name: str) -> None:
    tool, _, model = name.partition("/")
    mapping = ENGINE.models[tool, model]
    results = [mapping.result] if mapping.result else [one for by in mapping.result_by.values() for one in by.values()]
    place = f"{ENGINE.base_url}/{'x' * 300}/{'r' * 90}"
    longest = max((json.dumps(result, separators=(",", ":")) for result in results), key=len)
    places = {"status": place, "response": place, "cancel": place}
    kept = {"result": longest, "suffix": ".fbx", "unit_price": "9" * 12, **FULL}
    ticket = Ticket(endpoint=mapping.endpoint, request="r" * 120, **places, **kept)

    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX
    assert Ticket.of(ticket.handle()) == ticket


def test_a_result_that_a_handle_has_no_room_for_is_no_table() -> None:
    paths = [["a" * 20 for _ in range(5)] for _ in range(8)]
    mapping = {"endpoint": "e" * 120, "suffix": ".png", "typical_seconds": 1.0, "result": paths}
    fits = ModelMapping.model_validate(mapping)
    place = f"https://queue.fal.run/{'x' * 378}"
    told = json.dumps(fits.result, separators=(",", ":"))
    places = {"status": place, "response": place, "cancel": place}
    kept = {"result": told, "suffix": ".png", "unit_price": "9" * 12, **FULL}
    ticket = Ticket(endpoint="e" * 120, request="r" * 120, **places, **kept)

    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX
    with pytest.raises(ValueError, match="is longer than"):
        ModelMapping.model_validate({**mapping, "result": [*paths, *paths]})


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


@pytest.mark.compared
@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_a_body_is_of_the_type_that_the_endpoint_takes(name: str, data: st.DataObject) -> None:
    types = endpoint_types()
    request = data.draw(requests_for(ENGINE, name))

    body = whole_body(request)

    shape, _ = types.endpoints[ENGINE.models[request.tool, request.model].endpoint]
    assert list(types.faults_of(shape, body)) == []


@pytest.mark.compared
@pytest.mark.parametrize("name", SERVED)
def test_a_result_stands_where_the_endpoints_type_has_a_text(name: str) -> None:
    types = endpoint_types()
    tool, _, model = name.partition("/")
    mapping = ENGINE.models[tool, model]
    results = [mapping.result] if mapping.result else [one for by in mapping.result_by.values() for one in by.values()]
    _, shape = types.endpoints[mapping.endpoint]

    astray = {path for result in results for paths in result for path in paths if not types.leads_to_text(shape, path)}

    assert {(mapping.endpoint, path) for path in astray} <= BEYOND_THE_TYPES
