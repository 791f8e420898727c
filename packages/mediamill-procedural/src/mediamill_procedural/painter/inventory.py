"""The things that can be painted: how tall they are, where they belong, how they would move; see `data/things.toml`."""

from dataclasses import dataclass

from mediamill_procedural.lexicon import called, table
from mediamill_procedural.painter.layer import Motion

GROUND, WATER, SKY, DEEP, TABLE, SPACE = "ground", "water", "sky", "deep", "table", "space"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing: where it belongs, how it moves, its height in metres, and the scene it gets when none is named."""

    habitat: str
    motion: Motion
    metres: float
    home: str
    grove: str = ""  # the scene that its plural means: a wood rather than trees that stand apart


INVENTORY: dict[str, Entry] = {}
THING_WORDS: dict[str, tuple[str, ...]] = {}
for _habitat, _things in table("painter", "things").sections():
    for _motion, _section in _things.sections():
        INVENTORY |= _section.records(Entry, worded=True, habitat=_habitat, motion=Motion(_motion))
        THING_WORDS |= called(_section)
