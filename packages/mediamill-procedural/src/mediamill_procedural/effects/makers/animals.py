"""Animals with four legs, six or none: throats, and what crickets and bees do without one."""

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
from mediamill_procedural.effects.synthesis.noises import tilted, wide
from mediamill_procedural.effects.synthesis.throats import Vowel, breathed, voiced
from mediamill_procedural.effects.synthesis.tones import angle, flat, harmonics, pulses, rising
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
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, noise


def dog_bark(take: Take) -> Wave:
    """One bark: 0.17 s, 280 to 540 Hz and down again, formants of 600, 1,300 and 2,500 Hz, half of it noise."""
    rng = take.rng
    size = take.vary(1.0, 0.18) * take.between(0.8, 1.25)
    length = samples(take.stray(0.19, 0.1) * size**0.5)
    pitch = take.stray(330.0, 0.04) / size * line(length, (0.0, 0.85), (0.25, 1.55), (0.6, 1.25), (1.0, 0.7))
    path = (
        (0.0, Vowel((450.0, 1_200.0, 2_500.0, 3_600.0), 160.0).scaled(size)),
        (0.35, Vowel((820.0, 1_500.0, 2_600.0, 3_700.0), 160.0).scaled(size)),
        (1.0, Vowel((500.0, 1_000.0, 2_300.0, 3_500.0), 160.0).scaled(size)),
    )
    voice = voiced(rng, pitch, path, tilt=0.7, rough=0.35, breath=0.55)
    return voice * hit(length, 0.012, 0.26 * size**0.5) * swell(length, 0.004, 0.04)


def dog_growl(take: Take) -> Wave:
    """A growl: 70 to 100 Hz, each period of another strength, formants held low; it swells and sinks."""
    rng = take.rng
    length = take.within(take.stray(2.0, 0.15))
    pitch = take.vary(88.0, 0.12) * (1.0 + 0.12 * curve(rng, length, 3.0, -1.0, 1.0))
    path = (
        (0.0, Vowel((380.0, 1_000.0, 2_300.0), 150.0)),
        (0.5, Vowel((520.0, 1_200.0, 2_400.0), 150.0)),
        (1.0, Vowel((380.0, 950.0, 2_200.0), 150.0)),
    )
    voice = voiced(rng, pitch, path, tilt=0.6, rough=0.8, breath=0.35)
    voice = balanced(voice, (60, 350, 0.55), (350, 1_100, 0.6), (1_100, 5_000, 0.3))
    return voice * (0.4 + curve(rng, length, 24.0, 0.0, 1.0)) * swell(length, 0.3, 0.4)


def cat_meow(take: Take) -> Wave:
    """Mi-a-ow: 0.8 s, 480 to 720 Hz and down, the mouth opening from 350 to 950 Hz and closing again."""
    rng = take.rng
    size = take.vary(1.0, 0.12)
    length = samples(take.stray(0.78, 0.15))
    pitch = take.stray(500.0, 0.06) / size * line(length, (0.0, 0.9), (0.2, 1.35), (0.45, 1.4), (1.0, 0.8))
    path = (
        (0.0, Vowel((330.0, 2_300.0, 3_600.0, 5_200.0), 110.0)),
        (0.22, Vowel((620.0, 2_200.0, 3_500.0, 5_000.0), 120.0)),
        (0.5, Vowel((980.0, 1_700.0, 3_400.0, 5_000.0), 130.0)),
        (1.0, Vowel((480.0, 1_000.0, 3_000.0, 4_800.0), 120.0)),
    )
    voice = voiced(rng, pitch, [(p, v.scaled(size)) for p, v in path], tilt=0.75, rough=0.02, breath=0.06)
    return voice * line(length, (0.0, 0.0), (0.12, 0.7), (0.45, 1.0), (0.8, 0.5), (1.0, 0.0))


