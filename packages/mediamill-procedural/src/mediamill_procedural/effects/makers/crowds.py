"""Crowds: many people, each somewhere else."""

import math
from collections.abc import Callable

import numpy as np

from mediamill_procedural.effects.makers.people import laugh, referee_whistle
from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import bank, heavy_tailed, instants, scatter
from mediamill_procedural.effects.synthesis.modal import CERAMIC, GLASS, METAL, PLATE, struck
from mediamill_procedural.effects.synthesis.noises import gliding, tilted, wide
from mediamill_procedural.effects.synthesis.throats import AH, EH, OH, VOWELS, Vowel, mouthed
from mediamill_procedural.effects.synthesis.tones import buzz
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
)
from mediamill_procedural.kit.waves import RATE, Wave, band, noise

CROWD_VOICES = 6  # that are really made; each is heard three times, at other moments and places
VOICE_SECONDS_MAX = 10.0  # of one voice; in a longer crowd it says the same again, elsewhere
LAUGHS = 9
NEAREST_HANDS = 0.12  # how near the nearest of an audience claps, beside the furthest


def _throng(
    take: Take, voices: int, copies: int, speak: Callable[[int], Wave], pauses: tuple[float, float, float]
) -> Stereo:
    """Voices of unit power together, each heard several times at its own moments and places.

    `pauses` are how often a second each falls silent and starts again, and the bounds of its level before 0 and 1.
    """
    rng, length = take.rng, take.length
    own = min(length, samples(VOICE_SECONDS_MAX))
    total = np.zeros((2, length))
    for _ in range(voices):
        spoken = speak(own) * swell(own, 0.1, 0.1)
        for _ in range(copies):
            turn, level = rng.uniform(0.1, 1.47), rng.uniform(0.35, 1.0)
            heard = np.resize(np.roll(spoken, int(rng.integers(own))), length)
            heard *= level * np.clip(curve(rng, length, *pauses), 0.0, 1.0)
            total[0] += np.cos(turn) * heard
            total[1] += np.sin(turn) * heard
    return evened(total)


def babble(take: Take, syllables: float, excitement: float) -> Stereo:
    """Eighteen people who talk at once, without a word: speech melodies, syllables, pauses, each at its place."""
    rng = take.rng

    def speak(length: int) -> Wave:
        female = rng.random() < 0.5
        base = (rng.uniform(165.0, 240.0) if female else rng.uniform(95.0, 145.0)) * (1.0 + 0.35 * excitement)
        low, high = -0.25 - 0.2 * excitement, 0.3 + 0.3 * excitement
        pitch = base * 2.0 ** curve(rng, length, 3.0 * take.pace, low, high)
        mouth = [vowel.scaled(0.86 if female else 1.0) for vowel in VOWELS]
        spoken = mouthed(buzz(pitch, 0.25), mouth, syllables * take.pace, rng)
        return spoken * (0.15 + np.clip(curve(rng, length, 2.0 * syllables * take.pace, -0.3, 1.0), 0.0, 1.0))

    return _throng(take, CROWD_VOICES, 3, speak, (0.8, -0.4, 1.6))


def murmur(take: Take) -> Stereo:
    """A crowd that talks: energy of 200 to 1,000 Hz, syllables four times a second, no word to be understood."""
    voices = babble(take, 4.0, 0.1 + 0.4 * take.intensity)
    return voices + 0.22 * wide(take.rng, take.length, -4.0, 200.0, 3_500.0)


def applause(take: Take) -> Stereo:
    """40 to 160 people, each clapping 3.5 to 5 times a second in their own rhythm; the nearest stand out."""
    rng, length = take.rng, take.length
    claps: list[Wave] = []
    for _ in range(36):
        tone, long = rng.uniform(650.0, 2_100.0), samples(0.05)
        claps.append(
            peaked(band(noise(rng, long), tone * 0.6, tone * 2.0, 1) * hit(long, 0.0006, rng.uniform(0.025, 0.06)))
        )
    onsets: list[int] = []
    levels: list[float] = []
    people = int(take.between(40.0, 160.0))
    for person in range(people):
        period, at = rng.uniform(0.2, 0.285) / take.pace, rng.uniform(0.0, 0.5)
        # Those further away are more, and quieter: level falls with distance, their number grows with its square.
        level = NEAREST_HANDS / math.sqrt(NEAREST_HANDS**2 + person / people)
        count = max(0, int((take.seconds - at) / period))
        own = at + period * (np.arange(count) + np.cumsum(rng.normal(0.0, 0.04, count)))
        onsets.extend(np.clip(own * RATE, 0, length - 1).astype(np.int64).tolist())
        levels.extend([level] * count)
    order = np.argsort(onsets, kind="stable")
    total = scatter(rng, length, claps, np.asarray(onsets)[order], np.asarray(levels)[order], 1.0)
    return total + 0.02 * wide(rng, length, -1.5, 500.0, 7_000.0)


