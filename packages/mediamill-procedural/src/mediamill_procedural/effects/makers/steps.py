"""Steps: a heel, a sole, and the ground under them; hooves too. Every event is one step, left and right in turn."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import (
    bank,
    bubbles,
    click,
    crackle,
    heavy_tailed,
    instants,
    scatter_here,
)
from mediamill_procedural.effects.synthesis.modal import BOX, STONE, WOOD, Material, struck
from mediamill_procedural.effects.synthesis.noises import tilted
from mediamill_procedural.effects.synthesis.waveform import curve, evened, hit, line, peaked, put, samples
from mediamill_procedural.kit.waves import Wave, band, below, noise

SOLE_DELAY = 0.085  # seconds from heel to ball of the foot when walking


def _shoe(take: Take, material: Material, pitch: float, hardness: float, sole: float = 0.45) -> Wave:
    """Heel and sole on a hard floor: two blows on the same body, the second softer and higher."""
    rng = take.rng
    side = 1.0 if take.number % 2 == 0 else 1.06
    total = np.zeros(samples(0.42))
    for at, level, height in ((0.0, 1.0, 1.0), (take.stray(SOLE_DELAY, 0.08) / take.pace, sole, 1.25)):
        blow = struck(rng, material, pitch * side * height * take.stray(1.0, 0.03), BOX, ring=0.6, longest=0.25)
        thud = below(noise(rng, samples(0.09)), 260.0) * hit(samples(0.09), 0.003, 0.07)
        tap = band(noise(rng, samples(0.03)), 900.0, 5_500.0) * hit(samples(0.03), 0.0006, 0.018)
        put(total, peaked(blow), samples(at), 0.7 * level)
        put(total, peaked(thud), samples(at), 0.55 * level)
        put(total, peaked(tap), samples(at), hardness * level)
    return total * take.stray(1.0, 0.1)


def concrete_step(take: Take) -> Wave:
    """A leather shoe on stone: a hard tap of 1 to 5 kHz, little body."""
    total = _shoe(take, STONE, take.vary(320.0, 0.1), take.between(0.3, 0.8))
    scrape = band(noise(take.rng, samples(0.1)), 1_500.0, 7_000.0) * hit(samples(0.1), 0.03, 0.1)
    put(total, scrape, samples(0.06), 0.05)
    return total


def wood_step(take: Take) -> Wave:
    """A shoe on boards: hollow modes from 140 Hz, and now and then a board that creaks."""
    total = _shoe(take, WOOD, take.vary(142.0, 0.1), take.between(0.15, 0.4))
    if take.rng.random() < 0.16:
        slips = np.zeros(samples(0.3))
        slips[np.cumsum(take.rng.integers(300, 900, 12)) % len(slips)] = 1.0
        put(total, peaked(band(slips, 450.0, 1_600.0)), samples(0.08), 0.25)
    return total


def heel_step(take: Take) -> Wave:
    """A high heel: a narrow, bright click of 1.5 to 4 kHz, the sole hardly heard."""
    return _shoe(take, STONE, take.vary(1_480.0, 0.08), 1.0, sole=0.16)


def gravel_step(take: Take) -> Wave:
    """Stones that shift: 60 to 120 grains of 1 to 7 kHz within 0.3 s, more under the heel and the push."""
    rng = take.rng
    length = samples(take.stray(0.36, 0.08) / take.pace**0.5)
    press = line(length, (0.0, 0.2), (0.1, 1.0), (0.35, 0.35), (0.6, 0.9), (1.0, 0.0))
    stones = bank(
        28, lambda: peaked(struck(rng, STONE, rng.uniform(1_000.0, 4_800.0), BOX[:4], ring=0.18, longest=0.03))
    )
    at = instants(rng, length, take.between(260.0, 620.0) * press)
    grinding = band(noise(rng, length), 700.0, 6_500.0) * press * curve(rng, length, 120.0, 0.2, 1.0)
    total = scatter_here(rng, length, stones, at, heavy_tailed(rng, len(at))) + 0.6 * grinding
    thud = below(noise(rng, samples(0.1)), 200.0) * hit(samples(0.1), 0.008, 0.08)
    put(total, peaked(thud), samples(0.02), 0.6)
    return total * take.stray(1.0, 0.1)


def snow_step(take: Take) -> Wave:
    """Cold snow: crystals break as a dry, rising creak of 400 Hz to 4 kHz, packed within 0.35 s."""
    rng = take.rng
    length = samples(take.stray(0.42, 0.08) / take.pace**0.5)
    press = line(length, (0.0, 0.0), (0.25, 0.8), (0.6, 1.0), (0.8, 0.4), (1.0, 0.0))
    crystals = bank(40, lambda: peaked(crackle(rng, 600.0, 5_000.0)))
    at = instants(rng, length, 1_300.0 * press)
    crunch = scatter_here(rng, length, crystals, at, heavy_tailed(rng, len(at), 3.0))
    squeaky = band(noise(rng, length), 420.0, 1_100.0) * press * (0.4 + 0.6 * curve(rng, length, 90.0))
    return evened(crunch) * press + 0.9 * squeaky


def leaf_step(take: Take) -> Wave:
    """Dry leaves: a brush of 2 to 9 kHz before the foot lands, crackles under it, a soft thud."""
    rng = take.rng
    length = samples(take.stray(0.5, 0.08) / take.pace**0.5)
    press = line(length, (0.0, 0.15), (0.3, 0.9), (0.45, 1.0), (0.7, 0.4), (1.0, 0.0))
    leaves = bank(40, lambda: peaked(crackle(rng, 2_000.0, 10_000.0)))
    at = instants(rng, length, take.between(220.0, 520.0) * press)
    rustle = scatter_here(rng, length, leaves, at, heavy_tailed(rng, len(at), 2.0))
    brush = band(noise(rng, length), 2_500.0, 9_500.0) * press * curve(rng, length, 40.0, 0.1, 0.8)
    total = rustle + 0.35 * brush
    put(total, below(noise(rng, samples(0.1)), 160.0) * hit(samples(0.1), 0.01, 0.09), samples(0.14), 0.25)
    return total


def puddle_step(take: Take) -> Wave:
    """A boot into a puddle: a slap of 300 Hz to 5 kHz, drops thrown up and falling for 0.4 s."""
    rng = take.rng
    length = samples(0.55)
    slap = tilted(rng, length, -3.0, 220.0, 6_500.0) * hit(length, 0.005, 0.17)
    at = instants(rng, length, 170.0 * np.exp(-np.arange(length) / samples(0.16)))
    drops = scatter_here(rng, length, bubbles(rng, 500.0, 3_200.0, 40, 0.15), at, heavy_tailed(rng, len(at)))
    return slap + 0.6 * drops


def mud_step(take: Take) -> Wave:
    """Mud: a dull squelch under 900 Hz, and a suck as the boot comes free, rising from 200 to 600 Hz."""
    rng = take.rng
    length = samples(0.6)
    total = tilted(rng, length, -5.0, 90.0, 1_200.0) * hit(length, 0.02, 0.3)
    at = instants(rng, length, 110.0 * line(length, (0.0, 1.0), (0.4, 0.3), (0.6, 1.0), (1.0, 0.0)))
    wet = scatter_here(rng, length, bubbles(rng, 170.0, 700.0, 40, 0.5), at, heavy_tailed(rng, len(at)))
    suck = band(noise(rng, samples(0.2)), 250.0, 900.0) * line(samples(0.2), (0.0, 0.1), (0.9, 1.0), (1.0, 0.0)) ** 2
    put(total, suck, samples(0.33), 0.9)
    return total + 0.55 * wet


def running_step(take: Take) -> Wave:
    """A runner's shoe: one soft, quick blow of rubber, a thud of 120 Hz with a scuff up to 3 kHz."""
    rng = take.rng
    length = samples(0.2)
    thud = below(noise(rng, length), 170.0) * hit(length, 0.004, 0.10)
    sole = band(noise(rng, length), 350.0, 2_800.0) * hit(length, 0.002, 0.055)
    scuff = band(noise(rng, length), 1_500.0, 5_000.0) * hit(length, 0.025, 0.09)
    side = 1.0 if take.number % 2 == 0 else 0.92
    return (1.0 * peaked(thud) + 0.6 * peaked(sole) + 0.14 * peaked(scuff)) * take.stray(side, 0.06)


