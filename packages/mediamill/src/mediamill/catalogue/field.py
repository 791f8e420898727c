"""A field of a model's input: its kind, its bounds and its default."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

Value = str | int | float

# Larger JSON numbers are not exact for every reader (RFC 8259, section 6).
EXACT_INTEGER_MAX = 2**53 - 1
RANDOM_SEED = -1  # a caller sends it, or leaves the field out, to have a seed drawn
URL_LENGTH_MAX = 2_048  # characters; what proxies and browsers accept


class FieldKind(StrEnum):
    """The type of a field."""

    TEXT = "text"
    NUMBER = "number"
    INTEGER = "integer"
    CHOICE = "choice"
    SEED = "seed"
    URL = "url"


class Media(StrEnum):
    """What is expected behind a URL field."""

    IMAGE = "image"
    AUDIO = "audio"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a model's input. Bounds are inclusive, lengths count code points."""

    name: str
    kind: FieldKind
    description: str
    required: bool = False
    default: Value | None = None
    example: Value | None = None
    minimum: int | float | None = None
    maximum: int | float | None = None
    whole: bool = False  # a number without a fraction; 5.0 is one
    allowed: tuple[Value, ...] = ()  # of a choice: all texts or all numbers
    bare_numbers: bool = False  # of a choice of texts: "5" may also be sent as 5
    length_max: int | None = None
    speakable: bool = False  # of a text: has at least one letter or digit
    media: Media | None = None

    def spellings(self) -> Iterator[tuple[Value, Value]]:
        """Every value that a choice accepts, each with the listed value it stands for."""
        for value in self.allowed:
            yield value, value
        if self.bare_numbers:
            for value in self.allowed:
                number = number_of(value)
                if number is not None:
                    yield number, value


def by_value(number: int | float) -> int | float:
    """The canonical form of a number: int if it is whole and fits 64 bits, else float."""
    if isinstance(number, float) and number.is_integer() and -(2**63) <= number < 2**64:
        return int(number)
    return number


def number_of(value: Value) -> int | float | None:
    """The number that a value is or spells, None for any other text."""
    if isinstance(value, int | float):
        return value
    if value.isascii() and value.replace(".", "", 1).isdigit():
        return by_value(float(value))
    return None
