"""Objects in OBJ, judged by trimesh; what is no object is said to be none."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from mediamill.codecs import Node, Tags, read_obj, write_glb
from mediamill.formats import NotMedia
from tests.codecs.gltf_judge import bounds, judge

PAINTED = """# a pyramid, as programs write them
mtllib paint.mtl
o pyramid
v 0 0 0 1 0 0
v 1 0 0 0 1 0
v 1 0 1 0 0 1
v 0 0 1 0.5 0.5 0.5
v 0.5 1 0.5 1 1 1

vt 0 0
usemtl stone
s off
f 1/1/1 2/1/1 3/1/1 4/1/1
f 1 5 2
f -4 5 3
f 3//1 5//1 4//1
f 4 5 1
"""


def read(folder: Path, text: str) -> Path:
    path = folder / "object.obj"
    path.write_text(text)
    return path


def test_a_painted_object_keeps_its_colours(tmp_path: Path) -> None:
    surface = read_obj(read(tmp_path, PAINTED))
    write_glb([Node("pyramid", (surface,))], tmp_path / "object.glb", tags=Tags("pyramid", {}))

    (part,) = judge(tmp_path / "object.glb")
    seen = next(iter(trimesh.load_scene(tmp_path / "object.glb", process=False).geometry.values()))

    assert len(surface.faces) == 6
    np.testing.assert_allclose(bounds([part]), [[0, 0, 0], [1, 1, 1]])
    assert surface.colors is not None
    np.testing.assert_allclose(surface.colors[:3], np.eye(3), atol=1e-6)
    np.testing.assert_allclose(surface.colors[3], 0.214, atol=1e-3)
    painted = seen.visual.vertex_attributes["color"][:3, :3]
    np.testing.assert_array_equal(painted, np.eye(3))


def test_an_object_is_what_another_program_wrote(tmp_path: Path) -> None:
    ball = trimesh.creation.icosphere(2)
    ball.export(tmp_path / "ball.obj", include_color=False)
    surface = read_obj(tmp_path / "ball.obj")

    np.testing.assert_allclose(np.sort(surface.vertices, axis=0), np.sort(ball.vertices, axis=0), atol=1e-6)
    unit = surface.normals / np.linalg.norm(surface.normals, axis=1, keepdims=True)
    np.testing.assert_allclose(unit, surface.vertices, atol=0.03)  # on a ball they point outwards
    assert surface.colors is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!doctype html><title>502</title>",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\n",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -9\n",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf\n",
        "v 0 0\nv 1 0\nv 0 1\nf 1 2 3\n",
        "v 0 0 0\nv 1 0 0 1 1 1\nv 0 1 0\nf 1 2 3\n",
        "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "v 0 0 1e99\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "v a b c\n",
    ],
)
def test_what_is_no_object_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotMedia):
        read_obj(read(tmp_path, text))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "object.obj"
    path.write_bytes(b"v 0 0 0\n\xff\xfe")

    with pytest.raises(NotMedia):
        read_obj(path)
