"""Motions of others become FBX in which two readers that know nothing of us see every joint where it was."""

import re
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.interpolate import CubicHermiteSpline
from scipy.spatial.transform import Rotation, Slerp

from mediamill.codecs import Animation, MotionFormat, NotMedia, motion_facts, read_motion, thumbnail_of, write_fbx
from mediamill.codecs.animation import world_of
from mediamill.codecs.motions.smpl import smpl22
from tests.codecs.fbx_readers import NEEDS_UFBX, Reading, read_by_three, read_by_ufbx
from tests.codecs.motion_sources import (
    BLENDER,
    FRAMES,
    NAMES,
    OFFSETS,
    RATE,
    Channel,
    Movement,
    as_json,
    as_npz,
    bvh,
    glb,
    glb_channels,
    glb_nodes,
    movement,
    rotations,
    skinned_glb,
)
from tests.places import REPOSITORY

Array = NDArray[np.float64]
Read = Callable[[Path, Sequence[float]], Reading]

READERS = [pytest.param(read_by_ufbx, marks=NEEDS_UFBX, id="ufbx"), pytest.param(read_by_three, id="three.js")]
APART_MOST = 0.03  # cm; keys are 32-bit floats, a BVH has six digits
BETWEEN_MOST = 0.6  # cm, half-way from frame to frame, where angles go straight and not the shortest way
FORMS = {
    "skinned GLB": (skinned_glb, MotionFormat.GLB),
    "GLB of nodes": (lambda moved: glb(glb_nodes(moved), glb_channels(moved)), MotionFormat.GLB),
    "BVH": (bvh, MotionFormat.BVH),
    "JSON": (lambda moved: as_json(rotations(moved)), MotionFormat.ROTATIONS),
    "NPZ": (lambda moved: as_npz(rotations(moved, "six_d")), MotionFormat.ROTATIONS),
}


def read(folder: Path, content: bytes) -> tuple[Animation, MotionFormat]:
    path = folder / "motion.bin"
    path.write_bytes(content)
    return read_motion(path)


def seen(animation: Animation) -> dict[str, Array]:
    """Where an animation has its joints, (frames, 3) in centimetres."""
    offsets = np.repeat(animation.skeleton.offsets[np.newaxis], len(animation.times), axis=0)
    for joint, places in animation.places.items():
        offsets[:, joint] = places
    _, places = world_of(animation.skeleton.parents, offsets, animation.turns)
    return {name: places[:, joint] for joint, name in enumerate(animation.skeleton.names)}


def agree(found: dict[str, Array], expected: dict[str, Array], most: float = APART_MOST) -> None:
    for name, places in expected.items():
        assert np.abs(found[name] - places).max() < most, name


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("form", FORMS)
def test_two_readers_see_the_joints_of_the_source(tmp_path: Path, form: str, reader: Read) -> None:
    write, told = FORMS[form]
    moved = movement()
    animation, source = read(tmp_path, write(moved))
    path = tmp_path / "motion.fbx"
    write_fbx(animation, path, facts={"generation": "gen_ada"})

    frames = [0, 1, 7, 15, 22, 29, 30]
    reading = reader(path, [float(moved.times[frame]) for frame in frames])

    assert source is told
    agree(reading.places, {name: places[frames] for name, places in moved.places().items()})
    assert reading.facts["seconds"] == pytest.approx(1.0, abs=1e-3)
    assert reading.facts["warnings"] == 0


@pytest.mark.parametrize("reader", READERS)
def test_between_frames_joints_are_on_their_way(tmp_path: Path, reader: Read) -> None:
    moved = movement()
    animation, _ = read(tmp_path, bvh(moved))
    path = tmp_path / "motion.fbx"
    write_fbx(animation, path, facts={})
    finer = movement(2 * FRAMES - 1, 2 * RATE)
    halves = finer.times[1::2]
    fine = {name: places[1::2] for name, places in finer.places().items()}

    agree(reader(path, halves.tolist()).places, fine, BETWEEN_MOST)


