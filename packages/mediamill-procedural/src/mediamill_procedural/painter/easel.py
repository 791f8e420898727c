"""Where a picture is built: its frame, colours and light, the layers so far, and where things may stand."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from mediamill_procedural.painter.canvas import Frame, Pixels, chance
from mediamill_procedural.painter.layer import Drawn, Layer, Light, Motion, compose
from mediamill_procedural.painter.palette import Palette
from mediamill_procedural.painter.scene import Scene


@dataclass(frozen=True, slots=True)
class Stand:
    """Where things of one habitat may be: how far down they stand at which depth, and how large a metre is there.

    `foot(x, nearness)` gives the row fraction of the ground for nearness 0 (farthest good place) … 1 (nearest).
    """

    foot: Callable[[float, float], float]
    depth: Callable[[float], float]  # nearness -> depth of a layer
    left: float = 0.08
    right: float = 0.92
    narrows: float = 0.0  # share of the width that is lost at the farthest place: between houses
    channel: Callable[[float], tuple[float, float]] | None = None  # of a river: its middle and half width in a row
    mirrored: bool = False  # things cast a reflection below their foot
    shadow: bool = True


@dataclass(slots=True)
class Easel:
    """A picture in the making; builders add layers back to front."""

    frame: Frame
    scene: Scene
    palette: Palette
    light: Light
    horizon: float
    seed: str
    detail: float = 1.0  # 1 a clean illustration, more for finer work
    layers: list[Layer] = field(default_factory=list)
    stands: dict[str, Stand] = field(default_factory=dict)  # habitat -> where its things stand

    def chance(self, name: str) -> np.random.Generator:
        """A random generator for one part of this picture."""
        return chance(self.seed, name)

    def add(
        self,
        name: str,
        pixels: Pixels,
        depth: float,
        motion: Motion,
        *,
        left: int = 0,
        top: int = 0,
        heading: int = 0,
        pivot: tuple[float, float] | None = None,
        pace: float = 1.0,
        thing: bool = False,
        drawn: Drawn | None = None,
    ) -> None:
        """Put a layer in front of all so far."""
        self.layers.append(Layer(name, pixels, depth, motion, left, top, heading, pivot, pace, thing, drawn))

    def flat(self) -> Pixels:
        """What is to be seen so far, (rows, columns, 3)."""
        return compose(self.layers, self.frame)

    @property
    def night(self) -> float:
        """How much lamps count."""
        return self.palette.night
