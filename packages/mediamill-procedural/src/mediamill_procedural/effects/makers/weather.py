"""Weather: rain on several grounds, hail, thunder, wind and the storms they make together."""

import numpy as np

from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.grains import (
    bank,
    bubbles,
    click,
    crackle,
    heavy_tailed,
    instants,
    scatter,
    scatter_here,
)
from mediamill_procedural.effects.synthesis.modal import GLASS, METAL, PLATE, STONE, resonated, struck
from mediamill_procedural.effects.synthesis.noises import hill, painted_wide, slope, tilted, wide
from mediamill_procedural.effects.synthesis.waveform import (
    Stereo,
    curve,
    decay,
    evened,
    hit,
    peaked,
    put,
    samples,
    times,
)
from mediamill_procedural.kit.waves import RATE, Wave, above, below, noise


def _wobbling(take: Take, wave: Stereo, depth: float, per_second: float = 0.7) -> Stereo:
    """Weather never falls evenly: a level that drifts a little, on each side by itself."""
    drift = [curve(take.rng, take.length, per_second * take.pace, 1.0 - depth, 1.0 + depth) for _ in range(2)]
    return wave * np.stack(drift)


def rain(take: Take) -> Stereo:
    """A hiss of 0.4 to 10 kHz without edges, 45 to 700 single drops a second, small bubbles in the puddles."""
    rng, length = take.rng, take.length
    bed = wide(rng, length, take.vary(-2.2, 0.15), take.between(1_100.0, 350.0), take.vary(9_500.0, 0.12))
    drops = bank(48, lambda: click(rng, take.stray(2_600.0, 0.4), 12_000.0, rng.uniform(0.002, 0.007)))
    at = instants(rng, length, take.pace * take.between(45.0, 700.0))
    near = scatter(rng, length, drops, at, heavy_tailed(rng, len(at)), 1.0)
    at = instants(rng, length, take.pace * take.between(5.0, 110.0))
    puddles = scatter(rng, length, bubbles(rng, 1_300.0, 6_000.0), at, heavy_tailed(rng, len(at)), 0.9)
    total = _wobbling(take, bed, 0.12) * take.between(0.16, 1.0)
    return total + take.between(0.42, 0.3) * near + 0.22 * puddles


def drizzle(take: Take) -> Stereo:
    """Separate, light ticks of 3 to 13 kHz on leaves and ground over almost nothing."""
    rng, length = take.rng, take.length
    drops = bank(48, lambda: click(rng, 3_500.0, 13_000.0, rng.uniform(0.001, 0.004)))
    at = instants(rng, length, take.pace * take.between(22.0, 90.0))
    leaves = bank(24, lambda: click(rng, take.stray(900.0, 0.3), 3_800.0, rng.uniform(0.004, 0.012)))
    late = instants(rng, length, take.pace * take.between(5.0, 16.0))
    total = scatter(rng, length, drops, at, heavy_tailed(rng, len(at)), 1.0)
    total += 0.8 * scatter(rng, length, leaves, late, heavy_tailed(rng, len(late)), 1.0)
    return total + 0.035 * _wobbling(take, wide(rng, length, -1.0, 2_500.0, 12_000.0), 0.1)


def downpour(take: Take) -> Stereo:
    """So much rain that drops merge: a roar from 140 Hz up, with splashes and running water in it."""
    rng, length = take.rng, take.length
    roar = wide(rng, length, take.vary(-3.4, 0.1), 140.0, 9_000.0)
    at = instants(rng, length, take.pace * take.between(600.0, 1_400.0))
    drops = bank(48, lambda: click(rng, take.stray(900.0, 0.4), 7_000.0, rng.uniform(0.003, 0.012)))
    splashes = scatter(rng, length, drops, at, heavy_tailed(rng, len(at)), 1.0)
    at = instants(rng, length, 160.0 * take.pace)
    running = scatter(rng, length, bubbles(rng, 500.0, 2_600.0), at, heavy_tailed(rng, len(at)), 0.9)
    return _wobbling(take, roar, 0.16, 1.2) + 0.32 * splashes + 0.16 * running


