"""Horns, whistles, sirens and bells of everything that drives, sails and flies."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import click
from mediamill_procedural.effects.synthesis.modal import BELL, METAL, resonated, rung, struck
from mediamill_procedural.effects.synthesis.noises import gliding, tilted
from mediamill_procedural.effects.synthesis.tones import angle, flat, harmonics, saw
from mediamill_procedural.effects.synthesis.waveform import (
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
from mediamill_procedural.kit.waves import Wave, above, band, below, driven


def steam_whistle(take: Take) -> Wave:
    """A whistle of three pipes, a chord around 500 Hz that starts flat, with steam hissing through it."""
    rng, length = take.rng, take.within(take.vary(2.2, 0.15))
    bend = line(length, (0.0, 0.82), (0.08, 0.98), (0.2, 1.0), (0.9, 1.0), (1.0, 0.85))
    total = np.zeros(length)
    for ratio in (1.0, 1.26, 1.5):
        pitch = take.vary(490.0, 0.05) * ratio * bend * (1.0 + 0.004 * curve(rng, length, 6.0, -1.0, 1.0))
        total += harmonics(pitch, (1.0, 0.35, 0.3, 0.12, 0.1, 0.05)) + 0.5 * gliding(rng, pitch, 60.0)
    steam = tilted(rng, length, -1.0, 1_500.0, 9_000.0)
    return (evened(total) + 0.3 * steam) * swell(length, 0.07, 0.2)


def tram_bell(take: Take) -> Wave:
    """A foot bell: a hammer on a small steel bell of about 1,150 Hz."""
    pitch = take.vary(1_150.0, 0.06)
    strike = struck(take.rng, METAL, pitch, BELL[1:8], ring=0.55, force=take.stray(0.95, 0.03), longest=1.4)
    return peaked(strike) * take.stray(1.0, 0.06)


def boat_horn(take: Take) -> Wave:
    """A ship's horn: a reed of 110 Hz and a second a fifth above, thirty harmonics, slow to speak."""
    rng, length = take.rng, take.within(take.vary(3.2, 0.12))
    total = np.zeros(length)
    for ratio, level in ((1.0, 1.0), (1.498, 0.5)):
        pitch = take.vary(112.0, 0.06) * ratio * line(length, (0.0, 0.9), (0.08, 1.0), (1.0, 0.995))
        buzz = saw(pitch * (1.0 + 0.002 * curve(rng, length, 12.0, -1.0, 1.0)), 0.85, 40)
        horn = resonated(buzz, ((240.0, 1.0, 0.02), (520.0, 0.9, 0.015), (1_100.0, 0.5, 0.01)))
        total += level * balanced(
            buzz + horn, (80, 200, 0.6), (200, 600, 0.75), (600, 1_800, 0.4), (1_800, 4_500, 0.12)
        )
    return total * swell(length, 0.22, 0.35)


def bicycle_bell(take: Take) -> Wave:
    """Ring-ring: a gear throws a hammer 18 times a second against a shell of 2,300 Hz, twice."""
    rng, length = take.rng, samples(1.5)
    pitch = take.vary(2_300.0, 0.06)
    shell = peaked(struck(take.body, METAL, pitch, (1.0, 1.52, 2.48, 3.6), ring=0.8, longest=0.9))
    total = np.zeros(length)
    for start, strokes in ((0.0, 6), (0.42, 7)):
        for stroke in range(strokes):
            at = start + stroke * take.stray(0.055, 0.05)
            put(total, shell, samples(at), rng.uniform(0.5, 1.0) * (1.0 - 0.06 * stroke))
    return total


def siren(take: Take) -> Wave:
    """A wailing siren: 650 to 1,500 Hz and back every 4 seconds, a horn loudspeaker's harmonics up to 6 kHz."""
    length = take.length
    period = take.vary(3.8, 0.06) / take.pace
    place = (times(length) / period + take.body.uniform(0.0, 0.2)) % 1.0
    sweep = np.where(place < 0.45, place / 0.45, (1.0 - place) / 0.55)
    pitch = take.vary(650.0, 0.04) * (2.3 ** (sweep**0.7))
    return _loudspeaker(harmonics(pitch, [1.0, 0.55, 0.5, 0.3, 0.25, 0.15, 0.12, 0.08]))


