"""The meshes of a binary glTF 2.0 file, placed by its nodes. The file is untrusted: every number in it is checked."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.glb_file import DAMAGE, Glb, natural, open_glb
from mediamill.codecs.thumbnails.drawn import Drawn
from mediamill.codecs.thumbnails.geometry import POINTS_REFUSED, TRIANGLES_REFUSED, moved
from mediamill.codecs.thumbnails.glb_look import Looks
from mediamill.formats import NotMedia

NODES_MAX = 100_000
PRIMITIVES_MAX = 10_000
SKINNED_AT_ONCE = 50_000  # vertices, whose matrices take 25 MB
_TRIANGLES, _STRIP, _FAN = 4, 5, 6

Reals = NDArray[np.floating[Any]]


def meshes_of(path: Path) -> list[Drawn]:
    """The triangles of the scene that the file shows first, at rest. Raises NotMedia."""
    try:
        with np.errstate(all="ignore"):
            return list(_placed(open_glb(path)))
    except DAMAGE as error:
        raise NotMedia(reason="its 3D content is damaged") from error


def _placed(glb: Glb) -> Iterator[Drawn]:
    """Every mesh where its node stands."""
    nodes, places, looks = glb.all("nodes"), _places(glb), Looks(glb)
    triangles = points = primitives = 0
    for number, place in places.items():
        node = nodes[number]
        if "mesh" not in node:
            continue
        for primitive in glb.all("meshes")[natural(node["mesh"])]["primitives"]:
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
        roots = scenes[natural(glb.scene.get("scene", 0))].get("nodes", [])
    else:
        children = {child for node in nodes for child in node.get("children", [])}
        roots = [number for number in range(len(nodes)) if number not in children]
    places: dict[int, Reals] = {}
    waiting: list[tuple[int, Reals]] = [(natural(root), np.eye(4)) for root in reversed(roots)]
    while waiting:
        number, above = waiting.pop()
        if number in places:
            continue  # a node has one parent: this is a circle, or damage
        places[number] = above @ _matrix(nodes[number])
        waiting += [(natural(child), places[number]) for child in reversed(nodes[number].get("children", []))]
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
    skin = glb.all("skins")[natural(node["skin"])]
    joints = [natural(joint) for joint in skin["joints"]]
    if "inverseBindMatrices" in skin:
        binds = glb.accessor(skin["inverseBindMatrices"]).astype(np.float64).reshape(-1, 4, 4).transpose(0, 2, 1)
    else:
        binds = np.broadcast_to(np.eye(4), (len(joints), 4, 4))
    return np.stack([places.get(joint, np.eye(4)) @ binds[index] for index, joint in enumerate(joints)])


def _drawn(glb: Glb, looks: Looks, primitive: dict[str, Any], place: Reals, joints: Reals | None) -> Drawn:
    attributes = primitive["attributes"]
    if "POSITION" not in attributes or "bufferView" not in glb.all("accessors")[natural(attributes["POSITION"])]:
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
