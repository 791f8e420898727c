"""How poses become movement: anticipation before, overshoot and settling after, breath and weight in what is held."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.lexicon import Table, table
from mediamill_procedural.motion.poses import channels
from mediamill_procedural.motion.take import Take, mirrored
from mediamill_procedural.motion.track import Track, eased, keyed, pose

Array = NDArray[np.float64]

RISE, FALL = 0.55, 0.6  # seconds into and out of a gesture
ANTICIPATION, OVERSHOOT = 0.05, 0.05  # shares of the way
SETTLING = 0.2  # seconds
BREATH, SHIFT, GLANCE = 3.7, 6.3, 5.1  # seconds of slow rhythms; none a multiple of another


@dataclass(frozen=True, slots=True)
class Round:
    """How an action of poses is repeated; the fields are explained in data/moments.toml."""

    seconds: float
    alive: float = 0.0


def told_as(take: Take, name: str) -> Track:
    """An action that is poses at moments."""
    how, keys = moments(name)
    track = rounds(take, how.seconds, keys)
    track = track if take.side == "right" else mirrored(track)
    return alive(track, take, how.alive) if how.alive else track


@cache
def moments(action: str) -> tuple[Round, list[tuple[float, Array]]]:
    """The poses of an action in the order in which they are reached, and how they are repeated."""
    section = table("motion", "moments").section(action)
    how = Table(section.where, {"how": section.entries.get("how", "seconds 1")}).records(Round)["how"]
    named = ((name.split(), pose(**channels(section, name))) for name in section.entries if name != "how")
    keys = [(float(moment), row) for names, row in named for moment in names]
    return how, sorted(keys, key=lambda key: key[0])


def raised(take: Take, there: Array, rise: float = RISE, fall: float = FALL, home: Array | None = None) -> Track:
    """Into a pose, held, and back: as much of each as the take has time for."""
    home = pose() if home is None else home
    scale = min(1.0 / take.tempo, take.seconds / (rise + fall + SETTLING + 0.3))
    rise, fall, settle = rise * scale, fall * scale, SETTLING * scale
    keys = [
        (0.0, home),
        (0.22 * rise, home - (there - home) * ANTICIPATION),
        (rise, there + (there - home) * OVERSHOOT),
        (rise + settle, there),
        (take.seconds - fall, there),
        (take.seconds, home),
    ]
    return keyed(take.times, keys)


def during(take: Take, rise: float = RISE, fall: float = FALL) -> Array:
    """0 to 1 to 0: how much of a gesture is there, in time with `raised`."""
    scale = min(1.0 / take.tempo, take.seconds / (rise + fall + SETTLING + 0.3))
    return np.asarray(
        eased((take.times / scale - 0.6 * rise) / rise)
        * eased(((take.seconds - take.times) / scale - 0.3 * fall) / fall)
    )


def rounds(take: Take, natural_seconds: float, keys: Sequence[tuple[float, Array]]) -> Track:
    """The same keys, told from 0 to 1, again and again."""
    phase = take.phase(natural_seconds)
    count = take.rounds(natural_seconds)
    every = [(number + moment, row) for number in range(count) for moment, row in keys if moment < 1.0]
    last = [(count - 1 + moment, row) for moment, row in keys if moment >= 1.0] or [(float(count), keys[0][1])]
    return keyed(phase, every + last)


def alive(track: Track, take: Take, amount: float = 1.0) -> Track:
    """Breath, a little shifting of weight, a glance now and then."""
    start = take.chance.uniform(0, 2 * np.pi, 3)
    breath = np.sin(2 * np.pi * take.times / BREATH + start[0]) * amount
    shift = np.sin(2 * np.pi * take.times / SHIFT + start[1]) * amount
    glance = np.sin(2 * np.pi * take.times / GLANCE + start[2]) * amount
    track.add(bend=-0.9 * breath, nod=0.6 * breath + 0.8 * glance, both_shrug=1.1 * breath, both_spread=0.7 * breath)
    track.add(x=1.1 * shift, roll=0.7 * shift, lean=-0.8 * shift, look=2.2 * glance, tilt=0.8 * shift)
    return track


def weighted(side: str, amount: float = 1.0) -> Array:
    """What a pose gains when the weight rests on one leg: the hip goes out, the shoulders go back over it."""
    sign = 1.0 if side == "left" else -1.0
    row = pose(x=3.2 * sign * amount, roll=3.0 * sign * amount, lean=-4.0 * sign * amount, tilt=1.5 * sign * amount)
    return np.asarray(row - pose())


def rhythm(take: Take, natural_seconds: float) -> Array:
    """Radians of a beat that takes so long at ordinary tempo, with as many beats as were asked for."""
    if take.count:
        return np.asarray(2 * np.pi * take.count * take.times / take.seconds)
    return np.asarray(2 * np.pi * take.times * take.tempo / natural_seconds)
