"""Science fiction: what nobody has heard and everybody knows."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import bank, instants, scatter
from mediamill_procedural.effects.synthesis.noises import gliding, hill, painted_wide, tilted, wide
from mediamill_procedural.effects.synthesis.throats import VOWELS, mouthed
from mediamill_procedural.effects.synthesis.tones import angle, buzz, flat, harmonics, modulated, rising, saw, sine
from mediamill_procedural.effects.synthesis.waveform import (
    Stereo,
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


def laser(take: Take) -> Wave:
    """A blaster: a tone that falls from 3,200 to 160 Hz within 0.25 s, with a hard edge, as a struck wire sounds."""
    rng, length = take.rng, samples(0.42)
    time = times(length)
    pitch = take.stray(take.vary(3_100.0, 0.12), 0.05) * np.exp(-time / 0.075) + 150.0
    wire = np.sin(angle(pitch)) + 0.5 * np.sin(angle(pitch * 2.01)) + 0.3 * np.sin(angle(pitch * 3.02))
    edge = above(noise(rng, length), 2_000.0) * hit(length, 0.0004, 0.03)
    return driven(wire * hit(length, 0.001, 0.36), 0.9) + 0.3 * edge


def laser_beam(take: Take) -> Wave:
    """A beam that stays on: 220 Hz modulated at a ratio that shares no harmonic, buzzing up to 6 kHz."""
    length = take.length
    pitch = take.vary(220.0, 0.1) * (1.0 + 0.01 * curve(take.rng, length, 12.0, -1.0, 1.0))
    beam = modulated(pitch, 1.414, 3.0 + 1.2 * np.sin(2.0 * np.pi * 13.0 * take.pace * times(length)))
    return evened(beam) + 0.15 * tilted(take.rng, length, 0.0, 2_000.0, 8_000.0)


def teleport(take: Take) -> Stereo:
    """Someone beamed away: a shimmer of 24 glassy tones of 1 to 7 kHz that swells over a second, a column of noise."""
    rng, length = take.rng, take.within(2.6)
    total = np.zeros((2, length))
    shape = swell(length, 1.0 / take.pace, 1.2)
    for _ in range(24):
        pitch = take.vary(float(np.exp(rng.uniform(np.log(900.0), np.log(6_500.0)))), 0.02)
        glimmer = np.clip(curve(rng, length, 9.0 * take.pace, -0.6, 1.0), 0.0, 1.0)
        side = rng.uniform(0.0, np.pi / 2)
        drift = sine(pitch * line(length, (0.0, 0.94), (1.0, 1.08)))
        total += np.stack([np.cos(side), np.sin(side)])[:, np.newaxis] * drift * glimmer

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        return hill(frequencies, 500.0 * 6.0 ** (instants * RATE / length), 0.5)

    return (evened(total) + 0.4 * painted_wide(rng, length, paint)) * shape


def robot_voice(take: Take) -> Wave:
    """A robot: a buzz of 110 Hz through vowels that change seven times a second, ring-modulated at 35 Hz."""
    rng, length = take.rng, take.length
    words = np.clip(curve(rng, length, 3.0 * take.pace, -0.5, 1.6), 0.0, 1.0)
    notes = np.repeat(rng.choice([1.0, 1.0, 1.122, 0.891], length // 6_000 + 1), 6_000)[:length]
    spoken = mouthed(buzz(take.vary(110.0, 0.08) * notes, 0.5), VOWELS, 7.0 * take.pace, rng)
    return spoken * (0.6 + 0.4 * np.sin(2.0 * np.pi * 35.0 * times(length))) * words


def robot_beeps(take: Take) -> Wave:
    """A small robot talks: six to ten whistled syllables of 700 to 3,000 Hz, jumping, sliding, trilling."""
    rng = take.rng
    total, at = np.zeros(samples(2.0)), 0.0
    for _ in range(int(rng.integers(6, 11))):
        long = samples(rng.uniform(0.05, 0.2) / take.pace)
        start, stop = np.exp(rng.uniform(np.log(700.0), np.log(3_000.0), 2))
        trill = 1.0 + (0.12 * np.sin(2.0 * np.pi * 28.0 * times(long)) if rng.random() < 0.35 else 0.0)
        tone = harmonics(rising(long, start, stop) * trill, (1.0, 0.3, 0.25, 0.1))
        put(total, tone * swell(long, 0.006, 0.015), samples(at), rng.uniform(0.6, 1.0))
        at += long / RATE + rng.uniform(0.0, 0.05)
    return total


def servo(take: Take) -> Wave:
    """A robot's joint: a motor that whirrs from 300 up to 900 Hz and back within 0.5 s, a stop at the end."""
    rng, length = take.rng, samples(take.stray(0.5, 0.2) / take.pace)
    arc = line(length, (0.0, 0.35), (0.2, 1.0), (0.75, 0.95), (1.0, 0.4))
    whirr = saw(take.vary(820.0, 0.1) * take.stray(1.0, 0.1) * arc, 0.7, 18) + 0.3 * band(
        noise(rng, length), 900.0, 4_000.0
    )
    total = np.zeros(length + samples(0.08))
    put(total, evened(whirr) * swell(length, 0.02, 0.02), 0)
    stop = below(noise(rng, samples(0.08)), 900.0) * hit(samples(0.08), 0.001, 0.05)
    put(total, peaked(stop), length, 1.2)
    return total


