"""What a model takes, read from the service's own description (`/openapi.json`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mediamill_client.types import Json

DEPTH_MAX = 8  # of references and alternatives inside one field; a description may refer to itself
KINDS: dict[type, str] = {
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}


@dataclass(frozen=True, slots=True)
class InputField:
    """One field of an input. `kinds` are JSON types (`integer` counts as `number`), empty if the service is silent."""

    name: str
    kinds: frozenset[str]
    choices: tuple[Any, ...]  # the values the service names; empty when it names none
    required: bool
    raw: Json = field(default_factory=dict, repr=False, compare=False)  # its JSON schema as it came


@dataclass(frozen=True, slots=True)
class InputSchema:
    """The fields that one model of one tool takes."""

    tool: str
    model: str
    fields: Mapping[str, InputField]
    raw: Json = field(default_factory=dict, repr=False, compare=False)  # the JSON schema as it came


def find(document: Json, tool: str, model: str) -> InputSchema | None:
    """The schema marked with this tool (`x-tool`) whose field `model` allows this model; None if there is none."""
    for schema in _schemas(document):
        if schema["x-tool"] == tool and model in _models(document, schema):
            return _read(document, schema, model)
    return None


def find_all(document: Json) -> tuple[InputSchema, ...]:
    """The schema of every model of every tool, in the order of the document."""
    return tuple(
        _read(document, schema, model)
        for schema in _schemas(document)
        for model in _models(document, schema)
        if isinstance(model, str)
    )


def _schemas(document: Json) -> Iterator[Json]:
    """The schemas that describe the input of a tool."""
    components = document.get("components")
    schemas = components.get("schemas") if isinstance(components, dict) else None
    for schema in schemas.values() if isinstance(schemas, dict) else ():
        described = isinstance(schema, dict) and isinstance(schema.get("x-tool"), str)
        if described and isinstance(schema.get("properties"), dict):
            yield schema


def _models(document: Json, schema: Json) -> tuple[Any, ...]:
    return _choices(document, schema["properties"].get("model"))


def _read(document: Json, schema: Json, model: str) -> InputSchema:
    fields = _fields(document, schema["properties"], schema.get("required"))
    return InputSchema(schema["x-tool"], model, fields, schema)


def _fields(document: Json, properties: Json, required: Any) -> dict[str, InputField]:
    needed = required if isinstance(required, list) else []
    return {
        name: InputField(
            name,
            _kinds(document, schema),
            _choices(document, schema),
            name in needed,
            schema if isinstance(schema, dict) else {},
        )
        for name, schema in properties.items()
    }


def _kinds(document: Json, schema: Any) -> frozenset[str]:
    kinds: set[str] = set()
    for part in _parts(document, schema):
        stated = part.get("type")
        kinds.update([stated] if isinstance(stated, str) else stated if isinstance(stated, list) else [])
        kinds.update(KINDS.get(type(value), "null") for value in _listed(part))
    return frozenset("number" if kind == "integer" else kind for kind in kinds if isinstance(kind, str))


def _choices(document: Json, schema: Any) -> tuple[Any, ...]:
    return tuple(value for part in _parts(document, schema) for value in _listed(part))


def _listed(part: Json) -> list[Any]:
    if "const" in part:
        return [part["const"]]
    listed = part.get("enum")
    return listed if isinstance(listed, list) else []


def _parts(document: Json, schema: Any, depth: int = 0) -> Iterator[Json]:
    """A schema and everything it refers to or offers as an alternative."""
    if not isinstance(schema, dict) or depth > DEPTH_MAX:
        return
    yield schema
    if isinstance(reference := schema.get("$ref"), str):
        yield from _parts(document, _referred(document, reference), depth + 1)
    for word in ("anyOf", "oneOf", "allOf"):
        alternatives = schema.get(word)
        for alternative in alternatives if isinstance(alternatives, list) else ():
            yield from _parts(document, alternative, depth + 1)


def _referred(document: Json, reference: str) -> Any:
    """What a reference inside the document points to; None where it points nowhere."""
    place: Any = document
    for step in reference.removeprefix("#/").split("/"):
        place = place.get(step) if isinstance(place, dict) else None
    return place
