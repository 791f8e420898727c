"""The tables of an engine, TOML files in its folder `data`: read into frozen dataclasses, faults named by file and key.

A tuple of strings may be written as one string, its phrases separated by commas; a frozenset is a string of words. A
member of an enumeration is written by its name in small letters. What has a name is called by the key of its table.
Texts stand in single quotes: tomllib reads those faster.
"""

import dataclasses
import enum
import tomllib
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from typing import Any, TypeVar

Read = Callable[[Any], Any]  # raises DataError
T = TypeVar("T")


class DataError(Exception):
    """What is wrong with a data file, and where: the file, then the keys that lead there."""

    def __init__(self, fault: str, *where: str) -> None:
        super().__init__(": ".join((*where, fault)))
        self.fault, self.where = fault, where

    def inside(self, place: str) -> "DataError":
        """The same, seen from one level further out."""
        return DataError(self.fault, place, *self.where)


def load(package: str, name: str, shape: type[T], readers: "Readers | None" = None) -> T:
    """The file `name` of a package's folder `data` as that type. Raises DataError."""
    try:
        text = resources.files(package).joinpath("data", name).read_text("utf-8")
        content = tomllib.loads(text)
        return typing.cast(T, (readers or Readers()).of(shape)(content))
    except tomllib.TOMLDecodeError as error:
        raise DataError(str(error), f"{package}/data/{name}") from None
    except DataError as error:
        raise error.inside(f"{package}/data/{name}") from None


class Readers:
    """How each type is read, put together once for all values of it; `own` reads types in a way of their own."""

    def __init__(self, own: Mapping[Any, Read] | None = None) -> None:
        self._known: dict[Any, Read] = dict(own or {})

    def of(self, shape: Any) -> Read:
        """The reader of a type."""
        if shape not in self._known:
            self._known[shape] = self._made(shape)
        return self._known[shape]

    def _made(self, shape: Any) -> Read:
        kind, parts = typing.get_origin(shape), typing.get_args(shape)
        if kind in (typing.Union, types.UnionType):
            (some,) = (part for part in parts if part is not type(None))
            return self.of(some)
        if kind in (dict, Mapping):
            return _table(self.of(parts[0]), self.of(parts[1]), named=_has_name(parts[1]))
        if kind is tuple:
            return _row(self.of(parts[0]), parts[0] is str) if parts[1:] == (...,) else _fixed([*map(self.of, parts)])
        if kind is frozenset:
            return _set(self.of(parts[0]))
        if dataclasses.is_dataclass(shape):
            return self._record(shape)
        if isinstance(shape, type) and issubclass(shape, enum.Enum):
            return choice({member.name.lower(): member for member in shape})
        return _PLAIN[shape]

    def _record(self, shape: Any) -> Read:
        hints = typing.get_type_hints(shape)
        fields = {field.name: self.of(hints[field.name]) for field in dataclasses.fields(shape) if field.init}
        needed = {
            field.name
            for field in dataclasses.fields(shape)
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        }

        def read(value: Any) -> Any:
            given = dict(entries(value))
            for key in given:
                if key not in fields:
                    raise DataError(f"unknown key, not one of {', '.join(fields)}", key)
                given[key] = inside(fields[key], given[key], key)
            if missing := needed - given.keys():
                raise DataError(f"lacks {', '.join(sorted(missing))}")
            return shape(**given)

        return read


class Shelf(Mapping[str, T]):
    """The entries of several files by name: a file is read when the first of its entries is asked for."""

    def __init__(self, file_of: Mapping[str, str], read: Callable[[str], Mapping[str, T]]) -> None:
        self._file_of, self._read = file_of, read
        self._held: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        """The entry; KeyError where no file has it."""
        if name not in self._held:
            self._held.update(self._read(self._file_of[name]))
        return self._held[name]

    def __iter__(self) -> Iterator[str]:
        """The names, without reading a file."""
        return iter(self._file_of)

    def __len__(self) -> int:
        """How many names there are."""
        return len(self._file_of)


def entries(value: Any) -> dict[str, Any]:
    """The value, which has to be a table that is not empty."""
    if not isinstance(value, dict) or not value:
        raise DataError(f"has to be a table with entries, not {value!r}")
    return value


def phrases(value: Any) -> tuple[str, ...]:
    """Phrases, written in one string with commas between them; none empty, none twice."""
    if not isinstance(value, str):
        raise DataError(f"has to be phrases with commas between them, not {value!r}")
    found = tuple(" ".join(phrase.split()) for phrase in value.split(","))
    if "" in found:
        raise DataError("an empty phrase")
    return _each_once(found)


def choice(choices: Mapping[str, Any]) -> Read:
    """Reads the name of one of these."""

    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in choices:
            raise DataError(f"{value!r} is not one of {', '.join(choices)}")
        return choices[value]

    return read


def inside(read: Read, value: Any, place: str) -> Any:
    """The value as it is read, faults with the place where it stands."""
    try:
        return read(value)
    except DataError as error:
        raise error.inside(place) from None


def _has_name(shape: Any) -> bool:
    return dataclasses.is_dataclass(shape) and "name" in {field.name for field in dataclasses.fields(shape)}


def _table(read_key: Read, read_value: Read, *, named: bool) -> Read:
    """A table; what has a name in it is called by its key."""

    def read(value: Any) -> dict[Any, Any]:
        found = {}
        for key, held in entries(value).items():
            whole = {"name": key, **held} if named and isinstance(held, dict) else held
            found[inside(read_key, key, key)] = inside(read_value, whole, key)
        return found

    return read


def _row(read_one: Read, of_phrases: bool) -> Read:
    def read(value: Any) -> tuple[Any, ...]:
        if isinstance(value, str):
            return tuple(map(read_one, phrases(value)))
        if not isinstance(value, list) or (of_phrases and not value):
            raise DataError(f"has to be a list with entries, not {value!r}")
        return tuple(inside(read_one, one, f"[{place}]") for place, one in enumerate(value))

    return read


def _fixed(reads: list[Read]) -> Read:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(reads):
            raise DataError(f"has to be a list of {len(reads)}, not {value!r}")
        return tuple(
            inside(one, held, f"[{place}]") for place, (one, held) in enumerate(zip(reads, value, strict=True))
        )

    return read


def _set(read_one: Read) -> Read:
    def read(value: Any) -> frozenset[Any]:
        if not isinstance(value, str) or not value.split():
            raise DataError(f"has to be words with blanks between them, not {value!r}")
        return frozenset(map(read_one, _each_once(tuple(value.split()))))

    return read


def _each_once(found: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(found)) < len(found):
        twice = sorted({one for one in found if found.count(one) > 1})
        raise DataError(f"said twice: {', '.join(twice)}")
    return found


def _exactly(kind: type, name: str) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise DataError(f"has to be {name}, not {value!r}")
        return value

    return read


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise DataError(f"has to be a number, not {value!r}")
    return float(value)


_PLAIN: Mapping[Any, Read] = {
    str: _exactly(str, "text"),
    int: _exactly(int, "a whole number"),
    bool: _exactly(bool, "true or false"),
    float: _number,
}
