"""Raw sound: noise, filters, saturation, how loud an ear finds it. 44.1 kHz, float64, along the last axis."""

import functools
import math
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import signal
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq

Wave = NDArray[np.float64]  # (n,)
Real = TypeVar("Real", np.float32, np.float64)

RATE = 44_100  # Hz
SIXTY_DB = math.log(1_000.0)
HIGHEST_HZ = 0.47 * RATE  # of a filter's edge


def noise(rng: np.random.Generator, length: int) -> Wave:
    """White noise of unit power."""
    return rng.standard_normal(length)


def band(wave: Wave, low: float, high: float, order: int = 2) -> Wave:
    """Only what lies between two frequencies in Hz."""
    high = min(high, HIGHEST_HZ)
    return _filtered(wave, "bandpass", (min(low, 0.9 * high), high), order)


def above(wave: Wave, frequency: float, order: int = 2) -> Wave:
    """Only what lies above a frequency in Hz."""
    return _filtered(wave, "highpass", (min(frequency, HIGHEST_HZ),), order)


def below(wave: Wave, frequency: float, order: int = 2) -> Wave:
    """Only what lies below a frequency in Hz."""
    return _filtered(wave, "lowpass", (min(frequency, HIGHEST_HZ),), order)


def _filtered(wave: Wave, kind: str, edges: tuple[float, ...], order: int) -> Wave:
    """A Butterworth filter, run once from a silent start."""
    # Rounded to 1 %, so that varied cut-offs share their coefficients.
    keys = tuple(round(math.log(max(edge, 5.0)) * 100.0) for edge in edges)
    result: Wave = signal.sosfilt(_sections(kind, keys, order), wave)
    return result


@functools.lru_cache(maxsize=2_048)
def _sections(kind: str, keys: tuple[int, ...], order: int) -> Wave:
    edges = [math.exp(key / 100.0) for key in keys]
    sections: Wave = signal.butter(order, edges if len(edges) > 1 else edges[0], kind, fs=RATE, output="sos")
    return sections


def ringing(length: int, frequency: float, seconds: float, phase: float) -> Wave:
    """One sine that decays to -60 dB, as the impulse response of its resonator: quicker than sine and exponential."""
    impulse = np.zeros(length)
    impulse[0] = 1.0
    turn, shrink = 2.0 * math.pi * frequency / RATE, math.exp(-SIXTY_DB / seconds / RATE)
    numerator = [math.sin(phase), shrink * math.sin(turn - phase)]
    response: Wave = signal.lfilter(numerator, [1.0, -2.0 * shrink * math.cos(turn), shrink * shrink], impulse)
    return response


def driven(wave: Wave, amount: float) -> Wave:
    """Soft saturation that leaves full scale at full scale; 0 does nothing."""
    return np.tanh(amount * wave) / math.tanh(amount) if amount > 0.0 else wave


def bent(wave: NDArray[Real], ceiling: float) -> NDArray[Real]:
    """Lone peaks bent softly below a ceiling, as tape does it; what stays under half of it is untouched."""
    knee = 0.5 * ceiling
    over = np.maximum(np.abs(wave) - knee, 0.0)
    peaks = np.sign(wave) * (np.minimum(np.abs(wave), knee) + knee * np.tanh(over / knee))
    return np.asarray(peaks, dtype=wave.dtype)


def heard(wave: Wave) -> Wave:
    """A mono wave weighted by frequency much as BS.1770 does it, and a little silence behind it."""
    padded = next_fast_len(len(wave), real=True)
    frequencies = rfftfreq(padded, 1.0 / RATE)
    rumble, treble = (frequencies / 60.0) ** 4, (frequencies / 1_500.0) ** 2
    weight = np.sqrt(rumble / (1.0 + rumble) * (1.0 + 2.51 * treble) / (1.0 + treble))
    weighted: Wave = irfft(rfft(wave, padded) * weight, padded)
    return weighted
