"""Struck bodies: how a material rings, by its inner friction and the size and shape of what is hit."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import signal

from mediamill_procedural.effects.synthesis.waveform import decay, edged, samples
from mediamill_procedural.kit.waves import HIGHEST_HZ, RATE, SIXTY_DB, Wave, above, noise, ringing

Mode = tuple[float, float, float]  # frequency in Hz, level, seconds to -60 dB

# Free bars and plates relative to their lowest mode (Fletcher and Rossing, The Physics of Musical Instruments).
BAR = (1.0, 2.756, 5.404, 8.933, 13.34, 18.64)
PLATE = (1.0, 1.47, 2.05, 2.46, 3.12, 3.87, 4.41, 5.28, 6.35, 7.7, 9.1, 11.4)
BOX = (1.0, 1.23, 1.62, 1.89, 2.31, 2.8, 3.44, 4.1)
BELL = (0.5, 1.0, 1.183, 1.506, 2.0, 2.514, 2.662, 3.011, 4.166, 5.433, 6.796)


@dataclass(frozen=True, slots=True)
class Material:
    """What a struck body is made of: its ring dies in 2.2 / (friction * frequency) seconds (Klatzky et al. 2000)."""

    friction: float
    longest: float  # seconds to -60 dB: air and supports take the rest
    bright: float  # how slowly the upper modes lose level, 0 to 1
    contact: float  # noise of the blow itself


WOOD = Material(0.024, 0.35, 0.45, 0.25)
METAL = Material(0.0011, 3.2, 0.8, 0.12)
GLASS = Material(0.0035, 0.9, 0.85, 0.15)
STONE = Material(0.011, 0.25, 0.6, 0.35)
CERAMIC = Material(0.0045, 0.5, 0.8, 0.2)
PLASTIC = Material(0.045, 0.12, 0.55, 0.3)
SKIN = Material(0.05, 0.45, 0.2, 0.25)


def modes_of(
    material: Material,
    pitch: float,
    shape: Sequence[float],
    rng: np.random.Generator,
    *,
    ring: float = 1.0,
    detune: float = 0.02,
) -> list[Mode]:
    """The modes of a body: its shape gives their places, its material how long they ring, chance how it was hit."""
    result = []
    for number, ratio in enumerate(shape):
        frequency = pitch * ratio * float(np.exp(rng.normal(0.0, detune)))
        seconds = min(material.longest, 2.2 / (material.friction * frequency)) * ring
        # Rayleigh-distributed: a blow that happens to meet a node leaves that mode out.
        level = material.bright**number * float(rng.rayleigh(0.8))
        result.append((frequency, level, seconds))
    return result


def rung(length: int, modes: Sequence[Mode], rng: np.random.Generator) -> Wave:
    """A struck body: the sum of its modes, each decaying on its own."""
    total = np.zeros(length)
    for frequency, level, seconds in modes:
        if 10.0 < frequency < HIGHEST_HZ:
            own = min(length, samples(seconds))
            total[:own] += level * ringing(own, frequency, seconds, rng.uniform(-0.4, 0.4))
    return total


def struck(
    rng: np.random.Generator,
    material: Material,
    pitch: float,
    shape: Sequence[float] = BOX,
    *,
    ring: float = 1.0,
    force: float = 1.0,
    longest: float = 4.0,
) -> Wave:
    """One blow on a body: its modes, and a short noise of contact; a softer blow is duller."""
    modes = modes_of(material, pitch, shape, rng, ring=ring)
    modes = [(place, level * force ** (number * 0.4), long) for number, (place, level, long) in enumerate(modes)]
    length = samples(min(longest, max(seconds for _, _, seconds in modes) * 1.05) + 0.02)
    body = rung(length, modes, rng)
    touch = above(noise(rng, length), min(6_000.0, 1.5 * pitch)) * decay(length, 0.012 + 2.0 / pitch)
    return edged(force * (body + material.contact * touch))


def resonated(wave: Wave, modes: Sequence[Mode]) -> Wave:
    """A wave sent through a body: every mode answers with its own ring, alike in power."""
    total = np.zeros(len(wave))
    for frequency, level, seconds in modes:
        if 10.0 < frequency < HIGHEST_HZ:
            turn, shrink = 2.0 * math.pi * frequency / RATE, math.exp(-SIXTY_DB / seconds / RATE)
            gain = level * (1.0 - shrink) * 2.0 * math.sin(turn)
            total += signal.lfilter([gain], [1.0, -2.0 * shrink * math.cos(turn), shrink * shrink], wave)
    return total
