"""Binary glTF of any writer: what is read of it, and what hostile files can do."""

import io
import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from mediamill.codecs import draw_meshes
from mediamill.codecs.thumbnails.drawn import Drawn
from mediamill.codecs.thumbnails.geometry import gathered
from mediamill.codecs.thumbnails.glb import meshes_of
from mediamill.formats import NotMedia

KINDS = {"float32": 5126, "uint32": 5125, "uint16": 5123, "uint8": 5121, "int16": 5122}
TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
SQUARE = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
SQUARE_UV = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float32)
SQUARE_FACES = np.array([[0], [1], [2], [0], [2], [3]], np.uint16)


class Writer:
    """Puts a file together by hand, so that every corner of the format can be reached."""

    def __init__(self) -> None:
        self.binary = b""
        self.scene: dict[str, Any] = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": []}

    def view(self, content: bytes) -> int:
        self.binary += b"\0" * (-len(self.binary) % 4)
        self.scene["bufferViews"].append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(content)})
        self.binary += content
        return len(self.scene["bufferViews"]) - 1

    def numbers(self, values: NDArray[Any], **more: Any) -> int:
        width = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}[values.shape[1]]
        entry = {"bufferView": self.view(values.tobytes()), "componentType": KINDS[values.dtype.name]}
        self.scene["accessors"].append({**entry, "count": len(values), "type": width, **more})
        return len(self.scene["accessors"]) - 1

    def content(self, **parts: Any) -> bytes:
        scene = {**self.scene, "buffers": [{"byteLength": len(self.binary)}], **parts}
        scene.setdefault("nodes", [{"mesh": 0}])
        return packed(scene, self.binary)


def packed(scene: Any, binary: bytes) -> bytes:
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    whole = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(whole)) + whole


def read(folder: Path, content: bytes) -> list[Drawn]:
    (folder / "a.glb").write_bytes(content)
    return meshes_of(folder / "a.glb")


def picture_of(folder: Path, content: bytes) -> NDArray[np.int64]:
    draw_meshes(read(folder, content), folder / "a.png", azimuth=0.0, elevation=0.0, size=256)
    with Image.open(folder / "a.png") as image:
        return np.asarray(image).astype(np.int64)


def quarters() -> bytes:
    """A PNG: red and green above blue and yellow."""
    pixels = np.zeros((64, 64, 3), np.uint8)
    pixels[:32, :32], pixels[:32, 32:], pixels[32:, :32] = (220, 20, 20), (20, 200, 20), (20, 20, 220)
    pixels[32:, 32:] = (220, 200, 20)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def textured_square(**reference: Any) -> bytes:
    file = Writer()
    attributes = {"POSITION": file.numbers(SQUARE), "TEXCOORD_0": file.numbers(SQUARE_UV)}
    primitive = {"attributes": attributes, "indices": file.numbers(SQUARE_FACES), "material": 0}
    image = {"bufferView": file.view(quarters()), "mimeType": "image/png"}
    plain = {"baseColorTexture": {"index": 0, **reference}, "metallicFactor": 0}
    return file.content(
        meshes=[{"primitives": [primitive]}],
        materials=[{"pbrMetallicRoughness": plain}],
        textures=[{"source": 0}],
        images=[image],
    )


def test_another_writers_scene_is_read_as_it_was(tmp_path: Path) -> None:
    scene = trimesh.Scene()
    for number in range(120):
        place = np.eye(4)
        place[:3, 3] = number, -number, 2 * number
        scene.add_geometry(trimesh.creation.box((1, 2, 3)), transform=place)
    scene.export(tmp_path / "a.glb")  # type: ignore[no-untyped-call]

    meshes = meshes_of(tmp_path / "a.glb")

    assert 120 == len(meshes)
    both = np.concatenate([mesh.vertices for mesh in meshes])
    assert np.allclose([both.min(axis=0), both.max(axis=0)], scene.bounds)


def test_nodes_move_what_is_below_them(tmp_path: Path) -> None:
    file = Writer()
    upwards = np.tile(np.array([[0, 0, 1]], np.float32), (3, 1))
    primitive = {"attributes": {"POSITION": file.numbers(TRIANGLE), "NORMAL": file.numbers(upwards)}}
    nodes = [
        {"children": [1], "translation": [10, 0, 0], "rotation": [0, 0, math.sqrt(0.5), math.sqrt(0.5)]},
        {"children": [2], "scale": [2, 3, -4]},
        {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]},
    ]

    (mesh,) = read(tmp_path, file.content(meshes=[{"primitives": [primitive]}], nodes=nodes))

    inner = TRIANGLE + np.array([5, 6, 7])
    scaled = inner * [2, 3, -4]
    expected = np.stack([10 - scaled[:, 1], scaled[:, 0], scaled[:, 2]], axis=1)
    assert np.allclose(expected, mesh.vertices)
    assert mesh.normals is not None
    assert np.allclose([0, 0, 1], np.abs(mesh.normals[0]))
    a, b, c = mesh.vertices[mesh.faces[0]]
    assert np.dot(np.cross(b - a, c - a), mesh.normals[0]) > 0  # mirrored, but not turned inside out


