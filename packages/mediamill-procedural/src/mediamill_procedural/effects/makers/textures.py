"""Textures: what is heard when a prompt names nothing that is known."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import bank, heavy_tailed, instants, scatter
from mediamill_procedural.effects.synthesis.modal import GLASS, METAL, PLATE, WOOD, struck
from mediamill_procedural.effects.synthesis.noises import hill, painted_wide, wide
from mediamill_procedural.effects.synthesis.tones import harmonics
from mediamill_procedural.effects.synthesis.waveform import Stereo, curve, evened, peaked
from mediamill_procedural.kit.waves import RATE, Wave


def texture(take: Take) -> Stereo:
    """One of four: moving air, a chord that breathes, a cloud of small blows, a low machine; drawn from the prompt."""
    kind = int(take.body.integers(4))
    return (_air, _chord, _cloud, _engine)[kind](take)


def _air(take: Take) -> Stereo:
    """Three bands of noise that wander through the spectrum."""
    rng, length = take.rng, take.length
    heights = [curve(rng, length, 0.5 * take.pace, 5.0, 11.5) for _ in range(3)]
    levels = [curve(rng, length, 0.8 * take.pace, 0.1, 1.0) for _ in range(3)]

    def paint(instants_: Wave, frequencies: Wave) -> Wave:
        at = np.minimum((instants_ * RATE).astype(np.int64), length - 1)
        gain = np.zeros((len(instants_), frequencies.shape[1]))
        for height, level in zip(heights, levels, strict=True):
            gain = gain + level[at] * hill(frequencies, 2.0 ** height[at], 0.35)
        return gain

    return painted_wide(rng, length, paint)


def _chord(take: Take) -> Stereo:
    """Six voices of a scale, each swelling by itself."""
    rng, length = take.rng, take.length
    root, total = take.vary(110.0, 0.3), np.zeros((2, length))
    for step in take.body.choice([0, 3, 5, 7, 10, 12, 15, 19, 22, 24], 6, replace=False):
        pitch = root * 2.0 ** (step / 12.0) * (1.0 + 0.004 * curve(rng, length, 2.0, -1.0, 1.0))
        voice = harmonics(pitch, (1.0, 0.4, 0.25, 0.12)) * curve(rng, length, 0.6 * take.pace, 0.0, 1.0)
        turn = rng.uniform(0.1, 1.47)
        total += np.stack([np.cos(turn), np.sin(turn)])[:, np.newaxis] * voice
    return evened(total) + 0.05 * wide(rng, length, -3.0, 300.0, 6_000.0)


def _cloud(take: Take) -> Stereo:
    """Small blows on something hard, dense and thin in turn."""
    rng, length = take.rng, take.length
    material = (WOOD, METAL, GLASS)[int(take.body.integers(3))]
    pitch = take.vary(900.0, 0.5)
    blows = bank(
        24, lambda: peaked(struck(rng, material, pitch * rng.uniform(0.5, 2.2), PLATE[:7], ring=0.25, longest=0.3))
    )
    at = instants(rng, length, take.between(8.0, 60.0) * take.pace * curve(rng, length, 0.9, 0.1, 1.6))
    return scatter(rng, length, blows, at, heavy_tailed(rng, len(at)), 1.0) + 0.02 * wide(
        rng, length, -3.0, 100.0, 5_000.0
    )


def _engine(take: Take) -> Stereo:
    """A low tone that beats with itself, and noise in its rhythm."""
    rng, length = take.rng, take.length
    pitch = take.vary(62.0, 0.3) * (1.0 + 0.02 * curve(rng, length, 0.8, -1.0, 1.0))
    left, right = (harmonics(pitch * detune, [1.0 / n for n in range(1, 14)], rng) for detune in (1.0, 1.006))
    turns = 0.5 + 0.5 * np.sin(2.0 * np.pi * np.cumsum(pitch / 24.0 * take.pace) / RATE)
    return evened(np.stack([left, right])) * (0.6 + 0.4 * turns) + 0.3 * turns * wide(rng, length, -4.0, 150.0, 4_000.0)
