"""The shape of a tool's file: one pydantic model for each kind of table.

An error's message is the rest of a sentence that begins with the name of the table or key: `file_faults.py` prepends
it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from annotated_types import MinLen
from pydantic import (
    AfterValidator,
    AllowInfNan,
    BaseModel,
    ConfigDict,
    Discriminator,
    GetCoreSchemaHandler,
    Strict,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, SchemaValidator, core_schema

from mediamill.catalogue.adapter import code_of, value_schema
from mediamill.catalogue.fault import sentence
from mediamill.catalogue.field import EXACT_INTEGER_MAX, RANDOM_SEED, URL_LENGTH_MAX, Field, FieldKind, Media
from mediamill.catalogue.model import Limits, Model, Pool
from mediamill.catalogue.price import Fixed, PerCharacters, PerInputSecond, PerOutputSecond, PerSecond, Price
from mediamill.catalogue.price_faults import price_faults
from mediamill.catalogue.tool import Category, OutputType

SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
SLUG_CHARACTERS = "lower-case letters, digits and single hyphens"
FIELD_NAME = re.compile(r"[a-z][a-z0-9_]*")
CREDITS_MAX = 10**6  # for one unit of a price: times the longest length it stays far inside 64 bits
LENGTH_MAX = 10**6  # characters, seconds: more than any body or machine would take
LAST = 1_000  # the place in the display order of a tool that names none


@dataclass(frozen=True, slots=True)
class MustBe:
    """Of a type: whatever is wrong with a value is the one fault `must be {what}`."""

    what: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return self.around(handler(source))

    def around(self, schema: CoreSchema) -> CoreSchema:
        """The schema with its errors replaced."""
        message, context = "must be {what}", {"what": self.what}
        return core_schema.custom_error_schema(
            schema, "must_be", custom_error_message=message, custom_error_context=context
        )


@dataclass(frozen=True, slots=True)
class Whole:
    """Of a type: a whole number within bounds, both included."""

    lowest: int
    highest: int

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = core_schema.int_schema(strict=True, ge=self.lowest, le=self.highest)
        return MustBe(f"a whole number from {self.lowest} to {self.highest}").around(schema)


def one_of(words: type[StrEnum]) -> MustBe:
    """Of a type: a word of a closed list."""
    return MustBe(f"one of: {', '.join(words)}")


def name_of_field(name: str) -> str:
    """Takes what can stand beside `model` in an input."""
    if name == "model" or not FIELD_NAME.fullmatch(name):
        raise PydanticCustomError("field_name", "not a field name")
    return name


Text = Annotated[str, Strict(), StringConstraints(pattern=r"\S"), MustBe("a non-empty string")]
Slug = Annotated[str, StringConstraints(pattern=SLUG), MustBe(f"named with {SLUG_CHARACTERS}")]
FieldName = Annotated[
    str, AfterValidator(name_of_field), MustBe('named with lower-case letters, digits and underscores, and not "model"')
]
Switch = Annotated[bool, Strict(), MustBe("true or false")]
AnyNumber = Annotated[int, Strict()] | Annotated[float, Strict(), AllowInfNan(False)]
Number = Annotated[AnyNumber, MustBe("a finite number")]
AnyText = Annotated[str, Strict()]
AnyValue = Annotated[AnyText | AnyNumber, MustBe("a string or a finite number")]
Choices = Annotated[
    Annotated[tuple[AnyText, ...], MinLen(1)] | Annotated[tuple[AnyNumber, ...], MinLen(1)],
    MustBe("a non-empty list of strings or of numbers"),
]
Length = Annotated[int, Whole(1, LENGTH_MAX)]
Credits = Annotated[int, Whole(1, CREDITS_MAX)]
ExactInteger = Annotated[int, Whole(-EXACT_INTEGER_MAX, EXACT_INTEGER_MAX)]


class Table(BaseModel):
    """A table that has these keys and no others."""

    # Only the whole tool is ever validated: building a validator for each table in it would take most of the import.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class FixedTable(Table):
    """`price = { rule = "fixed", … }`; 0 credits: free."""

    rule: Literal["fixed"]
    credits: Annotated[int, Whole(0, CREDITS_MAX)]


class PerSecondTable(Table):
    """Credits for each second that `field` asks for."""

    rule: Literal["per_second"]
    credits: Credits
    field: Text


class PerCharactersTable(Table):
    """Credits for every `characters` code points of the text `field`."""

    rule: Literal["per_characters"]
    credits: Credits
    field: Text
    characters: Length


class PerOutputSecondTable(Table):
    """Credits for each second made, up to `seconds_max`; `field` may ask for a length."""

    rule: Literal["per_output_second"]
    credits: Credits
    seconds_max: Length
    field: Text | None = None


class PerInputSecondTable(Table):
    """Credits for each second of the one audio file that is sent."""

    rule: Literal["per_input_second"]
    credits: Credits


PriceTable = Annotated[
    FixedTable | PerSecondTable | PerCharactersTable | PerOutputSecondTable | PerInputSecondTable, Discriminator("rule")
]
PRICE_TABLES: Mapping[str, tuple[type[Table], type[Price]]] = {
    "fixed": (FixedTable, Fixed),
    "per_second": (PerSecondTable, PerSecond),
    "per_characters": (PerCharactersTable, PerCharacters),
    "per_output_second": (PerOutputSecondTable, PerOutputSecond),
    "per_input_second": (PerInputSecondTable, PerInputSecond),
}


class FieldTable(Table):
    """What the tables of all kinds of fields have in common."""

    kind: str
    description: Text
    example: AnyValue | None = None

    def field(self, name: str) -> Field:
        """The field that the table describes, its default not yet in its one spelling."""
        given = {key: value for key, value in self if key != "kind" and value is not None}
        return Field(name=name, kind=FieldKind(self.kind), **(given | self._implied()))

    def _implied(self) -> dict[str, Any]:
        """What the kind of the field says beyond the table."""
        return {}

    @model_validator(mode="after")
    def is_consistent(self) -> Self:
        """The table does not contradict itself, and the field takes its own default and example."""
        field = self.field("")
        if fault := contradiction(field):
            raise PydanticCustomError("contradiction", "{fault}", {"fault": fault})
        if faults := [*wrong_values(field)]:
            raise ValidationError.from_exception_data(type(self).__name__, faults)
        return self


class GivenFieldTable(FieldTable):
    """A field that the caller has to give, or may."""

    required: Switch = False
    default: AnyValue | None = None


class TextTable(GivenFieldTable):
    """A string; lengths in code points."""

    kind: Literal["text"]
    length_max: Length | None = None
    speakable: Switch = False


class NumberTable(GivenFieldTable):
    """Any finite number within its bounds."""

    kind: Literal["number"]
    minimum: Number | None = None
    maximum: Number | None = None


class IntegerTable(GivenFieldTable):
    """A whole number, exact for every JSON reader."""

    kind: Literal["integer"]
    minimum: ExactInteger = -EXACT_INTEGER_MAX
    maximum: ExactInteger = EXACT_INTEGER_MAX

    def _implied(self) -> dict[str, Any]:
        return {"whole": True}


class ChoiceTable(GivenFieldTable):
    """One of the listed values."""

    kind: Literal["choice"]
    allowed: Choices
    bare_numbers: Switch = False


class UrlTable(GivenFieldTable):
    """An http or https URL of a file."""

    kind: Literal["url"]
    media: Annotated[Media, one_of(Media)]

    def _implied(self) -> dict[str, Any]:
        return {"length_max": URL_LENGTH_MAX}


class SeedTable(FieldTable):
    """A field that is drawn where the caller gives none."""

    kind: Literal["seed"]
    maximum: Annotated[int, Whole(1, EXACT_INTEGER_MAX)] | None = None
    whole: Switch = True

    def _implied(self) -> dict[str, Any]:
        given: dict[str, Any] = {"default": RANDOM_SEED}
        if self.whole or self.maximum is not None:
            given["minimum"] = RANDOM_SEED
        if self.whole and self.maximum is None:
            given["maximum"] = EXACT_INTEGER_MAX
        return given


FIELD_TABLES: Mapping[str, type[FieldTable]] = {
    "text": TextTable,
    "number": NumberTable,
    "integer": IntegerTable,
    "choice": ChoiceTable,
    "seed": SeedTable,
    "url": UrlTable,
}


class LimitsTable(Table):
    """What one run may use: seconds of time, megabytes of memory and of output."""

    seconds: Length = 300
    memory_mb: Length = 2_048
    output_mb: Length = 256


class ModelTable(Table):
    """`[models.slug]`."""

    name: Text
    description: Text
    required: Switch = False
    pool: Annotated[Pool, one_of(Pool)] = Pool.CPU
    price: PriceTable
    limits: LimitsTable = LimitsTable()
    fields: dict[
        FieldName,
        Annotated[TextTable | NumberTable | IntegerTable | ChoiceTable | SeedTable | UrlTable, Discriminator("kind")],
    ]

    def model(self, tool: str, slug: str, *, primary: bool) -> Model:
        """The model that the table describes."""
        return Model(
            tool=tool,
            slug=slug,
            name=self.name,
            description=self.description,
            required=self.required,
            primary=primary,
            fields=tuple(with_canonical_default(table.field(name)) for name, table in self.fields.items()),
            price=self.price_rule(),
            pool=self.pool.value,
            limits=Limits(**dict(self.limits)),
        )

    def price_rule(self) -> Price:
        """The price that the table describes."""
        price = PRICE_TABLES[self.price.rule][1]
        return price(**{key: value for key, value in self.price if key != "rule"})

    @model_validator(mode="after")
    def has_a_price(self, info: ValidationInfo) -> Self:
        """The price can be computed from the fields and what the tool makes (`output_type` of the context)."""
        fields = {name: table.field(name) for name, table in self.fields.items()}
        faults = [
            InitErrorDetails(
                type=PydanticCustomError("price", "{fault}", {"fault": fault}),
                loc=("price", self.price.rule),
                input=self.price,
            )
            for fault in price_faults(self.price_rule(), fields, (info.context or {}).get("output_type"))
        ]
        if faults:
            raise ValidationError.from_exception_data(type(self).__name__, faults)
        return self


class ToolTable(Table):
    """A whole file, with what it is laid over."""

    name: Text
    description: Text
    category: Annotated[Category, one_of(Category)]
    output_type: Annotated[OutputType, one_of(OutputType)]
    primary: Text
    order: Annotated[int, Whole(0, LAST)] = LAST
    models: dict[Slug, ModelTable]


def contradiction(field: Field) -> str | None:
    """What in the field cannot hold together, as the rest of a sentence."""
    if field.required and field.default is not None:
        return 'is required and cannot have a "default"'
    if field.required and field.example is None:
        return 'is required and needs an "example"'
    if field.minimum is not None and field.maximum is not None and field.minimum > field.maximum:
        return f'has a "minimum" of {field.minimum} above its "maximum" of {field.maximum}'
    if field.bare_numbers and not isinstance(field.allowed[0], str):
        return 'has "bare_numbers", which is only for a choice of strings'
    spellings = [spelling for spelling, _ in field.spellings()]
    if len(set(spellings)) < len(spellings):
        return 'lists the same value twice in "allowed"'
    return None


def wrong_values(field: Field) -> Iterator[InitErrorDetails]:
    """The default and the example where the field itself would not take them."""
    validator = SchemaValidator(value_schema(field))
    for key, value in (("default", field.default), ("example", field.example)):
        if value is None:
            continue
        try:
            validator.validate_python(value)
        except ValidationError as error:
            fault = f"is not valid: {sentence(field, code_of(error.errors()[0]['type'], field))}"
            yield InitErrorDetails(
                type=PydanticCustomError("value", "{fault}", {"fault": fault}), loc=(key,), input=value
            )


def with_canonical_default(field: Field) -> Field:
    """The field with its default in its one spelling."""
    if field.default is None:
        return field
    return replace(field, default=SchemaValidator(value_schema(field)).validate_python(field.default))
