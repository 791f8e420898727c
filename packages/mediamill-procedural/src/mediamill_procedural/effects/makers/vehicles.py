"""Vehicles: what burns, rolls, turns and flies. Combustion through pipes, blades through air, wheels on rails."""

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
from mediamill_procedural.effects.synthesis.modal import METAL, PLATE, Mode, resonated, struck
from mediamill_procedural.effects.synthesis.noises import gliding, hill, painted, painted_wide, slope, tilted, wide
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
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, driven, noise

IDLE_RPM = 820.0


def _motor(take: Take, rpm: Wave, cylinders: int, pipe: tuple[Mode, ...], rough: float, top: float = 3_500.0) -> Wave:
    """A four-stroke engine: a pulse per firing, no two cylinders alike, through the resonances of its exhaust."""
    rng = take.rng
    firing = rpm / 60.0 * cylinders / 2.0 * (1.0 + rough * 0.06 * curve(rng, take.length, 25.0, -1.0, 1.0))
    levels = [take.vary(1.0, 0.15 + 0.25 * rough) for _ in range(cylinders)]
    burning = pulses(firing, 7.0, levels, top)
    place = np.cumsum(firing) / RATE % 1.0
    blow = noise(rng, take.length) * np.exp(-5.0 * place)
    exhaust = evened(burning) + (0.16 + 0.3 * rough) * evened(band(blow, 120.0, top))
    return evened(0.5 * evened(exhaust) + evened(resonated(exhaust, pipe)))


def engine(take: Take) -> Wave:
    """A four-cylinder engine that idles at about 820 rpm: 27 firings a second, pipe resonances of 90 to 500 Hz."""
    length = take.length
    wander = 1.0 + 0.025 * curve(take.rng, length, 1.5, -1.0, 1.0)
    rpm = take.vary(IDLE_RPM, 0.1) * take.pace * take.between(0.85, 1.7) * wander
    pipe = ((take.vary(92.0), 1.0, 0.10), (take.vary(210.0), 0.8, 0.07), (take.vary(470.0), 0.5, 0.04))
    clatter = bank(12, lambda: click(take.rng, 1_500.0, 6_000.0, 0.004))
    at = instants(take.rng, length, 55.0 * take.pace)
    valves = scatter_here(take.rng, length, clatter, at, 1.0)
    motor = balanced(
        _motor(take, rpm, 4, pipe, 0.35), (35, 110, 0.4), (110, 350, 0.6), (350, 1_200, 0.3), (1_200, 4_500, 0.1)
    )
    return motor + 0.06 * evened(valves)


def engine_start(take: Take) -> Wave:
    """A starter that drags the engine round four times a second, a cough, then revs that settle to idle."""
    length = take.length
    crank = samples(take.vary(1.0, 0.15) / take.pace)
    total = np.zeros(length)
    drag = np.abs(np.sin(np.pi * 4.3 * times(crank) * take.pace))
    whine = saw(take.vary(190.0) * (1.0 + 0.25 * (1.0 - drag)), 0.8, 20) * (0.5 + 0.5 * drag)
    put(total, 0.5 * evened(band(whine, 150.0, 3_500.0)) * swell(crank, 0.02, 0.05), samples(0.05))
    rest = max(2, length - crank)
    revs = IDLE_RPM * line(rest, (0.0, 0.6), (0.07, 2.9), (0.2, 2.4), (0.5, 1.25), (1.0, 1.1))
    pipe = ((92.0, 1.0, 0.10), (230.0, 0.8, 0.07), (520.0, 0.5, 0.04))
    running = _motor(_cut(take, rest), revs, 4, pipe, 0.4)
    running = balanced(running, (35, 110, 0.6), (110, 350, 0.6), (350, 1_200, 0.35), (1_200, 4_500, 0.12))
    put(total, running * line(rest, (0.0, 0.3), (0.06, 1.5), (0.4, 1.0), (1.0, 0.9)), crank)
    return total


def _cut(take: Take, length: int) -> Take:
    """The same take, but so long."""
    return Take(length, take.rng, take.body, take.intensity, take.pace, take.looseness, take.number)


