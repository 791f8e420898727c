"""Theatre: what frightens and what is funny."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.noises import gliding, hill, painted_wide, wide
from mediamill_procedural.effects.synthesis.throats import OH, OO, UH, Vowel, mouthed, voiced
from mediamill_procedural.effects.synthesis.tones import (
    angle,
    flat,
    harmonics,
    pulses,
    rising,
    saw,
    sine,
)
from mediamill_procedural.effects.synthesis.waveform import Stereo, curve, evened, hit, line, put, samples, swell, times
from mediamill_procedural.kit.waves import RATE, Wave, above, below, noise


def drone(take: Take) -> Stereo:
    """Dread: a cluster around 58 Hz a semitone wide, that beats, metal moaning far above it, breath."""
    rng, length = take.rng, take.length
    total = np.zeros((2, length))
    root = take.vary(58.0, 0.08)
    for ratio, level in ((1.0, 1.0), (1.06, 0.8), (1.498, 0.4), (2.02, 0.5), (2.14, 0.4), (3.17, 0.2)):
        for side in range(2):
            pitch = root * ratio * (1.0 + 0.006 * curve(rng, length, 0.5, -1.0, 1.0))
            total[side] += level * below(saw(pitch, 0.8, 24), 900.0) * curve(rng, length, 0.4, 0.4, 1.0)
    total = 0.8 * total + 0.5 * total[::-1]
    height = curve(rng, length, 0.3 * take.pace, 500.0, 1_700.0)

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        at = np.minimum((instants * RATE).astype(np.int64), length - 1)
        return hill(frequencies, height[at], 0.05) + 0.7 * hill(frequencies, 1.43 * height[at], 0.04)

    moaning = evened(painted_wide(rng, length, paint)) * curve(rng, length, 0.5, 0.0, 1.0) ** 2
    return evened(total) + take.between(0.2, 0.6) * moaning + 0.12 * wide(rng, length, -5.0, 60.0, 1_500.0)


def stinger(take: Take) -> Stereo:
    """A scare: a cluster of strings bowed hard, 200 Hz to 6 kHz, from nothing to all at once, and a boom."""
    rng, length = take.rng, take.within(3.0)
    total = np.zeros((2, length))
    root = take.vary(220.0, 0.1)
    for step in (0.0, 1.0, 2.1, 6.0, 7.05, 13.0, 14.2, 20.0, 25.1):
        pitch = root * 2.0 ** (step / 12.0) * (1.0 + 0.008 * curve(rng, length, 9.0, -1.0, 1.0))
        bow = saw(pitch, 0.75, 22) * (0.75 + 0.25 * curve(rng, length, 22.0))
        side = rng.uniform(0.1, 1.47)
        total += np.stack([np.cos(side), np.sin(side)])[:, np.newaxis] * bow
    boom = sine(take.vary(44.0) * line(length, (0.0, 1.8), (0.05, 1.0), (1.0, 0.9))) * hit(length, 0.003, 2.0)
    return evened(total) * hit(length, 0.015, 3.2) + 1.6 * boom


def ghost(take: Take) -> Stereo:
    """A ghost: a breathy voice of 300 to 520 Hz that slides and trembles, an echo of itself a third above."""
    rng, length = take.rng, take.length
    glide = 2.0 ** curve(rng, length, 0.8 * take.pace, -0.4, 0.4)
    total = np.zeros((2, length))
    for ratio, side in ((1.0, 0.5), (1.19, 1.1)):
        pitch = take.vary(380.0, 0.08) * ratio * glide * (1.0 + 0.02 * np.sin(2.0 * np.pi * 5.2 * times(length)))
        voice = voiced(rng, pitch, ((0.0, OO), (0.35, OH), (0.7, OO), (1.0, UH)), tilt=1.4, breath=0.7)
        voice *= curve(rng, length, 0.7, 0.1, 1.0)
        total += np.stack([np.cos(side), np.sin(side)])[:, np.newaxis] * voice
    return total + 0.3 * wide(rng, length, -4.0, 200.0, 2_500.0) * curve(rng, length, 0.6, 0.2, 1.0)


def riser(take: Take) -> Stereo:
    """Tension: noise and a tone that climb from 120 Hz to 5 kHz over the whole length, faster and louder, then stop."""
    rng, length = take.rng, take.length
    climb = rising(length, take.vary(120.0), take.vary(4_200.0), 1.4)
    tone = saw(climb * 0.25, 0.9, 20) * (0.7 + 0.3 * np.sin(angle(rising(length, 3.0, 22.0))))

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        at = np.minimum((instants * RATE).astype(np.int64), length - 1)
        return hill(frequencies, climb[at], 0.5)

    return (painted_wide(rng, length, paint) + 0.5 * evened(tone)) * np.linspace(0.05, 1.0, length) ** 1.6


def braam(take: Take) -> Stereo:
    """A film trailer: brass on 55 Hz, all harmonics up to 3 kHz, driven, with a drum under it; three seconds."""
    rng, length = take.rng, take.within(3.6)
    total = np.zeros((2, length))
    root = take.vary(55.0, 0.06)
    for ratio in (1.0, 1.004, 1.5, 2.0, 2.006):
        for side in range(2):
            total[side] += saw(flat(root * ratio * (1.0 + 0.002 * side), length), 0.8, 34) / ratio**0.5
    opened = np.stack([0.6 * one + 1.6 * above(one, 250.0, 1) * hit(length, 0.05, 3.5) for one in total])
    opened = 0.8 * opened + 0.5 * opened[::-1]
    drum = sine(flat(root * 0.8, length) * line(length, (0.0, 2.0), (0.03, 1.0), (1.0, 1.0))) * hit(length, 0.002, 1.2)
    return (
        np.tanh(1.3 * evened(opened) * swell(length, 0.05, 2.2))
        + 1.2 * drum
        + 0.06 * wide(rng, length, -4.0, 60.0, 2_000.0)
    )


def slide_whistle(take: Take) -> Wave:
    """A slide whistle: up from 500 to 1,900 Hz in 0.9 s, or down where it falls."""
    rng, length = take.rng, samples(take.stray(0.95, 0.1) / take.pace)
    ends = (520.0, 1_850.0) if take.number % 2 == 0 else (1_850.0, 480.0)
    pitch = take.vary(1.0, 0.06) * rising(length, *ends) * (1.0 + 0.012 * np.sin(2.0 * np.pi * 7.0 * times(length)))
    return (harmonics(pitch, (1.0, 0.1, 0.12)) + 0.12 * gliding(rng, pitch, 400.0)) * swell(length, 0.04, 0.08)


def sad_trombone(take: Take) -> Wave:
    """Wah, wah, wah, waaah: four falling semitones around 230 Hz, each closed and opened by a hat."""
    rng = take.rng
    total, at = np.zeros(samples(3.4)), 0.0
    root = take.vary(247.0, 0.04)
    for number, seconds in enumerate((0.42, 0.42, 0.42, 1.5)):
        length = samples(seconds / take.pace)
        shake = 1.0 + (0.025 * np.sin(2.0 * np.pi * 5.5 * times(length)) if number == 3 else 0.0)
        fall = line(length, (0.0, 0.985), (0.15, 1.0), (1.0, 0.955 if number == 3 else 0.99))
        closed, opened = Vowel((330.0, 700.0, 2_000.0), 110.0), Vowel((680.0, 1_250.0, 2_500.0), 120.0)
        path = ((0.0, closed), (0.4, opened), (0.75, opened), (1.0, closed))
        note = voiced(rng, root * 2.0 ** (-number / 12.0) * fall * shake, path, tilt=0.35, breath=0.03)
        put(total, note * swell(length, 0.04, 0.08), samples(at))
        at += length / RATE
    return total


def whoopee(take: Take) -> Wave:
    """A whoopee cushion: rubber lips at 70 to 130 Hz, fluttering unevenly, with a wet end."""
    rng, length = take.rng, samples(take.stray(0.9, 0.3))
    rate = take.vary(98.0, 0.15) * line(length, (0.0, 1.1), (0.3, 0.85), (0.7, 1.15), (1.0, 0.6))
    rate = rate * (1.0 + 0.14 * curve(rng, length, 22.0, -1.0, 1.0))
    lips = pulses(rate, 4.0, [take.stray(1.0, 0.35) for _ in range(9)], 3_500.0)
    nasal = mouthed(lips, (Vowel((420.0, 1_150.0, 2_500.0), 140.0), Vowel((520.0, 950.0, 2_300.0), 140.0)), 4.0, rng)
    return (evened(lips) + evened(nasal)) * swell(length, 0.02, 0.08) * (0.6 + 0.5 * curve(rng, length, 15.0))


def squeaky_toy(take: Take) -> Wave:
    """A rubber duck: a reed that jumps up to 1,900 Hz as it is pressed and back as it fills."""
    rng, length = take.rng, samples(take.stray(0.34, 0.15))
    pitch = take.vary(1_750.0, 0.08) * line(length, (0.0, 0.7), (0.12, 1.1), (0.55, 1.0), (0.62, 0.66), (1.0, 0.72))
    reed = harmonics(pitch, [1.0, 0.6, 0.7, 0.35, 0.3, 0.15])
    air = above(noise(rng, length), 2_500.0) * 0.1
    return (reed + air) * line(length, (0.0, 0.0), (0.08, 1.0), (0.55, 0.8), (0.6, 0.25), (0.9, 0.35), (1.0, 0.0))
