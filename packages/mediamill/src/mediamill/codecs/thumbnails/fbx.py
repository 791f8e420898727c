"""The meshes of a binary FBX 7.1 to 7.7 file at rest, in plain colours; of a skeleton alone, its bones."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from mediamill.codecs.fbx.reading import DAMAGE, FbxFile, FbxRecord, open_fbx, settings_of
from mediamill.codecs.thumbnails.drawn import Drawn
from mediamill.codecs.thumbnails.geometry import TRIANGLES_REFUSED, moved
from mediamill.formats import NotMedia

MODELS_MAX = 20_000
PLAIN = [0.8, 0.8, 0.8]  # sRGB, of what has no material
BONE_COLOUR = (0.30, 0.42, 0.62)
_READ_INSIDE = frozenset({
    b"Objects", b"Connections", b"GlobalSettings", b"Geometry", b"Model", b"Material", b"Properties70",
    b"LayerElementMaterial",
})  # fmt: skip
_ORDERS = ("XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX")

Reals = NDArray[np.float64]


def meshes_of(path: Path) -> list[Drawn]:
    """The triangles of every geometry where its models stand. Raises NotMedia."""
    try:
        with np.errstate(all="ignore"):
            return _Scene(open_fbx(path, _READ_INSIDE)).meshes()
    except DAMAGE as error:
        raise NotMedia(reason="its 3D content is damaged") from error


class _Scene:
    """Models, geometries and materials, joined by the connections."""

    def __init__(self, file: FbxFile) -> None:
        self._file = file
        self._models, self._geometries, self._materials = (
            file.objects(name) for name in (b"Model", b"Geometry", b"Material")
        )
        if len(self._models) > MODELS_MAX:
            raise NotMedia(reason="it holds too many parts")
        self._links = file.links()
        self._parents = {
            child: parent for child, parent in self._links if child in self._models and parent in self._models
        }
        settings = next(file.top.named(b"GlobalSettings"), None)
        self._upright = np.eye(4)
        if settings is not None and settings_of(settings).get(b"UpAxis", [1])[0] == 2:
            self._upright[:3, :3] = [[1, 0, 0], [0, 0, 1], [0, -1, 0]]
        self._places: dict[int, Reals] = {}

    def meshes(self) -> list[Drawn]:
        """Everything with triangles; where there is nothing, the skeleton."""
        found, triangles = [], 0
        for child, parent in self._links:
            if child in self._geometries and parent in self._models:
                drawn = self._mesh(self._geometries[child], parent)
                triangles += 0 if drawn is None else len(drawn.faces)
                if triangles > TRIANGLES_REFUSED:
                    raise NotMedia(reason=f"it holds more than {TRIANGLES_REFUSED:,} triangles")
                if drawn is not None:
                    found.append(drawn)
        return found or self._bones()

    def _mesh(self, geometry: FbxRecord, model: int) -> Drawn | None:
        vertices, polygons = next(geometry.named(b"Vertices"), None), next(geometry.named(b"PolygonVertexIndex"), None)
        if vertices is None or polygons is None:
            return None  # a curve, or a shape for blending
        points = self._file.array(vertices.properties[0]).astype(np.float64)
        place = self._place(model) @ _geometric(settings_of(self._models[model]))
        faces, polygon_of = _triangles(self._file.array(polygons.properties[0]).astype(np.int64))
        return Drawn(
            moved(points[: len(points) // 3 * 3].reshape(-1, 3), place),
            faces if np.linalg.det(place[:3, :3]) >= 0 else faces[:, ::-1],
            face_colours=self._colours(geometry, model, polygon_of),
        )

    def _colours(self, geometry: FbxRecord, model: int, polygon_of: NDArray[np.int64]) -> Reals:
        """Linear colours (m, 3) of triangles, from the materials that their polygons have."""
        found = [
            settings_of(self._materials[child]).get(b"DiffuseColor", PLAIN)[:3]
            for child, parent in self._links
            if parent == model and child in self._materials
        ]
        colours = np.clip(np.nan_to_num(np.array(found or [PLAIN], np.float64).reshape(-1, 3)), 0, 1)
        linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
        for layer in geometry.named(b"LayerElementMaterial"):
            for record in layer.named(b"Materials"):
                numbers = self._file.array(record.properties[0]).astype(np.int64)
                if len(numbers) > polygon_of.max(initial=0):  # one for each polygon; else the first serves all
                    return linear[np.clip(numbers[polygon_of], 0, len(linear) - 1)]
        return linear[np.zeros_like(polygon_of)]

    def _place(self, model: int) -> Reals:
        """The model's matrix into an upright world."""
        chain: list[int] = []
        while model not in self._places and model not in chain:
            chain.append(model)
            if model not in self._parents:
                break
            model = self._parents[model]
        for number in reversed(chain):
            above = self._places.get(self._parents.get(number, -1), self._upright)
            self._places[number] = above @ _local(settings_of(self._models[number]))
        return self._places[chain[0]] if chain else self._places[model]

    def _bones(self) -> list[Drawn]:
        """A slender octahedron from every joint to those below it."""
        bones = []
        below = Counter(self._parents.values())
        for child, parent in self._parents.items():
            start, end = self._place(parent)[:3, 3], self._place(child)[:3, 3]
            along = end - start
            length = float(np.linalg.norm(along))
            if not (np.isfinite(length) and length > 0) or (parent not in self._parents and below[parent] == 1):
                continue  # from the origin to the hips there is no bone
            side = np.cross(along, [1.0, 0, 0] if abs(along[0]) < 0.9 * length else [0, 1.0, 0])
            side *= 0.12 * length / np.linalg.norm(side)
            other = np.cross(along, side) / length
            thick = start + along * 0.2
            corners = np.array([start, thick + side, thick + other, thick - side, thick - other, end])
            ring = [(1, 2), (2, 3), (3, 4), (4, 1)]
            faces = np.array([(0, b, a) for a, b in ring] + [(5, a, b) for a, b in ring])
            bones.append(Drawn(corners, faces, colours=np.array(BONE_COLOUR), roughness=0.45))
        return bones


