"""Magic: what glitters, and what is cast."""

import numpy as np

from mediamill_procedural.effects.makers.interface import glassy, semitones
from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.noises import gliding, tilted
from mediamill_procedural.effects.synthesis.tones import rising, sine
from mediamill_procedural.effects.synthesis.waveform import evened, hit, line, put, samples, times
from mediamill_procedural.kit.waves import Wave


def sparkle(take: Take) -> Wave:
    """Magic dust: 30 tiny bells of a pentatonic scale, 2 to 8 kHz, rising, within 1.4 s."""
    rng = take.rng
    total = np.zeros(samples(2.2))
    root = take.vary(1_050.0, 0.06)
    for number in range(30):
        step = (0, 2, 4, 7, 9)[int(rng.integers(5))] + 12 * int(rng.integers(0, 2)) + 24 * number / 30
        note = glassy(min(9_000.0, semitones(root, step)), rng.uniform(0.25, 0.7), take)
        put(total, note, samples((number / 30 * 1.3 + rng.uniform(0.0, 0.05)) / take.pace), rng.uniform(0.25, 0.8))
    air = gliding(rng, rising(samples(1.4), 3_000.0, 9_000.0), 1_800.0) * np.hanning(samples(1.4))
    put(total, air, 0, 0.07)
    return total


def spell(take: Take) -> Wave:
    """A spell: a rush that rises for 0.9 s, a burst, and a shimmer of fifths that sinks."""
    rng = take.rng
    total = np.zeros(samples(2.8))
    long = samples(0.9 / take.pace)
    rush = gliding(rng, rising(long, 250.0, 3_600.0), 420.0) * np.linspace(0.0, 1.0, long) ** 2
    put(total, rush, 0, 0.32)
    burst = tilted(rng, samples(0.8), -3.0, 90.0, 7_000.0) * hit(samples(0.8), 0.002, 0.45)
    put(total, burst, long, 0.35)
    rest = samples(1.7)
    shimmer = np.zeros(rest)
    for ratio in (1.0, 1.5, 2.0, 3.0, 4.5):
        pitch = take.vary(440.0, 0.06) * ratio * line(rest, (0.0, 1.02), (1.0, 0.97))
        shimmer += sine(pitch * (1.0 + 0.006 * np.sin(2.0 * np.pi * rng.uniform(4.0, 7.0) * times(rest)))) / ratio**0.6
    put(total, evened(shimmer * hit(rest, 0.03, 2.0)), long, 0.35)
    return total
