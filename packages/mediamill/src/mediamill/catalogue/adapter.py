"""One strict validator per model, built when the catalogue is read: input as parsed becomes canonical values.

The fields of a model are data, not annotations, so its schema is put together from pydantic's core schemas.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from sys import float_info

from pydantic_core import CoreSchema, PydanticCustomError, SchemaValidator, ValidationError, core_schema

from mediamill.catalogue.fault import FaultCode, FieldFault, model_fault, sentence
from mediamill.catalogue.field import Field, FieldKind, Value, by_value

# Written so that Rust, Python and ECMAScript (JSON Schema) read it alike.
NO_NUL = r"^[^\u0000]*$"
HTTP_URL = r"^[Hh][Tt][Tt][Pp][Ss]?://[^\u0000]*$"

CODES = {
    "missing": FaultCode.MISSING,
    "extra_forbidden": FaultCode.UNKNOWN_FIELD,
    "string_type": FaultCode.INVALID_TYPE,
    "string_unicode": FaultCode.NOT_ALLOWED,
    "string_too_short": FaultCode.TOO_SHORT,
    "too_short": FaultCode.TOO_SHORT,
    "string_too_long": FaultCode.TOO_LONG,
    "literal_error": FaultCode.NOT_ALLOWED,
    "invalid_type": FaultCode.INVALID_TYPE,
    "out_of_range": FaultCode.OUT_OF_RANGE,
    "not_allowed": FaultCode.NOT_ALLOWED,
}


def adapter_of(model: str, fields: Sequence[Field], *, named: bool) -> SchemaValidator:
    """Build the validator of one model's `input`; `named`: `input.model` is required."""
    taken = {"model": core_schema.typed_dict_field(core_schema.literal_schema([model]), required=named)}
    for field in fields:
        schema = value_schema(field)
        if field.default is not None:
            schema = core_schema.with_default_schema(schema, default=field.default)
        taken[field.name] = core_schema.typed_dict_field(schema, required=field.required)
    return SchemaValidator(core_schema.typed_dict_schema(taken, extra_behavior="forbid", strict=True))


def value_schema(field: Field) -> CoreSchema:
    """The schema of one field, without its default."""
    match field.kind:
        case FieldKind.TEXT:
            schema = core_schema.str_schema(
                strict=True, min_length=1 if field.required else None, max_length=field.length_max, pattern=NO_NUL
            )
            return core_schema.no_info_after_validator_function(spoken, schema) if field.speakable else schema
        case FieldKind.URL:
            return core_schema.str_schema(strict=True, min_length=1, max_length=field.length_max, pattern=HTTP_URL)
        case FieldKind.CHOICE:
            return core_schema.no_info_plain_validator_function(listed_in(field))
        case FieldKind.NUMBER | FieldKind.INTEGER | FieldKind.SEED:
            return core_schema.no_info_plain_validator_function(number_within(field))


def spoken(text: str) -> str:
    """Reject a text without letter or digit: nothing in it can be spoken."""
    if not any(map(str.isalnum, text)):
        raise PydanticCustomError("too_short", "nothing to say")
    return text


def listed_in(field: Field) -> Callable[[object], Value]:
    """Accepts what a choice lists, numbers by value, and returns the listed value."""
    spellings: dict[object, Value] = dict(field.spellings())
    types = {type(spelling) for spelling in spellings}
    if int in types or float in types:
        types |= {int, float}

    def listed(value: object) -> Value:
        # By exact type: True equals 1, and a list cannot be looked up at all.
        if type(value) not in types:
            raise PydanticCustomError("invalid_type", "no such type")
        if value not in spellings:
            raise PydanticCustomError("not_allowed", "not listed")
        return spellings[value]

    return listed


def number_within(field: Field) -> Callable[[object], int | float]:
    """Accepts a number by value (pydantic's strict integer rejects 5.0) and returns its canonical form."""
    lowest = -float_info.max if field.minimum is None else field.minimum
    highest = float_info.max if field.maximum is None else field.maximum
    whole = field.whole

    def number(value: object) -> int | float:
        if type(value) is float:
            if whole and not (value.is_integer() or abs(value) == inf):
                raise PydanticCustomError("invalid_type", "a fraction")
            value = by_value(value)
        elif type(value) is not int:
            raise PydanticCustomError("invalid_type", "no number")
        if not lowest <= value <= highest:
            raise PydanticCustomError("out_of_range", "out of bounds")
        return value

    return number


def faults_in(
    error: ValidationError, input: Mapping[str, object], model: str, fields: Sequence[Field]
) -> Iterator[FieldFault]:
    """Every fault that the validator found, in the terms of the interface."""
    by_name = {field.name: field for field in fields}
    for found in error.errors(include_url=False, include_context=False, include_input=False):
        name = str(found["loc"][0])
        if name == "model":
            fault = model_fault(input, required=True)
            yield fault or FieldFault("input.model", f"Must be {model}", FaultCode.NOT_ALLOWED)
        elif name in by_name:
            field = by_name[name]
            code = code_of(found["type"], field)
            yield FieldFault(f"input.{name}", sentence(field, code), code)
        else:
            known = ", ".join(["model", *by_name])
            yield FieldFault(f"input.{name}", f"Is not a known field (known: {known})", FaultCode.UNKNOWN_FIELD)


def code_of(error_type: str, field: Field) -> FaultCode:
    """The interface's code for an error type of pydantic's."""
    if error_type == "string_pattern_mismatch":
        return FaultCode.INVALID_URL if field.kind is FieldKind.URL else FaultCode.NOT_ALLOWED
    return CODES[error_type]