def _triangles(corners: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Fans of triangles (m, 3) over polygons, whose last corner is stored as its complement, and their polygons."""
    ends = np.flatnonzero(corners < 0)
    corners = np.where(corners < 0, ~corners, corners)[: ends[-1] + 1 if len(ends) else 0]
    sizes = np.diff(ends, prepend=-1)
    first = np.repeat(ends - sizes + 1, sizes)
    polygon = np.repeat(np.arange(len(ends)), sizes)
    at = np.arange(len(corners))
    middle = np.flatnonzero((at > first) & (at < first + np.repeat(sizes, sizes) - 1))
    return np.stack([corners[first[middle]], corners[middle], corners[middle + 1]], axis=1), polygon[middle]


def _vector(settings: dict[bytes, list[Any]], name: bytes, default: float = 0.0) -> Reals:
    found = np.array(settings.get(name, [default] * 3)[:3], np.float64)
    if found.shape != (3,) or not np.isfinite(found).all():
        raise ValueError(f"{name!r} is no vector")
    return found


def _moved(offset: Reals) -> Reals:
    matrix = np.eye(4)
    matrix[:3, 3] = offset
    return matrix


def _turned(degrees: Reals, order: int = 0) -> Reals:
    matrix = np.eye(4)
    axes = _ORDERS[order] if 0 <= order < len(_ORDERS) else "XYZ"
    by_axis = dict(zip("XYZ", degrees, strict=True))
    matrix[:3, :3] = Rotation.from_euler(axes.lower(), [by_axis[axis] for axis in axes], degrees=True).as_matrix()
    return matrix


def _local(settings: dict[bytes, list[Any]]) -> Reals:
    """A model's own matrix, pivots and offsets included (FBX SDK: Computing transformation matrices)."""
    turn_pivot, scale_pivot = _vector(settings, b"RotationPivot"), _vector(settings, b"ScalingPivot")
    turn = _turned(_vector(settings, b"Lcl Rotation"), int(settings.get(b"RotationOrder", [0])[0]))
    before, after = _turned(_vector(settings, b"PreRotation")), _turned(_vector(settings, b"PostRotation"))
    parts = (
        _moved(_vector(settings, b"Lcl Translation") + _vector(settings, b"RotationOffset") + turn_pivot),
        before @ turn @ after.T,
        _moved(_vector(settings, b"ScalingOffset") - turn_pivot + scale_pivot),
        np.diag([*_vector(settings, b"Lcl Scaling", 1.0), 1.0]),
        _moved(-scale_pivot),
    )
    return parts[0] @ parts[1] @ parts[2] @ parts[3] @ parts[4]


def _geometric(settings: dict[bytes, list[Any]]) -> Reals:
    """The matrix that moves a model's geometry, but not its children."""
    scaling = np.diag([*_vector(settings, b"GeometricScaling", 1.0), 1.0])
    return (
        _moved(_vector(settings, b"GeometricTranslation")) @ _turned(_vector(settings, b"GeometricRotation")) @ scaling
    )
