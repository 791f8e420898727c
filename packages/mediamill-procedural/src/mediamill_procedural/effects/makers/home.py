"""Small things of house and desk: keys, coins, paper, switches, clocks."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import (
    bank,
    click,
    crackle,
    heavy_tailed,
    instants,
    scatter_here,
)
from mediamill_procedural.effects.synthesis.modal import (
    BAR,
    BOX,
    CERAMIC,
    GLASS,
    METAL,
    PLASTIC,
    PLATE,
    WOOD,
    rung,
    struck,
)
from mediamill_procedural.effects.synthesis.noises import hill, painted, tilted
from mediamill_procedural.effects.synthesis.tones import rising, saw, sine
from mediamill_procedural.effects.synthesis.waveform import curve, evened, hit, line, peaked, put, samples, swell
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, noise


def clock_tick(take: Take) -> Wave:
    """An escapement: three tiny blows within 15 ms; tick at 2.6 kHz and tock a little lower, in a wooden case."""
    rng = take.rng
    pitch = take.vary(2_600.0, 0.1) * (1.0 if take.number % 2 == 0 else 0.8)
    total = np.zeros(samples(0.16))
    for delay, level in ((0.0, 0.5), (0.006, 0.35), (0.0135, 1.0)):
        blow = peaked(struck(take.body, METAL, pitch, BAR[:4], ring=0.02, longest=0.05))
        put(total, blow, samples(delay), level * rng.uniform(0.92, 1.0))
    case = peaked(struck(take.body, WOOD, take.vary(420.0), BOX[:5], ring=0.35, longest=0.14))
    put(total, case, samples(0.0135), 0.4)
    return total


def clock_chime(take: Take) -> Wave:
    """A tall clock strikes: a long steel rod of about 330 Hz, its partials clamped-bar wide, three seconds long."""
    pitch = take.vary(330.0, 0.05)
    modes = [
        (pitch * ratio, level, long)
        for ratio, level, long in (
            (0.5, 0.35, 3.6),
            (1.0, 1.0, 3.4),
            (2.02, 0.5, 2.4),
            (2.98, 0.4, 1.8),
            (4.51, 0.3, 1.1),
            (6.6, 0.2, 0.7),
        )
    ]
    return (
        peaked(rung(samples(3.6), modes, take.rng))
        + 0.1 * np.pad(click(take.rng, 1_000.0, 6_000.0, 0.02), (0, samples(3.6)))[: samples(3.6)]
    )


def keyboard(take: Take) -> Wave:
    """A computer key: a plastic click of 3 kHz going down, the bottom at 350 Hz, a fainter click coming up."""
    rng = take.rng
    total = np.zeros(samples(0.17))
    large = rng.random() < 0.12
    pitch = take.stray(take.vary(380.0, 0.1), 0.12) * (0.65 if large else 1.0)
    put(total, peaked(click(rng, 2_000.0, 8_000.0, 0.006)), 0, 0.45)
    put(total, peaked(struck(rng, PLASTIC, pitch, BOX, longest=0.06)), samples(0.008), 0.8 if not large else 1.1)
    put(total, peaked(click(rng, 1_500.0, 6_000.0, 0.008)), samples(rng.uniform(0.06, 0.11)), 0.22)
    return total


def typewriter(take: Take) -> Wave:
    """A type bar: steel on paper over a hard roller, 900 Hz to 6 kHz; every 24th key a bell and the carriage."""
    rng = take.rng
    total = np.zeros(samples(1.3 if take.number % 24 == 23 else 0.2))
    bar = peaked(struck(rng, METAL, take.stray(950.0, 0.06), PLATE[:8], ring=0.012, longest=0.06))
    put(total, peaked(click(rng, 600.0, 7_000.0, 0.012)), 0, 0.9)
    put(total, bar, samples(0.003), 0.8)
    put(total, peaked(struck(rng, WOOD, take.stray(240.0, 0.08), BOX[:4], ring=0.3, longest=0.08)), samples(0.004), 0.6)
    if take.number % 24 == 23:
        bell = peaked(struck(take.body, METAL, take.vary(2_350.0), BAR[:3], ring=0.4, longest=0.6))
        put(total, bell, samples(0.08), 0.7)
        ratchet = above(noise(rng, samples(0.6)), 1_200.0) * (curve(rng, samples(0.6), 120.0) > 0.72)
        put(total, ratchet * swell(samples(0.6), 0.05, 0.05), samples(0.45), 0.25)
        put(total, bar, samples(1.07), 1.2)
    return total


def camera_shutter(take: Take) -> Wave:
    """A mirror and two curtains: clack, 60 ms, clack; 800 Hz to 7 kHz, and the spring after them."""
    rng = take.rng
    total = np.zeros(samples(0.32))
    for at, pitch, level in ((0.0, 900.0, 0.9), (0.022, 1_900.0, 0.5), (0.075, 1_150.0, 1.0), (0.098, 2_300.0, 0.4)):
        part = peaked(struck(rng, METAL, take.vary(pitch, 0.06), PLATE[:7], ring=0.014, longest=0.06))
        put(total, part, samples(at), level)
        put(total, peaked(click(rng, 1_200.0, 8_000.0, 0.010)), samples(at), 0.7 * level)
    winder = saw(rising(samples(0.14), 260.0, 380.0), 0.7, 16) * swell(samples(0.14), 0.02, 0.05)
    put(total, evened(winder), samples(0.13), 0.03)
    return total


def coin(take: Take) -> Wave:
    """A coin on a table: modes of a steel disc from 5 kHz, bouncing faster and faster until it lies."""
    rng = take.rng
    total = np.zeros(samples(1.5))
    pitch, at, rest, force = take.vary(4_900.0, 0.08), 0.0, take.stray(0.24, 0.1), 1.0
    while rest > 0.012 and at < 1.4:
        disc = struck(rng, METAL, pitch, (1.0, 1.41, 2.06, 2.6), ring=0.9, force=0.6 + 0.4 * force, longest=0.5)
        put(total, peaked(disc), samples(at), force)
        put(total, peaked(struck(rng, WOOD, 420.0, BOX[:4], ring=0.3, longest=0.05)), samples(at), 0.35 * force)
        at, rest, force = at + rest, rest * 0.74, force * 0.8
    return total


def keys(take: Take) -> Wave:
    """A bunch of keys that is shaken: 12 to 30 small steel bars of 3 to 9 kHz in a third of a second."""
    rng = take.rng
    length = samples(0.65)
    bars = bank(20, lambda: peaked(struck(rng, METAL, rng.uniform(2_800.0, 7_500.0), BAR[:3], ring=0.18, longest=0.3)))
    at = instants(rng, length, 75.0 * line(length, (0.0, 0.6), (0.25, 1.0), (0.6, 0.1), (1.0, 0.0)))
    return scatter_here(rng, length, bars, at, heavy_tailed(rng, len(at)))


def chain(take: Take) -> Wave:
    """A chain that is dragged: links of 1.2 to 5 kHz falling on each other, 20 to 50 a second."""
    rng = take.rng
    length = take.length
    links = bank(
        28, lambda: peaked(struck(rng, METAL, rng.uniform(1_100.0, 4_600.0), PLATE[:7], ring=0.07, longest=0.2))
    )
    rate = take.between(20.0, 50.0) * take.pace * curve(rng, length, 1.8 * take.pace, 0.1, 1.6)
    at = instants(rng, length, rate)
    floor = tilted(rng, length, -3.0, 300.0, 3_000.0) * curve(rng, length, 3.0, 0.0, 1.0) ** 2
    return scatter_here(rng, length, links, at, heavy_tailed(rng, len(at))) + 0.04 * floor


def switch(take: Take) -> Wave:
    """A light switch: a spring snaps over, two clicks 9 ms apart of 1.5 to 6 kHz, a plate of plastic behind."""
    rng = take.rng
    total = np.zeros(samples(0.12))
    put(total, peaked(click(rng, 1_500.0, 5_000.0, 0.006)), 0, 0.5)
    put(total, peaked(struck(rng, PLASTIC, take.vary(1_250.0, 0.08), PLATE[:6], longest=0.05)), samples(0.009), 1.0)
    put(total, peaked(struck(rng, PLASTIC, take.vary(420.0, 0.08), BOX[:3], longest=0.06)), samples(0.009), 0.4)
    return total


def mouse_click(take: Take) -> Wave:
    """A mouse button: down and, 80 ms later, up; 2 to 6 kHz, dry."""
    rng = take.rng
    total = np.zeros(samples(0.16))
    for at, pitch, level in ((0.0, 2_300.0, 1.0), (take.stray(0.085, 0.15), 2_900.0, 0.6)):
        put(total, peaked(struck(rng, PLASTIC, take.vary(pitch, 0.06), PLATE[:5], longest=0.02)), samples(at), level)
        put(total, peaked(click(rng, 3_000.0, 8_000.0, 0.003)), samples(at), 0.4 * level)
    return total


def paper_crumple(take: Take) -> Wave:
    """Paper in a fist: hundreds of creases that snap, 1 to 9 kHz, in three or four squeezes."""
    rng, length = take.rng, take.within(1.6)
    creases = bank(48, lambda: peaked(crackle(rng, 1_000.0, 9_000.0)))
    squeeze = curve(rng, length, 4.0 * take.pace, 0.0, 1.0) ** 2
    at = instants(rng, length, take.between(220.0, 600.0) * squeeze)
    sheet = scatter_here(rng, length, creases, at, heavy_tailed(rng, len(at), 1.8))
    return (sheet + 0.15 * tilted(rng, length, 0.0, 1_500.0, 9_000.0) * squeeze) * swell(length, 0.02, 0.15)


def page_turn(take: Take) -> Wave:
    """A page: a rub that rises from 1.5 to 5 kHz, the flap of the sheet, a soft landing."""
    rng, length = take.rng, take.within(0.75)
    rise = line(length, (0.0, 0.15), (0.25, 0.4), (0.5, 1.0), (0.62, 0.35), (0.8, 0.6), (1.0, 0.0))

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        centre = 1_500.0 + 3_800.0 * np.minimum(instants / 0.4, 1.0)
        return hill(frequencies, centre, 0.8)

    sheet = painted(rng, length, paint) * rise * curve(rng, length, 60.0, 0.4, 1.2)
    land = below(noise(rng, samples(0.1)), 700.0) * hit(samples(0.1), 0.01, 0.08)
    put(sheet, peaked(land), samples(0.5), 0.25 * float(np.abs(sheet).max()))
    return sheet


def paper_tear(take: Take) -> Wave:
    """Paper torn: fibres give way 150 to 400 times a second, faster and brighter towards the end."""
    rng, length = take.rng, take.within(take.vary(0.9, 0.15))
    rate = line(length, (0.0, 150.0), (1.0, 420.0)) * take.pace
    at = instants(rng, length, rate)
    fibres = bank(40, lambda: peaked(crackle(rng, 1_800.0, 10_000.0)))
    torn = scatter_here(rng, length, fibres, at, heavy_tailed(rng, len(at), 2.6))
    rub = tilted(rng, length, -2.0, 1_800.0, 8_500.0) * line(length, (0.0, 0.3), (0.9, 1.0), (1.0, 0.0))
    return torn + 0.4 * rub


def writing(take: Take) -> Wave:
    """A pencil: short strokes of rubbing noise around 3 kHz on a hollow table, four to six a second."""
    rng, length = take.rng, take.length
    strokes = np.clip(curve(rng, length, 10.0 * take.pace, -0.4, 1.0), 0.0, 1.0)
    rub = band(noise(rng, length), 1_600.0, 6_500.0) * strokes
    table = band(noise(rng, length), 180.0, 480.0) * strokes
    taps = bank(6, lambda: peaked(click(rng, 500.0, 4_000.0, 0.006)))
    at = instants(rng, length, 2.2 * take.pace)
    return evened(rub) + 0.25 * evened(table) + 0.8 * scatter_here(rng, length, taps, at, 1.0)


def zipper(take: Take) -> Wave:
    """A zip: a hundred teeth within half a second, the rate and so the pitch rising from 120 to 330 Hz."""
    rng, length = take.rng, samples(take.stray(0.55, 0.1) / take.pace)
    rate = rising(length, take.vary(130.0), take.vary(330.0))
    turns = np.cumsum(rate) / RATE
    at = np.searchsorted(turns, np.arange(0.5, turns[-1]))
    teeth = bank(16, lambda: peaked(click(rng, 1_800.0, 9_000.0, 0.003)))
    return scatter_here(rng, length, teeth, at, rng.uniform(0.6, 1.0, len(at))) * swell(length, 0.03, 0.03)


def scissors(take: Take) -> Wave:
    """A snip: two blades that slide with a hiss rising to 8 kHz, and meet."""
    rng = take.rng
    length = samples(0.3)
    slide = tilted(rng, length, -1.0, 2_500.0, 9_000.0) * line(
        length, (0.0, 0.0), (0.5, 0.5), (0.62, 1.0), (0.68, 0.0), (1.0, 0.0)
    )
    total = 0.5 * slide
    meet = peaked(struck(rng, METAL, take.vary(3_400.0, 0.06), BAR[:4], ring=0.06, longest=0.12))
    put(total, meet, samples(0.19), 0.9)
    return total


def spray(take: Take) -> Wave:
    """A spray can: a steady hiss of 3 to 12 kHz with a hard start and end."""
    rng, length = take.rng, take.within(take.stray(0.9, 0.2))
    hiss = band(noise(rng, length), 2_800.0, 12_500.0) * curve(rng, length, 30.0, 0.85, 1.1)
    return hiss * swell(length, 0.02, 0.06)


def cork(take: Take) -> Wave:
    """A cork: a squeak of the bottle's neck, then the pop, 480 Hz falling, and gas that fizzes out."""
    rng = take.rng
    total = np.zeros(samples(1.4))
    long = samples(0.09)
    pop = sine(take.vary(520.0, 0.1) * line(long, (0.0, 1.3), (1.0, 0.75))) * hit(long, 0.0012, 0.07)
    burst = noise(rng, long) * hit(long, 0.0005, 0.02)
    put(total, pop + 0.5 * burst, samples(0.02), 1.0)
    fizz = (
        above(noise(rng, samples(1.2)), 4_500.0)
        * hit(samples(1.2), 0.05, 1.3)
        * curve(rng, samples(1.2), 60.0, 0.5, 1.0)
    )
    put(total, fizz, samples(0.06), 0.10)
    return total


