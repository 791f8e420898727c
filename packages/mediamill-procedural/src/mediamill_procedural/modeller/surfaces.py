"""Solids to triangles that can be shown: normals smooth over round edges and sharp at others, and texture places."""

from collections.abc import Sequence

import numpy as np
from manifold3d import Manifold, OpType
from numpy.typing import NDArray

from mediamill.codecs import Material, Surface
from mediamill_procedural.modeller.bench import Part
from mediamill_procedural.modeller.paints import Paint, linear
from mediamill_procedural.modeller.textures import picture_of, tile_of

Array = NDArray[np.float64]

CREASE_DEGREES = 40.0  # a sharper edge stays an edge
TILE_SHARES = (0.12, 1.2)  # of the object's size: what one tile of a texture covers at least and at most


def surfaces_of(parts: Sequence[Part], *, flat: bool = False) -> list[tuple[str, list[Surface]]]:
    """The parts of an object by name, in the order they were made: one surface for each paint of a name.

    `flat` shades every triangle by itself.
    """
    size = _size([part.solid for part in parts])
    names = list(dict.fromkeys(part.name for part in parts))
    found = []
    for name in names:
        paints = list(dict.fromkeys(part.paint for part in parts if part.name == name))
        solids = {paint: [p.solid for p in parts if p.name == name and p.paint == paint] for paint in paints}
        crease = 0.5 if flat else CREASE_DEGREES
        found.append((name, [_surface(solids[paint], paint, size, crease) for paint in paints]))
    return found


def material_of(paint: Paint) -> Material:
    """The paint as glTF knows it."""
    texture, mean = picture_of(paint.texture) if paint.texture else (None, 1.0)
    red, green, blue = (min(1.0, value / mean) for value in linear(paint.rgb))
    emissive = (min(1.0, red * paint.glow), min(1.0, green * paint.glow), min(1.0, blue * paint.glow))
    return Material(
        paint.name, (red, green, blue, paint.alpha), paint.metallic, paint.roughness, emissive, texture, False
    )


def _surface(solids: Sequence[Manifold], paint: Paint, size: float, crease: float) -> Surface:
    marked = [solid.as_original() for solid in solids]
    whole = Manifold.batch_boolean(marked, OpType.Add) if len(marked) > 1 else marked[0]
    mesh = whole.to_mesh()
    corners, faces = _welded(np.asarray(mesh.vert_properties, np.float64)[:, :3], np.asarray(mesh.tri_verts, np.int64))
    normals = _corner_normals(corners, faces, crease)
    uv = None
    if paint.texture:
        grain = _grain(marked, mesh.run_original_id, mesh.run_index, len(faces))
        low, high = TILE_SHARES
        tile = float(np.clip(tile_of(paint.texture), low * size, high * size))
        uv = _uv(corners, faces, grain, tile)
    return _shared(corners, faces, normals, uv, material_of(paint))


def _welded(vertices: Array, faces: NDArray[np.int64]) -> tuple[Array, NDArray[np.int64]]:
    """Vertices at one place as single precision tells places made one; faces without area go."""
    places, where = np.unique(vertices.astype(np.float32), axis=0, return_inverse=True)
    joined = where.reshape(-1)[faces]
    a, b, c = joined.T
    return places.astype(np.float64), joined[(a != b) & (b != c) & (c != a)]


def _corner_normals(vertices: Array, faces: NDArray[np.int64], crease: float) -> Array:
    """(m, 3, 3): each corner's normal is the mean of the faces around it within the crease angle, by their area."""
    edges = vertices[faces]
    areas = np.cross(edges[:, 1] - edges[:, 0], edges[:, 2] - edges[:, 0])
    lengths = np.linalg.norm(areas, axis=1, keepdims=True)
    flat = np.where(lengths > 1e-18, areas / np.maximum(lengths, 1e-18), (0.0, 1.0, 0.0))
    order = np.argsort(faces.reshape(-1), kind="stable")
    face_of = order // 3
    counts = np.bincount(faces.reshape(-1), minlength=len(vertices))
    starts = np.cumsum(counts) - counts
    sizes = counts[faces.reshape(-1)[order]]
    first = np.repeat(np.arange(len(order)), sizes)
    begin = np.cumsum(sizes) - sizes
    within = np.arange(len(first)) - begin[first]
    second = starts[faces.reshape(-1)[order]][first] + within
    one, other = face_of[first], face_of[second]
    close = np.einsum("ij,ij->i", flat[one], flat[other]) >= np.cos(np.radians(crease)) - 1e-9
    sums = np.column_stack(
        [np.bincount(first[close], weights=areas[other[close], axis], minlength=len(order)) for axis in range(3)]
    )
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    unit = np.where(lengths > 1e-18, sums / np.maximum(lengths, 1e-18), flat[face_of])
    normals = np.empty_like(unit)
    normals[order] = unit
    return normals.reshape(-1, 3, 3)


def _grain(solids: Sequence[Manifold], ids: Sequence[int], starts: Sequence[int], count: int) -> NDArray[np.int64]:
    """For each face the axis along which the solid it comes from is longest."""
    axes = {}
    for solid in solids:
        low_x, low_y, low_z, high_x, high_y, high_z = solid.bounding_box()
        axes[solid.original_id()] = int(np.argmax((high_x - low_x, high_y - low_y, high_z - low_z)))
    grain = np.zeros(count, np.int64)
    for run, original in enumerate(ids):
        grain[starts[run] // 3 : starts[run + 1] // 3] = axes.get(original, 1)
    return grain


def _uv(vertices: Array, faces: NDArray[np.int64], grain: NDArray[np.int64], tile: float) -> Array:
    """(m, 3, 2): seen along each face's main direction, the grain running along u."""
    corners = vertices[faces]
    facing = np.abs(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])).argmax(axis=1)
    grain = np.where(grain == facing, (facing + 1) % 3, grain)
    across = 3 - facing - grain
    rows = np.arange(len(faces))
    along = corners[rows, :, grain]
    return np.stack([along, -corners[rows, :, across]], axis=-1) / tile


def _shared(vertices: Array, faces: NDArray[np.int64], normals: Array, uv: Array | None, material: Material) -> Surface:
    """Corners with the same place, normal and texture place become one vertex."""
    columns = [faces.reshape(-1, 1), np.rint(normals.reshape(-1, 3) * 500).astype(np.int64)]
    if uv is not None:
        columns.append(np.rint(uv.reshape(-1, 2) * 4_096).astype(np.int64))
    keys = np.concatenate(columns, axis=1)
    _, first, where = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return Surface(
        vertices[faces.reshape(-1)[first]].astype(np.float32),
        where.reshape(-1, 3),
        normals.reshape(-1, 3)[first].astype(np.float32),
        material,
        None if uv is None else uv.reshape(-1, 2)[first].astype(np.float32),
    )


def _size(solids: Sequence[Manifold]) -> float:
    boxes = np.array([solid.bounding_box() for solid in solids])
    return float((boxes[:, 3:].max(axis=0) - boxes[:, :3].min(axis=0)).max())
