"""The meshes of a binary glTF 2.0 file, placed by its nodes. The file is untrusted: every number in it is checked."""

import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.thumbnails.drawn import Drawn
from mediamill.codecs.thumbnails.geometry import POINTS_REFUSED, TRIANGLES_REFUSED, moved
from mediamill.codecs.thumbnails.glb_look import Looks
from mediamill.formats import NotMedia

FILE_BYTES_MAX = 1 << 30
JSON_BYTES_MAX = 64 << 20
NODES_MAX = 100_000
PRIMITIVES_MAX = 10_000
SKINNED_AT_ONCE = 50_000  # vertices, whose matrices take 25 MB
_TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6

Numbers = NDArray[Any]
Reals = NDArray[np.floating[Any]]


def meshes_of(path: Path) -> list[Drawn]:
    """The triangles of the scene that the file shows first, at rest. Raises NotMedia."""
    if path.stat().st_size > FILE_BYTES_MAX:
        raise NotMedia(reason=f"it is larger than {FILE_BYTES_MAX >> 20} MB")
    try:
        with np.errstate(all="ignore"):
            return list(_placed(Glb(path.read_bytes())))
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, struct.error) as error:
        raise NotMedia(reason="its 3D content is damaged") from error


class Glb:
    """A file in memory: its description and its numbers."""

    def __init__(self, content: bytes) -> None:
        json_bytes, kind = struct.unpack_from("<12xII", content)
        if kind != 0x4E4F534A or json_bytes > min(JSON_BYTES_MAX, len(content) - 20):
            raise NotMedia(reason="its 3D content is damaged")
        self.scene: dict[str, Any] = json.loads(content[20 : 20 + json_bytes])
        start = 20 + json_bytes
        size = struct.unpack_from("<I", content, start)[0] if len(content) >= start + 8 else 0
        self.numbers = memoryview(content)[start + 8 : start + 8 + size]

    def all(self, name: str) -> list[Any]:
        """The list of that name; empty where the file has none."""
        found = self.scene.get(name, [])
        return found if isinstance(found, list) else []

    def view(self, number: int) -> memoryview:
        """The bytes of a buffer view that lies in this file."""
        view = self.all("bufferViews")[_natural(number)]
        buffer = self.all("buffers")[_natural(view["buffer"])]
        if view["buffer"] != 0 or "uri" in buffer:
            raise NotMedia(reason="its 3D content lies in other files")
        if "EXT_meshopt_compression" in view.get("extensions", {}):
            raise NotMedia(reason="its 3D content is packed in a way that is not read here")
        start = _natural(view.get("byteOffset", 0))
        end = start + _natural(view["byteLength"])
        if end > len(self.numbers):
            raise NotMedia(reason="its 3D content is cut off")
        return self.numbers[start:end]

    def accessor(self, number: int) -> Numbers:
        """The numbers (count, width) of an accessor, normalised ones as fractions."""
        accessor = self.all("accessors")[_natural(number)]
        kind, width = np.dtype(_TYPES[accessor["componentType"]]), _WIDTHS[accessor["type"]]
        count = _natural(accessor["count"])
        if count > 3 * TRIANGLES_REFUSED or (count > POINTS_REFUSED and width > 1):
            raise NotMedia(reason="it holds too many points")
        if "bufferView" in accessor:
            view = self.all("bufferViews")[_natural(accessor["bufferView"])]
            numbers = _strided(self.view(accessor["bufferView"]), accessor, view, kind, (count, width))
        else:
            numbers = np.zeros((count, width), kind)
        if "sparse" in accessor:
            numbers = self._with_exceptions(numbers, accessor["sparse"])
        if accessor.get("normalized") and kind.kind in "iu":
            return np.maximum(numbers / np.iinfo(kind).max, -1.0)
        return numbers

    def _with_exceptions(self, numbers: Numbers, sparse: dict[str, Any]) -> Numbers:
        count, numbers = _natural(sparse["count"]), numbers.copy()
        where, what = sparse["indices"], sparse["values"]
        index_kind = np.dtype(_TYPES[where["componentType"]])
        indices = _strided(self.view(where["bufferView"]), where, {}, index_kind, (count, 1))
        values = _strided(self.view(what["bufferView"]), what, {}, numbers.dtype, (count, numbers.shape[1]))
        numbers[indices[:, 0]] = values
        return numbers


