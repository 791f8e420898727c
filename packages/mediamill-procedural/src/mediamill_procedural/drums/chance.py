"""What is drawn of a loop, and the dice of its seed."""

import math
import struct
from enum import IntEnum

from mediamill_procedural.kit.chance import Chance


class Concern(IntEnum):
    """What is drawn, always with a detail (0 where there is one only); the numbers are part of every result."""

    STYLE = 0
    TEMPO = 1
    GROOVE = 2
    FILLS = 3
    FEEL = 4
    KIT = 5
    STROKES = 6
    ROOM = 7


def chance_of(seed: int | float) -> Chance:
    """The dice of any finite number; equal numbers (5 and 5.0) throw alike."""
    assert math.isfinite(seed), "a seed is a finite number"
    if seed == int(seed):
        return Chance([int(seed < 0), abs(int(seed))])
    (bits,) = struct.unpack(">Q", struct.pack(">d", seed))
    return Chance([2, bits])


def place_of(seed: int | float, count: int) -> int:
    """Which of so many a seed is dealt: every run of as many whole seeds gets each once, neighbours never the same."""
    if seed != int(seed):
        return int(chance_of(seed).of(Concern.STYLE, 0).integers(count))
    run, place = divmod(int(seed), count)
    before, order = (
        Chance([int(dealt < 0), abs(dealt)]).of(Concern.STYLE, 1).permutation(count) for dealt in (run - 1, run)
    )
    if order[0] == before[-1]:
        order[:2] = order[1::-1]
    return int(order[place])
