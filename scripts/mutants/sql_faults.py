"""Faults of a `queries.sql`: a bound that is off, a condition left out, a column that is not set."""

import re
from collections.abc import Iterator
from pathlib import Path

from scripts.mutants.mutant import Mutant

NAME = re.compile(r"^-- name: (?P<name>[a-z_]+)$", re.M)
COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.S)
SWAPS = {
    "<=": "<",
    ">=": ">",
    "<": "<=",
    ">": ">=",
    "<>": "=",
    "+": "-",
    "-": "+",
    "MIN(": "MAX(",
    "MAX(": "MIN(",
    "IS NOT NULL": "IS NULL",
    "IS NULL": "IS NOT NULL",
    "EXISTS": "NOT EXISTS",
}
SWAPPED = re.compile(
    r"<=|>=|<>|(?<![<>])[<>](?![=>])|(?<=\s)[+-](?=\s)|\bM(?:IN|AX)\(|\bIS (?:NOT )?NULL\b|(?<!NOT )\bEXISTS\b"
)
# A condition up to the next one, or the end of its clause.
CONDITION = re.compile(
    r"\bAND\s+(?P<condition>(?:[^()]|\((?:[^()]|\([^()]*\))*\))+?)"
    r"(?=\s+AND\b|\s+OR\b|\s+WHERE\b|\s+ORDER\b|\s+GROUP\b|\s+LIMIT\b|\s+RETURNING\b|\s+UNION\b|\s*\)|\s*\Z)"
)
FIRST_CONDITION = re.compile(r"\bWHERE\s+(?P<condition>(?:[^()]|\((?:[^()]|\([^()]*\))*\))+?)\s+AND\s+")
SET = re.compile(r"\bUPDATE\b.*?\bSET\s+(?P<assignments>.*?)(?=\s+WHERE\b|\s*\Z)", re.S)
ORDER = re.compile(r"ORDER BY \+?[a-z_.]+(?! DESC)\b")


def faults_of(path: Path, root: Path) -> Iterator[Mutant]:
    """Every fault that this module can make of the file, one at a time."""
    source = path.read_text()
    starts = [*NAME.finditer(source)]
    for start, end in zip(starts, [*(found.start() for found in starts[1:]), len(source)], strict=True):
        for found, instead in faults_in(source[start.end() : end]):
            first, last = start.end() + found[0], start.end() + found[1]
            change = f"{' '.join(source[first:last].split())}  →  {' '.join(instead.split()) or 'left out'}"
            text = source[:first] + instead + source[last:]
            line = source.count("\n", 0, first) + 1
            context = " ".join(source[max(start.end(), first - 30) : min(end, last + 30)].split())
            yield Mutant(str(path.relative_to(root)), line, start["name"], f"{change}  (… {context} …)", text)


def faults_in(query: str) -> Iterator[tuple[tuple[int, int], str]]:
    """(where, what stands there instead) in one statement; comments and marks for one database stay."""
    code = COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), query)
    for found in SWAPPED.finditer(code):
        yield found.span(), SWAPS[found[0]]
    for found in CONDITION.finditer(code):
        if not is_between(code, found.start()):
            yield found.span(), ""
    for found in FIRST_CONDITION.finditer(code):
        yield found.span(), "WHERE "
    for found in SET.finditer(code):
        yield from without_one(code, *found.span("assignments"))
    for found in ORDER.finditer(code):
        yield found.span(), f"{found[0]} DESC"


def without_one(code: str, start: int, end: int) -> Iterator[tuple[tuple[int, int], str]]:
    """Each assignment of a list left out in turn; one that is alone stays, for nothing could be run without it."""
    depth, commas = 0, []
    for place in range(start, end):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if code[place] == "," and depth == 0:
            commas.append(place)
    if not commas:
        return
    yield (start, commas[0] + 1), ""
    for first, last in zip(commas, [*commas[1:], end], strict=True):
        yield (first, last), ""


def is_between(code: str, place: int) -> bool:
    """Whether the AND at this place belongs to a BETWEEN."""
    return bool(re.search(r"\bBETWEEN\s+\S+\s+\Z", code[:place]))
