"""Noise with a colour: still, moving, painted, wide."""

import math
from collections.abc import Callable

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq

from mediamill_procedural.effects.synthesis.waveform import Stereo, evened
from mediamill_procedural.kit.waves import RATE, Wave, below, noise

FRAME = 1_024  # samples painted with one spectrum: 43 Hz and 12 ms fine
STEP = FRAME // 2

Paint = Callable[[Wave, Wave], Wave]  # (instants in seconds, one a row; frequencies in Hz) -> gains


def tilted(rng: np.random.Generator, length: int, slope: float, low: float = 20.0, high: float = 20_000.0) -> Wave:
    """Noise of unit power between two frequencies that falls by `-slope` dB an octave (-3 pink, -6 brown)."""
    size = next_fast_len(length, real=True)
    spectrum = rfft(noise(rng, size))
    frequencies = rfftfreq(size, 1.0 / RATE)
    gain = np.maximum(frequencies, low) ** (slope / (20.0 * math.log10(2.0)))
    # Edges of second order, so that no band sounds cut out.
    gain *= 1.0 / np.sqrt(1.0 + (low / np.maximum(frequencies, 1e-3)) ** 6)
    gain *= 1.0 / np.sqrt(1.0 + (frequencies / high) ** 6)
    return evened(irfft(spectrum * gain, size)[:length])


def wide(rng: np.random.Generator, length: int, slope: float, low: float = 20.0, high: float = 20_000.0) -> Stereo:
    """The same as `tilted`, another noise on either side with a common middle: as broad as weather."""
    left, right, middle = (tilted(rng, length, slope, low, high) for _ in range(3))
    return np.stack([0.85 * left + 0.53 * middle, 0.85 * right + 0.53 * middle])


def painted(rng: np.random.Generator, length: int, paint: Paint) -> Wave:
    """Noise whose spectrum follows a picture: a gain for every instant and frequency, white where it is 1."""
    return _grown(rng, length, _picture(length, paint))


def painted_wide(rng: np.random.Generator, length: int, paint: Paint) -> Stereo:
    """The same, another noise on either side with a common middle."""
    picture = _picture(length, paint)
    left, right, middle = (_grown(rng, length, picture) for _ in range(3))
    return np.stack([0.8 * left + 0.6 * middle, 0.8 * right + 0.6 * middle])


def _picture(length: int, paint: Paint) -> Wave:
    frames = length // STEP + 2
    instants = (np.arange(frames) * STEP / RATE)[:, np.newaxis]
    frequencies = rfftfreq(FRAME, 1.0 / RATE)[np.newaxis, :]
    return np.broadcast_to(paint(instants, frequencies), (frames, FRAME // 2 + 1))


def _grown(rng: np.random.Generator, length: int, picture: Wave) -> Wave:
    frames = len(picture)
    white = rng.standard_normal((2, *picture.shape))
    grains = irfft((white[0] + 1j * white[1]) * picture, FRAME, axis=1) * math.sqrt(FRAME / 2.0)
    # The squares of neighbouring sine windows add up to one, so the power of the noise is even.
    grains *= np.sin(np.pi * (np.arange(FRAME) + 0.5) / FRAME)
    total = np.zeros((frames + 1) * STEP)
    total[: frames * STEP] += grains[:, :STEP].reshape(-1)
    total[STEP:] += grains[:, STEP:].reshape(-1)
    return total[STEP : STEP + length]


def hill(frequencies: Wave, centre: Wave | float, octaves: float) -> Wave:
    """A bell over the logarithm of frequency, 1 at its centre: a colour for `painted`."""
    distance = np.log2(np.maximum(frequencies, 10.0) / centre)
    result: Wave = np.exp(-0.5 * (distance / octaves) ** 2)
    return result


def slope(frequencies: Wave, decibels: float, pivot: float = 1_000.0) -> Wave:
    """A gain that changes by so many dB an octave and is 1 at `pivot`: a colour for `painted`."""
    result: Wave = np.maximum(frequencies / pivot, 0.02) ** (decibels / (20.0 * math.log10(2.0)))
    return result


def gliding(rng: np.random.Generator, centre: Wave, bandwidth: float) -> Wave:
    """Noise of unit power and so many Hz width around a frequency that moves: narrow noise on a carrier."""
    length = len(centre)
    real, imaginary = (evened(below(noise(rng, length), max(8.0, bandwidth / 2.0))) for _ in range(2))
    angle = 2.0 * np.pi * np.cumsum(centre) / RATE
    return real * np.cos(angle) - imaginary * np.sin(angle)
