"""Text into words: any script and length, emoji by name, forms of words back to their base."""

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mediamill_procedural.effects.reading.small_words import IRREGULAR

CHARACTERS_MAX = 8_000  # of a prompt that are read: a page and a half of text; nobody hears more than that at once
WORDS_MAX = 600
WORD_CHARACTERS_MAX = 40  # longer ones are no words

_TOKEN = re.compile(r"[^\W_]+(?:['\u2019][^\W\d_]+)?|[,;:.!?\n/&+]", re.UNICODE)
_BREAKS = frozenset(",;:.!?\n/&+")
_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the prompt as it stands there, in small letters, or a mark that divides."""

    text: str
    divides: bool = False


def tokens(prompt: str) -> tuple[Token, ...]:
    """The words and dividing marks of a prompt, at most `WORDS_MAX`; emoji become the words of their names."""
    text = _plain(prompt[:CHARACTERS_MAX])
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        word = match.group()
        if word in _BREAKS:
            found.append(Token(word, divides=True))
        elif len(word) <= WORD_CHARACTERS_MAX:
            found.append(Token(word.split("'")[0].split("\u2019")[0]))
        if len(found) == WORDS_MAX:
            break
    return tuple(token for token in found if token.text)


def _plain(text: str) -> str:
    """Small letters without accents, symbols as the words of their names."""
    named = "".join(_named(character) for character in text)
    split = unicodedata.normalize("NFKD", named)[: 4 * CHARACTERS_MAX]
    return "".join(character for character in split if not unicodedata.combining(character)).casefold()


def _named(character: str) -> str:
    if character == "-":
        return " "
    if ord(character) < 0x2000:
        return character
    category = unicodedata.category(character)
    if category in ("Cs", "Cf", "Mn"):  # lone surrogates, joiners, variation selectors
        return ""
    if category == "So":
        return f" {unicodedata.name(character, '').replace('-', ' ')} , "
    return character


@functools.cache
def forms(base: str) -> tuple[str, ...]:
    """The base form of a word, its plural, and what verbs make of it in English."""
    return tuple(_forms(base))


def _forms(base: str) -> Iterator[str]:
    yield base
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        yield base + "es"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        yield base[:-1] + "ies"
        yield base[:-1] + "ied"
    yield base + "s"
    if base.endswith("e") and not base.endswith("ee"):
        yield from (base[:-1] + "ing", base + "d", base + "r", base + "rs")
    else:
        yield from (base + "ing", base + "ed", base + "er", base + "ers")
    if len(base) > 2 and base[-1] not in "aeiouwxy" and base[-2] in _VOWELS and base[-3] not in _VOWELS:
        yield from (base + base[-1] + "ing", base + base[-1] + "ed", base + base[-1] + "er")
    yield base + "y"
    yield base + "ly"
    if base.endswith("y"):
        yield base[:-1] + "ily"
    if base.endswith("le"):
        yield base[:-1] + "y"


def lexicon(bases: Iterable[str]) -> dict[str, str]:
    """Every form of these base words, and the base it belongs to; a base is always itself."""
    known = set(bases)
    found: dict[str, str] = {}
    for base in sorted(known):
        for form in forms(base):
            found.setdefault(form, base)
    found.update({form: base for form, base in IRREGULAR.items() if base in known})
    found.update({base: base for base in known})
    return found


@functools.lru_cache(maxsize=4_096)
def distance(one: str, other: str) -> int:
    """How many letters must be changed, added, removed or swapped with a neighbour (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, start=1):
        previous, row, before_last = row, [number], before
        for place, against in enumerate(other, start=1):
            cost = min(previous[place] + 1, row[-1] + 1, previous[place - 1] + (letter != against))
            if number > 1 and place > 1 and letter == other[place - 2] and one[number - 2] == against:
                cost = min(cost, before_last[place - 2] + 1)
            row.append(cost)
        before = previous
    return row[-1]
