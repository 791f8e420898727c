"""Raw material of every drum: noise, decays, falling tones, filters. Mono, 44.1 kHz, float64."""

import functools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import signal

Wave = NDArray[np.float64]

RATE = 44_100  # Hz
ATTACK_SECONDS = 0.0004  # a start from zero that is still heard as instant
RELEASE_SECONDS = 0.006  # the last of a decay fades out, so that no sound ends in a click
SIXTY_DB = math.log(1_000.0)


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


def noise(rng: np.random.Generator, length: int) -> Wave:
    """White noise of unit power."""
    return rng.standard_normal(length)


def band(wave: Wave, low: float, high: float, order: int = 2) -> Wave:
    """Only what lies between two frequencies in Hz."""
    return filtered(wave, "bandpass", (low, min(high, 0.47 * RATE)), order)


def above(wave: Wave, frequency: float, order: int = 2) -> Wave:
    """Only what lies above a frequency in Hz."""
    return filtered(wave, "highpass", (frequency,), order)


def below(wave: Wave, frequency: float, order: int = 2) -> Wave:
    """Only what lies below a frequency in Hz."""
    return filtered(wave, "lowpass", (min(frequency, 0.47 * RATE),), order)


def filtered(wave: Wave, kind: str, edges: tuple[float, ...], order: int) -> Wave:
    """A Butterworth filter, run once from a silent start."""
    # Rounded to 1 %, so that humanised cut-offs share their coefficients.
    keys = tuple(round(math.log(edge) * 100.0) for edge in edges)
    result: Wave = signal.sosfilt(_sections(kind, keys, order), wave)
    return result


@functools.lru_cache(maxsize=1_024)
def _sections(kind: str, keys: tuple[int, ...], order: int) -> Wave:
    edges = [math.exp(key / 100.0) for key in keys]
    sections: Wave = signal.butter(order, edges if len(edges) > 1 else edges[0], kind, fs=RATE, output="sos")
    return sections


def rung(time: Wave, modes: Sequence[tuple[float, float, float]], rng: np.random.Generator) -> Wave:
    """A struck body: the sum of (frequency in Hz, level, seconds to -60 dB), each decaying on its own."""
    total = np.zeros(len(time))
    for frequency, level, seconds in modes:
        if frequency < 0.45 * RATE:
            length = min(len(time), round(seconds * RATE) + 1)
            total[:length] += level * _ringing(length, frequency, seconds, rng.uniform(0.0, 2.0 * np.pi))
    return total


def _ringing(length: int, frequency: float, seconds: float, phase: float) -> Wave:
    """One decaying sine as the impulse response of its resonator, four times faster than sine and exponential."""
    impulse = np.zeros(length)
    impulse[0] = 1.0
    turn, shrink = 2.0 * math.pi * frequency / RATE, math.exp(-SIXTY_DB / seconds / RATE)
    numerator = [math.sin(phase), shrink * math.sin(turn - phase)]
    ringing: Wave = signal.lfilter(numerator, [1.0, -2.0 * shrink * math.cos(turn), shrink * shrink], impulse)
    return ringing


def driven(wave: Wave, amount: float) -> Wave:
    """Soft saturation that leaves full scale at full scale; 0 does nothing."""
    return np.tanh(amount * wave) / math.tanh(amount) if amount > 0.0 else wave


def finished(wave: Wave) -> Wave:
    """The sound with a start and an end that do not click."""
    attack, release = round(ATTACK_SECONDS * RATE), min(len(wave) // 2, round(RELEASE_SECONDS * RATE))
    wave[:attack] *= np.linspace(0.0, 1.0, attack)
    wave[-release:] *= np.linspace(1.0, 0.0, release)
    return wave
