"""Numbers of a prompt: how many events, and how many seconds."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from mediamill_procedural.effects.reading.small_words import MEASURES, NUMBERS, TIMES, UNITS
from mediamill_procedural.effects.reading.words import Token

COUNT_MAX = 32  # events one after the other: more are a texture
ARTICLES = frozenset({"a", "of", "the"})


@dataclass(frozen=True, slots=True)
class Count:
    """A number at a place; `times` where it says how often."""

    number: int
    at: int
    times: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """All numbers of a prompt that say how many, the seconds it asks for, and the places of their words."""

    found: tuple[Count, ...]
    seconds: float | None
    at: frozenset[int]


def counts(words: Sequence[Token], taken: AbstractSet[int]) -> Counts:
    """How many and how long, as the prompt says it; numbers at places `taken` belong to something else."""
    found: list[Count] = []
    seconds: float | None = None
    at: set[int] = set()
    for place, word in enumerate(words):
        number = _number(word.text)
        if number is None or place in at or place in taken:
            continue
        after = place + 1
        while after < len(words) and words[after].text in ARTICLES:
            after += 1
        unit = words[after].text if after < len(words) else ""
        if unit in UNITS:
            seconds = number * UNITS[unit]
            at |= {place, after}
        elif unit in MEASURES:
            continue
        elif 1 <= number:
            often = unit in TIMES or word.text in ("once", "twice", "thrice")
            found.append(Count(int(min(number, COUNT_MAX)), place, often))
            at |= {place, after} if unit in TIMES else {place}
    return Counts(tuple(found), seconds, frozenset(at))


def _number(text: str) -> float | None:
    if text in NUMBERS:
        return float(NUMBERS[text])
    digits = text.removesuffix("x").removesuffix("s")
    # Longer ones are years, codes or nonsense.
    if digits.isascii() and digits.isdigit() and len(digits) <= 3:
        return float(digits)
    return None