def rain_on_tin(take: Take) -> Stereo:
    """Each drop rings a thin plate: many short modes from 400 Hz up, a drumming between separate pings."""
    rng, length = take.rng, take.length
    pitch = take.vary(430.0, 0.12)

    def drop() -> Wave:
        return peaked(
            struck(rng, METAL, rng.uniform(0.85, 2.6) * pitch, PLATE, ring=rng.uniform(0.04, 0.09), longest=0.25)
        )

    at = instants(rng, length, take.pace * take.between(30.0, 260.0))
    pings = scatter(rng, length, bank(32, drop), at, heavy_tailed(rng, len(at), 2.2), 0.9)
    plate = [(pitch * ratio, 1.0, 0.09) for ratio in (1.0, 1.9, 3.1, 4.6, 7.4)]
    drumming = np.stack([evened(resonated(side, plate)) for side in wide(rng, length, -1.5, 200.0, 9_000.0)])
    hiss = wide(rng, length, -2.0, 1_500.0, 10_000.0)
    return 0.5 * pings + take.between(0.05, 0.34) * _wobbling(take, drumming, 0.15) + take.between(0.02, 0.14) * hiss


def rain_on_window(take: Take) -> Stereo:
    """Taps on a pane of about 820 Hz, its low boom under them, and the rain outside dulled by the glass."""
    rng, length = take.rng, take.length
    pitch = take.vary(820.0, 0.12)

    def tap() -> Wave:
        pane = struck(rng, GLASS, rng.uniform(0.8, 1.9) * pitch, PLATE[:7], ring=0.05, longest=0.09)
        boom = struck(rng, STONE, take.stray(190.0, 0.12), (1.0, 2.1), ring=0.35, longest=0.09)
        total = np.zeros(max(len(pane), len(boom)))
        put(total, peaked(pane), 0)
        put(total, peaked(boom), 0, 0.35)
        return total

    at = instants(rng, length, take.pace * take.between(14.0, 75.0))
    taps = scatter(rng, length, bank(32, tap), at, heavy_tailed(rng, len(at), 2.0), 0.85)
    outside = below(wide(rng, length, -4.0, 90.0, 1_600.0), 1_100.0)
    return 0.6 * taps + take.between(0.05, 0.16) * _wobbling(take, outside, 0.15)


def rain_on_tent(take: Take) -> Stereo:
    """Drops on stretched cloth: dull, close, without ring, between 200 and 1,800 Hz."""
    rng, length = take.rng, take.length
    thuds = bank(40, lambda: click(rng, take.stray(260.0, 0.2), take.stray(1_700.0, 0.25), rng.uniform(0.012, 0.03)))
    at = instants(rng, length, take.pace * take.between(30.0, 190.0))
    total = scatter(rng, length, thuds, at, heavy_tailed(rng, len(at), 2.3), 1.0)
    return total + take.between(0.03, 0.12) * _wobbling(take, wide(rng, length, -3.0, 180.0, 3_500.0), 0.15)


def hail(take: Take) -> Stereo:
    """Balls of ice on hard ground: bright knocks of 1 to 8 kHz that bounce once or twice, over a rattle."""
    rng, length = take.rng, take.length
    pitch = take.vary(1_750.0, 0.15)

    def ball() -> Wave:
        total = np.zeros(samples(0.16))
        at, level = 0.0, 1.0
        for _ in range(int(rng.integers(1, 4))):
            blow = struck(rng, STONE, pitch * rng.uniform(0.6, 2.0), PLATE[:6], ring=0.35, force=level, longest=0.05)
            put(total, peaked(blow), samples(at), level)
            at, level = at + rng.uniform(0.02, 0.07), level * rng.uniform(0.25, 0.5)
        return total

    at = instants(rng, length, take.pace * take.between(25.0, 150.0))
    balls = scatter(rng, length, bank(32, ball), at, heavy_tailed(rng, len(at), 2.0), 1.0)
    rattle = wide(rng, length, -1.0, 1_200.0, 8_000.0)
    return balls + take.between(0.02, 0.10) * _wobbling(take, rattle, 0.25, 2.0)


