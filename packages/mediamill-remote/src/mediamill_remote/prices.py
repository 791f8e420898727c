"""What a vendor's calls cost: price lines as data, and the estimate of a body as it will be sent."""

import math
import os
import struct
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_CEILING, Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from mediamill.engines.sdk import Estimate
from mediamill_remote.answers import plausible
from mediamill_remote.mapping import Body, Measure, MeasureHow, Quantity, at
from mediamill_remote.tables import Table, TableFault, entry_of

MILLIONTHS = 1_000_000
CREDITS_DIGITS_MAX = 12
RECORDING_SECONDS_MAX = 600.0  # what counts for a recording whose length is not in its head: the longest that is taken
WAV_HEAD = struct.Struct("<4sI4s4sIHHII")  # to the bytes of a second
WAV_HEAD_BYTES_MIN = 44


class Unit(StrEnum):
    """What an amount is the price of."""

    RUN = "run"
    IMAGE = "image"
    MEGAPIXEL = "megapixel"
    SECOND = "second"
    MINUTE = "minute"
    CHARACTERS = "1000 characters"
    WORK_SECOND = "second of work"


# Each unit as so much of a quantity; a run is counted, not measured.
MEASURED_BY: Mapping[Unit, tuple[Quantity, int]] = {
    Unit.IMAGE: (Quantity.IMAGES, 1),
    Unit.MEGAPIXEL: (Quantity.PIXELS, 1_000_000),
    Unit.SECOND: (Quantity.SECONDS, 1),
    Unit.MINUTE: (Quantity.SECONDS, 60),
    Unit.CHARACTERS: (Quantity.CHARACTERS, 1_000),
    Unit.WORK_SECOND: (Quantity.WORK, 1),
}


def read_amount(written: object) -> object:
    """A sum of money; a binary fraction is none."""
    if isinstance(written, bool | float):
        raise ValueError("has to be a number as TOML writes it")
    return written


Amount = Annotated[Decimal, BeforeValidator(read_amount), Field(ge=0, le=100_000)]


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a vendor counted for one call."""

    input: int
    text: int  # of the answer, thoughts among it
    image: int  # of the answer


class TokenRates(Table):
    """What a million tokens cost, at a vendor whose answers count them; the estimate is by the line's unit."""

    input: Amount
    text: Amount
    image: Amount

    def cost(self, tokens: Tokens) -> int:
        """Millionths of the currency."""
        total = self.input * tokens.input + self.text * tokens.text + self.image * tokens.image
        return millionths(total / MILLIONTHS)


class PriceLine(Table):
    """What one model of the vendor costs from a day on."""

    model: str = Field(min_length=1)  # as the vendor calls it
    unit: Unit
    amount: Amount
    currency: Literal["USD"] = "USD"
    valid_from: date
    when: dict[str, str | int | bool] = Field(default_factory=dict)  # what the body has to say for the line to count
    started: bool = False  # a unit that was begun costs as much as a whole one
    tokens: TokenRates | None = None
    verified: bool = False  # seen on the vendor's own price page
    source: str = ""
    note: str = ""

    def __str__(self) -> str:
        """The line in words, for records and operators."""
        conditions = "".join(f" with {name} {str(value).lower()}" for name, value in self.when.items())
        amount = f"{self.amount.normalize():f} {self.currency} per {'started ' if self.started else ''}{self.unit}"
        return f"{self.model}: {amount}{conditions} since {self.valid_from}"

    def counts(self, body: Body, day: date) -> bool:
        """Whether it is the price of this body on that day."""
        return self.valid_from <= day and all(at(body, name) == value for name, value in self.when.items())

    def units_in(self, quantities: Mapping[Quantity, Decimal]) -> Decimal | None:
        """How many units a body asks for; None where nothing measures them."""
        if self.unit is Unit.RUN:
            return Decimal(1)
        quantity, size = MEASURED_BY[self.unit]
        if quantity not in quantities:
            return None
        units = quantities[quantity] / size
        return units.to_integral_value(ROUND_CEILING) if self.started else units


@dataclass(frozen=True, slots=True)
class Prices:
    """The price lines of one vendor."""

    vendor: str
    lines: tuple[PriceLine, ...] = ()

    def line_of(self, model: str, body: Body, day: date) -> PriceLine | None:
        """The newest line that counts for the body on that day; of one day's the most particular."""
        counting = [line for line in self.lines if line.model == model and line.counts(body, day)]
        return max(counting, key=lambda line: (line.valid_from, len(line.when)), default=None)

    def estimate(self, line: PriceLine | None, quantities: Mapping[Quantity, Decimal]) -> Estimate | None:
        """What a body costs; None where no line counts or what it charges for is not measured."""
        units = line.units_in(quantities) if line else None
        if line is None or units is None:
            return None
        return Estimate(millionths(line.amount * units), f"{self.vendor} {line}")

    def with_own(self, own: Sequence[PriceLine]) -> "Prices":
        """With an operator's lines, which take the place of all others for their models."""
        named = {line.model for line in own}
        return Prices(self.vendor, (*(line for line in self.lines if line.model not in named), *own))


