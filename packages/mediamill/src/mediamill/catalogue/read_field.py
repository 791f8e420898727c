"""Reads a field of a model from its table and refuses what contradicts itself."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic_core import SchemaValidator, ValidationError

from mediamill.catalogue import shape
from mediamill.catalogue.adapter import code_of, value_schema
from mediamill.catalogue.fault import sentence
from mediamill.catalogue.field import EXACT_INTEGER_MAX, RANDOM_SEED, URL_LENGTH_MAX, Field, Kind, Media, Value
from mediamill.catalogue.place import Place


def read_fields(place: Place, tables: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields of a model that are sound, in the order of the file."""
    read = []
    for name, table in tables.items():
        here = place.within("fields", name, subject=f'{place.subject}: field "{name}"')
        if name == "model" or not shape.FIELD_NAME.fullmatch(name):
            here.fault("needs another name: lower-case letters, digits and underscores, and not model")
        elif not isinstance(table, dict):
            here.fault("must be a table")
        elif field := read_field(here, name, table):
            read.append(field)
    return tuple(read)


def read_field(place: Place, name: str, table: Mapping[str, Any]) -> Field | None:
    """The field, or None when something in it is wrong."""
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in shape.FIELDS:
        place.fault_of("kind", f"must be one of: {', '.join(shape.FIELDS)}")
        return None
    given = place.read(table, shape.FIELDS[kind])
    if given is None:
        return None
    field = field_of(name, Kind(kind), given)
    if fault := contradiction(field):
        place.fault(fault)
        return None
    return with_sound_values(place, field)


def field_of(name: str, kind: Kind, given: dict[str, Any]) -> Field:
    """The field as its kind understands the table."""
    implied: dict[str, Any] = {}
    match kind:
        case Kind.INTEGER:
            implied = {"whole": True, "minimum": -EXACT_INTEGER_MAX, "maximum": EXACT_INTEGER_MAX}
        case Kind.SEED if given["whole"]:
            implied = {"default": RANDOM_SEED, "minimum": RANDOM_SEED, "maximum": EXACT_INTEGER_MAX}
        case Kind.SEED:
            implied = {"default": RANDOM_SEED, "minimum": None if given["maximum"] is None else RANDOM_SEED}
        case Kind.URL:
            given = given | {"media": Media(given["media"])}
            implied = {"length_max": URL_LENGTH_MAX}
        case Kind.CHOICE:
            given = given | {"allowed": tuple(given["allowed"])}
    chosen = {key: value for key, value in given.items() if value is not None and key != "kind"}
    return Field(name=name, kind=kind, **(implied | chosen))


def contradiction(field: Field) -> str | None:
    """What in the field cannot hold together, as the rest of a sentence."""
    if field.required and field.default is not None:
        return 'is required: it has no use for "default"'
    if field.required and field.example is None:
        return 'is required: it needs an "example"'
    if field.minimum is not None and field.maximum is not None and field.minimum > field.maximum:
        return f'has a "minimum" of {field.minimum} above its "maximum" of {field.maximum}'
    if field.bare_numbers and not isinstance(field.allowed[0], str):
        return 'has "bare_numbers", which is for a choice of texts'
    spellings = [spelling for spelling, _ in field.spellings()]
    if len(set(spellings)) < len(spellings):
        return 'lists the same value twice in "allowed"'
    return None


def with_sound_values(place: Place, field: Field) -> Field | None:
    """The field with its default in its one spelling, or None when it would not take its own default or example."""
    adapter = SchemaValidator(value_schema(field))
    sound: dict[str, Value] = {}
    found = len(place.faults)
    for key, value in (("default", field.default), ("example", field.example)):
        if value is None:
            continue
        try:
            sound[key] = adapter.validate_python(value)
        except ValidationError as error:
            code = code_of(error.errors()[0]["type"], field)
            place.fault_of(key, f"is nothing the field takes: {sentence(field, code)}")
    if len(place.faults) > found:
        return None
    return field if "default" not in sound else replace(field, default=sound["default"])
