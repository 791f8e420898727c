"""Tones made of harmonics: strings, pipes, reeds, brass, oscillators.

Harmonics are taken in groups that brighten and decay together; each group is one oscillator that reads a table.
"""

from dataclasses import dataclass

import numpy as np
from scipy import signal

from mediamill_procedural.music.instruments.wave import (
    HARMONICS,
    RATE,
    SINES,
    SIXTY_DB,
    TOP_HZ,
    Curve,
    Wave,
    drawn,
    held,
    hertz_of,
    instants,
    places,
)

GROUPS = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 9), (10, 14), (15, 22), (23, 36), (37, HARMONICS))
MIDDLE_C_HZ = 261.6
DECAY_BY_PITCH = 0.55  # exponent: an octave higher rings for two thirds of the time


@dataclass(frozen=True, slots=True)
class Noise:
    """What is heard beside the tone: hammer, pick, breath, bow."""

    level: float
    low_hz: float
    high_hz: float
    seconds: float = 0.0  # to -60 dB; 0: as long as the tone


@dataclass(frozen=True, slots=True)
class Tone:
    """An instrument whose partials are harmonic, or nearly."""

    slope: float = 1.0  # harmonic n has the amplitude n ** -slope
    even: float = 1.0  # of even harmonics beside odd ones
    pluck: float = 0.0  # where along the string it is plucked, 0 to 0.5; 0 is nowhere
    drawbars: tuple[float, ...] = ()  # amplitudes of the first harmonics, where no rule makes them
    formants: tuple[tuple[float, float, float], ...] = ()  # Hz, width in octaves, decibels
    decay: float = 0.0  # seconds to -60 dB at middle c; 0: as long as it is held
    damping: float = 0.5  # harmonic n decays n ** damping times as fast
    attack: float = 0.006
    release: float = 0.12
    touch: float = 0.7  # by how much the slope steepens towards the softest note
    cutoff: tuple[float, float, float] | None = None  # low pass: from, to (times the fundamental), within seconds
    vibrato: tuple[float, float, float] = (0.0, 0.0, 0.0)  # Hz, cents, seconds until it begins
    tremolo: tuple[float, float] = (0.0, 0.0)  # Hz, depth
    detune: tuple[float, ...] = (0.0,)  # cents of each string or oscillator
    stiffness: float = 0.0  # of a string: harmonic n is sharp by sqrt(1 + stiffness n^2)
    bend: float = 0.0  # cents below the pitch at its beginning
    noise: Noise | None = None

    def play(self, pitch: int, seconds: float, velocity: float, rng: np.random.Generator, /) -> Wave:
        """One note, (n,): held for `seconds`, then released; 0 < velocity <= 1."""
        hertz = hertz_of(pitch)
        ring = self._decay_seconds(hertz)
        time = instants((min(seconds, 1.1 * ring) if ring else seconds) + self.release)
        shape = held(time, seconds, self.attack, self.release) * velocity**1.2
        if self.tremolo[1]:
            shape *= 1.0 - self.tremolo[1] * (0.5 - 0.5 * np.cos(2.0 * np.pi * self.tremolo[0] * time))
        amplitudes = self._amplitudes(hertz, velocity)
        total = np.zeros((len(time) - 1) * (drawn(time[:2]).size))
        for number, cents in enumerate(self.detune):
            phase = self._phase(time, hertz * 2.0 ** (cents / 1_200.0), number)
            shared = places(phase)
            for first, last in GROUPS:
                if not amplitudes[first - 1 : last].any():
                    continue
                middle = (first + last) / 2.0
                stretch = float(np.sqrt(1.0 + self.stiffness * middle**2))
                at = places(phase * stretch) if self.stiffness and first > 1 else shared
                table = amplitudes[first - 1 : last] @ SINES[first - 1 : last]
                total += drawn(shape * self._course(time, middle, ring)) * table[at]
        total /= np.sqrt(len(self.detune))
        if self.noise:
            total += self._noise(self.noise, time, shape, velocity, rng)
        return total.astype(np.float32)

    def _decay_seconds(self, hertz: float) -> float:
        return float(self.decay * (MIDDLE_C_HZ / hertz) ** DECAY_BY_PITCH)

    def _amplitudes(self, hertz: float, velocity: float) -> Wave:
        """Of every harmonic, scaled to the same power at every pitch."""
        n = np.arange(1.0, HARMONICS + 1)
        if self.drawbars:
            amplitudes = np.zeros(HARMONICS)
            amplitudes[: len(self.drawbars)] = self.drawbars
        else:
            amplitudes = np.asarray(n**-self.slope, np.float64)
            amplitudes[1::2] *= self.even
        if self.pluck:
            amplitudes *= np.abs(np.sin(np.pi * n * self.pluck)) + 0.02
        amplitudes *= n ** (-self.touch * (1.0 - velocity))
        for centre, octaves, decibels in self.formants:
            amplitudes *= 10.0 ** (decibels / 20.0 * np.exp(-0.5 * (np.log2(n * hertz / centre) / octaves) ** 2))
        amplitudes[n * hertz > TOP_HZ] = 0.0
        power = float(np.sqrt((amplitudes**2).sum())) or 1.0
        return (amplitudes / power).astype(np.float32)

    def _course(self, time: Curve, harmonic: float, ring: float) -> Curve:
        """How one group of harmonics comes and goes."""
        course: Curve = np.ones_like(time)
        if ring:
            course = np.exp(-SIXTY_DB * harmonic**self.damping / ring * time)
        if self.cutoff:
            start, end, seconds = self.cutoff
            edge = end + (start - end) * np.exp(-3.0 * time / seconds)
            course = course / (1.0 + (harmonic / edge) ** 4)
        return course

    def _phase(self, time: Curve, hertz: float, number: int) -> Curve:
        """In periods; every oscillator starts elsewhere."""
        rate, cents, delay = self.vibrato
        phase: Curve = hertz * time + 0.37 * number
        if cents:
            depth = (2.0 ** (cents / 1_200.0) - 1.0) * np.clip((time - delay) / 0.35, 0.0, 1.0)
            phase = phase - hertz * depth * np.cos(2.0 * np.pi * rate * time) / (2.0 * np.pi * rate)
        if self.bend:
            low = 1.0 - 2.0 ** (-self.bend / 1_200.0)
            phase = phase - hertz * low * 0.035 * (1.0 - np.exp(-time / 0.035))
        return phase

    def _noise(self, noise: Noise, time: Curve, shape: Curve, velocity: float, rng: np.random.Generator) -> Wave:
        course = shape * (np.exp(-SIXTY_DB / noise.seconds * time) if noise.seconds else 1.0)
        samples = drawn(course)
        sections = signal.butter(1, (noise.low_hz, noise.high_hz), "bandpass", fs=RATE, output="sos")
        heard = signal.sosfilt(sections, rng.standard_normal(len(samples)))
        made: Wave = samples * heard * (noise.level * (0.4 + 0.6 * velocity))
        return made
