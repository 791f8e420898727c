"""One finished thing: its parts in metres, standing on the ground around the origin."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

from mediamill_procedural.modeller.bench import Bench, Part, bounds
from mediamill_procedural.modeller.letters import build_letters
from mediamill_procedural.modeller.looks import finished
from mediamill_procedural.modeller.model import Model
from mediamill_procedural.modeller.reading import Item
from mediamill_procedural.modeller.shapes import ROUGH, Detail, union

LETTERS_REACH = 0.6  # metres: the size that letters are made for


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A thing that can be placed, several times if need be; `wording` is what a sculpture of letters says."""

    name: str
    model: Model | None
    parts: tuple[Part, ...]
    size: NDArray[np.float64]  # width, height and depth in metres; it stands on y = 0 around the origin
    flat: bool = False
    wording: str | None = None
    heeded: frozenset[str] = frozenset()  # what was asked for beside colour, material and size, and was made

    def solid(self) -> Manifold:
        """All parts as one."""
        return union([part.solid for part in self.parts])


def built(item: Item, detail: Detail, seed: int) -> Piece:
    """Make one thing as asked."""
    rough = "low-poly" in item.asked.traits
    reach = item.model.reach if item.model else LETTERS_REACH
    bench = Bench(ROUGH if rough else detail, reach, item.asked, seed)
    wording = None
    if item.model is not None:
        item.model.build(bench)
    else:
        wording = build_letters(bench, item.words)
    parts = _sized(_grounded(finished(bench, item.model.family if item.model else "letters")), item)
    low, high = bounds(parts)
    name = item.model.name if item.model else item.words
    heeded = frozenset(bench.heeded | ({"low-poly"} if rough else set()))
    return Piece(name, item.model, tuple(parts), high - low, rough, wording, heeded)


def scaled(piece: Piece, factor: float) -> Piece:
    """The same thing, larger or smaller."""
    parts = [replace(part, solid=part.solid.scale((factor, factor, factor))) for part in piece.parts]
    return replace(piece, parts=tuple(parts), size=piece.size * factor)


def standing(piece: Piece, parts: Sequence[Part]) -> Piece:
    """The same thing with its parts moved, on the ground again."""
    grounded = _grounded(parts)
    low, high = bounds(grounded)
    return replace(piece, parts=tuple(grounded), size=high - low)


def _grounded(parts: Sequence[Part]) -> list[Part]:
    low, high = bounds(parts)
    middle = (low + high) / 2
    moved = (-float(middle[0]), -float(low[1]), -float(middle[2]))
    return [replace(part, solid=part.solid.translate(moved)) for part in parts]


def _sized(parts: list[Part], item: Item) -> list[Part]:
    """Stretched by its adjectives, then to the metres asked for."""
    low, high = bounds(parts)
    size = (high - low) * item.scale
    factors = np.array(item.scale, np.float64)
    for side, metres in item.metres:
        axis = int(np.argmax(size)) if side < 0 else side
        factors *= metres / size[axis]
        size *= metres / size[axis]
    if np.allclose(factors, 1.0):
        return parts
    x, y, z = (float(factor) for factor in factors)
    return [replace(part, solid=part.solid.scale((x, y, z))) for part in parts]
