"""How a model's input becomes a vendor's body and where the result stands: tables, so that a model needs no code."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from mediamill.engines.sdk import InputValue, Offer, Request, ToolModel
from mediamill_remote.tables import Table, TableFault, entry_of, plain

SEED_MODULUS = 2**31  # vendors take 32 bits, some of them signed
ENDPOINT_CHARACTERS_MAX = 120
RESULT_CHARACTERS_MAX = 1_000  # of all paths of a result as JSON: a job's handle keeps them
PATH = r"[A-Za-z0-9_:-]+(\.[A-Za-z0-9_:-]+)*"

Body = dict[str, Any]
Files = tuple[str, ...]  # paths into an answer; of several the files are mixed into one
Alternatives = tuple[Files, ...]  # the first of which all are there counts


class Conversion(StrEnum):
    """What becomes of an input's value on its way into the body."""

    AS_IS = "as_is"
    NUMBER = "number"  # "5" as 5
    MILLISECONDS = "milliseconds"  # of seconds


class FileForm(StrEnum):
    """How a file is handed in."""

    URL = "url"  # a data URL when it is small, else uploaded to the vendor; of servers of one's own as they take it
    DATA_URL = "data_url"
    MULTIPART = "multipart"


class Quantity(StrEnum):
    """What vendors charge for, in the units that bodies are measured in."""

    IMAGES = "images"
    SECONDS = "seconds"
    PIXELS = "pixels"
    CHARACTERS = "characters"
    WORK = "work"  # seconds for which the vendor's machine works; without a measure the typical ones


class Unmappable(Exception):
    """A value of the input has no counterpart in the body: `field` names it, `sentence` is for the caller."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field, self.sentence = field, sentence


def read_result(written: object) -> object:
    """A path, or a list of alternatives: each a path, or a list of paths whose files are mixed into one."""
    if isinstance(written, str):
        return ((written,),)
    if isinstance(written, list):
        return tuple((one,) if isinstance(one, str) else one for one in written)
    return written


def refuse_long_result(read: Alternatives) -> Alternatives:
    """A result without paths, or with more than a job's handle has room for, is none."""
    if not read or not all(read):
        raise ValueError("names no path")
    if sum(len(path) + 4 for paths in read for path in paths) > RESULT_CHARACTERS_MAX:
        raise ValueError(f"is longer than {RESULT_CHARACTERS_MAX} characters")
    return read


Place = Annotated[str, Field(pattern=f"^{PATH}$")]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]
Result = Annotated[tuple[tuple[Place, ...], ...], BeforeValidator(read_result), AfterValidator(refuse_long_result)]


class FieldMapping(Table):
    """One field of the input; written as a text alone it is `to`."""

    to: Place | None = None  # where in the body; without it each of `values` is a table that is laid into the body
    how: Conversion = Conversion.AS_IS
    values: dict[str, Any] = Field(default_factory=dict)  # what stands for each value, where the vendor's differ
    unsent: tuple[str, ...] = ()  # values for which the body says nothing
    only: tuple[InputValue, ...] = ()  # the values that can be had, where not all can
    length_max: int | None = Field(default=None, ge=1)  # characters that can be had, where the interface takes more
    note: str = ""  # for the tool's description: "up to 22 seconds on this installation"
    sentence: str = ""  # for a caller that asked for another value
    blank: str = ""  # for a caller whose text is nothing but spaces, where the vendor takes none

    @model_validator(mode="before")
    @classmethod
    def of_text(cls, written: object) -> object:
        """A text is the place in the body."""
        return {"to": written} if isinstance(written, str) else written

    @model_validator(mode="after")
    def is_whole(self) -> "FieldMapping":
        """What is said of a value leads somewhere."""
        if self.to is None and not (self.values and all(isinstance(one, dict) for one in self.values.values())):
            raise ValueError("lacks `to`; only where every one of `values` is a table it may")
        if (self.only or self.length_max) and not (self.note and self.sentence):
            raise ValueError("with `only` or `length_max` it needs `note` and `sentence`")
        if self.only and self.length_max:
            raise ValueError("has `only`, which says already how long a value may be")
        return self

    def offer(self) -> Offer | None:
        """Which values can be had; None for all that the interface has."""
        if not self.only and not self.length_max:
            return None
        return Offer(frozenset(self.only), self.note, self.sentence, self.length_max)


