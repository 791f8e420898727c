"""Doors and locks: friction that sticks and slips, wood that falls shut."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import bank, click, heavy_tailed, instants, scatter_here
from mediamill_procedural.effects.synthesis.modal import BOX, METAL, PLATE, WOOD, Mode, resonated, struck
from mediamill_procedural.effects.synthesis.noises import tilted
from mediamill_procedural.effects.synthesis.tones import flat, pulses, saw
from mediamill_procedural.effects.synthesis.waveform import curve, evened, hit, line, peaked, put, samples, swell
from mediamill_procedural.kit.waves import RATE, Wave, band, below, noise


def stick_slip(take: Take, length: int, low: float, high: float, body: tuple[Mode, ...]) -> Wave:
    """Friction: a surface sticks and slips 20 to 300 times a second, and a body answers each slip."""
    rng = take.rng
    wander = curve(rng, length, 5.0 * take.pace, 0.0, 1.0)
    rate = low * (high / low) ** wander * (1.0 + 0.12 * curve(rng, length, 60.0, -1.0, 1.0))
    turns = np.cumsum(rate) / RATE
    slips = np.zeros(length)
    at = np.searchsorted(turns, np.arange(0.5, turns[-1]))
    slips[at] = 1.0 + 0.5 * rng.standard_normal(len(at))
    press = 0.25 + curve(rng, length, 6.0 * take.pace, 0.0, 1.0)
    return evened(resonated(slips, body)) * press


def creak(take: Take) -> Wave:
    """A dry hinge: slips from 25 to 220 a second, heard through panel modes of 380, 870, 1,500 and 2,300 Hz."""
    length = take.within(take.stray(1.7, 0.15) / take.pace)
    body = tuple(
        (take.vary(pitch, 0.08), level, seconds)
        for pitch, level, seconds in (
            (380.0, 1.0, 0.09),
            (870.0, 1.1, 0.06),
            (1_500.0, 0.9, 0.05),
            (2_300.0, 0.6, 0.04),
        )
    )
    return stick_slip(take, length, take.vary(28.0, 0.15), take.vary(210.0, 0.15), body) * swell(length, 0.12, 0.18)


def squeak(take: Take) -> Wave:
    """Something unoiled: slips so fast that they sing, 900 to 1,600 Hz, in one short slide."""
    rng = take.rng
    length = samples(take.stray(0.32, 0.2) / take.pace)
    pitch = take.vary(1_150.0, 0.12) * line(length, (0.0, 0.85), (0.4, 1.1), (1.0, 1.0 + rng.uniform(-0.25, 0.25)))
    shaken = pitch * (1.0 + 0.012 * curve(rng, length, 80.0, -1.0, 1.0))
    source = saw(shaken, 0.7, 12) * (1.0 + 0.5 * curve(rng, length, 90.0, -1.0, 1.0))
    body = resonated(source, ((1_100.0, 0.5, 0.02), (2_400.0, 1.0, 0.015), (3_900.0, 0.6, 0.01)))
    return (evened(source) * 0.6 + evened(body)) * swell(length, 0.05, 0.08)


def slam(take: Take) -> Wave:
    """A door into its frame: a thud of 60 to 120 Hz, the panel's modes, the latch 10 ms later, the frame rattling."""
    rng = take.rng
    length = samples(1.0)
    total = np.zeros(length)
    force = 0.6 + 0.8 * take.intensity
    boom = below(noise(rng, length), 130.0) * hit(length, 0.002, 0.34)
    put(total, peaked(boom), 0, 1.1 * force)
    put(total, peaked(struck(rng, WOOD, take.vary(96.0, 0.08), BOX, ring=0.9, longest=0.4)), 0, 1.0 * force)
    crack = band(noise(rng, length), 400.0, 5_000.0) * hit(length, 0.0006, 0.09)
    put(total, peaked(crack), 0, 0.8 * force)
    put(total, peaked(struck(rng, METAL, take.vary(1_250.0), PLATE[:7], ring=0.02, longest=0.1)), samples(0.011), 0.45)
    for _ in range(3):
        rattle = peaked(struck(rng, WOOD, rng.uniform(300.0, 700.0), BOX[:5], ring=0.4, longest=0.1))
        put(total, rattle, samples(rng.uniform(0.04, 0.2)), 0.16)
    return total


def door_close(take: Take) -> Wave:
    """A door drawn shut: a breath of air, a soft thud of 110 Hz, the latch clicking home."""
    rng = take.rng
    total = np.zeros(samples(0.9))
    air = tilted(rng, samples(0.35), -4.0, 90.0, 1_500.0) * swell(samples(0.35), 0.3, 0.04)
    put(total, air, 0, 0.10)
    put(
        total,
        peaked(struck(rng, WOOD, take.vary(112.0, 0.08), BOX, ring=0.5, force=0.7, longest=0.25)),
        samples(0.35),
        0.9,
    )
    for at, pitch, level in ((0.372, 1_500.0, 0.5), (0.40, 2_100.0, 0.35)):
        put(
            total, peaked(struck(rng, METAL, take.vary(pitch), PLATE[:6], ring=0.012, longest=0.06)), samples(at), level
        )
    return total


