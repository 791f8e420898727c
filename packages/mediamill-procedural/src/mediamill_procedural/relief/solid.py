"""A closed mesh around heights: marching cubes, smoothing, fewer triangles without a hole."""

from dataclasses import dataclass

import cv2
import fast_simplification
import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from skimage.measure import marching_cubes

from mediamill_procedural.relief.heights import Heights
from mediamill_procedural.relief.plan import CELLS

Points = NDArray[np.float64]
Faces = NDArray[np.int64]

SMOOTHING = (0.5, -0.53)  # Taubin's pair (Taubin 1995): the second step takes back the shrinking of the first
SMOOTHING_ROUNDS = 6
RELAXED = (1.0, 1.35, 1.8, 2.5)  # times the budget, tried until the mesh stays closed


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles, counterclockwise from outside; x to the right, y up, z to the front, in cells of the plan."""

    points: Points  # (n, 3)
    faces: Faces  # (m, 3)


def solidify(heights: Heights, *, cells: int, triangles: int) -> Mesh:
    """A closed mesh of about `triangles` at most, seen at `cells` along the longest side."""
    step = CELLS / cells
    rows, columns = heights.front.shape
    size = (round(columns / step), round(rows / step))
    front, back = (
        np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA)) / step**2
        for plane in (heights.front, heights.back)
    )
    deepest = int(np.ceil(np.sqrt(max(float(front.max()), float(back.max()), 1.0)))) + 2
    depth = np.arange(-deepest, deepest + 1, dtype=np.float32)
    field = np.where(depth > 0, front[..., np.newaxis], back[..., np.newaxis]) - depth**2
    places, faces, _, _ = marching_cubes(  # type: ignore[no-untyped-call]
        field.astype(np.float32), 0.0, allow_degenerate=False
    )
    across, down = columns / size[0], rows / size[1]
    points = np.stack(
        ((places[:, 1] + 0.5) * across, -(places[:, 0] + 0.5) * down, (places[:, 2] - deepest) * step), axis=1
    ).astype(np.float64)
    mesh = _outward(Mesh(points, faces.astype(np.int64)))
    return _lightened(Mesh(_smoothed(mesh), mesh.faces), triangles)


def is_closed(faces: Faces) -> bool:
    """Whether every edge is run through once in each direction."""
    edges = np.concatenate((faces[:, (0, 1)], faces[:, (1, 2)], faces[:, (2, 0)]))
    if np.any(edges[:, 0] == edges[:, 1]):
        return False
    count = int(faces.max()) + 1
    there, back = edges[:, 0] * count + edges[:, 1], edges[:, 1] * count + edges[:, 0]
    there.sort()
    back.sort()
    return bool(np.all(np.diff(there) > 0) and np.array_equal(there, back))


def normals_of(mesh: Mesh) -> Points:
    """Unit normals of the points: those of the faces around, weighed by their area."""
    corners = mesh.points[mesh.faces]
    weighted = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    total = np.zeros_like(mesh.points)
    for corner in range(3):
        for axis in range(3):
            total[:, axis] += np.bincount(mesh.faces[:, corner], weighted[:, axis], len(total))
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return np.where(length > 1e-12, total / np.maximum(length, 1e-12), (0.0, 0.0, 1.0))


def _outward(mesh: Mesh) -> Mesh:
    corners = mesh.points[mesh.faces]
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum()
    return mesh if volume > 0 else Mesh(mesh.points, mesh.faces[:, ::-1].copy())


def _smoothed(mesh: Mesh) -> Points:
    edges = np.concatenate((mesh.faces[:, (0, 1)], mesh.faces[:, (1, 2)], mesh.faces[:, (2, 0)]))
    count = len(mesh.points)
    near = sparse.csr_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), (count, count))
    mean = sparse.diags(1.0 / np.maximum(np.asarray(near.sum(axis=1)).ravel(), 1.0)) @ near
    points = mesh.points
    for _ in range(SMOOTHING_ROUNDS):
        for weight in SMOOTHING:
            points = points + weight * (mean @ points - points)
    return np.asarray(points)


def _lightened(mesh: Mesh, triangles: int) -> Mesh:
    """Quadric edge collapse (Garland and Heckbert 1997), accepted only where the mesh stays closed."""
    if len(mesh.faces) <= triangles:
        return mesh
    for relaxed in RELAXED:
        target = int(triangles * relaxed)
        if target >= len(mesh.faces):
            break
        points, faces = fast_simplification.simplify(
            np.asarray(mesh.points, np.float32), np.asarray(mesh.faces, np.int32), target_count=target
        )
        lighter = Mesh(np.asarray(points, np.float64), np.asarray(faces, np.int64))
        if is_closed(lighter.faces):
            return lighter
    return mesh