def stair_step(take: Take) -> Wave:
    """A wooden stair: a hollow tread of 105 Hz, higher with each step, and the riser answering at 300 Hz."""
    climb = 1.0 + 0.012 * (take.number % 16)
    total = _shoe(take, WOOD, take.vary(108.0, 0.08) * climb, 0.25, sole=0.2)
    riser = struck(take.rng, WOOD, take.vary(295.0) * climb, BOX[:6], ring=0.9, longest=0.25)
    put(total, peaked(riser), samples(0.004), 0.5)
    return total


def hoof(take: Take) -> Wave:
    """A hoof on firm ground: a hollow clop of about 520 Hz over a thud; four feet, four pitches."""
    rng = take.rng
    foot = (1.0, 1.13, 0.93, 1.06)[take.number % 4]
    total = peaked(
        struck(rng, WOOD, take.vary(530.0, 0.08) * foot * take.stray(1.0, 0.02), BOX[:5], ring=0.7, longest=0.16)
    )
    put(total, peaked(below(noise(rng, samples(0.08)), 200.0) * hit(samples(0.08), 0.003, 0.07)), 0, 0.7)
    put(total, peaked(click(rng, 1_200.0, 5_000.0, 0.012)), 0, 0.25)
    return total


def gallop(take: Take) -> Wave:
    """One stride: three beats close together and a rest, each a hoof on turf, 60 to 600 Hz."""
    rng = take.rng
    total = np.zeros(samples(0.5))
    for number, at in enumerate((0.0, 0.105, 0.195)):
        thud = below(noise(rng, samples(0.12)), 190.0) * hit(samples(0.12), 0.004, 0.11)
        clop = struck(rng, WOOD, take.vary(300.0, 0.08) * (1.0, 1.12, 0.9)[number], BOX[:5], ring=0.6, longest=0.14)
        where = samples(take.stray(at, 0.05) / take.pace + 0.002)
        put(total, peaked(thud), where, (0.8, 0.9, 1.2)[number])
        put(total, peaked(clop), where, 0.55)
        put(total, peaked(band(noise(rng, samples(0.1)), 700.0, 4_000.0) * hit(samples(0.1), 0.01, 0.08)), where, 0.16)
    return total


def march(take: Take) -> Wave:
    """A column of boots: twenty-four soles within 40 ms, a shared thud, grit under them."""
    rng = take.rng
    length = samples(0.35)
    boots = bank(10, lambda: peaked(band(noise(rng, samples(0.08)), 120.0, 2_400.0) * hit(samples(0.08), 0.002, 0.06)))
    at = np.sort(np.abs(rng.normal(0.03, 0.016, 24)) * 44_100).astype(np.int64)
    column = scatter_here(rng, length, boots, at, rng.uniform(0.4, 1.0, 24))
    grit = band(noise(rng, length), 1_200.0, 6_000.0) * hit(length, 0.03, 0.2)
    return column + 0.12 * grit