def revving(take: Take) -> Wave:
    """A throttle opened again and again: from 1,000 to 5,500 rpm within 0.4 s, down in a second, crackling."""
    length = take.length
    rpm, load = flat(1_000.0, length), flat(0.45, length)
    at = samples(0.15)
    while at < length:
        top = take.stray(take.between(3_600.0, 6_200.0), 0.12)
        long = samples(take.rng.uniform(1.1, 1.7) / take.pace)
        blip = line(long, (0.0, 0.0), (0.3, 1.0), (0.42, 0.95), (1.0, 0.0))
        put(rpm, (top - 1_000.0) * blip, at)
        put(load, 0.9 * blip, at)
        at += long + samples(take.rng.uniform(0.0, 0.4) / take.pace)
    pipe = ((take.vary(105.0), 1.0, 0.08), (take.vary(260.0), 0.9, 0.05), (take.vary(640.0), 0.6, 0.03))
    motor = _motor(take, rpm, 4, pipe, 0.2, 6_000.0)
    return balanced(motor, (50, 160, 0.6), (160, 500, 0.7), (500, 1_800, 0.45), (1_800, 6_000, 0.18)) * load


def car_pass(take: Take) -> Wave:
    """A car on a road: tyres as noise around 900 Hz, its engine at 2,200 rpm under them; it passes with Doppler."""
    rng, length = take.rng, take.length
    tyres = tilted(rng, length, -2.5, 250.0, 5_000.0)
    road = evened(painted(rng, length, lambda _, frequency: hill(frequency, 850.0, 0.9)))
    rpm = take.vary(2_200.0, 0.12) * (0.7 + 0.3 * take.pace) * (1.0 + 0.01 * curve(rng, length, 1.0, -1.0, 1.0))
    motor = _motor(take, rpm, 4, ((110.0, 1.0, 0.08), (260.0, 0.6, 0.05)), 0.1, 2_000.0)
    return 0.7 * tyres + 0.6 * road + take.between(0.35, 1.1) * motor


def truck(take: Take) -> Wave:
    """A diesel: six cylinders at 750 rpm, knocking between 1 and 3 kHz at each firing, a body that shakes at 45 Hz."""
    rng, length = take.rng, take.length
    rpm = (
        take.vary(750.0, 0.08) * take.pace * take.between(0.85, 1.6) * (1.0 + 0.02 * curve(rng, length, 1.2, -1.0, 1.0))
    )
    pipe = ((take.vary(58.0), 1.2, 0.16), (take.vary(118.0), 1.0, 0.10), (take.vary(245.0), 0.7, 0.06))
    motor = _motor(take, rpm, 6, pipe, 0.5, 2_200.0)
    motor = balanced(motor, (32, 100, 0.4), (100, 320, 0.55), (320, 1_100, 0.25), (1_100, 3_500, 0.1))
    place = np.cumsum(rpm / 60.0 * 3.0) / RATE % 1.0
    knock = band(noise(rng, length) * np.exp(-14.0 * place), 900.0, 3_200.0)
    return motor + 0.22 * evened(knock) + 0.25 * tilted(rng, length, -6.0, 30.0, 300.0)


def air_brakes(take: Take) -> Wave:
    """Compressed air let go: a burst of noise from 1.2 kHz up that sinks within 0.8 s, with a squeak."""
    rng, length = take.rng, take.within(1.4)
    burst = (
        tilted(rng, length, -2.0, 1_200.0, 9_000.0)
        * hit(length, 0.012, take.vary(0.75))
        * (1.0 + 0.3 * curve(rng, length, 40.0))
    )
    squeak = gliding(rng, take.vary(1_450.0) * line(length, (0.0, 1.1), (1.0, 0.93)), 25.0) * swell(length, 0.3, 0.8)
    return burst + 0.07 * squeak


def motorbike(take: Take) -> Wave:
    """Two cylinders that fire unevenly, 1,400 rpm, an open pipe: barking between 70 and 900 Hz."""
    rng, length = take.rng, take.length
    rpm = (
        take.vary(1_500.0, 0.12)
        * take.pace
        * take.between(0.8, 1.8)
        * (1.0 + 0.05 * curve(rng, length, 1.5, -1.0, 1.0))
    )
    firing = rpm / 60.0
    turns = np.cumsum(firing) / RATE
    # A V-twin fires after 315 and then 405 degrees: every second pulse comes early.
    uneven = (turns % 1.0 < 0.4375).astype(np.float64)
    place = np.where(uneven > 0, turns % 1.0 / 0.4375, (turns % 1.0 - 0.4375) / 0.5625)
    shape = np.exp(-6.0 * place) * np.minimum(place / 0.05, 1.0) * (1.0 - 0.25 * uneven)
    burning = below(shape - float(shape.mean()), 5_000.0) + 0.25 * band(noise(rng, length) * shape, 300.0, 5_000.0)
    pipe = ((take.vary(88.0), 1.0, 0.09), (take.vary(330.0), 1.0, 0.05), (take.vary(760.0), 0.8, 0.03))
    bark = burning + 0.8 * evened(resonated(burning, pipe))
    bark = balanced(bark, (45, 150, 0.2), (150, 450, 0.4), (450, 1_500, 0.3), (1_500, 5_000, 0.12))
    return driven(bark, 1.6)