def slow_clap(take: Take) -> Wave:
    """One person, every 0.9 s, in earnest."""
    rng = take.rng
    length = samples(0.2)
    palms = band(noise(rng, length), 520.0, 2_300.0, 1) * hit(length, 0.0006, 0.08)
    return peaked(palms) * take.stray(1.0, 0.06)


def cheering(take: Take) -> Stereo:
    """A crowd that cheers: held vowels of 230 to 650 Hz from fifteen throats, whistles, hands."""
    rng, length = take.rng, take.length

    def shout(own: int) -> Wave:
        pitch = rng.uniform(230.0, 480.0) * 2.0 ** curve(rng, own, 1.2 * take.pace, -0.3, 0.45)
        return mouthed(buzz(pitch, 0.3), [AH.scaled(0.9), EH.scaled(0.9), OH], 1.4, rng)

    total = _throng(take, 5, 3, shout, (take.pace, -0.2, 1.2)) + 0.9 * _throng(take, 3, 1, shout, (1.4, -0.9, 1.3))
    total += 0.15 * wide(rng, length, -3.0, 300.0, 5_500.0) * curve(rng, length, 1.0, 0.8, 1.15)
    at = rng.uniform(0.1, 0.8)
    while at < take.seconds:
        long = samples(rng.uniform(0.3, 0.7))
        call = gliding(rng, rng.uniform(1_700.0, 2_700.0) * line(long, (0.0, 0.8), (0.5, 1.15), (1.0, 0.95)), 60.0)
        turn = rng.uniform(0.2, 1.37)
        put(
            total,
            np.stack([np.cos(turn), np.sin(turn)])[:, np.newaxis] * (call * swell(long, 0.05, 0.1)),
            samples(at),
            0.35,
        )
        at += rng.uniform(0.4, 1.3)
    return total + 0.25 * evened(applause(take))


def booing(take: Take) -> Stereo:
    """A crowd that is not pleased: long, dark vowels of 110 to 200 Hz that sink, again and again."""
    rng = take.rng
    vowels = [OH, Vowel((320.0, 800.0, 2_200.0)), OH]

    def boo(own: int) -> Wave:
        pitch = rng.uniform(115.0, 205.0) * 2.0 ** curve(rng, own, 0.9 * take.pace, -0.45, 0.15)
        return mouthed(buzz(pitch, 0.2), vowels, 0.9, rng)

    voices = _throng(take, 6, 3, boo, (0.8 * take.pace, -0.15, 1.2))
    return voices + 0.15 * wide(rng, take.length, -4.0, 150.0, 2_000.0)


def laughter(take: Take) -> Stereo:
    """An audience: nine laughs that begin within a second of a joke, each at its place, thinning out."""
    rng, length = take.rng, take.length
    total = np.zeros((2, length))
    own = min(length, samples(3.0))
    laughs = [laugh(Take(own, rng, rng, take.intensity, take.pace, 1.4)) for _ in range(LAUGHS)]
    at = 0.0
    while at < take.seconds:
        for one in laughs:
            turn = rng.uniform(0.1, 1.47)
            sides = np.stack([np.cos(turn), np.sin(turn)])[:, np.newaxis]
            put(total, sides * one, samples(at + rng.exponential(0.5)), rng.uniform(0.3, 1.0))
        at += rng.uniform(2.2, 3.0)
    return total + 0.08 * wide(rng, length, -3.0, 250.0, 4_000.0)


