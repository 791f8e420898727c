"""Everything that rings or rattles without a skin: hats, cymbals, bells, claps, shakers, jingles."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq

from mediamill_procedural.drums.waveform import decay, finished, rung, times
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, driven, noise

# Six square waves that share no harmonic: the metal of the analogue drum machines of 1980.
_MACHINE_HZ = (205.3, 304.4, 369.6, 522.7, 540.0, 800.0)
_CUP = (1.0, 1.52, 2.43, 3.04, 4.17, 5.35)  # the cup of a ride is smaller and purer
# A cymbal loses its energy band by band at different speeds: their centres in Hz, each a little under an octave wide.
_CYMBAL_BANDS_HZ = (450.0, 850.0, 1_600.0, 3_000.0, 5_600.0, 10_500.0)
_CYMBAL_BAND_OCTAVES = 0.45
# The modes of a bronze plate crowd without any order; one fixed disorder is one cymbal. Relative to the lowest:
# where they lie, how strong and how long they are.
_PLATE_MODES = 30
_PLATE_DISORDER = np.random.default_rng(1_980).uniform(-1.0, 1.0, (3, _PLATE_MODES))
_PLATE = np.geomspace(1.0, 24.0, _PLATE_MODES) * np.exp(0.07 * _PLATE_DISORDER[0])


@dataclass(frozen=True, slots=True)
class Hat:
    """A pair of hi-hat cymbals; the longer the decay, the wider they stand open."""

    decay: float = 0.09  # seconds to -60 dB
    edge_hz: float = 6_500.0  # what lies below is filtered away
    machine: float = 0.0  # 0 is bronze, 1 is square waves
    stick: float = 0.5  # the tip of the stick; 0 for a pedal
    tune: float = 1.0

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke; a harder one is brighter and opens the pair a little."""
        time = times(self.decay * 1.15 + 0.015)
        length = self.decay * (0.65 + 0.35 * velocity) * rng.normal(1.0, 0.05)
        metal = (1.0 - self.machine) * self._bronze(time, rng) + self.machine * self._squares(time, rng)
        metal = above(metal, self.edge_hz * (1.06 - 0.12 * velocity) * rng.normal(1.0, 0.02), 3)
        metal = below(metal, 7_500.0 + 6_000.0 * velocity)
        body = metal * (0.7 * decay(time, length) + 0.3 * decay(time, length * 0.3))
        tip = above(noise(rng, len(time)), 4_500.0) * decay(time, 0.010) * self.stick * velocity
        soft_start = 1.0 if self.stick else 1.0 - np.exp(-time / 0.003)
        return finished(velocity * 0.9 * (body * soft_start + 0.35 * tip))

    def _bronze(self, time: Wave, rng: np.random.Generator) -> Wave:
        """Noise with a few clouds of partials standing out, different at every stroke as the pair meets anew."""
        partials = np.zeros(len(time))
        for centre in (3_150.0, 4_420.0, 5_730.0, 7_250.0, 9_100.0, 11_300.0):
            frequency = self.tune * centre * rng.normal(1.0, 0.012)
            partials += np.sin(2.0 * np.pi * frequency * time + rng.uniform(0.0, 2.0 * np.pi))
        return 0.75 * noise(rng, len(time)) + 0.30 * partials

    def _squares(self, time: Wave, rng: np.random.Generator) -> Wave:
        total = np.zeros(len(time))
        for frequency in _MACHINE_HZ:
            angle = 2.0 * np.pi * self.tune * 1.25 * frequency * time + rng.uniform(0.0, 2.0 * np.pi)
            total += np.sign(np.sin(angle))
        return 1.1 / math.sqrt(len(_MACHINE_HZ)) * total + 0.15 * noise(rng, len(time))


