"""Tencent's tables against the catalogue, and against the types of Tencent's own package."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX
from mediamill_remote.tables import read_packaged
from mediamill_remote.tencent import engine as engine_module
from mediamill_remote.tencent.engine import LOOKS, TencentEngine, TencentOptions
from mediamill_remote.tencent.ticket import Ticket, ticket_of
from mediamill_remote.tencent.verdicts import REFUSALS, WAITS, Meaning, meanings
from tests.fakes.tencent import PRODUCTS, FakeTencent, told
from tests.remote.inputs import requests_for
from tests.remote.tencent.package_types import package_types

ENGINE = TencentEngine(TencentOptions())
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_input_that_is_offered_has_a_body_an_estimate_and_a_place_for_its_result(
    name: str, data: st.DataObject
) -> None:
    request = data.draw(requests_for(ENGINE, name))

    mapped = ENGINE.mapped(request)

    assert json.loads(json.dumps(mapped.body)) == mapped.body
    assert mapped.body.get("Prompt") == request.input.get("prompt")
    assert type(mapped.body.get("Duration", 1)) is int
    assert mapped.result
    assert mapped.estimate is not None
    assert 100_000 < mapped.estimate.amount < 1_000_000
    ticket = ticket_of("j" * 64, mapped, "na-siliconvalley")
    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX
    assert Ticket.of(ticket.handle()) == ticket


@pytest.mark.compared
@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_body_is_of_the_packages_type(name: str, data: st.DataObject) -> None:
    types, mapped = package_types(), ENGINE.mapped(data.draw(requests_for(ENGINE, name)))
    files = {way.to: "aGVyb24=" for way in mapped.mapping.files.values()}

    assert list(types.faults_of(f"{mapped.mapping.endpoint}Request", {**mapped.body, **files})) == []
    assert {"Prompt", "ImageBase64"} & {*mapped.body, *files}


@pytest.mark.compared
def test_actions_address_and_version_are_those_of_the_package() -> None:
    types, options = package_types(), TencentOptions()

    assert [one for pair in LOOKS.items() for one in pair if f"def {one}(" not in types.client] == []
    assert f"_endpoint = '{ENGINE.base_url.removeprefix('https://')}'" in types.client
    assert f"_apiVersion = '{options.api_version}'" in types.client
    assert all(list(types.types[f"{look}Request"]) == ["JobId"] for look in LOOKS.values())


@pytest.mark.compared
def test_the_fake_answers_in_the_packages_types() -> None:
    types, fake = package_types(), FakeTencent()
    for action, product in PRODUCTS.items():
        files = [{"Type": kind, "Url": fake.url_of("1", kind), "PreviewImageUrl": ""} for kind in product.gives]
        credits = {"ResultCreditConsumed": 20.0, "ResultCreditDetails": ""} if product.tells_credits else {}
        done = told(Status="DONE", ErrorCode="", ErrorMessage="", ResultFile3Ds=files, **credits)

        assert list(types.faults_of(f"{LOOKS[action]}Response", response(done.body))) == []
        assert list(types.faults_of(f"{action}Response", response(told(JobId="1").body))) == []
        assert product.fields <= set(types.types[f"{action}Request"])


def response(body: bytes) -> Any:
    return json.loads(body)["Response"]


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)
    assert {one.endpoint for one in ENGINE.models.values()} <= set(LOOKS)


def test_every_meaning_of_an_error_leads_somewhere() -> None:
    written = read_packaged("mediamill_remote.tencent", "errors.toml")
    codes = [code for codes in written.values() if isinstance(codes, list) for code in codes]

    assert set(written) == {one.value for one in Meaning} - {"unknown"}
    assert len(codes) == len(set(codes)) == len(meanings())
    assert set(Meaning) == set(REFUSALS) | set(WAITS) | {Meaning.MISSING, Meaning.UNKNOWN}


def test_a_table_with_an_action_that_nobody_can_look_at_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "models.toml"
    own.write_text('["x/y"]\nendpoint = "SubmitElse"\nsuffix = ".glb"\ntypical_seconds = 1\nresult = "glb"\n')

    sentence = TencentEngine(TencentOptions(models_file=str(own))).ready()

    assert sentence is not None
    assert "`x/y`: endpoint: it has to be one of SubmitHunyuanTo3DProJob" in sentence
