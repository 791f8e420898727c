"""The whole way from a seed to a finished loop and what there is to say about it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill.engines.builtin.drums.arrangement import Arrangement, arrange
from mediamill.engines.builtin.drums.chance import Chance
from mediamill.engines.builtin.drums.mixing import mix, seamless
from mediamill.engines.builtin.drums.waveform import RATE
from mediamill.media import master

LOUDNESS_LUFS = -15.0


@dataclass(frozen=True, slots=True)
class Loop:
    """A finished drum loop: repeated, it has neither click nor gap."""

    arrangement: Arrangement
    samples: NDArray[np.float32]  # (n, 2)
    rate: int  # Hz


def make_loop(seed: int | float, progress: Callable[[float, str], None]) -> Loop:
    """The loop of a seed, always the same: 4 or 8 bars, -15 LUFS, peaks below -1 dBTP."""
    chance = Chance(seed)
    arrangement = arrange(chance)
    progress(0.05, "playing")
    mixed = mix(arrangement, chance)
    progress(0.6, "mastering")
    mastered = seamless(
        mixed, lambda loop: master(loop.astype(np.float32), RATE, lufs=LOUDNESS_LUFS).astype(np.float64)
    )
    return Loop(arrangement, mastered.astype(np.float32), RATE)
