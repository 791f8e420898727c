"""The shape of a tool's file: which keys each table has and what they must be, one value at a time."""

import re
from enum import StrEnum
from math import isfinite

from mediamill.catalogue.field import EXACT_INTEGER_MAX, Media
from mediamill.catalogue.model import Pool
from mediamill.catalogue.place import REQUIRED, Key
from mediamill.catalogue.tool import Category, OutputType

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FIELD_NAME = re.compile(r"[a-z][a-z0-9_]*")
CREDITS_MAX = 10**6  # for one unit of a price: times the longest length it stays far inside 64 bits
LENGTH_MAX = 10**6  # characters, seconds: more than any body or machine would carry
LIMIT_SECONDS, LIMIT_MEMORY_MB, LIMIT_OUTPUT_MB = 300, 2_048, 256  # of a model that names no limits
LAST = 1_000  # the place in the display order of a tool that names none


def text(default: object = REQUIRED) -> Key:
    """A text that says something."""
    return Key("a text that is not empty", lambda value: isinstance(value, str) and value.strip() != "", default)


def value() -> Key:
    """What a field can have as default or example; whether it takes it is asked of the field itself."""
    return Key("a text or a finite number", lambda value: isinstance(value, str) or is_number(value), None)


def words(default: object = REQUIRED) -> Key:
    """A list to choose from."""
    return Key(
        "a list of texts or numbers",
        lambda value: (
            isinstance(value, list)
            and value != []
            and all(isinstance(item, str) or is_number(item) for item in value)
            and len({isinstance(item, str) for item in value}) == 1
        ),
        default,
    )


def slug(default: object = REQUIRED) -> Key:
    """A name for machines."""
    return Key(
        "lower-case letters, digits and single hyphens",
        lambda value: isinstance(value, str) and SLUG.fullmatch(value) is not None,
        default,
    )


def one_of(choices: type[StrEnum], default: object = REQUIRED) -> Key:
    """A word of a closed list."""
    listed = [str(choice) for choice in choices]
    return Key(f"one of: {', '.join(listed)}", lambda value: isinstance(value, str) and value in listed, default)


def switch(default: bool) -> Key:
    """Yes or no."""
    return Key("true or false", lambda value: isinstance(value, bool), default)


def number(default: object = REQUIRED) -> Key:
    """Any number that JSON has too."""
    return Key("a finite number", is_number, default)


def whole(lowest: int, highest: int, default: object = REQUIRED) -> Key:
    """A whole number within bounds."""
    return Key(
        f"a whole number from {lowest} to {highest}",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest,
        default,
    )


def table(default: object = REQUIRED) -> Key:
    """A table with a shape of its own."""
    return Key("a table", lambda value: isinstance(value, dict), default)


def is_number(value: object) -> bool:
    """Whether JSON has this number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


TOOL = {
    "name": text(),
    "description": text(),
    "category": one_of(Category),
    "output_type": one_of(OutputType),
    "primary": text(),
    "order": whole(0, LAST, default=LAST),
    "models": table(),
}
MODEL = {
    "name": text(),
    "description": text(),
    "required": switch(default=False),
    "pool": one_of(Pool, default=Pool.CPU.value),
    "price": table(),
    "limits": table(default={}),
    "fields": table(),
}
LIMITS = {
    "seconds": whole(1, LENGTH_MAX, default=LIMIT_SECONDS),
    "memory_mb": whole(1, LENGTH_MAX, default=LIMIT_MEMORY_MB),
    "output_mb": whole(1, LENGTH_MAX, default=LIMIT_OUTPUT_MB),
}
CREDITS = {"rule": text(), "credits": whole(1, CREDITS_MAX)}
PRICES = {
    "fixed": CREDITS | {"credits": whole(0, CREDITS_MAX)},
    "per_second": CREDITS | {"field": text()},
    "per_characters": CREDITS | {"field": text(), "characters": whole(1, LENGTH_MAX)},
    "per_output_second": CREDITS | {"seconds_max": whole(1, LENGTH_MAX), "field": text(default=None)},
    "per_input_second": CREDITS,
}
FIELD = {
    "kind": text(),
    "description": text(),
    "required": switch(default=False),
    "default": value(),
    "example": value(),
}
INTEGER = whole(-EXACT_INTEGER_MAX, EXACT_INTEGER_MAX, default=None)
FIELDS = {
    "text": FIELD | {"length_max": whole(1, LENGTH_MAX, default=None), "speakable": switch(default=False)},
    "number": FIELD | {"minimum": number(default=None), "maximum": number(default=None)},
    "integer": FIELD | {"minimum": INTEGER, "maximum": INTEGER},
    "choice": FIELD | {"allowed": words(), "bare_numbers": switch(default=False)},
    "seed": {key: FIELD[key] for key in ("kind", "description", "example")}
    | {"maximum": whole(1, EXACT_INTEGER_MAX, default=None), "whole": switch(default=True)},
    "url": FIELD | {"media": one_of(Media)},
}
