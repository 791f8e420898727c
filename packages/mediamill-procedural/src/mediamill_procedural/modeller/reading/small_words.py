"""What the small words of a prompt mean: numbers, sizes, relations, parts; see `data/words.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass

from mediamill_procedural.lexicon import called, meanings, table, word_lists, words_of

Scale = tuple[float, float, float]  # times as wide, high, deep


@dataclass(frozen=True, slots=True)
class _Size:
    scale: Scale


@dataclass(frozen=True, slots=True)
class _Unit:
    metres: float


@dataclass(frozen=True, slots=True)
class _Side:
    axis: int  # 0 wide, 1 high, 2 deep, -1 the longest


_WORDS, _SMALL = table("modeller", "words"), table("modeller", "small_words")


def _meanings(section: str) -> Mapping[str, str]:
    part = _WORDS.section(section)
    return meanings(word_lists(part), part)


def _called(section: str) -> Mapping[str, str]:
    part = _WORDS.section(section)
    return meanings(called(part), part)


def _plain(key: str) -> tuple[str, ...]:
    return words_of(_SMALL.text(key), _SMALL, key)


NUMBER_WORDS, RELATION_WORDS, TRAIT_WORDS = _meanings("number"), _meanings("relation"), _meanings("trait")
PART_WORDS = {**{word: word for word in _plain("parts")}, **_meanings("part")}
SIZE_WORDS, UNIT_WORDS, SIDE_WORDS = _called("size"), _called("unit"), _called("side")
SIZES = {name: size.scale for name, size in _WORDS.section("size").records(_Size, worded=True).items()}
UNITS = {name: unit.metres for name, unit in _WORDS.section("unit").records(_Unit, worded=True).items()}
SIDES = {name: side.axis for name, side in _WORDS.section("side").records(_Side, worded=True).items()}
ON_TOP, WITH, INDEFINITE, DEFINITE = _plain("atop"), _plain("with"), _plain("indefinite"), _plain("definite")
PICTURES, STATUES, DRINKS, SKIPPED = _plain("pictures"), _plain("statues"), _plain("drinks"), _plain("skipped")
_UNLIKE = word_lists(_SMALL.section("unlike"))
ABSTRACT, DOING, OTHERS = _UNLIKE["abstract"], _UNLIKE["doing"], _UNLIKE["others"]
