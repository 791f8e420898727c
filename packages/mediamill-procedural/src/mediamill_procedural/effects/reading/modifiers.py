"""The words that say how: each a name, what names it, and the manner it asks for, from `data/modifiers`."""

from dataclasses import dataclass

from mediamill_procedural.effects.scene import Manner
from mediamill_procedural.kit.data import Readers, load


@dataclass(frozen=True, slots=True)
class Modifier:
    """A way of sounding. `phrases` are base forms; "in" stands for any word of place."""

    name: str
    phrases: tuple[str, ...]
    manner: Manner
    heard_as: str  # what changes, for the handbook


def _read(name: str) -> tuple[Modifier, ...]:
    return tuple(load("mediamill_procedural.effects", f"modifiers/{name}.toml", dict[str, Modifier], _READERS).values())


_READERS = Readers()
HOW, WHERE, PLACES, THROUGH = map(_read, ("how", "where", "places", "through"))
MODIFIERS: tuple[Modifier, ...] = (*HOW, *WHERE, *PLACES, *THROUGH)
GROUPS = {"How": HOW, "From where": WHERE, "In which place": PLACES, "Through what": THROUGH}
