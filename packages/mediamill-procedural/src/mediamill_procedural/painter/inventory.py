"""The things that can be shown: how tall they are, where they belong, how they would move.

The painter's own stand in `data/things.toml`. What only the modeller makes is placed by `data/modelled.toml`; its words
and sizes are read from the modeller's tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mediamill_procedural.lexicon import Table, called, table, word_lists
from mediamill_procedural.painter.layer import Motion

GROUND, WATER, SKY, DEEP, TABLE, SPACE = "ground", "water", "sky", "deep", "table", "space"
BEASTS = "beasts"  # the modeller's table of animals on four legs; their one measure is the shoulder
ON_HEADS = ("crown", "hat", "helmet")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing: where it belongs, how it moves, its height in metres, and the scene it gets when none is named."""

    habitat: str
    motion: Motion
    metres: float
    home: str
    grove: str = ""  # the scene that its plural means: a wood rather than trees that stand apart
    seats: bool = False  # somebody can sit on it
    modelled: bool = False  # the modeller makes it
    holds: bool = False  # and what lies in it too


@dataclass(frozen=True, slots=True)
class _Place:
    habitat: str
    motion: Motion
    home: str
    metres: float = 0.0  # 0: its longest side


def _placed(engine: str, name: str) -> Iterator[tuple[str, Motion, Table]]:
    for habitat, motions in table(engine, name).sections():
        for motion, section in motions.sections():
            yield habitat, Motion(motion), section


INVENTORY: dict[str, Entry] = {}
THING_WORDS: dict[str, tuple[str, ...]] = {}
for _habitat, _motion, _section in _placed("painter", "things"):
    INVENTORY |= _section.records(Entry, worded=True, habitat=_habitat, motion=_motion)
    THING_WORDS |= called(_section)


def _modelled() -> Iterator[tuple[str, tuple[str, ...], Entry]]:
    """What the modeller makes, with its words, as far as `data/modelled.toml` has a place for it."""
    places: dict[str, _Place] = {}
    for habitat, motion, section in _placed("painter", "modelled"):
        places |= section.records(_Place, habitat=habitat, motion=motion)
    families = [*table("modeller", "objects").sections(), (BEASTS, table("modeller", BEASTS))]
    for family, section in families:
        for name, words in called(section).items():
            place, facts = places.get(name, places.get(family)), dict(section.facts(name, worded=True))
            if place is not None:
                metres = place.metres or float(facts.get("reach") or facts["shoulder"])
                yield (
                    name,
                    words,
                    Entry(place.habitat, place.motion, metres, place.home, seats="seats" in facts, modelled=True),
                )


# Words that the painter has a meaning for keep it; the modeller's other words for a thing of the painter are added.
_OWN = {word for words in THING_WORDS.values() for word in words} | {
    word
    for _, _section in table("painter", "words").sections()
    for words in word_lists(_section).values()
    for word in words
}
AS_FURNITURE = {word: name for name, words, _ in _modelled() for word in words if name in ("table", "desk", "shelf")}
ALL_THINGS = dict(INVENTORY)
MODELLED_WORDS: dict[str, tuple[str, ...]] = {}
for _name, _words, _entry in _modelled():
    if (_more := tuple(word for word in _words if word not in _OWN)) or _name in AS_FURNITURE.values():
        ALL_THINGS.setdefault(_name, _entry)
        MODELLED_WORDS[_name] = _more