def test_the_file_says_of_itself_what_the_source_was(tmp_path: Path) -> None:
    animation, _ = read(tmp_path, bvh(movement()))
    path = tmp_path / "motion.fbx"
    write_fbx(animation, path, facts={})

    facts = motion_facts(path)

    assert facts is not None
    assert facts.seconds == pytest.approx(1.0)
    assert (facts.rate, facts.joints, facts.keys) == (30.0, 9, 31)


@pytest.mark.parametrize(("rate", "told"), [(24.0, 24.0), (29.97, 29.97), (120.0, 120.0)])
def test_the_frames_of_the_source_are_kept(tmp_path: Path, rate: float, told: float) -> None:
    moved = movement()
    content = bvh(moved).replace(f"Frame Time: {1 / RATE:.6f}".encode(), f"Frame Time: {1 / rate:.7f}".encode())
    animation, _ = read(tmp_path, content)
    write_fbx(animation, tmp_path / "motion.fbx", facts={})

    facts = motion_facts(tmp_path / "motion.fbx")

    assert facts is not None
    assert facts.rate == pytest.approx(told, abs=1e-3)
    assert facts.seconds == pytest.approx(30 / rate, abs=1e-4)
    assert facts.keys == 31


def test_a_skeleton_that_came_as_another_file_has_a_thumbnail(tmp_path: Path) -> None:
    animation, _ = read(tmp_path, skinned_glb(movement()))
    path = tmp_path / "motion.fbx"
    write_fbx(animation, path, facts={})

    assert thumbnail_of(path, tmp_path) == tmp_path / "thumbnail.webp"


# --- GLB


def test_keys_where_they_like_and_every_interpolation(tmp_path: Path) -> None:
    keys = np.array([0.2, 0.5, 1.1])
    hips, into, out = np.random.default_rng(7).normal(size=(3, 3, 3))
    turns = Rotation.from_euler("xyz", [[0, 0, 0], [100, 20, 0], [-60, 0, 150]], degrees=True)
    arm = Rotation.from_euler("z", [[0], [45], [90]], degrees=True)
    spline = np.stack([into, hips, out], axis=1).reshape(9, 3)
    channels = [
        Channel(1, "translation", keys, spline, "CUBICSPLINE"),
        Channel(2, "rotation", keys, turns.as_quat() * [[1], [-1], [1]]),
        Channel(4, "rotation", keys, arm.as_quat(), "STEP"),
    ]
    animation, _ = read(tmp_path, glb(glb_nodes(movement()), channels))

    found = seen(animation)

    times = animation.times
    assert times[-1] == pytest.approx(1.1)
    assert np.diff(times)[:-1] == pytest.approx(1 / RATE)
    clipped = np.clip(times, keys[0], keys[-1])
    expected_hips = BLENDER.apply(hermite(keys, hips, into, out, clipped))
    spine = Slerp(keys, turns)(clipped)
    elbow = arm[np.clip(np.searchsorted(keys, times + 1e-9, side="right") - 1, 0, 2)]
    at_spine = expected_hips + np.repeat(OFFSETS[1:2], len(times), axis=0)
    at_arm = at_spine + spine.apply(OFFSETS[3])
    agree(found, {"Hips": expected_hips, "Spine": at_spine, "LeftArm": at_arm}, 1e-4)
    agree(found, {"LeftHand": at_arm + (spine * elbow).apply(OFFSETS[4])}, 1e-4)


def hermite(keys: Array, values: Array, into: Array, out: Array, times: Array) -> Array:
    """Piece by piece, for scipy has one tangent for each key and glTF two."""
    rows = []
    for time in times:
        first = min(int(np.searchsorted(keys, time, side="right")) - 1, len(keys) - 2)
        pair = slice(first, first + 2)
        rows.append(CubicHermiteSpline(keys[pair], values[pair], np.stack([out[first], into[first + 1]]))(time))
    return np.array(rows)


