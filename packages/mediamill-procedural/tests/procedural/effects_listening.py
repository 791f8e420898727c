"""Measurements that stand for ears: brightness, events, width, loudness, likeness. Sounds are (n, 2) at 44.1 kHz."""

import itertools

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import integrated_lufs
from mediamill_procedural.effects.effect import Effect, make_effect

Samples = NDArray[np.float32]
Numbers = NDArray[np.float64]

RATE = 44_100
FRAME_SECONDS = 0.005
ONSET_DB = 8.0  # how much louder than the quietest of the 60 ms before
ONSET_RANGE_DB = 24.0  # how far below the loudest moment an event may lie
ONSET_REST_SECONDS = 0.09
SMOOTHED_FRAMES = 3
MASKING_DB_PER_SECOND = 50.0  # how fast an ear recovers from what was louder
BAND_EDGES_HZ = np.concatenate([[0.0], np.geomspace(60.0, 16_000.0, 24)])


def heard(prompt: str, seconds: float | None = 2.0, *, influence: float = 0.5, seed: int = 7) -> Effect:
    """The effect of a prompt, as the engine makes it."""
    return make_effect(prompt, seconds, influence, seed, lambda fraction, stage: None)


def mono(sound: Samples) -> Numbers:
    middle: Numbers = sound.astype(np.float64).mean(axis=1)
    return middle


def spectrum(sound: Samples) -> tuple[Numbers, Numbers]:
    """Frequencies in Hz and the power at each."""
    power: Numbers = np.abs(np.fft.rfft(mono(sound))) ** 2
    return np.asarray(np.fft.rfftfreq(len(sound), 1.0 / RATE), np.float64), power


def centroid(sound: Samples) -> float:
    """The centre of the power spectrum, in Hz."""
    frequencies, power = spectrum(sound)
    return float((frequencies * power).sum() / power.sum())


def share(sound: Samples, low: float, high: float) -> float:
    """How much of the power lies between two frequencies, 0 to 1."""
    frequencies, power = spectrum(sound)
    return float(power[(frequencies >= low) & (frequencies < high)].sum() / power.sum())


def median_frequency(sound: Samples) -> float:
    """Half of the power lies below it, in Hz."""
    frequencies, power = spectrum(sound)
    return float(frequencies[np.searchsorted(np.cumsum(power), 0.5 * power.sum())])


def envelope_db(sound: Samples, frame_seconds: float = FRAME_SECONDS) -> Numbers:
    """Level of each frame in dB below the loudest."""
    frame = round(frame_seconds * RATE)
    pieces = mono(sound)[: len(sound) // frame * frame].reshape(-1, frame)
    level = 10.0 * np.log10((pieces**2).mean(axis=1) + 1e-12)
    relative: Numbers = level - level.max()
    return relative


def onsets(sound: Samples) -> list[float]:
    """The seconds at which something clearly begins: a rise that what rang before does not mask."""
    fine = envelope_db(sound)
    power = np.convolve(10.0 ** (fine / 10.0), np.ones(SMOOTHED_FRAMES) / SMOOTHED_FRAMES, "same")
    level = 10.0 * np.log10(power / power.max() + 1e-12)
    back, rest = round(0.06 / FRAME_SECONDS), round(ONSET_REST_SECONDS / FRAME_SECONDS)
    found: list[int] = []
    mask = -120.0
    for frame in range(len(level)):
        before = level[max(0, frame - back) : frame].min() if frame else -120.0
        clear = level[frame] > -ONSET_RANGE_DB and level[frame] - before > ONSET_DB and level[frame] > mask + 1.0
        if clear and (not found or frame - found[-1] > rest):
            found.append(frame)
        mask = max(level[frame], mask - MASKING_DB_PER_SECOND * FRAME_SECONDS)
    return [frame * FRAME_SECONDS for frame in found]


def ring_seconds(sound: Samples, drop_db: float = 30.0) -> float:
    """How long after its loudest moment a sound has lost so many dB for good."""
    level = envelope_db(sound, 0.02)
    loudest = int(level.argmax())
    still = np.flatnonzero(level[loudest:] > -drop_db)
    return float(still[-1]) * 0.02


def balance_db(sound: Samples) -> float:
    """How much louder the right side is than the left."""
    left, right = (sound.astype(np.float64) ** 2).mean(axis=0) + 1e-12
    return float(10.0 * np.log10(right / left))


def likeness(sound: Samples) -> float:
    """The correlation of both sides: 1 for mono."""
    left, right = sound.astype(np.float64).T
    return float(np.corrcoef(left, right)[0, 1])


def lufs(sound: Samples) -> float:
    return integrated_lufs(sound, RATE)


def portrait(sound: Samples) -> Numbers:
    """A sound as numbers that lie close together for sounds alike: colour, movement, rhythm, tone."""
    size, step = 1_024, 512
    padded = np.pad(mono(sound), (0, size))
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::step] * np.hanning(size)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    frequencies = np.fft.rfftfreq(size, 1.0 / RATE)
    inside = [(frequencies >= low) & (frequencies < high) for low, high in itertools.pairwise(BAND_EDGES_HZ)]
    bands = np.stack([power[:, band].sum(axis=1) + 1e-12 for band in inside if band.any()], axis=1)
    colour = 10.0 * np.log10(bands.mean(axis=0))
    colour = np.maximum(colour - colour.max(), -50.0)
    level = 10.0 * np.log10(bands.sum(axis=1) + 1e-9)
    level = np.maximum(level - level.max(), -50.0)
    weight = 10.0 ** (level / 20.0)
    height = np.log2((bands * np.arange(bands.shape[1])).sum(axis=1) / bands.sum(axis=1) + 1.0)
    middle = (height * weight).sum() / weight.sum()
    wandering = np.sqrt((weight * (height - middle) ** 2).sum() / weight.sum())
    tone = np.median(10.0 * np.log10(power[level > -25.0].max(axis=1) / (power[level > -25.0].mean(axis=1) + 1e-12)))
    spread = [level.std(), *(np.percentile(level, 95) - np.percentile(level, (50, 5)))]
    return np.concatenate([0.07 * colour, np.array(spread) / 6.0, _rhythm(weight), [3.0 * wandering, tone / 6.0]])


def _rhythm(level: Numbers) -> Numbers:
    """How strongly the level moves at six speeds from 0.3 to 43 Hz."""
    size = 1_024
    moving = np.abs(np.fft.rfft((level - level.mean()) * np.hanning(len(level)), size))
    speed = np.fft.rfftfreq(size, 512 / RATE)
    edges = (0.3, 1.0, 2.0, 4.0, 8.0, 16.0, 43.0)
    steps = [moving[(speed >= low) & (speed < high)] for low, high in itertools.pairwise(edges)]
    movement: Numbers = np.array([np.sqrt((step**2).mean()) for step in steps])
    return np.asarray(movement * 2.0 / (np.sqrt((level**2).sum()) + 1e-9))
