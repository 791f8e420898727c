"""Words of a prompt, each with what it can mean."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from anyascii import anyascii

from mediamill_procedural.modeller.bench import singular
from mediamill_procedural.modeller.model import MODELS
from mediamill_procedural.modeller.paints import COLOR_WORDS, MATERIAL_WORDS
from mediamill_procedural.modeller.reading import small_words

WORD = re.compile(r"\d+(?:[.,]\d+)?|[a-z0-9]+(?:'[a-z]+)?|[,;.:!?()\n]")
WORDS_MAX = 4  # of one phrase in the tables
NUMBER_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase; `kinds` says for each of its meanings what it means."""

    text: str
    kinds: dict[str, str]
    plural: bool = False

    def means(self, *kinds: str) -> bool:
        """Whether it can be one of those."""
        return any(kind in self.kinds for kind in kinds)


def plain(text: str) -> str:
    """Lower case letters of the Latin alphabet; other scripts transliterated, hyphens parted."""
    folded = unicodedata.normalize("NFKC", text)
    return re.sub(r"[-_/–—:]+", " ", anyascii(folded)).lower().replace("`", "'")


def tokens_of(prompt: str) -> list[Token]:
    """The longest phrases that mean something, other words one by one."""
    words = WORD.findall(plain(prompt))
    found, at = [], 0
    while at < len(words):
        for length in range(min(WORDS_MAX, len(words) - at), 0, -1):
            token = _meaning(" ".join(words[at : at + length]))
            if token is not None or length == 1:
                found.append(token or Token(words[at], {}))
                at += length
                break
    return found


def _meaning(text: str) -> Token | None:
    if re.fullmatch(r"\d+(?:[.,]\d+)?", text):
        number = min(float(text.replace(",", ".")), NUMBER_MAX)
        return Token(text, {"number": str(number)})
    kinds = dict(_table().get(text, {}))
    one = _singular(text)
    plural = one != text
    if plural:
        for kind, value in _table().get(one, {}).items():
            if kind in ("model", "part"):
                kinds.setdefault(kind, value)
    return Token(text, kinds, plural and "model" in kinds) if kinds else None


def _singular(text: str) -> str:
    before, _, last = text.rpartition(" ")
    return f"{before} {singular(last)}".strip()


@cache
def _table() -> dict[str, dict[str, str]]:
    """Every word that means something, with its meanings by kind."""
    table: dict[str, dict[str, str]] = {}

    def add(kind: str, words: Mapping[str, str]) -> None:
        for word, value in words.items():
            table.setdefault(plain(word).strip(), {})[kind] = value

    add("model", {word: name for name, model in MODELS.items() for word in model.words})
    add("material", MATERIAL_WORDS)
    add("color", COLOR_WORDS)
    add("number", small_words.NUMBER_WORDS)
    add("size", small_words.SIZE_WORDS)
    add("unit", small_words.UNIT_WORDS)
    add("side", small_words.SIDE_WORDS)
    add("relation", small_words.RELATION_WORDS)
    add("atop", {word: word for word in small_words.ON_TOP})
    add("with", {word: word for word in small_words.WITH})
    add("and", {"and": "and", "as well as": "and", "&": "and", ",": ",", ";": ",", ".": ".", "\n": ".", ":": ","})
    add("a", {word: word for word in small_words.INDEFINITE})
    add("the", {word: word for word in small_words.DEFINITE})
    add("picture", {f"{word} of": word for word in small_words.PICTURES})
    add("statue", {f"{word} of": word for word in small_words.STATUES})
    add("part", small_words.PART_WORDS)
    add("trait", small_words.TRAIT_WORDS)
    add(
        "of",
        {"made of": "of", "made out of": "of", "made from": "of", "of": "of", "carved from": "of", "slice of": "of"},
    )
    add("drink", {word: word for word in small_words.DRINKS})
    add("skipped", {word: word for word in small_words.SKIPPED})
    add("abstract", {word: word for word in small_words.ABSTRACT})
    add("doing", {word: word for word in small_words.DOING})
    for word in small_words.OTHERS:
        table[word] = {"other": word}
    for mark in "!?()":
        table[mark] = {"and": ","}
    return table