def test_scales_and_nodes_between_joints_are_worked_into_places(tmp_path: Path) -> None:
    """A hand that is pulled away by a growing node between it and the arm."""
    keys = np.array([0.0, 1.0])
    nodes = [
        {"name": "Hips", "children": [1], "translation": [0, 1, 0]},
        {"name": "Stretch", "children": [2], "scale": [1, 1, 1]},
        {"name": "Hand", "translation": [0.5, 0, 0]},
    ]
    channels = [
        Channel(1, "scale", keys, np.array([[1, 1, 1], [3, 1, 1]])),
        Channel(0, "rotation", keys, Rotation.from_euler("y", [[0], [90]], degrees=True).as_quat()),
    ]
    animation, _ = read(tmp_path, glb(nodes, channels, skins=[{"joints": [0, 2]}]))

    assert animation.skeleton.names == ("Hips", "Hand")
    assert seen(animation)["Hand"][[0, -1]] == pytest.approx(np.array([[50, 100, 0], [0, 100, -150]]), abs=1e-3)


def test_of_several_animations_the_first_is_taken(tmp_path: Path) -> None:
    moved = movement()
    other = glb_channels(movement(60))

    animation, _ = read(tmp_path, glb(glb_nodes(moved), glb_channels(moved), other))

    assert animation.seconds == pytest.approx(1.0)
    agree(seen(animation), moved.places())


# --- BVH


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("XYZ")])
def test_channels_of_a_bvh_come_in_any_order(tmp_path: Path, order: str) -> None:
    moved = movement()

    animation, _ = read(tmp_path, bvh(moved, dict.fromkeys(NAMES[::2], order)))

    agree(seen(animation), moved.places())


def test_a_bvh_in_metres_is_known_by_its_size(tmp_path: Path) -> None:
    moved = movement()

    agree(seen(read(tmp_path, bvh(moved, unit=100.0))[0]), moved.places())


def test_ends_have_names_of_their_own(tmp_path: Path) -> None:
    animation, _ = read(tmp_path, bvh(movement()).replace(b"LeftHand", b"Head"))

    assert animation.skeleton.names == (
        "Hips", "Spine", "Head", "Head_End", "LeftArm", "Head_2", "Head_End_2", "RightLeg", "RightLeg_End",
    )  # fmt: skip


# --- rotations


@pytest.mark.parametrize("rotation", ["quaternion", "quaternion_wxyz", "axis_angle", "six_d"])
@pytest.mark.parametrize("write", [as_json, as_npz])
def test_rotations_in_every_form(tmp_path: Path, rotation: str, write: Callable[[object], bytes]) -> None:
    moved = movement()

    agree(seen(read(tmp_path, write(rotations(moved, rotation)))[0]), moved.places(), 1e-3)


def test_the_example_of_the_page_is_read(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "engines.md").read_text()
    (example,) = [block for block in re.findall(r"```json\n(.*?)```", page, re.S) if '"rotations"' in block]

    animation, _ = read(tmp_path, example.encode())

    assert animation.skeleton.names == ("Hips", "Spine")
    assert seen(animation)["Spine"] == pytest.approx(np.array([[0, 121, 0], [0, 122, 2]]))


def test_the_skeleton_of_smpl_is_known_by_its_name(tmp_path: Path) -> None:
    turns, pelvis = smpl_turns(12), np.linspace([0, 0.95, 0], [0.3, 0.9, 0.04], 12)
    told = np.stack([turn.as_quat() for turn in turns], axis=1)
    fields = {"fps": 20, "skeleton": "smpl22", "rotation": "quaternion", "rotations": told, "root": pelvis}

    animation, _ = read(tmp_path, as_json(fields))

    agree(seen(animation), smpl_places(turns, pelvis * 100), 1e-3)


