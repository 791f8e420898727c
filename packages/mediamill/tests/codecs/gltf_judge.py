"""Judges of GLB files: the Khronos validator where Node has it, trimesh and a plain reading of the bytes always.

`npm install --prefix .readers gltf-validator` in the root of the repository, or NODE_PATH, brings the validator.
"""

import json
import os
import shutil
import struct
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from tests.places import REPOSITORY

VALIDATOR_SECONDS = 60.0
COMPONENTS = {5_121: np.uint8, 5_123: np.uint16, 5_125: np.uint32, 5_126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
SCRIPT = """
const {validateBytes} = require('gltf-validator');
const read = require('fs').readFileSync;
Promise.all(process.argv.slice(1).map(path => validateBytes(new Uint8Array(read(path)), {maxIssues: 100})))
  .then(reports => console.log(JSON.stringify(reports.map(report => report.issues))));
"""


@dataclass(frozen=True)
class Report:
    errors: list[str]
    warnings: list[str]

    @property
    def clean(self) -> bool:
        return not self.errors and not self.warnings


@dataclass(frozen=True)
class Part:
    """One primitive, where its node puts it."""

    node: str
    material: dict[str, Any]
    vertices: NDArray[np.float64]
    faces: NDArray[np.int64]
    normals: NDArray[np.float64]


def validate(path: Path) -> Report:
    """What the Khronos validator says; skips the test where it is not installed."""
    return validate_all([path])[0]


def validate_all(paths: list[Path]) -> list[Report]:
    """What the Khronos validator says of each file; one start of Node for all of them."""
    folder = _node_modules()
    if folder is None:
        pytest.skip("the glTF validator is not here: npm install --prefix .readers gltf-validator")
    command = ["node", "-e", SCRIPT, "--", *map(str, paths)]
    environment = {**os.environ, "NODE_PATH": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, timeout=VALIDATOR_SECONDS, check=True)
    return [_report(issues) for issues in json.loads(done.stdout)]


@cache
def _node_modules() -> Path | None:
    if shutil.which("node") is None:
        return None
    named = [Path(folder) for folder in os.environ.get("NODE_PATH", "").split(os.pathsep) if folder]
    places = [REPOSITORY / ".readers" / "node_modules", *named]
    return next((place for place in places if (place / "gltf-validator" / "package.json").exists()), None)


def _report(issues: dict[str, Any]) -> Report:
    told = [(message["severity"], f"{message['code']}: {message['message']}") for message in issues["messages"]]
    report = Report([text for level, text in told if level == 0], [text for level, text in told if level == 1])
    assert (issues["numErrors"], issues["numWarnings"]) == (len(report.errors), len(report.warnings))
    return report


def document_of(path: Path) -> dict[str, Any]:
    """The JSON of a GLB file."""
    document: dict[str, Any] = json.loads(_chunks(path)[0])
    return document


def parts_of(path: Path) -> list[Part]:
    """Every primitive of the file, read by its accessors; asserts that bounds, indices and normals are right."""
    text, binary = _chunks(path)
    document = json.loads(text)
    found: list[Part] = []

    def visit(index: int, above: NDArray[np.float64]) -> None:
        node = document["nodes"][index]
        matrix = above @ _matrix(node)
        if "mesh" in node:
            for primitive in document["meshes"][node["mesh"]]["primitives"]:
                found.append(_part(document, binary, node["name"], primitive, matrix))
        for child in node.get("children", ()):
            visit(child, matrix)

    for root in document["scenes"][document["scene"]]["nodes"]:
        visit(root, np.eye(4))
    return found


def judge(path: Path, *, watertight: bool = True) -> list[Part]:
    """Assert all that can be asserted of a file without Node; returns its parts.

    A part is watertight when each of its edges, vertices at one place taken for one, has as many faces on one side
    as on the other: two solids may touch along an edge.
    """
    loaded = trimesh.load_scene(path)
    parts = parts_of(path)
    assert loaded.geometry
    assert sum(len(part.faces) for part in parts) == len(loaded.to_mesh().faces)
    for part in parts:
        if watertight:
            assert is_closed(part), f"{part.node}: {part.material['name']} is not watertight"
    return parts


def is_closed(part: Part) -> bool:
    """Whether every edge is run through as often in one direction as in the other."""
    _, where = np.unique(part.vertices, axis=0, return_inverse=True)
    faces = where.reshape(-1)[part.faces]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    edges = edges[edges[:, 0] != edges[:, 1]]
    back = edges[:, ::-1]
    return bool(np.array_equal(edges[np.lexsort(edges.T)], back[np.lexsort(back.T)]))


def solid(part: Part) -> trimesh.Trimesh:
    """The part with vertices at one place made one."""
    places, where = np.unique(part.vertices, axis=0, return_inverse=True)
    return trimesh.Trimesh(places, where.reshape(-1)[part.faces], process=False)


def bounds(parts: list[Part]) -> NDArray[np.float64]:
    """The lowest and the highest corner of the parts, (2, 3)."""
    points = np.concatenate([part.vertices for part in parts])
    return np.stack([points.min(axis=0), points.max(axis=0)])


def _chunks(path: Path) -> tuple[bytes, bytes]:
    content = path.read_bytes()
    magic, version, length = struct.unpack_from("<4sII", content)
    assert (magic, version, length) == (b"glTF", 2, len(content))
    text_length, text_kind = struct.unpack_from("<I4s", content, 12)
    start = 20 + text_length
    binary_length, binary_kind = struct.unpack_from("<I4s", content, start)
    assert (text_kind, binary_kind) == (b"JSON", b"BIN\0")
    assert start + 8 + binary_length == length
    return content[20:start], content[start + 8 :]


def _matrix(node: dict[str, Any]) -> NDArray[np.float64]:
    if "matrix" in node:
        return np.array(node["matrix"], np.float64).reshape(4, 4).T
    turn = Rotation.from_quat(node.get("rotation", (0, 0, 0, 1))).as_matrix()
    matrix = np.eye(4)
    matrix[:3, :3] = turn * np.array(node.get("scale", (1, 1, 1)))
    matrix[:3, 3] = node.get("translation", (0, 0, 0))
    return matrix


def _part(
    document: dict[str, Any], binary: bytes, node: str, primitive: dict[str, Any], matrix: NDArray[np.float64]
) -> Part:
    attributes = primitive["attributes"]
    vertices = _values(document, binary, attributes["POSITION"])
    normals = _values(document, binary, attributes["NORMAL"])
    faces = _values(document, binary, primitive["indices"]).reshape(-1, 3)
    said = document["accessors"][attributes["POSITION"]]
    assert np.isfinite(vertices).all()
    assert np.array_equal(vertices.min(axis=0), said["min"])
    assert np.array_equal(vertices.max(axis=0), said["max"])
    assert vertices.shape == normals.shape
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-4)
    assert 0 <= faces.min() <= faces.max() < len(vertices)
    turned = normals @ np.linalg.inv(matrix[:3, :3])
    return Part(
        node,
        document["materials"][primitive["material"]],
        vertices @ matrix[:3, :3].T + matrix[:3, 3],
        faces.astype(np.int64),
        turned / np.linalg.norm(turned, axis=1, keepdims=True),
    )


def _values(document: dict[str, Any], binary: bytes, index: int) -> NDArray[np.float64]:
    accessor = document["accessors"][index]
    view = document["bufferViews"][accessor["bufferView"]]
    kind, width = COMPONENTS[accessor["componentType"]], WIDTHS[accessor["type"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    count = accessor["count"] * width
    assert count * np.dtype(kind).itemsize <= view["byteLength"]
    values = np.frombuffer(binary, kind, count, start).astype(np.float64)
    return values.reshape(-1, width) if width > 1 else values
