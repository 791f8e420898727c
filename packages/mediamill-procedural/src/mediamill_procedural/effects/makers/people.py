"""People: what bodies and throats do without words."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import bubble, click
from mediamill_procedural.effects.synthesis.noises import gliding, tilted
from mediamill_procedural.effects.synthesis.throats import (
    AH,
    EH,
    MM,
    OH,
    OO,
    UH,
    VOWELS,
    Vowel,
    breathed,
    mouthed,
    voiced,
)
from mediamill_procedural.effects.synthesis.tones import angle, buzz, harmonics, pulses
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
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, driven, noise


def _man_or_woman(take: Take) -> tuple[float, float]:
    """A speaking pitch and the length of a throat."""
    return (take.vary(118.0, 0.12), 1.0) if take.body.random() < 0.5 else (take.vary(205.0, 0.12), 0.85)


def heartbeat(take: Take) -> Wave:
    """Lub-dub: two thuds of 45 to 65 Hz, 0.3 s apart, the first longer; the chest answers at 150 to 600 Hz.

    A laptop plays nothing below: what it is heard by there are the valves, and the overtones of the thud.
    """
    rng = take.rng
    total = np.zeros(samples(0.62))
    for at, pitch, level, long in ((0.0, 48.0, 1.0, 0.16), (0.30 / take.pace**0.5, 62.0, 0.7, 0.11)):
        length = samples(0.22)
        thud = np.sin(angle(take.vary(pitch, 0.06) * line(length, (0.0, 1.5), (0.25, 1.0), (1.0, 0.85))))
        valve = band(noise(rng, length), 150.0, 520.0, 1)
        chest = driven(thud * hit(length, 0.010, 0.8 * long), 5.0)
        put(
            total,
            0.7 * thud * hit(length, 0.014, long)
            + 0.9 * peaked(band(chest, 140.0, 600.0, 2))
            + 0.35 * peaked(valve * hit(length, 0.008, long * 0.6)),
            samples(at),
            level,
        )
    return total


def breath(take: Take) -> Wave:
    """In through an open mouth, brighter, and out, darker and longer; formants of a whisper."""
    rng = take.rng
    total = np.zeros(samples(2.9 / take.pace))
    long_in, long_out = samples(1.0 / take.pace), samples(1.35 / take.pace)
    inward = breathed(rng, long_in, ((0.0, EH), (1.0, AH))) * swell(long_in, 0.5 / take.pace, 0.25 / take.pace)
    outward = breathed(rng, long_out, ((0.0, AH), (0.4, UH), (1.0, OO))) * swell(
        long_out, 0.2 / take.pace, 0.9 / take.pace
    )
    put(total, above(inward, 500.0, 1), 0, 0.8)
    put(total, outward, long_in + samples(0.18 / take.pace), 1.0)
    return total


def snore(take: Take) -> Wave:
    """In: the palate flaps 38 times a second under 600 Hz for 1.3 s; out: a soft whistle of breath."""
    rng = take.rng
    total = np.zeros(samples(3.4 / take.pace))
    length = samples(1.35 / take.pace)
    rate = (
        take.vary(38.0, 0.1)
        * line(length, (0.0, 0.8), (0.7, 1.15), (1.0, 0.9))
        * (1.0 + 0.05 * curve(rng, length, 20.0, -1.0, 1.0))
    )
    flap = pulses(rate, 5.0, [take.stray(1.0, 0.3) for _ in range(7)], 1_600.0)
    turn = np.cumsum(rate) / RATE % 1.0
    air = band(noise(rng, length), 250.0, 2_600.0) * np.exp(-4.0 * turn)
    put(
        total,
        balanced(evened(flap) + 0.6 * evened(air), (60, 180, 0.5), (180, 600, 0.7), (600, 3_000, 0.35))
        * swell(length, 0.35, 0.2),
        0,
    )
    out = samples(1.2 / take.pace)
    whistle = gliding(rng, take.vary(640.0) * line(out, (0.0, 1.1), (1.0, 0.85)), 160.0)
    put(
        total,
        (0.3 * whistle + 0.25 * tilted(rng, out, -4.0, 250.0, 4_000.0)) * swell(out, 0.15, 0.8),
        samples(1.75 / take.pace),
    )
    return total


def whistle(take: Take) -> Wave:
    """Someone whistles a line: five to eight notes of a scale, 900 to 2,200 Hz, slurred, with breath."""
    rng = take.rng
    steps = np.cumsum(rng.integers(-2, 3, int(rng.integers(5, 9))))
    scale = np.array([0, 2, 4, 5, 7, 9, 11])
    notes = [2.0 ** ((12 * (step // 7) + scale[step % 7]) / 12.0) for step in steps]
    hold = samples(0.3 / take.pace)
    pitch = np.repeat(notes, hold) * take.vary(1_250.0, 0.08)
    pitch = np.exp(below(np.log(pitch) - np.log(pitch[0]), 9.0, 1)) * pitch[0]
    pitch = pitch * (1.0 + 0.008 * np.sin(2.0 * np.pi * 5.5 * times(len(pitch))))
    tone = harmonics(pitch, (1.0, 0.06, 0.02)) + 0.09 * gliding(rng, pitch, 500.0)
    return tone * swell(len(pitch), 0.05, 0.12) * (0.75 + 0.25 * curve(rng, len(pitch), 5.0))


def wolf_whistle(take: Take) -> Wave:
    """Two slides: 900 up to 2,300 Hz, then up to 1,900 and down to 800."""
    rng = take.rng
    total = np.zeros(samples(1.35))
    base = take.vary(1_000.0, 0.06)
    for at, points, seconds in (
        (0.0, ((0.0, 0.9), (0.6, 1.4), (1.0, 2.3)), 0.42),
        (0.55, ((0.0, 0.9), (0.35, 1.9), (1.0, 0.8)), 0.72),
    ):
        length = samples(seconds / take.pace)
        pitch = base * line(length, *points)
        put(
            total,
            (harmonics(pitch, (1.0, 0.06)) + 0.1 * gliding(rng, pitch, 500.0)) * swell(length, 0.04, 0.08),
            samples(at),
        )
    return total


def referee_whistle(take: Take) -> Wave:
    """A pea whistle: 2,900 Hz chopped 38 times a second by the pea, with much breath."""
    rng = take.rng
    length = take.within(take.stray(0.75, 0.2))
    pea = np.sin(angle(take.vary(38.0, 0.06) * line(length, (0.0, 0.6), (0.1, 1.0), (1.0, 0.95))))
    pitch = take.vary(2_900.0, 0.04) * (1.0 + 0.045 * pea) * line(length, (0.0, 0.92), (0.06, 1.0), (1.0, 0.98))
    tone = harmonics(pitch, (1.0, 0.2, 0.1)) + 0.35 * gliding(rng, pitch * 1.18, 300.0)
    return (tone * (0.65 + 0.35 * pea) + 0.12 * above(noise(rng, length), 2_000.0)) * swell(length, 0.02, 0.05)


def cough(take: Take) -> Wave:
    """A cough: a burst of 40 ms, 150 ms of rough breath at 300 to 3,000 Hz, the voice closing after it."""
    rng = take.rng
    pitch, size = _man_or_woman(take)
    length = samples(take.stray(0.36, 0.12))
    path = ((0.0, UH.scaled(size)), (0.4, AH.scaled(size)), (1.0, UH.scaled(size)))
    blast = breathed(rng, length, path) * hit(length, 0.006, 0.34)
    voice = voiced(rng, pitch * 1.5 * line(length, (0.0, 1.2), (1.0, 0.7)), path, tilt=0.7, rough=0.6, breath=0.4)
    edge = band(noise(rng, length), 300.0, 4_500.0) * hit(length, 0.001, 0.07)
    shape = line(length, (0.0, 0.0), (0.15, 0.7), (0.4, 1.0), (0.8, 0.5), (1.0, 0.0))
    return blast + 0.45 * voice * shape + 0.5 * edge


def sneeze(take: Take) -> Wave:
    """Ah-ah-tchoo: a gasp that rises, a stop, a blast of 2 to 9 kHz, a voice that falls after it."""
    rng = take.rng
    pitch, size = _man_or_woman(take)
    total = np.zeros(samples(1.4))
    gasp = samples(0.5)
    put(
        total,
        voiced(
            rng,
            pitch * line(gasp, (0.0, 1.0), (1.0, 1.6)),
            ((0.0, AH.scaled(size)), (1.0, EH.scaled(size))),
            tilt=1.0,
            rough=0.1,
            breath=0.9,
        )
        * line(gasp, (0.0, 0.0), (0.9, 1.0), (1.0, 0.0)),
        0,
        0.07,
    )
    blast = samples(0.5)
    put(total, band(noise(rng, blast), 1_800.0, 9_500.0) * hit(blast, 0.004, 0.42), samples(0.58), 1.1)
    tail = samples(0.42)
    put(
        total,
        voiced(
            rng,
            pitch * line(tail, (0.0, 2.0), (1.0, 0.9)),
            ((0.0, OO.scaled(size)), (1.0, UH.scaled(size))),
            tilt=0.8,
            rough=0.2,
            breath=0.6,
        )
        * hit(tail, 0.02, 0.45),
        samples(0.66),
        0.6,
    )
    return total


def laugh(take: Take) -> Wave:
    """Ha-ha-ha: six to nine bursts five times a second, the pitch falling a sixth, the breath audible between them."""
    rng = take.rng
    pitch, size = _man_or_woman(take)
    pitch *= 1.45
    count = int(rng.integers(6, 10))
    step = take.stray(0.195, 0.06) / take.pace
    total = np.zeros(samples(step * count + 0.6))
    vowel = (AH, EH, UH)[int(take.body.integers(3))].scaled(size)
    for number in range(count):
        length = samples(step * 0.62)
        fall = pitch * (1.15 - 0.4 * number / count) * line(length, (0.0, 1.12), (0.4, 1.05), (1.0, 0.85))
        burst = voiced(rng, fall, ((0.0, vowel), (1.0, vowel)), tilt=0.8, rough=0.08, breath=0.3)
        put(total, burst * swell(length, 0.03, 0.06), samples(number * step + 0.05), 1.0 - 0.55 * number / count)
        puff = samples(step * 0.4)
        put(
            total,
            breathed(rng, puff, ((0.0, vowel), (1.0, vowel))) * swell(puff, 0.02, 0.03),
            samples(number * step),
            0.22,
        )
    return total


def evil_laugh(take: Take) -> Wave:
    """Mwa-ha-ha: five slow bursts of a deep, rough voice, 85 to 130 Hz, each one longer than the last."""
    rng = take.rng
    total, at = np.zeros(samples(4.0)), 0.0
    pitch = take.vary(98.0, 0.08)
    for number in range(6):
        length = samples((0.26 + 0.06 * number) / take.pace)
        arc = pitch * (1.3 - 0.07 * number) * line(length, (0.0, 1.15), (0.5, 1.1), (1.0, 0.8))
        path = ((0.0, (OO if number == 0 else AH).scaled(1.12)), (0.4, AH.scaled(1.12)), (1.0, AH.scaled(1.15)))
        put(total, voiced(rng, arc, path, tilt=0.6, rough=0.3, breath=0.25) * swell(length, 0.05, 0.12), samples(at))
        at += length / RATE + 0.09 / take.pace
    return total


def scream(take: Take) -> Wave:
    """A scream: 1.4 s, up to 1,250 Hz, harsh between 30 and 90 Hz of roughness, harmonics up to 10 kHz."""
    rng = take.rng
    length = take.within(take.stray(1.5, 0.12) / take.pace)
    arc = line(length, (0.0, 0.62), (0.1, 1.0), (0.5, 1.06), (0.85, 0.92), (1.0, 0.7))
    pitch = take.vary(1_120.0, 0.1) * arc * (1.0 + 0.025 * curve(rng, length, 14.0, -1.0, 1.0))
    mouth = Vowel((1_150.0, 1_900.0, 3_300.0, 4_500.0), 220.0)
    voice = voiced(rng, pitch, ((0.0, mouth), (1.0, mouth)), tilt=0.25, rough=0.3, breath=0.18)
    harsh = 1.0 + 0.45 * np.sin(angle(62.0 + 18.0 * curve(rng, length, 6.0, -1.0, 1.0)))
    return voice * harsh * swell(length, 0.06, 0.25)


def baby_cry(take: Take) -> Wave:
    """A cry: 1.1 s that rises to 520 Hz, shakes and breaks off; a catch of breath; then again."""
    rng = take.rng
    total = np.zeros(samples(1.6))
    length = samples(take.stray(1.05, 0.12))
    arc = line(length, (0.0, 0.8), (0.2, 1.08), (0.7, 1.02), (1.0, 0.75))
    pitch = take.vary(485.0, 0.08) * arc * (1.0 + 0.03 * np.sin(2.0 * np.pi * 6.5 * times(length)))
    path = ((0.0, EH.scaled(0.5)), (0.3, AH.scaled(0.52)), (1.0, EH.scaled(0.5)))
    put(total, voiced(rng, pitch, path, tilt=0.4, rough=0.14, breath=0.15) * swell(length, 0.12, 0.2), 0)
    gasp = samples(0.3)
    put(
        total,
        breathed(rng, gasp, ((0.0, EH.scaled(0.5)), (1.0, EH.scaled(0.5)))) * swell(gasp, 0.15, 0.1),
        samples(1.2),
        0.3,
    )
    return total


def sigh(take: Take) -> Wave:
    """A sigh: a short breath in, then 1.2 s of voice that leaks away, falling a fifth."""
    rng = take.rng
    pitch, size = _man_or_woman(take)
    total = np.zeros(samples(2.0))
    gasp, length = samples(0.45), samples(1.25)
    put(total, breathed(rng, gasp, ((0.0, EH.scaled(size)), (1.0, EH.scaled(size)))) * swell(gasp, 0.3, 0.1), 0, 0.4)
    path = ((0.0, AH.scaled(size)), (1.0, OH.scaled(size)))
    voice = voiced(rng, pitch * line(length, (0.0, 1.35), (1.0, 0.85)), path, tilt=1.2, rough=0.0, breath=1.0)
    put(total, voice * swell(length, 0.1, 0.9), samples(0.55))
    return total


def moan(take: Take) -> Wave:
    """A zombie: 1.8 s of a throat at 75 to 120 Hz, fried, the mouth hardly opening."""
    rng = take.rng
    length = take.within(take.stray(1.9, 0.15))
    arc = line(length, (0.0, 0.8), (0.35, 1.25), (0.6, 1.1), (1.0, 0.75))
    pitch = take.vary(92.0, 0.12) * arc * (1.0 + 0.05 * curve(rng, length, 7.0, -1.0, 1.0))
    path = ((0.0, MM), (0.3, UH), (0.65, OH), (1.0, MM))
    return voiced(rng, pitch, [(p, v.scaled(1.08)) for p, v in path], tilt=0.8, rough=0.55, breath=0.45) * swell(
        length, 0.3, 0.5
    )


def monster(take: Take) -> Wave:
    """A creature: a roar of 48 to 110 Hz in a throat twice as long as ours, torn, with a growl under it."""
    rng = take.rng
    length = take.within(take.stray(2.4, 0.12))
    arc = line(length, (0.0, 0.7), (0.18, 1.4), (0.55, 1.2), (1.0, 0.6))
    pitch = take.vary(78.0, 0.12) * arc * (1.0 + 0.08 * curve(rng, length, 15.0, -1.0, 1.0))
    path = ((0.0, OO.scaled(1.7)), (0.3, AH.scaled(1.7)), (0.7, EH.scaled(1.8)), (1.0, OO.scaled(1.8)))
    voice = voiced(rng, pitch, path, tilt=0.45, rough=0.8, breath=0.6)
    growl = pulses(pitch * 0.5, 4.0, (1.0, 0.6, 0.85), 1_200.0)
    voice = balanced(voice, (40, 250, 0.6), (250, 900, 0.6), (900, 4_500, 0.28))
    return (voice + 0.5 * evened(growl)) * (0.5 + 0.8 * curve(rng, length, 20.0)) * swell(length, 0.15, 0.6)


def whisper(take: Take) -> Wave:
    """Whispered syllables without words: breath through vowels that change six times a second, sharp esses."""
    rng, length = take.rng, take.length
    spoken = mouthed(noise(rng, length), VOWELS, 6.0 * take.pace, rng)
    syllables = np.clip(curve(rng, length, 9.0 * take.pace, -0.5, 1.2), 0.0, 1.0)
    phrases = np.clip(curve(rng, length, 1.2 * take.pace, -0.5, 2.0), 0.0, 1.0)
    esses = above(noise(rng, length), 4_500.0) * np.clip(curve(rng, length, 7.0 * take.pace, -2.2, 1.0), 0.0, 1.0)
    return (spoken * syllables + 0.55 * esses) * phrases


def mumble(take: Take) -> Wave:
    """One person who talks without words: a melody of speech, four syllables a second, breaths between phrases."""
    rng, length = take.rng, take.length
    pitch, size = _man_or_woman(take)
    melody = pitch * 2.0 ** curve(rng, length, 3.5 * take.pace, -0.25, 0.3)
    spoken = mouthed(buzz(melody, 0.25), [vowel.scaled(size) for vowel in (*VOWELS, MM)], 5.0 * take.pace, rng)
    syllables = 0.25 + 0.75 * np.clip(curve(rng, length, 8.0 * take.pace, -0.2, 1.3), 0.0, 1.0)
    phrases = np.clip(curve(rng, length, 0.9 * take.pace, -0.6, 2.4), 0.0, 1.0)
    consonants = above(noise(rng, length), 2_800.0) * np.clip(curve(rng, length, 8.0 * take.pace, -1.8, 0.8), 0.0, 1.0)
    return (spoken * syllables + 0.25 * consonants) * phrases


def humming(take: Take) -> Wave:
    """A hum with closed lips: a slow line of a scale, 120 to 250 Hz, slurred, with a vibrato of 5 Hz."""
    rng, length = take.rng, take.length
    pitch, _ = _man_or_woman(take)
    scale = np.array([0, 2, 4, 7, 9])
    steps = np.cumsum(rng.integers(-1, 2, int(take.seconds * 2.2 * take.pace) + 2)) % 7
    hold = samples(0.46 / take.pace)
    notes = np.repeat([2.0 ** ((12 * (step // 5) + scale[step % 5]) / 12.0) for step in steps], hold)[:length]
    notes = np.pad(notes, (0, length - len(notes)), mode="edge")
    melody = pitch * np.exp(below(np.log(notes) - np.log(notes[0]), 7.0, 1)) * notes[0]
    melody = melody * (1.0 + 0.008 * np.sin(2.0 * np.pi * 5.0 * times(length)))
    return voiced(rng, melody, ((0.0, MM), (1.0, MM)), tilt=1.1, breath=0.04) * (0.7 + 0.3 * curve(rng, length, 2.0))


def clap(take: Take) -> Wave:
    """One pair of hands: 1.1 kHz wide, 50 ms, the hollow between the palms below."""
    rng = take.rng
    length = samples(0.14)
    tone = take.vary(1_150.0, 0.15) * take.stray(1.0, 0.08)
    palms = band(noise(rng, length), tone * 0.6, tone * 2.6, 1) * hit(length, 0.0006, 0.055)
    total = peaked(palms)
    put(total, peaked(palms[: samples(0.05)]), samples(0.004), 0.5)
    return total


def finger_snap(take: Take) -> Wave:
    """A snap: a click of 2.2 kHz with a narrow ring, 25 ms."""
    rng = take.rng
    length = samples(0.12)
    ring = gliding(rng, np.full(length, take.vary(2_150.0, 0.08)), 500.0) * hit(length, 0.0006, 0.045)
    return peaked(ring) + 0.5 * np.pad(peaked(click(rng, 1_200.0, 7_000.0, 0.008)), (0, length))[:length]


def kiss(take: Take) -> Wave:
    """A kiss: lips that draw in air, 1.5 to 4 kHz rising for 0.15 s, and part with a smack."""
    rng = take.rng
    total = np.zeros(samples(0.4))
    long = samples(0.17)
    suck = (
        gliding(rng, line(long, (0.0, 1_300.0), (1.0, 3_100.0)), 700.0)
        * line(long, (0.0, 0.0), (0.8, 1.0), (1.0, 0.3)) ** 2
    )
    put(total, suck, 0, 0.3)
    put(total, peaked(click(rng, 900.0, 6_000.0, 0.02)), long, 1.0)
    put(total, bubble(rng, take.vary(900.0), 0.3), long, 0.5)
    return total


def burp(take: Take) -> Wave:
    """A burp: 0.6 s of valve pulses at 55 to 85 Hz through an open throat."""
    rng = take.rng
    length = samples(take.stray(0.62, 0.2))
    rate = (
        take.vary(70.0, 0.12)
        * line(length, (0.0, 0.85), (0.3, 1.15), (1.0, 0.8))
        * (1.0 + 0.1 * curve(rng, length, 25.0, -1, 1))
    )
    path = ((0.0, OH), (0.4, AH), (1.0, OO))
    voice = voiced(rng, rate, [(p, v.scaled(1.15)) for p, v in path], tilt=0.45, rough=0.75, breath=0.35)
    return voice * (0.5 + curve(rng, length, 30.0)) * swell(length, 0.05, 0.12)