def door_open(take: Take) -> Wave:
    """A handle pressed, the latch drawn, a short creak as the door moves."""
    rng = take.rng
    length = take.within(1.9)
    total = np.zeros(length)
    put(total, peaked(struck(rng, METAL, take.vary(980.0), PLATE[:7], ring=0.02, longest=0.1)), samples(0.02), 0.6)
    put(total, peaked(struck(rng, METAL, take.vary(1_600.0), PLATE[:7], ring=0.015, longest=0.08)), samples(0.13), 0.8)
    put(total, peaked(struck(rng, WOOD, take.vary(150.0), BOX, ring=0.4, force=0.6, longest=0.15)), samples(0.14), 0.6)
    body = ((430.0, 1.0, 0.08), (940.0, 1.0, 0.05), (1_750.0, 0.7, 0.04))
    long = max(2, min(length - samples(0.35), samples(1.2 / take.pace)))
    hinge = stick_slip(take, long, 22.0, 120.0, body) * swell(long, 0.2, 0.35)
    put(total, hinge, samples(0.33), 0.16)
    return total


def knock(take: Take) -> Wave:
    """A knuckle on a door: modes of a wooden panel from 170 Hz, dead within 0.15 s."""
    rng = take.rng
    panel = struck(rng, WOOD, take.vary(172.0, 0.1) * take.stray(1.0, 0.03), BOX, ring=0.75, longest=0.3)
    total = peaked(panel)
    put(total, peaked(band(noise(rng, samples(0.05)), 250.0, 2_200.0) * hit(samples(0.05), 0.0006, 0.045)), 0, 0.9)
    return total * take.stray(1.0, 0.08)


def lock(take: Take) -> Wave:
    """A key: pins ratchet past it, the cylinder turns, the bolt lands in its plate."""
    rng = take.rng
    total = np.zeros(samples(0.95))
    for pin in range(5):
        put(
            total,
            peaked(click(rng, 2_500.0, 9_000.0, 0.004)),
            samples(0.02 + 0.028 * pin * take.stray(1.0, 0.06)),
            0.35,
        )
    turn = below(band(noise(rng, samples(0.18)), 800.0, 4_000.0), 3_500.0) * swell(samples(0.18), 0.08, 0.05)
    put(total, turn, samples(0.3), 0.14)
    put(total, peaked(struck(rng, METAL, take.vary(1_050.0, 0.06), PLATE, ring=0.03, longest=0.16)), samples(0.47), 1.0)
    put(total, peaked(struck(rng, WOOD, take.vary(210.0), BOX[:5], ring=0.5, longest=0.14)), samples(0.472), 0.6)
    return total


def drawer(take: Take) -> Wave:
    """A drawer: wood that rubs on wood for half a second, contents that shift, a knock at the end."""
    rng = take.rng
    total = np.zeros(samples(1.0))
    long = samples(0.6 / take.pace)
    rub = (
        tilted(rng, long, -3.5, 140.0, 3_000.0)
        * curve(rng, long, 25.0, 0.4, 1.0)
        * line(long, (0, 0.3), (0.8, 1.0), (1, 0.6))
    )
    put(total, evened(rub), 0, 0.22)
    things = bank(
        10, lambda: peaked(struck(rng, METAL, rng.uniform(1_500.0, 4_500.0), PLATE[:6], ring=0.04, longest=0.1))
    )
    at = instants(rng, long, 16.0)
    put(total, scatter_here(rng, long, things, at, heavy_tailed(rng, len(at))), 0, 0.08)
    put(total, peaked(struck(rng, WOOD, take.vary(165.0), BOX, ring=0.6, longest=0.25)), long, 0.9)
    return total


def sliding_door(take: Take) -> Wave:
    """Air and rollers: a spaceship's door, 0.5 s of pressed air that falls in pitch, a seal that lands."""
    rng = take.rng
    length = samples(1.0)
    total = np.zeros(length)
    long = samples(0.5 / take.pace)
    air = tilted(rng, long, -2.0, 400.0, 7_000.0) * line(long, (0.0, 0.0), (0.06, 1.0), (0.85, 0.6), (1.0, 0.0))
    servo = saw(take.vary(260.0) * line(long, (0.0, 0.7), (0.2, 1.6), (1.0, 0.6)), 0.8, 20) * swell(long, 0.03, 0.08)
    put(total, 0.5 * air + 0.35 * evened(servo), 0)
    put(total, peaked(struck(rng, METAL, take.vary(140.0), PLATE[:7], ring=0.06, longest=0.3)), long, 1.2)
    return total


def garage_door(take: Take) -> Wave:
    """A rolling door: slats of sheet metal clatter over a drum 12 times a second, a chain drive hums."""
    rng, length = take.rng, take.length
    slats = bank(10, lambda: peaked(struck(rng, METAL, take.stray(330.0, 0.08), PLATE, ring=0.035, longest=0.2)))
    at = instants(rng, length, 12.0 * take.pace)
    clatter = scatter_here(rng, length, slats, at, heavy_tailed(rng, len(at)))
    drive = evened(saw(flat(take.vary(118.0), length) * (1.0 + 0.02 * curve(rng, length, 3.0, -1.0, 1.0)), 0.9, 20))
    rumble = tilted(rng, length, -5.0, 50.0, 900.0) * curve(rng, length, 12.0, 0.5, 1.2)
    return 2.2 * clatter + 0.2 * drive + 0.2 * rumble


def wood_groan(take: Take) -> Wave:
    """A ship's timber: very slow slips of 8 to 45 a second through beams of 120 to 700 Hz."""
    length = take.within(take.stray(2.4, 0.15) / take.pace)
    body = ((take.vary(124.0), 1.0, 0.22), (take.vary(265.0), 1.0, 0.14), (take.vary(610.0), 0.7, 0.08))
    groan = stick_slip(take, length, 9.0, 44.0, body)
    rope = pulses(flat(70.0, length) * (1.0 + 0.3 * curve(take.rng, length, 2.0, -1.0, 1.0)), 5.0, (1.0, 0.5), 900.0)
    return (groan + 0.12 * evened(rope)) * swell(length, 0.3, 0.5)
