"""Alarms, bells and telephones: what wants to be heard."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.modal import BAR, METAL, rung, struck
from mediamill_procedural.effects.synthesis.noises import tilted
from mediamill_procedural.effects.synthesis.tones import flat, harmonics, hollow, saw, sine
from mediamill_procedural.effects.synthesis.waveform import (
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
from mediamill_procedural.kit.waves import RATE, Wave, above, band, driven, noise


def beep(pitch: float, seconds: float, levels: tuple[float, ...] = (1.0, 0.25, 0.12)) -> Wave:
    """A tone of a small loudspeaker, with edges of 3 ms."""
    length = samples(seconds)
    return harmonics(flat(pitch, length), levels) * swell(length, 0.003, 0.004)


def alarm_clock(take: Take) -> Wave:
    """A digital clock: four beeps of 2,050 Hz, 60 ms each, every 125 ms; then a rest."""
    total = np.zeros(samples(0.5 / take.pace))
    pitch = take.vary(2_050.0, 0.06)
    for number in range(4):
        put(total, beep(pitch, 0.06, (1.0, 0.0, 0.35, 0.0, 0.15)), samples(number * 0.118 / take.pace))
    return total


def ringing_clock(take: Take) -> Wave:
    """A wind-up clock: a hammer 22 times a second between two bells of 1,900 and 2,250 Hz, for 1.5 s."""
    rng, length = take.rng, take.within(1.6)
    total = np.zeros(length)
    bells = [
        peaked(struck(take.body, METAL, take.vary(pitch, 0.03), (1.0, 1.61, 2.77, 4.1), ring=0.35, longest=0.4))
        for pitch in (1_900.0, 2_250.0)
    ]
    at, number = 0.0, 0
    while at < 1.35:
        put(total, bells[number % 2], round(at * RATE), rng.uniform(0.75, 1.0))
        at, number = at + 1.0 / (22.0 * take.pace) * rng.normal(1.0, 0.02), number + 1
    return total


def smoke_alarm(take: Take) -> Wave:
    """A smoke detector: three beeps of 3,150 Hz, half a second each with half a second between (ISO 8201)."""
    total = np.zeros(samples(3.0 / take.pace))
    pitch = take.vary(3_150.0, 0.02)
    for number in range(3):
        put(total, beep(pitch, 0.5 / take.pace, (1.0, 0.3, 0.2, 0.1)), samples(number / take.pace))
    return total


def fire_bell(take: Take) -> Wave:
    """A motor bell: a gong of 980 Hz struck 12 times a second without rest."""
    length = take.length
    total = np.zeros(length)
    gong = peaked(struck(take.body, METAL, take.vary(980.0, 0.05), (1.0, 1.72, 2.74, 3.76, 5.4), ring=0.5, longest=0.9))
    at = 0.0
    while at < take.seconds:
        put(total, gong, round(at * RATE), take.rng.uniform(0.8, 1.0))
        at += 1.0 / (take.vary(12.0, 0.0) * take.pace) * take.rng.normal(1.0, 0.01)
    return total


def klaxon(take: Take) -> Wave:
    """Dive, dive: a diaphragm that climbs from 130 to 420 Hz within a second and hangs there, rasping."""
    length = samples(1.25 / take.pace)
    pitch = take.vary(415.0, 0.05) * line(length, (0.0, 0.32), (0.5, 0.95), (0.85, 1.0), (1.0, 0.6))
    rasp = saw(pitch * (1.0 + 0.006 * curve(take.rng, length, 60.0, -1.0, 1.0)), 0.45, 34)
    return driven(evened(rasp + band(rasp, 900.0, 2_600.0), 0.45), 1.8) * swell(length, 0.03, 0.12)


def buzzer(take: Take) -> Wave:
    """A wrong answer: two saws of 118 and 124 Hz, all their harmonics, 0.8 s."""
    length = take.within(take.stray(0.8, 0.1))
    tune = take.vary(1.0, 0.06)
    total = saw(flat(118.0 * tune, length), 0.6, 40) + saw(flat(124.0 * tune, length), 0.6, 40)
    return driven(evened(total, 0.5), 1.5) * swell(length, 0.006, 0.03)


def phone_ring(take: Take) -> Wave:
    """An old telephone: two bells of 1,050 and 1,320 Hz, a clapper 20 times a second, two seconds on."""
    length = samples(2.6)
    total = np.zeros(length)
    bells = [
        peaked(struck(take.body, METAL, take.vary(pitch, 0.03), (1.0, 2.02, 2.9, 4.3), ring=0.55, longest=0.8))
        for pitch in (1_050.0, 1_320.0)
    ]
    at, number = 0.0, 0
    while at < 1.95 / take.pace:
        put(total, bells[number % 2], round(at * RATE), take.rng.uniform(0.8, 1.0))
        at, number = at + 0.025 * take.rng.normal(1.0, 0.02), number + 1
    return total


def mobile_ring(take: Take) -> Wave:
    """A mobile phone: eight notes of a marimba on a pentatonic scale, twice."""
    total = np.zeros(samples(2.4))
    root = take.vary(784.0, 0.06)
    scale = [2 ** (step / 12) for step in (0, 2, 4, 7, 9, 12)]
    tune = take.body.integers(0, len(scale), 8)
    for number in range(16):
        pitch = root * scale[tune[number % 8]]
        note = rung(samples(0.4), ((pitch, 1.0, 0.45), (pitch * 3.93, 0.35, 0.12), (pitch * 9.2, 0.1, 0.04)), take.rng)
        put(total, note, samples(number * 0.125 / take.pace), 1.0 if number % 4 == 0 else 0.75)
    return total


def phone_vibration(take: Take) -> Wave:
    """A phone on a table: a motor of 165 Hz, buzzing against wood for 0.6 s."""
    rng, length = take.rng, samples(0.65)
    buzz = saw(take.vary(165.0, 0.04) * (1.0 + 0.01 * curve(rng, length, 20.0, -1.0, 1.0)), 0.8, 30)
    rattle = band(buzz * (1.0 + 0.6 * curve(rng, length, 90.0, -1.0, 1.0)), 300.0, 1_800.0)
    return (evened(buzz) + 0.9 * evened(rattle)) * swell(length, 0.03, 0.05)


def dial_tone(take: Take) -> Wave:
    """A line: 350 and 440 Hz together, as the exchange sends it (ITU-T E.180), without end."""
    length = take.length
    total = sine(flat(350.0, length)) + sine(flat(440.0, length))
    return band(total + 0.004 * noise(take.rng, length), 300.0, 3_400.0)


def busy_tone(take: Take) -> Wave:
    """Engaged: 425 Hz, half a second on, half a second off (ITU-T E.180)."""
    return np.pad(beep(425.0, 0.48 / take.pace, (1.0, 0.05, 0.03)), (0, 64))


def dialling(take: Take) -> Wave:
    """A key of a telephone: two tones at once (ITU-T Q.23), 120 ms, another key each time."""
    rows, columns = (697.0, 770.0, 852.0, 941.0), (1_209.0, 1_336.0, 1_477.0)
    key = int(take.rng.integers(12))
    length = samples(0.12 / take.pace)
    total = sine(flat(rows[key // 3], length)) + sine(flat(columns[key % 3], length))
    return total * swell(length, 0.004, 0.006)


def modem(take: Take) -> Wave:
    """A modem: an answer tone of 2,100 Hz, chirps of two carriers, then scrambled noise of 600 to 3,000 Hz."""
    rng, length = take.rng, take.within(6.0)
    total = np.zeros(length)
    put(total, beep(2_100.0, 0.9), 0, 0.8)
    at = 1.0
    while at < 3.2:
        long = samples(rng.uniform(0.05, 0.22))
        bits = rng.integers(0, 2, max(2, long // 73)).repeat(73)[:long]
        low, high = ((1_070.0, 1_270.0), (2_025.0, 2_225.0))[int(rng.integers(2))]
        tone = sine(np.where(np.pad(bits, (0, long - len(bits))) > 0, high, low))
        put(total, tone, samples(at), 0.8)
        at += long / RATE + rng.uniform(0.0, 0.05)
    rest = max(2, length - samples(3.2))
    scrambled = band(noise(rng, rest), 600.0, 3_000.0, 3) + 0.5 * sine(flat(1_800.0, rest)) * 0.5
    put(total, scrambled * line(rest, (0.0, 0.8), (0.3, 1.0), (1.0, 0.9)), samples(3.2), 0.9)
    return total


def doorbell(take: Take) -> Wave:
    """Ding-dong: two tubes, 660 and 523 Hz, a major third apart, ringing two seconds."""
    total = np.zeros(samples(3.0))
    tune = take.vary(1.0, 0.06)
    for at, pitch in ((0.0, 659.3 * tune), (0.62 / take.pace, 523.3 * tune)):
        modes = [
            (pitch * ratio, level, long)
            for ratio, level, long in ((1.0, 1.0, 2.4), (2.76, 0.35, 1.2), (5.4, 0.18, 0.5), (8.9, 0.08, 0.25))
        ]
        put(total, peaked(rung(samples(2.3), modes, take.rng)), samples(at), 0.9)
    return total


def shop_bell(take: Take) -> Wave:
    """A bell on a spring over a door: 3,100 Hz, shaken six times, slower and slower."""
    total = np.zeros(samples(1.6))
    at, rest = 0.0, 0.085
    strike = peaked(struck(take.body, METAL, take.vary(3_100.0, 0.06), (1.0, 1.52, 2.4, 3.7), ring=0.7, longest=0.9))
    for number in range(7):
        put(total, strike, samples(at), take.stray(1.0, 0.1) * 0.8**number)
        at, rest = at + rest, rest * 1.16
    return total


def desk_bell(take: Take) -> Wave:
    """A bell on a counter: one stroke, 2,050 Hz and its fifth above the octave, 1.8 s."""
    pitch = take.vary(2_050.0, 0.05)
    modes = [
        (pitch * ratio, level, long)
        for ratio, level, long in ((1.0, 1.0, 1.8), (1.003, 0.5, 1.6), (2.97, 0.4, 0.9), (5.3, 0.2, 0.4))
    ]
    total = peaked(rung(samples(1.9), modes, take.rng))
    put(total, peaked(struck(take.rng, METAL, 900.0, BAR[:3], ring=0.01, longest=0.04)), 0, 0.25)
    return total


def car_alarm(take: Take) -> Wave:
    """A car alarm: four patterns in turn, a second each: yelp, two tones, rising whoops, a fast warble."""
    length = take.length
    time = times(length) * take.pace
    kind = (time / 1.0).astype(np.int64) % 4
    place = time % 1.0
    patterns = np.stack(
        [
            900.0 + 700.0 * (place * 3.0 % 1.0),
            np.where((place * 4.0).astype(np.int64) % 2 == 0, 800.0, 1_150.0),
            650.0 + 1_100.0 * (place * 1.0) ** 1.5,
            1_200.0 + 350.0 * np.sign(np.sin(2.0 * np.pi * 14.0 * place)),
        ]
    )
    pitch = patterns[kind, np.arange(length)] * take.vary(1.0, 0.04)
    horn = hollow(pitch, 9)
    return driven(evened(above(horn, 500.0, 1), 0.5), 1.7)


def heart_monitor(take: Take) -> Wave:
    """A monitor: one beep of 960 Hz, 90 ms, for each beat."""
    return beep(take.vary(960.0, 0.03), 0.09, (1.0, 0.1, 0.06))


def flatline(take: Take) -> Wave:
    """No beat: 960 Hz that does not stop."""
    return harmonics(flat(take.vary(960.0, 0.03), take.length), (1.0, 0.1, 0.06))


def geiger(take: Take) -> Wave:
    """A Geiger counter: clicks of 0.5 ms without rhythm, 4 to 60 a second, coming and going."""
    rng, length = take.rng, take.length
    total = np.zeros(length)
    rate = take.between(4.0, 60.0) * take.pace * (0.5 + curve(rng, length, 0.8))
    chance = rate / RATE
    pulse = sine(flat(2_700.0, samples(0.004))) * decay(samples(0.004), 0.004)
    for at in np.flatnonzero(rng.random(length) < chance):
        put(total, pulse, int(at), rng.uniform(0.85, 1.0))
    return total + 0.001 * noise(rng, length)


def metal_detector(take: Take) -> Wave:
    """A detector: a hum of 240 Hz that leaps to 900 when something lies there."""
    rng, length = take.rng, take.length
    find = np.clip(curve(rng, length, 1.1 * take.pace, -1.0, 1.2), 0.0, 1.0)
    tone = hollow(take.vary(240.0, 0.05) * (1.0 + 2.8 * find), 12)
    return evened(tone) * (0.25 + 0.75 * find) + 0.01 * tilted(rng, length, -3.0, 100.0, 4_000.0)


def timer(take: Take) -> Wave:
    """A kitchen timer runs down: ticks at 8 a second for a second, then a bell of 2,600 Hz shaken for one."""
    total = np.zeros(samples(2.3))
    tick = peaked(struck(take.body, METAL, 3_300.0, BAR[:3], ring=0.012, longest=0.03))
    for number in range(8):
        put(total, tick, samples(number * 0.125 / take.pace), 0.35)
    strike = peaked(struck(take.body, METAL, take.vary(2_600.0, 0.05), (1.0, 1.5, 2.6, 3.9), ring=0.4, longest=0.5))
    for number in range(20):
        put(total, strike, samples(1.0 / take.pace + number * 0.05), take.rng.uniform(0.7, 1.0))
    return total * hit(len(total), 0.001, 12.0)
