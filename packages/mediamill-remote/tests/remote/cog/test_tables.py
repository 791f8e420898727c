"""Cog's tables against the catalogue."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.config import InvalidSettings
from mediamill.engines import SecretSources
from mediamill.engines.installed import Description, read_description
from mediamill.engines.section import set_up
from mediamill_remote.own_server import OwnServerOptions
from mediamill_remote.replicate.cog import engine as engine_module
from mediamill_remote.replicate.cog.engine import CogEngine
from mediamill_remote.replicate.engine import ReplicateEngine
from tests.remote.conftest import MODELS
from tests.remote.inputs import requests_for

ENGINE = CogEngine(OwnServerOptions(usd_per_second=0.01))
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)
NO_SECRETS = SecretSources(environment=lambda _: None, file=str, stored=lambda _: None)


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_input_has_a_body_an_estimate_and_a_place_for_its_result(name: str, data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, name))

    mapped = ENGINE.mapped(request)

    assert json.loads(json.dumps(mapped.body)) == mapped.body
    assert 0 <= mapped.body.get("seed", 0) < 2**31
    assert mapped.result
    assert mapped.estimate is not None
    assert mapped.estimate.amount == 10_000 * mapped.mapping.typical_seconds


@pytest.mark.parametrize("name", SERVED)
def test_every_field_of_the_interface_reaches_the_container(name: str) -> None:
    model = MODELS[name]
    mapping = ENGINE.models[model.tool, model.slug]
    told = {*mapping.fields, *mapping.files, *mapping.result_by} | ({"seed"} if mapping.seed else set())

    assert {field.name for field in model.fields} <= told


def test_a_container_may_hold_any_model_but_the_free_one() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert set(MODELS) - set(SERVED) == {"drum-generator/drumgen"}


def test_published_containers_take_what_replicate_sends_them() -> None:
    hosted = ReplicateEngine(ReplicateEngine.Options()).models
    same = {name: one for name, one in hosted.items() if one.version}

    assert {ENGINE.models[name].endpoint for name in same} == {one.endpoint for one in same.values()}
    for name, one in same.items():
        mine = ENGINE.models[name]
        assert (mine.fixed, mine.fields, mine.files, mine.seed) == (one.fixed, one.fields, one.files, one.seed)


def test_a_server_has_to_be_named_and_needs_no_key() -> None:
    nameless = set_up("cog", CogEngine, {}, NO_SECRETS)
    named = set_up("cog.render2", CogEngine, {"base_url": "http://10.0.0.7:5000", "usd_per_second": 1}, NO_SECRETS)

    assert nameless.missing == 'set base_url in [engine."cog"]'
    assert named.missing is None


@pytest.mark.parametrize("price", [-1, 1e9, "much"])
def test_a_price_that_cannot_be_is_an_error(price: object) -> None:
    with pytest.raises(InvalidSettings, match="usd_per_second"):
        set_up("cog", CogEngine, {"usd_per_second": price}, NO_SECRETS)
