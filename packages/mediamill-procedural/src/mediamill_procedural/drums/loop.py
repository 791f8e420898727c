"""The whole way from a seed to a finished loop and what there is to say about it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import integrated_lufs, master
from mediamill_procedural.drums.arrangement import Arrangement, arrange
from mediamill_procedural.drums.chance import chance_of, place_of
from mediamill_procedural.drums.mixing import Stereo, mix, repeated_lufs, seamless
from mediamill_procedural.drums.rhythm import Style
from mediamill_procedural.drums.styles import STYLES
from mediamill_procedural.kit.waves import RATE

LOUDNESS_LUFS = -15.0
MARGIN_DB = 0.1  # under -1 dBTP: a WAV meets no decoder that could raise its peaks, dither is all that comes


@dataclass(frozen=True, slots=True)
class Loop:
    """A finished drum loop: repeated, it has neither click nor gap."""

    arrangement: Arrangement
    samples: NDArray[np.float32]  # (n, 2)
    rate: int  # Hz


def make_loop(seed: int | float, progress: Callable[[float, str], None]) -> Loop:
    """The loop of a seed, always the same: 4 or 8 bars, -15 LUFS, peaks below -1 dBTP."""
    return loop_in(STYLES[place_of(seed, len(STYLES))], seed, progress)


def loop_in(style: Style, seed: int | float, progress: Callable[[float, str], None]) -> Loop:
    """What a seed plays in a style."""
    chance = chance_of(seed)
    arrangement = arrange(style, chance)
    progress(0.05, "playing")
    mixed = mix(arrangement, chance)
    progress(0.6, "mastering")
    loudness = repeated_lufs(mixed)

    def mastered(around: Stereo) -> Stereo:
        # The meter hears what runs before and behind the loop too: its share is taken out.
        lufs = LOUDNESS_LUFS + integrated_lufs(around, RATE) - loudness
        return master(around.astype(np.float32), RATE, lufs=lufs, margin_db=MARGIN_DB).astype(np.float64)

    return Loop(arrangement, seamless(mixed, mastered).astype(np.float32), RATE)
