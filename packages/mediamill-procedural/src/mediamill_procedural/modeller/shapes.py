"""The solids that everything is made of, at one of two levels of detail. Metres, Y up, +Z is the front.

Solids that stand (box, cylinder, lathe, prism) are placed by the middle of their base, round ones by their centre.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import manifold3d
import numpy as np
from manifold3d import CrossSection, FillRule, JoinType, Manifold, OpType
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from mediamill_procedural.modeller.curves import Flat, frames, smooth
from mediamill_procedural.modeller.organic import Egg, Limb, Vec, blended

__all__ = [
    "FINE",
    "ORIGIN",
    "PLAIN",
    "ROUGH",
    "SCANT",
    "Detail",
    "Flat",
    "Points",
    "Shapes",
    "Vec",
    "around",
    "both",
    "facing",
    "four",
    "hull",
    "solid_of",
    "union",
]

ORIGIN: Vec = (0.0, 0.0, 0.0)
Axis = Literal["x", "y", "z"]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Detail:
    """How fine solids are made; `turn` is the number of sides of a full round."""

    name: str
    turn: int
    turn_min: int
    steps: int  # pieces of a spline between two points
    bevel: int  # pieces of a rounded edge
    cells: int  # of the longest side of an organic body
    fine: bool  # extra parts


PLAIN = Detail("plain", turn=32, turn_min=8, steps=3, bevel=2, cells=44, fine=False)
FINE = Detail("fine", turn=72, turn_min=14, steps=6, bevel=3, cells=84, fine=True)
ROUGH = Detail("low-poly", turn=8, turn_min=5, steps=1, bevel=1, cells=14, fine=False)
SCANT = Detail("scant", turn=16, turn_min=6, steps=2, bevel=1, cells=26, fine=False)  # for crowded scenes


class Shapes:
    """Makes solids at one level of detail for an object of one size (`reach`, metres): small parts get fewer sides."""

    def __init__(self, detail: Detail, reach: float) -> None:
        self.detail = detail
        self.reach = reach

    @property
    def fine(self) -> bool:
        """Whether small extra parts are wanted."""
        return self.detail.fine

    def sides(self, r: float) -> int:
        """How many sides a round of that radius gets, a multiple of four."""
        share = math.sqrt(min(1.0, abs(r) / (0.22 * self.reach)))
        return max(self.detail.turn_min, round(self.detail.turn * share / 4) * 4)

    def box(self, w: float, h: float, d: float, at: Vec = ORIGIN, r: float = 0.0) -> Manifold:
        """A box on its base, its edges rounded by `r`."""
        r = min(r, 0.499 * min(w, h, d))
        if r <= 0:
            return Manifold.cube((w, h, d), True).translate((at[0], at[1] + h / 2, at[2]))
        ball = Manifold.sphere(r, max(4, 4 * self.detail.bevel))
        x, y, z = w / 2 - r, h / 2 - r, d / 2 - r
        corners = [ball.translate((sx * x, sy * y, sz * z)) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]
        return Manifold.batch_hull(corners).translate((at[0], at[1] + h / 2, at[2]))

    def cyl(
        self, h: float, r: float, top: float | None = None, at: Vec = ORIGIN, axis: Axis = "y", soft: float = 0.0
    ) -> Manifold:
        """A cylinder, or a cone to radius `top`, from `at` along the axis; `soft` rounds its edges."""
        end = r if top is None else top
        if soft <= 0:
            solid = Manifold.cylinder(h, r, end, self.sides(max(r, end))).rotate((-90, 0, 0))
        else:
            solid = self.lathe(self.soft_profile([(0, 0), (r, 0), (end, h), (0, h)], soft))
        return facing(solid, axis).translate(at)

    def soft_profile(self, profile: Flat, r: float) -> Flat:
        """A convex profile with rounded corners."""
        around = [*profile, *[(-x, y) for x, y in reversed(profile)]]
        section = CrossSection([around], FillRule.NonZero)
        sides = 4 * self.detail.bevel
        section = section.offset(-r, JoinType.Miter).offset(r, JoinType.Round, 2.0, max(8, sides))
        return [(float(x), float(y)) for x, y in section.to_polygons()[0]]

    def ball(self, r: float, at: Vec = ORIGIN, s: Vec = (1.0, 1.0, 1.0)) -> Manifold:
        """A ball, or an egg stretched by `s`."""
        return Manifold.sphere(r, self.sides(r * max(s))).scale(s).translate(at)

    def lathe(self, profile: Flat, at: Vec = ORIGIN, axis: Axis = "y", curve: bool = False, sides: int = 0) -> Manifold:
        """A solid turned from a profile of (radius, height); `curve` smooths it, points given twice stay corners.

        A profile that starts and ends off the axis is closed on itself: a hoop or a shell.
        """
        line = smooth(profile, self.detail.steps) if curve else np.asarray(profile, np.float64)
        r = float(np.abs(line[:, 0]).max())
        on_axis = min(abs(line[0, 0]), abs(line[-1, 0])) < 1e-9
        closed = np.concatenate([line, [[0.0, line[-1, 1]], [0.0, line[0, 1]]]]) if on_axis else line
        section = CrossSection([closed], FillRule.NonZero)
        solid = Manifold.revolve(section, sides or self.sides(r)).rotate((-90, 0, 0))
        return facing(solid, axis).translate(at)

    def vessel(self, profile: Flat, wall: float, at: Vec = ORIGIN, curve: bool = False) -> Manifold:
        """A hollow solid of revolution, open at the top: its outside from the middle of the bottom to the rim."""
        line = smooth(profile, self.detail.steps) if curve else np.asarray(profile, np.float64)
        rim, top = line[-1]
        right = [(float(x), float(y)) for x, y in line]
        left = [(-x, y) for x, y in reversed(right)]
        outer = CrossSection([[*right, *left]], FillRule.NonZero)
        above = [(rim, top + 4 * wall), (-rim, top + 4 * wall)]
        inner = CrossSection([[*right, *above, *left]], FillRule.NonZero).offset(-wall, JoinType.Round, 2.0, 16)
        cut = outer - inner
        if self.fine:
            cut = cut.offset(-wall * 0.3, JoinType.Round, 2.0, 12).offset(wall * 0.3, JoinType.Round, 2.0, 12)
        sides = self.sides(float(np.abs(line[:, 0]).max()))
        return Manifold.revolve(cut, sides).rotate((-90, 0, 0)).translate(at)

    def ring(self, big: float, r: float, at: Vec = ORIGIN, axis: Axis = "y", arc: float = 360.0) -> Manifold:
        """A torus around the axis; an arc of it starts on the x axis."""
        section = CrossSection.circle(r, max(6, self.sides(r))).translate((big, 0))
        solid = Manifold.revolve(section, self.sides(big), arc).rotate((-90, 0, 0))
        return facing(solid, axis).translate(at)

    def rod(self, a: Vec, b: Vec, r: float, end: float | None = None) -> Manifold:
        """A straight rod with flat ends, from radius `r` to `end`."""
        along = np.subtract(b, a)
        length = float(np.linalg.norm(along))
        stop = r if end is None else end
        solid = Manifold.cylinder(length, r, stop, self.sides(max(r, stop)))
        return solid.transform(_toward(along / length, a))

    def limb(self, a: Vec, b: Vec, r: float, end: float | None = None) -> Manifold:
        """A rod with round ends."""
        stop = r if end is None else end
        return Manifold.batch_hull([self.ball(r, a), self.ball(stop, b)])

    def tube(
        self, path: Sequence[Vec], r: float | Sequence[float], *, curve: bool = True, flat: float = 1.0
    ) -> Manifold:
        """A round rod bent along a path, its radius one or one for each point; `flat` squeezes it across."""
        radii = [r] * len(path) if isinstance(r, float | int) else list(r)
        rows = np.concatenate([np.asarray(path, np.float64), np.asarray(radii)[:, np.newaxis]], axis=1)
        line = smooth(rows, max(2, self.detail.steps)) if curve and len(path) > 2 else rows
        _, across, up = frames(line[:, :3])
        sides = max(6, self.sides(max(radii)))
        turns = np.linspace(0, 2 * np.pi, sides, endpoint=False)
        width = np.maximum(line[:, 3], 1e-5)[:, np.newaxis, np.newaxis]
        rings = (
            np.cos(turns)[:, np.newaxis] * across[:, np.newaxis]
            + flat * np.sin(turns)[:, np.newaxis] * up[:, np.newaxis]
        )
        vertices = (line[:, np.newaxis, :3] + width * rings).reshape(-1, 3)
        vertices = np.concatenate([vertices, line[:1, :3], line[-1:, :3]])
        return solid_of(vertices, _tube_faces(len(line), sides))

    def prism(
        self, outline: Flat | list[Flat], depth: float, at: Vec = ORIGIN, r: float = 0.0, axis: Axis = "z"
    ) -> Manifold:
        """A plane figure (several are merged, holes stay) in x and y, thick along z around `at`, edges rounded by `r`.

        With axis "y" the figure lies: its y points to the back and it is thick upward from `at`.
        """
        figures = outline if isinstance(outline[0], list) or np.ndim(outline[0]) == 2 else [outline]
        section = CrossSection([np.asarray(figure, np.float64) for figure in figures], FillRule.EvenOdd)
        solid = self.extruded(section, depth, r)
        if axis == "y":
            return solid.rotate((-90, 0, 0)).translate(at)
        solid = solid.translate((0, 0, -depth / 2))
        return (solid.rotate((0, 90, 0)) if axis == "x" else solid).translate(at)

    def extruded(self, section: CrossSection, depth: float, r: float = 0.0) -> Manifold:
        """A cross-section pulled up along z from 0, both its edges rounded by `r`."""
        assert not section.is_empty(), "an empty outline"
        if r <= 0:
            return Manifold.extrude(section, depth)
        steps = self.detail.bevel
        turns = np.linspace(0, np.pi / 2, steps + 1)
        inset, height = r * (1 - np.sin(turns)), r * (1 - np.cos(turns))
        insets = np.concatenate([inset, inset[::-1]])
        heights = np.concatenate([height, depth - height[::-1]])
        points, inward = _inward(section)
        tree = cKDTree(points)
        last = len(heights) - 1

        def bevel(vertices: Points) -> Points:
            layer = np.clip(np.rint(vertices[:, 2] / depth * last).astype(int), 0, last)
            _, nearest = tree.query(vertices[:, :2])
            moved = vertices[:, :2] + inward[nearest] * insets[layer][:, np.newaxis]
            return np.column_stack([moved, heights[layer]])

        return Manifold.extrude(section, depth, last - 1).warp_batch(bevel)

    def blob(self, shapes: Sequence[Limb | Egg], smoothness: float) -> Manifold:
        """Limbs and eggs that flow into one another."""
        return blended(shapes, smoothness, self.detail.cells, self.reach)


def union(solids: Sequence[Manifold]) -> Manifold:
    """All of them as one."""
    return Manifold.batch_boolean(list(solids), OpType.Add) if len(solids) > 1 else solids[0]


def hull(*solids: Manifold) -> Manifold:
    """The smallest convex solid around them."""
    return Manifold.batch_hull(list(solids))


def around(solid: Manifold, count: int, start: float = 0.0) -> Manifold:
    """Copies of it, evenly turned about the y axis; `start` in degrees."""
    return union([solid.rotate((0, start + 360 * index / count, 0)) for index in range(count)])


def both(solid: Manifold) -> Manifold:
    """It and its mirror image on the other side, left and right."""
    return solid + solid.mirror((1, 0, 0))


def four(solid: Manifold) -> Manifold:
    """It at all four corners."""
    return both(solid + solid.mirror((0, 0, 1)))


def facing(solid: Manifold, axis: Axis) -> Manifold:
    """What stood along y, laid along the axis."""
    if axis == "x":
        return solid.rotate((0, 0, -90))
    return solid.rotate((90, 0, 0)) if axis == "z" else solid


def solid_of(vertices: Points, faces: np.ndarray) -> Manifold:
    """A closed solid of triangles; turned inside out where they say so."""
    solid = Manifold(manifold3d.Mesh(vertices.astype(np.float32), faces.astype(np.uint32)))
    assert solid.status() == manifold3d.Error.NoError, f"not closed: {solid.status()}"
    if solid.volume() < 0:
        return Manifold(manifold3d.Mesh(vertices.astype(np.float32), faces[:, ::-1].astype(np.uint32)))
    return solid


def _toward(direction: np.ndarray, start: Vec) -> Points:
    """The (3, 4) matrix that turns z to a direction and moves the origin to `start`."""
    side = np.eye(3)[np.argmin(np.abs(direction))]
    x = np.cross(side, direction)
    x /= np.linalg.norm(x)
    y = np.cross(direction, x)
    return np.column_stack([x, y, direction, start])


def _tube_faces(rings: int, sides: int) -> Points:
    """Triangles of a tube whose two last vertices are the middles of its ends."""
    ring, side = np.meshgrid(np.arange(rings - 1), np.arange(sides), indexing="ij")
    after = (side + 1) % sides
    a, b = ring * sides + side, ring * sides + after
    c, d = a + sides, b + sides
    walls = np.stack([np.stack([a, b, c], -1), np.stack([b, d, c], -1)]).reshape(-1, 3)
    one = np.arange(sides)
    two = (one + 1) % sides
    first, last = rings * sides, rings * sides + 1
    start = np.column_stack([np.full(sides, first), two, one])
    end = np.column_stack([np.full(sides, last), one, two]) + np.array([0, 1, 1]) * (rings - 1) * sides
    return np.concatenate([walls, start, end])


def _inward(section: CrossSection) -> tuple[np.ndarray, np.ndarray]:
    """The corners of a cross-section, and where each goes when the outline shrinks by one."""
    points, inward = [], []
    for contour in section.to_polygons():
        outline = np.asarray(contour, np.float64)
        before = outline - np.roll(outline, 1, axis=0)
        after = np.roll(before, -1, axis=0)
        normals = [
            np.column_stack([-edge[:, 1], edge[:, 0]]) / np.maximum(np.linalg.norm(edge, axis=1), 1e-12)[:, np.newaxis]
            for edge in (before, after)
        ]
        middle = normals[0] + normals[1]
        middle /= np.maximum(np.linalg.norm(middle, axis=1, keepdims=True), 1e-6)
        reach = np.maximum(np.sum(middle * normals[0], axis=1, keepdims=True), 0.5)
        points.append(outline)
        inward.append(middle / reach)
    return np.concatenate(points), np.concatenate(inward)