def test_only_the_scene_shown_first_is_drawn(tmp_path: Path) -> None:
    file = Writer()
    primitive = {"attributes": {"POSITION": file.numbers(TRIANGLE)}}
    nodes = [{"mesh": 0}, {"mesh": 0, "translation": [50, 0, 0]}]
    scenes = [{"nodes": [0]}, {"nodes": [1]}]

    (mesh,) = read(tmp_path, file.content(meshes=[{"primitives": [primitive]}], nodes=nodes, scenes=scenes, scene=1))

    assert np.allclose(TRIANGLE + np.array([50, 0, 0]), mesh.vertices)


@pytest.mark.parametrize(("mode", "faces"), [(5, [[0, 1, 2], [3, 2, 1]]), (6, [[0, 1, 2], [0, 2, 3]])])
def test_strips_and_fans_are_triangles(tmp_path: Path, mode: int, faces: list[list[int]]) -> None:
    file = Writer()
    primitive = {"attributes": {"POSITION": file.numbers(SQUARE)}, "mode": mode}

    (mesh,) = read(tmp_path, file.content(meshes=[{"primitives": [primitive]}]))

    assert faces == mesh.faces.tolist()


def test_numbers_may_be_normalised_and_have_exceptions(tmp_path: Path) -> None:
    file = Writer()
    indices, values = file.view(np.array([2], np.uint8).tobytes()), file.view(np.array([0, -32767, 0], "<i2").tobytes())
    sparse = {"count": 1, "indices": {"bufferView": indices, "componentType": 5121}, "values": {"bufferView": values}}
    steps = np.array([[0, 0, 0], [32767, 0, 0], [0, 32767, 0]], np.int16)
    primitive = {"attributes": {"POSITION": file.numbers(steps, normalized=True, sparse=sparse)}}

    (mesh,) = read(tmp_path, file.content(meshes=[{"primitives": [primitive]}]))

    assert np.allclose([[0, 0, 0], [1, 0, 0], [0, -1, 0]], mesh.vertices)


def test_skinned_vertices_follow_their_joints(tmp_path: Path) -> None:
    file = Writer()
    binds = np.tile(np.eye(4, dtype=np.float32).ravel(), (2, 1))
    attributes = {
        "POSITION": file.numbers(TRIANGLE),
        "JOINTS_0": file.numbers(np.array([[0, 1, 0, 0]] * 3, np.uint8)),
        "WEIGHTS_0": file.numbers(np.array([[0.25, 0.75, 0, 0]] * 3, np.float32)),
    }
    skins = [{"joints": [1, 2], "inverseBindMatrices": file.numbers(binds)}]
    nodes = [{"mesh": 0, "skin": 0}, {"translation": [4, 0, 0]}, {"translation": [8, 0, 0]}]

    (mesh,) = read(
        tmp_path, file.content(meshes=[{"primitives": [{"attributes": attributes}]}], nodes=nodes, skins=skins)
    )

    assert np.allclose(TRIANGLE + np.array([7, 0, 0]), mesh.vertices)


def test_a_texture_shows(tmp_path: Path) -> None:
    picture = picture_of(tmp_path, textured_square())

    assert [0, 1, 2] == [int(picture[y, x].argmax()) for y, x in ((85, 85), (85, 170), (170, 85))]
    assert 2 == picture[170, 170].argmin()


def test_a_texture_is_moved_turned_and_scaled_as_its_extension_says(tmp_path: Path) -> None:
    """The example of KHR_texture_transform: the lower left quarter, turned."""
    moved = {"offset": [0, 1], "rotation": math.pi / 2, "scale": [0.5, 0.5]}
    picture = picture_of(tmp_path, textured_square(extensions={"KHR_texture_transform": moved}))

    assert all(2 == picture[y, x].argmax() for y, x in ((85, 85), (85, 170), (170, 85), (170, 170)))


def test_vertex_colours_show(tmp_path: Path) -> None:
    file = Writer()
    colours = np.array([[255, 0, 0, 255]] * 2 + [[0, 0, 255, 255]] * 2, np.uint8)
    attributes = {"POSITION": file.numbers(SQUARE), "COLOR_0": file.numbers(colours, normalized=True)}
    primitive = {"attributes": attributes, "indices": file.numbers(SQUARE_FACES)}

    picture = picture_of(tmp_path, file.content(meshes=[{"primitives": [primitive]}]))

    assert [0, 2] == [int(picture[y, 128].argmax()) for y in (200, 55)]