def thunder(take: Take) -> Stereo:
    """A tearing crack, then rolls below 200 Hz, each later and duller.

    After Ribner and Roy (1982): distance along the lightning channel becomes time, air takes the high frequencies.
    """
    rng = take.rng
    length = take.within(take.vary(6.5, 0.12))
    total = np.zeros((2, length))
    for number, start in enumerate([0.0, *(np.array([0.05, 0.14, 0.27, 0.42]) + rng.uniform(-0.03, 0.05, 4)) * length]):
        rest = length - int(start)
        ceiling = take.stray(260.0, 0.15) - 22.0 * number
        near, far = (below(tilted(rng, rest, -5.5, 32.0, 900.0), ceiling) for _ in range(2))
        # Strokes of the channel arrive in clusters: the strength of a roll is never smooth.
        shape = hit(rest, rng.uniform(0.02, 0.2), rng.uniform(2.2, 4.2)) * (0.35 + curve(rng, rest, 7.0) ** 1.5)
        side, force = rng.uniform(-0.5, 0.5), rng.uniform(0.6, 1.0)
        left, right = (1.0 - side) * near + 0.5 * far, (1.0 + side) * near - 0.5 * far
        put(total, force * shape * np.stack([left, right]), int(start))
    put(total, _torn(take, min(length, samples(0.55))), 0, 0.25 + 3.2 * take.intensity**1.4)
    return total * np.minimum(1.0, np.linspace(2.5, 0.0, length))


def _torn(take: Take, length: int) -> Stereo:
    """The nearest piece of the lightning channel: hundreds of small shocks within a tenth of a second."""
    rng = take.rng
    at = instants(rng, length, 900.0 * np.exp(-times(length) / 0.12))
    crack = scatter(rng, length, bank(16, lambda: crackle(rng, 350.0, 5_000.0)), at, heavy_tailed(rng, len(at), 1.8))
    burst = tilted(rng, length, -3.5, 60.0, 7_000.0) * hit(length, 0.002, 0.38) * (0.3 + curve(rng, length, 40.0))
    return 0.5 * peaked(crack) + 0.7 * peaked(burst)


def _gusts(take: Take, per_second: float, calm: float) -> Wave:
    """The speed of wind, 0 to 1: slow gusts with turbulence on them."""
    slow = curve(take.rng, take.length, per_second * take.pace, calm, 1.0)
    return np.clip(slow + 0.12 * curve(take.rng, take.length, 5.0 * take.pace, -1.0, 1.0), 0.05, 1.2)


def wind(take: Take) -> Stereo:
    """Broad noise that falls 5 dB an octave and brightens in gusts; edges whistle higher the faster it blows."""
    return _blown(take, whistle=take.between(0.5, 1.6), tilt=-5.0, calm=take.between(0.3, 0.15), pitch=1.0)


def _blown(take: Take, *, whistle: float, tilt: float, calm: float, pitch: float) -> Stereo:
    speed = _gusts(take, take.vary(0.45, 0.15), calm)
    edges = [
        (take.vary(centre, 0.12) * pitch, np.clip(curve(take.rng, take.length, 0.9 * take.pace, -0.45, 1.0), 0.0, 1.0))
        for centre in (340.0, 560.0, 910.0)
    ]

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        at = np.minimum((instants * RATE).astype(np.int64), take.length - 1)
        blowing = speed[at]
        gain = slope(frequencies, tilt, 300.0) * (frequencies > 25.0) * blowing**1.2
        gain = gain * (0.4 + 0.6 * hill(frequencies, 250.0 + 900.0 * blowing, 1.6))
        for centre, strength in edges:
            gain = gain + whistle * strength[at] * blowing**2 * hill(frequencies, centre * (0.6 + 0.7 * blowing), 0.09)
        return gain

    return painted_wide(take.rng, take.length, paint)


def gale(take: Take) -> Stereo:
    """A gale around a house: whistles of 400 Hz to 1.3 kHz that rise and fall with every gust, over a low roar."""
    return _blown(take, whistle=take.between(2.2, 4.5), tilt=-4.5, calm=take.between(0.3, 0.12), pitch=1.25)