def bottle_open(take: Take) -> Wave:
    """A can: the tab cracks at 2 kHz, gas rushes out above 3 kHz within 0.4 s, the lid gives with a clank."""
    rng = take.rng
    total = np.zeros(samples(1.1))
    put(total, peaked(struck(rng, METAL, take.vary(1_900.0), PLATE[:7], ring=0.02, longest=0.08)), samples(0.02), 1.0)
    rush = tilted(rng, samples(0.8), -1.5, 2_500.0, 9_500.0) * hit(samples(0.8), 0.008, 0.55)
    put(total, rush, samples(0.025), 0.35)
    put(total, peaked(struck(rng, METAL, take.vary(1_300.0), PLATE[:7], ring=0.03, longest=0.12)), samples(0.22), 0.7)
    return total


def clink(take: Take) -> Wave:
    """Two glasses that touch: a pair of bowls of 2.1 and 2.5 kHz, ringing almost a second."""
    rng = take.rng
    total = np.zeros(samples(1.1))
    for pitch in (take.vary(2_120.0, 0.06), take.vary(2_540.0, 0.06)):
        bowl = struck(rng, GLASS, pitch, (1.0, 2.32, 4.25, 6.6), ring=2.8, longest=1.0)
        put(total, peaked(bowl), samples(rng.uniform(0.0, 0.004)), 0.7)
    return total