def spaceship_hum(take: Take) -> Stereo:
    """The deck of a ship: a drone of 55 Hz with beating fifths, air of the vents, a slow pulse of the core."""
    rng, length = take.rng, take.length
    total = 0.35 * wide(rng, length, -3.5, 120.0, 1_800.0)
    root = take.vary(55.0, 0.06)
    time = times(length)
    for ratio, level in ((1.0, 1.0), (1.502, 0.6), (2.0, 0.6), (3.003, 0.3), (4.01, 0.2)):
        for side in range(2):
            detune = 1.0 + (0.0022 if side else -0.0018)
            total[side] += level * harmonics(flat(root * ratio * detune, length), (1.0, 0.5, 0.4, 0.2, 0.15), rng) * 0.6
    total = 0.8 * total + 0.5 * total[::-1]
    return total * (1.0 + 0.15 * np.sin(2.0 * np.pi * 0.4 * take.pace * time))


def warp(take: Take) -> Stereo:
    """A jump to light speed: everything winds up for two seconds, a bang, and the stars rush off."""
    rng, length = take.rng, take.within(4.5)
    up = samples(2.0 / take.pace)
    total = np.zeros((2, length))
    wind = saw(rising(up, take.vary(48.0), take.vary(620.0), 1.6), 0.8, 24) + 0.6 * saw(
        rising(up, 49.0, 931.0, 1.6), 0.8, 18
    )
    put(total, evened(wind) * np.linspace(0.15, 1.0, up) ** 1.5, 0, 0.6)
    put(total, wide(rng, up, -2.0, 200.0, 8_000.0) * np.linspace(0.0, 1.0, up) ** 3, 0, 0.6)
    rest = max(2, length - up)
    bang = wide(rng, rest, -4.0, 30.0, 5_000.0) * hit(rest, 0.002, 1.6)
    away = gliding(rng, rising(rest, 2_400.0, 70.0, 0.5), 120.0) * hit(rest, 0.01, 2.2)
    put(total, np.tanh(1.5 * bang) + 0.5 * away, up, 1.1)
    return total


def charge(take: Take) -> Wave:
    """A device that charges: a tone from 90 up to 1,400 Hz in 1.8 s, its modulation faster and faster, a ping."""
    length = samples(1.8 / take.pace)
    pitch = rising(length, take.vary(92.0, 0.08), take.vary(1_350.0, 0.08), 1.3)
    pulse = 0.65 + 0.35 * np.sin(angle(rising(length, 4.0, 42.0)))
    total = np.zeros(length + samples(0.7))
    put(
        total,
        (harmonics(pitch, (1.0, 0.5, 0.35, 0.2, 0.12)) * pulse + 0.05 * noise(take.rng, length))
        * line(length, (0.0, 0.1), (1.0, 1.0)),
        0,
    )
    put(total, sine(flat(float(pitch[-1]) * 1.5, samples(0.7))) * hit(samples(0.7), 0.002, 0.7), length, 0.9)
    return total


def power_down(take: Take) -> Wave:
    """The current fails: harmonics from 420 down to 28 Hz in two seconds, the relays drop out at the start."""
    rng, length = take.rng, samples(2.2 / take.pace)
    pitch = rising(length, take.vary(430.0, 0.08), 27.0, 0.75)
    total = saw(pitch, 0.9, 30) * line(length, (0.0, 1.0), (0.7, 0.6), (1.0, 0.0))
    relay = band(noise(rng, samples(0.06)), 400.0, 4_000.0) * hit(samples(0.06), 0.0005, 0.04)
    put(total, peaked(relay), 0, 1.6)
    put(total, peaked(relay), samples(0.09), 0.9)
    return total