class FileMapping(Table):
    """One file of the input; written as a text alone it is `to`."""

    to: Place
    how: FileForm = FileForm.URL

    @model_validator(mode="before")
    @classmethod
    def of_text(cls, written: object) -> object:
        """A text is the place in the body."""
        return {"to": written} if isinstance(written, str) else written


class SeedMapping(Table):
    """Where the seed goes."""

    to: Place
    modulus: int = Field(default=SEED_MODULUS, ge=1, le=2**53)
    least: int = Field(default=0, ge=0, le=2**53)  # sent for whatever is less: 0 asks some vendors for any seed
    as_text: bool = False  # for vendors that take every parameter as a text

    def sent(self, seed: float) -> int | str:
        """What stands for a seed of ours."""
        number = max(self.least, int(seed) % self.modulus)
        return str(number) if self.as_text else number


class MeasureHow(StrEnum):
    """How a quantity is read from the body as it is sent."""

    NUMBER = "number"
    MILLISECONDS = "milliseconds"
    CHARACTERS = "characters"  # how many the text at `of` has
    PIXELS = "pixels"  # `width` times `height` of the table at `of`; of the body without it
    FRAMES = "frames"  # the number at `of` divided by the one at `rate`
    RECORDING = "recording"  # how long the file of the input's field `of` plays


class Measure(Table):
    """One quantity."""

    how: MeasureHow
    of: Place | None = None
    rate: Place | None = None
    unsaid: float | None = None  # what counts where the body does not say it: the most that the vendor then makes


class StepMapping(Table):
    """The call that buys what the first one's result becomes, at the same endpoint."""

    to: Place  # where its body has the id of what was made
    fixed: dict[str, Any] = Field(default_factory=dict)  # all else that it says


class ModelMapping(Table):
    """One model of ours and what makes it at the vendor."""

    endpoint: str = Field(pattern=r"^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$", max_length=ENDPOINT_CHARACTERS_MAX)
    version: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")  # of a vendor that keeps several
    verified: bool = False  # made at the vendor with this entry
    licence: str = ""  # of the weights, where the vendor's terms are not all there is
    suffix: str = Field(pattern=r"^\.[a-z0-9]{1,5}$")  # of the file that the result becomes
    typical_seconds: float = Field(gt=0, le=86_400)
    fixed: dict[str, Any] = Field(default_factory=dict)  # fields of the body that are always the same
    fields: dict[str, FieldMapping] = Field(default_factory=dict)
    files: dict[str, FileMapping] = Field(default_factory=dict)
    seed: SeedMapping | None = None
    result: Result | None = None
    result_by: dict[str, dict[str, Result]] = Field(
        default_factory=dict
    )  # input field -> value -> result, where it depends on the input
    inputs: tuple[Name, ...] = ()  # of a vendor that takes values in order: the names of the body, in that order
    direct: bool = False  # the answer to the submit is the file itself
    form: bool = False  # the body goes as multipart/form-data, also without files
    step: StepMapping | None = None  # of a vendor that sells the result in two calls
    seconds_max: dict[str, dict[str, float]] = Field(
        default_factory=dict
    )  # input field -> value -> how long the recording may be
    measures: dict[Quantity, Measure] = Field(default_factory=dict)

    @model_validator(mode="after")
    def has_a_result(self) -> "ModelMapping":
        """Exactly one of `result`, `result_by` and `direct` says where the result stands."""
        if [self.result is not None, bool(self.result_by), self.direct].count(True) != 1 or len(self.result_by) > 1:
            raise ValueError("needs exactly one of `result`, `result_by` (with one field) and `direct`")
        return self

    def body_of(self, request: Request) -> Body:
        """The body without its files. Raises Unmappable."""
        body: Body = {}
        lay(body, self.fixed)
        for name, field in self.fields.items():
            if name in request.input:
                put_field(body, name, field, request.input[name])
        if self.seed:
            put(body, self.seed.to, self.seed.sent(request.seed))
        return body

    def result_of(self, request: Request) -> Alternatives:
        """Where the answer has the files; nowhere where it is the file. Raises Unmappable."""
        if self.result is not None or self.direct:
            return self.result or ()
        ((name, by_value),) = self.result_by.items()
        value = spelled(request.input.get(name, ""))
        if value not in by_value:
            raise Unmappable(name, f"`{name}` cannot be {value} here.")
        return by_value[value]

    def seconds_max_of(self, request: Request) -> float | None:
        """How long the recording may be; None where whatever is made is right."""
        found = (by.get(spelled(request.input.get(name, ""))) for name, by in self.seconds_max.items())
        return next((seconds for seconds in found if seconds is not None), None)

    def input_fields(self) -> dict[str, str]:
        """Each field of the input that is read, files apart, and the first key that reads it."""
        keys = {
            "seconds_max": tuple(self.seconds_max),
            "result_by": tuple(self.result_by),
            "fields": tuple(self.fields),
        }
        return {name: f"{key}.{name}" for key, names in keys.items() for name in names}

    def input_files(self) -> dict[str, str]:
        """The same for files."""
        measured = {
            measure.of: f"measures.{quantity}.of"
            for quantity, measure in self.measures.items()
            if measure.how is MeasureHow.RECORDING and measure.of
        }
        return measured | {name: f"files.{name}" for name in self.files}

    def offers(self) -> dict[str, Offer]:
        """An Offer by field, for the fields of which not every value can be had."""
        return {name: offer for name, field in self.fields.items() if (offer := field.offer())}


