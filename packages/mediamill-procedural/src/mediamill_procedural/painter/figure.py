"""Figures: things as overlapping outlines in plain colours, drawn in any unit, feet at y = 0, facing right."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.painter.canvas import Colour

Outline = NDArray[np.float64]  # (n, 2), closed: x to the right, y upwards
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top

CURVE_STEPS = 10  # points between two knots of a curve
ROUND_STEPS = 40  # points around an oval


@dataclass(frozen=True)
class Part:
    """Outlines of one colour that are modelled as one body.

    `colour` is a role ("main", "second", …), a role with "-" or "+" behind it (darker, lighter), or "#rrggbb".
    """

    colour: str
    outlines: tuple[Outline, ...]
    bulge: float = 1.0  # 0 flat like paper … 1 round
    gloss: float = 0.0  # how much it shines
    glow: float = 0.0  # gives light of its own at night
    alpha: float = 1.0


@dataclass(frozen=True)
class Figure:
    """A thing's parts, back to front, and the usual colours of its roles."""

    colours: dict[str, str]
    parts: tuple[Part, ...]
    rough: float = 0.0  # contrast of the surface: fur, bark, stone
    lights: tuple[tuple[float, float, float], ...] = ()  # lamps: x, y, radius

    @cached_property
    def box(self) -> Box:
        """Of all outlines."""
        points = np.concatenate([outline for part in self.parts for outline in part.outlines])
        low, high = points.min(axis=0), points.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def recoloured(figure: Figure, parts: Sequence[tuple[str, Colour]]) -> Figure:
    """The figure with other colours for some of its roles: red hair."""
    hexes = {role: "".join(f"{round(255 * channel):02x}" for channel in colour) for role, colour in parts}
    return replace(figure, colours=figure.colours | hexes)


def part(
    colour: str, *outlines: Outline, bulge: float = 1.0, gloss: float = 0.0, glow: float = 0.0, alpha: float = 1.0
) -> Part:
    """A Part, written shortly."""
    return Part(colour, outlines, bulge, gloss, glow, alpha)


def poly(*points: Point) -> Outline:
    """Straight from corner to corner."""
    return np.array(points, np.float64)


def box(left: float, bottom: float, right: float, top: float) -> Outline:
    """An upright rectangle."""
    return poly((left, bottom), (right, bottom), (right, top), (left, top))


def blob(*points: Point) -> Outline:
    """A closed smooth curve through the points (Catmull and Rom 1974)."""
    return _curve(np.array(points, np.float64), closed=True)


def oval(x: float, y: float, across: float, up: float | None = None, turn: float = 0.0) -> Outline:
    """An ellipse by its half axes, turned counterclockwise by degrees."""
    angle = np.linspace(0, 2 * math.pi, ROUND_STEPS, endpoint=False)
    across_, up_ = across * np.cos(angle), (across if up is None else up) * np.sin(angle)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.stack([x + across_ * cos - up_ * sin, y + across_ * sin + up_ * cos], axis=1)


def limb(points: Sequence[Point], widths: Sequence[float]) -> Outline:
    """A smooth tube through the points with a width at each of them, round at both ends."""
    spine: Outline = _curve(np.array(points, np.float64), closed=False)
    knots = np.linspace(0, 1, len(widths))
    wide = np.interp(np.linspace(0, 1, len(spine)), knots, np.array(widths, np.float64)) / 2
    along = np.gradient(spine, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1) * wide[:, None]
    end = _cap(spine[-1], along[-1], float(wide[-1]))
    start = _cap(spine[0], -along[0], float(wide[0]))
    return np.concatenate([spine + normal, end, (spine - normal)[::-1], start])


def arc(x: float, y: float, radius: float, width: float, start: float, end: float) -> Outline:
    """A piece of a ring, from one angle in degrees to another."""
    angle = np.radians(np.linspace(start, end, ROUND_STEPS))
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    both = np.concatenate([ring * (radius + width / 2), (ring * (radius - width / 2))[::-1]])
    return np.asarray(both + np.array([x, y]), np.float64)


def ring(x: float, y: float, radius: float, width: float) -> Outline:
    """A whole ring, as one outline that touches itself."""
    return arc(x, y, radius, width, 0.0, 360.0)


def star(x: float, y: float, radius: float, points: int = 5, inner: float = 0.42, turn: float = 90.0) -> Outline:
    """A star."""
    angle = np.radians(turn + np.arange(2 * points) * 180.0 / points)
    away = np.where(np.arange(2 * points) % 2 == 0, radius, radius * inner)
    return np.asarray(np.stack([x + away * np.cos(angle), y + away * np.sin(angle)], axis=1), np.float64)


def flipped(outline: Outline, x: float = 0.0) -> Outline:
    """The outline mirrored at an upright line."""
    return np.stack([2 * x - outline[:, 0], outline[:, 1]], axis=1)


def moved(outline: Outline, across: float, up: float = 0.0) -> Outline:
    """The outline somewhere else."""
    return np.asarray(outline + np.array([across, up]), np.float64)


def _cap(centre: NDArray[np.float64], toward: NDArray[np.float64], radius: float) -> Outline:
    """Half a circle from the left of a direction to its right."""
    angle = math.atan2(toward[1], toward[0]) + np.linspace(math.pi / 2, -math.pi / 2, 9)
    return centre + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _curve(points: NDArray[np.float64], *, closed: bool) -> NDArray[np.float64]:
    padded = (
        np.concatenate([points[-1:], points, points[:2]])
        if closed
        else np.concatenate([points[:1], points, points[-1:]])
    )
    t = np.linspace(0, 1, CURVE_STEPS, endpoint=False)[:, None]
    pieces = []
    for index in range(1, len(padded) - 2):
        a, b, c, d = padded[index - 1 : index + 3]
        pieces.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    if not closed:
        pieces.append(points[-1:])
    return np.concatenate(pieces)
