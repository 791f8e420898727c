"""Fire: crackles, the roar of flames, what hisses on a hot surface."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import bank, crackle, heavy_tailed, instants, scatter
from mediamill_procedural.effects.synthesis.modal import BOX, WOOD, struck
from mediamill_procedural.effects.synthesis.noises import hill, painted_wide, slope, tilted, wide
from mediamill_procedural.effects.synthesis.waveform import Stereo, curve, hit, line, peaked, put, samples
from mediamill_procedural.kit.waves import RATE, Wave, above, noise


def _crackling(take: Take, per_second: float, low: float, high: float, tail: float) -> Stereo:
    """Crackles in bursts: a few loud, most hardly heard, as wood gives way."""
    rng, length = take.rng, take.length
    eager = curve(rng, length, 2.5 * take.pace, 0.0, 1.0) ** 2 * 3.0
    at = instants(rng, length, per_second * take.pace * eager)
    grains = bank(48, lambda: peaked(crackle(rng, low, high)))
    return scatter(rng, length, grains, at, heavy_tailed(rng, len(at), tail, 6.0), 0.7)


def campfire(take: Take) -> Stereo:
    """Crackles of 1 to 9 kHz, 15 to 60 a second in bursts, snaps of wood, a soft roar of flames below 400 Hz."""
    rng, length = take.rng, take.length
    snaps = bank(12, lambda: peaked(struck(rng, WOOD, rng.uniform(500.0, 1_600.0), BOX[:5], ring=0.35, longest=0.12)))
    at = instants(rng, length, take.between(0.6, 2.2) * take.pace)
    wood = scatter(rng, length, snaps, at, heavy_tailed(rng, len(at)), 0.5)
    flames = wide(rng, length, -6.0, 35.0, 420.0) * curve(rng, length, 4.0 * take.pace, 0.4, 1.2)
    air = wide(rng, length, -2.0, 900.0, 8_000.0) * curve(rng, length, 6.0 * take.pace, 0.5, 1.1)
    crackles = _crackling(take, take.between(15.0, 60.0), 1_000.0, 9_000.0, 1.7)
    return 0.55 * crackles + 0.45 * wood + take.between(0.05, 0.14) * flames + 0.028 * air


def fireplace(take: Take) -> Stereo:
    """Embers indoors: sparse, darker crackles of 500 Hz to 4 kHz, the draught of a chimney around 120 Hz."""
    draught = wide(take.rng, take.length, -5.0, 60.0, 300.0) * curve(take.rng, take.length, 0.8, 0.5, 1.1)
    glow = wide(take.rng, take.length, -4.0, 300.0, 2_500.0)
    crackles = _crackling(take, take.between(6.0, 26.0), 500.0, 4_000.0, 1.9)
    return 0.7 * crackles + 0.10 * draught + 0.03 * glow


def blaze(take: Take) -> Stereo:
    """A house on fire: a deep roar that flutters 5 to 9 times a second, dense crackle, beams that crack."""
    rng, length = take.rng, take.length
    roar = wide(rng, length, -4.5, 40.0, 2_500.0) * curve(rng, length, 8.0 * take.pace, 0.55, 1.25)
    beams = bank(10, lambda: peaked(struck(rng, WOOD, rng.uniform(160.0, 500.0), BOX, ring=1.0, longest=0.35)))
    at = instants(rng, length, take.between(0.7, 2.5) * take.pace)
    falling = scatter(rng, length, beams, at, heavy_tailed(rng, len(at)), 0.8)
    return roar + 0.4 * _crackling(take, take.between(50.0, 140.0), 700.0, 8_000.0, 1.9) + 0.9 * falling


def torch(take: Take) -> Stereo:
    """A torch that is moved: the flame flutters at 8 to 14 Hz, 80 to 900 Hz wide, louder with every swing."""
    rng, length = take.rng, take.length
    swing = 0.25 + curve(rng, length, 1.1 * take.pace, 0.0, 1.0) ** 2
    flutter = 0.45 + 0.75 * curve(rng, length, 13.0 * take.pace, 0.0, 1.0)

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        at = np.minimum((instants * RATE).astype(np.int64), length - 1)
        height = 180.0 + 700.0 * swing[at]
        return hill(frequencies, height, 1.1) * slope(frequencies, -2.0, 300.0) * (swing * flutter)[at]

    return painted_wide(rng, length, paint) + 0.02 * _crackling(take, 12.0, 1_500.0, 7_000.0, 2.2)


def match(take: Take) -> Wave:
    """A match: the scratch of its head, a flare above 2 kHz within 60 ms, then a small flame that settles."""
    rng, length = take.rng, take.within(2.0)
    total = np.zeros(length)
    scratch = samples(0.16)
    rasp = above(noise(rng, scratch), 2_500.0) * (0.2 + np.clip(curve(rng, scratch, 130.0, -0.3, 1.0), 0.0, 1.0))
    put(total, rasp * line(scratch, (0.0, 0.1), (0.7, 0.8), (1.0, 0.4)), samples(0.02), 0.5)
    rest = length - samples(0.16)
    flare = tilted(rng, rest, -1.5, 700.0, 9_000.0) * hit(rest, 0.05, 0.9) * curve(rng, rest, 30.0, 0.5, 1.0)
    put(total, flare, samples(0.16), 0.9)
    flame = tilted(rng, rest, -5.0, 80.0, 900.0) * curve(rng, rest, 12.0, 0.3, 1.0) * hit(rest, 0.2, 3.5)
    put(total, flame, samples(0.16), 0.3)
    return total


def sizzle(take: Take) -> Stereo:
    """A hot pan: thousands of tiny bursts of 3 to 14 kHz, with spits of fat now and then."""
    rng, length = take.rng, take.length
    hiss = wide(rng, length, 0.5, 3_000.0, 13_000.0) * curve(rng, length, 14.0 * take.pace, 0.6, 1.2)
    spits = _crackling(take, take.between(25.0, 90.0), 2_000.0, 9_000.0, 1.8)
    return hiss * take.between(0.5, 1.0) + 0.7 * spits + 0.15 * wide(rng, length, -3.0, 400.0, 2_500.0)


def fuse(take: Take) -> Stereo:
    """A burning fuse: a narrow, spitting hiss of 4 to 10 kHz that flickers 30 times a second and creeps up."""
    rng, length = take.rng, take.length
    flicker = np.clip(curve(rng, length, 60.0 * take.pace, -0.1, 1.0), 0.05, 1.0)
    hiss = wide(rng, length, 0.0, 4_000.0, 10_500.0) * flicker * line(length, (0.0, 0.7), (1.0, 1.2))
    return hiss + 0.6 * _crackling(take, 55.0, 3_000.0, 9_000.0, 2.0)