def cat_purr(take: Take) -> Wave:
    """Purring: 26 pulses a second, breathing in and out, each a soft knock below 500 Hz."""
    rng, length = take.rng, take.length
    breath = 1.35 / take.pace
    place = times(length) / breath % 1.0
    out = (place < 0.55).astype(np.float64)
    rate = take.vary(26.0, 0.06) * (0.92 + 0.14 * out)
    thrum = pulses(rate * (1.0 + 0.02 * curve(rng, length, 20.0, -1.0, 1.0)), 6.0, (1.0, 0.9, 1.1), 700.0)
    turn = np.cumsum(rate) / RATE % 1.0
    air = band(noise(rng, length), 250.0, 2_800.0) * np.exp(-4.0 * turn)
    shape = below(
        0.35 + 0.65 * np.abs(np.sin(np.pi * np.where(out > 0, place / 0.55, (place - 0.55) / 0.45))) ** 0.5, 30.0, 1
    )
    purr = balanced(
        evened(thrum) + (0.3 + 0.25 * out) * evened(air), (40, 120, 0.4), (120, 400, 0.6), (400, 2_500, 0.25)
    )
    return purr * shape


def cow(take: Take) -> Wave:
    """Moo: 1.7 s, 130 to 190 Hz, the mouth closed at 280 Hz, then open at 600 and 950 Hz."""
    rng = take.rng
    length = samples(take.stray(1.7, 0.12))
    pitch = take.vary(128.0, 0.1) * line(length, (0.0, 0.88), (0.3, 1.2), (0.7, 1.42), (1.0, 1.1))
    path = (
        (0.0, Vowel((260.0, 800.0, 1_900.0), 130.0)),
        (0.3, Vowel((330.0, 850.0, 1_900.0), 130.0)),
        (0.6, Vowel((620.0, 1_000.0, 2_100.0), 150.0)),
        (1.0, Vowel((450.0, 900.0, 2_000.0), 130.0)),
    )
    voice = voiced(rng, pitch, path, tilt=0.7, rough=0.12, breath=0.1)
    return voice * swell(length, 0.18, 0.35) * line(length, (0.0, 0.6), (0.6, 1.0), (1.0, 0.8))


def sheep(take: Take) -> Wave:
    """Baa: 0.9 s around 310 Hz, shaken seven times a second, nasal formants of 700, 1,700 and 2,700 Hz."""
    rng = take.rng
    length = samples(take.stray(0.9, 0.15))
    shake = np.sin(2.0 * np.pi * take.vary(7.4, 0.06) * times(length))
    pitch = take.vary(312.0, 0.12) * (1.0 + 0.045 * shake) * line(length, (0.0, 0.9), (0.15, 1.05), (1.0, 0.92))
    vowel = Vowel((720.0, 1_750.0, 2_750.0, 3_900.0), 150.0)
    voice = voiced(
        rng,
        pitch,
        ((0.0, Vowel((380.0, 1_300.0, 2_600.0, 3_800.0), 150.0)), (0.12, vowel), (1.0, vowel)),
        tilt=0.55,
        rough=0.14,
        breath=0.12,
    )
    return voice * (1.0 + 0.5 * shake) * swell(length, 0.05, 0.2)


def pig(take: Take) -> Wave:
    """A grunt: 0.22 s at 85 Hz, air dragged through a snout as noise in 30 bursts a second, 300 to 1,500 Hz."""
    rng = take.rng
    length = samples(take.stray(0.24, 0.2))
    pitch = take.vary(84.0, 0.1) * line(length, (0.0, 1.1), (1.0, 0.8))
    path = ((0.0, Vowel((420.0, 1_150.0, 2_200.0), 190.0)), (1.0, Vowel((320.0, 950.0, 2_100.0), 190.0)))
    voice = voiced(rng, pitch, path, tilt=0.6, rough=0.7, breath=0.9)
    return voice * (0.35 + curve(rng, length, 60.0)) * swell(length, 0.03, 0.07)


def horse_neigh(take: Take) -> Wave:
    """A whinny: 1.8 s from 1,300 down to 420 Hz, shaken nine times a second, ending in snorts."""
    rng = take.rng
    length = samples(take.stray(1.8, 0.1))
    shake = np.sin(2.0 * np.pi * take.vary(9.0, 0.06) * times(length) * line(length, (0.0, 1.1), (1.0, 0.9)))
    fall = line(length, (0.0, 0.75), (0.1, 1.0), (0.3, 1.05), (0.7, 0.6), (1.0, 0.36))
    pitch = take.vary(1_150.0, 0.08) * fall * (1.0 + 0.05 * shake)
    path = (
        (0.0, Vowel((800.0, 2_000.0, 3_600.0), 220.0)),
        (0.4, Vowel((1_050.0, 2_300.0, 3_900.0), 220.0)),
        (1.0, Vowel((600.0, 1_500.0, 3_000.0), 220.0)),
    )
    voice = voiced(rng, pitch, path, tilt=0.35, rough=0.15, breath=0.3)
    return voice * (1.0 + 0.45 * shake) * line(length, (0.0, 0.0), (0.08, 0.9), (0.5, 1.0), (0.85, 0.5), (1.0, 0.0))


