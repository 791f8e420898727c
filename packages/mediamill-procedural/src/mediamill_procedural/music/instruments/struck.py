"""Bars, bells, tines: what rings in modes that are no harmonics, and electric pianos by frequency modulation."""

from dataclasses import dataclass

import numpy as np

from mediamill_procedural.music.instruments.tone import DECAY_BY_PITCH, MIDDLE_C_HZ
from mediamill_procedural.music.instruments.wave import (
    SINES,
    SIXTY_DB,
    TOP_HZ,
    Wave,
    drawn,
    held,
    hertz_of,
    instants,
    places,
)


@dataclass(frozen=True, slots=True)
class Struck:
    """A bar or bell: (ratio, level, share of the decay) of every mode."""

    modes: tuple[tuple[float, float, float], ...]
    decay: float = 2.0  # seconds to -60 dB at middle c
    attack: float = 0.002
    release: float = 0.4
    touch: float = 0.8  # how much quieter the upper modes of a soft stroke are
    tremolo: tuple[float, float] = (0.0, 0.0)  # Hz, depth

    def play(self, pitch: int, seconds: float, velocity: float, _rng: np.random.Generator, /) -> Wave:
        """One note, (n,): held for `seconds`, then damped; 0 < velocity <= 1."""
        hertz = hertz_of(pitch)
        ring = self.decay * (MIDDLE_C_HZ / hertz) ** DECAY_BY_PITCH
        time = instants(min(seconds, 1.1 * ring) + self.release)
        shape = held(time, seconds, self.attack, self.release) * velocity**1.2
        if self.tremolo[1]:
            shape *= 1.0 - self.tremolo[1] * (0.5 - 0.5 * np.cos(2.0 * np.pi * self.tremolo[0] * time))
        wave = 0.0 * drawn(time)
        for ratio, level, share in self.modes:
            if hertz * ratio < TOP_HZ:
                course = shape * np.exp(-SIXTY_DB / (ring * share) * time)
                loud = level * (velocity**self.touch if ratio > 1.5 else 1.0)
                wave += drawn(course * loud) * SINES[0][places(time * hertz * ratio)]
        return wave.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Electric:
    """A carrier and two modulators (after Chowning, 1973): a tine piano, its bark growing with the stroke."""

    bark: float = 1.6  # modulation index at full force
    bark_ratio: float = 1.0
    tine: float = 0.35
    tine_ratio: float = 14.0
    decay: float = 4.5
    release: float = 0.18
    tremolo: tuple[float, float] = (4.6, 0.22)

    def play(self, pitch: int, seconds: float, velocity: float, _rng: np.random.Generator, /) -> Wave:
        """One note, (n,): held for `seconds`, then damped; 0 < velocity <= 1."""
        hertz = hertz_of(pitch)
        ring = self.decay * (MIDDLE_C_HZ / hertz) ** DECAY_BY_PITCH
        time = instants(min(seconds, 1.1 * ring) + self.release)
        shape = held(time, seconds, 0.003, self.release) * velocity**1.2 * np.exp(-SIXTY_DB / ring * time)
        shape *= 1.0 - self.tremolo[1] * (0.5 - 0.5 * np.cos(2.0 * np.pi * self.tremolo[0] * time))
        phase = 2.0 * np.pi * hertz * drawn(time)
        index = drawn(self.bark * velocity**1.5 * (0.25 + 0.75 * np.exp(-time / 0.5)))
        ratio = min(self.tine_ratio, float(int(0.8 * TOP_HZ / hertz)))
        tine = drawn(self.tine * velocity * np.exp(-time / 0.12)) * np.sin(phase * ratio)
        wave = drawn(shape) * np.sin(phase + index * np.sin(phase * self.bark_ratio) + tine)
        return np.asarray(wave, np.float32)
