"""The figure's bones: common humanoid names, offsets in centimetres, standing in a T with the palms down.

Y is up, the figure looks along +Z, its left is +X.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

HIPS_HEIGHT = 96.0  # cm, standing straight
ANKLE_HEIGHT = 9.0  # of the ankle above the sole
HIP_HALF_WIDTH = 9.0
THIGH, SHANK = 43.0, 42.0  # lengths
UPPER_ARM, FOREARM = 28.0, 25.0
BALL_AHEAD = 14.0  # of the ankle: the heel rises over the ball of the foot
BALL_HEIGHT = 2.5
HEEL_BEHIND = 5.0  # of the ankle: the toes rise over the heel
SIDES = (("left", "Left", 1.0), ("right", "Right", -1.0))  # prefix of channels, prefix of joints, sign of x


@dataclass(frozen=True, slots=True)
class Joint:
    """One bone's beginning; `offset` is seen from its parent, `radius` is the flesh around it, both in cm."""

    name: str
    parent: int
    offset: tuple[float, float, float]
    radius: float


def _joints() -> tuple[Joint, ...]:
    rows: list[tuple[str, str, tuple[float, float, float], float]] = [
        ("Hips", "", (0.0, HIPS_HEIGHT, 0.0), 12.8),
        ("Spine", "Hips", (0.0, 10.0, 0.0), 10.0),
        ("Spine1", "Spine", (0.0, 12.0, 0.0), 10.0),
        ("Spine2", "Spine1", (0.0, 13.0, 0.0), 11.0),
        ("Neck", "Spine2", (0.0, 16.0, -1.0), 6.0),
        ("Head", "Neck", (0.0, 8.0, 1.0), 8.0),
        ("HeadTop_End", "Head", (0.0, 21.0, 1.0), 5.0),
    ]
    for _, side, sign in SIDES:
        rows += [
            (f"{side}Shoulder", "Spine2", (4.5 * sign, 12.0, -1.0), 6.0),
            (f"{side}Arm", f"{side}Shoulder", (12.5 * sign, -1.0, 0.0), 5.5),
            (f"{side}ForeArm", f"{side}Arm", (UPPER_ARM * sign, 0.0, 0.0), 4.2),
            (f"{side}Hand", f"{side}ForeArm", (FOREARM * sign, 0.0, 0.0), 3.0),
            (f"{side}Hand_End", f"{side}Hand", (17.0 * sign, 0.0, 0.0), 3.0),
        ]
    for _, side, sign in SIDES:
        rows += [
            (f"{side}UpLeg", "Hips", (HIP_HALF_WIDTH * sign, -2.0, 0.0), 8.5),
            (f"{side}Leg", f"{side}UpLeg", (0.0, -THIGH, 0.0), 5.8),
            (f"{side}Foot", f"{side}Leg", (0.0, -SHANK, 0.0), 4.0),
            (f"{side}ToeBase", f"{side}Foot", (0.0, BALL_HEIGHT - ANKLE_HEIGHT, BALL_AHEAD), 2.2),
            (f"{side}Toe_End", f"{side}ToeBase", (0.0, -1.0, 7.0), 1.4),
        ]
    places = {name: place for place, (name, *_) in enumerate(rows)}
    return tuple(Joint(name, places[up] if up else -1, offset, radius) for name, up, offset, radius in rows)


JOINTS = _joints()
PLACE = {joint.name: place for place, joint in enumerate(JOINTS)}
OFFSETS: Array = np.array([joint.offset for joint in JOINTS])
RADII: Array = np.array([joint.radius for joint in JOINTS])


def rest_positions() -> Array:
    """(joints, 3) where every joint is while the figure stands in a T."""
    places = np.zeros((len(JOINTS), 3))
    for number, joint in enumerate(JOINTS):
        places[number] = OFFSETS[number] + (places[joint.parent] if joint.parent >= 0 else 0.0)
    return places


REST = rest_positions()