def wolf_howl(take: Take) -> Wave:
    """A howl: it breaks from 330 up to 620 Hz, holds for two seconds, and sinks; three or four harmonics."""
    rng = take.rng
    length = take.within(take.stray(3.6, 0.12))
    arc = line(length, (0.0, 0.58), (0.12, 0.8), (0.2, 1.02), (0.45, 1.0), (0.7, 0.96), (0.9, 0.8), (1.0, 0.62))
    pitch = take.vary(610.0, 0.1) * below(arc - arc[0], 9.0, 1) + take.vary(610.0, 0.0) * arc[0]
    pitch = pitch * (1.0 + 0.012 * np.sin(2.0 * np.pi * 4.8 * times(length)))
    path = (
        (0.0, Vowel((420.0, 950.0, 2_400.0), 120.0)),
        (0.3, Vowel((640.0, 1_150.0, 2_500.0), 130.0)),
        (1.0, Vowel((400.0, 850.0, 2_300.0), 120.0)),
    )
    return voiced(rng, pitch, path, tilt=1.4, rough=0.0, breath=0.05) * swell(length, 0.35, 0.9)


def lion_roar(take: Take) -> Wave:
    """A roar: 2.2 s, 70 to 190 Hz, torn into two dozen bursts a second, formants of 300, 700 and 1,300 Hz."""
    rng = take.rng
    length = take.within(take.stray(2.3, 0.1))
    arc = line(length, (0.0, 0.75), (0.2, 1.25), (0.5, 1.35), (0.8, 1.0), (1.0, 0.7))
    pitch = take.vary(132.0, 0.1) * arc * (1.0 + 0.06 * curve(rng, length, 18.0, -1.0, 1.0))
    path = (
        (0.0, Vowel((260.0, 620.0, 1_500.0), 140.0)),
        (0.35, Vowel((480.0, 900.0, 1_700.0), 170.0)),
        (1.0, Vowel((280.0, 640.0, 1_500.0), 140.0)),
    )
    voice = voiced(rng, pitch, path, tilt=0.75, rough=0.7, breath=0.5)
    chest = tilted(rng, length, -4.0, 45.0, 420.0)
    voice = balanced(voice, (60, 350, 0.6), (350, 1_100, 0.6), (1_100, 5_000, 0.25))
    return (voice + 0.35 * chest) * (0.45 + curve(rng, length, 26.0)) * swell(length, 0.25, 0.7)


def elephant(take: Take) -> Wave:
    """A trumpet: 1.3 s, 380 to 560 Hz, a buzz with harmonics up to 8 kHz, cracking at both ends."""
    rng = take.rng
    length = samples(take.stray(1.35, 0.12))
    pitch = take.vary(430.0, 0.08) * line(length, (0.0, 0.75), (0.12, 1.1), (0.5, 1.3), (0.8, 1.2), (1.0, 0.8))
    path = (
        (0.0, Vowel((700.0, 1_700.0, 3_300.0), 260.0)),
        (0.5, Vowel((1_000.0, 2_300.0, 4_200.0), 280.0)),
        (1.0, Vowel((700.0, 1_700.0, 3_300.0), 260.0)),
    )
    voice = voiced(rng, pitch, path, tilt=0.15, rough=0.3, breath=0.2)
    return voice * swell(length, 0.06, 0.3) * (0.75 + 0.35 * curve(rng, length, 30.0))


def monkey(take: Take) -> Wave:
    """A hoot: 0.2 s that jumps from 480 to 850 Hz, breath in and breath out in turn."""
    rng = take.rng
    inward = take.number % 2 == 1
    length = samples(take.stray(0.2 if not inward else 0.15, 0.1))
    top = take.vary(760.0, 0.08) * (1.25 if inward else 1.0) * (1.0 + 0.035 * min(take.number, 10))
    pitch = top * line(length, (0.0, 0.6), (0.4, 1.0), (1.0, 0.75))
    vowel = Vowel((950.0, 1_900.0, 3_400.0), 160.0) if inward else Vowel((480.0, 900.0, 3_000.0), 130.0)
    return voiced(rng, pitch, ((0.0, vowel), (1.0, vowel)), tilt=0.9, rough=0.05, breath=0.2) * swell(
        length, 0.03, 0.06
    )


