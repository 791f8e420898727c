"""Impacts: blows, breaks, shots and what falls after them."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import bank, click, crackle, heavy_tailed, instants, scatter
from mediamill_procedural.effects.synthesis.modal import (
    BAR,
    BELL,
    BOX,
    GLASS,
    METAL,
    PLATE,
    STONE,
    WOOD,
    rung,
    struck,
)
from mediamill_procedural.effects.synthesis.noises import gliding, tilted, wide
from mediamill_procedural.effects.synthesis.tones import angle, rising
from mediamill_procedural.effects.synthesis.waveform import (
    Stereo,
    curve,
    decay,
    evened,
    hit,
    line,
    peaked,
    put,
    samples,
    swell,
    times,
)
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, driven, noise

# Partials of an anvil: times its pitch, level, seconds.
ANVIL = ((1.0, 0.9, 1.9), (1.67, 0.7, 1.5), (2.71, 0.8, 1.2), (3.86, 0.5, 0.8), (5.6, 0.35, 0.5))


def boom(take: Take, length: int, low: float, seconds: float) -> Wave:
    """A pressure wave: a sine that falls to `low` Hz within a tenth of a second and dies."""
    time = times(length)
    phase = 2.0 * np.pi * (low * time + 2.2 * low * 0.09 * (1.0 - np.exp(-time / 0.09)))
    return np.sin(phase) * hit(length, 0.003, seconds) * take.stray(1.0, 0.05)


def punch(take: Take) -> Wave:
    """A film punch: a slap of 1 to 3 kHz, meat of 90 to 300 Hz, over in 0.2 s."""
    rng = take.rng
    length = samples(0.3)
    slap = band(noise(rng, length), 700.0, 3_600.0) * hit(length, 0.0008, 0.055)
    meat = band(noise(rng, length), 110.0, 520.0) * hit(length, 0.003, 0.13)
    body = boom(take, length, take.vary(74.0, 0.1) * (1.25 - 0.5 * take.intensity), 0.2)
    return driven(0.55 * peaked(slap) + 0.9 * peaked(meat) + 0.9 * body, 1.4)


def slap(take: Take) -> Wave:
    """A flat hand: a burst of 0.9 to 6 kHz with an edge, gone in 60 ms."""
    rng = take.rng
    length = samples(0.16)
    palm = band(noise(rng, length), take.vary(950.0), 6_000.0) * hit(length, 0.0004, 0.06)
    cup = band(noise(rng, length), 280.0, 800.0) * hit(length, 0.001, 0.05)
    return peaked(palm) + 0.45 * peaked(cup)


def whip(take: Take) -> Wave:
    """A whip: a swish that rises to 6 kHz within a third of a second, and a crack faster than sound."""
    rng = take.rng
    long = samples(0.34)
    swish = gliding(rng, rising(long, 500.0, 5_200.0, 1.6), 900.0) * line(long, (0.0, 0.0), (0.8, 0.7), (1.0, 0.9)) ** 2
    total = np.zeros(samples(0.75))
    put(total, swish, 0, 0.16)
    crack = above(noise(rng, samples(0.3)), 900.0) * hit(samples(0.3), 0.0002, 0.06)
    put(total, peaked(crack), long, 1.0)
    return total


def glass_break(take: Take) -> Stereo:
    """A pane: a crack above 2.5 kHz, then 60 to 110 shards of 2 to 11 kHz that ring and tinkle down for a second."""
    rng, length = take.rng, take.within(2.0)

    def shard() -> Wave:
        pitch = float(np.exp(rng.uniform(np.log(1_900.0), np.log(8_000.0))))
        return peaked(struck(rng, GLASS, pitch, (1.0, 1.58, 2.24, 2.92), ring=0.5, longest=0.35))

    shards = bank(40, shard)
    fall = 170.0 * np.exp(-times(length) / 0.22) + 40.0 * np.exp(-(((times(length) - 0.55) / 0.2) ** 2))
    at = instants(rng, length, take.between(0.6, 1.6) * fall)
    tinkling = scatter(rng, length, shards, at, heavy_tailed(rng, len(at), 2.0), 0.9)
    crack = above(noise(rng, length), 1_600.0) * hit(length, 0.0004, 0.16)
    thump = below(noise(rng, length), 300.0) * hit(length, 0.001, 0.09)
    return 0.55 * tinkling + 0.55 * peaked(crack) + 0.4 * peaked(thump)


def wood_crack(take: Take) -> Wave:
    """A branch: two or three fibres give, then the snap, 400 Hz to 5 kHz, and splinters."""
    rng = take.rng
    total = np.zeros(samples(0.7))
    for _ in range(int(rng.integers(2, 5))):
        put(total, peaked(crackle(rng, 700.0, 4_000.0)), samples(rng.uniform(0.0, 0.09)), rng.uniform(0.15, 0.4))
    snap = struck(rng, WOOD, take.vary(540.0, 0.12), BOX, ring=0.6, longest=0.2)
    burst = band(noise(rng, samples(0.12)), 600.0, 6_500.0) * hit(samples(0.12), 0.0004, 0.06)
    put(total, peaked(snap), samples(0.1), 0.8)
    put(total, peaked(burst), samples(0.1), 0.9)
    for _ in range(9):
        put(total, peaked(crackle(rng, 900.0, 6_000.0)), samples(0.12 + rng.exponential(0.09)), rng.uniform(0.05, 0.3))
    return total


def tree_fall(take: Take) -> Stereo:
    """A tree: fibres crack faster and faster, the trunk groans, two seconds later the crown hits the ground."""
    rng, length = take.rng, take.within(5.5)
    cracks = bank(24, lambda: peaked(struck(rng, WOOD, rng.uniform(250.0, 1_300.0), BOX[:6], ring=0.5, longest=0.15)))
    rate = np.interp(times(length), [0.0, 1.6, 2.6, 3.1, 3.4, length / RATE + 4], [3.0, 9.0, 40.0, 60.0, 4.0, 0.0])
    at = instants(rng, length, rate)
    total = 0.6 * scatter(rng, length, cracks, at, heavy_tailed(rng, len(at)), 0.5)
    leaves = wide(rng, length, -1.5, 800.0, 9_000.0)
    total += 0.4 * leaves * np.interp(times(length), [0.0, 1.8, 3.0, 3.3, 5.0], [0.0, 0.05, 0.9, 1.0, 0.0])
    thud = below(noise(rng, samples(1.2)), 110.0) * hit(samples(1.2), 0.006, 0.7)
    put(total, peaked(thud), samples(3.05), 2.4)
    return total


def metal_clang(take: Take) -> Wave:
    """A bar on a bar: inharmonic modes from 420 Hz to 9 kHz, a hard contact, ringing two seconds."""
    rng = take.rng
    clang = struck(rng, METAL, take.vary(430.0, 0.15), PLATE, ring=0.9, longest=2.4)
    second = struck(rng, METAL, take.vary(760.0, 0.15), BAR, ring=0.6, longest=1.5)
    total = peaked(clang)
    put(total, peaked(second), samples(0.004), 0.6)
    put(total, peaked(click(rng, 1_500.0, 10_000.0, 0.012)), 0, 0.5)
    return total


def metal_scrape(take: Take) -> Wave:
    """Metal dragged over metal: a rough noise whose plate modes of 1 to 5 kHz are kept ringing and wander."""
    rng, length = take.rng, take.within(take.stray(1.6, 0.15))
    rough = noise(rng, length) * np.clip(curve(rng, length, 160.0, -0.3, 1.0), 0.0, 1.0)
    modes = [(take.vary(pitch, 0.08), 1.0, 0.12) for pitch in (980.0, 1_560.0, 2_310.0, 3_470.0, 4_890.0)]
    from_plate = rung(samples(0.01), modes, rng)
    slide = np.convolve(rough, from_plate, "same")
    howl = gliding(rng, take.vary(2_300.0) * line(length, (0.0, 0.9), (0.5, 1.08), (1.0, 0.95)), 70.0)
    return (evened(slide) + 0.6 * howl + 0.3 * above(rough, 3_000.0)) * swell(length, 0.08, 0.2)


def sword(take: Take) -> Wave:
    """Blades that meet: a clash of 2.2 and 3.1 kHz with a slide along the edge, ringing a second."""
    rng = take.rng
    total = np.zeros(samples(1.5))
    for pitch in (take.vary(2_180.0, 0.08) * take.stray(1.0, 0.06), take.vary(3_120.0, 0.08)):
        put(
            total,
            peaked(struck(rng, METAL, pitch, BAR[:4], ring=0.55, longest=1.3)),
            samples(rng.uniform(0, 0.003)),
            0.8,
        )
    slide = gliding(rng, rising(samples(0.25), 3_500.0, 6_800.0), 700.0) * line(
        samples(0.25), (0, 0.2), (0.3, 1.0), (1, 0.0)
    )
    put(total, slide, samples(0.02), 0.13)
    put(total, peaked(click(rng, 2_000.0, 11_000.0, 0.01)), 0, 0.7)
    return total


def hammer(take: Take) -> Wave:
    """A nail driven into wood: steel of 2.8 kHz, higher with every blow, and the board at 210 Hz."""
    rng = take.rng
    depth = 1.0 + 0.05 * (take.number % 6)
    total = peaked(struck(rng, WOOD, take.vary(212.0, 0.08), BOX, ring=0.6, longest=0.25))
    nail = peaked(struck(rng, METAL, take.vary(2_750.0, 0.06) * depth, BAR[:3], ring=0.07, longest=0.2))
    put(total, nail, 0, 0.75)
    put(total, peaked(click(rng, 700.0, 6_000.0, 0.012)), 0, 0.6)
    return total * take.stray(1.0, 0.06)


def anvil(take: Take) -> Wave:
    """A smith: an anvil of 1,350 Hz that rings two seconds, the hammer bouncing once."""
    rng = take.rng
    total = np.zeros(samples(2.2))
    pitch = take.vary(1_350.0, 0.06)
    for at, force in ((0.0, 1.0), (0.19, 0.3)):
        partials = [(pitch * ratio * take.stray(1.0, 0.001), level, long) for ratio, level, long in ANVIL]
        blow = rung(samples(2.0), partials, rng)
        put(total, peaked(blow), samples(at), force)
        put(total, peaked(click(rng, 1_500.0, 9_000.0, 0.01)), samples(at), 0.45 * force)
    return total


def explosion(take: Take) -> Stereo:
    """An edge, a boom that falls to 34 Hz, a fireball of noise that darkens to 200 Hz, debris for three seconds."""
    rng, length = take.rng, take.within(take.between(2.6, 5.0))
    size = take.between(0.7, 1.4)
    time = times(length)
    burst = wide(rng, length, -2.0, 60.0, 6_000.0) * hit(length, 0.002, 0.9 * size)
    ball = wide(rng, length, -5.5, 30.0, 900.0) * hit(length, 0.02, 2.4 * size) * (0.5 + curve(rng, length, 14.0))
    deep = boom(take, length, 34.0 / size**0.4, 1.5 * size)
    stones = bank(
        24, lambda: peaked(struck(rng, STONE, rng.uniform(250.0, 2_600.0), PLATE[:5], ring=0.5, longest=0.12))
    )
    at = instants(rng, length, take.between(14.0, 60.0) * np.exp(-(((time - 1.0) / 0.8) ** 2)))
    debris = scatter(rng, length, stones, at, heavy_tailed(rng, len(at)), 1.0)
    total = 1.5 * burst + 1.3 * ball + 2.4 * deep
    return np.tanh(0.75 * total) + 0.10 * debris


def gunshot(take: Take) -> Wave:
    """A pistol: a shock of half a millisecond, a muzzle blast of 150 Hz to 5 kHz over within 80 ms, gas after it."""
    rng = take.rng
    length = samples(0.7)
    shock = noise(rng, length) * hit(length, 0.0001, 0.014)
    blast = tilted(rng, length, -2.5, 130.0, 6_500.0) * hit(length, 0.0006, 0.17)
    thump = boom(take, length, take.vary(105.0, 0.1), 0.14)
    gas = tilted(rng, length, -3.5, 200.0, 3_500.0) * hit(length, 0.01, 0.55)
    return np.tanh(1.6 * (0.9 * peaked(shock) + 1.1 * peaked(blast) + 0.8 * thump)) + 0.10 * gas


def shotgun(take: Take) -> Wave:
    """A shotgun: a broader, longer blast of 80 Hz to 4 kHz; half a second later the pump, two clacks."""
    rng = take.rng
    total = np.zeros(samples(1.5))
    length = samples(0.9)
    blast = tilted(rng, length, -3.5, 70.0, 4_500.0) * hit(length, 0.0008, 0.34)
    put(total, np.tanh(2.0 * (peaked(blast) + 0.9 * boom(take, length, take.vary(68.0), 0.3))), 0, 1.0)
    for at, pitch in ((0.72, 620.0), (0.92, 780.0)):
        put(total, peaked(struck(rng, METAL, take.vary(pitch), PLATE[:8], ring=0.02, longest=0.1)), samples(at), 0.16)
        put(total, peaked(click(rng, 900.0, 6_000.0, 0.02)), samples(at), 0.10)
    return total


def machine_gun_shot(take: Take) -> Wave:
    """One round of a burst: a hard blast of 200 Hz to 6 kHz and the bolt 40 ms later."""
    rng = take.rng
    length = samples(0.22)
    blast = tilted(rng, length, -2.0, 160.0, 7_000.0) * hit(length, 0.0004, 0.10)
    total = np.tanh(2.0 * (peaked(blast) + 0.8 * boom(take, length, take.vary(120.0), 0.08)))
    bolt = peaked(struck(rng, METAL, take.vary(1_450.0), PLATE[:6], ring=0.012, longest=0.05))
    put(total, bolt, samples(0.04), 0.14)
    return total


def cannon(take: Take) -> Stereo:
    """A cannon: a boom of 42 Hz with a long dark blast, smoke rolling off for two seconds."""
    rng, length = take.rng, take.within(3.2)
    blast = wide(rng, length, -4.5, 32.0, 2_600.0) * hit(length, 0.003, 0.9)
    roll = wide(rng, length, -6.5, 28.0, 420.0) * hit(length, 0.12, 2.8) * (0.4 + curve(rng, length, 9.0))
    return np.tanh(0.9 * (blast + 1.9 * boom(take, length, take.vary(43.0), 0.9))) + 0.5 * roll


def ricochet(take: Take) -> Wave:
    """A bullet off a stone: a hard tick, then a whine from 3,200 Hz falling to 900, wobbling as it tumbles."""
    rng = take.rng
    length = samples(1.1)
    time = times(length)
    pitch = (
        take.vary(3_100.0, 0.12)
        * (0.28 + 0.72 * np.exp(-time / 0.42))
        * (1.0 + 0.03 * np.sin(angle(120.0 + 60.0 * time)))
    )
    whine = (np.sin(angle(pitch)) + 0.5 * gliding(rng, pitch, 180.0)) * hit(length, 0.01, 1.3)
    tick = above(noise(rng, length), 1_500.0) * hit(length, 0.0003, 0.05)
    return 0.55 * whine + peaked(tick)


def fireworks(take: Take) -> Stereo:
    """A rocket: a whistle up for 0.9 s, a bang of 60 Hz to 4 kHz, then a shower of crackles for two seconds."""
    rng, length = take.rng, take.within(4.0)
    total = np.zeros((2, length))
    up = samples(take.stray(0.9, 0.1))
    pitch = rising(up, 900.0, take.vary(2_900.0)) * (1.0 + 0.015 * curve(rng, up, 30.0, -1.0, 1.0))
    fizz = (
        0.12 * (np.sin(angle(pitch)) * 0.6 + gliding(rng, pitch, 500.0)) * line(up, (0.0, 0.2), (0.8, 1.0), (1.0, 0.3))
    )
    put(total, fizz, 0, 1.0)
    rest = max(2, length - up - samples(0.12))
    bang = wide(rng, rest, -3.5, 50.0, 4_500.0) * hit(rest, 0.001, 0.55)
    put(total, np.tanh(1.3 * (bang + 1.8 * boom(take, rest, take.vary(58.0), 0.5))), length - rest)
    stars = bank(32, lambda: peaked(crackle(rng, 1_500.0, 9_000.0)))
    rate = 170.0 * np.clip(line(rest, (0.0, 0.0), (0.16, 1.0), (0.5, 0.6), (0.85, 0.0), (1.0, 0.0)), 0.0, 1.0)
    at = instants(rng, rest, rate)
    put(total, scatter(rng, rest, stars, at, heavy_tailed(rng, len(at)), 1.0), length - rest, 0.14)
    return total


def bell(take: Take) -> Wave:
    """A church bell: hum, prime, a minor third, fifth and nominal around 420 Hz, the hum ringing six seconds."""
    pitch = take.vary(415.0, 0.1)
    levels = (0.7, 1.0, 0.8, 0.35, 0.9, 0.3, 0.4, 0.35, 0.25, 0.18, 0.12)
    lengths = (7.5, 5.2, 4.4, 3.0, 3.2, 1.6, 1.5, 1.3, 0.8, 0.55, 0.4)
    modes = [
        (pitch * ratio * beat, level / 2, long)
        for ratio, level, long in zip(BELL, levels, lengths, strict=True)
        for beat in (1.0, 1.0011)
    ]
    total = rung(samples(min(6.5, take.seconds)), modes, take.rng)
    put(total, peaked(click(take.rng, 600.0, 6_000.0, 0.03)), 0, 0.15 * float(np.abs(total).max()))
    return peaked(total)


def gong(take: Take) -> Wave:
    """A tam-tam: 60 modes from 70 Hz; the upper ones bloom half a second after the blow and outshine it."""
    rng, length = take.rng, take.within(6.0)
    total = np.zeros(length)
    low = take.vary(82.0, 0.08)
    for number in range(56):
        pitch = low * (1.0 + 0.62 * number**1.18) * float(np.exp(rng.normal(0.0, 0.02)))
        bloom = 0.01 + 0.55 * (1.0 - np.exp(-number / 18.0))
        long = 6.5 / (1.0 + 0.06 * number)
        envelope = (1.0 - np.exp(-times(length) / bloom)) * decay(length, long)
        total += envelope * np.sin(2.0 * np.pi * pitch * times(length) + rng.uniform(0.0, 6.3)) / (1.0 + 0.045 * number)
    strike = below(noise(rng, length), 350.0) * hit(length, 0.004, 0.25)
    return evened(total, 0.5) + 0.5 * peaked(strike)


def thud(take: Take) -> Wave:
    """A heavy thing on the floor: 55 to 160 Hz, boards shaken, no ring."""
    rng = take.rng
    length = samples(0.6)
    total = peaked(below(noise(rng, length), 150.0) * hit(length, 0.004, 0.3))
    put(total, boom(take, length, take.vary(58.0, 0.1), 0.3), 0, 0.9)
    put(total, peaked(struck(rng, WOOD, take.vary(175.0), BOX, ring=0.6, longest=0.25)), 0, 0.5)
    put(total, peaked(band(noise(rng, length), 250.0, 2_500.0) * hit(length, 0.001, 0.06)), 0, 0.3)
    return total


def rubble(take: Take) -> Stereo:
    """Falling rock: boulders of 60 to 300 Hz between hundreds of stones of 0.3 to 3 kHz, dust running after."""
    rng, length = take.rng, take.within(5.0)
    shape = line(length, (0.0, 0.5), (0.1, 1.0), (0.5, 0.7), (1.0, 0.03))
    stones = bank(
        32, lambda: peaked(struck(rng, STONE, rng.uniform(300.0, 2_600.0), PLATE[:5], ring=0.6, longest=0.14))
    )
    at = instants(rng, length, take.between(50.0, 140.0) * shape)
    total = 0.5 * scatter(rng, length, stones, at, heavy_tailed(rng, len(at)), 1.0)
    boulders = bank(
        12, lambda: peaked(below(noise(rng, samples(0.25)), rng.uniform(110.0, 260.0)) * hit(samples(0.25), 0.003, 0.2))
    )
    at = instants(rng, length, 9.0 * shape)
    total += 1.3 * scatter(rng, length, boulders, at, heavy_tailed(rng, len(at)), 0.8)
    return total + 0.22 * wide(rng, length, -3.0, 120.0, 5_000.0) * shape


def crash(take: Take) -> Stereo:
    """A car crash: a crunch of sheet metal below 800 Hz, glass, a hubcap that spins itself to rest."""
    rng, length = take.rng, take.within(3.2)
    total = np.zeros((2, length))
    crunch = wide(rng, length, -3.0, 55.0, 4_500.0) * hit(length, 0.002, 0.6) * (0.4 + curve(rng, length, 35.0))
    total += np.tanh(1.4 * crunch)
    for _ in range(9):
        sheet = peaked(struck(rng, METAL, rng.uniform(130.0, 620.0), PLATE, ring=0.12, longest=0.6))
        put(total, sheet, samples(rng.exponential(0.12)), rng.uniform(0.25, 0.8))
    put(total, glass_break(take), samples(0.09), 0.45)
    rest, at = 0.16, 1.0
    while rest > 0.02 and at < 2.9:
        cap = peaked(struck(rng, METAL, take.stray(680.0, 0.02), PLATE[:8], ring=0.1, longest=0.3))
        put(total, np.array([[0.5], [0.9]]) * cap, samples(at), 0.3 * rest / 0.16)
        at, rest = at + rest, rest * 0.88
    return total


def spring(take: Take) -> Wave:
    """Boing: a spring's pitch of 90 to 320 Hz that shakes faster and faster as it settles."""
    length = samples(1.3)
    time = times(length)
    shake = np.sin(2.0 * np.pi * (7.0 * time + 3.5 * time**2))
    pitch = take.vary(190.0, 0.12) * (1.0 + 0.45 * np.exp(-time / 0.5) * shake) * (1.0 + 0.35 * np.exp(-time / 0.06))
    turned = angle(pitch)
    twang = np.sin(turned) + 0.5 * np.sin(2.01 * turned) + 0.35 * np.sin(3.98 * turned) + 0.25 * np.sin(7.1 * turned)
    return twang * hit(length, 0.002, 1.4)
