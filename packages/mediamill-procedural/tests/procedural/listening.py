"""Ears: what can be measured of a drum loop. A loop is heard as it plays, over and over, so everything is circular."""

import itertools

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]

RATE = 44_100
HOP = 441  # 10 ms
WINDOW = 1_024
BAND_EDGES_HZ = (30.0, 120.0, 250.0, 500.0, 1_000.0, 2_000.0, 4_000.0, 8_000.0, 16_000.0)
TEMPI = np.arange(60.0, 200.0, 0.25)


def mono(loop: NDArray[np.float32]) -> Wave:
    return np.asarray(loop.mean(axis=1), np.float64)


def bands(loop: NDArray[np.float32]) -> Wave:
    """Power in eight bands every 10 ms, (frames, 8)."""
    wave = mono(loop)
    around = np.concatenate([wave[-WINDOW // 2 :], wave, wave[:WINDOW]])
    places = np.arange(len(wave) // HOP)[:, np.newaxis] * HOP + np.arange(WINDOW)[np.newaxis]
    spectrum = np.abs(np.fft.rfft(around[places] * np.hanning(WINDOW), axis=1)) ** 2
    frequencies = np.fft.rfftfreq(WINDOW, 1.0 / RATE)
    parts = [
        spectrum[:, (frequencies >= low) & (frequencies < high)].sum(axis=1)
        for low, high in itertools.pairwise(BAND_EDGES_HZ)
    ]
    return np.stack(parts, axis=1)


def onsets(loop: NDArray[np.float32]) -> Wave:
    """How much begins in each 10 ms, over all bands."""
    power = bands(loop)
    level = np.log10(1.0 + 1e3 * power / power.max(axis=0).mean())
    rise: Wave = np.maximum(level - np.roll(level, 1, axis=0), 0.0).sum(axis=1)
    return rise


def tempo(loop: NDArray[np.float32]) -> float:
    """Beats a minute by the autocorrelation of the onsets, drawn towards 115 as listeners are."""
    rise = onsets(loop) - onsets(loop).mean()
    count = len(rise)
    alike = np.fft.irfft(np.abs(np.fft.rfft(rise)) ** 2, count)
    alike /= alike[0]

    def after(frames: Wave) -> Wave:
        return np.asarray(np.interp(frames % count, np.arange(count + 1), np.append(alike, alike[0])))

    beat = 60.0 / TEMPI * RATE / HOP
    score = after(beat) + 0.5 * after(2 * beat) + 0.5 * after(4 * beat) + 0.25 * after(beat / 2)
    liking = np.exp(-0.5 * (np.log2(TEMPI / 115.0) / 0.8) ** 2)
    return float(TEMPI[np.argmax(score * liking)])


def onsets_per_second(loop: NDArray[np.float32]) -> float:
    rise = onsets(loop)
    peaks = (rise > np.roll(rise, 1)) & (rise >= np.roll(rise, -1)) & (rise > 0.12 * np.percentile(rise, 99.5))
    return float(peaks.sum()) / (len(loop) / RATE)


def centroid(wave: Wave) -> float:
    """The centre of the spectrum in Hz."""
    size = 1 << len(wave).bit_length()  # a power of two: several times faster than an odd length
    power = np.abs(np.fft.rfft(wave, size)) ** 2
    return float((power * np.fft.rfftfreq(size, 1.0 / RATE)).sum() / power.sum())


def portrait(loop: NDArray[np.float32]) -> Wave:
    """What makes a style audible, in about equal steps: the balance of the bands, centroid, density."""
    power = bands(loop).mean(axis=0)
    balance = 10.0 * np.log10(power / power.sum()) / 6.0
    return np.append(balance, [2.0 * np.log2(centroid(mono(loop))), onsets_per_second(loop)])
