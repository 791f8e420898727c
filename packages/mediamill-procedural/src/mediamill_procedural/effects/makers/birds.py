"""Birds: syllables of almost pure tones, and the harsh ones."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.modal import BOX, WOOD, struck
from mediamill_procedural.effects.synthesis.noises import tilted
from mediamill_procedural.effects.synthesis.throats import Vowel, voiced
from mediamill_procedural.effects.synthesis.tones import angle, harmonics
from mediamill_procedural.effects.synthesis.waveform import curve, hit, line, peaked, put, samples, swell, times
from mediamill_procedural.kit.waves import Wave, band, noise


def _note(pitch: Wave, level: float = 1.0) -> Wave:
    """One syllable of a small bird: a whistle with a trace of its octave."""
    length = len(pitch)
    return level * harmonics(pitch, (1.0, 0.12, 0.03)) * np.sin(np.pi * np.linspace(0.0, 1.0, length)) ** 0.7


def bird_song(take: Take) -> Wave:
    """A phrase of one of four singers: 2.5 to 6 kHz, 4 to 14 syllables of 40 to 180 ms, never twice the same."""
    species = int(take.body.integers(4))
    maker = (_warble, _trill, _two_notes, _chirps)[species]
    return maker(take, take.vary(3_700.0, 0.14))


def _warble(take: Take, pitch: float) -> Wave:
    """A blackbird's phrase: slow, fluted slides, then a scratchy end."""
    total, at = np.zeros(samples(2.2)), 0.0
    for _ in range(int(take.rng.integers(4, 8))):
        long = samples(take.rng.uniform(0.09, 0.22) / take.pace)
        start, stop = take.rng.uniform(0.55, 1.0, 2)
        slide = pitch * line(long, (0.0, start), (0.5, (start + stop) / 2 + take.rng.uniform(-0.12, 0.12)), (1.0, stop))
        put(total, _note(slide, take.rng.uniform(0.6, 1.0)), samples(at))
        at += long / 44_100 + take.rng.uniform(0.02, 0.07)
    return total


def _trill(take: Take, pitch: float) -> Wave:
    """A wren's trill: one falling syllable, 9 to 14 times, each a little lower."""
    total, count = np.zeros(samples(1.6)), int(take.rng.integers(9, 15))
    step = take.stray(0.085, 0.08) / take.pace
    for number in range(count):
        long = samples(step * 0.75)
        fall = pitch * 1.25 * (1.0 - 0.012 * number) * line(long, (0.0, 1.25), (1.0, 0.85))
        put(total, _note(fall, 0.5 + 0.5 * np.sin(np.pi * (number + 1) / (count + 1))), samples(number * step))
    return total


def _two_notes(take: Take, pitch: float) -> Wave:
    """A great tit's call: a high and a low note in turn, three or four times."""
    total, step = np.zeros(samples(1.7)), take.stray(0.17, 0.05) / take.pace
    for number in range(2 * int(take.rng.integers(3, 5))):
        long = samples(step * 0.8)
        high = 1.3 if number % 2 == 0 else 0.97
        put(total, _note(pitch * high * line(long, (0.0, 0.97), (1.0, 1.02))), samples(number * step))
    return total


def _chirps(take: Take, pitch: float) -> Wave:
    """A sparrow: short chirps that jump up and fall, unevenly spaced."""
    total, at = np.zeros(samples(1.5)), 0.0
    for _ in range(int(take.rng.integers(3, 7))):
        long = samples(take.rng.uniform(0.05, 0.09) / take.pace)
        jump = pitch * 0.95 * line(long, (0.0, 0.8), (0.25, 1.35), (1.0, 0.8)) * take.stray(1.0, 0.04)
        put(total, _note(jump, take.rng.uniform(0.6, 1.0)), samples(at))
        at += take.rng.uniform(0.12, 0.26) / take.pace
    return total


def crow(take: Take) -> Wave:
    """Caw: 0.38 s at 480 Hz, rough, formants of 1,200 and 1,800 Hz."""
    length = samples(take.stray(0.38, 0.12))
    pitch = take.vary(470.0, 0.1) * line(length, (0.0, 0.9), (0.3, 1.1), (1.0, 0.82))
    path = (
        (0.0, Vowel((1_000.0, 1_700.0, 3_200.0), 220.0)),
        (0.4, Vowel((1_300.0, 1_900.0, 3_400.0), 220.0)),
        (1.0, Vowel((950.0, 1_600.0, 3_000.0), 220.0)),
    )
    return voiced(take.rng, pitch, path, tilt=0.35, rough=0.75, breath=0.45) * swell(length, 0.03, 0.1)


