"""What words mean to the painter: the tables in `data`, most of whose words are the lexicon's."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from mediamill_procedural.lexicon import Lists, Table, irregular_plurals, meanings, table, word_lists, words_of
from mediamill_procedural.painter.inventory import MODELLED_WORDS, THING_WORDS

_SMALL = table("painter", "small_words")


def _small(key: str) -> frozenset[str]:
    return frozenset(words_of(_SMALL.text(key), _SMALL, key))


NOT_WORDS = _small("denying")
PASSED_OVER = _small("passed over")  # between an adjective and its noun
ASKING_WORDS = _small("asking")  # ask for a picture, but for nothing in it
UNLIKE = frozenset(
    words_of(_SMALL.section("unlike").text("names"), _SMALL, "unlike")
)  # begin or end like something known, and are something else
RELATIONS = meanings(word_lists(_SMALL.section("relations")), _SMALL.section("relations"))
COATS = meanings(word_lists(_SMALL.section("coats")), _SMALL.section("coats"))
IRREGULAR_PLURALS = {**irregular_plurals(), **_SMALL.section("plurals").texts()}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word or phrase stands for."""

    sort: str  # "kind", "thing", "time", …
    value: str


@cache
def vocabulary() -> Mapping[str, Lists]:
    """For each sort of meaning the words for each of its values."""
    return {
        **{sort: word_lists(section) for sort, section in table("painter", "words").sections()},
        "thing": THING_WORDS,
    }


@cache
def dictionary() -> Mapping[str, Meaning]:
    """Every phrase and its meaning; no phrase has two."""
    source = table("painter", "words")
    found: dict[str, Meaning] = {}
    for sort, lists in vocabulary().items():
        for phrase, value in meanings(lists, source).items():
            if phrase in found:
                raise source.error(sort, f"{phrase!r} already means {found[phrase].value!r}")
            found[phrase] = Meaning(sort, value)
    small = {*PASSED_OVER, *NOT_WORDS, *ASKING_WORDS, *UNLIKE}
    for name, words in MODELLED_WORDS.items():
        found |= {word: Meaning("thing", name) for word in words if word not in found and word not in small}
    foreign = meanings(word_lists(_foreign().section("words")), _foreign())
    return {**{phrase: found[english] for phrase, english in foreign.items()}, **found}


@cache
def han() -> Mapping[str, str]:
    """Words of Chinese and Japanese with the English ones for them, the longest first."""
    words = _foreign().section("han").texts()
    return {word: words[word] for word in sorted(words, key=len, reverse=True)}


@cache
def _foreign() -> Table:
    return table("painter", "foreign")