def train(take: Take) -> Stereo:
    """A train on jointed rails: two axles, then two more, clattering over each joint, 20 m apart; steel on steel."""
    rng, length = take.rng, take.length
    period = take.vary(1.15, 0.08) / take.pace
    roll = wide(rng, length, -5.0, 40.0, 1_200.0)
    sing = np.stack([band(side, 900.0, 3_000.0) for side in wide(rng, length, 0.0, 500.0, 5_000.0)])
    total = 0.36 * roll + 0.14 * evened(sing) * curve(rng, length, 1.5, 0.4, 1.2)
    at = rng.uniform(0.05, 0.3)
    while at < take.seconds:
        for number, axle in enumerate((0.0, 0.105, 0.42, 0.525)):
            joint = struck(rng, METAL, take.stray(290.0, 0.04), PLATE[:9], ring=0.045, force=0.8, longest=0.22)
            thump = below(noise(rng, samples(0.12)), 190.0) * hit(samples(0.12), 0.003, 0.12)
            side = 0.4 if number > 1 else -0.4
            where = round((at + axle * period) * RATE)
            gains = np.array([[1.0 - side], [1.0 + side]])
            put(total, gains * peaked(joint), where, 3.0 * rng.uniform(0.7, 1.1))
            put(total, gains * peaked(thump), where, 1.7)
        at += period * rng.normal(1.0, 0.004)
    return total


def steam_train(take: Take) -> Stereo:
    """A steam engine: four chuffs for each turn of the wheels, noise of 150 Hz to 3 kHz, the first of four stressed."""
    rng, length = take.rng, take.length
    period = take.vary(0.30, 0.08) / take.pace
    total = 0.25 * wide(rng, length, -6.0, 35.0, 500.0)
    at, number = rng.uniform(0.02, 0.1), 0
    while at < take.seconds:
        long = samples(min(0.5, period * 1.3))
        burst = tilted(rng, long, -3.5, 140.0, 3_600.0) * hit(long, 0.02, period * 1.15)
        pipe = resonated(burst, ((170.0, 1.0, 0.05), (390.0, 0.8, 0.04), (830.0, 0.5, 0.03)))
        side = 0.22 if number % 2 else -0.22
        stress = (1.25, 0.85, 1.0, 0.85)[number % 4] * rng.uniform(0.9, 1.1)
        chuff = 0.7 * evened(pipe) * hit(long, 0.015, period) + 1.1 * above(burst, 250.0, 1)
        put(total, np.array([[1.0 - side], [1.0 + side]]) * chuff, round(at * RATE), stress)
        at, number = at + period * rng.normal(1.0, 0.012), number + 1
    rods = bank(10, lambda: peaked(struck(rng, METAL, rng.uniform(300.0, 800.0), PLATE[:6], ring=0.03, longest=0.12)))
    beats = instants(rng, length, 5.0 * take.pace)
    return total + 0.22 * scatter(rng, length, rods, beats, 1.0, 0.4)


def helicopter(take: Take) -> Wave:
    """Blades that slap 11 times a second, energy of 20 to 400 Hz in every slap, a turbine whining at 2.4 kHz."""
    rng, length = take.rng, take.length
    beat = take.vary(11.0, 0.1) * take.pace * (1.0 + 0.01 * curve(rng, length, 0.5, -1.0, 1.0))
    place = np.cumsum(beat) / RATE % 1.0
    slap = np.exp(-9.0 * place) * np.minimum(place / 0.03, 1.0)
    air = tilted(rng, length, -3.0, 60.0, 2_500.0)
    thump = below(slap - float(slap.mean()), 160.0, 1)
    wash = air * (0.16 + 1.3 * np.exp(-5.0 * place))
    turbine = gliding(rng, flat(take.vary(2_400.0), length), 30.0) + 0.6 * gliding(
        rng, flat(take.vary(3_600.0), length), 30
    )
    tail = saw(flat(take.vary(58.0) * take.pace, length), 1.2, 20)
    return 0.9 * evened(thump) + evened(wash) * take.between(0.6, 1.2) + 0.04 * turbine + 0.12 * evened(tail)


