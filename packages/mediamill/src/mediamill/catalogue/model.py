"""A model: its fields and price, and how an input is checked and priced before anything runs."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pydantic_core import SchemaValidator, ValidationError

from mediamill.catalogue.adapter import adapter_of, faults_in
from mediamill.catalogue.fault import FieldFault
from mediamill.catalogue.field import EXACT_INTEGER_MAX, RANDOM_SEED, Field, FieldKind, Value
from mediamill.catalogue.price import PerInputSecond, Price
from mediamill.catalogue.schema import JsonObject, input_schema


class Pool(StrEnum):
    """What a model runs on: processors, a graphics card, or a vendor's computers."""

    CPU = "cpu"
    GPU = "gpu"
    REMOTE = "remote"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run of an engine may use at most. Megabytes are 10^6 bytes."""

    seconds: float
    memory_mb: int
    output_mb: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A valid input: defaults filled in, values in canonical form, without `model`."""

    values: Mapping[str, Value]
    seeds: tuple[Field, ...] = ()

    def drawn(self, draw: Callable[[int], int] = secrets.randbelow) -> "Checked":
        """The same with a seed for each −1, so that every attempt makes the same; `draw(n)` gives 0 ≤ seed < n."""
        seeds = {
            seed.name: draw(int(EXACT_INTEGER_MAX if seed.maximum is None else seed.maximum) + 1)
            for seed in self.seeds
            if self.values[seed.name] == RANDOM_SEED
        }
        return replace(self, values={**self.values, **seeds}) if seeds else self


@dataclass(frozen=True, slots=True)
class Model:
    """One model of a tool. Its validator is built with it, so that checking an input only runs it."""

    tool: str
    slug: str
    name: str
    description: str
    required: bool  # `input.model` has to name it, even where it is the tool's primary model
    primary: bool
    fields: tuple[Field, ...]
    price: Price
    pool: str
    limits: Limits
    url_fields: tuple[Field, ...] = field(init=False, repr=False, compare=False)
    seeds: tuple[Field, ...] = field(init=False, repr=False, compare=False)
    adapter: SchemaValidator = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = {
            "url_fields": tuple(field for field in self.fields if field.kind is FieldKind.URL),
            "seeds": tuple(field for field in self.fields if field.kind is FieldKind.SEED),
            "adapter": adapter_of(self.slug, self.fields, named=self.named),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    @property
    def named(self) -> bool:
        """Whether an input reaches this model only by naming it."""
        return self.required or not self.primary

    def check(self, input: Mapping[str, object]) -> Checked | tuple[FieldFault, ...]:
        """Validate an input: its canonical form, or every fault; of URLs only scheme and length are checked here."""
        try:
            values = self.adapter.validate_python(input)
        except ValidationError as error:
            return tuple(faults_in(error, input, self.slug, self.fields))
        values.pop("model", None)
        return Checked(values, self.seeds)

    def seed_in(self, values: Mapping[str, Value], draw: Callable[[int], int] = secrets.randbelow) -> int | float:
        """The seed of a run: the input's, which is drawn already, or a new one for a model that takes none."""
        for seed in self.seeds:
            value = values[seed.name]
            assert not isinstance(value, str), f"{seed.name} is a number"
            return value
        return draw(EXACT_INTEGER_MAX + 1)

    def quote(self, values: Mapping[str, Value]) -> int:
        """Credits to hold when a generation with these checked values is accepted."""
        return self.price.quote(values)

    def charge(self, values: Mapping[str, Value], seconds: float | None) -> int:
        """Credits to capture; `seconds`, if known: of the input for a model priced by its input, else of the output."""
        return self.price.charge(values, seconds)

    @property
    def priced_by_input(self) -> bool:
        """Whether the hold is set only once the length of the input is known."""
        return isinstance(self.price, PerInputSecond)

    def hold_for(self, seconds: float) -> int:
        """Credits to hold for an input of this length; only for a model priced by its input."""
        assert isinstance(self.price, PerInputSecond), f"{self.tool}/{self.slug} is not priced by its input"
        return self.price.hold_for(seconds)

    @property
    def example(self) -> dict[str, Value]:
        """A valid input."""
        given = {field.name: field.example for field in self.fields if field.example is not None}
        return {"model": self.slug, **given}

    def schema(self) -> JsonObject:
        """JSON Schema (2020-12) of the `input` object, `model` included."""
        return input_schema(
            self.slug,
            self.fields,
            named=self.named,
            description=f"{self.description} Price: {self.price}.",
            example=self.example,
        )
