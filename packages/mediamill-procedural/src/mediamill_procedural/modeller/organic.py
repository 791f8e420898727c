"""Bodies without edges: balls and limbs that flow into one another, cut from their distance field.

The smooth minimum is Quilez's (2013) polynomial one; the surface is found by marching cubes (Lewiner et al. 2003).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import manifold3d
import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray
from skimage.measure import marching_cubes

Vec = tuple[float, float, float]
Field = NDArray[np.float32]

CELLS_MAX = 700_000  # of the grid: bounds memory and time
CELLS_MIN = 8  # along the longest side
SMALLER = 0.6  # a small part of a big thing gets fewer cells, but not as few as it is smaller
SIMPLIFIED = 0.06  # of a cell: what the surface may move when flat triangles are joined


@dataclass(frozen=True, slots=True)
class Limb:
    """A round cone from one ball to another; a ball where both ends are one place."""

    a: Vec
    b: Vec
    ra: float
    rb: float


@dataclass(frozen=True, slots=True)
class Egg:
    """An ellipsoid."""

    at: Vec
    radii: Vec


def blended(shapes: Sequence[Limb | Egg], smoothness: float, cells: int, reach: float) -> Manifold:
    """One closed solid of all the shapes; `smoothness` in metres; `cells` along a side as long as `reach`."""
    low = np.min([_corner(shape, -1) for shape in shapes], axis=0)
    high = np.max([_corner(shape, 1) for shape in shapes], axis=0)
    side = float((high - low).max())
    cell = side / max(CELLS_MIN, cells * min(1.0, (side / reach) ** SMALLER))
    cell = max(cell, float((np.prod(high - low) / CELLS_MAX) ** (1 / 3)))
    low, high = low - 3 * cell - smoothness / 4, high + 3 * cell + smoothness / 4
    counts = np.ceil((high - low) / cell).astype(int) + 1
    axes = [(low[axis] + cell * np.arange(counts[axis])).astype(np.float32) for axis in range(3)]
    grid = np.meshgrid(*axes, indexing="ij", sparse=True)
    field = _distance(grid, shapes[0])
    for shape in shapes[1:]:
        other = _distance(grid, shape)
        mix = np.maximum(smoothness - np.abs(field - other), 0.0) / smoothness
        field = np.minimum(field, other) - mix * mix * np.float32(smoothness / 4)
    # No corner of the grid may lie on the surface: marching cubes would make triangles without area there.
    field[np.abs(field) < cell * 1e-3] = cell * 1e-3
    vertices, faces, _, _ = marching_cubes(field, 0.0, spacing=(cell, cell, cell))  # type: ignore[no-untyped-call]
    mesh = manifold3d.Mesh((vertices + low).astype(np.float32), faces.astype(np.uint32))
    solid = Manifold(mesh)
    assert solid.status() == manifold3d.Error.NoError, f"a body is not closed: {solid.status()}"
    if solid.volume() < 0:
        solid = Manifold(manifold3d.Mesh((vertices + low).astype(np.float32), faces[:, ::-1].astype(np.uint32)))
    return solid.simplify(cell * SIMPLIFIED)


def _corner(shape: Limb | Egg, side: int) -> NDArray[np.float64]:
    if isinstance(shape, Egg):
        corner: NDArray[np.float64] = np.asarray(shape.at) + side * np.asarray(shape.radii)
        return corner
    ends = [np.asarray(shape.a) + side * shape.ra, np.asarray(shape.b) + side * shape.rb]
    return np.maximum(*ends) if side > 0 else np.minimum(*ends)


def _distance(grid: tuple[Field, ...], shape: Limb | Egg) -> Field:
    """Distance from the surface, negative inside; of an ellipsoid it is nearly so."""
    if isinstance(shape, Egg):
        scaled = [
            (axis - np.float32(c)) / np.float32(r) for axis, c, r in zip(grid, shape.at, shape.radii, strict=True)
        ]
        far = np.sqrt(scaled[0] ** 2 + scaled[1] ** 2 + scaled[2] ** 2)
        steep = [part / np.float32(r) for part, r in zip(scaled, shape.radii, strict=True)]
        slope = np.sqrt(steep[0] ** 2 + steep[1] ** 2 + steep[2] ** 2)
        near: Field = far * (far - 1.0) / np.maximum(slope, 1e-6)
        return near
    a, along = np.asarray(shape.a, np.float32), np.subtract(shape.b, shape.a).astype(np.float32)
    offset = [axis - start for axis, start in zip(grid, a, strict=True)]
    length = max(float(along @ along), 1e-12)
    t = np.clip((offset[0] * along[0] + offset[1] * along[1] + offset[2] * along[2]) / np.float32(length), 0.0, 1.0)
    rest = [part - t * step for part, step in zip(offset, along, strict=True)]
    radius = np.float32(shape.ra) + t * np.float32(shape.rb - shape.ra)
    distance: Field = np.sqrt(rest[0] ** 2 + rest[1] ** 2 + rest[2] ** 2) - radius
    return distance
