"""Words that join, count, deny, or say nothing about a sound, and other words for the same: `data/words.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mediamill_procedural.kit.data import load

PACKAGE = "mediamill_procedural.effects"


class Link(StrEnum):
    """How a clause follows the one before it."""

    TOGETHER = "with"
    THEN = "then"
    AFTER = "after"  # what follows the word came first
    LISTED = "and"  # in turn for what happens once, together for what goes on
    SENTENCE = "."


@dataclass(frozen=True, slots=True)
class _Groups:
    placing: frozenset[str]
    enclosing: frozenset[str]
    through: frozenset[str]
    times: frozenset[str]
    measures: frozenset[str]
    countable: frozenset[str]
    denying: frozenset[str]
    silent: frozenset[str]
    not_misspelt: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Table:
    links: dict[Link, tuple[str, ...]]
    words: _Groups
    numbers: dict[str, int]
    units: dict[str, float]
    irregular: dict[str, frozenset[str]]


_TABLE = load(PACKAGE, "words.toml", _Table)
LINKS: Mapping[tuple[str, ...], Link] = {
    tuple(said.split(" ")): link for link, ways in _TABLE.links.items() for said in ways
}
LINK_WORDS_MAX = max(len(words) for words in LINKS)
PLACING, THROUGH = _TABLE.words.placing, _TABLE.words.through
NUMBERS: Mapping[str, int] = _TABLE.numbers
ENCLOSING = _TABLE.words.enclosing
TIMES = _TABLE.words.times
UNITS: Mapping[str, float] = _TABLE.units  # seconds
MEASURES = _TABLE.words.measures
COUNTABLE = _TABLE.words.countable
DENYING = _TABLE.words.denying
SILENT = _TABLE.words.silent
NOT_MISSPELT = _TABLE.words.not_misspelt
IRREGULAR: Mapping[str, str] = {form: base for base, forms in _TABLE.irregular.items() for form in forms}
# Each of these words, and the base forms it stands for.
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    other: tuple(meant.split())
    for meant, others in load(PACKAGE, "synonyms.toml", dict[str, str]).items()
    for other in others.split()
}