def force_field(take: Take) -> Stereo:
    """A wall of energy: 100 Hz and 151 Hz buzzing against each other, swept by a notch, sparks now and then."""
    rng, length = take.rng, take.length
    time = times(length)
    hum = saw(flat(take.vary(100.0, 0.05), length), 0.8, 36) + 0.7 * saw(flat(take.vary(151.0, 0.05), length), 0.8, 30)
    phase = angle(1.0 + 0.6 * curve(rng, length, 0.7, -1.0, 1.0)) * take.pace
    left, right = (evened(hum * (0.6 + 0.4 * np.sin(phase + turn))) for turn in (0.0, 2.0))
    swept = np.stack([left, right]) + 0.5 * np.stack(
        [gliding(rng, 900.0 * 2.0 ** np.sin(phase * 0.7 + turn), 150.0) for turn in (0.0, 1.4)]
    )
    sparks = bank(16, lambda: peaked(above(noise(rng, 400), 2_500.0) * hit(400, 0.0003, 0.006)))
    at = instants(rng, length, 6.0)
    wobble = 1.0 + 0.2 * np.sin(2.0 * np.pi * 6.2 * take.pace * time)
    return swept * wobble + 0.8 * scatter(rng, length, sparks, at, 1.0, 0.8)


def computer(take: Take) -> Wave:
    """A console: short beeps of 900 to 2,600 Hz in quick groups, over a breath of fans."""
    rng, length = take.rng, take.length
    total = 0.02 * tilted(rng, length, -3.0, 150.0, 3_000.0)
    at = rng.uniform(0.02, 0.1)
    while at < take.seconds:
        for _ in range(int(rng.integers(2, 7))):
            long = samples(rng.choice([0.03, 0.05, 0.09]))
            tone = harmonics(
                flat(float(rng.choice([932.0, 1_175.0, 1_397.0, 1_760.0, 2_217.0, 2_637.0])), long), (1.0, 0.15, 0.1)
            )
            put(total, tone * swell(long, 0.002, 0.004), samples(at), rng.uniform(0.5, 1.0))
            at += rng.choice([0.05, 0.08, 0.12]) / take.pace
        at += rng.uniform(0.15, 0.6) / take.pace
    return total


def alien(take: Take) -> Wave:
    """A creature from elsewhere: wet clicks, and a voice of 140 to 600 Hz through vowels no man has."""
    rng, length = take.rng, take.within(take.stray(1.5, 0.2))
    pitch = take.vary(260.0, 0.15) * 2.0 ** curve(rng, length, 5.0, -0.9, 1.1)
    rasp = modulated(pitch, 1.31, 2.5 + 2.0 * curve(rng, length, 9.0))
    voice = mouthed(rasp + 0.3 * noise(rng, length), [vowel.scaled(0.6) for vowel in VOWELS], 9.0 * take.pace, rng)
    gargle = 0.5 + 0.5 * np.sin(angle(25.0 + 12.0 * curve(rng, length, 3.0, -1.0, 1.0)))
    return voice * (0.35 + 0.65 * gargle) * swell(length, 0.08, 0.25)


def ufo(take: Take) -> Wave:
    """A saucer: a theremin around 620 Hz that warbles six times a second and drifts."""
    length = take.length
    drift = 2.0 ** curve(take.rng, length, 0.5 * take.pace, -0.5, 0.5)
    pitch = take.vary(620.0, 0.1) * drift * (1.0 + 0.12 * np.sin(2.0 * np.pi * 6.0 * take.pace * times(length)))
    return harmonics(pitch, (1.0, 0.3, 0.12, 0.05)) + 0.3 * harmonics(pitch * 0.5, (0.6, 0.3, 0.2))


def light_sabre(take: Take) -> Wave:
    """A blade of light: 86 and 129 Hz that hum, higher and louder whenever it is swung."""
    rng, length = take.rng, take.length
    swing = np.clip(curve(rng, length, 2.0 * take.pace, -0.8, 1.0), 0.0, 1.0)
    pitch = take.vary(86.0, 0.04) * (1.0 + 0.42 * swing)
    blade = saw(pitch, 1.0, 30) + 0.8 * saw(pitch * 1.503, 1.0, 24)
    hum = evened(below(blade, 1_400.0)) * (0.5 + 0.6 * swing)
    return (
        hum
        + 0.5 * evened(band(blade, 700.0, 2_800.0)) * swing
        + 0.05 * tilted(rng, length, -1.0, 800.0, 6_000.0) * swing
    )


def glitch(take: Take) -> Wave:
    """A broken signal: fragments of tones and noise, held and repeated, each 10 to 90 ms."""
    rng, length = take.rng, take.length
    total, at = np.zeros(length), 0
    while at < length:
        long = samples(rng.uniform(0.01, 0.09) / take.pace)
        kind = int(rng.integers(4))
        if kind == 0:
            piece = np.repeat(rng.uniform(-1.0, 1.0, long // 20 + 1), 20)[:long]
        elif kind == 1:
            piece = np.sign(np.sin(angle(flat(float(np.exp(rng.uniform(4.5, 8.2))), long))))
        elif kind == 2:
            cell = rng.uniform(-1.0, 1.0, max(20, long // 7))
            piece = np.tile(cell, 8)[:long]
        else:
            piece = np.zeros(long)
        put(total, 0.8 * piece, at)
        at += long
    return total