@dataclass(frozen=True, slots=True)
class Cymbal:
    """A crash or ride: bands of noise that bloom and fade at their own speeds, modes that ring, a stick."""

    seconds: float = 2.2  # to -60 dB in the middle of its range
    wash: float = 1.0
    ring: float = 0.35
    ping: float = 0.2  # the tip of the stick
    bloom: float = 0.012  # seconds until the upper bands are there
    lowest_hz: float = 340.0
    bell: float = 0.0  # the cup: fewer, purer, longer modes

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke; a harder one brings out the upper bands."""
        time = times(self.seconds * 1.1)
        total = self.wash * self._wash(time, velocity, rng) + self.ring * rung(time, self._modes(rng), rng)
        tip = band(noise(rng, len(time)), 3_500.0, 11_000.0) * decay(time, 0.025)
        return finished(velocity * (0.5 * above(total, self.lowest_hz) + self.ping * velocity * tip))

    def _wash(self, time: Wave, velocity: float, rng: np.random.Generator) -> Wave:
        """White noise split by one Fourier transform; the top of the spectrum comes late and leaves early."""
        length = len(time)
        padded = next_fast_len(length, real=True)
        spectrum = rfft(noise(rng, padded))
        octaves = np.log2(np.maximum(rfftfreq(padded, 1.0 / RATE), 1.0))
        total = np.zeros(length)
        for number, centre in enumerate(_CYMBAL_BANDS_HZ):
            height = number / (len(_CYMBAL_BANDS_HZ) - 1)
            window = np.exp(-0.5 * ((octaves - math.log2(centre)) / _CYMBAL_BAND_OCTAVES) ** 2)
            part = irfft(spectrum * window, padded)[:length]
            weight = 0.35 + 0.65 * math.sin(math.pi * (0.25 + 0.6 * height)) * (0.55 + 0.45 * velocity) ** (
                2.5 * height
            )
            rise = 1.0 - np.exp(-time / (0.001 + self.bloom * height))
            total += weight * part * rise * decay(time, self.seconds * (1.05 - 0.6 * height))
        return total

    def _modes(self, rng: np.random.Generator) -> list[tuple[float, float, float]]:
        """The stick never meets the plate at the same point: the same modes, a little stronger or weaker."""
        if self.bell:
            return [
                (self.bell * ratio, 0.9 / ratio**0.6 * rng.normal(1.0, 0.1), self.seconds / ratio**0.35)
                for ratio in _CUP
            ]
        frequencies = self.lowest_hz * _PLATE
        levels = 0.4 * np.exp(-0.5 * (np.log2(frequencies / 4_200.0) / 1.6) ** 2 + 0.3 * _PLATE_DISORDER[1])
        levels *= np.exp(rng.normal(0.0, 0.2, _PLATE_MODES))
        lengths = self.seconds * 0.95 * _PLATE**-0.42 * np.exp(0.25 * _PLATE_DISORDER[2])
        return list(zip(frequencies.tolist(), levels.tolist(), lengths.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Bell:
    """A cowbell, agogô, clave or wood block: a few modes of one solid body."""

    pitch: float = 560.0  # Hz
    ratios: tuple[float, ...] = (1.0, 1.48, 2.71, 4.2)
    decay: float = 0.22
    strike_noise: float = 0.12
    drive: float = 1.2

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""
        time = times(self.decay * 1.1 + 0.01)
        pitch = self.pitch * rng.normal(1.0, 0.002)
        modes = [
            (pitch * ratio, (0.3 + 0.7 * velocity) ** number * 0.8 / (1.0 + 0.5 * number), self.decay / ratio**0.5)
            for number, ratio in enumerate(self.ratios)
        ]
        touch = above(noise(rng, len(time)), 3_000.0) * decay(time, 0.012) * self.strike_noise * velocity
        return finished(velocity * 0.75 * (driven(rung(time, modes, rng), self.drive) + touch))


@dataclass(frozen=True, slots=True)
class Clap:
    """Several hands that never meet at once, and the room that answers."""

    tone_hz: float = 1_150.0
    decay: float = 0.22
    hands: int = 4
    spread: float = 0.030  # seconds from the first hand to the last

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One clap, 0 < velocity <= 1."""
        time = times(self.decay + self.spread + 0.02)
        envelope = np.zeros(len(time))
        for hand in range(self.hands):
            start = self.spread * hand / max(1, self.hands - 1) * rng.normal(1.0, 0.06)
            after = np.maximum(time - start, 0.0)
            length, level = (self.decay, 0.75) if hand == self.hands - 1 else (0.028, 1.0)
            envelope += np.where(time >= start, level * decay(after, length), 0.0)
        source = noise(rng, len(time))
        colour = band(source, self.tone_hz * 0.72, self.tone_hz * (1.6 + 0.9 * velocity)) + 0.07 * above(
            source, 3_200.0
        )
        return finished(velocity * 0.85 * envelope * colour)


@dataclass(frozen=True, slots=True)
class Shaker:
    """Grains in a tube: they need an instant to arrive, and arrive harder on the way forth than back."""

    tone_hz: float = 6_200.0
    seconds: float = 0.085
    attack: float = 0.016

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""
        length = self.seconds * (0.7 + 0.3 * velocity) * rng.normal(1.0, 0.05)
        time = times(length + self.attack + 0.02)
        rise = np.clip(time / self.attack, 0.0, 1.0) ** 2
        fall = np.where(time > self.attack, decay(np.maximum(time - self.attack, 0.0), length), 1.0)
        grains = band(noise(rng, len(time)), self.tone_hz * 0.6, self.tone_hz * (1.5 + 0.7 * velocity))
        return finished(velocity * 0.9 * rise * fall * grains)


@dataclass(frozen=True, slots=True)
class Jingles:
    """A tambourine: little plates that ring high and settle one after the other."""

    decay: float = 0.20
    tone_hz: float = 7_800.0

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""
        time = times(self.decay * 1.1 + 0.02)
        plates = [
            (self.tone_hz * factor * rng.normal(1.0, 0.01), 0.22, self.decay * rng.uniform(0.4, 0.9))
            for factor in (0.62, 0.78, 0.91, 1.0, 1.17, 1.36, 1.55)
        ]
        rattle = above(noise(rng, len(time)), 5_200.0) * decay(time, self.decay * (0.5 + 0.3 * velocity))
        settle = 0.45 * np.where(time > 0.028, decay(np.maximum(time - 0.028, 0.0), self.decay * 0.6), 0.0)
        rattle += above(noise(rng, len(time)), 6_500.0) * settle
        rattle = below(rattle, 7_000.0 + 4_000.0 * velocity)
        return finished(velocity * 0.8 * (0.8 * rattle + rung(time, plates, rng)))
