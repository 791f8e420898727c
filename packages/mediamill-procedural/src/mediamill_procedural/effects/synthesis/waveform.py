"""Raw material beyond the kit's: instants, envelopes, curves. 44.1 kHz, float64; mono is (n,), stereo (2, n)."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from mediamill_procedural.kit.waves import RATE, SIXTY_DB, Wave, band

Stereo = NDArray[np.float64]  # (2, n)

AUDIBLE_DB = 42.0  # below the peak of an event
CURVE_STEP = 16  # samples between two computed values of a random curve: the fastest turns in 250 of them
STRETCH_DENOMINATOR_MAX = 60  # pitches are met to within a few cents


def samples(seconds: float) -> int:
    """How many samples so many seconds are, at least two."""
    return max(2, round(seconds * RATE))


def times(length: int) -> Wave:
    """The instants of so many samples, in seconds."""
    return np.arange(length) / RATE


def decay(length: int, seconds: float) -> Wave:
    """An exponential decay that reaches -60 dB after so many seconds."""
    return np.exp(-SIXTY_DB / max(seconds, 1e-4) * times(length))


def hit(length: int, attack: float, seconds: float) -> Wave:
    """A rise of `attack` seconds, then a decay of so many to -60 dB."""
    time = times(length)
    after = np.maximum(time - attack, 0.0)
    return np.minimum(time / max(attack, 1e-5), 1.0) * np.exp(-SIXTY_DB / max(seconds, 1e-4) * after)


def swell(length: int, rise: float, fall: float) -> Wave:
    """1 in the middle, rising and falling like a cosine over so many seconds at the ends."""
    envelope = np.ones(length)
    up, down = min(samples(rise), length // 2), min(samples(fall), length // 2)
    if up:
        envelope[:up] = 0.5 - 0.5 * np.cos(np.pi * np.arange(up) / up)
    if down:
        envelope[-down:] *= 0.5 + 0.5 * np.cos(np.pi * (np.arange(down) + 1) / down)
    return envelope


def line(length: int, *points: tuple[float, float]) -> Wave:
    """Straight lines between (place from 0 to 1, value)."""
    places, values = zip(*points, strict=True)
    lines: Wave = np.interp(np.arange(length) / max(1, length - 1), places, values)
    return lines


def curve(rng: np.random.Generator, length: int, per_second: float, low: float = 0.0, high: float = 1.0) -> Wave:
    """A smooth random curve that turns about so many times a second."""
    count = int(length / RATE * per_second) + 3
    knots = rng.uniform(low, high, count)
    coarse = length // CURVE_STEP + 2
    place = np.minimum(np.arange(coarse) * CURVE_STEP / max(1, length), 1.0) * (count - 2)
    whole = np.minimum(place.astype(np.int64), count - 2)
    ease = 0.5 - 0.5 * np.cos(np.pi * (place - whole))
    return refined(knots[whole] * (1.0 - ease) + knots[whole + 1] * ease, CURVE_STEP, length)


def refined(coarse: Wave, step: int, length: int) -> Wave:
    """Values that stand `step` samples apart, joined by straight lines, for every one of `length` samples."""
    ramp = np.arange(step) / step
    fine: Wave = (coarse[:-1, np.newaxis] + (coarse[1:] - coarse[:-1])[:, np.newaxis] * ramp).reshape(-1)
    return fine[:length]


def put(target: Wave, wave: Wave, at: int, level: float = 1.0) -> None:
    """Add a wave into a longer one at a sample; what sticks out is cut. Mono into mono, any wave into stereo."""
    start, stop = max(0, at), min(target.shape[-1], at + wave.shape[-1])
    if start < stop:
        target[..., start:stop] += level * wave[..., start - at : stop - at]


def peaked(wave: Wave, peak: float = 1.0) -> Wave:
    """The wave with its highest sample at `peak`; silence stays silent."""
    highest = float(np.abs(wave).max()) if wave.size else 0.0
    return wave * (peak / highest) if highest > 1e-12 else wave


def evened(wave: Wave, level: float = 1.0) -> Wave:
    """The wave at an effective value (RMS) of `level`; silence stays silent."""
    power = math.sqrt(float(np.mean(wave**2))) if wave.size else 0.0
    return wave * (level / power) if power > 1e-12 else wave


def audible_seconds(wave: Wave) -> float:
    """How long a wave is heard: until it has fallen for good so far below its peak that nobody hears it end."""
    loud = np.abs(wave if wave.ndim == 1 else wave.max(axis=0))
    heard_at = np.flatnonzero(loud > loud.max() * 10.0 ** (-AUDIBLE_DB / 20.0))
    return float(heard_at[-1] + 1) / RATE if heard_at.size else 0.0


def balanced(wave: Wave, *parts: tuple[float, float, float]) -> Wave:
    """The wave with each band, (from Hz, to Hz, level), at its own level: how a pipe or a body colours a source."""
    total = np.zeros_like(wave)
    for number, (low, high, level) in enumerate(parts):
        # Two such filters that meet are half a turn apart there: unturned they would leave a hole.
        total += evened(band(wave, low, high), -level if number % 2 else level)
    return total


def edged(wave: Wave, attack: float = 0.0005, release: float = 0.008) -> Wave:
    """The wave with a start and an end that do not click."""
    length = wave.shape[-1]
    up, down = min(length // 2, samples(attack)), min(length // 2, samples(release))
    envelope = np.ones(length)
    envelope[:up] = np.linspace(0.0, 1.0, up)
    envelope[length - down :] *= np.linspace(1.0, 0.0, down)
    return wave * envelope


def transposed(wave: Wave, factor: float) -> Wave:
    """The wave played so many times as fast: shorter and higher above 1, longer and lower below."""
    ratio = Fraction(1.0 / factor).limit_denominator(STRETCH_DENOMINATOR_MAX)
    if ratio == 1:
        return wave
    result: Wave = signal.resample_poly(wave, ratio.numerator, ratio.denominator, axis=-1)
    return result


def read_at(wave: Wave, places: Wave) -> Wave:
    """The wave at fractional sample numbers, by cubic interpolation (Catmull-Rom); silent outside."""
    padded = np.concatenate([np.zeros(2), wave, np.zeros(3)])
    inside = np.clip(places, -1.0, len(wave)) + 2.0
    whole = inside.astype(np.int64)
    part = inside - whole
    one, two, three, four = padded[whole - 1], padded[whole], padded[whole + 1], padded[whole + 2]
    slope, rest = three - one, one - 2.5 * two + 2.0 * three - 0.5 * four
    result: Wave = two + part * (0.5 * slope + part * (rest + part * (0.5 * (four - one) + 1.5 * (two - three))))
    return result
