"""Gemini's tables against the catalogue, and against the types that Google's own Python package comes with."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill_remote.gemini import engine as engine_module
from mediamill_remote.gemini.engine import GeminiEngine, sendable
from mediamill_remote.gemini.verdicts import BLOCKS, FINISHES
from mediamill_remote.mapped import MappedOptions
from tests.fakes.gemini import PRODUCTS, FakeGemini, fault_in
from tests.remote.gemini.conftest import PICTURE
from tests.remote.gemini.package_types import package_types
from tests.remote.inputs import requests_for

ENGINE = GeminiEngine(MappedOptions())
(MAPPING,) = ENGINE.models.values()


@settings(max_examples=25)
@given(data=st.data())
def test_every_input_has_a_request_that_is_taken_and_an_estimate(data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, PICTURE))

    body = sendable(ENGINE.mapped(request).body)
    estimate = ENGINE.estimate(request)

    assert json.loads(json.dumps(body)) == body
    assert fault_in(PRODUCTS[MAPPING.endpoint], body) is None
    assert estimate is not None
    assert 0 < estimate.amount < 1_000_000


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)


def test_every_price_says_what_tokens_cost() -> None:
    assert {line.model for line in ENGINE.prices.lines} == set(PRODUCTS)
    assert all(line.tokens is not None for line in ENGINE.prices.lines)


@pytest.mark.compared
@settings(max_examples=25)
@given(data=st.data())
def test_a_request_is_one_of_the_packages_types(data: st.DataObject) -> None:
    types = package_types()
    body = sendable(ENGINE.mapped(data.draw(requests_for(ENGINE, PICTURE))).body)

    assert types.faults_of(body) == []


@pytest.mark.compared
def test_the_package_would_notice_a_wrong_request() -> None:
    types = package_types()
    wrong = {
        "contents": [{"role": "user", "parts": [{"text": 7}]}],
        "generationConfig": {"imageConfig": {"aspectRatio": "1:1", "outputMimeType": "image/png"}, "sead": 1},
        "model": "x",
    }

    assert set(types.faults_of(wrong)) == {
        "contents.0.parts.0.text is Optional[str], not 7",
        "generationConfig.imageConfig.outputMimeType is not sent",
        "generationConfig.sead is not sent",
        "model is not sent",
    }


@pytest.mark.compared
@pytest.mark.parametrize("block", [None, "SAFETY"])
@pytest.mark.parametrize("finish", [None, "NO_IMAGE"])
def test_an_answer_of_the_fake_is_one_of_the_packages_types(block: str | None, finish: str | None) -> None:
    types, fake = package_types(), FakeGemini()
    fake.block, fake.finish, fake.words, fake.drafts = block, finish, "Here it is.", 1
    body = {"contents": [{"role": "user", "parts": [{"text": "A heron"}]}], "generationConfig": {}}

    answer = fake.generate("gemini-2.5-flash-image", PRODUCTS["gemini-2.5-flash-image"], body)

    assert types.strange_in(json.loads(answer.body), "GenerateContentResponse") == []


@pytest.mark.compared
def test_the_package_would_notice_a_strange_answer() -> None:
    types = package_types()
    strange = {"candidates": [{"finish": "STOP", "finishReason": "BORED"}], "usageMetadata": {"tokens": 1}}

    assert set(types.strange_in(strange, "GenerateContentResponse")) == {
        "candidates.0.finish",
        "candidates.0.finishReason: BORED",
        "usageMetadata.tokens",
    }


@pytest.mark.compared
def test_every_word_of_the_package_has_its_meaning() -> None:
    types = package_types()

    assert set(BLOCKS) == types.words_of("BlockedReason")
    assert set(FINISHES) == types.words_of("FinishReason")


@pytest.mark.compared
def test_the_address_and_the_key_go_where_the_package_sends_them() -> None:
    types = package_types()
    host, _, version = GeminiEngine.base_url.rpartition("/")

    assert (f"{host}/", version) == types.address
    assert GeminiEngine.key_header == (types.key_header, "{key}")
    assert "{model}:generateContent" in types.paths
