"""Five price rules; each quotes before a run and charges after it. Credits are integers."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Protocol

from mediamill.catalogue.field import Value, number_of


class Price(Protocol):
    """How many credits to hold at acceptance, and how many of them to capture."""

    def quote(self, values: Mapping[str, Value]) -> int:
        """Credits to hold when the generation is accepted."""

    def charge(self, values: Mapping[str, Value], seconds: float | None) -> int:
        """Credits to capture at success, never more than were held."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same for every run; 0 is free."""

    credits: int

    def quote(self, values: Mapping[str, Value]) -> int:  # noqa: ARG002
        """Credits to hold."""
        return self.credits

    def charge(self, values: Mapping[str, Value], seconds: float | None) -> int:  # noqa: ARG002
        """Credits to capture: those held."""
        return self.credits

    def __str__(self) -> str:
        return f"{amount(self.credits)} per run" if self.credits else "free"


@dataclass(frozen=True, slots=True)
class PerSecond:
    """`credits` for each second that a field of the input asks for."""

    credits: int
    field: str

    def quote(self, values: Mapping[str, Value]) -> int:
        """Credits to hold."""
        seconds = number_of(values[self.field])
        assert seconds is not None, f"{self.field} spells no number: the catalogue was not checked"
        return self.credits * whole_seconds(seconds)

    def charge(self, values: Mapping[str, Value], seconds: float | None) -> int:  # noqa: ARG002
        """Credits to capture: those held."""
        return self.quote(values)

    def __str__(self) -> str:
        return f"{amount(self.credits)} per second"


@dataclass(frozen=True, slots=True)
class PerCharacters:
    """`credits` for every `characters` code points of a text, or part of them."""

    credits: int
    field: str
    characters: int

    def quote(self, values: Mapping[str, Value]) -> int:
        """Credits to hold."""
        return self.credits * -(-len(str(values[self.field])) // self.characters)

    def charge(self, values: Mapping[str, Value], seconds: float | None) -> int:  # noqa: ARG002
        """Credits to capture: those held."""
        return self.quote(values)

    def __str__(self) -> str:
        return f"{amount(self.credits)} per {self.characters} characters"


@dataclass(frozen=True, slots=True)
class PerOutputSecond:
    """`credits` for each second of output, up to `seconds_max`; for all seconds asked for, if `field` asks for them."""

    credits: int
    seconds_max: int
    field: str | None = None

    def quote(self, values: Mapping[str, Value]) -> int:
        """Credits to hold: for the length asked for, else for the longest that can be charged."""
        asked = self._asked(values)
        return self.credits * (self.seconds_max if asked is None else whole_seconds(asked))

    def charge(self, values: Mapping[str, Value], seconds: float | None) -> int:
        """Credits to capture; `seconds` is the length of the output, None if unknown."""
        held = self.quote(values)
        if seconds is None or self._asked(values) is not None:
            return held
        return min(held, self.credits * whole_seconds(seconds))

    def _asked(self, values: Mapping[str, Value]) -> int | float | None:
        return None if self.field is None or self.field not in values else number_of(values[self.field])

    def __str__(self) -> str:
        return f"{amount(self.credits)} per second ({self.seconds_max} at most when no length is asked for)"


@dataclass(frozen=True, slots=True)
class PerInputSecond:
    """`credits` for each second of the input file, whose length is known only once a worker has it."""

    credits: int

    def quote(self, values: Mapping[str, Value]) -> int:  # noqa: ARG002
        """Credits to hold at acceptance: those of one second."""
        return self.credits

    def charge(self, values: Mapping[str, Value], seconds: float | None) -> int:
        """Credits to capture; `seconds` is the length of the input, None when the hold was never set by it."""
        return self.quote(values) if seconds is None else self.hold_for(seconds)

    def hold_for(self, seconds: float) -> int:
        """Credits to hold once the length of the input is known."""
        return self.credits * whole_seconds(seconds)

    def __str__(self) -> str:
        return f"{amount(self.credits)} per second of the input"


def whole_seconds(seconds: float) -> int:
    """Seconds rounded up, at least 1."""
    return max(1, ceil(seconds))


def amount(credits: int) -> str:
    """`1 credit`, `2 credits`."""
    return f"{credits} credit{'' if credits == 1 else 's'}"
