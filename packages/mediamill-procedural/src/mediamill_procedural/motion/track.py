"""What an action says: channels over time, that the solver turns into joints.

Angles are degrees, lengths centimetres. Hips and feet are places in the room; spine, head and arms are seen from what
carries them. `*_reach_*` is a place of the hand as the chest sees it (told as if the figure stood straight),
`*_plant_*` one in the room; both take over as far as their weight says.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.skeleton import HIP_HALF_WIDTH

Array = NDArray[np.float64]

BODY = ("x", "y", "z", "yaw", "pitch", "roll")
TRUNK = ("bend", "turn", "lean", "nod", "look", "tilt")
ARM = ("swing", "spread", "twist", "elbow", "wrist", "palm", "shrug", "elbow_out")
REACH = ("reach", "reach_x", "reach_y", "reach_z")
PLANT = ("plant", "plant_x", "plant_y", "plant_z")
FOOT = ("foot_x", "foot_y", "foot_z", "foot_pitch", "foot_yaw", "foot_roll", "knee_out")
ARM_CHANNELS = (*ARM, *REACH, *PLANT)
CHANNELS = (*BODY, *TRUNK, *(f"{side}_{name}" for side in ("left", "right") for name in (*ARM_CHANNELS, *FOOT)))
COLUMN = {name: number for number, name in enumerate(CHANNELS)}
AT_EASE = {channel: float(value) for channel, value in table("motion", "body").facts("at ease")}
_MIRRORED = frozenset({"foot_x", "foot_yaw", "reach_x", "plant_x"})  # `both_` means outwards to either side


def pose(**values: float) -> Array:
    """All channels of one moment; what is not told is at ease. `both_…` sets both sides, outwards where that is a side.

    Feet are told from where they stand at ease.
    """
    row = np.zeros(len(CHANNELS))
    for name, value in (*AT_EASE.items(), *values.items()):
        if not name.startswith("both_"):
            row[COLUMN[name]] = value
            continue
        part = name.removeprefix("both_")
        row[COLUMN[f"left_{part}"]] = value
        row[COLUMN[f"right_{part}"]] = -value if part in _MIRRORED else value
    row[COLUMN["left_foot_x"]] += HIP_HALF_WIDTH
    row[COLUMN["right_foot_x"]] -= HIP_HALF_WIDTH
    return row


class Track:
    """(frames, channels) of an action; `track["left_elbow"]` is one channel over time."""

    __slots__ = ("end", "rows")

    def __init__(self, rows: Array, end: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        self.rows = rows
        self.end = end  # x, z, yaw of the place where the figure has come to

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, name: str) -> Array:
        return np.asarray(self.rows[:, COLUMN[name]])

    def __setitem__(self, name: str, values: Array | float) -> None:
        self.rows[:, COLUMN[name]] = values

    def add(self, **values: Array | float) -> None:
        """Add to channels; `both_…` adds to both sides, mirrored where that is a side."""
        for name, value in values.items():
            if name.startswith("both_"):
                part = name.removeprefix("both_")
                self.rows[:, COLUMN[f"left_{part}"]] += value
                self.rows[:, COLUMN[f"right_{part}"]] += -np.asarray(value) if part in _MIRRORED else value
            else:
                self.rows[:, COLUMN[name]] += value


def held(count: int, **values: float) -> Track:
    """The same pose for so many frames."""
    return Track(np.tile(pose(**values), (count, 1)))


def keyed(times: Array, keys: Sequence[tuple[float, Array]]) -> Track:
    """Poses at moments, joined without overshoot and at rest in holds (piecewise cubic, Fritsch and Carlson 1980)."""
    moments = np.array([moment for moment, _ in keys])
    curve = PchipInterpolator(moments, np.array([row for _, row in keys]), axis=0)
    return Track(np.asarray(curve(np.clip(times, moments[0], moments[-1]))))


def eased(share: Array | float) -> Array:
    """0 to 1 with the least jerk (Flash and Hogan 1985); flat outside."""
    u = np.clip(np.asarray(share, np.float64), 0.0, 1.0)
    return np.asarray(u**3 * (10 - 15 * u + 6 * u * u))
