"""GLB files, judged by trimesh, by a plain reading of their bytes, and by the Khronos validator."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image
from scipy.spatial.transform import Rotation

from mediamill.codecs import Material, Node, Surface, Tags, write_glb
from tests.codecs.gltf_judge import bounds, document_of, judge, parts_of, validate
from tests.engines.apart import run_apart

TAGS = Tags("A box for Ada", {"engine": "test", "seed": 7})
RED = Material("red paint", (0.6, 0.05, 0.04, 1.0), roughness=0.4)
GLASS = Material("glass", (0.8, 0.9, 0.95, 0.3), roughness=0.05)
LAMP = Material("lamp", emissive=(1.0, 0.8, 0.3), double_sided=True)
GOLD = Material("gold", (1.0, 0.7, 0.3, 1.0), metallic=1.0, roughness=0.25)


def picture(kind: str) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (64, 64), (200, 120, 40)).save(stream, kind)
    return stream.getvalue()


def box(material: Material, size: float = 1.0) -> Surface:
    mesh = trimesh.creation.box((size, size, size))
    mesh.unmerge_vertices()
    normals = np.repeat(mesh.face_normals, 3, axis=0).astype(np.float32)
    uv = mesh.vertices[:, :2].astype(np.float32) + 0.5
    return Surface(mesh.vertices.astype(np.float32), np.asarray(mesh.faces), normals, material, uv)


def ball(material: Material, subdivisions: int = 3) -> Surface:
    mesh = trimesh.creation.icosphere(subdivisions)
    return Surface(mesh.vertices.astype(np.float32), np.asarray(mesh.faces), mesh.vertices.astype(np.float32), material)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "box.glb"
    write_glb([Node("box", (box(RED),), translation=(0.0, 0.5, 0.0))], path, tags=TAGS)
    parts = judge(path)

    assert [part.node for part in parts] == ["box"]
    assert parts[0].material["pbrMetallicRoughness"]["baseColorFactor"] == [0.6, 0.05, 0.04, 1.0]
    np.testing.assert_allclose(bounds(parts), [[-0.5, 0.0, -0.5], [0.5, 1.0, 0.5]])
    assert "alphaMode" not in parts[0].material


def test_the_file_tells_its_origin(tmp_path: Path) -> None:
    path = tmp_path / "box.glb"
    write_glb([Node("box", (box(RED),))], path, tags=TAGS)
    asset = document_of(path)["asset"]

    assert asset["generator"].startswith("mediamill ")
    assert asset["extras"] == {"title": "A box for Ada", "engine": "test", "seed": 7}


def test_everything_at_once_passes_the_khronos_validator(tmp_path: Path) -> None:
    path = tmp_path / "all.glb"
    turn = np.eye(4)
    turn[:3, :3] = Rotation.from_rotvec((0.0, 0.4, 0.0)).as_matrix()
    child = Node("child", (box(GLASS), box(LAMP, 0.3)), rotation=(0.1, 0.2, 0.3, 0.9), scale=(1.0, 2.0, 1.0))
    textured = box(replace(RED, name="photo", texture=picture("JPEG")))
    again = box(replace(RED, name="drawing", texture=picture("PNG")))
    write_glb(
        [
            Node("group", children=(child, Node("ball", (ball(GOLD),), translation=(3, 0, 0)))),
            Node("picture", (textured, again), matrix=turn),
            Node("same again", (textured,), matrix=np.eye(4)),
        ],
        path,
        tags=Tags("Все сразу ✨", {"engine": "test"}, artist="Ada"),
    )
    report = validate(path)

    assert report.clean, report


def test_textures_and_materials_are_written_once(tmp_path: Path) -> None:
    path = tmp_path / "two.glb"
    photo = replace(RED, texture=picture("JPEG"))
    write_glb([Node(str(number), (box(photo),)) for number in range(3)], path, tags=TAGS)
    document = document_of(path)

    assert (len(document["images"]), len(document["materials"]), len(document["meshes"])) == (1, 1, 3)
    assert document["images"][0]["mimeType"] == "image/jpeg"


def test_glass_is_blended_and_lamps_shine(tmp_path: Path) -> None:
    path = tmp_path / "lamp.glb"
    write_glb([Node("lamp", (box(GLASS), box(LAMP, 0.2)))], path, tags=TAGS)
    glass, lamp = (part.material for part in parts_of(path))

    assert glass["alphaMode"] == "BLEND"
    assert (lamp["emissiveFactor"], lamp["doubleSided"]) == ([1.0, 0.8, 0.3], True)


def test_normals_of_any_length_become_unit_normals(tmp_path: Path) -> None:
    surface = box(RED)
    normals = surface.normals * np.linspace(0.0, 9.0, len(surface.normals), dtype=np.float32)[:, np.newaxis]
    path = tmp_path / "box.glb"
    write_glb([Node("box", (replace(surface, normals=normals),))], path, tags=TAGS)

    judge(path)  # asserts unit normals
    assert validate(path).clean


@pytest.mark.parametrize(("subdivisions", "component"), [(3, 5_123), (7, 5_125)], ids=["16 bit", "32 bit"])
def test_indices_are_as_short_as_they_can_be(tmp_path: Path, subdivisions: int, component: int) -> None:
    path = tmp_path / "ball.glb"
    write_glb([Node("ball", (ball(GOLD, subdivisions),))], path, tags=TAGS)
    document = document_of(path)
    indices = document["accessors"][document["meshes"][0]["primitives"][0]["indices"]]

    assert indices["componentType"] == component
    judge(path)


def test_moving_parts_by_matrix_or_by_parts_is_the_same(tmp_path: Path) -> None:
    half = np.sqrt(0.5)
    moved = Node("a", (box(RED),), translation=(1, 2, 3), rotation=(0, half, 0, half), scale=(1, 2, 4))
    matrix = np.array([[0, 0, 4, 1], [0, 2, 0, 2], [-1, 0, 0, 3], [0, 0, 0, 1]], np.float64)
    path = tmp_path / "two.glb"
    write_glb([moved, Node("b", (box(RED),), matrix=matrix)], path, tags=TAGS)
    one, other = parts_of(path)

    np.testing.assert_allclose(one.vertices, other.vertices, atol=1e-6)


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from mediamill.codecs import Node, write_glb;"
        "from tests.codecs.test_glb import GLASS, RED, TAGS, ball, box;"
        "write_glb([Node('a', (box(RED), ball(GLASS)))], Path(sys.argv[1]), tags=TAGS)"
    )
    paths = [tmp_path / "one.glb", tmp_path / "two.glb"]
    for path in paths:
        run_apart(code, path)

    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_surface_that_makes_no_sense_is_not_written(tmp_path: Path) -> None:
    surface = box(RED)
    broken = [
        replace(surface, faces=np.array([[0, 1, 99_999]])),
        replace(surface, vertices=np.full_like(surface.vertices, np.nan)),
        replace(surface, normals=surface.normals[:3]),
    ]
    for some in broken:
        with pytest.raises(AssertionError):
            write_glb([Node("box", (some,))], tmp_path / "box.glb", tags=TAGS)
