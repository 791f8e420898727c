"""Drums with a skin: kick, snare, toms and hand drums, and the strokes played on them."""

from dataclasses import dataclass

import numpy as np

from mediamill_procedural.drums.waveform import decay, falling_sine, finished, rung, times
from mediamill_procedural.kit.waves import Wave, above, band, below, driven, noise

# The vibrations of an ideal circular membrane relative to its lowest (Fletcher and Rossing, The Physics of
# Musical Instruments, 18.2), with levels and lengths of a damped drum.
_MEMBRANE = ((1.594, 0.32, 0.55), (2.136, 0.20, 0.42), (2.653, 0.10, 0.30), (2.918, 0.08, 0.26))


def _membrane(pitch: float, seconds: float) -> list[tuple[float, float, float]]:
    return [(pitch * ratio, level, seconds * length) for ratio, level, length in _MEMBRANE]


@dataclass(frozen=True, slots=True)
class Kick:
    """A bass drum: a skin that falls to its pitch, and a beater that clicks more the harder it is hit."""

    pitch: float = 54.0  # Hz
    bend: float = 3.2
    bend_seconds: float = 0.016
    decay: float = 0.34  # seconds to -60 dB
    click: float = 0.28
    click_hz: float = 3_000.0
    knock: float = 0.22  # the shell and the front skin
    drive: float = 1.2

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""
        time = times(self.decay * 1.05 + 0.02)
        pitch = self.pitch * rng.normal(1.0, 0.004)
        length = self.decay * (0.82 + 0.18 * velocity)
        bend = 1.0 + (self.bend - 1.0) * (0.7 + 0.3 * velocity)
        body = falling_sine(time, pitch=pitch, bend=bend, bend_seconds=self.bend_seconds) * decay(time, length)
        shell = self.knock * rung(time, ((pitch * 2.35, 1.0, 0.07), (pitch * 3.7, 0.5, 0.045)), rng)
        beater = band(noise(rng, len(time)), self.click_hz * 0.55, self.click_hz * (1.2 + 0.8 * velocity))
        beater *= self.click * (0.25 + 0.75 * velocity**2) * decay(time, 0.022)
        return finished(velocity * (driven(body + shell, self.drive) + beater))


