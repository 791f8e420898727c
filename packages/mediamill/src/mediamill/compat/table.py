"""What a door has: tables that map another service's models, their fields and values to our tools; TOML beside each
door. What stands in no table is that service's own error.
"""

import math
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from mediamill.catalogue import FaultCode, FieldFault

Value = str | int | float | bool


class Rounding(StrEnum):
    """Which number of a table a number between two of them stands for."""

    NEAREST = "nearest"
    UP = "up"


class MappedField(BaseModel):
    """A field as it is called there, and what it is here."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    to: str | None = None  # our field; without one it changes nothing
    values: dict[str, Value] = Field(default_factory=dict)  # theirs, as text, and ours; empty: as sent
    round: Rounding | None = None  # for numbers between those in `values`
    accepts: tuple[Value, ...] = ()  # without `to`: what may be said; empty: anything
    required: bool = False
    default: Value | None = None  # theirs, where nothing is sent
    file: bool = False  # an address, or the file itself as a data URL

    def ours(self, name: str, value: object) -> object:
        """Our value for theirs. Raises Unmapped."""
        if self.to is None:
            if self.accepts and not any(type(one) is type(value) and one == value for one in self.accepts):
                raise Unmapped(not_one_of(name, self.accepts))
            return None
        if not self.values:
            return value
        text = text_of(value)
        if text in self.values:
            return self.values[text]
        if self.round and isinstance(value, int | float) and not isinstance(value, bool):
            key = rounded(float(value), [float(one) for one in self.values if is_number(one)], self.round)
            if key is not None:
                return next(ours for text, ours in self.values.items() if is_number(text) and float(text) == key)
        raise Unmapped(not_one_of(name, tuple(self.values)))


class Mapping(BaseModel):
    """A model of that service, by all its names, and the tool and model of ours that stand for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: tuple[str, ...]
    kind: str  # what it makes; the door has a way of answering for each
    tool: str
    model: str
    fixed: dict[str, Value] = Field(default_factory=dict)  # our fields that have the same value always
    fields: dict[str, MappedField]
    output: str = ""  # how its output is written; the door's own words

    def theirs(self, field: str) -> str:
        """How they call the field that we call so in a fault."""
        inner = field.removeprefix("input.")
        return next((name for name, mapped in self.fields.items() if mapped.to == inner), inner)


class Unmapped(Exception):
    """A value that stands in no table."""

    def __init__(self, fault: FieldFault) -> None:
        self.fault = fault
        super().__init__(fault.message)


class DoorTable(BaseModel):
    """Everything that a door has."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    models: tuple[Mapping, ...]
    voices: dict[str, str] = Field(default_factory=dict)  # theirs, and ours

    def find(self, name: str, *kinds: str) -> Mapping | None:
        """The model of that name, of one of these kinds if any are named."""
        return next((one for one in self.models if name in one.names and (not kinds or one.kind in kinds)), None)


def read_table(file: str) -> DoorTable:
    """The table `models.toml` beside a door's module."""
    with Path(file).with_name("models.toml").open("rb") as text:
        return DoorTable.model_validate(tomllib.load(text))


def translate(mapping: Mapping, given: dict[str, Any]) -> tuple[dict[str, Any], list[FieldFault]]:
    """Our input for theirs, and all that is wrong with it, in their names. What is null counts as not sent."""
    found: dict[str, Any] = {"model": mapping.model, **mapping.fixed}
    faults: list[FieldFault] = []
    sent = {name: value for name, value in given.items() if value is not None}
    for name in sent.keys() - mapping.fields.keys():
        faults.append(FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD))
    for name, field in mapping.fields.items():
        value = sent.get(name, field.default)
        if value is None:
            if field.required:
                faults.append(FieldFault(name, "Is required", FaultCode.MISSING))
            continue
        try:
            ours = field.ours(name, value)
        except Unmapped as unmapped:
            faults.append(unmapped.fault)
            continue
        if field.to is not None:
            found[field.to] = ours
    return found, sorted(faults, key=lambda fault: fault.field)


def not_one_of(name: str, allowed: tuple[Value, ...]) -> FieldFault:
    """What may be said instead."""
    return FieldFault(name, f"Must be one of: {', '.join(map(text_of, allowed))}", FaultCode.NOT_ALLOWED)


def text_of(value: object) -> str:
    """A value as it stands in a table."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else repr(value)


def is_number(text: str) -> bool:
    """Whether a text of a table is a number."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def rounded(value: float, numbers: list[float], rounding: Rounding) -> float | None:
    """The number of the table that this one stands for; None beyond the last one."""
    if not 0 < value <= max(numbers):
        return None
    if rounding is Rounding.UP:
        return min(number for number in numbers if number >= value)
    return min(numbers, key=lambda number: abs(number - value))
