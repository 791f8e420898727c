"""Tools of the service as agents see them: the fields of several models in one schema."""

from typing import Any

from mediamill_client.input_schema import find_all
from mediamill_client.mcp.catalogue import offered
from mediamill_client.types import Tool

OBJECTS = Tool("text-to-3d", "Objects", "Objects from words.", "3d", "object", None)
IMAGE = {"type": "string", "pattern": "^https?://", "format": "uri", "x-media": "image", "description": "A picture."}


def prompt(length: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": length, "description": "What it is.", "examples": ["A mug"]}


def described(**models: dict[str, Any]) -> dict[str, Any]:
    schemas = {}
    for model, fields in models.items():
        required = [name for name in fields if name != "seed"]
        properties = {"model": {"const": model}, **fields}
        schemas[model] = {"x-tool": "text-to-3d", "description": f"{model}.", "properties": properties}
        schemas[model]["required"] = ["model", *required]
    return {"components": {"schemas": schemas}}


def schema_of(*, takes_files: bool = False, **models: dict[str, Any]) -> dict[str, Any]:
    tools = offered([OBJECTS], find_all(described(**models)), takes_files=takes_files)
    return tools["text-to-3d"].definition.input_schema


def test_one_model_gives_its_own_fields() -> None:
    seed = {"type": "integer", "minimum": -1, "default": -1}

    assert schema_of(alpha={"prompt": prompt(600), "seed": seed}) == {
        "type": "object",
        "properties": {
            "model": {"type": "string", "enum": ["alpha"], "default": "alpha"},
            "prompt": {"type": "string", "maxLength": 600, "description": "What it is."},
            "seed": {**seed, "description": ""},
        },
        "required": ["prompt"],
        "additionalProperties": False,
    }


def test_fields_that_differ_are_alternatives_and_fields_of_some_models_say_so() -> None:
    schema = schema_of(alpha={"prompt": prompt(1024)}, beta={"prompt": prompt(600)}, trellis={"image_url": IMAGE})

    assert schema["properties"]["prompt"] == {
        "anyOf": [{"type": "string", "maxLength": 1024}, {"type": "string", "maxLength": 600}],
        "description": "What it is. Only for alpha, beta.",
    }
    assert schema["properties"]["image_url"]["description"] == "A picture. Only for trellis."
    assert schema["required"] == []


def test_files_of_the_shared_folder_are_offered_where_there_is_one() -> None:
    alone, shared = (schema_of(takes_files=one, trellis={"image_url": IMAGE}) for one in (False, True))

    assert alone["properties"]["image_url"]["format"] == "uri"
    assert shared["properties"]["image_url"] == {
        "type": "string",
        "description": "A picture. Or the path of a file in the shared folder.",
    }


def test_a_tool_says_what_each_model_does_and_which_is_the_default() -> None:
    schemas = find_all(described(alpha={"prompt": prompt(5)}, beta={"prompt": prompt(5)}))
    tool = offered([OBJECTS], schemas, takes_files=False)["text-to-3d"]

    assert (tool.model, tool.definition.description) == (
        "alpha",
        "Objects from words. Makes object.\nModel alpha (default): alpha.\nModel beta: beta.",
    )


def test_a_tool_that_the_service_does_not_describe_is_left_out() -> None:
    assert offered([OBJECTS], (), takes_files=False) == {}
