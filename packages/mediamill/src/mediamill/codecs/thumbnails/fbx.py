"""The meshes of a binary FBX 7.1 to 7.7 file at rest, in plain colours; of a skeleton alone, its bones."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from mediamill.codecs.thumbnails.drawn import Drawn
from mediamill.codecs.thumbnails.geometry import TRIANGLES_REFUSED, moved
from mediamill.formats import NotMedia

FILE_BYTES_MAX = 512 << 20
RECORDS_MAX = 200_000  # looked at; animation is passed over
DEPTH_MAX = 12
NUMBERS_MAX = 30_000_000  # unpacked, in the whole file: 240 MB as doubles
MODELS_MAX = 20_000
VERSIONS = range(7_100, 7_800)
LONG_RECORDS_FROM = 7_500
PLAIN = [0.8, 0.8, 0.8]  # sRGB, of what has no material
BONE_COLOUR = (0.30, 0.42, 0.62)
_READ_INSIDE = {
    b"Objects", b"Connections", b"GlobalSettings", b"Geometry", b"Model", b"Material", b"Properties70",
    b"LayerElementMaterial",
}  # fmt: skip
_SCALARS = {b"Y": "<h", b"C": "<b", b"B": "<b", b"I": "<i", b"F": "<f", b"D": "<d", b"L": "<q"}
_ARRAYS = {b"f": "<f4", b"d": "<f8", b"l": "<i8", b"i": "<i4", b"b": "i1", b"c": "u1"}
_ORDERS = ("XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX")

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Packed:
    """An array as it lies in the file."""

    kind: str
    count: int
    compressed: bool
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class FbxRecord:
    """A node of the file: a name, properties, and records inside."""

    name: bytes
    properties: list[Any]
    inside: list["FbxRecord"] = field(default_factory=list)

    def named(self, name: bytes) -> Iterator["FbxRecord"]:
        """The records of that name inside."""
        return (record for record in self.inside if record.name == name)


def meshes_of(path: Path) -> list[Drawn]:
    """The triangles of every geometry where its models stand. Raises NotMedia."""
    if path.stat().st_size > FILE_BYTES_MAX:
        raise NotMedia(reason=f"it is larger than {FILE_BYTES_MAX >> 20} MB")
    try:
        with np.errstate(all="ignore"):
            return _Scene(_File(path.read_bytes())).meshes()
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, struct.error, zlib.error) as error:
        raise NotMedia(reason="its 3D content is damaged") from error


class _File:
    """The records of a file, those of animation left out."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        (version,) = struct.unpack_from("<I", content, 23)
        if version not in VERSIONS:
            raise NotMedia(reason=f"FBX version {version} is not read here")
        self._head = struct.Struct("<QQQB" if version >= LONG_RECORDS_FROM else "<IIIB")
        self._records = 0
        self._unpacked = 0
        self.top = FbxRecord(b"", [], list(self._list(27, len(content), 0)))

    def array(self, packed: Any) -> NDArray[Any]:
        """An array's numbers."""
        if not isinstance(packed, Packed):
            raise ValueError("no array where one belongs")
        kind = np.dtype(packed.kind)
        wanted = packed.count * kind.itemsize
        self._unpacked += packed.count
        if self._unpacked > NUMBERS_MAX:
            raise NotMedia(reason="its 3D content is too large")
        data = self.content[packed.start : packed.start + packed.size]
        if packed.compressed:
            data = zlib.decompressobj().decompress(data, wanted or 1)
        return np.frombuffer(data, kind, packed.count)

    def _list(self, at: int, end: int, depth: int) -> Iterator[FbxRecord]:
        """Records that follow each other, up to an empty one."""
        while at + self._head.size <= end:
            after, count, size, name_size = self._head.unpack_from(self.content, at)
            if after == 0:
                return
            start = at + self._head.size + name_size
            self._records += 1
            if not start + size <= after <= end or self._records > RECORDS_MAX or depth > DEPTH_MAX:
                raise ValueError("records overlap")
            name = self.content[start - name_size : start]
            properties = list(self._properties(start, start + size, count))
            inside = self._list(start + size, after, depth + 1) if name in _READ_INSIDE or depth > 1 else ()
            yield FbxRecord(name, properties, list(inside))
            at = after

    def _properties(self, at: int, end: int, count: int) -> Iterator[Any]:
        for _ in range(count):
            code = self.content[at : at + 1]
            at += 1
            if code in _SCALARS:
                yield struct.unpack_from(_SCALARS[code], self.content, at)[0]
                at += struct.calcsize(_SCALARS[code])
            elif code in (b"S", b"R"):
                (size,) = struct.unpack_from("<I", self.content, at)
                yield self.content[at + 4 : at + 4 + size] if code == b"S" else b""
                at += 4 + size
            else:
                length, encoding, size = struct.unpack_from("<III", self.content, at)
                kind = _ARRAYS[code]
                stored = size if encoding else length * np.dtype(kind).itemsize
                yield Packed(kind, length, bool(encoding), at + 12, stored)
                at += 12 + stored
            if at > end:
                raise ValueError("properties are longer than their record")


class _Scene:
    """Models, geometries and materials, joined by the connections."""

    def __init__(self, file: _File) -> None:
        self._file = file
        objects = [record for group in file.top.named(b"Objects") for record in group.inside]
        self._models, self._geometries, self._materials = (
            {record.properties[0]: record for record in objects if record.name == name and record.properties}
            for name in (b"Model", b"Geometry", b"Material")
        )
        if len(self._models) > MODELS_MAX:
            raise NotMedia(reason="it holds too many parts")
        links = [record for group in file.top.named(b"Connections") for record in group.named(b"C")]
        self._links = [link.properties[1:3] for link in links if len(link.properties) >= 3]
        self._parents = {
            child: parent for child, parent in self._links if child in self._models and parent in self._models
        }
        settings = next(file.top.named(b"GlobalSettings"), None)
        self._upright = np.eye(4)
        if settings is not None and _settings(settings).get(b"UpAxis", [1])[0] == 2:
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
        place = self._place(model) @ _geometric(_settings(self._models[model]))
        faces, polygon_of = _triangles(self._file.array(polygons.properties[0]).astype(np.int64))
        return Drawn(
            moved(points[: len(points) // 3 * 3].reshape(-1, 3), place),
            faces if np.linalg.det(place[:3, :3]) >= 0 else faces[:, ::-1],
            face_colours=self._colours(geometry, model, polygon_of),
        )

    def _colours(self, geometry: FbxRecord, model: int, polygon_of: NDArray[np.int64]) -> Reals:
        """Linear colours (m, 3) of triangles, from the materials that their polygons have."""
        found = [
            _settings(self._materials[child]).get(b"DiffuseColor", PLAIN)[:3]
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
            self._places[number] = above @ _local(_settings(self._models[number]))
        return self._places[chain[0]] if chain else self._places[model]

    def _bones(self) -> list[Drawn]:
        """A slender octahedron from every joint to those below it."""
        bones = []
        for child, parent in self._parents.items():
            start, end = self._place(parent)[:3, 3], self._place(child)[:3, 3]
            along = end - start
            length = float(np.linalg.norm(along))
            if not (np.isfinite(length) and length > 0) or parent not in self._parents:
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


def _settings(record: FbxRecord) -> dict[bytes, list[Any]]:
    """The values of a record's Properties70, by name."""
    return {
        entry.properties[0]: entry.properties[4:]
        for group in record.named(b"Properties70")
        for entry in group.named(b"P")
        if len(entry.properties) > 4
    }


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