def dishes(take: Take) -> Wave:
    """Crockery: plates and a fork that touch, ceramic of 1 to 4 kHz, three or four at a time."""
    rng = take.rng
    total = np.zeros(samples(0.7))
    for _ in range(int(rng.integers(2, 5))):
        material = CERAMIC if rng.random() < 0.75 else METAL
        plate = struck(rng, material, rng.uniform(900.0, 3_000.0), PLATE[:8], ring=0.5 if material is CERAMIC else 0.15)
        put(total, peaked(plate), samples(rng.uniform(0.0, 0.3)), rng.uniform(0.3, 1.0))
    return total


def cash_register(take: Take) -> Wave:
    """Ka-ching: keys, a bell of 2.1 kHz, the drawer rolls out and its coins jump."""
    rng = take.rng
    total = np.zeros(samples(1.7))
    for at in (0.0, 0.07):
        put(
            total,
            peaked(struck(rng, METAL, take.stray(700.0, 0.1), PLATE[:7], ring=0.02, longest=0.08)),
            samples(at),
            0.8,
        )
    bell = peaked(struck(take.body, METAL, take.vary(2_100.0, 0.05), (1.0, 2.04, 3.9), ring=0.9, longest=1.3))
    put(total, bell, samples(0.16), 0.9)
    roll = below(noise(rng, samples(0.35)), 900.0) * swell(samples(0.35), 0.05, 0.02)
    put(total, roll, samples(0.2), 0.28)
    put(total, peaked(struck(rng, WOOD, 190.0, BOX, ring=0.6, longest=0.2)), samples(0.54), 0.8)
    for _ in range(12):
        jingle = struck(rng, METAL, rng.uniform(4_000.0, 7_500.0), BAR[:3], ring=0.25, longest=0.25)
        put(total, peaked(jingle), samples(0.55 + rng.exponential(0.06)), rng.uniform(0.1, 0.35))
    return total


