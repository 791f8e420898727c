"""Raw material of every drum beyond the kit's: decays, falling tones, modes. Mono, 44.1 kHz, float64."""

from collections.abc import Sequence

import numpy as np

from mediamill_procedural.kit.waves import RATE, SIXTY_DB, Wave, ringing

ATTACK_SECONDS = 0.0004  # a start from zero that is still heard as instant
RELEASE_SECONDS = 0.006  # the last of a decay fades out, so that no sound ends in a click


def times(seconds: float) -> Wave:
    """The instants of a sound so long, in seconds."""
    return np.arange(max(2, round(seconds * RATE))) / RATE


def decay(time: Wave, seconds: float) -> Wave:
    """An exponential decay that reaches -60 dB after so many seconds."""
    return np.exp(-SIXTY_DB / seconds * time)


def falling_sine(time: Wave, *, pitch: float, bend: float, bend_seconds: float, phase: float = 0.0) -> Wave:
    """A sine that starts at `bend` times its pitch and falls to it, as a struck skin does."""
    extra = pitch * (bend - 1.0) * bend_seconds * (1.0 - np.exp(-time / bend_seconds))
    return np.sin(2.0 * np.pi * (pitch * time + extra) + phase)


def rung(time: Wave, modes: Sequence[tuple[float, float, float]], rng: np.random.Generator) -> Wave:
    """A struck body: the sum of (frequency in Hz, level, seconds to -60 dB), each decaying on its own."""
    total = np.zeros(len(time))
    for frequency, level, seconds in modes:
        if frequency < 0.45 * RATE:
            length = min(len(time), round(seconds * RATE) + 1)
            total[:length] += level * ringing(length, frequency, seconds, rng.uniform(0.0, 2.0 * np.pi))
    return total


def finished(wave: Wave) -> Wave:
    """The sound with a start and an end that do not click."""
    attack, release = round(ATTACK_SECONDS * RATE), min(len(wave) // 2, round(RELEASE_SECONDS * RATE))
    wave[:attack] *= np.linspace(0.0, 1.0, attack)
    wave[-release:] *= np.linspace(1.0, 0.0, release)
    return wave
