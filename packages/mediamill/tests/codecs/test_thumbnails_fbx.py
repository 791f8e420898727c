"""Binary FBX of other writers, drawn at rest."""

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from mediamill.codecs import thumbnail_of
from mediamill.codecs.thumbnails.drawn import Drawn
from mediamill.codecs.thumbnails.fbx import meshes_of
from mediamill.codecs.thumbnails.geometry import gathered
from mediamill.formats import NotMedia

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
CUBE_POLYGONS = np.array(
    [0, 1, 3, ~2, 4, 6, 7, ~5, 0, 4, 5, ~1, 2, 3, 7, ~6, 0, 2, 6, ~4, 1, 5, 7, ~3], np.int32
)  # fmt: skip


class Node:
    """A record to be written."""

    def __init__(self, name: str, *properties: Any, inside: "list[Node] | None" = None) -> None:
        self.name, self.properties, self.inside = name.encode(), properties, inside or []

    def bytes_at(self, start: int, *, long: bool) -> bytes:
        head = struct.Struct("<QQQB" if long else "<IIIB")
        properties = b"".join(_property(value) for value in self.properties)
        body = b""
        first = start + head.size + len(self.name) + len(properties)
        for node in self.inside:
            body += node.bytes_at(first + len(body), long=long)
        if self.inside:
            body += b"\0" * head.size
        ends = first + len(body)
        return head.pack(ends, len(self.properties), len(properties), len(self.name)) + self.name + properties + body


def _property(value: Any) -> bytes:
    if isinstance(value, int):
        return b"L" + struct.pack("<q", value)
    if isinstance(value, float):
        return b"D" + struct.pack("<d", value)
    if isinstance(value, str):
        return b"S" + struct.pack("<I", len(value)) + value.encode()
    if isinstance(value, bytes):
        return value  # as it is
    code = {"float64": b"d", "int32": b"i"}[value.dtype.name]
    content = zlib.compress(value.tobytes())
    return code + struct.pack("<III", value.size, 1, len(content)) + content


def fbx(*nodes: Node, version: int = 7400) -> bytes:
    content = b"Kaydara FBX Binary  \x00\x1a\x00" + struct.pack("<I", version)
    for node in nodes:
        content += node.bytes_at(len(content), long=version >= 7500)
    return content + b"\0" * 25


def settings_of(**values: Any) -> Node:
    entries = [Node("P", name.replace("_", " "), "", "", "A", *given) for name, given in values.items()]
    return Node("Properties70", inside=entries)


def model(number: int, **values: Any) -> Node:
    return Node("Model", number, "a\x00\x01Model", "Mesh", inside=[settings_of(**values)])


def geometry(number: int, *more: Node) -> Node:
    arrays = [Node("Vertices", CUBE.ravel()), Node("PolygonVertexIndex", CUBE_POLYGONS)]
    return Node("Geometry", number, "g\x00\x01Geometry", "Mesh", inside=[*arrays, *more])


def material(number: int, *colour: float) -> Node:
    return Node("Material", number, "m\x00\x01Material", "", inside=[settings_of(DiffuseColor=colour)])


def scene(*objects: Node, links: list[tuple[int, int]], version: int = 7400, up: int = 1) -> bytes:
    connections = Node("Connections", inside=[Node("C", "OO", child, parent) for child, parent in links])
    about = Node("GlobalSettings", inside=[settings_of(UpAxis=(up,))])
    return fbx(about, Node("Objects", inside=list(objects)), connections, version=version)


def read(folder: Path, content: bytes) -> list[Drawn]:
    (folder / "a.fbx").write_bytes(content)
    return meshes_of(folder / "a.fbx")