def cafe(take: Take) -> Stereo:
    """A cafe: talk in a low room, cups of 1.5 to 4 kHz put down, spoons, a machine that steams now and then."""
    rng, length = take.rng, take.length
    cups = bank(
        14, lambda: peaked(struck(rng, CERAMIC, rng.uniform(1_200.0, 2_900.0), PLATE[:6], ring=0.3, longest=0.25))
    )
    spoons = bank(
        10, lambda: peaked(struck(rng, METAL, rng.uniform(2_800.0, 4_800.0), (1.0, 2.7), ring=0.12, longest=0.25))
    )
    at = instants(rng, length, take.between(1.3, 3.2) * take.pace)
    table = scatter(rng, length, [*cups, *spoons], at, heavy_tailed(rng, len(at), 2.0), 0.9)
    total = 0.8 * babble(take, 4.0, 0.1) + 0.5 * table + 0.1 * wide(rng, length, -5.0, 80.0, 1_500.0)
    if take.seconds > 4.0:
        long = samples(1.8)
        steam = tilted(rng, long, 0.0, 2_000.0, 9_000.0) * swell(long, 0.2, 0.4) * curve(rng, long, 15.0, 0.6, 1.1)
        put(total, np.array([[0.8], [0.35]]) * steam, samples(rng.uniform(1.0, take.seconds - 2.5)), 0.22)
    return total


def bar(take: Take) -> Stereo:
    """A bar in the evening: louder talk, glasses of 2 to 4 kHz that meet, laughs."""
    rng, length = take.rng, take.length
    total = babble(take, 4.6, 0.55)
    glasses = bank(
        12, lambda: peaked(struck(rng, GLASS, rng.uniform(1_900.0, 3_800.0), (1.0, 2.3, 4.2), ring=1.2, longest=0.5))
    )
    at = instants(rng, length, 1.6)
    total += 0.5 * scatter(rng, length, glasses, at, heavy_tailed(rng, len(at)), 0.9)
    at_seconds = rng.uniform(0.5, 2.0)
    while at_seconds < take.seconds:
        turn = rng.uniform(0.2, 1.37)
        one = laugh(Take(length, rng, rng, 0.5, 1.0, 1.4))
        put(total, np.stack([np.cos(turn), np.sin(turn)])[:, np.newaxis] * one, samples(at_seconds), 0.5)
        at_seconds += rng.uniform(2.5, 5.0)
    return total


def children(take: Take) -> Stereo:
    """A playground: voices of 300 to 600 Hz that shriek and call across the image, feet, a ball."""
    rng, length = take.rng, take.length

    def call(own: int) -> Wave:
        pitch = rng.uniform(280.0, 430.0) * 2.0 ** curve(rng, own, 2.6 * take.pace, -0.35, 0.8)
        return mouthed(buzz(pitch, 0.2), [vowel.scaled(0.66) for vowel in VOWELS], 4.5 * take.pace, rng)

    total = _throng(take, 5, 2, call, (1.5 * take.pace, -0.9, 1.2))
    feet = bank(10, lambda: peaked(band(noise(rng, samples(0.08)), 120.0, 1_800.0) * hit(samples(0.08), 0.003, 0.06)))
    at = instants(rng, length, 9.0)
    return (
        total
        + 0.2 * scatter(rng, length, feet, at, heavy_tailed(rng, len(at)), 0.9)
        + 0.06 * wide(rng, length, -3.0, 200.0, 5_000.0)
    )


def stadium(take: Take) -> Stereo:
    """A stadium: a thousand voices as a band of 250 to 1,500 Hz that surges, a drum, a referee."""
    rng, length = take.rng, take.length
    surge = curve(rng, length, 0.6 * take.pace, 0.45, 1.3)
    mass = np.stack([band(side, 250.0, 1_500.0) for side in wide(rng, length, -1.0, 150.0, 4_000.0)])
    total = (evened(mass) + 0.5 * babble(take, 2.0, 0.9) + 0.3 * wide(rng, length, -3.0, 400.0, 5_000.0)) * surge
    step = 0.42 / take.pace
    for number in range(int(take.seconds / step)):
        if number % 8 in (0, 1, 3, 4, 5):
            drum = samples(0.25)
            beat = np.sin(2 * np.pi * 78.0 * np.arange(drum) / RATE) * hit(drum, 0.002, 0.22)
            put(total, np.array([[0.7], [0.4]]) * beat, samples(number * step), 0.9)
    if take.seconds > 3.0:
        put(total, np.array([[0.4], [0.7]]) * referee_whistle(take), samples(rng.uniform(0.8, take.seconds - 1.0)), 0.5)
    return total
