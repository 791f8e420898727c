"""What an action is asked for: how long, how often, to which side, in which manner."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.manners import PLAIN, Manner
from mediamill_procedural.motion.track import ARM_CHANNELS, FOOT, Track, pose

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Take:
    """One performance of one action. Cached, so without slots."""

    times: Array  # seconds from the action's beginning, the first is 0
    count: int | None = None  # repetitions that were asked for
    side: str = "right"
    direction: str = ""  # of DIRECTIONS in `reading`, or nothing
    tempo: float = 1.0
    size: float = 1.0  # of gestures and strides
    rising: bool = False  # it begins from standing
    ending: bool = False  # it ends in standing
    on_the_spot: bool = False
    manner: Manner = PLAIN
    chance: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return float(self.times[-1])

    @property
    def frames(self) -> int:
        """How many moments that are."""
        return len(self.times)

    @property
    def other(self) -> str:
        """The side that is not asked for."""
        return "left" if self.side == "right" else "right"

    @cached_property
    def sign(self) -> float:
        """Of x on the asked side."""
        return 1.0 if self.side == "left" else -1.0

    def rounds(self, natural_seconds: float) -> int:
        """How often something that takes so long is done."""
        return self.count or max(1, round(self.seconds * self.tempo / natural_seconds))

    def phase(self, natural_seconds: float) -> Array:
        """Rounds done so far; the last frame ends the last round."""
        return self.times / self.seconds * self.rounds(natural_seconds)

    def sided(self, **values: float) -> Array:
        """A pose told for the right side, mirrored when the left is asked for."""
        row = pose(**values)
        return row if self.side == "right" else mirrored(Track(row[np.newaxis])).rows[0]


def mirrored(track: Track) -> Track:
    """Left for right."""
    twin = Track(track.rows.copy())
    for name in ("x", "yaw", "roll", "turn", "lean", "look", "tilt"):
        twin[name] = -track[name]
    for name in (*ARM_CHANNELS, *FOOT):
        flipped = -1.0 if name in ("foot_x", "foot_yaw", "foot_roll", "reach_x", "plant_x") else 1.0
        twin[f"left_{name}"] = track[f"right_{name}"] * flipped
        twin[f"right_{name}"] = track[f"left_{name}"] * flipped
    return twin
