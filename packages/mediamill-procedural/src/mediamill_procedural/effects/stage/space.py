"""Rooms: what a place answers, as an impulse response of noise that dies at its own speed in every band."""

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import signal

from mediamill_procedural.effects.sound import Space
from mediamill_procedural.effects.synthesis.noises import painted
from mediamill_procedural.effects.synthesis.waveform import Stereo, put, samples, swell
from mediamill_procedural.kit.data import load
from mediamill_procedural.kit.waves import RATE, SIXTY_DB, Wave, above, below, noise

SPACE_SEED = 1_898  # any constant: a room is the same room in every file (Sabine published that year)
CROSSING = 0.35  # how much of a reflection reaches the other ear


@dataclass(frozen=True, slots=True)
class Acoustics:
    """How a place sounds: seconds to -60 dB of lows, middle and highs, first reflections, how loud it answers."""

    low: float
    middle: float
    high: float
    first_ms: float  # until the first reflection: the size of the place
    reflections: int  # single ones before they merge
    wet_db: float  # of the whole answer relative to the sound itself, 1 m away
    echoes: tuple[tuple[float, float], ...] = ()  # (seconds, level) of walls far away, each smeared
    bloom: float = 0.01  # seconds until the tail has merged


ACOUSTICS: Mapping[Space, Acoustics] = load("mediamill_procedural.effects", "spaces.toml", dict[Space, Acoustics])


def answered(send: Stereo, space: Space) -> Stereo:
    """What a place answers to what is sent into it, as long as the send; nothing from nowhere."""
    if space not in ACOUSTICS or not send.any():
        return np.zeros_like(send)
    answer = _response(space)
    crossed = (1.0 - CROSSING) * send + CROSSING * send[::-1]
    return np.stack([signal.oaconvolve(side, own)[: send.shape[1]] for side, own in zip(crossed, answer, strict=True)])


def ring_seconds(space: Space) -> float:
    """How long a place rings on audibly, to -35 dB."""
    if space not in ACOUSTICS:
        return 0.0
    acoustics = ACOUSTICS[space]
    last = max((at for at, _ in acoustics.echoes), default=0.0)
    return max(0.58 * acoustics.middle, last + 0.15)


@functools.lru_cache(maxsize=len(Space))
def _response(space: Space) -> Stereo:
    """The impulse response of a place, left and right, with the energy its `wet_db` says."""
    acoustics = ACOUSTICS[space]
    rng = np.random.default_rng([SPACE_SEED, list(Space).index(space)])
    longest = max(acoustics.low, acoustics.middle, max((at for at, _ in acoustics.echoes), default=0.0) + 0.4)
    length = samples(0.85 * longest + 0.05)
    sides = []
    for _ in range(2):
        tail = _tail(acoustics, length, rng)
        tail *= math.sqrt(1.0 / float(np.sum(tail**2)))
        early = np.zeros(length)
        for number in range(acoustics.reflections):
            at = acoustics.first_ms / 1_000.0 * (1.0 + number * rng.uniform(0.4, 0.9))
            bounce = below(_click(), 9_000.0 / (1.0 + 0.25 * number), 1)
            put(early, bounce, samples(at), rng.choice([-1.0, 1.0]) * 0.9 / (1.0 + 0.22 * number))
        early *= math.sqrt(0.6 / max(1e-9, float(np.sum(early**2))))
        total = tail + early
        for at, level in acoustics.echoes:
            smear = samples(0.055)
            wall = below(noise(rng, smear), 3_200.0 / (1.0 + at), 1) * swell(smear, 0.006, 0.045)
            put(total, wall, samples(at + rng.uniform(-0.004, 0.004)), level / math.sqrt(float(np.sum(wall**2))))
        total = above(total, 45.0, 1)
        sides.append(total * 10.0 ** (acoustics.wet_db / 20.0) / math.sqrt(float(np.sum(total**2))))
    return np.stack(sides)


def _tail(acoustics: Acoustics, length: int, rng: np.random.Generator) -> Wave:
    """The merged reflections: noise whose every frequency dies at the speed of its band."""
    start = acoustics.first_ms / 1_000.0

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        octaves = np.log2(np.maximum(frequencies, 20.0) / 1_000.0)
        seconds = np.interp(
            octaves, (-3.0, 0.0, 3.0, 4.3), (acoustics.low, acoustics.middle, acoustics.high, 0.5 * acoustics.high)
        )
        after = np.maximum(instants - start, 0.0)
        grown = np.where(instants >= start, 1.0 - np.exp(-after / acoustics.bloom), 0.0)
        # Air and walls dull what they send back from the start, not only as it dies.
        colour = 1.0 / np.sqrt(1.0 + (frequencies / 6_500.0) ** 2)
        return grown * np.exp(-SIXTY_DB * after / seconds) * colour

    return painted(rng, length, paint)


def _click() -> Wave:
    impulse = np.zeros(round(0.004 * RATE))
    impulse[0] = 1.0
    return impulse