@dataclass(frozen=True, slots=True)
class Snare:
    """A snare drum: two modes of the skin, a crack, and wires whose brightness follows the stroke."""

    pitch: float = 190.0  # Hz
    body: float = 0.75
    body_decay: float = 0.16
    wires: float = 0.62
    wires_decay: float = 0.20
    wires_hz: float = 1_700.0  # the lower edge of their noise
    bright_hz: float = 9_500.0  # the upper edge at full force
    crack: float = 0.55
    ring: float = 0.10  # undamped overtones
    drive: float = 1.1

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke; below 0.45 it is a ghost note, played with a dropped stick: short and dark."""
        force = velocity if velocity > 0.45 else velocity * 0.85
        time = times(max(self.wires_decay, self.body_decay) * 1.1 + 0.03)
        pitch = self.pitch * rng.normal(1.0, 0.006) * (0.985 + 0.03 * force)
        body_length = self.body_decay * (0.6 + 0.4 * force)
        skin = falling_sine(time, pitch=pitch, bend=1.0 + 0.35 * force, bend_seconds=0.012) * decay(time, body_length)
        skin += (
            0.55 * falling_sine(time, pitch=pitch * 1.76, bend=1.1, bend_seconds=0.008) * decay(time, body_length * 0.7)
        )
        skin += self.ring * rung(time, _membrane(pitch, 0.9), rng)
        upper = self.bright_hz * (0.42 + 0.58 * force)
        buzz = band(noise(rng, len(time)), self.wires_hz * rng.normal(1.0, 0.03), upper)
        buzz *= decay(time, self.wires_decay * (0.55 + 0.45 * force)) * (1.0 - np.exp(-time / 0.0012))
        crack = above(noise(rng, len(time)), 2_200.0) * decay(time, 0.018) * self.crack * force**2
        return finished(force * (driven(self.body * skin + 1.25 * self.wires * buzz, self.drive) + 0.5 * crack))


@dataclass(frozen=True, slots=True)
class Skin:
    """A tom, conga, surdo or any drum without wires, struck by stick, mallet or hand."""

    pitch: float = 110.0  # Hz
    bend: float = 1.35
    bend_seconds: float = 0.03
    decay: float = 0.5
    overtones: float = 0.6
    contact: float = 0.2  # what the stick or hand adds
    contact_hz: float = 1_600.0
    slap: float = 0.0  # an open hand that stays for an instant
    drive: float = 0.8

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""
        time = times(self.decay * 1.05 + 0.02)
        pitch = self.pitch * rng.normal(1.0, 0.005)
        bend = 1.0 + (self.bend - 1.0) * (0.4 + 0.6 * velocity)
        body = falling_sine(time, pitch=pitch, bend=bend, bend_seconds=self.bend_seconds)
        body *= decay(time, self.decay * (0.8 + 0.2 * velocity))
        body += self.overtones * (0.4 + 0.6 * velocity) * rung(time, _membrane(pitch, self.decay), rng)
        touch = band(noise(rng, len(time)), self.contact_hz * 0.5, self.contact_hz * (1.2 + 1.3 * velocity))
        touch *= self.contact * (0.3 + 0.7 * velocity) * decay(time, 0.03)
        flat_hand = band(noise(rng, len(time)), 900.0, 4_800.0) * self.slap * velocity * decay(time, 0.075)
        return finished(velocity * (driven(0.85 * body, self.drive) + touch + flat_hand))


@dataclass(frozen=True, slots=True)
class CrossStick:
    """The stick laid over the snare drum, its butt struck on the rim: wood, no wires."""

    pitch: float = 520.0  # Hz
    decay: float = 0.075
    click: float = 0.5

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""
        time = times(self.decay * 1.6 + 0.02)
        pitch = self.pitch * rng.normal(1.0, 0.008)
        wood = rung(
            time,
            (
                (pitch, 0.75, self.decay),
                (pitch * 2.18, 0.55, self.decay * 0.7),
                (pitch * 3.31, 0.45, self.decay * 0.55),
                (pitch * 4.72, 0.25 * velocity, self.decay * 0.4),
                (190.0, 0.22, 0.06),
            ),
            rng,
        )
        click = above(noise(rng, len(time)), 2_500.0) * decay(time, 0.007) * self.click * (0.3 + 0.7 * velocity)
        return finished(velocity * (0.8 * wood + click))


@dataclass(frozen=True, slots=True)
class BrushTap:
    """A brush dropped on a coated head: soft attack, air and a little of the drum."""

    pitch: float = 205.0  # Hz
    decay: float = 0.13

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""
        time = times(self.decay * 1.4)
        wires = band(noise(rng, len(time)), 1_400.0, 4_500.0 + 4_500.0 * velocity)
        wires *= decay(time, self.decay * (0.7 + 0.3 * velocity)) * (1.0 - np.exp(-time / 0.002))
        drum = falling_sine(time, pitch=self.pitch * rng.normal(1.0, 0.01), bend=1.15, bend_seconds=0.01)
        return finished(velocity * (0.75 * wires + 0.35 * drum * decay(time, 0.1)))


@dataclass(frozen=True, slots=True)
class BrushSweep:
    """A brush drawn over the head: noise that swells and sinks, no attack at all."""

    seconds: float = 0.42
    tone_hz: float = 3_200.0

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""
        time = times(self.seconds * rng.normal(1.0, 0.04))
        swell = np.sin(np.pi * (time / time[-1]) ** 0.7) ** 1.5
        grain = 1.0 + 0.3 * below(noise(rng, len(time)), 40.0) / 0.04
        wires = band(noise(rng, len(time)), self.tone_hz * 0.45, self.tone_hz * (1.3 + velocity))
        return finished(0.6 * velocity * swell * np.clip(grain, 0.3, 1.7) * wires)