def _strided(
    data: memoryview, accessor: dict[str, Any], view: dict[str, Any], kind: np.dtype[Any], shape: tuple[int, int]
) -> Numbers:
    start = _natural(accessor.get("byteOffset", 0))
    step = _natural(view.get("byteStride", 0)) or kind.itemsize * shape[1]
    if shape[0] and start + (shape[0] - 1) * step + kind.itemsize * shape[1] > len(data):
        raise NotMedia(reason="its 3D content is cut off")
    return np.ndarray(shape, kind, data, start, (step, kind.itemsize)).copy()


def _placed(glb: Glb) -> Iterator[Drawn]:
    """Every mesh where its node stands."""
    nodes, places, looks = glb.all("nodes"), _places(glb), Looks(glb)
    triangles = points = primitives = 0
    for number, place in places.items():
        node = nodes[number]
        if "mesh" not in node:
            continue
        for primitive in glb.all("meshes")[_natural(node["mesh"])]["primitives"]:
            if primitive.get("mode", _TRIANGLES) not in (_TRIANGLES, _STRIP, _FAN):
                continue  # points and lines
            drawn = _drawn(glb, looks, primitive, place, _joints(glb, node, places))
            triangles, points, primitives = triangles + len(drawn.faces), points + len(drawn.vertices), primitives + 1
            if triangles > TRIANGLES_REFUSED or points > POINTS_REFUSED:
                raise NotMedia(reason=f"it holds more than {TRIANGLES_REFUSED:,} triangles")
            if primitives > PRIMITIVES_MAX:
                raise NotMedia(reason="it holds too many parts")
            yield drawn


def _places(glb: Glb) -> dict[int, Reals]:
    """The matrix (4, 4) into the world of every node of the scene shown first; without scenes, of all nodes."""
    nodes = glb.all("nodes")
    if len(nodes) > NODES_MAX:
        raise NotMedia(reason="it holds too many parts")
    scenes = glb.all("scenes")
    if scenes:
        roots = scenes[_natural(glb.scene.get("scene", 0))].get("nodes", [])
    else:
        children = {child for node in nodes for child in node.get("children", [])}
        roots = [number for number in range(len(nodes)) if number not in children]
    places: dict[int, Reals] = {}
    waiting: list[tuple[int, Reals]] = [(_natural(root), np.eye(4)) for root in reversed(roots)]
    while waiting:
        number, above = waiting.pop()
        if number in places:
            continue  # a node has one parent: this is a circle, or damage
        places[number] = above @ _matrix(nodes[number])
        waiting += [(_natural(child), places[number]) for child in reversed(nodes[number].get("children", []))]
    return places


def _matrix(node: dict[str, Any]) -> Reals:
    """A node's own matrix."""
    if "matrix" in node:
        return np.array(node["matrix"], np.float64).reshape(4, 4).T
    matrix = np.eye(4)
    x, y, z, w = (float(part) for part in node.get("rotation", (0, 0, 0, 1)))
    length = math.sqrt(x * x + y * y + z * z + w * w) or 1.0
    x, y, z, w = x / length, y / length, z / length, w / length
    turned = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrix[:3, :3] = np.array(turned) * np.array(node.get("scale", (1, 1, 1)), np.float64).reshape(1, 3)
    matrix[:3, 3] = node.get("translation", (0, 0, 0))
    return matrix


