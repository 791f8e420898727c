"""Tripo's tables against the catalogue, and against what Tripo's own package sends and reads."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX
from mediamill_remote.mapping import put
from mediamill_remote.tripo import engine as engine_module
from mediamill_remote.tripo.engine import BALANCE, ENDED, FILES, TripoEngine, TripoOptions
from mediamill_remote.tripo.ticket import Ticket, ticket_of
from tests.fakes.tripo import PRODUCTS
from tests.remote.inputs import requests_for
from tests.remote.tripo.package_types import package_types

ENGINE = TripoEngine(TripoOptions())
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_input_has_a_body_an_estimate_and_a_handle(name: str, data: st.DataObject) -> None:
    mapped = ENGINE.mapped(data.draw(requests_for(ENGINE, name)))
    ticket = ticket_of("t" * 80, mapped)

    assert json.loads(json.dumps(mapped.body)) == mapped.body
    assert 0 <= mapped.body["model_seed"] < 2**31
    assert mapped.estimate is not None
    assert 0 < mapped.estimate.amount < 1_000_000
    assert Ticket.of(ticket.handle()) == ticket
    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)


@pytest.mark.compared
@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_a_body_is_what_the_package_would_send(name: str, data: st.DataObject) -> None:
    types = package_types()
    mapped = ENGINE.mapped(data.draw(requests_for(ENGINE, name)))
    for way in mapped.mapping.files.values():
        put(mapped.body, way.to, "file_1")

    assert list(types.faults_of(f"/{mapped.mapping.endpoint}", mapped.body)) == []


@pytest.mark.compared
def test_the_package_would_notice_a_wrong_body() -> None:
    faults = package_types().faults_of("/v3/generation/text-to-model", {"prompt": 7, "model_sead": 1, "texture": 1})

    assert list(faults) == ["prompt is str, not 7", "there is no model_sead", "texture is bool, not 1"]


@pytest.mark.compared
def test_paths_versions_states_and_fields_are_the_packages() -> None:
    types = package_types()

    assert {BALANCE, FILES} <= types.texts
    assert {f"/v3/generation/{kind}" for kind in PRODUCTS} <= set(types.bodies)
    assert {mapping.fixed["model"] for mapping in ENGINE.models.values()} <= types.texts
    assert ENDED | {"banned", "success", "queued", "running"} == types.states - {"unknown"}
    assert {"task_id", "status", "progress", "output", "credits_consumed", "model_url", "balance"} <= types.read
    assert "file_token" in types.texts