@pytest.mark.parametrize("names", [("root_orient", "pose_body", "trans"), ("global_orient", "body_pose", "transl")])
def test_poses_in_two_parts(tmp_path: Path, names: tuple[str, str, str]) -> None:
    turns, moved = smpl_turns(20), np.linspace([0, 0.9, 0], [1, 1.0, 2], 20)
    told = np.concatenate([turn.as_rotvec() for turn in turns], axis=1)
    fields = dict(zip(names, (told[:, :3], told[:, 3:], moved), strict=True))

    animation, _ = read(tmp_path, as_npz({**fields, "mocap_frame_rate": 30}))

    agree(seen(animation), smpl_places(turns, moved * 100 + smpl22().offsets[0]), 1e-3)


def test_a_kimodo_file_of_an_unknown_skeleton_is_refused(tmp_path: Path) -> None:
    fields = {"local_rot_mats": np.tile(np.eye(3), (12, 77, 1, 1)), "posed_joints": np.zeros((12, 77, 3))}

    with pytest.raises(NotMedia, match="only SMPL-X's is known"):
        read(tmp_path, as_npz(fields))


def test_centimetres_and_a_room_with_z_up(tmp_path: Path) -> None:
    moved = movement()
    stood = Rotation.from_euler("x", 90, degrees=True)  # Y up to Z up
    in_z_up = Movement((stood * moved.turns[0], *moved.turns[1:]), stood.apply(moved.hips))
    fields = rotations(in_z_up, unit="cm", up="z", offsets=OFFSETS, root=in_z_up.hips)

    agree(seen(read(tmp_path, as_json(fields))[0]), moved.places(), 1e-3)


def smpl_places(turns: list[Rotation], pelvis: Array) -> dict[str, Array]:
    skeleton = smpl22()
    in_room, found = list(turns), [pelvis]
    for joint, parent in enumerate(skeleton.parents[1:], start=1):
        in_room[joint] = in_room[parent] * turns[joint]
        found.append(found[parent] + in_room[parent].apply(skeleton.offsets[joint]))
    return dict(zip(skeleton.names, found, strict=True))


def smpl_turns(frames: int, seed: int = 7) -> list[Rotation]:
    angles = np.random.default_rng(seed).normal(scale=0.4, size=(22, frames, 3))
    return [Rotation.from_rotvec(one) for one in angles]


@pytest.mark.parametrize("width", [66, 72, 156, 165])
@pytest.mark.parametrize("z_up", [False, True])
def test_poses_of_smpl_as_amass_has_them(tmp_path: Path, width: int, z_up: bool) -> None:
    turns, moved = smpl_turns(20), np.linspace([0, 0.9, 0], [1, 1.0, 2], 20)
    stood = Rotation.from_euler("x", 90 if z_up else 0, degrees=True)
    told = np.concatenate([turn.as_rotvec() for turn in [stood * turns[0], *turns[1:]]], axis=1)
    rest = smpl22().offsets[0] / 100
    poses = np.concatenate([told, np.full((20, width - 66), 0.3)], axis=1)
    fields = {"poses": poses, "trans": stood.apply(moved + rest) - rest, "mocap_framerate": 20.0, "gender": "neutral"}

    animation, _ = read(tmp_path, as_npz({**fields, "betas": np.zeros(16)}))

    assert animation.rate == 20.0
    agree(seen(animation), smpl_places(turns, (moved + rest) * 100), 1e-3)


def test_a_motion_as_kimodo_writes_it(tmp_path: Path) -> None:
    turns, pelvis = smpl_turns(12), np.linspace([0, 95.0, 0], [30, 90, 4], 12)
    places = smpl_places(turns, pelvis)
    fields = {
        "local_rot_mats": np.stack([turn.as_matrix() for turn in turns], axis=1).astype(np.float32),
        "posed_joints": (np.stack(list(places.values()), axis=1) / 100).astype(np.float32),
        "root_positions": pelvis / 100,
        "foot_contacts": np.zeros((12, 4), bool),
    }

    animation, _ = read(tmp_path, as_npz(fields))

    assert animation.rate == 30.0
    agree(seen(animation), places)
