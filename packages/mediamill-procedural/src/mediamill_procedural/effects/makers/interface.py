"""Sounds of programs: short, clean, pitched so that they mean something."""

import math

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.modal import rung
from mediamill_procedural.effects.synthesis.noises import gliding
from mediamill_procedural.effects.synthesis.tones import angle, flat, harmonics, modulated, rising, sine
from mediamill_procedural.effects.synthesis.waveform import hit, line, peaked, put, samples, swell, times
from mediamill_procedural.kit.waves import Wave, above, below, noise


def semitones(root: float, steps: float) -> float:
    """A pitch so many semitones above another."""
    return root * math.pow(2.0, steps / 12.0)


def glassy(pitch: float, seconds: float, take: Take) -> Wave:
    """A soft mallet on glass: a pure tone, an upper partial that goes first."""
    modes = ((pitch, 1.0, seconds), (pitch * 2.0, 0.25, seconds * 0.6), (pitch * 3.97, 0.2, seconds * 0.3))
    return rung(samples(seconds), modes, take.rng) * np.minimum(times(samples(seconds)) / 0.003, 1.0)


def ui_click(take: Take) -> Wave:
    """A button: 12 ms of 1,800 Hz falling, and an edge of noise."""
    length = samples(0.06)
    tone = sine(take.vary(1_900.0, 0.08) * line(length, (0.0, 1.3), (0.3, 0.9), (1.0, 0.8))) * hit(length, 0.0006, 0.03)
    edge = above(noise(take.rng, length), 3_000.0) * hit(length, 0.0002, 0.008)
    return tone + 0.3 * edge


def hover(take: Take) -> Wave:
    """A soft tick: a blip of 900 Hz, 40 ms, with no edge."""
    length = samples(0.08)
    return sine(rising(length, take.vary(820.0, 0.06), 1_050.0)) * np.hanning(length)


def notification(take: Take) -> Wave:
    """Two glassy notes, a fifth up: 880 and 1,320 Hz."""
    total = np.zeros(samples(1.4))
    root = take.vary(880.0, 0.06)
    put(total, glassy(root, 0.9, take), 0, 0.8)
    put(total, glassy(semitones(root, 7), 1.2, take), samples(0.13 / take.pace), 0.9)
    return total


def success(take: Take) -> Wave:
    """A major chord, note by note: 523, 659, 784, 1,047 Hz within 0.3 s."""
    total = np.zeros(samples(1.6))
    root = take.vary(523.3, 0.05)
    for number, step in enumerate((0, 4, 7, 12)):
        put(total, glassy(semitones(root, step), 1.1, take), samples(number * 0.085 / take.pace), 0.8)
    return total


def error(take: Take) -> Wave:
    """Two low notes a semitone down: 220 and 208 Hz, reedy, with a rest between."""
    total = np.zeros(samples(0.6))
    root = take.vary(220.0, 0.05)
    for at, step, seconds in ((0.0, 0, 0.13), (0.19 / take.pace, -1, 0.26)):
        length = samples(seconds)
        tone = harmonics(flat(semitones(root, step), length), [1.0, 0.7, 0.6, 0.4, 0.3, 0.2, 0.15, 0.1])
        put(total, tone * swell(length, 0.006, 0.04), samples(at))
    return total


def swoosh(take: Take) -> Wave:
    """A panel that slides in: noise whose centre goes from 500 up to 3,500 Hz within 0.35 s."""
    length = samples(take.vary(0.38, 0.15) / take.pace)
    centre = rising(length, take.vary(480.0), take.vary(3_400.0))
    shape: Wave = np.sin(np.pi * np.linspace(0.0, 1.0, length) ** 0.8) ** 2
    return gliding(take.rng, centre, 650.0) * shape


def pop(take: Take) -> Wave:
    """A bubble that bursts: a sine from 350 up to 1,000 Hz in 45 ms."""
    length = samples(0.09)
    return sine(rising(length, take.stray(take.vary(360.0), 0.06), 1_150.0)) * hit(length, 0.002, 0.06)


def camera_beep(take: Take) -> Wave:
    """A device that confirms: one beep of 1,760 Hz, 90 ms."""
    length = samples(0.12)
    return harmonics(flat(take.vary(1_760.0, 0.04), length), (1.0, 0.08, 0.2)) * swell(length, 0.003, 0.01)


def startup(take: Take) -> Wave:
    """A machine wakes: a chord of a fifth and a ninth that swells over 1.2 s and opens from 400 Hz to 5 kHz."""
    length = samples(3.0)
    total = np.zeros(length)
    root = take.vary(174.6, 0.05)
    for number, step in enumerate((0, 7, 12, 14, 19, 24)):
        pitch = flat(semitones(root, step), length) * (
            1.0 + 0.0015 * np.sin(2.0 * np.pi * (0.7 + 0.2 * number) * times(length))
        )
        total += modulated(pitch, 1.0, 1.6 * line(length, (0.0, 0.2), (0.35, 1.0), (1.0, 0.2))) / (1.0 + 0.3 * number)
    opened = below(total, 900.0) + total * line(length, (0.0, 0.0), (0.35, 0.8), (1.0, 0.1))
    return peaked(opened) * line(length, (0.0, 0.0), (0.3, 1.0), (0.55, 0.8), (1.0, 0.0))


def ringing_ping(take: Take) -> Wave:
    """A pure ping: 1,480 Hz with its octave, gone in half a second."""
    pitch = take.stray(take.vary(1_480.0, 0.08), 0.01)
    length = samples(0.6)
    return (np.sin(angle(flat(pitch, length))) + 0.3 * np.sin(angle(flat(2 * pitch, length)))) * hit(length, 0.002, 0.6)