def read_prices(file: str, written: Mapping[str, object]) -> tuple[PriceLine, ...]:
    """The lines of a file, each a table `[[price]]`. Raises TableFault."""
    rows = written.get("price", [])
    if unknown := set(written) - {"price"}:
        raise TableFault(file, "", f"unknown: {', '.join(sorted(unknown))}; a line is a table [[price]]")
    if not isinstance(rows, list):
        raise TableFault(file, "price", "a line is a table [[price]]")
    return tuple(_line(file, number, row) for number, row in enumerate(rows, 1))


def _line(file: str, number: int, row: object) -> PriceLine:
    model = row.get("model") if isinstance(row, dict) else None
    return entry_of(PriceLine, row, file=file, entry=f"price {number} (`{model}`)" if model else f"price {number}")


def millionths(amount: Decimal) -> int:
    """A sum in millionths of its currency, rounded up."""
    return int((amount * MILLIONTHS).to_integral_value(ROUND_CEILING))


def is_price(value: float) -> bool:
    """Whether an option is a sum of money."""
    return math.isfinite(value) and value >= 0


def cost_of_credits(credits: object, usd: float, estimate: int | None) -> int | None:
    """What a vendor's credits cost in millionths, at so much for one; None where they or their price are not known, or
    where the price cannot be right.
    """
    said = str(credits)
    if not usd or not said.isdecimal() or len(said) > CREDITS_DIGITS_MAX:
        return None
    cost = millionths(int(said) * Decimal(str(usd)))
    return cost if estimate is None or plausible(cost, estimate) else None


def today() -> date:
    """The day in UTC: the one place where prices ask a clock."""
    return date(*time.gmtime()[:3])


def quantities_of(
    measures: Mapping[Quantity, Measure], body: Body, files: Mapping[str, Path], typical_seconds: float
) -> dict[Quantity, Decimal]:
    """What of each quantity a body asks for; a quantity that cannot be told is left out."""
    found = {Quantity.IMAGES: Decimal(1), Quantity.WORK: Decimal(str(typical_seconds))}
    for quantity, measure in measures.items():
        told = measured(measure, body, files)
        told = measure.unsaid if told is None else told
        if told is not None:
            found[quantity] = Decimal(str(told))
    return found


def measured(measure: Measure, body: Body, files: Mapping[str, Path]) -> float | None:
    """One quantity of a body; None where the body does not tell it."""
    value = at(body, measure.of) if measure.of else body
    match measure.how:
        case MeasureHow.RECORDING:
            file = files.get(measure.of or "")
            return wav_seconds(file) if file else None
        case MeasureHow.CHARACTERS:
            return len(value) if isinstance(value, str) else None
        case MeasureHow.PIXELS:
            return product(at(value, "width"), at(value, "height"))
        case MeasureHow.FRAMES:
            rate = number(at(body, measure.rate or ""))
            frames = number(value)
            return frames / rate if frames is not None and rate else None
        case MeasureHow.MILLISECONDS:
            milliseconds = number(value)
            return None if milliseconds is None else milliseconds / 1_000
        case MeasureHow.NUMBER:
            return number(value)


def number(value: object) -> float | None:
    """A number; None for anything else."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def product(*values: object) -> float | None:
    """Numbers multiplied; None where one is missing."""
    result = 1.0
    for value in values:
        factor = number(value)
        if factor is None:
            return None
        result *= factor
    return result


def wav_seconds(file: Path) -> float:
    """How long a WAV file plays at most, by its size; RECORDING_SECONDS_MAX for anything else."""
    try:
        with file.open("rb") as opened:
            head = opened.read(WAV_HEAD.size)
            size = os.fstat(opened.fileno()).st_size
    except OSError:
        return RECORDING_SECONDS_MAX
    if len(head) < WAV_HEAD.size:
        return RECORDING_SECONDS_MAX
    riff, _, wave, _, _, _, _, _, bytes_per_second = WAV_HEAD.unpack(head)
    if (riff, wave) != (b"RIFF", b"WAVE") or not bytes_per_second:
        return RECORDING_SECONDS_MAX
    return max(0, size - WAV_HEAD_BYTES_MIN) / int(bytes_per_second)