def two_tone_siren(take: Take) -> Wave:
    """A European siren: 435 and 580 Hz in turn, each 0.7 s, a fourth apart."""
    length = take.length
    half = take.vary(0.72, 0.04) / take.pace
    high = (times(length) / half).astype(np.int64) % 2
    pitch = np.where(high == 1, 580.0, 435.0) * take.vary(1.0, 0.03)
    return _loudspeaker(harmonics(pitch, [1.0, 0.8, 0.7, 0.5, 0.45, 0.3, 0.25, 0.2, 0.15]))


def air_raid_siren(take: Take) -> Wave:
    """A rotor that chops air: from a growl of 120 Hz up to 460 Hz in four seconds, and slowly down again."""
    length = take.length
    period = 8.0 / take.pace
    place = times(length) / period % 1.0
    speed = np.where(place < 0.5, 1.0 - np.exp(-place * 9.0), np.exp(-(place - 0.5) * 4.0))
    pitch = take.vary(460.0, 0.04) * (0.26 + 0.74 * below(speed, 2.0, 1))
    rotor = harmonics(pitch, [1.0, 0.5, 0.62, 0.3, 0.35, 0.18, 0.15, 0.1]) + 0.6 * harmonics(
        pitch * 1.2, [0.8, 0.4, 0.3, 0.15]
    )
    return _loudspeaker(rotor) * (0.35 + 0.65 * pitch / float(pitch.max()))


def _loudspeaker(wave: Wave) -> Wave:
    """A horn loudspeaker: nothing below 350 Hz, a hump at 1.5 kHz, driven hard."""
    return driven(evened(above(wave, 350.0, 1) + 0.6 * band(wave, 1_000.0, 2_300.0, 1), 0.45), 1.8)


def car_horn(take: Take) -> Wave:
    """Two discs of steel, 400 and 500 Hz, a major third, with all harmonics up to 6 kHz."""
    rng, length = take.rng, take.within(take.stray(0.65, 0.25))
    total = np.zeros(length)
    for pitch in (take.vary(402.0, 0.03), take.vary(505.0, 0.03)):
        total += harmonics(flat(pitch, length), [1.0 / number**0.55 for number in range(1, 16)], rng)
    body = band(total, 600.0, 4_500.0, 1)
    return (evened(total) * 0.5 + evened(body)) * swell(length, 0.012, 0.03)


def train_horn(take: Take) -> Wave:
    """A diesel's horn: five reeds in a chord (311 to 622 Hz), bright, with a tail of air."""
    rng, length = take.rng, take.within(take.stray(1.7, 0.15))
    total, tune = np.zeros(length), take.vary(1.0, 0.03)
    for pitch in (311.0, 370.0, 440.0, 494.0, 622.0):
        bend = line(length, (0.0, 0.96), (0.06, 1.0), (0.93, 1.0), (1.0, 0.95))
        total += harmonics(pitch * tune * bend, [1.0 / number**0.75 for number in range(1, 14)], rng)
    return (evened(total) + 0.08 * tilted(rng, length, -2.0, 500.0, 6_000.0)) * swell(length, 0.05, 0.15)


def sonar(take: Take) -> Wave:
    """A ping of 1,000 Hz, 0.2 s, that rings on in the sea for two seconds and comes back faintly."""
    rng, length = take.rng, take.within(3.2)
    pitch = take.vary(1_000.0, 0.08)
    ping = np.sin(angle(flat(pitch, length))) * hit(length, 0.01, 1.6)
    sea = gliding(rng, flat(pitch, length), 14.0) * hit(length, 0.2, 3.2)
    total = ping + 0.16 * sea
    put(total, ping, samples(1.15), 0.07)
    return total


def rail_bells(take: Take) -> Wave:
    """A level crossing: a gong of 620 Hz struck twice a second by a machine."""
    pitch = take.vary(620.0, 0.05)
    modes = [(pitch * ratio, level, 0.9) for ratio, level in ((1.0, 1.0), (2.41, 0.6), (3.9, 0.35), (5.6, 0.2))]
    gong = rung(samples(1.0), modes, take.rng)
    return peaked(gong) + 0.1 * np.pad(click(take.rng, 2_000.0, 8_000.0, 0.01), (0, len(gong)))[: len(gong)]
