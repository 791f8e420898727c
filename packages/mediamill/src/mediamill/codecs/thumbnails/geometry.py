"""Many meshes made one: cleaned, made small enough, moved and scaled into a unit ball around the origin."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import fast_simplification
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.spatial import cKDTree

from mediamill.codecs.thumbnails.drawn import Drawn, Floats
from mediamill.formats import NotMedia

TRIANGLES_MAX = 1_000_000  # more are decimated
TRIANGLES_DECIMATED = 400_000  # to which: 512 pixels show no more
COORDINATE_MAX = 1e30  # beyond it a number is damage, and its square no number
TRIANGLES_REFUSED = 6_000_000  # about 1 GB while decimating
POINTS_REFUSED = 12_000_000
CREASE_COSINE = 0.76  # 40 degrees: where no normals are given, sharper edges stay sharp
CREASED_TRIANGLES_MAX = 150_000  # finer meshes are smooth enough to go without creases

Indices = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """All triangles of a scene; `surface_of` is the mesh whose material each face has."""

    vertices: Floats  # (n, 3) within the unit ball
    faces: Indices  # (m, 3)
    normals: Floats  # (n, 3)
    uv: Floats  # (n, 2)
    colours: Floats  # (n, 4) linear, with alpha
    surface_of: Indices  # (m,)
    surfaces: tuple[Drawn, ...]
    ground: float  # height of the floor


def gathered(meshes: Sequence[Drawn], *, ground: float | None = None) -> Geometry:
    """One geometry of the meshes, on a floor at height `ground` (None: below it). Raises NotMedia: nothing to draw."""
    cleaned = [clean for mesh in meshes if (clean := _cleaned(mesh)) is not None]
    if not cleaned:
        raise NotMedia(reason="it holds no triangles to draw")
    total = sum(len(mesh.faces) for mesh in cleaned)
    if total > TRIANGLES_REFUSED:
        raise NotMedia(reason=f"it holds more than {TRIANGLES_REFUSED:,} triangles")
    low = np.min([mesh.vertices.min(axis=0) for mesh in cleaned], axis=0)
    high = np.max([mesh.vertices.max(axis=0) for mesh in cleaned], axis=0)
    centre, radius = low / 2 + high / 2, float(np.linalg.norm(high / 2 - low / 2))
    if not (np.isfinite(radius) and radius > 0):
        raise NotMedia(reason="its 3D content has no extent")
    fitted = [replace(mesh, vertices=(mesh.vertices - centre) / radius) for mesh in cleaned]
    if total > TRIANGLES_MAX:
        fitted = [_decimated(mesh, TRIANGLES_DECIMATED / total) for mesh in fitted]
    fitted = [_with_all(mesh) for mesh in fitted]
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in fitted])
    return Geometry(
        vertices=_joined([mesh.vertices for mesh in fitted]),
        faces=np.concatenate([mesh.faces + start for mesh, start in zip(fitted, starts[:-1], strict=True)], dtype="i4"),
        normals=_joined([mesh.normals for mesh in fitted]),
        uv=_joined([mesh.uv for mesh in fitted]),
        colours=_joined([mesh.colours for mesh in fitted]),
        surface_of=np.repeat(np.arange(len(fitted), dtype=np.int32), [len(mesh.faces) for mesh in fitted]),
        surfaces=tuple(fitted),
        ground=float(((low[1] if ground is None else min(ground, low[1])) - centre[1]) / radius),
    )


def _joined(arrays: Sequence[Any]) -> Floats:
    return np.ascontiguousarray(np.concatenate(arrays), dtype=np.float32)


def _cleaned(mesh: Drawn) -> Drawn | None:
    """The mesh with only faces of finite, existing corners and some area, and without unused vertices."""
    vertices = np.asarray(mesh.vertices, np.float64).reshape(-1, 3)
    faces = np.asarray(mesh.faces, np.int64).reshape(-1, 3)
    kept = np.all((faces >= 0) & (faces < len(vertices)), axis=1)
    finite = np.all(np.abs(vertices) < COORDINATE_MAX, axis=1)
    kept[kept] = np.all(finite[faces[kept]], axis=1)
    corners = faces[kept]
    kept[kept] = (corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2]) & (corners[:, 0] != corners[:, 2])
    if not kept.any():
        return None
    used = np.zeros(len(vertices), bool)
    used[faces[kept]] = True
    places = (np.cumsum(used) - 1)[faces[kept]]
    per_vertex: dict[str, Any] = {
        name: _numbers(getattr(mesh, name))[used]
        for name in ("normals", "uv", "colours")
        if (values := getattr(mesh, name)) is not None and np.ndim(values) == 2
    }
    face_colours = None if mesh.face_colours is None else _numbers(mesh.face_colours)[kept]
    return replace(mesh, vertices=vertices[used], faces=places, face_colours=face_colours, **per_vertex)


def _numbers(values: Any) -> Floats:
    return np.clip(np.nan_to_num(np.asarray(values, np.float64)), -1e6, 1e6).astype(np.float32)


def _decimated(mesh: Drawn, share: float) -> Drawn:
    """About `share` of the triangles; what belongs to vertices is taken from the nearest one before."""
    if len(mesh.faces) * share < 100:  # too small to matter
        return mesh
    vertices, faces = fast_simplification.simplify(
        mesh.vertices.astype(np.float32), mesh.faces.astype(np.int32), target_reduction=1 - share, agg=9
    )
    nearest = cKDTree(mesh.vertices).query(vertices)[1]
    taken: dict[str, Any] = {
        name: values[nearest]
        for name in ("normals", "uv", "colours")
        if (values := getattr(mesh, name)) is not None and np.ndim(values) == 2
    }
    return replace(mesh, vertices=vertices.astype(np.float64), faces=faces, face_colours=None, **taken)


def _with_all(mesh: Drawn) -> Drawn:
    """The mesh with normals, texture places and colours at every vertex."""
    if mesh.face_colours is not None:
        colours = np.repeat(mesh.face_colours, 3, axis=0)
        mesh = replace(_unshared(mesh), colours=colours, face_colours=None)
    if mesh.normals is None:
        mesh = _with_normals(mesh)
    count = len(mesh.vertices)
    colours = np.ones((count, 4), np.float32)
    if mesh.colours is not None:
        given = _numbers(mesh.colours)
        colours[:, : given.shape[-1]] = np.clip(given, 0, 1)
    uv = np.zeros((count, 2), np.float32) if mesh.uv is None else mesh.uv
    return replace(mesh, colours=colours, uv=uv, texture=None if mesh.uv is None else mesh.texture)


def _unshared(mesh: Drawn) -> Drawn:
    """The mesh with three vertices of its own for every face."""
    corners = mesh.faces.ravel()
    per_vertex: dict[str, Any] = {
        name: values[corners]
        for name in ("vertices", "normals", "uv", "colours")
        if (values := getattr(mesh, name)) is not None and np.ndim(values) == 2
    }
    return replace(mesh, faces=np.arange(len(corners)).reshape(-1, 3), **per_vertex)


def _with_normals(mesh: Drawn) -> Drawn:
    """Normals that are smooth over the faces that meet in a point at less than the crease angle."""
    # Within the unit ball 21 bits for each coordinate tell points apart.
    steps = np.round((mesh.vertices + 1) * (2**20 - 1)).astype(np.int64)
    point_of = np.unique(steps @ np.array([1 << 42, 1 << 21, 1]), return_inverse=True)[1].reshape(-1)
    a, b, c = (mesh.vertices[mesh.faces[:, corner]] for corner in range(3))
    areas = np.cross(b - a, c - a)  # direction of the face, as long as it is large
    if len(mesh.faces) > CREASED_TRIANGLES_MAX:
        sums = np.zeros((point_of.max() + 1, 3))
        for corner in range(3):
            np.add.at(sums, point_of[mesh.faces[:, corner]], areas)
        return replace(mesh, normals=unit(sums[point_of]))
    single = _unshared(mesh)
    faces = np.repeat(np.arange(len(mesh.faces)), 3)
    points = point_of[mesh.faces.ravel()]
    shape = (len(mesh.faces), int(points.max()) + 1)
    meets = coo_array((np.ones(len(points), np.int32), (faces, points)), shape=shape).tocsr()
    pairs = (meets @ meets.T).tocoo()
    directions = unit(areas)
    alike = np.einsum("ij,ij->i", directions[pairs.row], directions[pairs.col]) > CREASE_COSINE
    # A corner gathers the faces that are like its own face and meet its point.
    row, col = pairs.row[alike], pairs.col[alike]
    sums = np.zeros((len(points), 3))
    for mine in range(3):
        for theirs in range(3):
            met = point_of[mesh.faces[row, mine]] == point_of[mesh.faces[col, theirs]]
            np.add.at(sums, row[met] * 3 + mine, areas[col[met]])
    return replace(single, normals=unit(sums))


def along(vectors: Floats, axis: Floats) -> Floats:
    """Dot products (k,) of vectors (k, 3) and one axis, by one thread whatever their number."""
    return np.asarray(np.einsum("ij,j->i", vectors, axis))


def moved(points: Floats, matrix: Floats) -> Floats:
    """Points (k, 3) moved by a matrix (4, 4)."""
    return np.asarray(np.einsum("ij,kj->ik", points, matrix[:3, :3]) + matrix[:3, 3])


def unit(vectors: Floats) -> Floats:
    """Vectors (…, 3) of length one; those without length stay zero."""
    lengths = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))[..., None]
    scaled: Floats = vectors / np.where(lengths > 0, lengths, 1)
    return scaled
