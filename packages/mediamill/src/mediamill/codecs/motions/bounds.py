"""How large a motion may be, and what it has to be before anything is made of it."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.animation import Animation, Skeleton
from mediamill.formats import NotMedia

JOINTS_MAX = 1_024  # a body with fingers and a face has about 300
FRAMES_MAX = 20_000
SECONDS_MIN, SECONDS_MAX = 0.05, 600.0
RATES = (1.0, 240.0)  # frames per second
CELLS_MAX = 500_000  # joints times frames: 36 MB for one set of rotations
FAR = 1e6  # cm: no joint is that far away
NAME_LENGTH_MAX = 64


def check_size(joints: int, frames: int, rate: float) -> None:
    """Refuse what is too large to be read, or no motion, by the numbers that a file tells first. Raises NotMedia."""
    if not 1 <= joints <= JOINTS_MAX:
        raise NotMedia(reason=f"a motion has 1 to {JOINTS_MAX:,} joints")
    if not (math.isfinite(rate) and RATES[0] <= rate <= RATES[1]):
        raise NotMedia(reason=f"a motion has {RATES[0]:g} to {RATES[1]:g} frames per second")
    if not 2 <= frames <= FRAMES_MAX or frames * joints > CELLS_MAX:
        raise NotMedia(reason=f"a motion has 2 to {FRAMES_MAX:,} frames, of all joints {CELLS_MAX:,}")
    if not SECONDS_MIN <= (frames - 1) / rate <= SECONDS_MAX:
        raise NotMedia(reason=f"a motion lasts {SECONDS_MIN:g} to {SECONDS_MAX:g} seconds")


def checked(animation: Animation) -> Animation:
    """The animation, when every number in it can be believed. Raises NotMedia."""
    skeleton = animation.skeleton
    numbers = [skeleton.offsets, skeleton.rest_turns, animation.turns, *animation.places.values()]
    if not all((np.abs(array) <= FAR).all() for array in numbers):  # what is no number is not, either
        raise NotMedia(reason="the motion has joints that are nowhere")
    return animation


def frame_times(frames: int, rate: float) -> NDArray[np.float64]:
    """The seconds of frames that follow each other evenly."""
    return np.arange(frames) / rate


def plain_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names that every reader of FBX tells apart: printable, short, each once."""
    taken: set[str] = set()
    plain = []
    for number, name in enumerate(names):
        short = "".join(letter for letter in name if letter.isprintable())[:NAME_LENGTH_MAX] or f"Joint{number}"
        own, count = short, 1
        while _key(own) in taken:
            count += 1
            own = f"{short}_{count}"
        taken.add(_key(own))
        plain.append(own)
    return tuple(plain)


def _key(name: str) -> str:
    """A name as those readers have it that drop what is neither letter nor digit."""
    return "".join(letter for letter in name if letter.isalnum() or letter == "_").lower()


def ordered(parents: Sequence[int]) -> None:
    """Refuse parents that do not stand before their children. Raises NotMedia."""
    if any(not -1 <= parent < joint for joint, parent in enumerate(parents)):
        raise NotMedia(reason="the motion's joints do not follow their parents")


def still(skeleton: Skeleton, frames: int) -> NDArray[np.float64]:
    """(frames, joints, 3, 3) rotations of joints that stay as they rest, to be written over."""
    return np.repeat(skeleton.rest_turns[np.newaxis], frames, axis=0)
