"""What a model takes, found in whatever shape the service describes it."""

from typing import Any

import pytest

from mediamill_client import Client, NotFound
from mediamill_client.input_schema import find
from tests.client.scripted_service import Answer, ScriptedService


def description(properties: dict[str, Any], **schema: Any) -> dict[str, Any]:
    shape = {"type": "object", "x-tool": "sound-effects", "properties": properties} | schema
    shared = {"Seconds": {"type": ["number", "string"]}, "Loop": {"anyOf": [{"$ref": "#/components/schemas/Loop"}]}}
    return {"components": {"schemas": {"other": {"type": "string"}, "effects": shape, **shared}}}


AUDIOGEN = {"const": "audiogen"}


def test_the_description_is_fetched_without_the_key(client: Client, service: ScriptedService) -> None:
    prompt = {"type": "string", "minLength": 1}
    service.on(
        "GET /openapi.json", Answer(200, description({"model": AUDIOGEN, "prompt": prompt}, required=["prompt"]))
    )
    found = client.tools.input_schema("sound-effects", "audiogen")

    assert found is not None
    assert (set(found.fields["prompt"].kinds), found.fields["prompt"].required) == ({"string"}, True)
    assert "authorization" not in service.heard[0].headers


def test_a_service_without_a_description_says_so(client: Client, service: ScriptedService) -> None:
    with pytest.raises(NotFound):
        client.tools.input_schema("sound-effects", "audiogen")


@pytest.mark.parametrize(
    ("schema", "kinds", "choices"),
    [
        ({"type": "string"}, {"string"}, ()),
        ({"type": "integer"}, {"number"}, ()),
        ({"type": "number", "minimum": 1}, {"number"}, ()),
        ({"type": "boolean"}, {"boolean"}, ()),
        ({"type": ["string", "null"]}, {"string", "null"}, ()),
        ({"enum": ["auto", 1, 2.5]}, {"string", "number"}, ("auto", 1, 2.5)),
        ({"const": True}, {"boolean"}, (True,)),
        ({"anyOf": [{"const": 5}, {"enum": ["5"]}]}, {"string", "number"}, (5, "5")),
        ({"oneOf": [{"type": "array"}, {"type": "object"}]}, {"array", "object"}, ()),
        ({"allOf": [{"$ref": "#/components/schemas/Seconds"}]}, {"number", "string"}, ()),
        ({"$ref": "#/components/schemas/Loop"}, set(), ()),
        ({"$ref": "#/nowhere/at/all"}, set(), ()),
        ({"type": 7, "enum": "x", "anyOf": 7}, set(), ()),
        (True, set(), ()),
        ({}, set(), ()),
    ],
)
def test_kinds_and_choices_are_read(schema: Any, kinds: set[str], choices: tuple[Any, ...]) -> None:
    found = find(description({"model": AUDIOGEN, "field": schema}), "sound-effects", "audiogen")

    assert found is not None
    assert (set(found.fields["field"].kinds), found.fields["field"].choices) == (kinds, choices)


@pytest.mark.parametrize("model", [AUDIOGEN, {"enum": ["x", "audiogen"]}, {"type": "string", "enum": ["audiogen"]}])
def test_a_model_may_be_named_in_several_ways(model: dict[str, Any]) -> None:
    assert find(description({"model": model}), "sound-effects", "audiogen") is not None


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"components": []},
        {"components": {"schemas": [1]}},
        {"components": {"schemas": {"a": None}}},
        description({"model": {"const": "another"}}),
        description({"model": AUDIOGEN}, **{"x-tool": "another"}),
        {"components": {"schemas": {"a": {"x-tool": "sound-effects", "properties": None}}}},
    ],
)
def test_what_is_not_described_is_none(document: dict[str, Any]) -> None:
    assert find(document, "sound-effects", "audiogen") is None


def test_all_models_are_described_at_once_with_their_schemas(client: Client, service: ScriptedService) -> None:
    prompt = {"type": "string", "maxLength": 600, "description": "What is heard."}
    whole = description({"model": {"enum": ["audiogen", "howl"]}, "prompt": prompt}, description="Sounds.")
    service.on("GET /openapi.json", Answer(200, whole))
    found = client.tools.input_schemas()

    assert [(one.tool, one.model) for one in found] == [("sound-effects", "audiogen"), ("sound-effects", "howl")]
    assert found[1].raw["description"] == "Sounds."
    assert found[1].fields["prompt"].raw == prompt
