"""Instruments that stand in the pit: strings, tubes, skins, brass."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.modal import METAL, PLATE, rung, struck
from mediamill_procedural.effects.synthesis.noises import tilted
from mediamill_procedural.effects.synthesis.tones import (
    flat,
    plucked,
    saw,
    sine,
)
from mediamill_procedural.effects.synthesis.waveform import decay, hit, line, peaked, put, samples, swell, times
from mediamill_procedural.kit.waves import Wave, above, band, below, driven, noise


def rimshot(take: Take) -> Wave:
    """Ba-dum-tss: two drums and a cymbal."""
    rng = take.rng
    total = np.zeros(samples(2.2))
    for at, pitch in ((0.0, 210.0), (0.17 / take.pace, 135.0)):
        long = samples(0.25)
        skin = sine(take.vary(pitch, 0.05) * line(long, (0.0, 1.25), (0.2, 1.0), (1.0, 1.0))) * hit(long, 0.001, 0.2)
        wires = above(noise(rng, long), 1_800.0) * hit(long, 0.0006, 0.11)
        put(total, skin + 0.4 * wires, samples(at))
    put(total, cymbal(take), samples(0.46 / take.pace), 0.7)
    return total


def drum_roll(take: Take) -> Wave:
    """A snare roll: 22 strokes a second that grow towards the end, where one hard stroke closes it."""
    rng, length = take.rng, take.length
    total = np.zeros(length)
    end = max(0.3, take.seconds - 0.45)
    at = 0.0
    while at < end:
        long = samples(0.16)
        wires = tilted(rng, long, -2.0, 1_200.0, 8_000.0) * hit(long, 0.0006, 0.13)
        skin = sine(flat(take.vary(190.0, 0.03), long)) * hit(long, 0.001, 0.09)
        put(total, 0.8 * wires + 0.6 * skin, samples(at), (0.25 + 0.65 * (at / end) ** 1.5) * rng.uniform(0.85, 1.0))
        at += 1.0 / (22.0 * take.pace) * rng.normal(1.0, 0.03)
    long = samples(0.4)
    stroke = tilted(rng, long, -2.0, 1_000.0, 8_000.0) * hit(long, 0.0005, 0.3) + sine(flat(180.0, long)) * hit(
        long, 0.001, 0.2
    )
    put(total, stroke, samples(end), 1.4)
    return total


def cymbal(take: Take) -> Wave:
    """A crash: noise above 350 Hz whose top blooms and goes first, 30 inharmonic modes ringing two seconds."""
    rng, length = take.rng, samples(2.4)
    wash = above(noise(rng, length), 3_000.0) * hit(length, 0.012, 1.3) + band(
        noise(rng, length), 500.0, 3_500.0
    ) * hit(length, 0.004, 2.2)
    modes = [
        (float(pitch), 0.3, float(rng.uniform(1.0, 2.4)))
        for pitch in np.geomspace(380.0, 7_000.0, 26) * rng.normal(1.0, 0.01, 26)
    ]
    return 0.8 * peaked(wash) + 0.35 * peaked(rung(length, modes, rng))


def wind_chime(take: Take) -> Wave:
    """Tubes in the wind: six of a pentatonic scale from 880 Hz, one or two of them touched at a time."""
    rng = take.rng
    total = np.zeros(samples(2.6))
    root = take.vary(880.0, 0.06)
    for _ in range(int(rng.integers(1, 4))):
        pitch = root * 2.0 ** ((0, 2, 4, 7, 9, 12)[int(rng.integers(6))] / 12.0)
        tube = rung(samples(2.4), ((pitch, 1.0, 2.3), (pitch * 2.76, 0.5, 1.2), (pitch * 5.4, 0.22, 0.5)), rng)
        put(total, peaked(tube), samples(rng.uniform(0.0, 0.35)), rng.uniform(0.3, 1.0))
    return total


def music_box(take: Take) -> Wave:
    """A music box: one steel tooth for each event, a tune over two octaves from 1,050 Hz, the comb clicking."""
    rng = take.rng
    tune = take.body.integers(0, 7, 16)
    step = (0, 4, 7, 12, 16, 9, 5)[int(tune[take.number % 16])]
    pitch = take.vary(1_046.0, 0.03) * 2.0 ** (step / 12.0)
    total = rung(samples(1.6), ((pitch, 1.0, 1.4), (pitch * 6.27, 0.14, 0.25), (pitch * 2.0, 0.12, 0.8)), rng)
    put(total, peaked(struck(rng, METAL, 3_900.0, PLATE[:4], ring=0.01, longest=0.03)), 0, 0.05)
    return total


def guitar(take: Take) -> Wave:
    """A chord on six strings, struck downwards within 60 ms: E A D G B E and what the left hand makes of it."""
    total = np.zeros(samples(3.4))
    shape = ((0, 7, 12, 16, 19, 24), (0, 7, 12, 15, 19, 24), (0, 7, 12, 17, 19, 24))[int(take.body.integers(3))]
    root = take.vary(110.0, 0.1)
    for number, step in enumerate(shape):
        pitch = root * 2.0 ** (step / 12.0)
        string = plucked(take.rng, pitch, samples(3.2), 3.4 / (1.0 + 0.25 * number), 0.5)
        put(total, peaked(string), samples(number * 0.012 / take.pace), 0.8 - 0.04 * number)
    body = band(total, 90.0, 260.0)
    return total + 0.4 * body


def harp(take: Take) -> Wave:
    """A glissando: twenty strings of a pentatonic scale upwards within 1.3 s, from 220 Hz to 3 kHz."""
    total = np.zeros(samples(3.0))
    root = take.vary(220.0, 0.05)
    for number in range(20):
        step = (0, 2, 4, 7, 9)[number % 5] + 12 * (number // 5)
        string = plucked(take.rng, root * 2.0 ** (step / 12.0), samples(1.6), 1.8, 0.35)
        put(total, peaked(string), samples(number * 0.065 / take.pace), 0.55 + 0.02 * number)
    return total


def fanfare(take: Take) -> Wave:
    """Ta-daa: three trumpets, a short chord and a long one a fourth above, 260 Hz to 5 kHz."""
    rng = take.rng
    total = np.zeros(samples(2.4))
    root = take.vary(261.6, 0.05)
    for at, seconds, shift in ((0.0, 0.16, 0.0), (0.22 / take.pace, 1.6, 5.0)):
        for step in (0.0, 4.0, 7.0, 12.0):
            length = samples(seconds)
            pitch = flat(root * 2.0 ** ((step + shift) / 12.0), length) * line(
                length, (0.0, 0.98), (0.08, 1.0), (1.0, 1.0)
            )
            shaken = pitch * (1.0 + 0.004 * np.sin(2.0 * np.pi * 5.5 * times(length) + rng.uniform(0.0, 6.0)))
            blown = saw(shaken, 0.7, 24)
            bright = below(blown, 1_200.0) + above(blown, 1_200.0) * line(length, (0.0, 0.2), (0.15, 1.0), (1.0, 0.6))
            put(total, bright * swell(length, 0.035, 0.15), samples(at), 0.5)
    return driven(peaked(total), 0.8)


def piano_note(take: Take) -> Wave:
    """A piano: one note of a chord, stiff strings, a hammer of felt; 130 to 520 Hz."""
    rng = take.rng
    step = (0, 4, 7, 12, 7, 4)[take.number % 6]
    pitch = take.vary(196.0, 0.15) * 2.0 ** (step / 12.0)
    modes = [
        (pitch * number * (1.0 + 0.0004 * number**2) ** 0.5 * beat, 0.8**number, 5.0 / (1.0 + 0.35 * number))
        for number in range(1, 15)
        for beat in (1.0, 1.0009)
    ]
    total = peaked(rung(samples(2.6), modes, rng)) * np.minimum(times(samples(2.6)) / 0.003, 1.0)
    put(total, peaked(below(noise(rng, samples(0.05)), 900.0) * decay(samples(0.05), 0.05)), 0, 0.12)
    return total