@pytest.mark.parametrize("version", [7100, 7400, 7500, 7700])
def test_a_cube_of_quadrangles_is_read(tmp_path: Path, version: int) -> None:
    (mesh,) = read(tmp_path, scene(geometry(1), model(2), links=[(1, 2), (2, 0)], version=version))

    assert np.allclose(CUBE, mesh.vertices)
    assert (12, 3) == mesh.faces.shape
    a, b, c = (mesh.vertices[mesh.faces[:, corner]] for corner in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    assert np.allclose(24, areas.sum())


def test_models_stand_on_their_parents(tmp_path: Path) -> None:
    objects = (
        geometry(1),
        model(2, Lcl_Translation=(5.0, 0.0, 0.0), Lcl_Scaling=(2.0, 2.0, 2.0)),
        model(3, Lcl_Rotation=(0.0, 0.0, 90.0), Lcl_Translation=(0.0, 100.0, 0.0), PreRotation=(0.0, 0.0, 90.0)),
    )
    (mesh,) = read(tmp_path, scene(*objects, links=[(1, 2), (2, 3), (3, 0)]))

    assert np.allclose(CUBE * [-2, -2, 2] + [-5, 100, 0], mesh.vertices)


def test_euler_angles_turn_about_x_first(tmp_path: Path) -> None:
    objects = (geometry(1), model(2, Lcl_Rotation=(90.0, 90.0, 0.0)))
    (mesh,) = read(tmp_path, scene(*objects, links=[(1, 2)]))

    # y goes to z about x, and on to x about y
    assert np.allclose(np.stack([CUBE[:, 1], -CUBE[:, 2], -CUBE[:, 0]], axis=1), mesh.vertices)


def test_a_world_with_z_upwards_is_turned_upright(tmp_path: Path) -> None:
    objects = (geometry(1), model(2, Lcl_Translation=(0.0, 0.0, 30.0)))
    (mesh,) = read(tmp_path, scene(*objects, links=[(1, 2)], up=2))

    assert np.allclose([0, 30, 0], mesh.vertices.mean(axis=0))


def test_each_polygon_has_its_material(tmp_path: Path) -> None:
    numbers = Node("LayerElementMaterial", 0, inside=[Node("Materials", np.array([0, 0, 0, 1, 0, 0], np.int32))])
    objects = (geometry(1, numbers), model(2), material(3, 1.0, 0.0, 0.0), material(4, 0.0, 0.5, 0.0))
    (mesh,) = read(tmp_path, scene(*objects, links=[(1, 2), (3, 2), (4, 2)]))

    assert mesh.face_colours is not None
    assert np.allclose([[1, 0, 0]] * 10, mesh.face_colours[[*range(6), *range(8, 12)]])
    assert np.allclose([[0, 0.2140, 0]] * 2, mesh.face_colours[6:8], atol=1e-3)  # linear


def test_a_skeleton_alone_shows_its_bones(tmp_path: Path) -> None:
    joints = [model(number, Lcl_Translation=(0.0, 10.0, 0.0)) for number in range(1, 6)]
    meshes = read(tmp_path, scene(*joints, links=[(2, 1), (3, 2), (4, 3), (5, 4)]))

    assert 3 == len(meshes)
    heights = np.concatenate([mesh.vertices[:, 1] for mesh in meshes])
    assert np.allclose([20, 50], [heights.min(), heights.max()])


def test_bones_from_the_hips_are_shown_where_these_are_the_root(tmp_path: Path) -> None:
    hips, *legs = model(1), model(2, Lcl_Translation=(9.0, -40.0, 0.0)), model(3, Lcl_Translation=(-9.0, -40.0, 0.0))

    assert 2 == len(read(tmp_path, scene(hips, *legs, links=[(2, 1), (3, 1)])))


def test_its_thumbnail_shows_the_colour_of_the_material(tmp_path: Path) -> None:
    content = scene(geometry(1), model(2), material(3, 0.9, 0.1, 0.1), links=[(1, 2), (3, 2)])
    (tmp_path / "a.fbx").write_bytes(content)

    thumbnail = thumbnail_of(tmp_path / "a.fbx", tmp_path)

    assert thumbnail is not None
    with Image.open(thumbnail) as image:
        assert image.size == (512, 512)
        pixels = np.asarray(image).astype(np.int64)
    assert pixels[256, 230, 0] - pixels[256, 230, 1] > 80


def refused(folder: Path, content: bytes) -> str:
    with pytest.raises(NotMedia) as refusal:
        gathered(read(folder, content))
    return str(refusal.value)


def test_hostile_files_are_refused(tmp_path: Path) -> None:
    def with_vertices(packed: bytes) -> bytes:
        shape = Node("Geometry", 1, inside=[Node("Vertices", packed), Node("PolygonVertexIndex", CUBE_POLYGONS)])
        return scene(shape, model(2), links=[(1, 2)])

    bomb = zlib.compress(b"\0" * 50_000_000)
    assert "too large" in refused(tmp_path, with_vertices(b"d" + struct.pack("<III", 2**32 - 1, 1, len(bomb)) + bomb))
    refused(tmp_path, with_vertices(b"d" + struct.pack("<III", 24, 1, len(bomb)) + bomb))  # eight equal corners
    refused(tmp_path, with_vertices(b"d" + struct.pack("<III", 24, 1, 5) + b"12345"))
    refused(tmp_path, with_vertices(b"d" + struct.pack("<III", 10**6, 0, 0)))
    refused(tmp_path, with_vertices(b"Z"))
    refused(tmp_path, scene(model(1), model(2), links=[(1, 2), (2, 1)]))
    refused(tmp_path, fbx(version=6100))
    refused(tmp_path, fbx())
    refused(tmp_path, b"Kaydara FBX Binary  \x00\x1a\x00")


def test_records_within_records_without_end_are_refused(tmp_path: Path) -> None:
    deep = Node("Model")
    for _ in range(200):
        deep = Node("Model", inside=[deep])

    refused(tmp_path, fbx(Node("Objects", inside=[deep])))


def test_parents_in_a_circle_are_no_endless_walk(tmp_path: Path) -> None:
    (mesh,) = read(tmp_path, scene(geometry(1), model(2), model(3), links=[(1, 2), (2, 3), (3, 2)]))

    assert np.isfinite(mesh.vertices).all()


@pytest.mark.slow
def test_a_geometry_that_unpacks_to_much_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    many = np.zeros(300_000, np.float64)
    shape = Node("Geometry", 1, inside=[Node("Vertices", many), Node("PolygonVertexIndex", CUBE_POLYGONS)])
    models = [model(number) for number in range(2, 402)]

    assert "too large" in refused(tmp_path, scene(shape, *models, links=[(1, number) for number in range(2, 402)]))


WHOLE = scene(geometry(1), model(2), material(3, 1.0, 0.0, 0.0), links=[(1, 2), (3, 2)])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.lists(st.tuples(st.integers(23, len(WHOLE) - 1), st.integers(0, 255)), max_size=6),
    cut=st.integers(0, len(WHOLE)) | st.just(len(WHOLE)),
)
def test_damage_anywhere_is_read_or_refused(tmp_path: Path, changes: list[tuple[int, int]], cut: int) -> None:
    damaged = bytearray(WHOLE)
    for place, value in changes:
        damaged[place] = value

    try:
        geometry = gathered(read(tmp_path, bytes(damaged[:cut])))
    except NotMedia:
        return
    assert np.isfinite(geometry.vertices).all()


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rest=st.binary(max_size=400), version=st.sampled_from([7100, 7400, 7500, 7700]))
def test_any_bytes_behind_the_header_are_refused(tmp_path: Path, rest: bytes, version: int) -> None:
    refused(tmp_path, b"Kaydara FBX Binary  \x00\x1a\x00" + struct.pack("<I", version) + rest)
