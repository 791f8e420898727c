"""What the renderer draws, judged by its pixels."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image

from mediamill.codecs import Drawn, draw_meshes
from mediamill.codecs.thumbnails.camera import fitted
from mediamill.codecs.thumbnails.geometry import gathered
from mediamill.formats import NotMedia
from tests.sampling import one_in

Pixels = NDArray[np.int64]
SIDE = 256  # pixels: half of a thumbnail's, and a quarter of the work
RED, GREY = np.array([0.8, 0.03, 0.03]), np.array([0.5, 0.5, 0.5])


def mesh(shape: trimesh.Trimesh, **look: Any) -> Drawn:
    return Drawn(np.asarray(shape.vertices), np.asarray(shape.faces), **look)


def box(*, size: float = 1.0, at: tuple[float, float, float] = (0, 0, 0), **look: Any) -> Drawn:
    return mesh(trimesh.creation.box((size, size, size)).apply_translation(at), **look)


def ball(radius: float = 1.0, **look: Any) -> Drawn:
    return mesh(trimesh.creation.icosphere(4, radius), **look)


def drawn(folder: Path, *meshes: Drawn, size: int = SIDE, **how: Any) -> Pixels:
    """The picture, (SIDE, SIDE, 3) where no other size is asked for."""
    draw_meshes(meshes, folder / "drawn.png", size=size, **how)
    with Image.open(folder / "drawn.png") as image:
        assert image.mode == "RGB"
        return np.asarray(image).astype(np.int64)


def red_part(picture: Pixels) -> NDArray[np.bool_]:
    return np.asarray(picture[..., 0] - picture[..., 1:].max(axis=2) > 60)


def test_a_red_box_is_red_large_and_in_the_middle(tmp_path: Path) -> None:
    red = red_part(drawn(tmp_path, box(colours=RED)))
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))

    assert 0.35 * SIDE < np.ptp(columns) < 0.75 * SIDE
    assert 0.35 * SIDE < np.ptp(rows) < 0.75 * SIDE
    assert abs(columns.mean() - SIDE / 2) < 6
    assert abs(rows.mean() - SIDE / 2) < 6


def test_the_backdrop_is_light_and_smooth(tmp_path: Path) -> None:
    picture = drawn(tmp_path, box(colours=RED))
    border = np.concatenate([picture[:12].reshape(-1, 3), picture[-12:].reshape(-1, 3), picture[:, :12].reshape(-1, 3)])
    steps = np.abs(np.diff(picture[:20], axis=1)).max(), np.abs(np.diff(picture[-10:], axis=1)).max()

    assert border.min() > 200
    assert np.ptp(border, axis=1).max() < 16  # nearly grey
    assert max(steps) <= 3


def test_the_side_towards_the_light_is_lighter_and_the_shadow_falls_away_from_it(tmp_path: Path) -> None:
    picture = drawn(tmp_path, box(colours=GREY)).sum(axis=2)
    left, right, top = picture[140, 80], picture[140, 185], picture[54, 125]

    assert left > 1.2 * right
    assert top > right
    floor = slice(150, 165)
    assert picture[floor, 225:235].mean() < picture[floor, 15:25].mean() - 25
    assert picture[220:225, 120:130].mean() < picture[220:225, 10:20].mean() - 10  # it stands on the floor


@pytest.mark.parametrize(("shape", "azimuth"), one_in(3, [("torus", 34.0), ("tower", -70.0), ("plate", 120.0)]))
def test_the_silhouette_is_the_projection(tmp_path: Path, shape: str, azimuth: float) -> None:
    solid = {
        "torus": trimesh.creation.torus(1.0, 0.25),
        "tower": trimesh.creation.box((1, 6, 1.5)),
        "plate": trimesh.creation.box((3, 0.2, 4)),
    }[shape]
    red = red_part(drawn(tmp_path, mesh(solid, colours=RED), azimuth=azimuth))

    geometry = gathered([mesh(solid)])
    camera = fitted(geometry.vertices, azimuth=azimuth, elevation=None)
    seen = geometry.vertices.astype(np.float64) - camera.eye
    depth = seen @ np.cross(camera.up, camera.right)
    across, upward = seen @ camera.right / depth / camera.reach, seen @ camera.up / depth / camera.reach
    corners = np.stack([(across + 1) * SIDE / 2 - 0.5, (1 - upward) * SIDE / 2 - 0.5], axis=1)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    for face in geometry.faces:
        cv2.fillConvexPoly(mask, np.round(corners[face] * 16).astype(np.int32), 1, shift=4)
    projected = mask.astype(bool)

    assert (red & projected).sum() / (red | projected).sum() > 0.96
    assert 0.6 < max(np.ptp(np.argwhere(red), axis=0)) / SIDE < 0.75


def test_edges_are_smooth(tmp_path: Path) -> None:
    picture = drawn(tmp_path, box(colours=np.array([0.01, 0.01, 0.01])))
    edge = picture[75:165, 30:50, 1]
    between = ((edge > 60) & (edge < 200)).any(axis=1)

    assert between.mean() > 0.5  # most rows cross the edge in a mixed pixel; without smoothing none would


def test_a_texture_lies_as_its_uv_says(tmp_path: Path) -> None:
    texture = np.zeros((256, 256, 3), np.uint8)
    texture[:128, :128], texture[:128, 128:] = (220, 20, 20), (20, 200, 20)
    texture[128:, :128], texture[128:, 128:] = (20, 20, 220), (220, 200, 20)
    wall = Drawn(
        vertices=np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float64),
        faces=np.array([[0, 1, 2], [0, 2, 3]]),
        uv=np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float64),
        texture=texture,
    )

    picture = drawn(tmp_path, wall, azimuth=0.0, elevation=0.0)

    upper_left, upper_right, lower_left, lower_right = (
        picture[y, x] for y, x in ((85, 85), (85, 170), (170, 85), (170, 170))
    )
    assert upper_left.argmax() == 0
    assert upper_right.argmax() == 1
    assert lower_left.argmax() == 2
    assert lower_right.argmin() == 2
    assert lower_right[:2].min() > 120


def test_vertex_colours_and_face_colours_show(tmp_path: Path) -> None:
    shape = trimesh.creation.icosphere(4)
    by_height = np.where(shape.vertices[:, 1:2] > 0, [[0.02, 0.6, 0.02]], [[0.02, 0.02, 0.7]])
    by_face = np.where(shape.triangles_center[:, 1:2] > 0, [[0.02, 0.6, 0.02]], [[0.02, 0.02, 0.7]])

    for picture in (
        drawn(tmp_path, mesh(shape, colours=by_height)),
        drawn(tmp_path, mesh(shape, face_colours=by_face)),
    ):
        assert picture[75, 128].argmax() == 1
        assert picture[175, 128].argmax() == 2


def test_through_glass_one_sees_what_is_behind(tmp_path: Path) -> None:
    inner = box(size=0.8, colours=RED)
    shell = box(size=2.0, colours=np.array([0.9, 0.95, 1.0, 0.15]), roughness=0.05)
    solid = box(size=2.0, colours=np.array([0.9, 0.95, 1.0, 1.0]), roughness=0.05)

    assert red_part(drawn(tmp_path, inner, shell)).sum() > 1_250
    assert not red_part(drawn(tmp_path, inner, solid)).any()


@pytest.mark.slow
def test_metal_mirrors_the_room_and_lamps_shine(tmp_path: Path) -> None:
    chrome = drawn(tmp_path, ball(colours=np.array([0.9, 0.9, 0.9]), metallic=1.0, roughness=0.1))
    plaster = drawn(tmp_path, ball(colours=np.array([0.9, 0.9, 0.9]), roughness=0.9))
    lamp = drawn(tmp_path, ball(colours=np.array([0.1, 0.1, 0.1]), emissive=(1.0, 0.8, 0.1)))
    inside = np.s_[80:175, 85:170]

    assert chrome[inside].std() > 1.4 * plaster[inside].std()
    assert lamp[inside][..., 0].min() > 200
    assert lamp[inside][..., 2].mean() < 190


def test_a_hollow_between_blocks_is_darker(tmp_path: Path) -> None:
    alone = drawn(tmp_path, box(at=(0, 0.5, 0), colours=GREY), mesh(trimesh.creation.box((4, 0.1, 4)), colours=GREY))
    ground = alone[..., 1]

    assert ground[150:165, 165:175].mean() < ground[150:165, 45:55].mean() - 25


@pytest.mark.parametrize("scale", one_in(3, [1e-12, 1e-3, 1e9, 1e25]))
def test_any_scale_and_place_gives_the_same_picture(tmp_path: Path, scale: float) -> None:
    plain = drawn(tmp_path, box(colours=RED), size=160)
    shape = trimesh.creation.box((1, 1, 1))
    moved = Drawn((shape.vertices + np.array([3, -7, 2])) * scale, shape.faces, colours=RED)

    assert np.abs(plain - drawn(tmp_path, moved, size=160)).mean() < 0.5


@pytest.mark.slow
def test_a_floor_below_shows_that_something_is_in_the_air(tmp_path: Path) -> None:
    standing = drawn(tmp_path, ball(colours=GREY)).sum(axis=2)
    flying = drawn(tmp_path, ball(colours=GREY), ground=-1.8).sum(axis=2)

    assert flying[222:226, 123:133].mean() > standing[222:226, 123:133].mean() + 15


def test_damaged_triangles_are_left_out(tmp_path: Path) -> None:
    good = trimesh.creation.box((1, 1, 1))
    vertices = np.concatenate([good.vertices, [[np.nan, 0, 0], [np.inf, 1, 1], [1e38, 0, 0], [5e300, 0, 0]]])
    bad = [[0, 1, 8], [0, 1, 9], [2, 3, 10], [2, 3, 11], [1, 1, 2], [0, 1, 99], [-1, 0, 2]]
    mixed = Drawn(vertices, np.concatenate([good.faces, bad]), colours=RED)

    assert np.array_equal(drawn(tmp_path, box(colours=RED), size=160), drawn(tmp_path, mixed, size=160))


@pytest.mark.parametrize(
    "hopeless",
    [
        Drawn(np.zeros((0, 3)), np.zeros((0, 3), int)),
        Drawn(np.zeros((3, 3)), np.array([[0, 1, 2]])),
        Drawn(np.full((3, 3), np.nan), np.array([[0, 1, 2]])),
        Drawn(np.eye(3), np.array([[0, 1, 7]])),
    ],
)
def test_what_has_no_triangles_is_refused(tmp_path: Path, hopeless: Drawn) -> None:
    with pytest.raises(NotMedia):
        draw_meshes([hopeless], tmp_path / "a.webp")
    with pytest.raises(NotMedia):
        draw_meshes([], tmp_path / "a.webp")
    assert not list(tmp_path.iterdir())


def test_sharp_edges_stay_sharp_and_round_sides_round_without_normals(tmp_path: Path) -> None:
    tin = trimesh.creation.cylinder(0.5, 1.0, sections=24)
    upright = Drawn(tin.vertices[:, [1, 2, 0]], tin.faces, colours=GREY)
    picture = drawn(tmp_path, upright, size=512)[..., 1]
    steps = np.abs(np.diff(picture[280, 170:345]))

    assert steps.max() <= 6  # no facets
    assert np.ptp(picture[280, 170:345]) > 30
    assert np.abs(np.diff(picture[90:180, 256])).max() > 15  # the rim is an edge


@pytest.mark.slow
def test_a_million_and_more_triangles_are_drawn(tmp_path: Path) -> None:
    fine = trimesh.creation.icosphere(8)
    red = red_part(drawn(tmp_path, mesh(fine, colours=np.tile(RED, (len(fine.vertices), 1)))))

    assert len(fine.faces) > 1_000_000
    assert 0.85 < red.sum() / (np.pi * (0.35 * SIDE) ** 2) < 1.1