def breeze(take: Take) -> Stereo:
    """A light wind in leaves: soft rustle between 1 and 8 kHz that comes and goes."""
    rng, length = take.rng, take.length
    leaves = wide(rng, length, -2.5, 1_100.0, 7_500.0) * _gusts(take, 0.5, 0.1) ** 1.5
    at = instants(rng, length, 60.0 * curve(rng, length, 0.8 * take.pace))
    rustle = scatter(rng, length, bank(32, lambda: crackle(rng, 2_000.0, 8_000.0)), at, heavy_tailed(rng, len(at)), 1.0)
    air = wide(rng, length, -5.0, 60.0, 600.0) * _gusts(take, 0.4, 0.3)
    return 0.7 * leaves + 0.25 * rustle + take.between(0.05, 0.12) * air


def blizzard(take: Take) -> Stereo:
    """A gale that howls between 500 and 1,500 Hz, with dry snow driven past as a hiss above 4 kHz."""
    howl = _blown(take, whistle=take.between(1.4, 3.0), tilt=-3.5, calm=0.35, pitch=1.7)
    snow = wide(take.rng, take.length, -1.0, 4_000.0, 11_000.0) * _gusts(take, 1.1, 0.1) ** 2
    return howl + take.between(0.12, 0.3) * snow


def storm(take: Take) -> Stereo:
    """Rain, wind and thunder at once, the thunder every 4 to 7 seconds."""
    total = evened(downpour(take), 0.5) + evened(wind(take), 0.4)
    at = samples(take.rng.uniform(0.3, 0.9))
    while at < take.length:
        put(total, peaked(thunder(take), take.rng.uniform(2.4, 3.8)), at)
        at += samples(take.rng.uniform(4.0, 7.0) / take.pace)
    return total


def tornado(take: Take) -> Stereo:
    """A roar like a freight train: low noise that turns once or twice a second, with wreckage in it."""
    rng, length = take.rng, take.length
    turning = 1.0 + 0.35 * np.sin(2.0 * np.pi * np.cumsum(curve(rng, length, 0.7, 1.2, 2.4) * take.pace) / RATE)
    roar = wide(rng, length, -6.0, 28.0, 1_200.0) * turning
    air = evened(_blown(take, whistle=0.8, tilt=-3.0, calm=0.6, pitch=1.3))
    debris = bank(20, lambda: struck(rng, STONE, rng.uniform(200.0, 1_600.0), PLATE[:6], ring=0.6, longest=0.3))
    at = instants(rng, length, take.between(2.0, 12.0))
    flung = scatter(rng, length, debris, at, heavy_tailed(rng, len(at)), 1.0)
    return roar + 0.5 * air + 0.3 * above(flung, 150.0)


def earthquake(take: Take) -> Stereo:
    """The ground shaking below 70 Hz, and everything that stands on it rattling in the same rhythm."""
    rng, length = take.rng, take.length
    shaking = curve(rng, length, 9.0 * take.pace, 0.1, 1.0) * curve(rng, length, 0.8, 0.5, 1.0)
    ground = wide(rng, length, -4.0, 18.0, 70.0)
    rattles = bank(32, lambda: struck(rng, STONE, rng.uniform(250.0, 2_400.0), PLATE[:5], ring=0.5, longest=0.15))
    at = instants(rng, length, take.between(15.0, 60.0) * shaking)
    things = scatter(rng, length, rattles, at, heavy_tailed(rng, len(at)), 1.0)
    return (ground + 0.4 * wide(rng, length, -6.0, 60.0, 500.0)) * shaking + 0.3 * things


def lightning(take: Take) -> Wave:
    """A stroke close by: an edge that splits the air, torn for a tenth of a second, almost no rumble."""
    rng, length = take.rng, take.within(1.2)
    snap = above(noise(rng, length), 400.0) * hit(length, 0.0004, 0.10)
    sparks = instants(rng, length, 700.0 * np.exp(-times(length) / 0.09))
    torn = scatter_here(rng, length, bank(16, lambda: crackle(rng, 800.0, 9_000.0)), sparks, 1.0)
    return snap + 0.8 * torn + 1.2 * tilted(rng, length, -6.0, 40.0, 600.0) * decay(length, 0.9)