def test_holes_in_a_masked_texture_are_holes(tmp_path: Path) -> None:
    pixels = np.full((64, 64, 4), (220, 20, 20, 255), np.uint8)
    pixels[16:48, 16:48, 3] = 0
    image = io.BytesIO()
    Image.fromarray(pixels).save(image, "PNG")
    file = Writer()
    attributes = {"POSITION": file.numbers(SQUARE), "TEXCOORD_0": file.numbers(SQUARE_UV)}
    primitive = {"attributes": attributes, "indices": file.numbers(SQUARE_FACES), "material": 0}

    picture = picture_of(
        tmp_path,
        file.content(
            meshes=[{"primitives": [primitive]}],
            materials=[{"alphaMode": "MASK", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
            textures=[{"source": 0}],
            images=[{"bufferView": file.view(image.getvalue())}],
        ),
    )

    red = picture[..., 0] - picture[..., 1] > 50
    assert red[65, 128]
    assert not red[128, 128]


def test_a_texture_that_cannot_be_read_leaves_the_surface_plain(tmp_path: Path) -> None:
    content = textured_square().replace(b"\x89PNG", b"none")

    (mesh,) = read(tmp_path, content)

    assert mesh.texture is None


def refused(folder: Path, content: bytes) -> str:
    with pytest.raises(NotMedia) as refusal:
        gathered(read(folder, content))
    return str(refusal.value)


def test_points_and_lines_alone_are_refused(tmp_path: Path) -> None:
    file = Writer()
    attributes = {"POSITION": file.numbers(SQUARE)}

    for mode in (0, 1, 2, 3):
        refused(tmp_path, file.content(meshes=[{"primitives": [{"attributes": attributes, "mode": mode}]}]))


def test_hostile_descriptions_are_refused(tmp_path: Path) -> None:
    file = Writer()
    position = file.numbers(TRIANGLE)
    meshes = [{"primitives": [{"attributes": {"POSITION": position}}]}]
    good = file.scene["accessors"][0]

    def accessor(**changes: Any) -> bytes:
        return file.content(meshes=meshes, accessors=[{**good, **changes}])

    assert "cut off" in refused(tmp_path, accessor(count=4))
    assert "too many" in refused(tmp_path, accessor(count=10**12))
    assert "cut off" in refused(tmp_path, accessor(byteOffset=10**15))
    for changes in ({"count": -3}, {"count": "3"}, {"componentType": 1}, {"type": "VEC9"}, {"bufferView": -1}):
        refused(tmp_path, accessor(**changes))
    refused(tmp_path, file.content(meshes=meshes, nodes=[{"children": [0]}]))
    refused(tmp_path, file.content(meshes=meshes, nodes=[{"mesh": 0, "matrix": [1, 2]}]))
    refused(tmp_path, file.content(meshes=meshes, nodes=[{"mesh": 0, "scale": [0, 0, 0]}]))
    refused(tmp_path, file.content(meshes=meshes, nodes=[{"mesh": 0, "translation": [float("nan"), 0, 0]}]))
    assert "other files" in refused(tmp_path, file.content(meshes=meshes, buffers=[{"uri": "/etc/passwd"}]))
    refused(tmp_path, packed([], b""))
    refused(tmp_path, b"glTF\x02\0\0\0")
    (tmp_path / "deep.json").write_text("[" * 200_000)
    refused(tmp_path, struct.pack("<4sIIII", b"glTF", 2, 0, 200_000, 0x4E4F534A) + b"[" * 200_000)


@pytest.mark.slow
def test_a_mesh_used_very_often_does_not_fill_the_memory(tmp_path: Path) -> None:
    file = Writer()
    faces = np.zeros((300_000, 1), np.uint8)
    primitive = {"attributes": {"POSITION": file.numbers(TRIANGLE)}, "indices": file.numbers(faces)}
    nodes = [{"mesh": 0} for _ in range(50_000)]

    assert "triangles" in refused(tmp_path, file.content(meshes=[{"primitives": [primitive]}], nodes=nodes))


WHOLE = textured_square()


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.tuples(st.integers(12, len(WHOLE) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_damage_anywhere_is_read_or_refused(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    damaged = bytearray(WHOLE)
    for place, value in changes:
        damaged[place] = value

    try:
        geometry = gathered(read(tmp_path, bytes(damaged)))
    except NotMedia:
        return
    assert np.isfinite(geometry.vertices).all()
    assert geometry.faces.max() < len(geometry.vertices)


SCENE = json.loads(WHOLE[20 : 20 + struct.unpack_from("<I", WHOLE, 12)[0]])
STRANGE = st.one_of(
    st.none(), st.integers(-3, 2**70), st.floats(), st.text(max_size=3), st.just([]), st.just({}), st.booleans(),
    st.lists(st.integers(-1, 3), max_size=4),
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), value=STRANGE)
def test_any_value_anywhere_in_the_description_is_read_or_refused(
    tmp_path: Path, data: st.DataObject, value: Any
) -> None:
    scene = json.loads(json.dumps(SCENE))
    here: Any = scene
    while True:
        key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
        if not (isinstance(here[key], dict | list) and here[key]) or data.draw(st.integers(0, 4)) == 0:
            break
        here = here[key]
    here[key] = value

    try:
        geometry = gathered(read(tmp_path, packed(scene, WHOLE[20 + len(json.dumps(SCENE)) + 8 :])))
    except NotMedia:
        return
    assert np.isfinite(geometry.vertices).all()
