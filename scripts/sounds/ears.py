"""Measurements that stand for a listener: how often something happens, how long nothing does, how bright it is.

It knows nothing of how the sounds are made. Sounds are (n, 2) or (n,) at 44.1 kHz.
"""

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage, signal, stats

RATE = 44_100
FRAME = 441  # samples, 10 ms
BANDS_HZ = np.geomspace(60.0, 15_000.0, 25)
SMOOTH_FRAMES = 3
RISE_DB = 9.0  # from the quietest moment since the last event
RANGE_DB = 22.0  # an event is at most so much quieter than the loudest
APART_SECONDS = 0.11  # what follows sooner belongs to the same event
SILENT_DB = 50.0  # below the loudest moment: nobody hears it behind what went before
ROLL_OFF = 0.85  # of the power

Samples = NDArray[np.floating]
Numbers = NDArray[np.float64]


def events(sound: Samples) -> list[float]:
    """The seconds at which something begins: each rise that the ring of what went before does not hide."""
    level = loudness_db(sound)
    loudest = level.max()
    return [at * FRAME / RATE for at in _rises(level, loudest - RANGE_DB)]


def _rises(level: Numbers, floor: float) -> Iterator[int]:
    """Frames of the peaks that stand out of the quietest frame since the last one."""
    apart = round(APART_SECONDS * RATE / FRAME)
    quietest, last = -np.inf, -apart
    rising: int | None = None
    for frame, now in enumerate(level):
        if rising is None:
            quietest = min(quietest, now)
            if now > max(floor, quietest + RISE_DB) and frame - last >= apart:
                rising = frame
        elif now >= level[rising]:
            rising = frame
        elif now < level[rising] - RISE_DB / 2:
            yield rising
            last, quietest = rising, now
            rising = None
    if rising is not None:
        yield rising


def loudness_db(sound: Samples) -> Numbers:
    """How loud each 10 ms seem: the cube root of the power of every band, summed; in dB of a power."""
    middle = mono(sound)
    frequencies, _, spectrum = signal.stft(
        np.pad(middle, (0, FRAME)), RATE, nperseg=2 * FRAME, noverlap=FRAME, boundary=None
    )
    power = np.abs(spectrum) ** 2
    bands = [
        power[(frequencies >= low) & (frequencies < high)].sum(axis=0) for low, high in itertools.pairwise(BANDS_HZ)
    ]
    loud = ndimage.uniform_filter1d(np.cbrt(np.array(bands)).sum(axis=0), SMOOTH_FRAMES)
    return np.asarray(30.0 * np.log10(loud + 1e-6))


def silent_tail(sound: Samples) -> float:
    """Which share of a sound lies behind the last moment that is less than 50 dB below the loudest."""
    level = frames_db(sound)
    heard = np.flatnonzero(level > level.max() - SILENT_DB)
    return 1.0 - (int(heard[-1]) + 1) / len(level)


def end_db(sound: Samples) -> float:
    """How far below the loudest moment the last 30 ms begin: near nothing means that a sound was cut off."""
    level = frames_db(sound)
    return float(level[-8:-3].max() - level.max())


def frames_db(sound: Samples) -> Numbers:
    """The level of each 10 ms."""
    middle = mono(sound)
    pieces = middle[: max(1, len(middle) // FRAME) * FRAME].reshape(-1, FRAME)
    return np.asarray(10.0 * np.log10((pieces**2).mean(axis=1) + 1e-12))


def brightness(sound: Samples) -> tuple[float, float]:
    """The centre of the power spectrum, and the frequency below which 85 % of the power lie, in Hz."""
    frequencies, power = signal.welch(mono(sound), RATE, nperseg=4_096)
    total = np.cumsum(power)
    return float((frequencies * power).sum() / total[-1]), float(
        frequencies[np.searchsorted(total, ROLL_OFF * total[-1])]
    )


def mono(sound: Samples) -> Numbers:
    """Both sides together."""
    return np.asarray(sound if sound.ndim == 1 else sound.mean(axis=1), np.float64)


def share(sound: Samples, low: float, high: float) -> float:
    """How much of the power lies between two frequencies, 0 to 1."""
    frequencies, power = signal.welch(mono(sound), RATE, nperseg=8_192)
    return float(power[(frequencies >= low) & (frequencies < high)].sum() / power.sum())


def standing_out(sound: Samples) -> float:
    """How far single strokes stand out between 1 and 4 kHz: the kurtosis of the level of each 1 ms; noise: 1."""
    sections = signal.butter(2, (1_000.0, 4_000.0), "bandpass", fs=RATE, output="sos")
    level = np.abs(signal.hilbert(signal.sosfilt(sections, mono(sound))))
    return float(stats.kurtosis(level[: len(level) // 44 * 44].reshape(-1, 44).mean(axis=1)))
