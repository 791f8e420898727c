"""Solids in, one delivered glTF 2.0 binary file (GLB) out: valid, self-contained, always the same bytes."""

import json
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mediamill import __version__
from mediamill.codecs.encode import Tags

Points = NDArray[np.float32]
Indices = NDArray[np.integer]
JsonObject = dict[str, object]

MAGIC, VERSION = 0x46546C67, 2  # "glTF"; glTF 2.0 specification, section 4.4
JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942
BYTE, SHORT, INT, FLOAT = 5_121, 5_123, 5_125, 5_126  # component types
VERTEX_BUFFER, INDEX_BUFFER = 34_962, 34_963
LINEAR, LINEAR_MIPMAP_LINEAR = 9_729, 9_987
SHORT_INDEX_MAX = 65_534  # 65535 would be taken for a restart of the strip
PNG_MAGIC = b"\x89PNG"
UP = (0.0, 1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Material:
    """What a surface is made of, metallic-roughness; colours are linear, `texture` is the bytes of a JPEG or PNG."""

    name: str
    color: tuple[float, float, float, float] = (0.8, 0.8, 0.8, 1.0)  # an alpha below 1 is blended
    metallic: float = 0.0
    roughness: float = 0.8
    emissive: tuple[float, float, float] = (0.0, 0.0, 0.0)
    texture: bytes | None = None  # multiplied with the colour; needs `Surface.uv`
    double_sided: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Triangles of one material: (n, 3) vertices in metres with Y up, (m, 3) faces, (n, 3) normals, (n, 2) uv, and
    (n, 3) linear colours from 0 to 1, which are multiplied with the material's.

    Faces run counterclockwise seen from outside; v of uv runs down the picture from its top, as in glTF.
    """

    vertices: Points
    faces: Indices
    normals: Points
    material: Material
    uv: Points | None = None
    colors: Points | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A named part: surfaces and children, moved by `matrix` (4, 4), or by scale, then rotation, then translation."""

    name: str
    surfaces: tuple[Surface, ...] = ()
    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)  # unit quaternion x, y, z, w
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    matrix: NDArray[np.floating] | None = None
    children: tuple["Node", ...] = ()


def write_glb(nodes: Sequence[Node], path: Path, *, tags: Tags) -> None:
    """Write the nodes as one scene; the tags go to `asset.extras`. The same nodes and tags give the same bytes.

    Follows the glTF 2.0 specification (ISO/IEC 12113:2022).
    """
    writing = _Writing()
    roots = [writing.node(node) for node in nodes]
    assert writing.meshes, "nothing to show"
    extras: JsonObject = {"title": tags.title, **({"artist": tags.artist} if tags.artist else {}), **tags.provenance}
    document: JsonObject = {
        "asset": {"version": "2.0", "generator": f"mediamill {__version__}", "extras": extras},
        "scene": 0,
        "scenes": [{"name": tags.title, "nodes": roots}],
        "nodes": writing.nodes,
        "meshes": writing.meshes,
        "materials": writing.materials,
        "accessors": writing.accessors,
        "bufferViews": writing.views,
        "buffers": [{"byteLength": len(writing.binary)}],
    }
    if writing.images:
        document["images"] = writing.images
        document["textures"] = [{"sampler": 0, "source": source} for source in range(len(writing.images))]
        document["samplers"] = [{"magFilter": LINEAR, "minFilter": LINEAR_MIPMAP_LINEAR}]
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    path.write_bytes(b"".join(_chunks(text, bytes(writing.binary))))


def _chunks(text: bytes, binary: bytes) -> Iterator[bytes]:
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    yield struct.pack("<III", MAGIC, VERSION, 12 + 8 + len(text) + 8 + len(binary))
    yield struct.pack("<II", len(text), JSON_CHUNK) + text
    yield struct.pack("<II", len(binary), BINARY_CHUNK) + binary