def propeller_plane(take: Take) -> Wave:
    """A single engine: 80 blades a second with twelve strong harmonics that drone and beat slowly."""
    rng, length = take.rng, take.length
    pitch = take.vary(80.0, 0.08) * take.pace**0.6 * (1.0 + 0.006 * curve(rng, length, 0.7, -1.0, 1.0))
    blades = harmonics(pitch, [0.6, 1.0, 0.8, 0.7, 0.5, 0.45, 0.35, 0.3, 0.22, 0.2, 0.15, 0.12])
    exhaust = harmonics(pitch * 1.503, [0.5, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2])
    beating = 1.0 + 0.2 * np.sin(2.0 * np.pi * 1.7 * times(length))
    air = tilted(rng, length, -3.5, 150.0, 4_000.0)
    return (evened(blades) + 0.6 * evened(exhaust)) * beating + 0.35 * air


def jet(take: Take) -> Wave:
    """A jet: a roar that falls 4 dB an octave from 120 Hz, crackling, a fan that whines near 3 kHz."""
    rng, length = take.rng, take.length
    roar = tilted(rng, length, -3.4, 70.0, 9_000.0) * curve(rng, length, 9.0, 0.75, 1.25)
    crackling = np.maximum(tilted(rng, length, -3.0, 100.0, 4_000.0) - 1.1, 0.0)
    fan = take.vary(2_900.0, 0.08) * take.pace**0.4
    whine = gliding(rng, flat(fan, length), 18.0) + 0.5 * gliding(rng, flat(fan * 1.51, length), 30.0)
    return roar + take.between(0.1, 0.6) * evened(crackling) + 0.16 * whine


def rocket(take: Take) -> Stereo:
    """A launch: ignition, then a roar below 200 Hz that grows and tears; what is loud there clips the air itself."""
    rng, length = take.rng, take.length
    rise = line(length, (0.0, 0.0), (0.04, 0.5), (0.15, 0.8), (0.5, 1.0), (1.0, 0.75))
    roar = wide(rng, length, -5.0, 22.0, 2_500.0)
    torn = np.clip(wide(rng, length, -3.0, 60.0, 3_500.0) * 2.0, -1.0, 1.6) * curve(rng, length, 18.0, 0.3, 1.2)
    return rise * (roar + take.between(0.3, 0.8) * evened(torn))


def motorboat(take: Take) -> Wave:
    """An outboard: 90 firings a second through water, slapped by waves twice a second."""
    rng, length = take.rng, take.length
    rpm = take.vary(3_300.0, 0.1) * take.pace * (1.0 + 0.06 * curve(rng, length, 2.0, -1.0, 1.0))
    motor = _motor(take, rpm, 3, ((take.vary(150.0), 1.0, 0.05), (420.0, 0.9, 0.03), (980.0, 0.5, 0.02)), 0.3, 5_000.0)
    slapping = curve(rng, length, 4.5 * take.pace, 0.0, 1.0) ** 3
    water = tilted(rng, length, -2.5, 300.0, 6_000.0) * (0.2 + slapping)
    motor = balanced(motor, (60, 180, 0.6), (180, 500, 0.6), (500, 1_600, 0.4), (1_600, 5_000, 0.15))
    return motor * (1.0 - 0.35 * slapping) + 0.6 * water


def bicycle(take: Take) -> Stereo:
    """A freewheel: 14 to 30 pawls a second, each a tick of 3 to 8 kHz, air and tyre under them."""
    rng, length = take.rng, take.length
    total = 0.05 * wide(rng, length, -2.0, 400.0, 5_000.0)
    ticks = bank(8, lambda: peaked(click(rng, 3_000.0, 8_000.0, 0.006)))
    rate = take.vary(21.0, 0.1) * take.pace * (1.0 + 0.12 * curve(rng, length, 0.4, -1.0, 1.0))
    turns = np.cumsum(rate) / RATE
    at = np.searchsorted(turns, np.arange(1, int(turns[-1]) + 1))
    return total + 0.7 * scatter(rng, length, ticks, at, rng.uniform(0.7, 1.0, len(at)), 0.15)


