"""A TOML file with the line of every key in it, which tomllib does not give."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from mediamill.errors import MediamillError

Keys = tuple[str, ...]  # the path to a value: ("models", "demucs", "price")
OPENING, CLOSING = ("[", "{"), ("]", "}")
# What decides where a statement of valid TOML ends: strings and comments, in which nothing counts, brackets, line ends.
TOKEN = re.compile(
    r'''
    """ (?: [^"\\] | \\. | "{1,2}(?!") )*+ "{3,5}
    | \'{3} (?: [^\'] | \'{1,2}(?!\') )*+ \'{3,5}
    | " (?: [^"\\] | \\. )*+ "
    | \' [^\']*+ \'
    | \# [^\n]*+
    | [\[\]{}\n]
    ''',
    re.VERBOSE | re.DOTALL,
)
SYNTAX_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class CatalogueFault:
    """One thing for the operator to correct: where it is, and a sentence."""

    file: Path
    line: int | None  # None where the fault is the file itself
    sentence: str

    def __str__(self) -> str:
        place = f"{self.file}" if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.sentence}"


class InvalidCatalogue(MediamillError):
    """The catalogue cannot be used:{listing}"""

    code = "invalid_catalogue"

    def __init__(self, faults: tuple[CatalogueFault, ...]) -> None:
        self.faults = faults
        super().__init__(faults=faults, listing="".join(f"\n  {fault}" for fault in faults))


@dataclass(frozen=True)
class Document:
    """One file of the catalogue, parsed."""

    path: Path
    text: str
    data: Mapping[str, Any]

    def line_of(self, keys: Keys) -> int:
        """The line where the statement that first names `keys` begins, or else the nearest table around them."""
        while keys not in self.lines:
            keys = keys[:-1]
        return self.lines[keys]

    @cached_property
    def lines(self) -> Mapping[Keys, int]:
        """The line of every key, counted from 1; the file itself is `()`."""
        lines: dict[Keys, int] = {(): 1}
        table: Keys = ()
        for line, statement in statements(self.text):
            named = list(named_in(tomllib.loads(statement)))
            if statement.lstrip().startswith("["):
                table = max(named, key=len)
            else:
                named = [table + keys for keys in named]
            for keys in named:
                lines.setdefault(keys, line)
        return lines


def read_document(path: Path) -> Document | CatalogueFault:
    """Read and parse a file; or the fault that prevents it."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        return CatalogueFault(path, None, f"cannot be read: {error.strerror}")
    try:
        text = raw.decode()
        return Document(path, text, tomllib.loads(text))
    except UnicodeDecodeError as error:
        return CatalogueFault(path, raw.count(b"\n", 0, error.start) + 1, "is not UTF-8")
    except tomllib.TOMLDecodeError as error:
        place = SYNTAX_PLACE.search(str(error))
        line = int(place["line"]) if place and place["line"] else text.rstrip().count("\n") + 1
        return CatalogueFault(path, line, f"is not valid TOML: {SYNTAX_PLACE.sub('', str(error))}")


def statements(text: str) -> Iterator[tuple[int, str]]:
    """The statements of a valid document, each with its first line.

    A statement ends with the first line at whose end no string and no bracket is open.
    """
    first = line = 1
    begin = depth = 0
    for token in TOKEN.finditer(text):
        line += token[0].count("\n")
        if token[0] in OPENING:
            depth += 1
        elif token[0] in CLOSING:
            depth -= 1
        elif token[0] == "\n" and depth == 0:
            yield first, text[begin : token.end()]
            first, begin = line, token.end()
    yield first, text[begin:]


def named_in(value: Any, keys: Keys = ()) -> Iterator[Keys]:
    """The path of every key in a parsed value, outer before inner."""
    for inner in value if isinstance(value, list) else [value]:
        if isinstance(inner, dict):
            for key, below in inner.items():
                yield (*keys, key)
                yield from named_in(below, (*keys, key))
