"""Motions as rotations of joints, in JSON or NPZ: a small form of our own, AMASS's of SMPL bodies, Kimodo's.

Our own, all arrays by frame, then by joint:
- `fps`: frames per second;
- `joints`, `parents`, `offsets`: names, the index of each one's parent (-1 for none, parents first), and where it is
  seen from that; or `skeleton` = "smpl22";
- `rotations`: seen from the parent; `rotation` says as what: "quaternion" (x, y, z, w), "quaternion_wxyz", "axis_angle"
  (radians), or "six_d", the first two columns of the matrix, one behind the other;
- `root`: where the first joint is; without it, it stays at its offset;
- `unit`: "m", as without it, or "cm"; `up`: "y", as without it, or "z".
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.animation import Animation, Skeleton
from mediamill.codecs.motions.bounds import check_size, checked, frame_times, ordered, plain_names
from mediamill.codecs.motions.fields import DAMAGE, MotionFields, read_fields
from mediamill.codecs.motions.smpl import from_kimodo, from_poses, is_kimodo, is_poses, smpl22
from mediamill.codecs.motions.turning import Z_UP_TO_Y_UP, from_axis_angles, from_quaternions, from_six_numbers
from mediamill.formats import NotMedia

Array = NDArray[np.float64]

UNITS = {"m": 100.0, "cm": 1.0}  # centimetres
UPS = ("y", "z")
ROTATIONS: Mapping[str, tuple[int, Callable[[Array], Array]]] = {  # numbers of one, and how they are read
    "quaternion": (4, from_quaternions),
    "quaternion_wxyz": (4, lambda numbers: from_quaternions(np.roll(numbers, -1, axis=-1))),
    "axis_angle": (3, from_axis_angles),
    "six_d": (6, from_six_numbers),
}


def read_rotations(path: Path) -> Animation:
    """The motion that the file tells in one of these forms. Raises NotMedia."""
    try:
        with np.errstate(all="ignore"):
            told = read_fields(path)
            if is_poses(told):
                return checked(from_poses(told))
            return checked(from_kimodo(told) if is_kimodo(told) else _own(told))
    except (*DAMAGE, StopIteration) as error:
        raise NotMedia(reason="it is no motion in rotations of joints") from error


def _own(told: MotionFields) -> Animation:
    width, read = ROTATIONS[told.text("rotation", "")]
    unit, up = UNITS[told.text("unit", "m")], UPS.index(told.text("up", "y"))
    rotations, rate = told.numbers("rotations"), told.number("fps")
    if rotations.ndim != 3 or rotations.shape[2] != width:
        raise ValueError("not one rotation for each joint of each frame")
    frames, joints, _ = rotations.shape
    check_size(joints, frames, rate)
    skeleton = _skeleton(told, unit)
    if len(skeleton.names) != joints:
        raise ValueError("not one rotation for each joint of each frame")
    turns, places = read(rotations), dict[int, Array]()
    if "root" in told:
        places[0] = told.numbers("root").reshape(frames, 3) * unit
    return (
        _upright(Animation(skeleton, frame_times(frames, rate), turns, places, rate))
        if up
        else Animation(skeleton, frame_times(frames, rate), turns, places, rate)
    )


def _skeleton(told: MotionFields, unit: float) -> Skeleton:
    if "joints" not in told:
        if told.text("skeleton", "") != "smpl22":
            raise ValueError("no skeleton")
        return smpl22()
    names, parents, offsets = told.texts("joints"), told.numbers("parents"), told.numbers("offsets")
    if parents.shape != (len(names),) or offsets.shape != (len(names), 3):
        raise ValueError("not one parent and offset for each joint")
    above = [int(parent) for parent in parents]
    ordered(above)
    return Skeleton(plain_names(names), tuple(above), offsets * unit)


def _upright(animation: Animation) -> Animation:
    """The same in a room where Y is up: its roots are turned."""
    skeleton, roots = animation.skeleton, [j for j, parent in enumerate(animation.skeleton.parents) if parent < 0]
    offsets, rest, turns = skeleton.offsets.copy(), skeleton.rest_turns.copy(), animation.turns.copy()
    offsets[roots] = offsets[roots] @ Z_UP_TO_Y_UP.T
    rest[roots], turns[:, roots] = Z_UP_TO_Y_UP @ rest[roots], Z_UP_TO_Y_UP @ turns[:, roots]
    places = {joint: place @ Z_UP_TO_Y_UP.T for joint, place in animation.places.items()}
    return Animation(
        Skeleton(skeleton.names, skeleton.parents, offsets, rest), animation.times, turns, places, animation.rate
    )