def tyre_screech(take: Take) -> Wave:
    """Rubber that slips: narrow howls of 700 to 2,000 Hz that slide down and shake, noise around them."""
    rng, length = take.rng, take.within(take.vary(1.9, 0.15))
    bend = line(length, (0.0, 0.9), (0.1, 1.1), (0.7, 1.0), (1.0, 0.72))
    shake = 1.0 + 0.035 * curve(rng, length, 25.0, -1.0, 1.0)
    total = np.zeros(length)
    for pitch, level in ((take.vary(820.0), 1.0), (take.vary(1_240.0), 0.7), (take.vary(2_050.0), 0.35)):
        howl = pitch * bend * shake
        total += level * (harmonics(howl, (1.0, 0.5, 0.35, 0.2)) * 0.6 + gliding(rng, howl, 130.0))
    smoke = tilted(rng, length, -1.0, 600.0, 7_000.0)
    return (evened(total) + 0.3 * smoke) * swell(length, 0.06, 0.3) * curve(rng, length, 20.0, 0.7, 1.1)


def traffic(take: Take) -> Stereo:
    """A road with many cars: overlapping swells of tyre noise that wander through the image, engines below 200 Hz."""
    rng, length = take.rng, take.length
    total = 0.35 * wide(rng, length, -5.0, 45.0, 700.0)
    at = -2.0
    while at < take.seconds:
        long = samples(rng.uniform(2.5, 5.0) / take.pace)
        swellings = np.exp(-((np.linspace(-2.6, 2.6, long)) ** 2))
        tyres = tilted(rng, long, -3.0, 220.0, 3_800.0) * swellings
        turn = (np.linspace(-0.9, 0.9, long) * rng.choice([-1.0, 1.0]) + 1.0) * np.pi / 4.0
        put(total, np.stack([np.cos(turn), np.sin(turn)]) * tyres, round(at * RATE), rng.uniform(0.4, 1.1))
        at += rng.uniform(0.6, 1.6) / (take.pace * take.between(0.6, 1.7))
    return total


def air_swoosh(take: Take) -> Stereo:
    """A thing that flies past: noise whose centre rises to 1,800 Hz and falls again within 0.6 s."""
    length = take.within(take.stray(0.7, 0.15) / take.pace)
    place = np.linspace(0.0, 1.0, length)
    height = take.vary(1_700.0, 0.15)

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        where = np.interp(instants * RATE / length, [0.0, 0.5, 1.0], [0.25, 1.0, 0.35])
        return hill(frequencies, height * where, 0.55) + 0.4 * slope(frequencies, -3.0) * (frequencies > 150.0)

    turn = (1.6 * place - 0.8 + 1.0) * np.pi / 4.0
    sides = np.stack([np.cos(turn), np.sin(turn)]) * np.sin(np.pi * place**0.8) ** 2.2
    return painted_wide(take.rng, length, paint) * sides


def rattling_cart(take: Take) -> Stereo:
    """Wooden wheels on cobbles: knocks of the wheels, a loose board, a chain."""
    rng, length = take.rng, take.length
    knocks = bank(20, lambda: peaked(below(noise(rng, samples(0.09)), 420.0) * hit(samples(0.09), 0.002, 0.08)))
    at = instants(rng, length, take.vary(11.0) * take.pace)
    wheels = scatter(rng, length, knocks, at, heavy_tailed(rng, len(at)), 0.5)
    links = bank(
        20, lambda: peaked(struck(rng, METAL, rng.uniform(1_800.0, 4_200.0), PLATE[:6], ring=0.06, longest=0.15))
    )
    at = instants(rng, length, 9.0 * take.pace)
    chain = scatter(rng, length, links, at, heavy_tailed(rng, len(at)), 0.5)
    boards = bank(10, lambda: peaked(struck(rng, METAL, rng.uniform(300.0, 900.0), PLATE[:6], ring=0.02, longest=0.09)))
    at = instants(rng, length, 7.0 * take.pace)
    loose = scatter(rng, length, boards, at, heavy_tailed(rng, len(at)), 0.5)
    return wheels + 1.0 * loose + 0.16 * chain + 0.2 * wide(rng, length, -5.0, 60.0, 600.0)
