"""One stream of random numbers per concern, all from one seed: a change in one place never shifts another."""

import math
import struct
from enum import IntEnum

import numpy as np


class Concern(IntEnum):
    """What is drawn; the numbers are part of every seed's result and never change."""

    STYLE = 0
    TEMPO = 1
    GROOVE = 2
    FILLS = 3
    FEEL = 4
    KIT = 5
    STROKES = 6
    ROOM = 7


class Chance:
    """The dice of one seed: any finite number, where equal numbers (5 and 5.0) throw alike."""

    def __init__(self, seed: int | float) -> None:
        self._entropy = _entropy(seed)

    def of(self, concern: Concern, detail: int = 0) -> np.random.Generator:
        """A fresh stream; the same concern and detail always start it anew."""
        sequence = np.random.SeedSequence(self._entropy, spawn_key=(int(concern), detail))
        return np.random.Generator(np.random.PCG64(sequence))


def _entropy(seed: int | float) -> list[int]:
    assert math.isfinite(seed), "a seed is a finite number"
    if seed == int(seed):
        return [int(seed < 0), abs(int(seed))]
    (bits,) = struct.unpack(">Q", struct.pack(">d", seed))
    return [2, bits]