Mappings = Mapping[ToolModel, ModelMapping]


def read_mappings(
    file: str, written: Mapping[str, object], shape: type[ModelMapping] = ModelMapping
) -> dict[ToolModel, ModelMapping]:
    """The entries of a file, each called "tool/model". Raises TableFault."""
    found = {}
    for name, entry in written.items():
        tool, slash, model = name.partition("/")
        if not (tool and slash and model) or "/" in model:
            raise TableFault(file, f"`{name}`", 'an entry is called "tool/model"')
        found[tool, model] = entry_of(shape, plain(entry), file=file, entry=f"`{name}`")
    return found


def put_field(body: Body, name: str, field: FieldMapping, value: InputValue) -> None:
    """Put one value of the input where the vendor wants it."""
    text = spelled(value)
    if text in field.unsent:
        return
    if field.blank and not text.strip():
        raise Unmappable(name, field.blank)
    if (offer := field.offer()) and not offer.allows(value):
        raise Unmappable(name, field.sentence)
    if field.values and text not in field.values:
        raise Unmappable(name, field.sentence or f"`{name}` cannot be {text} here.")
    if field.to is None:
        lay(body, field.values[text])
    else:
        put(body, field.to, field.values[text] if field.values else CONVERT[field.how](name, value))


def put(body: Body, path: str, value: object) -> None:
    """Put a value at a dotted path, tables made on the way."""
    *folders, name = path.split(".")
    for folder in folders:
        body = body.setdefault(folder, {})
    body[name] = value


def lay(body: Body, table: Mapping[str, Any]) -> None:
    """Lay a table over a body, tables inside it over tables."""
    for name, value in table.items():
        if isinstance(value, Mapping) and isinstance(body.setdefault(name, {}), dict):
            lay(body[name], value)
        else:
            body[name] = value


def at(answer: object, path: str) -> object:
    """What stands at a dotted path of an answer; None where nothing does.

    In a list a number counts, and a suffix finds the first URL of a file that has it: "output.0", "output.glb".
    """
    for step in path.split("."):
        if isinstance(answer, Mapping):
            answer = answer.get(step)
        elif isinstance(answer, list) and step.isdecimal() and int(step) < len(answer):
            answer = answer[int(step)]
        elif isinstance(answer, list):
            answer = next((one for one in answer if isinstance(one, str) and has_suffix(one, step)), None)
        else:
            return None
    return answer


def has_suffix(url: str, suffix: str) -> bool:
    """Whether it is the URL of a file with that suffix."""
    return url.partition("?")[0].lower().endswith(f".{suffix}")


def find_files(answer: object, alternatives: Alternatives) -> Files | None:
    """The URLs of the first alternative of which all are there; None where none is."""
    for paths in alternatives:
        found = [at(answer, path) for path in paths]
        urls = tuple(one for one in found if isinstance(one, str) and one)
        if len(urls) == len(paths):
            return urls
    return None


def spelled(value: InputValue) -> str:
    """A value as it is written in a table."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def as_number(name: str, value: InputValue) -> InputValue:
    """A number, whole where it is."""
    try:
        number = float(value)
    except ValueError:
        raise Unmappable(name, f"`{name}` has to be a number here.") from None
    return int(number) if number.is_integer() else number


CONVERT: Mapping[Conversion, Callable[[str, InputValue], InputValue]] = {
    Conversion.AS_IS: lambda _, value: value,
    Conversion.NUMBER: as_number,
    Conversion.MILLISECONDS: lambda name, value: round(float(as_number(name, value)) * 1_000),
}