def frog(take: Take) -> Wave:
    """A croak: 0.35 s, 42 pulses a second of 700 and 1,500 Hz, swelling towards the end."""
    rng = take.rng
    length = samples(take.stray(0.36, 0.12))
    rate = take.vary(42.0, 0.12) * line(length, (0.0, 0.85), (1.0, 1.15))
    train: Wave = np.abs(np.sin(0.5 * angle(rate))) ** 5
    pitch = take.vary(690.0, 0.15) * line(length, (0.0, 0.92), (1.0, 1.06))
    voice = np.sin(angle(pitch)) + 0.7 * np.sin(angle(pitch * 2.13)) + 0.3 * band(noise(rng, length), 500.0, 2_500.0)
    return voice * train * line(length, (0.0, 0.2), (0.7, 1.0), (0.95, 0.9), (1.0, 0.0))


def crickets(take: Take) -> Stereo:
    """Five crickets: chirps of three pulses at 4.2 to 5 kHz, two to three chirps a second, each its own tempo."""
    rng, length = take.rng, take.length
    total = 0.012 * wide(rng, length, -3.0, 150.0, 3_000.0)
    for number in range(5):
        pitch, tempo = take.vary(4_600.0, 0.06), take.vary(2.4, 0.14) * take.pace
        pulse = samples(0.017)
        tone = np.sin(2.0 * np.pi * pitch * times(pulse)) * np.hanning(pulse)
        level, side = (1.0, 0.6, 0.45, 0.35, 0.25)[number], rng.uniform(-0.9, 0.9)
        sides = level * np.array([[np.cos((side + 1) * np.pi / 4)], [np.sin((side + 1) * np.pi / 4)]])
        at = rng.uniform(0.0, 1.0 / tempo)
        while at < take.seconds:
            for chirp in range(3):
                put(total, sides * tone, round((at + chirp * 0.033) * RATE), 0.7 + 0.15 * chirp)
            at += 1.0 / tempo * rng.normal(1.0, 0.03)
    return total


def cicadas(take: Take) -> Stereo:
    """Cicadas: a wall of 5 to 8 kHz, 110 clicks a second each, that swells and sinks as they join in."""
    rng, length = take.rng, take.length
    total = np.zeros((2, length))
    for _ in range(4):
        rate, pitch = take.vary(108.0, 0.1) * take.pace**0.3, take.vary(6_000.0, 0.12)
        clicks = np.abs(np.sin(np.pi * rate * times(length) + rng.uniform(0.0, 3.0))) ** 4
        song = band(noise(rng, length), pitch * 0.88, pitch * 1.12) * clicks * curve(rng, length, 0.7, 0.2, 1.2)
        side = rng.uniform(0.0, np.pi / 2)
        total += np.stack([np.cos(side), np.sin(side)])[:, np.newaxis] * evened(song)
    return total


def bee(take: Take) -> Wave:
    """A bee: wings at 210 to 250 Hz with a dozen harmonics, pitch and distance wandering."""
    rng, length = take.rng, take.length
    pitch = take.vary(228.0, 0.06) * (1.0 + 0.07 * curve(rng, length, 2.2 * take.pace, -1.0, 1.0))
    pitch = pitch * (1.0 + 0.015 * curve(rng, length, 25.0, -1.0, 1.0))
    wings = harmonics(pitch, [1.0, 0.75, 0.6, 0.4, 0.32, 0.22, 0.18, 0.12, 0.1, 0.06, 0.05, 0.03])
    near = 0.12 + curve(rng, length, 1.3 * take.pace, 0.0, 1.0) ** 2
    return (evened(wings) + 0.05 * above(noise(rng, length), 1_500.0)) * near


def mosquito(take: Take) -> Wave:
    """A mosquito: 580 to 650 Hz, thin and nasal, that comes to the ear and goes away."""
    rng, length = take.rng, take.length
    pitch = take.vary(610.0, 0.06) * (1.0 + 0.045 * curve(rng, length, 1.8 * take.pace, -1.0, 1.0))
    wings = harmonics(pitch, [0.6, 1.0, 0.7, 0.65, 0.3, 0.25, 0.15, 0.1])
    return evened(wings) * (0.05 + curve(rng, length, 0.9 * take.pace, 0.0, 1.0) ** 3)


