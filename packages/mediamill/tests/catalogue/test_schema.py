"""What /openapi.json says of each model's input."""

import jsonschema_rs
import pytest

from mediamill.catalogue import FieldKind, Model
from tests.catalogue.shop import CATALOGUE, model_named


@pytest.mark.parametrize("model", CATALOGUE.models(), ids=lambda model: model.slug)
def test_the_schema_is_one_and_takes_the_example(model: Model) -> None:
    schema = model.schema()
    jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})

    assert [model.example] == schema["examples"]
    assert jsonschema_rs.Draft202012Validator(schema).is_valid(model.example)


@pytest.mark.parametrize("model", CATALOGUE.models(), ids=lambda model: model.slug)
def test_every_default_and_example_of_a_field_is_a_value_of_it(model: Model) -> None:
    for field in model.fields:
        schema = model.schema()["properties"][field.name]
        shown = [schema["default"]] if "default" in schema else []
        for value in [*shown, *schema.get("examples", [])]:
            jsonschema_rs.Draft202012Validator(schema).validate(value)


def test_the_schema_of_a_model_in_full() -> None:
    assert model_named("voicevendor-sound-effects").schema() == {
        "type": "object",
        "title": "voicevendor-sound-effects",
        "description": "A sound from a prompt, of the length you ask for or of the length it needs. "
        "Price: 1 credit per second (10 at most when no length is asked for).",
        "properties": {
            "model": {"type": "string", "const": "voicevendor-sound-effects", "description": "The model."},
            "prompt": {
                "type": "string",
                "pattern": r"^[^\u0000]*$",
                "minLength": 1,
                "description": "The sound.",
                "examples": ["A wooden door creaks open and falls shut"],
            },
            "duration": {
                "anyOf": [
                    {"type": "string", "enum": ["auto", "1", "2", "3", "5", "10", "15", "20", "30"]},
                    {"type": "number", "enum": [1, 2, 3, 5, 10, 15, 20, 30]},
                ],
                "description": "Length in seconds; auto lets the sound decide, up to 10.",
                "default": "auto",
                "examples": ["5"],
            },
            "prompt_influence": {
                "anyOf": [{"type": "number", "const": fraction} for fraction in (0.1, 0.3, 0.5, 0.7, 0.9)],
                "description": "How closely the sound follows the prompt.",
                "default": 0.3,
                "examples": [0.5],
            },
        },
        "required": ["model", "prompt"],
        "additionalProperties": False,
        "examples": [
            {
                "model": "voicevendor-sound-effects",
                "prompt": "A wooden door creaks open and falls shut",
                "duration": "5",
                "prompt_influence": 0.5,
            }
        ],
    }


def test_a_model_that_need_not_be_named_has_its_slug_as_default() -> None:
    optional, named = model_named("nano-banana").schema(), model_named("flux-2-flex").schema()

    assert (optional["properties"]["model"]["default"], optional["required"]) == ("nano-banana", ["prompt"])
    assert ("default" in named["properties"]["model"], ["model", "prompt"]) == (False, named["required"])


def test_bounds_kinds_and_lengths_are_said() -> None:
    motion = model_named("alpha-motion").schema()["properties"]
    image = model_named("nano-banana").schema()["properties"]
    drums = model_named("drumgen").schema()["properties"]

    assert (
        motion["duration"]["type"],
        motion["duration"]["minimum"],
        motion["duration"]["maximum"],
    ) == ("number", 0.5, 12)
    assert motion["prompt"]["maxLength"] == 1024
    assert (image["seed"]["type"], image["seed"]["minimum"], image["seed"]["maximum"]) == ("integer", -1, 2**53 - 1)
    assert drums["seed"] == {
        "type": "number",
        "description": "The same seed gives the same loop; -1 draws one.",
        "default": -1,
        "examples": [42],
    }


def test_urls_are_said_to_be_urls() -> None:
    urls = [
        model.schema()["properties"][field.name]
        for model in CATALOGUE.models()
        for field in model.fields
        if field.kind is FieldKind.URL
    ]

    assert len(urls) == 7
    assert all((url["format"], url["minLength"], url["maxLength"]) == ("uri", 1, 2048) for url in urls)
