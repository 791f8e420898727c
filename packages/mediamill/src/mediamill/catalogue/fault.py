"""What is wrong with an input: the field as the caller sent it, a message, and a stable code for programs."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mediamill.catalogue.field import Field, FieldKind


class FaultCode(StrEnum):
    """The values of `errors[].code`."""

    MISSING = "missing"
    UNKNOWN_FIELD = "unknown_field"
    INVALID_TYPE = "invalid_type"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    OUT_OF_RANGE = "out_of_range"
    NOT_ALLOWED = "not_allowed"
    INVALID_URL = "invalid_url"
    FORBIDDEN_URL = "forbidden_url"


@dataclass(frozen=True, slots=True)
class FieldFault:
    """One thing wrong with a request; `field` is the dotted path as sent, such as `input.prompt`."""

    field: str
    message: str
    code: FaultCode


def model_fault(input: Mapping[str, object], *, required: bool) -> FieldFault | None:
    """The fault of an `input.model` that is missing, not a string or empty; the model need not exist."""
    if "model" not in input:
        return FieldFault("input.model", "Is required", FaultCode.MISSING) if required else None
    if not isinstance(input["model"], str):
        return FieldFault("input.model", "Must be a string", FaultCode.INVALID_TYPE)
    return None if input["model"] else FieldFault("input.model", "Must not be empty", FaultCode.TOO_SHORT)


def sentence(field: Field, code: FaultCode) -> str:
    """What the caller reads when `field` has a fault of this code."""
    match code:
        case FaultCode.MISSING:
            return "Is required"
        case FaultCode.INVALID_TYPE:
            return f"Must be {expected_type(field)}"
        case FaultCode.TOO_SHORT if field.speakable:
            return "Must contain at least one letter or digit"
        case FaultCode.TOO_SHORT:
            return "Must not be empty"
        case FaultCode.TOO_LONG:
            return f"Must be at most {field.length_max} characters"
        case FaultCode.OUT_OF_RANGE:
            return f"Must be {expected_range(field)}"
        case FaultCode.NOT_ALLOWED if field.kind is FieldKind.CHOICE:
            return f"Must be one of: {', '.join(str(value) for value in field.allowed)}"
        case FaultCode.NOT_ALLOWED:
            return "Must not contain the NUL character"
        case FaultCode.INVALID_URL:
            return "Must be an http or https URL"
    raise AssertionError(f"the catalogue never finds {code}")


def expected_type(field: Field) -> str:
    """`a string`, `a number`, …"""
    if field.whole:
        return "an integer"
    if field.kind is FieldKind.CHOICE and field.bare_numbers:
        return "a string or a number"
    if field.kind in (FieldKind.TEXT, FieldKind.URL) or isinstance(field.allowed[0] if field.allowed else 0, str):
        return "a string"
    return "a number"


def expected_range(field: Field) -> str:
    """`between 0.5 and 12`, `at least 1`, …"""
    if field.minimum is None and field.maximum is None:
        return "a finite number"
    if field.maximum is None:
        return f"at least {field.minimum}"
    if field.minimum is None:
        return f"at most {field.maximum}"
    return f"between {field.minimum} and {field.maximum}"
