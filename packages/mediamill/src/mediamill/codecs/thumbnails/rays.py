"""What rays meet: Embree's trees over the triangles, and the floor."""

from dataclasses import dataclass

import numpy as np
from embreex import mesh_construction, rtcore_scene
from numpy.typing import NDArray

from mediamill.codecs.thumbnails.drawn import Floats, Truths
from mediamill.codecs.thumbnails.geometry import Geometry, unit

NOTHING = -1
LIFT = 1.5e-3  # by which rays start off their surface, in radii of the scene


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """What each of k rays meets first."""

    face: NDArray[np.int32]  # NOTHING where it leaves the scene
    distance: Floats
    weights: Floats  # (k, 3) of the face's corners

    @property
    def found(self) -> Truths:
        """Where a ray meets a face."""
        found: Truths = self.face != NOTHING
        return found


class RayTracer:
    """Rays through one geometry. Translucent faces darken what is behind them less."""

    def __init__(self, geometry: Geometry, translucent: Truths) -> None:
        self._all = _tree(geometry, np.ones_like(translucent))
        self._solid = _tree(geometry, ~translucent) if translucent.any() else self._all
        self._clear = _tree(geometry, translucent) if translucent.any() else None

    def first(self, origins: Floats, directions: Floats) -> Hits:
        """The nearest face of every ray."""
        met = self._all.run(_flat(origins), _flat(directions), output=1)
        u, v = met["u"], met["v"]
        return Hits(met["primID"], met["tfar"], np.stack([1 - u - v, u, v], axis=1))

    def blocked(self, origins: Floats, directions: Floats, *, reach: float, clear: float) -> Floats:
        """For each ray 1 where a solid face lies within reach, `clear` where only a translucent one does, else 0."""
        ends = np.full(len(origins), reach, np.float32)
        origins, directions = _flat(origins), _flat(directions)
        dark = _occluded(self._solid, origins, directions, ends)
        if self._clear is not None:
            dark = np.maximum(dark, clear * _occluded(self._clear, origins, directions, ends))
        return dark


def floor_points(origins: Floats, directions: Floats, height: float) -> tuple[Truths, Floats]:
    """Which rays go down to the floor, and where they meet it, (k, 3)."""
    down = directions[:, 1] < -1e-3
    distance = np.where(down, (height - origins[:, 1]) / np.where(down, directions[:, 1], -1), 0)
    return down & (distance > 0), (origins + directions * distance[:, None]).astype(np.float32)


def face_normals(geometry: Geometry) -> Floats:
    """Unit normals (m, 3) of the flat faces."""
    a, b, c = (geometry.vertices[geometry.faces[:, corner]] for corner in range(3))
    # The normals of slivers need more digits than single precision has.
    return unit(np.cross((b - a).astype(np.float64), (c - a).astype(np.float64))).astype(np.float32)


def _tree(geometry: Geometry, kept: Truths) -> rtcore_scene.EmbreeScene:
    scene = rtcore_scene.EmbreeScene()
    if kept.any():
        mesh_construction.TriangleMesh(scene, geometry.vertices, np.ascontiguousarray(geometry.faces[kept]))
    return scene


def _occluded(tree: rtcore_scene.EmbreeScene, origins: Floats, directions: Floats, ends: Floats) -> Floats:
    met = tree.run(origins, directions, dists=ends, query="OCCLUDED")
    return np.asarray(met != NOTHING, np.float32)


def _flat(vectors: Floats) -> Floats:
    return np.ascontiguousarray(vectors, dtype=np.float32)
