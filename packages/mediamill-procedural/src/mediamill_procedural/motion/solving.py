"""From channels to a figure that stands on its ground: limits kept, feet reached, nothing below the floor."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter1d

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.jointing import Motion, joints_of, pelvis_turn, root_place, sole_place
from mediamill_procedural.motion.limbs import LEG_LENGTH, SOFT, ankle_place
from mediamill_procedural.motion.rotations import turned
from mediamill_procedural.motion.skeleton import OFFSETS, PLACE, RADII, SIDES
from mediamill_procedural.motion.track import TRUNK, Track

Array = NDArray[np.float64]

# Degrees that joints may turn; what an action or a manner asks beyond is not done.
LIMITS = table("motion", "body").section("limits").numbers()
STEPS_AROUND = 4  # frames before and after, over which hips go down for a far foot
GROUNDED, LIFTED = 2.0, 10.0  # cm: below, a sole must be reached; above, it need not be
FLOOR_PASSES = 7
SUNK = 0.2  # cm below the floor that are let be
HAND_LIFTED = 3.0  # cm a hand is lifted until the floor alone says where it is
_SPINE = ("Hips", "Spine", "Spine1", "Spine2", "Neck", "Head", "HeadTop_End")
HIPS_LIFT = np.array([PLACE[name] for name in (*_SPINE, "LeftLeg", "RightLeg", "LeftToeBase", "RightToeBase")])


def solve(track: Track) -> Motion:
    """All joints of a track, nothing of the body below the floor; the track's hips are moved to where they must be."""
    _within_limits(track)
    _reach_the_ground(track)
    motion = joints_of(track)
    for _ in range(FLOOR_PASSES):
        if not _rise_from_floor(track, motion):
            break
        motion = joints_of(track)
    return motion


def _within_limits(track: Track) -> None:
    for name, (least, most) in LIMITS.items():
        for channel in (name,) if name in TRUNK else (f"left_{name}", f"right_{name}"):
            track[channel] = np.clip(track[channel], least, most)


def _reach_the_ground(track: Track) -> None:
    """Lower the hips where a foot on the ground would be too far away."""
    pelvis, root = pelvis_turn(track), root_place(track)
    need = np.zeros(len(track))
    for side, joint, _ in SIDES:
        hip = root + turned(pelvis, OFFSETS[PLACE[f"{joint}UpLeg"]])
        sole = sole_place(track, side)
        ankle = ankle_place(sole, track[f"{side}_foot_yaw"], track[f"{side}_foot_pitch"])
        aside = np.linalg.norm((ankle - hip)[:, (0, 2)], axis=1)
        allowed = np.sqrt(np.maximum((LEG_LENGTH - SOFT) ** 2 - aside**2, 0.0))
        grounded = np.clip((LIFTED - sole[:, 1]) / (LIFTED - GROUNDED), 0, 1)
        need = np.maximum(need, (hip[:, 1] - ankle[:, 1] - allowed) * grounded)
    track["y"] = track["y"] - _enveloped(np.maximum(need, 0.0))


def _enveloped(need: Array) -> Array:
    """A smooth curve that is nowhere less than `need`."""
    if not need.any():
        return need
    kernel = np.hanning(2 * STEPS_AROUND + 3)[1:-1]
    around = np.pad(maximum_filter1d(need, 2 * STEPS_AROUND + 1, mode="nearest"), STEPS_AROUND, mode="edge")
    return np.asarray(np.convolve(around, kernel / kernel.sum(), "valid"))


def _rise_from_floor(track: Track, motion: Motion) -> bool:
    """Lift the hips where trunk, knees or toes would sink into the floor, then hands; whether any did."""
    low = np.minimum((motion.places[:, HIPS_LIFT, 1] - RADII[HIPS_LIFT]).min(axis=1), 0.0)
    track["y"] = track["y"] + _enveloped(-low)
    sunk = bool(low.min() < -SUNK)
    for side, joint, _ in SIDES:
        arm = [PLACE[f"{joint}{bone}"] for bone in ("ForeArm", "Hand", "Hand_End")]
        below = np.minimum((motion.places[:, arm, 1] - RADII[arm] - low[:, np.newaxis]).min(axis=1), 0.0)
        if below.min() > -SUNK:
            continue
        sunk = True
        hand = motion.places[:, arm[1]]
        weight, lifted = track[f"{side}_plant"], _enveloped(-below)
        free = np.maximum(np.clip(lifted / HAND_LIFTED, 0, 1) - weight, 0.0)
        total = np.maximum(weight + free, 1e-9)
        for number, axis in enumerate("xyz"):
            wish = hand[:, number] + (lifted if axis == "y" else 0.0)
            known = track[f"{side}_plant_{axis}"]
            track[f"{side}_plant_{axis}"] = (known * weight + wish * free) / total + (free + weight < 1e-8) * known
        track[f"{side}_plant"] = weight + free
    return sunk