class _Writing:
    """The arrays of a glTF document while it grows; equal materials, pictures and meshes go in once."""

    def __init__(self) -> None:
        self.nodes: list[JsonObject] = []
        self.meshes: list[JsonObject] = []
        self.materials: list[JsonObject] = []
        self.images: list[JsonObject] = []
        self.accessors: list[JsonObject] = []
        self.views: list[JsonObject] = []
        self.binary = bytearray()
        self._of_material: dict[Material, int] = {}
        self._of_picture: dict[bytes, int] = {}
        self._of_mesh: dict[tuple[int, ...], int] = {}

    def node(self, node: Node) -> int:
        children = [self.node(child) for child in node.children]
        entry: JsonObject = {"name": node.name, **_placement(node)}
        if node.surfaces:
            entry["mesh"] = self._mesh(node)
        if children:
            entry["children"] = children
        self.nodes.append(entry)
        return len(self.nodes) - 1

    def _mesh(self, node: Node) -> int:
        """The surfaces of a node; nodes that share the same objects share the mesh."""
        key = tuple(id(surface) for surface in node.surfaces)
        if key not in self._of_mesh:
            self._of_mesh[key] = len(self.meshes)
            primitives = [self._primitive(surface) for surface in node.surfaces]
            self.meshes.append({"name": node.name, "primitives": primitives})
        return self._of_mesh[key]

    def _primitive(self, surface: Surface) -> JsonObject:
        vertices = np.ascontiguousarray(surface.vertices, dtype="<f4")
        count = len(vertices)
        assert count, "a surface without vertices"
        assert vertices.shape == surface.normals.shape == (count, 3), "one normal for each vertex"
        assert np.isfinite(vertices).all(), "vertices must be finite"
        assert len(surface.faces), "a surface without faces"
        assert 0 <= surface.faces.min() <= surface.faces.max() < count, "a face without a vertex"
        bounds: JsonObject = {"min": vertices.min(axis=0).tolist(), "max": vertices.max(axis=0).tolist()}
        attributes = {
            "POSITION": self._accessor(vertices, "VEC3", FLOAT, VERTEX_BUFFER, bounds),
            "NORMAL": self._accessor(_unit(surface.normals), "VEC3", FLOAT, VERTEX_BUFFER),
        }
        if surface.material.texture is not None:
            assert surface.uv is not None, "a texture needs uv"
            assert surface.uv.shape == (count, 2), "one uv for each vertex"
            uv = np.ascontiguousarray(surface.uv, dtype="<f4")
            attributes["TEXCOORD_0"] = self._accessor(uv, "VEC2", FLOAT, VERTEX_BUFFER)
        if surface.colors is not None:
            assert surface.colors.shape == (count, 3), "one colour for each vertex"
            colors = np.ascontiguousarray(np.clip(surface.colors, 0.0, 1.0), dtype="<f4")
            attributes["COLOR_0"] = self._accessor(colors, "VEC3", FLOAT, VERTEX_BUFFER)
        kind, component = ("<u2", SHORT) if count <= SHORT_INDEX_MAX else ("<u4", INT)
        faces = np.ascontiguousarray(surface.faces, dtype=kind).reshape(-1)
        return {
            "attributes": attributes,
            "indices": self._accessor(faces, "SCALAR", component, INDEX_BUFFER),
            "material": self._material(surface.material),
        }

    def _accessor(
        self, values: NDArray[np.generic], kind: str, component: int, target: int, bounds: JsonObject | None = None
    ) -> int:
        view = self._view(values.tobytes())
        self.views[view]["target"] = target
        entry: JsonObject = {"bufferView": view, "componentType": component, "count": len(values), "type": kind}
        self.accessors.append({**entry, **(bounds or {})})
        return len(self.accessors) - 1

    def _view(self, content: bytes) -> int:
        self.binary += b"\0" * (-len(self.binary) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(content)})
        self.binary += content
        return len(self.views) - 1

    def _material(self, material: Material) -> int:
        if material not in self._of_material:
            self._of_material[material] = len(self.materials)
            self.materials.append(self._material_entry(material))
        return self._of_material[material]

    def _material_entry(self, material: Material) -> JsonObject:
        surface: JsonObject = {
            "baseColorFactor": [_factor(value) for value in material.color],
            "metallicFactor": _factor(material.metallic),
            "roughnessFactor": _factor(material.roughness),
        }
        if material.texture is not None:
            surface["baseColorTexture"] = {"index": self._picture(material.texture)}
        entry: JsonObject = {"name": material.name, "pbrMetallicRoughness": surface}
        if any(material.emissive):
            entry["emissiveFactor"] = [_factor(value) for value in material.emissive]
        if material.color[3] < 1.0:
            entry["alphaMode"] = "BLEND"
        if material.double_sided:
            entry["doubleSided"] = True
        return entry

    def _picture(self, content: bytes) -> int:
        if content not in self._of_picture:
            self._of_picture[content] = len(self.images)
            kind = "image/png" if content.startswith(PNG_MAGIC) else "image/jpeg"
            self.images.append({"bufferView": self._view(content), "mimeType": kind})
        return self._of_picture[content]


def _placement(node: Node) -> JsonObject:
    """How a node is moved, without what changes nothing."""
    if node.matrix is not None:
        assert np.allclose(node.matrix[3], (0, 0, 0, 1)), "a matrix that does not only move, turn and scale"
        unmoved = np.array_equal(node.matrix, np.eye(4))
        return {} if unmoved else {"matrix": [float(value) for value in node.matrix.T.reshape(-1)]}
    placement: JsonObject = {}
    if any(node.translation):
        placement["translation"] = [float(value) for value in node.translation]
    if tuple(node.rotation) != (0.0, 0.0, 0.0, 1.0):
        rotation = np.asarray(node.rotation, np.float64)
        placement["rotation"] = (rotation / np.linalg.norm(rotation)).tolist()
    if tuple(node.scale) != (1.0, 1.0, 1.0):
        placement["scale"] = [float(value) for value in node.scale]
    return placement


def _unit(normals: Points) -> Points:
    """The normals at length 1; one that has no direction points up."""
    exact = np.asarray(normals, np.float64)
    lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    known = np.isfinite(lengths) & (lengths > 1e-12)
    unit = np.where(known, exact / np.where(known, lengths, 1.0), UP)
    return np.ascontiguousarray(unit, dtype="<f4")


def _factor(value: float) -> float:
    """A number from 0 to 1, short in the file."""
    assert 0.0 <= value <= 1.0, f"a factor of {value}"
    return round(float(value), 6)
