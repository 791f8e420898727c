"""Many players at once: every harmonic is a band as wide as they are out of tune (after Nasca's PADsynth)."""

import functools
from dataclasses import dataclass

import numpy as np
from scipy import fft

from mediamill_procedural.music.instruments.wave import RATE, TOP_HZ, Wave, drawn, held, hertz_of, instants

LOOP = 1 << 17  # samples, 3 s: nobody hears it repeat
VELOCITY_STEPS = 3


@dataclass(frozen=True, slots=True)
class Ensemble:
    """A section of strings, voices, brass or oscillators, heard from both sides."""

    slope: float = 1.0
    even: float = 1.0
    spread: float = 22.0  # cents
    formants: tuple[tuple[float, float, float], ...] = ()  # Hz, width in octaves, decibels
    attack: float = 0.12
    release: float = 0.35
    touch: float = 0.8
    top_hz: float = 9_000.0  # above, harmonics fade

    def play(self, pitch: int, seconds: float, velocity: float, rng: np.random.Generator, /) -> Wave:
        """One note, (n, 2): held for `seconds`, then released; 0 < velocity <= 1."""
        time = instants(seconds + self.release)
        attack = self.attack * (1.4 - 0.6 * velocity)
        shape = drawn(held(time, seconds, min(attack, 0.6 * seconds + 0.02), self.release) * velocity**1.1)
        layer = min(VELOCITY_STEPS, 1 + int(velocity * VELOCITY_STEPS))
        loop = _loop(self, pitch, layer)
        start = int(rng.integers(LOOP))
        at = (np.arange(len(shape)) + start) % LOOP
        wave: Wave = loop[at] * shape[:, np.newaxis].astype(np.float32)
        return wave


@functools.lru_cache(maxsize=96)
def _loop(ensemble: Ensemble, pitch: int, layer: int) -> Wave:
    """Three seconds without a seam, (LOOP, 2)."""
    hertz = hertz_of(pitch)
    frequencies = np.arange(LOOP // 2 + 1) * (RATE / LOOP)
    magnitudes = np.zeros(len(frequencies))
    count = max(1, min(50, int(TOP_HZ / hertz)))
    soft = 1.0 - layer / VELOCITY_STEPS
    for n in range(1, count + 1):
        centre = n * hertz
        level = n ** -(ensemble.slope + ensemble.touch * soft) * (ensemble.even if n % 2 == 0 else 1.0)
        level /= 1.0 + (centre / ensemble.top_hz) ** 2
        for middle, octaves, decibels in ensemble.formants:
            level *= 10.0 ** (decibels / 20.0 * np.exp(-0.5 * (np.log2(centre / middle) / octaves) ** 2))
        width = max(0.6, centre * (2.0 ** (ensemble.spread / 1_200.0) - 1.0))
        low, high = np.searchsorted(frequencies, (centre - 3.0 * width, centre + 3.0 * width))
        bell = np.exp(-0.5 * ((frequencies[low:high] - centre) / width) ** 2)
        magnitudes[low:high] += level * bell / np.sqrt(width)
    sides = []
    for side in range(2):
        phases = np.random.Generator(np.random.PCG64([pitch, side])).uniform(0.0, 2.0 * np.pi, len(frequencies))
        sides.append(fft.irfft(magnitudes * np.exp(1j * phases), LOOP))
    loop = np.stack(sides, axis=1)
    loop *= 0.7 / np.sqrt(np.mean(loop**2))
    return loop.astype(np.float32)
