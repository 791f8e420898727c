"""Queries have a name, a reason and a home: `queries.sql` in the package that runs them, one text for every database.

    -- name: find
    -- One account by its id.
    SELECT … WHERE id = :id /*pg: FOR UPDATE */

A `/*pg: … */` mark holds the few words that only PostgreSQL reads, `/*sqlite: … */` those that only SQLite reads.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NAME = re.compile(r"^-- name: (?P<name>[a-z_]+)$", re.M)
MARK = re.compile(r"/\*(?P<dialect>pg|sqlite):(?P<text>.*?)\*/", re.S)


@dataclass(frozen=True, slots=True)
class Query:
    """One named statement, as written and as SQLite reads it."""

    name: str
    text: str
    sqlite: str


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
    source = Path(beside).with_name("queries.sql")
    parts = NAME.split(source.read_text())
    found = {
        name: Query(name, text.strip(), for_dialect(text.strip(), "sqlite"))
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
    }
    assert len(found) == len(parts) // 2, f"{source} names a query twice"
    return Queries(found, str(source))


def for_dialect(text: str, dialect: str) -> str:
    """The text as one database reads it: its own marks opened, those of the other removed."""
    return MARK.sub(lambda mark: mark["text"].strip() if mark["dialect"] == dialect else "", text)
