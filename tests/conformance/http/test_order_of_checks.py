"""Which refusal wins when a request deserves several: each neighbouring pair of the documented order.

The pairs with the rate limit are in test_rate_limit.py.
"""

import pytest

from tests.conformance.http.conftest import Stranger
from tests.conformance.http.judge import (
    NO_CREDITS,
    NO_KEY,
    NO_METHOD,
    NO_MODEL,
    NO_PATH,
    NO_TOOL,
    Refusal,
    generic,
    refusal,
    validation_failed,
)
from tests.service import Person

pytestmark = pytest.mark.xdist_group("http")


def test_the_json_comes_before_the_shape(ada: Person) -> None:
    assert generic() == refusal(ada.post('{"tool": 5, "input": 5, "x": NaN}'))


def test_the_shape_comes_before_the_tool(ada: Person) -> None:
    assert validation_failed(("input", "invalid_type")) == refusal(ada.run("no-such-tool", 5))
    assert 400 == ada.post('{"tool": "no-such-tool"}').status_code


def test_the_tool_comes_before_the_model(ada: Person) -> None:
    for asked in ({}, {"model": 5}, {"model": "no-such-model"}):
        assert Refusal(404, NO_TOOL) == refusal(ada.run("no-such-tool", asked, webhook=5, more=True))


def test_the_model_comes_before_input_webhook_and_unknown_fields(ada: Person) -> None:
    asked = {"model": "no-such-model", "prompt": 5, "more": 1}

    assert Refusal(404, NO_MODEL) == refusal(ada.run("text-to-speech", asked, webhook=5, more=True))


@pytest.mark.parametrize(("model", "code"), [({}, "missing"), ({"model": 5}, "invalid_type")])
def test_without_a_model_the_envelope_is_still_judged_but_not_the_input(
    ada: Person, model: dict[str, object], code: str
) -> None:
    response = ada.run("text-to-speech", {**model, "prompt": 5, "more": 1}, webhook="http://8.8.8.8/", more=True)

    assert validation_failed(("input.model", code), ("webhook", "invalid_url"), ("more", "unknown_field")) == refusal(
        response
    )


def test_input_webhook_and_unknown_fields_come_before_the_credits(ben: Person) -> None:
    asked = {"model": "voicevendor-tts", "prompt": "x"}

    assert validation_failed(("input.prompt", "too_short")) == refusal(
        ben.run("text-to-speech", {**asked, "prompt": ""})
    )
    assert validation_failed(("webhook", "invalid_type")) == refusal(ben.run("text-to-speech", asked, webhook=5))
    assert validation_failed(("more", "unknown_field")) == refusal(ben.run("text-to-speech", asked, more=5))
    assert Refusal(402, NO_CREDITS) == refusal(ben.run("text-to-speech", asked))


def test_the_key_comes_before_path_and_method(stranger: Stranger) -> None:
    for method, path in (("GET", "/api/no-such-path"), ("DELETE", "/api/run"), ("POST", "/api/account")):
        assert Refusal(401, NO_KEY) == refusal(stranger.request(method, path))


def test_the_path_comes_before_the_method(ada: Person) -> None:
    assert Refusal(404, NO_PATH) == refusal(ada.request("DELETE", "/api/no-such-path"))
    assert Refusal(405, NO_METHOD) == refusal(ada.request("DELETE", "/api/tools/no-such-tool"))
    assert Refusal(405, NO_METHOD) == refusal(ada.request("DELETE", "/api/generations/no-such-generation"))