def _joints(glb: Glb, node: dict[str, Any], places: dict[int, Reals]) -> Reals | None:
    """For each joint of the node's skin its matrix (j, 4, 4) from the bind pose to the pose at rest."""
    if "skin" not in node:
        return None
    skin = glb.all("skins")[_natural(node["skin"])]
    joints = [_natural(joint) for joint in skin["joints"]]
    if "inverseBindMatrices" in skin:
        binds = glb.accessor(skin["inverseBindMatrices"]).astype(np.float64).reshape(-1, 4, 4).transpose(0, 2, 1)
    else:
        binds = np.broadcast_to(np.eye(4), (len(joints), 4, 4))
    return np.stack([places.get(joint, np.eye(4)) @ binds[index] for index, joint in enumerate(joints)])


def _drawn(glb: Glb, looks: Looks, primitive: dict[str, Any], place: Reals, joints: Reals | None) -> Drawn:
    attributes = primitive["attributes"]
    if "POSITION" not in attributes or "bufferView" not in glb.all("accessors")[_natural(attributes["POSITION"])]:
        raise NotMedia(reason="its 3D content is packed in a way that is not read here")
    vertices: Reals = glb.accessor(attributes["POSITION"])[:, :3].astype(np.float64)
    normals: Reals | None = None
    if "NORMAL" in attributes:
        normals = glb.accessor(attributes["NORMAL"])[:, :3].astype(np.float64)
    faces = _faces(glb, primitive, len(vertices))
    if joints is not None and "JOINTS_0" in attributes and "WEIGHTS_0" in attributes:
        vertices, normals = _skinned(glb, attributes, joints, vertices, normals)
    else:
        vertices = moved(vertices, place)
        # Normals turn with the inverse transposed; the cofactors are its multiple, and exist for flat scalings too.
        axes = place[:3, :3]
        cofactors = np.stack([np.cross(axes[1], axes[2]), np.cross(axes[2], axes[0]), np.cross(axes[0], axes[1])])
        normals = None if normals is None else np.einsum("ij,kj->ik", normals, cofactors)
        if np.linalg.det(place[:3, :3]) < 0:
            faces = faces[:, ::-1]
            normals = None if normals is None else -normals
    if normals is not None:
        normals = normals / np.maximum(np.abs(normals).max(axis=1, keepdims=True), 1e-300)
    return looks.dressed(Drawn(vertices, faces, normals), primitive)


def _skinned(
    glb: Glb, attributes: dict[str, Any], joints: Reals, vertices: Reals, normals: Reals | None
) -> tuple[Reals, Reals | None]:
    """Vertices and normals moved by the joints that hold them."""
    weights = glb.accessor(attributes["WEIGHTS_0"]).astype(np.float64)
    holders = glb.accessor(attributes["JOINTS_0"]).astype(np.intp)
    vertices, normals = vertices.copy(), None if normals is None else normals.copy()
    for start in range(0, len(vertices), SKINNED_AT_ONCE):
        part = slice(start, start + SKINNED_AT_ONCE)
        matrices = np.einsum("ij,ijkl->ikl", weights[part], joints[holders[part]])
        vertices[part] = np.einsum("ijk,ik->ij", matrices[:, :3, :3], vertices[part]) + matrices[:, :3, 3]
        if normals is not None:
            normals[part] = np.einsum("ijk,ik->ij", matrices[:, :3, :3], normals[part])
    return vertices, normals


def _faces(glb: Glb, primitive: dict[str, Any], count: int) -> NDArray[np.int64]:
    """Triangles (m, 3) of a list, strip or fan."""
    given = glb.accessor(primitive["indices"])[:, 0] if "indices" in primitive else np.arange(count)
    order = given.astype(np.int64)
    mode = primitive.get("mode", _TRIANGLES)
    if mode == _TRIANGLES:
        return order[: len(order) // 3 * 3].reshape(-1, 3)
    if len(order) < 3:
        return np.zeros((0, 3), np.int64)
    if mode == _FAN:
        return np.stack([np.broadcast_to(order[0], len(order) - 2), order[1:-1], order[2:]], axis=1)
    faces = np.stack([order[:-2], order[1:-1], order[2:]], axis=1)
    faces[1::2] = faces[1::2, ::-1]
    return faces


def _natural(value: Any) -> int:
    """A number that may be an index or a length; anything else is damage."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is no index")
    return value
