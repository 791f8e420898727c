"""ElevenLabs' tables against the catalogue, and against the types that its own Python package comes with."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX, EngineFailed, Request
from mediamill_remote.elevenlabs import engine as engine_module
from mediamill_remote.elevenlabs.call import Call, call_of
from mediamill_remote.elevenlabs.dubbing import DubbingTicket
from mediamill_remote.elevenlabs.engine import ElevenLabsEngine, ElevenLabsOptions
from tests.remote.conftest import MODELS, MakeRequest
from tests.remote.elevenlabs.package_types import package_types
from tests.remote.inputs import requests_for
from tests.remote.tickets import FULL

ENGINE = ElevenLabsEngine(ElevenLabsOptions())
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)


def call_for(request: Request) -> Call:
    mapped = ENGINE.mapped(request)
    if not mapped.mapping.direct:
        mapped.body["reference"] = request.generation_id
    return call_of(mapped.mapping, mapped.body, request.files)


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_input_has_a_request_and_an_estimate(name: str, data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, name))

    call = call_for(request)
    estimate = ENGINE.estimate(request)

    assert (call.body is None) == bool(request.files) == (call.form is not None)
    assert json.loads(json.dumps(call.body)) == call.body
    assert all(isinstance(value, str | Path) for value in (call.form or {}).values())
    assert call.path.isascii()
    assert 0 <= (call.body or {}).get("seed", 0) < 2**32
    assert estimate is not None
    assert 0 < estimate.amount < 10_000_000


@pytest.mark.compared
@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_a_request_is_what_the_package_would_send(name: str, data: st.DataObject) -> None:
    types = package_types()
    call = call_for(data.draw(requests_for(ENGINE, name)))

    assert types.faults_of(call) == []


@pytest.mark.parametrize("name", SERVED)
def test_a_recording_that_is_missing_is_no_request(name: str, request_for: MakeRequest) -> None:
    request = request_for(name)

    if not request.files:
        assert call_for(request).form is None
    else:
        with pytest.raises(EngineFailed):
            call_for(replace(request, files={}))


@pytest.mark.compared
def test_the_package_would_notice_a_wrong_request() -> None:
    types = package_types()
    spoken = {"text": 7, "sead": 1, "seed": "x"}

    assert types.faults_of(Call("/v1/text-to-speech/x?output_format=mp3_1_1", spoken)) != []
    assert set(types.faults_of(Call("/v1/text-to-speech/x", spoken))) == {
        "text is str, not 7",
        "there is no sead",
        "seed is typing.Optional[int], not 'x'",
    }
    assert types.faults_of(Call("/v1/music/x")) == ["nothing is sent to v1/music/x"]
    assert types.faults_of(Call("/v1/audio-isolation", form={"file": Path("x")})) == [
        "file is no file",
        "audio is missing",
    ]


def test_the_largest_handle_fits_into_its_row() -> None:
    result = json.dumps([["a" * 20]] * 40)
    kept = {"result": result, "suffix": ".flac", **FULL}
    ticket = DubbingTicket(project="p" * 120, method="e" * 240, language="l" * 120, **kept)

    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX
    assert DubbingTicket.of(ticket.handle()) == ticket


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
def test_every_path_of_a_table_is_one_that_the_package_calls() -> None:
    types = package_types()

    assert {mapping.endpoint for mapping in ENGINE.models.values()} <= {
        path.removesuffix("/{}") for method, path in types.calls if method == "POST"
    }


@pytest.mark.compared
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "v1/history"),
        ("GET", "v1/history/{}/audio"),
        ("GET", "v1/dubbing/project"),
        ("GET", "v1/dubbing/project/{}"),
        ("DELETE", "v1/dubbing/project/{}"),
        ("GET", "v1/dubbing/project/{}/language/{}"),
        ("GET", "v1/user/subscription"),
    ],
)
def test_every_other_call_is_one_of_the_package(method: str, path: str) -> None:
    assert (method, path) in package_types().calls
