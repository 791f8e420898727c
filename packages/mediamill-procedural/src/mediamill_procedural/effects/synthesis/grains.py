"""Many small things at once: drops, bubbles, crackles, claps, scattered over time and over the stereo image."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.effects.synthesis.waveform import Stereo, decay, edged, samples, times
from mediamill_procedural.kit.waves import RATE, Wave, above, band, noise

Instants = NDArray[np.int64]  # sample numbers

CELLS_AT_ONCE = 1 << 18  # samples of grains laid out at a time: bounds memory


def instants(rng: np.random.Generator, length: int, rate: float | Wave) -> Instants:
    """When independent things happen: so many a second on average, the rate steady or given for every sample."""
    if isinstance(rate, np.ndarray):
        weight = np.cumsum(np.maximum(rate, 0.0)) / RATE
        count = int(rng.poisson(weight[-1]))
        return np.searchsorted(weight, np.sort(rng.uniform(0.0, weight[-1], count))).astype(np.int64)
    count = int(rng.poisson(rate * length / RATE))
    return np.sort(rng.integers(0, length, count))


def scatter(
    rng: np.random.Generator,
    length: int,
    grains: Sequence[Wave],
    at: Instants,
    levels: Wave | float = 1.0,
    width: float = 0.8,
) -> Stereo:
    """A grain of the bank at each instant, each at a place of its own in the image."""
    bank = np.zeros((len(grains), max(len(grain) for grain in grains)))
    for row, grain in zip(bank, grains, strict=True):
        row[: len(grain)] = grain
    total = np.zeros((2, length + bank.shape[1]))
    chosen = rng.integers(0, len(grains), len(at))
    turn = (rng.uniform(-width, width, len(at)) + 1.0) * np.pi / 4.0
    sides = np.stack([np.cos(turn), np.sin(turn)]) * np.broadcast_to(levels, (len(at),))
    step = max(1, CELLS_AT_ONCE // bank.shape[1])
    for first in range(0, len(at), step):
        part = slice(first, first + step)
        cells = bank[chosen[part]]
        # Instants are sorted: a part touches only its own stretch of time.
        low, high = int(at[part][0]), int(at[part][-1]) + bank.shape[1]
        places = (at[part][:, np.newaxis] - low + np.arange(bank.shape[1])).reshape(-1)
        for side in range(2):
            weights = (cells * sides[side, part][:, np.newaxis]).reshape(-1)
            total[side, low:high] += np.bincount(places, weights=weights, minlength=high - low)
    return total[:, :length]


def scatter_here(
    rng: np.random.Generator, length: int, grains: Sequence[Wave], at: Instants, levels: Wave | float = 1.0
) -> Wave:
    """The same, all at one place: mono."""
    total: Wave = scatter(rng, length, grains, at, levels, 0.0)[0]
    return total * math.sqrt(2.0)


def bank(count: int, make: Callable[[], Wave]) -> list[Wave]:
    """So many different grains of one kind."""
    return [make() for _ in range(count)]


def heavy_tailed(rng: np.random.Generator, count: int, tail: float = 2.5, most: float = 4.5) -> Wave:
    """Levels of which few are much louder than the rest (Pareto), at most `most`."""
    return np.minimum(rng.pareto(tail, count) + 0.15, most)


def click(rng: np.random.Generator, low: float, high: float, seconds: float) -> Wave:
    """A short burst of noise between two frequencies."""
    length = samples(seconds * 1.1)
    return edged(band(noise(rng, length), low, high, 1) * decay(length, seconds), 0.0002, 0.001)


def bubble(rng: np.random.Generator, pitch: float, rise: float = 0.1) -> Wave:
    """A bubble in water: Minnaert's frequency, damped and rising as van den Doel (2005) measured it.

    Its radius is 3 m/s over the pitch; damping 0.13/r + 0.0072 r^-1.5; the pitch rises by `rise` times the damping.
    """
    damping = 0.043 * pitch + 0.0014 * pitch**1.5
    length = samples(min(0.35, 6.9 / damping))
    time = times(length)
    phase = 2.0 * np.pi * pitch * (time + 0.5 * rise * damping * time**2)
    return edged(np.sin(phase + rng.uniform(0.0, 0.3)) * np.exp(-damping * time), 0.0008, 0.002)


def bubbles(rng: np.random.Generator, low: float, high: float, count: int = 40, rise: float = 0.1) -> list[Wave]:
    """A bank of bubbles between two pitches, the small ones quieter, as in a stream."""
    pitches = np.exp(rng.uniform(np.log(low), np.log(high), count))
    return [bubble(rng, float(pitch), rise) * float((low / pitch) ** 0.35) for pitch in pitches]


def crackle(rng: np.random.Generator, low: float = 900.0, high: float = 9_000.0) -> Wave:
    """Something dry that bursts: an edge and a very short ring."""
    length = samples(rng.uniform(0.002, 0.012))
    edge = np.exp(rng.uniform(np.log(low), np.log(high)))
    return edged(above(band(noise(rng, length), edge * 0.6, edge * 1.7), 300.0) * decay(length, length / RATE), 1e-4)
