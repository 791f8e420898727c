"""What plays sounds: records, tapes, radios."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.modal import METAL, PLATE, struck
from mediamill_procedural.effects.synthesis.noises import gliding, tilted, wide
from mediamill_procedural.effects.synthesis.throats import AH, OH, UH, mouthed
from mediamill_procedural.effects.synthesis.tones import (
    rising,
    saw,
    sine,
)
from mediamill_procedural.effects.synthesis.waveform import Stereo, curve, evened, line, peaked, put, samples, swell
from mediamill_procedural.kit.waves import RATE, Wave, band, noise


def record_scratch(take: Take) -> Wave:
    """A needle across a record: noise and music pulled forward and back within 0.5 s, 300 Hz to 5 kHz."""
    rng, length = take.rng, samples(take.stray(0.55, 0.1) / take.pace)
    speed = np.abs(line(length, (0.0, 0.2), (0.15, 1.6), (0.35, 0.0), (0.6, 2.6), (0.85, 0.9), (1.0, 0.0)))
    tone = saw(np.maximum(take.vary(420.0) * speed, 20.0), 0.7, 16)
    groove = gliding(rng, np.maximum(2_300.0 * speed, 60.0), 900.0)
    return (0.6 * evened(tone) + groove) * np.minimum(speed, 1.0) * swell(length, 0.01, 0.02)


def tape_rewind(take: Take) -> Wave:
    """A tape wound back: voices at eight times their speed, 800 Hz to 5 kHz, a motor that climbs, a stop."""
    rng, length = take.rng, take.within(2.2)
    speed = line(length, (0.0, 0.4), (0.15, 1.0), (0.85, 1.3), (1.0, 1.2))
    chatter = mouthed(
        saw(900.0 * speed * 2.0 ** curve(rng, length, 24.0, -0.6, 0.6), 0.8, 16),
        [v.scaled(0.4) for v in (AH, OH, UH)],
        30.0,
        rng,
    )
    motor = saw(rising(length, 180.0, 420.0), 0.9, 16)
    total = (
        chatter * np.clip(curve(rng, length, 30.0, -0.4, 1.0), 0.0, 1.0)
        + 0.3 * evened(motor)
        + 0.1 * tilted(rng, length, 0.0, 2_000.0, 8_000.0)
    )
    stop = peaked(struck(rng, METAL, 420.0, PLATE[:7], ring=0.02, longest=0.1))
    total[-len(stop) :] *= np.linspace(1.0, 0.0, min(len(stop), length))
    put(total, stop, length - len(stop), 1.6)
    return total


def static(take: Take) -> Stereo:
    """A radio between stations: hiss, heterodynes that slide through 400 to 3,000 Hz, crackle."""
    rng, length = take.rng, take.length
    slide = 400.0 * 7.0 ** curve(rng, length, 1.2 * take.pace, 0.0, 1.0)
    tone = sine(slide) * np.clip(curve(rng, length, 1.5, -0.8, 0.8), 0.0, 1.0)
    hiss = band(noise(rng, length), 300.0, 5_000.0, 1) * curve(rng, length, 4.0, 0.5, 1.2)
    pops = (rng.random(length) < 14.0 / RATE) * rng.uniform(2.0, 7.0, length)
    total = evened(hiss) + 0.35 * tone + band(pops, 500.0, 6_000.0, 1)
    return np.stack([total, total]) + 0.1 * wide(rng, length, 0.0, 500.0, 6_000.0)


def vinyl(take: Take) -> Stereo:
    """An old record: rumble below 80 Hz, surface noise, crackles, and one scratch that returns 33 times a minute."""
    rng, length = take.rng, take.length
    total = 0.06 * wide(rng, length, -1.0, 600.0, 9_000.0) + 0.10 * wide(rng, length, -6.0, 25.0, 90.0)
    crackles = np.zeros((2, length))
    for side in range(2):
        crackles[side] = (rng.random(length) < 26.0 / RATE) * rng.pareto(2.0, length).clip(0.0, 6.0)
    at = rng.uniform(0.1, 1.0)
    while at < take.seconds:
        crackles[:, min(length - 1, round(at * RATE))] += 9.0
        at += 1.8 / take.pace
    return total + np.stack([band(side, 900.0, 9_000.0, 1) for side in crackles]) * 1.6
