"""Replicate's tables against the catalogue."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX
from mediamill_remote.mapped import MappedOptions
from mediamill_remote.replicate import engine as engine_module
from mediamill_remote.replicate.engine import ReplicateEngine, version_of
from mediamill_remote.replicate.ticket import Ticket
from mediamill_remote.tickets import written
from tests.fakes.replicate import PRODUCTS
from tests.remote.inputs import requests_for
from tests.remote.tickets import FULL

ENGINE = ReplicateEngine(MappedOptions())
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)


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
    assert 0 < mapped.estimate.amount < 1_000_000


@pytest.mark.parametrize("name", SERVED)
def test_the_largest_handle_fits_into_its_row(name: str) -> None:
    tool, _, model = name.partition("/")
    mapping = ENGINE.models[tool, model]
    results = [mapping.result] if mapping.result else [one for by in mapping.result_by.values() for one in by.values()]
    longest = max(map(written, results), key=len)
    kept = {"result": longest, "suffix": mapping.suffix, "version": mapping.version, "rate": "9" * 12, **FULL}
    ticket = Ticket(prediction="p" * 64, model=mapping.endpoint, **kept)

    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX
    assert Ticket.of(ticket.handle()) == ticket


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)


def test_community_models_are_pinned_to_a_version() -> None:
    versions = {version_of(mapping) for mapping in ENGINE.models.values()}

    assert versions == {f"{name}:{one.version}" if one.version else name for name, one in PRODUCTS.items()}
    assert [one for one in versions if ":" not in one] == ["black-forest-labs/flux-2-flex"]
