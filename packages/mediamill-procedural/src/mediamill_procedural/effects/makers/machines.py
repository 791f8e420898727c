"""Machines and tools: motors under load, blades, gears, hammers."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import (
    bank,
    click,
    heavy_tailed,
    instants,
    scatter,
    scatter_here,
)
from mediamill_procedural.effects.synthesis.modal import (
    BAR,
    BOX,
    METAL,
    PLASTIC,
    PLATE,
    WOOD,
    Mode,
    resonated,
    struck,
)
from mediamill_procedural.effects.synthesis.noises import gliding, tilted, wide
from mediamill_procedural.effects.synthesis.tones import flat, harmonics, pulses, saw
from mediamill_procedural.effects.synthesis.waveform import (
    Stereo,
    balanced,
    curve,
    evened,
    hit,
    line,
    peaked,
    put,
    samples,
    swell,
    times,
)
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, noise


def electric_motor(take: Take, speed: Wave, poles: int, body: tuple[Mode, ...], brush: float) -> Wave:
    """A motor with brushes: the whine of its poles, its gears a few teeth below, sparks as noise, in a housing."""
    rng = take.rng
    whine = saw(speed * poles * (1.0 + 0.004 * curve(rng, take.length, 30.0, -1.0, 1.0)), 0.9, 18)
    gears = harmonics(speed * poles * 0.37, (0.8, 0.6, 0.5, 0.3, 0.2))
    turn = 1.0 + 0.25 * np.sin(2.0 * np.pi * np.cumsum(speed) / RATE)
    source = evened(whine) * turn + 0.6 * evened(gears) + brush * tilted(rng, take.length, -1.0, 600.0, 9_000.0)
    return evened(0.45 * evened(source) + evened(resonated(source, body)))


def _load(take: Take, per_second: float, depth: float) -> Wave:
    """How work slows a motor: 1 when idle, less under load, in turns."""
    return 1.0 - depth * curve(take.rng, take.length, per_second * take.pace, 0.0, 1.0) ** 2


def drill(take: Take) -> Wave:
    """A power drill: 25 turns a second, whine of 600 Hz to 4 kHz that sinks whenever the bit bites."""
    speed = take.vary(26.0, 0.1) * take.pace * _load(take, 1.4, take.between(0.15, 0.4))
    speed *= line(take.length, (0.0, 0.25), (min(0.3, 0.25 / take.seconds), 1.0), (1.0, 1.0))
    body = ((take.vary(640.0), 1.0, 0.01), (take.vary(1_450.0), 0.9, 0.006), (take.vary(3_300.0), 0.6, 0.004))
    motor = electric_motor(take, speed, 24, body, 0.35)
    bite = band(noise(take.rng, take.length), 1_500.0, 6_000.0) * (1.0 - speed / float(speed.max()))
    motor = balanced(motor, (200, 700, 0.35), (700, 2_000, 0.6), (2_000, 6_000, 0.4), (6_000, 11_000, 0.1))
    return motor + 1.6 * bite


def jackhammer(take: Take) -> Wave:
    """A pneumatic hammer: 16 blows a second on stone, thuds below 150 Hz with a clank of the chisel at 1.2 kHz."""
    rng = take.rng
    total = np.zeros(take.length)
    at, clanks = (
        0.02,
        [peaked(struck(rng, METAL, take.stray(1_200.0, 0.05), BAR[:4], ring=0.03, longest=0.12)) for _ in range(6)],
    )
    thud = samples(0.11)
    while at < take.seconds:
        blow = below(noise(rng, thud), 170.0) * hit(thud, 0.002, 0.1)
        put(total, peaked(blow), round(at * RATE), rng.uniform(0.8, 1.1))
        put(total, clanks[rng.integers(6)], round((at + 0.004) * RATE), 0.6 * rng.uniform(0.6, 1.0))
        put(total, band(noise(rng, thud), 500.0, 4_500.0) * hit(thud, 0.001, 0.07), round(at * RATE), 0.45)
        at += take.vary(0.0625, 0.05) / take.pace * rng.normal(1.0, 0.02)
    return total + 0.05 * tilted(rng, take.length, -1.0, 1_000.0, 7_000.0)


def circular_saw(take: Take) -> Wave:
    """A blade of 40 teeth at 55 turns a second: a scream of 2.2 kHz that drops as it goes through the wood."""
    rng, length = take.rng, take.length
    cutting = np.clip(curve(rng, length, 0.9 * take.pace, -0.6, 1.3), 0.0, 1.0)
    speed = take.vary(55.0, 0.06) * take.pace**0.6 * (1.0 - 0.2 * cutting)
    teeth = saw(speed * 40.0 * (1.0 + 0.003 * curve(rng, length, 60.0, -1.0, 1.0)), 0.7, 8)
    motor = electric_motor(take, speed, 9, ((820.0, 1.0, 0.01), (1_900.0, 0.6, 0.005)), 0.3)
    wood = band(noise(rng, length), 1_800.0, 7_500.0) * (1.0 + np.sin(2.0 * np.pi * np.cumsum(speed) / RATE))
    return 0.55 * motor + evened(teeth) * (0.35 + 0.7 * cutting) + 0.9 * wood * cutting


def chainsaw(take: Take) -> Wave:
    """A two-stroke: 45 firings a second idling, 130 at full throttle, rasping up to 6 kHz, in long bursts."""
    rng, length = take.rng, take.length
    throttle = np.clip(curve(rng, length, 1.1 * take.pace, -0.3, 1.4), 0.0, 1.0)
    firing = take.vary(46.0, 0.08) * (1.0 + 1.9 * throttle) * take.pace**0.5
    firing *= 1.0 + 0.05 * curve(rng, length, 30.0, -1.0, 1.0)
    source = pulses(firing, 5.0, (1.0, 0.72, 0.9, 0.65), 7_000.0)
    place = np.cumsum(firing) / RATE % 1.0
    rasp = band(noise(rng, length), 700.0, 7_000.0) * np.exp(-3.0 * place)
    pipe = ((take.vary(180.0), 1.0, 0.04), (take.vary(640.0), 1.0, 0.015), (take.vary(1_600.0), 0.8, 0.008))
    body = evened(source) + 0.5 * evened(rasp)
    cut = 0.4 * evened(body) + evened(resonated(body, pipe))
    cut = balanced(cut, (60, 300, 0.5), (300, 1_000, 0.7), (1_000, 3_000, 0.55), (3_000, 7_500, 0.25))
    return cut * (0.55 + 0.45 * throttle)


def hand_saw(take: Take) -> Wave:
    """One stroke of a saw: 40 teeth rip through wood, 300 Hz to 5 kHz, stronger and lower on the push."""
    rng = take.rng
    push = take.number % 2 == 0
    length = samples(take.stray(0.36 if push else 0.3, 0.06) / take.pace)
    speed = (130.0 if push else 175.0) * np.sin(np.pi * np.linspace(0.05, 0.95, length)) * take.pace
    teeth = pulses(np.maximum(speed, 20.0), 3.0, [take.stray(1.0, 0.3) for _ in range(17)], 6_000.0)
    rip = tilted(rng, length, -2.0, 350.0, 5_500.0) * (0.5 + np.clip(evened(teeth), 0.0, 2.0))
    board = resonated(rip, ((take.vary(310.0), 1.0, 0.04), (take.vary(720.0), 0.8, 0.03), (1_600.0, 0.5, 0.02)))
    return (evened(rip) * 0.7 + evened(board)) * swell(length, 0.08, 0.10) * (1.0 if push else 0.6)


def fan(take: Take) -> Stereo:
    """A fan: blades pass 32 times a second through soft noise below 1 kHz; the motor hums at twice the mains."""
    rng, length = take.rng, take.length
    beat = take.vary(32.0, 0.1) * take.pace * take.between(0.7, 1.4)
    chop = (
        1.0 + 0.22 * np.sin(2.0 * np.pi * beat * times(length)) + 0.05 * np.sin(2.0 * np.pi * beat / 4 * times(length))
    )
    air = wide(rng, length, -3.8, 90.0, 1_500.0 * take.pace**0.4) * chop
    hum = harmonics(flat(100.0, length), (1.0, 0.5, 0.15, 0.1))
    return air + 0.10 * hum


def hair_dryer(take: Take) -> Stereo:
    """A dryer: a small fast motor at 240 Hz with bright harmonics, hot air as noise of 0.5 to 8 kHz."""
    rng, length = take.rng, take.length
    rise = line(length, (0.0, 0.4), (min(0.5, 0.6 / take.seconds), 1.0), (1.0, 1.0))
    speed = take.vary(242.0, 0.06) * rise * take.pace**0.5
    motor = evened(saw(speed, 0.8, 20) + 0.6 * harmonics(speed * 3.52, (1.0, 0.5, 0.3)))
    air = wide(rng, length, -1.8, 500.0, 8_500.0)
    return (air + 0.33 * motor) * rise


def vacuum_cleaner(take: Take) -> Stereo:
    """A vacuum cleaner: a turbine of 480 Hz under a broad rush of 0.2 to 6 kHz whose colour changes over the carpet."""
    rng, length = take.rng, take.length
    stroke = curve(rng, length, 0.9 * take.pace, 0.0, 1.0)
    turbine = take.vary(482.0, 0.05) * (1.0 - 0.06 * stroke) * take.pace**0.4
    whine = evened(saw(turbine, 0.75, 14)) + 0.4 * gliding(rng, turbine * 5.04, 60.0)
    rush = wide(rng, length, -2.6, 180.0, 6_500.0)
    nozzle = np.stack([band(side, 500.0, 1_500.0) for side in rush]) * (0.3 + 1.1 * stroke)
    return rush + nozzle + 0.4 * whine + 0.2 * evened(harmonics(flat(100.0, length), (1.0, 0.4, 0.2)))


def blender(take: Take) -> Wave:
    """A blender: a motor of 190 Hz that labours, pieces knocked against glass, slosh below 600 Hz."""
    rng, length = take.rng, take.length
    lumps = curve(rng, length, 14.0, 0.0, 1.0) ** 3
    speed = take.vary(192.0, 0.06) * take.pace**0.5 * (1.0 - 0.12 * lumps)
    speed *= line(length, (0.0, 0.5), (min(0.4, 0.35 / take.seconds), 1.0), (1.0, 1.0))
    motor = saw(speed, 0.55, 30)
    knocks = bank(
        16, lambda: peaked(struck(rng, METAL, rng.uniform(1_400.0, 3_600.0), PLATE[:5], ring=0.04, longest=0.1))
    )
    at = instants(rng, length, 55.0 * lumps * take.pace)
    ice = scatter_here(rng, length, knocks, at, heavy_tailed(rng, len(at)))
    grind = band(noise(rng, length), 700.0, 5_000.0) * (0.3 + lumps)
    return (
        evened(motor)
        + 0.8 * evened(grind)
        + take.between(0.1, 0.5) * ice
        + 0.4 * tilted(rng, length, -5.0, 80.0, 600.0)
    )


def washing_machine(take: Take) -> Stereo:
    """A drum that turns once a second: laundry thuds below 150 Hz, water swirls, the motor hums around 300 Hz."""
    rng, length = take.rng, take.length
    turn = take.vary(0.95, 0.08) * take.pace
    place = 2.0 * np.pi * turn * times(length)
    slosh = wide(rng, length, -4.0, 150.0, 2_500.0) * (0.5 + 0.5 * np.sin(place)) ** 1.5
    motor = harmonics(flat(take.vary(98.0), length) * (1.0 + 0.01 * np.sin(place)), (0.4, 0.7, 1.0, 0.35, 0.3, 0.2))
    total = 0.75 * slosh + 0.35 * evened(motor) + 0.25 * wide(rng, length, -6.0, 40.0, 300.0)
    at = rng.uniform(0.0, 0.4)
    while at < take.seconds:
        thud = below(noise(rng, samples(0.3)), 130.0) * hit(samples(0.3), 0.012, 0.3)
        put(total, peaked(thud), round(at * RATE), take.between(0.8, 2.6) * rng.uniform(0.7, 1.1))
        at += 1.0 / turn * rng.normal(1.0, 0.03)
    return total


def factory(take: Take) -> Stereo:
    """A hall of machines: a press every 1.2 s, a row of fast tappets, hydraulic hiss, motors as a hum of 50 Hz."""
    rng, length = take.rng, take.length
    total = 0.3 * wide(rng, length, -4.0, 60.0, 2_500.0)
    hum = harmonics(flat(take.vary(50.0, 0.02), length), (0.5, 1.0, 0.4, 0.6, 0.3, 0.3, 0.2, 0.15))
    total += 0.3 * evened(hum)
    for period, pitch, level, ring, side in (
        (take.vary(1.2) / take.pace, 150.0, 3.2, 0.25, -0.3),
        (take.vary(0.3) / take.pace, 620.0, 1.0, 0.05, 0.5),
        (take.vary(0.45) / take.pace, 330.0, 1.4, 0.08, -0.7),
    ):
        at = rng.uniform(0.0, period)
        while at < take.seconds:
            blow = peaked(struck(rng, METAL, take.stray(pitch, 0.02), PLATE, ring=ring, longest=0.8))
            put(total, np.array([[1.0 - side], [1.0 + side]]) * blow, round(at * RATE), level * rng.uniform(0.8, 1.0))
            at += period
    steam = samples(0.5)
    at = rng.uniform(0.3, 1.0)
    while at < take.seconds:
        hiss = above(noise(rng, steam), 2_500.0) * hit(steam, 0.03, 0.5)
        put(total, np.array([[0.5], [1.0]]) * hiss, round(at * RATE), 0.35)
        at += 2.0 * take.vary(1.2) / take.pace
    return total


def printer(take: Take) -> Wave:
    """An ink printer: the carriage whirrs to and fro in 0.7 s, a stepper of 300 to 700 Hz, a click at each turn."""
    rng, length = take.rng, take.length
    period = take.vary(0.72, 0.08) / take.pace
    place = times(length) / period % 2.0
    run = np.sin(np.pi * (place % 1.0))
    stepper = saw(take.vary(340.0) * (0.5 + 1.1 * run**0.5), 0.6, 16)
    slide = band(noise(rng, length), 1_200.0, 5_000.0) * run
    total = 0.5 * evened(stepper) * run**0.4 + 0.35 * evened(slide)
    at, number = 0.0, 0
    while at < take.seconds:
        knock = peaked(struck(rng, PLASTIC, take.stray(480.0, 0.05), BOX, longest=0.1))
        put(total, knock, round(at * RATE), 1.1)
        if number % 4 == 3:
            feed = samples(0.22)
            gear = saw(flat(take.stray(130.0, 0.03), feed), 0.5, 24) * swell(feed, 0.01, 0.03)
            put(total, evened(gear), round((at + 0.05) * RATE), 0.6)
        at, number = at + period, number + 1
    return total


def matrix_printer(take: Take) -> Wave:
    """A dot-matrix printer: needles 900 times a second in words and gaps, the paper moved after each line."""
    rng, length = take.rng, take.length
    words = np.clip(curve(rng, length, 9.0 * take.pace, -0.5, 1.5), 0.0, 1.0)
    needles = saw(take.vary(900.0, 0.05) * (1.0 + 0.02 * curve(rng, length, 40.0, -1.0, 1.0)), 0.3, 14)
    rasp = evened(needles) * words + 0.4 * band(noise(rng, length), 2_000.0, 7_000.0) * words
    line_seconds = take.vary(1.1, 0.08) / take.pace
    writing = (times(length) / line_seconds % 1.0 < 0.8).astype(np.float64)
    feed = evened(saw(flat(210.0, length), 0.6, 20)) * (1.0 - writing) * 0.6
    return rasp * below(writing, 60.0, 1) + feed


def sewing_machine(take: Take) -> Wave:
    """A needle that goes down 11 times a second: clack of the shuttle at 900 Hz, motor of 220 Hz, in runs."""
    rng, length = take.rng, take.length
    speed = take.vary(11.0, 0.08) * take.pace * (0.8 + 0.3 * curve(rng, length, 0.8, 0.0, 1.0))
    turns = np.cumsum(speed) / RATE
    total = 0.14 * evened(saw(speed * 20.0, 0.9, 14))
    for number, at in enumerate(np.searchsorted(turns, np.arange(0.2, turns[-1], 0.5))):
        pitch = 900.0 if number % 2 else 1_350.0
        clack = peaked(struck(rng, METAL, take.stray(pitch, 0.03), PLATE[:6], ring=0.015, longest=0.06))
        put(total, clack, int(at), 0.9 if number % 2 else 0.55)
    return total


def hum(take: Take) -> Wave:
    """A transformer: 100 Hz and its even harmonics up to 1.2 kHz, buzzing a little unevenly."""
    rng, length = take.rng, take.length
    buzz = harmonics(
        flat(take.vary(100.0, 0.01), length), [1.0, 0.6, 0.7, 0.35, 0.3, 0.25, 0.2, 0.12, 0.1, 0.1, 0.06, 0.05]
    )
    return evened(buzz) * curve(rng, length, 12.0, 0.9, 1.1) + 0.02 * tilted(rng, length, -3.0, 200.0, 4_000.0)


def electric_arc(take: Take) -> Stereo:
    """A spark gap: bursts of clicks 100 times a second, tearing from 1 to 12 kHz, in arcs of a fifth of a second."""
    rng, length = take.rng, take.length
    arcs = np.clip(curve(rng, length, 7.0 * take.pace, -0.9, 1.2), 0.0, 1.0)
    gate = (np.sin(2.0 * np.pi * 100.0 * times(length)) > 0.3).astype(np.float64)
    snaps = bank(24, lambda: peaked(click(rng, rng.uniform(900.0, 4_000.0), 12_000.0, rng.uniform(0.001, 0.005))))
    at = instants(rng, length, 900.0 * arcs * (0.15 + gate))
    sparks = scatter(rng, length, snaps, at, heavy_tailed(rng, len(at)), 0.5)
    buzz = evened(pulses(flat(100.0, length), 4.0, (1.0, 0.8), 9_000.0)) * arcs
    return sparks + 0.35 * buzz + 0.015 * wide(rng, length, 0.0, 2_000.0, 9_000.0)


def metal_gears(take: Take) -> Stereo:
    """Clockwork: three wheels at speeds that share no beat, each tooth a tick of 1.5 to 4 kHz."""
    rng, length = take.rng, take.length
    total = np.zeros((2, length))
    for rate, pitch, side, level in ((7.3, 1_500.0, -0.5, 0.9), (11.9, 2_300.0, 0.5, 0.6), (3.1, 800.0, 0.0, 1.0)):
        teeth = [
            peaked(struck(rng, METAL, take.stray(pitch, 0.03), PLATE[:6], ring=0.02, longest=0.08)) for _ in range(8)
        ]
        at = rng.uniform(0.0, 0.1)
        number = 0
        while at < take.seconds:
            put(total, np.array([[1.0 - side], [1.0 + side]]) * teeth[number % 8], round(at * RATE), level)
            at, number = at + 1.0 / (take.vary(rate, 0.0) * take.pace) * rng.normal(1.0, 0.01), number + 1
    return total + 0.02 * wide(rng, length, -2.0, 300.0, 4_000.0)


def lawn_mower(take: Take) -> Wave:
    """A mower: one cylinder, 25 firings a second, a blade that chops grass at 50 Hz with noise up to 5 kHz."""
    rng, length = take.rng, take.length
    firing = take.vary(25.0, 0.06) * take.pace * (1.0 - 0.08 * curve(rng, length, 1.5, 0.0, 1.0) ** 2)
    source = pulses(firing, 5.5, (1.0, 0.86), 4_000.0)
    pipe = ((take.vary(120.0), 1.0, 0.07), (take.vary(310.0), 0.9, 0.04), (take.vary(880.0), 0.6, 0.02))
    motor = 0.4 * evened(source) + evened(resonated(source, pipe))
    motor = balanced(motor, (35, 120, 0.4), (120, 400, 0.6), (400, 1_500, 0.45), (1_500, 5_000, 0.18))
    blade = tilted(rng, length, -2.0, 250.0, 5_500.0) * (1.0 + 0.5 * np.sin(4.0 * np.pi * np.cumsum(firing) / RATE))
    return motor + take.between(0.35, 0.9) * blade


def alarm_gears(take: Take) -> Wave:
    """A ratchet wound up: pawls over eight teeth within 0.4 s, each a dry tick of 2 kHz."""
    rng = take.rng
    total = np.zeros(samples(0.55))
    for tooth in range(8):
        tick = peaked(struck(rng, METAL, take.stray(1_900.0, 0.02), BAR[:4], ring=0.012, longest=0.04))
        put(total, tick, samples(0.01 + tooth * 0.048 / take.pace * rng.normal(1.0, 0.03)), 0.7 + 0.04 * tooth)
    wood = peaked(struck(rng, WOOD, 340.0, BOX[:4], ring=0.4, longest=0.1))
    put(total, wood, samples(0.42), 0.5)
    return total