def owl(take: Take) -> Wave:
    """A tawny owl: one hoo, every second one longer and trembling; 330 to 400 Hz, almost a sine."""
    pitch, answer = take.vary(365.0, 0.08), take.number % 2
    long = samples(take.stray(0.95 if answer else 0.5))
    bend = line(long, (0.0, 0.92), (0.2, 1.03), (1.0, 0.95))
    tremble = 0.5 * answer * (0.5 + 0.5 * np.sin(2.0 * np.pi * 11.0 * times(long)))
    call = harmonics(pitch * bend, (1.0, 0.16, 0.05)) + 0.03 * tilted(take.rng, long, -4.0, 200.0, 1_500.0)
    return call * (1.0 - tremble * line(long, (0, 1), (0.6, 0.3), (1, 0))) * swell(long, 0.06, 0.14)


def rooster(take: Take) -> Wave:
    """Cock-a-doodle-doo: four syllables over 1.9 s, the third up to 1,050 Hz, the last held and falling."""
    rng = take.rng
    total = np.zeros(samples(2.2))
    pitch = take.vary(720.0, 0.08)
    vowel = Vowel((1_050.0, 1_900.0, 3_300.0, 4_500.0), 200.0)
    dark = Vowel((700.0, 1_300.0, 2_900.0, 4_200.0), 200.0)
    for at, seconds, low, high, end in (
        (0.0, 0.16, 0.8, 1.0, 0.95),
        (0.2, 0.12, 0.9, 1.1, 1.1),
        (0.36, 0.32, 1.1, 1.45, 1.3),
        (0.72, 1.1, 1.25, 1.15, 0.72),
    ):
        long = samples(seconds)
        arc = pitch * line(long, (0.0, low), (0.35, high), (0.6, high), (1.0, end))
        call = voiced(rng, arc, ((0.0, vowel), (0.6, vowel), (1.0, dark)), tilt=0.25, rough=0.12, breath=0.12)
        put(total, call * swell(long, 0.03, 0.12 if seconds < 1 else 0.5), samples(at), 1.0 if seconds > 0.3 else 0.7)
    return total


def chicken(take: Take) -> Wave:
    """A cluck: 0.09 s, 420 Hz jumping to 650, throaty."""
    length = samples(take.stray(0.1, 0.2))
    pitch = take.vary(430.0, 0.08) * line(length, (0.0, 0.8), (0.5, 1.5), (1.0, 1.0)) * take.stray(1.0, 0.06)
    vowel = Vowel((800.0, 1_600.0, 3_000.0), 220.0)
    return voiced(take.rng, pitch, ((0.0, vowel), (1.0, vowel)), tilt=0.5, rough=0.2, breath=0.25) * swell(
        length, 0.01, 0.05
    )


def duck(take: Take) -> Wave:
    """Quack: 0.2 s at 230 Hz, as nasal as a reed: formants of 1,150 and 2,500 Hz, every harmonic strong."""
    length = samples(take.stray(0.2, 0.12))
    pitch = take.vary(232.0, 0.1) * line(length, (0.0, 0.92), (0.3, 1.08), (1.0, 0.9))
    path = (
        (0.0, Vowel((900.0, 2_400.0, 3_400.0), 200.0)),
        (0.3, Vowel((1_250.0, 2_550.0, 3_600.0), 200.0)),
        (1.0, Vowel((1_000.0, 2_300.0, 3_400.0), 200.0)),
    )
    return voiced(take.rng, pitch, path, tilt=0.1, rough=0.25, breath=0.15) * swell(length, 0.02, 0.07)


def seagull(take: Take) -> Wave:
    """A gull: 0.5 s that breaks up to 1,500 Hz and falls to 850, harmonics up to 8 kHz; shorter in a row."""
    length = samples(take.stray(0.5 if take.number % 4 == 0 else 0.26, 0.1))
    pitch = take.vary(1_150.0, 0.08) * line(length, (0.0, 0.75), (0.18, 1.3), (0.5, 1.1), (1.0, 0.72))
    path = ((0.0, Vowel((1_300.0, 2_700.0, 4_200.0), 300.0)), (1.0, Vowel((1_000.0, 2_300.0, 3_800.0), 300.0)))
    return voiced(take.rng, pitch, path, tilt=0.2, rough=0.1, breath=0.15) * swell(length, 0.04, 0.12)


