"""Motions of the 22 joints that bodies of the SMPL family share, as AMASS and Kimodo write them."""

import tomllib
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.animation import Animation, Skeleton, world_of
from mediamill.codecs.motions.bounds import check_size, frame_times
from mediamill.codecs.motions.fields import MotionFields
from mediamill.codecs.motions.turning import Z_UP_TO_Y_UP, from_axis_angles, from_matrices
from mediamill.formats import NotMedia

Array = NDArray[np.float64]

JOINTS = 22
WIDTHS = (
    66,
    72,
    156,
    165,
)  # of a pose: these joints, SMPL's, SMPL-H's, SMPL-X's; those behind the first 22 are hands and face
KIMODO_RATE = 30.0
UNEVEN = 0.01  # metres: by so much a bone's length may change
CM_PER_METRE = 100.0
# Names of the same thing: AMASS's, those of its later files, smplx's.
POSES = (("poses",), ("root_orient", "pose_body"), ("global_orient", "body_pose"))
TRANSLATIONS = ("trans", "transl")
RATES = ("mocap_framerate", "mocap_frame_rate", "fps")


@cache
def smpl22() -> Skeleton:
    """The joints at rest, in centimetres."""
    table = tomllib.loads(files("mediamill.codecs.motions").joinpath("smpl.toml").read_text())["joints"]
    names = [row["name"] for row in table]
    parents = [names.index(row["parent"]) if row["parent"] else -1 for row in table]
    offsets = np.array([row["offset"] for row in table]) * CM_PER_METRE
    return Skeleton(tuple(names), tuple(parents), offsets)


def is_poses(told: MotionFields) -> bool:
    """Whether it has the fields of AMASS."""
    return any(all(name in told for name in names) for names in POSES)


def from_poses(told: MotionFields) -> Animation:
    """Axis-angles of joints and the pelvis's translation, as SMPL adds it to where the pelvis rests.

    Where the file does not tell, up is the axis along which the body stands for most of the time.
    """
    names = next(names for names in POSES if all(name in told for name in names))
    rate = told.number(next(name for name in RATES if name in told))
    poses = np.concatenate([_rows(told.numbers(name)) for name in names], axis=1)
    check_size(JOINTS, len(poses), rate)
    if poses.shape[1] not in WIDTHS:
        raise NotMedia(reason="its poses are of another body than SMPL's")
    turns = from_axis_angles(poses[:, : 3 * JOINTS].reshape(-1, JOINTS, 3))
    moved = [_rows(told.numbers(name)) for name in TRANSLATIONS if name in told]
    place = smpl22().offsets[0] + (moved[0] * CM_PER_METRE if moved else np.zeros((len(poses), 3)))
    stands = turns[:, 0, :, 1].mean(axis=0)  # where the pelvis's own up is in the room
    if told.text("up", "z" if stands[2] > abs(stands[1]) else "y") == "z":
        turns[:, 0], place = Z_UP_TO_Y_UP @ turns[:, 0], place @ Z_UP_TO_Y_UP.T
    return Animation(smpl22(), frame_times(len(poses), rate), turns, {0: place}, rate)


def is_kimodo(told: MotionFields) -> bool:
    """Whether it has the fields of Kimodo's own files."""
    return "local_rot_mats" in told and "posed_joints" in told


def from_kimodo(told: MotionFields) -> Animation:
    """Rotations of joints and their places in the room, from which the bones are; of the body with 22 joints alone."""
    matrices, posed = told.numbers("local_rot_mats"), told.numbers("posed_joints") * CM_PER_METRE
    rate = told.number("fps") if "fps" in told else KIMODO_RATE
    check_size(JOINTS, len(matrices), rate)
    if matrices.shape[1:] != (JOINTS, 3, 3) or posed.shape != matrices.shape[:-1]:
        raise NotMedia(reason="its skeleton is not told: of Kimodo's, only SMPL-X's is known")
    turns, parents = from_matrices(matrices), smpl22().parents
    in_room, _ = world_of(parents, np.zeros((JOINTS, 3)), turns)
    offsets = np.zeros((JOINTS, 3))
    for joint, parent in enumerate(parents):
        if parent >= 0:
            bones = np.einsum("fji,fj->fi", in_room[:, parent], posed[:, joint] - posed[:, parent])
            offsets[joint] = bones.mean(axis=0)
            if not np.ptp(bones, axis=0).max() <= UNEVEN * CM_PER_METRE:
                raise NotMedia(reason="its bones change their lengths")
    offsets[0] = posed[0, 0]
    skeleton = Skeleton(smpl22().names, parents, offsets)
    return Animation(skeleton, frame_times(len(turns), rate), turns, {0: posed[:, 0]}, rate)


def _rows(numbers: Array) -> Array:
    """(frames, …) as (frames, numbers)."""
    if numbers.ndim < 2:
        raise ValueError("no frames")
    return numbers.reshape(len(numbers), -1)
