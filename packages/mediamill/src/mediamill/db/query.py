"""Queries have a name, a reason and a home: `queries.sql` in the package that runs them, one text for every database.

    -- name: find
    -- One account by its id.
    SELECT … WHERE id = :id /*pg: FOR UPDATE */

A `/*pg: … */` mark holds the few words that only PostgreSQL reads, `/*sqlite: … */` those that only SQLite reads.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

NAME = re.compile(r"^-- name: (?P<name>[a-z_]+)$", re.M)
MARK = re.compile(r"/\*(?P<dialect>pg|sqlite):(?P<text>.*?)\*/", re.S)
COMMENT = re.compile(r"--[^\n]*$", re.M)
PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)")
# The same ranges everywhere: SQLite's INTEGER has 64 bits and its REAL is a double.
POSTGRES_TYPES = ((re.compile(r"\bINTEGER\b"), "BIGINT"), (re.compile(r"\bREAL\b"), "DOUBLE PRECISION"))


class Dialect(StrEnum):
    """Whose SQL it is, as the marks say it."""

    SQLITE = "sqlite"
    POSTGRES = "pg"


@dataclass(frozen=True, slots=True)
class Query:
    """One named statement, as written and as each database reads it: empty where that one has nothing to do."""

    name: str
    text: str
    sqlite: str
    postgres: str  # as the driver's cursors read it
    numbered: bytes  # as the server does: parameters have numbers
    parameters: tuple[str, ...]  # in the order of those numbers


class Queries:
    """The queries of one file, by attribute: `SQL.claim`."""

    def __init__(self, queries: dict[str, Query], source: str) -> None:
        self._queries = queries
        self._source = source

    def __getattr__(self, name: str) -> Query:
        try:
            return self._queries[name]
        except KeyError:
            raise AttributeError(f"{self._source} has no query named {name}") from None

    def __iter__(self) -> Iterator[Query]:
        return iter(self._queries.values())


def named_queries(beside: str) -> Queries:
    """The queries of `queries.sql` in the folder of the module file `beside`."""
    return queries_in(Path(beside).with_name("queries.sql"))


@cache  # read by most modules of a package: once is enough
def queries_in(source: Path) -> Queries:
    """The queries of a file."""
    parts = NAME.split(source.read_text())
    found = {name: query_of(name, text.strip()) for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    assert len(found) == len(parts) // 2, f"{source} names a query twice"
    return Queries(found, str(source))


def query_of(name: str, text: str) -> Query:
    """A query from its text."""
    sqlite = for_dialect(text, Dialect.SQLITE)
    postgres = COMMENT.sub("", for_dialect(text, Dialect.POSTGRES)).strip()
    parameters = tuple(dict.fromkeys(PARAMETER.findall(postgres)))
    return Query(
        name,
        text,
        sqlite=sqlite if COMMENT.sub("", sqlite).strip() else "",
        postgres=PARAMETER.sub(r"%(\1)s", postgres.replace("%", "%%")),
        numbered=PARAMETER.sub(lambda found: f"${parameters.index(found[1]) + 1}", postgres).encode(),
        parameters=parameters,
    )


def for_dialect(text: str, dialect: Dialect) -> str:
    """The text as one database reads it: its own marks opened, those of the other removed."""
    opened = MARK.sub(lambda mark: mark["text"].strip() if mark["dialect"] == dialect else "", text)
    if dialect is Dialect.POSTGRES:
        for type_name, theirs in POSTGRES_TYPES:
            opened = type_name.sub(theirs, opened)
    return opened
