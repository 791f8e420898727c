"""Tables beside the code: TOML files in the `data` folder of a package, one line for each entry, checked when read.

An entry with several facts is one text, its facts parted by semicolons, each the name of a field and its value:
`cake = "@cake, gateau; reach 0.34; takes candle, cherry; natural"`. What has a name in prompts begins with its words.
TOML's own tables in braces say the same, but take `tomllib` four times as long.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from mediamill_procedural.kit.data import DataError, Readers, entries, load

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")

PACKAGE = "mediamill_procedural"


@dataclass(frozen=True, slots=True)
class Table:
    """One file, or one section of it."""

    where: tuple[str, ...]  # the file, then the sections that lead there
    entries: Mapping[str, Any]

    def error(self, key: str, why: str) -> DataError:
        """What to raise for an entry."""
        return DataError(why, *self.where, key)

    def section(self, key: str) -> "Table":
        """The section of that name."""
        entries = self.entries.get(key)
        if not isinstance(entries, dict):
            raise self.error(key, "there is no such section")
        return Table((*self.where, key), entries)

    def sections(self) -> Iterator[tuple[str, "Table"]]:
        """All sections with their names, in the order of the file; entries outside of sections are left out."""
        return ((key, self.section(key)) for key, value in self.entries.items() if isinstance(value, dict))

    def text(self, key: str) -> str:
        """One entry that is a text, and not an empty one."""
        value = self.entries.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, "is missing, empty or not a text")
        return value

    def texts(self) -> dict[str, str]:
        """All entries, each a text."""
        return {key: self.text(key) for key in self.entries}

    def numbers(self) -> dict[str, tuple[float, ...]]:
        """All entries, each numbers parted by spaces."""
        found = {}
        for key, told in self.texts().items():
            try:
                found[key] = tuple(map(float, told.split()))
            except ValueError:
                raise self.error(key, f"{told!r} is not numbers") from None
        return found

    def facts(self, key: str, *, worded: bool = False) -> Iterator[tuple[str, str]]:
        """The facts of one entry, (field, value), after its words where it is `worded`."""
        for fact in self.text(key).split(";")[worded:]:
            if not fact.strip():
                raise self.error(key, "a fact is empty")
            name, *value = fact.split(maxsplit=1)
            yield name, " ".join(value)

    def records(self, kind: type[Record], *, worded: bool = False, **common: object) -> dict[str, Record]:
        """All entries as dataclasses: `common` has what is the same for all, a field `name` gets the key."""
        known = {field.name: field for field in fields(kind)}
        return {
            key: self._record(kind, known, key, {**common, **({"name": key} if "name" in known else {})}, worded)
            for key in self.entries
        }

    def _record(
        self, kind: type[Record], known: Mapping[str, "Field[Any]"], key: str, given: dict[str, object], worded: bool
    ) -> Record:
        for name, value in self.facts(key, worded=worded):
            if name not in known or name in given:
                raise self.error(key, f"{name!r} is unknown, or there twice")
            try:
                given[name] = _read(value, known[name].type)
            except (TypeError, ValueError):
                raise self.error(key, f"{name!r} cannot be {value!r}") from None
        for name, field in known.items():
            if name not in given and field.default is MISSING and field.default_factory is MISSING:
                raise self.error(key, f"{name!r} is missing")
        return kind(**given)


@cache
def table(engine: str, name: str) -> Table:
    """The file `data/NAME.toml` of an engine's package."""
    package, file = f"{PACKAGE}.{engine}", f"{name}.toml"
    return Table((f"{package}/data/{file}",), load(package, file, dict, Readers({dict: entries})))


def _read(value: str, kind: Any) -> object:
    """A value as its field wants it; a flag has none, a tuple's parts are parted by spaces."""
    if kind is bool:
        if value:
            raise ValueError
        return True
    if kind is str:
        if not value:
            raise ValueError
        return " ".join(value.split())
    if kind in (int, float):
        return kind(value)
    parts, kinds = value.split(), get_args(kind)
    if len(parts) != len(kinds):
        raise ValueError
    return tuple(one(part) for one, part in zip(kinds, parts, strict=True))