def cuckoo(take: Take) -> Wave:
    """Cuc-koo: a falling third from 640 to 520 Hz, both notes almost pure."""
    total = np.zeros(samples(0.75))
    pitch = take.vary(640.0, 0.05)
    for at, seconds, ratio in ((0.0, 0.16, 1.0), (0.27, 0.3, 0.8)):
        long = samples(seconds)
        call = harmonics(pitch * ratio * line(long, (0.0, 0.97), (0.3, 1.0), (1.0, 0.98)), (1.0, 0.18, 0.05))
        put(total, call * swell(long, 0.03, 0.08), samples(at))
    return total


def pigeon(take: Take) -> Wave:
    """A coo: three throbs within 1.2 s, 290 to 360 Hz, the middle one rolled at 22 Hz."""
    total = np.zeros(samples(1.3))
    pitch = take.vary(318.0, 0.06)
    for at, seconds, roll in ((0.0, 0.25, 0.0), (0.32, 0.5, 0.6), (0.9, 0.3, 0.0)):
        long = samples(seconds)
        shake = 1.0 - roll * (0.5 + 0.5 * np.sin(2.0 * np.pi * 22.0 * times(long)))
        call = harmonics(pitch * line(long, (0.0, 0.92), (0.5, 1.08), (1.0, 0.95)), (1.0, 0.25, 0.1, 0.04))
        put(total, call * shake * swell(long, 0.06, 0.1), samples(at))
    return total


def woodpecker(take: Take) -> Wave:
    """A drum: sixteen blows on dry wood in 0.75 s, each of 900 Hz, dying away."""
    rng = take.rng
    total = np.zeros(samples(1.0))
    pitch, count = take.vary(880.0, 0.1), int(rng.integers(13, 18))
    for number in range(count):
        blow = peaked(struck(rng, WOOD, pitch * take.stray(1.0, 0.015), BOX[:6], ring=0.8, longest=0.12))
        put(total, blow, samples(number * 0.046 / take.pace * rng.normal(1.0, 0.01)), 1.0 - 0.6 * number / count)
    return total


def wings(take: Take) -> Wave:
    """A flock taking off: wing beats at 10 to 14 Hz, soft slaps of 200 Hz to 2 kHz that thin out."""
    rng = take.rng
    length = samples(1.8)
    total = np.zeros(length)
    for _ in range(5):
        rate, at = rng.uniform(9.0, 14.0) * take.pace, rng.uniform(0.0, 0.35)
        while at < 1.6:
            long = samples(0.07)
            flap = band(noise(rng, long), 180.0, 2_200.0) * hit(long, 0.018, 0.08)
            put(total, flap, samples(at), rng.uniform(0.4, 1.0) * (1.0 - at / 1.8))
            at += 1.0 / rate * rng.normal(1.0, 0.05)
    return total


def parrot(take: Take) -> Wave:
    """A squawk: 0.35 s at 900 Hz, cracked and very rough, formants of 2 and 3.4 kHz."""
    length = samples(take.stray(0.36, 0.15))
    pitch = take.vary(880.0, 0.1) * line(length, (0.0, 0.8), (0.25, 1.3), (0.7, 1.1), (1.0, 0.75))
    pitch = pitch * (1.0 + 0.06 * curve(take.rng, length, 70.0, -1.0, 1.0))
    path = (
        (0.0, Vowel((1_500.0, 2_600.0, 4_000.0), 350.0)),
        (0.4, Vowel((2_000.0, 3_400.0, 4_800.0), 350.0)),
        (1.0, Vowel((1_400.0, 2_500.0, 4_000.0), 350.0)),
    )
    return voiced(take.rng, pitch, path, tilt=0.1, rough=0.6, breath=0.4) * swell(length, 0.02, 0.1)


def gobble(take: Take) -> Wave:
    """A turkey: twelve yelps in 0.8 s, each jumping between 600 and 1,100 Hz, falling."""
    length = samples(0.85)
    flip = 0.5 + 0.5 * np.sign(np.sin(angle(np.full(length, 14.0 * take.pace))))
    pitch = take.vary(640.0, 0.08) * (1.0 + 0.55 * flip) * line(length, (0.0, 1.1), (1.0, 0.8))
    vowel = Vowel((1_100.0, 1_900.0, 3_200.0), 260.0)
    return voiced(take.rng, pitch, ((0.0, vowel), (1.0, vowel)), tilt=0.4, rough=0.2, breath=0.2) * swell(
        length, 0.03, 0.12
    )