def snake(take: Take) -> Wave:
    """A hiss: breath of 3 to 11 kHz that starts softly, presses, and leaks away within 1.6 s."""
    rng = take.rng
    length = take.within(take.stray(1.6, 0.15))
    hiss = tilted(rng, length, 0.5, 3_000.0, 11_000.0)
    shape = line(length, (0.0, 0.0), (0.2, 0.55), (0.4, 1.0), (0.75, 0.7), (1.0, 0.0)) ** 1.3
    return hiss * shape * curve(rng, length, 22.0, 0.8, 1.1)


def rattlesnake(take: Take) -> Stereo:
    """A rattle: 55 shakes a second, each a dry click of 4 to 12 kHz, rising as the snake means it."""
    rng, length = take.rng, take.length
    rate = take.vary(55.0, 0.06) * take.pace * curve(rng, length, 0.8, 0.85, 1.1)
    turns = np.cumsum(rate) / RATE
    at = np.searchsorted(turns, np.arange(0.5, turns[-1], 0.5))
    beads = bank(16, lambda: peaked(click(rng, 4_000.0, 12_000.0, 0.007)))
    eager = curve(rng, length, 1.2, 0.35, 1.0)
    return scatter(rng, length, beads, at, rng.uniform(0.5, 1.0, len(at)) * eager[np.minimum(at, length - 1)], 0.2)


def whale(take: Take) -> Wave:
    """A song: 2.6 s that slides between 90 and 420 Hz with a slow vibrato and a faint upper voice."""
    rng = take.rng
    length = take.within(take.stray(2.7, 0.15))
    knots = take.rng.uniform(0.5, 1.5, 5)
    glide = np.interp(
        np.linspace(0.0, 1.0, length), np.linspace(0.0, 1.0, 5), np.cumprod(knots) / np.prod(knots) ** 0.5
    )
    pitch = take.vary(210.0, 0.15) * np.clip(glide, 0.4, 2.2) * (1.0 + 0.02 * np.sin(2.0 * np.pi * 3.1 * times(length)))
    song = harmonics(pitch, (1.0, 0.45, 0.5, 0.2, 0.18, 0.08)) + 0.04 * breathed(
        rng, length, ((0.0, Vowel((400.0, 900.0, 1_800.0), 200.0)), (1.0, Vowel((300.0, 700.0, 1_600.0), 200.0)))
    )
    return song * swell(length, 0.5, 0.8)


def dolphin(take: Take) -> Wave:
    """A dolphin: clicks that speed up to 120 a second, then a whistle from 5 up to 11 kHz and back."""
    rng = take.rng
    length = samples(1.3)
    total = np.zeros(length)
    turns = np.cumsum(rising(samples(0.6), 18.0, 140.0)) / RATE
    for at in np.searchsorted(turns, np.arange(0.5, turns[-1])):
        put(total, peaked(click(rng, 3_000.0, 14_000.0, 0.0025)), int(at), 0.6)
    long = samples(0.55)
    pitch = take.vary(6_500.0, 0.1) * line(long, (0.0, 0.75), (0.4, 1.6), (0.7, 1.2), (1.0, 1.5))
    put(total, np.sin(angle(pitch)) * swell(long, 0.06, 0.12), samples(0.66), 0.55)
    return total


def chewing(take: Take) -> Wave:
    """A bite of something crisp: 60 cells that burst within 0.15 s, 700 Hz to 7 kHz, heard through the jaw."""
    rng = take.rng
    length = samples(take.stray(0.26, 0.15))
    press = line(length, (0.0, 1.0), (0.3, 0.6), (1.0, 0.0))
    cells = bank(24, lambda: peaked(click(rng, rng.uniform(600.0, 2_000.0), 7_000.0, rng.uniform(0.002, 0.009))))
    at = instants(rng, length, (520.0 if take.number % 5 == 0 else 240.0) * press)
    crunch = scatter_here(rng, length, cells, at, heavy_tailed(rng, len(at), 2.2))
    jaw = below(noise(rng, length), 320.0) * hit(length, 0.01, 0.2)
    return crunch + 0.35 * evened(jaw) * press + 0.1 * evened(pulses(flat(60.0, length), 4.0)) * press