def dice(take: Take) -> Wave:
    """Two dice on wood: hard plastic that knocks, tumbles and stops within half a second."""
    rng = take.rng
    total = np.zeros(samples(0.8))
    for _ in range(2):
        at, rest, force = rng.uniform(0.0, 0.05), rng.uniform(0.08, 0.14), 1.0
        while rest > 0.012:
            knock = peaked(struck(rng, PLASTIC, take.stray(1_900.0, 0.08), BOX[:5], longest=0.03))
            put(total, knock, samples(at), force)
            put(
                total,
                peaked(struck(rng, WOOD, take.stray(380.0, 0.06), BOX[:4], ring=0.4, longest=0.1)),
                samples(at),
                0.6 * force,
            )
            at, rest, force = at + rest, rest * rng.uniform(0.62, 0.8), force * 0.78
    return total


def ball_bounce(take: Take) -> Wave:
    """A ball dropped: each bounce 0.78 as high, so the knocks of 180 Hz come faster and faster."""
    rng = take.rng
    total = np.zeros(samples(3.2))
    at, rest, force, pitch = 0.0, take.vary(0.55, 0.08), 1.0, take.vary(185.0, 0.1)
    while rest > 0.03 and at < 3.0:
        long = samples(0.16)
        skin = sine(pitch * line(long, (0.0, 1.35), (0.2, 1.0), (1.0, 0.97))) * hit(long, 0.002, 0.13)
        slap = band(noise(rng, long), 500.0, 3_000.0) * hit(long, 0.0008, 0.025)
        put(total, skin + 0.35 * force * slap, samples(at), force)
        at, rest, force = at + rest, rest * 0.78, force * 0.8
    return total
