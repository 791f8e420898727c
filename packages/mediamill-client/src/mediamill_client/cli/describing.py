"""Inputs of models in words, from the service's own description."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mediamill_client.cli.output import cell

if TYPE_CHECKING:
    from mediamill_client import InputField, InputSchema

BIG = 2**53  # what a number may be where nobody chose a bound


def summary(schema: "InputSchema") -> str:
    """What a model does, and what it costs."""
    return str(schema.raw.get("description", ""))


def accepted(field: "InputField") -> str:
    """What a field takes, in a few words: its choices, or its kind and bounds."""
    if field.choices:
        return ", ".join(dict.fromkeys(cell(choice) for choice in field.choices))
    words = ["address or file"] if "x-media" in field.raw else sorted(field.kinds)
    return ", ".join([" or ".join(words), *bounds(field.raw)])


def bounds(raw: Mapping[str, Any]) -> Iterator[str]:
    """The limits of a number or a text."""
    low, high = raw.get("minimum"), raw.get("maximum")
    if low is not None and high is not None and abs(high) < BIG - 1:
        yield f"{low} to {high}"
    elif low is not None:
        yield f"from {low}"
    elif high is not None:
        yield f"up to {high}"
    if "maxLength" in raw and "x-media" not in raw:
        yield f"up to {raw['maxLength']} characters"


def default_of(field: "InputField") -> str:
    """What counts where a field is left out; empty where nothing is said."""
    return cell(field.raw.get("default"))
