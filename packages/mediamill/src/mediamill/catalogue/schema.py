"""A model's input as JSON Schema 2020-12, the dialect of OpenAPI 3.1; it accepts what the model accepts."""

from collections.abc import Mapping, Sequence
from typing import Any

from mediamill.catalogue.adapter import HTTP_URL, NO_NUL
from mediamill.catalogue.field import Field, FieldKind

JsonObject = dict[str, Any]


def input_schema(
    model: str, fields: Sequence[Field], *, named: bool, description: str, example: Mapping[str, object]
) -> JsonObject:
    """The schema of the `input` object; `named`: `input.model` is required."""
    name: JsonObject = {"type": "string", "const": model, "description": "The model."}
    if not named:
        name["default"] = model
    return {
        "type": "object",
        "title": model,
        "description": description,
        "properties": {"model": name} | {field.name: field_schema(field) for field in fields},
        "required": ["model"] * named + [field.name for field in fields if field.required],
        "additionalProperties": False,
        "examples": [dict(example)],
    }


def field_schema(field: Field) -> JsonObject:
    """The schema of one field."""
    schema = value_schema(field) | {"description": field.description}
    if field.default is not None:
        schema["default"] = field.default
    if field.example is not None:
        schema["examples"] = [field.example]
    return schema


def value_schema(field: Field) -> JsonObject:
    """The schema of a field's values, without default and description."""
    match field.kind:
        case FieldKind.TEXT:
            return text_schema(field, NO_NUL) | ({"minLength": 1} if field.required else {})
        case FieldKind.URL:
            media = {"x-media": field.media.value} if field.media else {}
            return text_schema(field, HTTP_URL) | {"minLength": 1, "format": "uri", **media}
        case FieldKind.CHOICE:
            return choice_schema(field)
        case FieldKind.NUMBER | FieldKind.INTEGER | FieldKind.SEED:
            bounds = {"minimum": field.minimum, "maximum": field.maximum}
            given = {word: bound for word, bound in bounds.items() if bound is not None}
            return {"type": "integer" if field.whole else "number"} | given


def text_schema(field: Field, pattern: str) -> JsonObject:
    """A string of a length and a pattern."""
    length = {} if field.length_max is None else {"maxLength": field.length_max}
    return {"type": "string", "pattern": pattern} | length


def choice_schema(field: Field) -> JsonObject:
    """An enumeration, one type to each branch, as generators of clients need it; they know no enumerated fractions.

    JSON Schema compares numbers by value too.
    """
    spellings = [spelling for spelling, _ in field.spellings()]
    texts = [spelling for spelling in spellings if isinstance(spelling, str)]
    whole = [spelling for spelling in spellings if isinstance(spelling, int)]
    fractions = [spelling for spelling in spellings if isinstance(spelling, float)]
    branches: list[JsonObject] = [
        *([{"type": "string", "enum": texts}] if texts else []),
        *([{"type": "number", "enum": whole}] if whole else []),
        *({"type": "number", "const": fraction} for fraction in fractions),
    ]
    return branches[0] if len(branches) == 1 else {"anyOf": branches}
