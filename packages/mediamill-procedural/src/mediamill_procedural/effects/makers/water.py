"""Water: what flows, drips, pours, splashes and boils. Most of it is bubbles (Minnaert 1933, van den Doel 2005)."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import (
    bank,
    bubble,
    bubbles,
    click,
    heavy_tailed,
    instants,
    scatter,
)
from mediamill_procedural.effects.synthesis.noises import hill, painted_wide, slope, tilted, wide
from mediamill_procedural.effects.synthesis.tones import angle
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
from mediamill_procedural.kit.waves import RATE, Wave, band, below, noise


def _flow(take: Take, low: float, high: float, per_second: float, width: float = 0.9) -> Stereo:
    """Bubbles of a stream between two pitches, denser and thinner as eddies pass."""
    rng = take.rng
    rate = per_second * take.pace * curve(rng, take.length, 1.7 * take.pace, 0.45, 1.55)
    at = instants(rng, take.length, rate)
    return scatter(rng, take.length, bubbles(rng, low, high, 64), at, heavy_tailed(rng, len(at), 2.4), width)


def stream(take: Take) -> Stereo:
    """A brook: 60 to 260 bubbles a second of 350 to 2,400 Hz, each heard, over a little noise of 0.5 to 4 kHz."""
    flowing = evened(_flow(take, take.vary(350.0), take.vary(2_400.0), take.between(60.0, 260.0)))
    bed = wide(take.rng, take.length, -3.0, 500.0, 4_000.0)
    return flowing + take.between(0.12, 0.4) * bed


def river(take: Take) -> Stereo:
    """Much water: bubbles of 180 to 1,100 Hz that merge, over a broad rush that falls 4 dB an octave."""
    flowing = evened(_flow(take, take.vary(180.0), take.vary(1_100.0), take.between(220.0, 500.0)))
    drift = curve(take.rng, take.length, 0.8 * take.pace, 0.75, 1.25)
    return 0.7 * flowing + take.between(0.6, 1.2) * drift * wide(take.rng, take.length, -4.0, 90.0, 3_500.0)


def waterfall(take: Take) -> Stereo:
    """A wall of noise, nearly pink, with a low thunder where the water lands and spray above 5 kHz."""
    rng, length = take.rng, take.length
    wall = wide(rng, length, take.vary(-3.0, 0.08), 90.0, 12_000.0)
    landing = wide(rng, length, -6.0, 30.0, 250.0) * curve(rng, length, 6.0 * take.pace, 0.6, 1.3)
    spray = wide(rng, length, 0.0, 5_000.0, 13_000.0) * curve(rng, length, 2.0 * take.pace, 0.6, 1.3)
    return wall + take.between(0.3, 1.0) * landing + 0.16 * spray


def ocean_waves(take: Take) -> Stereo:
    """A wave every 5 to 8 seconds: it swells below 400 Hz, breaks up to 6 kHz, and hisses out over the sand."""
    length, rng = take.length, take.rng
    period = take.vary(6.4, 0.12) / take.pace
    strength, foam = np.zeros(length), np.zeros(length)
    at = -rng.uniform(0.15, 0.45) * period
    while at < take.seconds:
        force = take.stray(1.0, 0.2)
        rise, fall = 0.42 * period * rng.uniform(0.8, 1.2), 0.30 * period
        shape = np.concatenate([np.linspace(0, 1, samples(rise)) ** 2.2, np.exp(-times(samples(4 * fall)) / fall)])
        put(strength, force * shape, round(at * RATE))
        put(
            foam, force * np.exp(-times(samples(3.5)) / 1.1) * swell(samples(3.5), 0.25, 1.0), round((at + rise) * RATE)
        )
        at += period * rng.uniform(0.85, 1.2)

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        now = np.minimum((instants * RATE).astype(np.int64), length - 1)
        wave, rest = strength[now], foam[now]
        deep = slope(frequencies, -5.0, 250.0) * (0.12 + wave)
        breaking = hill(frequencies, 700.0 + 600.0 * wave, 1.5) * wave**1.6 * take.between(0.7, 1.6)
        hiss = 0.5 * hill(frequencies, 5_200.0, 0.9) * rest
        return (deep + breaking + hiss) * (frequencies > 30.0)

    return painted_wide(rng, length, paint)


def drip(take: Take) -> Wave:
    """One drop into still water: a tick, 20 ms later the bubble it leaves, 500 to 1,300 Hz, rising."""
    rng = take.rng
    total = np.zeros(samples(0.4))
    put(total, click(rng, 2_000.0, 9_000.0, 0.004), 0, 0.25)
    pitch = take.vary(820.0, 0.2) * rng.choice([1.0, 1.0, 1.12, 0.84]) * take.stray(1.0, 0.05)
    put(total, bubble(rng, pitch, 0.16), samples(rng.uniform(0.015, 0.03)))
    if rng.random() < 0.4:
        put(total, bubble(rng, pitch * 1.5, 0.2), samples(rng.uniform(0.06, 0.12)), 0.3)
    return total


def blown_bubbles(take: Take) -> Stereo:
    """Air blown through water: large bubbles of 180 to 700 Hz, 8 to 30 a second, each rising clearly."""
    rng, length = take.rng, take.length
    at = instants(rng, length, take.pace * take.between(8.0, 30.0) * curve(rng, length, 1.5, 0.4, 1.6))
    low = take.vary(180.0, 0.12)
    large = scatter(rng, length, bubbles(rng, low, 3.9 * low, 48, 0.35), at, heavy_tailed(rng, len(at)), 0.7)
    at = instants(rng, length, 25.0 * take.pace)
    small = scatter(rng, length, bubbles(rng, 900.0, 2_600.0, 32, 0.2), at, heavy_tailed(rng, len(at)), 0.8)
    return large + 0.15 * small


def splash(take: Take) -> Stereo:
    """A body into water: a slap, a crown of drops within 0.3 s, a deep cavity bubble, drops falling back."""
    rng, length = take.rng, take.within(2.2)
    size = take.between(1.6, 0.55)
    slap = tilted(rng, length, -3.0, 150.0 * size, 9_000.0) * hit(length, 0.004, 0.24)
    crown = wide(rng, length, -1.5, 900.0, 11_000.0) * hit(length, 0.06, 0.75) * curve(rng, length, 25.0, 0.4, 1.0)
    rate = 320.0 * np.exp(-times(length) / 0.45)
    at = instants(rng, length, rate)
    drops = scatter(rng, length, bubbles(rng, 420.0 * size, 3_200.0, 48, 0.15), at, heavy_tailed(rng, len(at)), 0.9)
    total = 0.9 * slap + 0.35 * crown + 0.55 * drops
    for number in range(3):
        deep = bubble(rng, take.stray(150.0 * size, 0.2) * (1.0 + 0.4 * number), 0.6)
        put(total, deep, samples(0.05 + 0.07 * number + rng.uniform(0.0, 0.03)), 0.9 / (1 + number))
    return total


def pouring(take: Take) -> Stereo:
    """Water into a glass: bubbles of 400 to 2,000 Hz, and the air above them, whose pitch rises as the glass fills."""
    rng, length = take.rng, take.length
    flowing = _flow(take, 420.0, 2_000.0, take.between(60.0, 140.0), 0.3)
    full = np.minimum(times(length) / max(take.seconds, 0.5), 1.0)
    # The column of air is a quarter wave long: its pitch goes as one over what is left.
    column = take.vary(620.0, 0.12) / (1.0 - 0.62 * full)
    wet = evened(tilted(rng, length, -2.0, 300.0, 7_000.0)) * curve(rng, length, 18.0 * take.pace, 0.4, 1.0)
    air = _following(wet, column)
    return evened(flowing) * 0.6 + 0.8 * evened(air) + 0.12 * wet


def _following(wave: Wave, pitch: Wave) -> Wave:
    """The part of a noise around a moving pitch: shifted to zero, kept narrow, shifted back."""
    turned = angle(pitch)
    real, imaginary = below(wave * np.cos(turned), 70.0), below(wave * np.sin(turned), 70.0)
    return real * np.cos(turned) + imaginary * np.sin(turned)


def boiling(take: Take) -> Stereo:
    """A pot: 80 to 250 small bubbles a second around 500 Hz that burst at the surface, steam hissing above 3 kHz."""
    rng, length = take.rng, take.length
    rolling = evened(_flow(take, 260.0, 1_100.0, take.between(80.0, 250.0), 0.5))
    rumble = wide(rng, length, -5.0, 70.0, 500.0) * curve(rng, length, 9.0 * take.pace, 0.5, 1.2)
    at = instants(rng, length, take.between(6.0, 22.0) * take.pace)
    lid = scatter(
        rng, length, bank(16, lambda: click(rng, 1_200.0, 6_000.0, 0.01)), at, heavy_tailed(rng, len(at)), 0.5
    )
    return rolling + 0.45 * rumble + 0.25 * lid + 0.05 * wide(rng, length, -1.0, 3_000.0, 9_000.0)


def underwater(take: Take) -> Stereo:
    """Below the surface: a pressure hum under 200 Hz, slow swells, bubbles dulled above 700 Hz rising past."""
    rng, length = take.rng, take.length
    hum = wide(rng, length, -6.0, 35.0, 260.0) * curve(rng, length, 0.5 * take.pace, 0.6, 1.3)
    rate = take.between(3.0, 16.0) * take.pace * curve(rng, length, 0.7, 0.0, 1.0) ** 3 * 4.0
    at = instants(rng, length, rate)
    near = scatter(rng, length, bubbles(rng, 130.0, 620.0, 48, 0.45), at, heavy_tailed(rng, len(at)), 0.8)
    return hum + 0.55 * below(near, 900.0)


def tap(take: Take) -> Stereo:
    """A tap into a basin: a hiss of 1 to 7 kHz from the spout, fast bubbles, the basin humming under it."""
    rng, length = take.rng, take.length
    jet = wide(rng, length, -2.0, 900.0, 7_500.0) * curve(rng, length, 9.0, 0.85, 1.1)
    fast = evened(_flow(take, 600.0, 3_200.0, take.between(160.0, 420.0), 0.5))
    basin = np.stack([band(side, 260.0, 420.0) for side in wide(rng, length, 0.0, 100.0, 1_000.0)])
    return jet * take.between(0.5, 1.0) + 0.55 * fast + 0.25 * evened(basin)


def shower(take: Take) -> Stereo:
    """A shower: hundreds of thin jets as a steady hiss of 1.5 to 9 kHz, a patter on tiles, water running off."""
    rng, length = take.rng, take.length
    jets = wide(rng, length, -1.2, 1_500.0, 9_500.0)
    patter = bank(32, lambda: click(rng, take.stray(700.0, 0.3), 4_500.0, rng.uniform(0.004, 0.014)))
    at = instants(rng, length, take.pace * take.between(150.0, 420.0))
    tiles = scatter(rng, length, patter, at, heavy_tailed(rng, len(at)), 0.9)
    return jets + 0.8 * tiles + 0.25 * evened(_flow(take, 500.0, 1_800.0, 60.0))


def toilet_flush(take: Take) -> Stereo:
    """A flush: a rush that swells within a second, swirls, gurgles at 150 to 600 Hz as it drains, and a refill."""
    rng, length = take.rng, take.within(6.5)
    rush = wide(rng, length, -3.0, 200.0, 6_000.0) * line(
        length, (0.0, 0.0), (0.06, 0.9), (0.25, 1.0), (0.5, 0.35), (0.62, 0.12), (1.0, 0.07)
    )
    rush *= 1.0 + 0.25 * np.sin(2.0 * np.pi * 3.3 * times(length) * (1.0 + 0.2 * times(length)))
    rate = 150.0 * line(length, (0.0, 0.1), (0.3, 0.6), (0.45, 1.0), (0.6, 0.9), (0.68, 0.05), (1.0, 0.0))
    at = instants(rng, length, rate)
    gurgle = scatter(rng, length, bubbles(rng, 150.0, 600.0, 48, 0.5), at, heavy_tailed(rng, len(at)), 0.5)
    refill = wide(rng, length, -1.0, 2_500.0, 8_000.0) * line(length, (0.0, 0.0), (0.55, 0.0), (0.7, 1.0), (1.0, 0.8))
    return rush + 0.5 * gurgle + 0.10 * refill


def swimming(take: Take) -> Stereo:
    """A stroke through water: a hand that enters, pulls with a swirl, and drips on its way forward."""
    rng, length = take.rng, take.within(1.4)
    entry = wide(rng, length, -3.0, 250.0, 6_000.0) * hit(length, 0.02, 0.4)
    pull = wide(rng, length, -5.0, 120.0, 1_500.0) * swell(length, 0.5, 0.6) * curve(rng, length, 9.0, 0.3, 1.0)
    at = instants(rng, length, 130.0 * line(length, (0.0, 0.6), (0.3, 0.7), (0.7, 1.0), (1.0, 0.0)))
    drops = scatter(rng, length, bubbles(rng, 300.0, 1_900.0, 48, 0.2), at, heavy_tailed(rng, len(at)), 0.7)
    side = -0.35 if take.number % 2 else 0.35
    stroke: Stereo = (0.8 * entry + 0.7 * pull + 0.6 * drops) * np.array([[1.0 - side], [1.0 + side]])
    return stroke


def drinking(take: Take) -> Wave:
    """A swallow: a wet knock of 250 Hz, then a gulp that falls and rises, 300 to 600 Hz."""
    rng, length = take.rng, take.within(0.45)
    total = np.zeros(length)
    knock = below(noise(rng, samples(0.05)), 500.0) * hit(samples(0.05), 0.004, 0.05)
    put(total, peaked(knock), samples(0.05), 0.5)
    long = samples(0.16)
    pitch = take.stray(420.0, 0.08) * line(long, (0.0, 1.25), (0.35, 0.8), (1.0, 1.5))
    put(total, np.sin(angle(pitch)) * hit(long, 0.02, 0.22), samples(0.12))
    for _ in range(4):
        put(total, bubble(rng, rng.uniform(500.0, 1_300.0), 0.3), samples(rng.uniform(0.14, 0.34)), 0.25)
    return total
