"""Where one object is put together: its parts, what they are painted with, and what was asked of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

from mediamill_procedural.lexicon import irregular_plurals, table
from mediamill_procedural.modeller.paints import MATERIALS, Paint, colored, paint
from mediamill_procedural.modeller.shapes import Detail, Shapes

IRREGULAR = {**irregular_plurals(), **table("modeller", "small_words").section("plurals").texts()}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a prompt asks of an object or of one part of it: colour, material, number."""

    color: str = ""
    material: str = ""
    count: int = 0

    def applied(self, default: Paint) -> Paint:
        """The default paint, changed as asked: a colour keeps the default's material where none is named."""
        material = MATERIALS[self.material] if self.material else default
        if not self.color:
            return material
        if not self.material and default.metallic > 0.5:
            material = MATERIALS["paint"]  # a red rocket is painted, not made of red steel
        return colored(replace(material, name=material.name.rpartition(" ")[2]), self.color)


@dataclass(frozen=True, slots=True)
class Asked:
    """All that a prompt asks of one object; parts are named in the singular."""

    wish: Wish = Wish()
    second: Wish = Wish()
    parts: Mapping[str, Wish] = field(default_factory=dict)
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Solids of one paint under one name."""

    name: str
    paint: Paint
    solid: Manifold
    main: bool = False


def bounds(parts: Sequence[Part]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The lowest and the highest corner."""
    boxes = np.array([part.solid.bounding_box() for part in parts])
    return boxes[:, :3].min(axis=0), boxes[:, 3:].max(axis=0)


class Bench(Shapes):
    """Makes one object: builders ask it what is wanted and hand it painted solids."""

    def __init__(self, detail: Detail, reach: float, asked: Asked, seed: int) -> None:
        super().__init__(detail, reach)
        self.asked = asked
        self.random = np.random.default_rng(seed)
        self.parts: list[Part] = []
        self.heeded: set[str] = set()  # adjectives, features and parts asked for that changed something

    def has(self, *traits: str) -> bool:
        """Whether one of those adjectives or features was asked for."""
        found = self.asked.traits.intersection(traits)
        self.heeded |= found
        return bool(found)

    def count(self, part: str, usual: int, most: int = 24) -> int:
        """How many of a part there are to be."""
        asked = self.asked.parts.get(part, Wish()).count
        if asked:
            self.heeded.add(part)
        return min(asked, most) if asked else usual

    def main(self, name: str, solid: Manifold, usual: str) -> None:
        """A part that takes the colour and material of the whole."""
        self._add(name, solid, self._of_part(name, self.asked.wish.applied(paint(usual))), main=True)

    def second(self, name: str, solid: Manifold, usual: str) -> None:
        """A part that takes the second colour, and the material of the whole."""
        wish = replace(self.asked.second, material=self.asked.second.material or self.asked.wish.material)
        self._add(name, solid, self._of_part(name, wish.applied(paint(usual))))

    def trim(self, name: str, solid: Manifold, usual: str) -> None:
        """A part that stays what it usually is unless it is named."""
        self._add(name, solid, self._of_part(name, paint(usual)))

    def tint(self, usual: str) -> str:
        """The colour asked for, or the usual one."""
        return self.asked.wish.color or usual

    def chance(self, low: float, high: float) -> float:
        """A number that is the same for the same prompt."""
        return float(self.random.uniform(low, high))

    def _of_part(self, name: str, usual: Paint) -> Paint:
        wish = self.asked.parts.get(singular(name))
        if wish is not None:
            self.heeded.add(singular(name))
        return wish.applied(usual) if wish else usual

    def _add(self, name: str, solid: Manifold, made_of: Paint, *, main: bool = False) -> None:
        assert not solid.is_empty(), f"the part {name} is empty"
        self.parts.append(Part(name, made_of, solid, main))


def singular(word: str) -> str:
    """An English noun without its plural ending."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4 and word not in ("cookies", "zombies", "pies", "brownies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "toes", "noes")) and word not in ("aches",):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "scissors")) and len(word) > 3:
        return word[:-1]
    return word
