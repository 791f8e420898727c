"""Ears: what can be measured of a piece of music without knowing how it was made."""

import numpy as np
from numpy.typing import NDArray
from scipy import signal

Wave = NDArray[np.float64]

RATE = 44_100
HOP = 441  # 10 ms
WINDOW = 2_048
TEMPI = np.arange(45.0, 220.0, 0.25)
CHROMA_WINDOW = 16_384
CHROMA_HZ = (60.0, 900.0)  # above, third and fifth harmonics sound like other notes
# Probe-tone ratings: Krumhansl and Kessler (1982).
MAJOR = np.array([6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88])
MINOR = np.array([6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17])


def mono(samples: NDArray[np.float32]) -> Wave:
    return np.asarray(samples.mean(axis=1), np.float64)


def onsets(samples: NDArray[np.float32]) -> Wave:
    """How much begins in each 10 ms: the rise of the logarithmic spectrum, over all bins."""
    _, _, spectrum = signal.stft(mono(samples), RATE, nperseg=WINDOW, noverlap=WINDOW - HOP)
    level = np.log10(1.0 + 200.0 * np.abs(spectrum) / np.abs(spectrum).max())
    rise = np.maximum(np.diff(level, axis=1), 0.0).sum(axis=0)
    return np.asarray(rise - signal.medfilt(rise, 51), np.float64)


def tempo(samples: NDArray[np.float32]) -> float:
    """Beats a minute by the autocorrelation of the onsets, drawn towards 115 as listeners are."""
    rise = onsets(samples)
    rise = rise - rise.mean()
    count = len(rise)
    alike = np.fft.irfft(np.abs(np.fft.rfft(rise, 2 * count)) ** 2)[:count]
    alike = alike / np.arange(count, 0, -1)
    beat = 60.0 / TEMPI * RATE / HOP
    places = np.arange(count)
    score = sum(np.interp(times * beat, places, alike) / times**0.5 for times in (1.0, 2.0, 3.0, 4.0, 8.0))
    liking = np.exp(-0.5 * (np.log2(TEMPI / 115.0) / 0.9) ** 2)
    return float(TEMPI[np.argmax(score * liking)])


def same_tempo(found: float, written: float, within: float = 0.04) -> bool:
    """Half, double and triple are the same foot tapping less or more often."""
    return any(abs(found / (written * ratio) - 1.0) <= within for ratio in (1 / 3, 0.5, 1.0, 2.0, 3.0))


def chroma(samples: NDArray[np.float32]) -> Wave:
    """Energy of the twelve pitch classes, summing to 1."""
    frequencies, _, spectrum = signal.stft(mono(samples), RATE, nperseg=CHROMA_WINDOW, noverlap=CHROMA_WINDOW // 2)
    inside = (frequencies > CHROMA_HZ[0]) & (frequencies < CHROMA_HZ[1])
    magnitudes = np.abs(spectrum[inside]) ** 0.7
    # Drums are as loud between the tones: what the surroundings of a bin have is not counted.
    magnitudes = np.maximum(magnitudes - signal.medfilt2d(magnitudes, (21, 1)), 0.0)
    pitches = np.round(69.0 + 12.0 * np.log2(frequencies[inside] / 440.0)).astype(int) % 12
    found = np.zeros(12)
    np.add.at(found, pitches, magnitudes.sum(axis=1))
    return np.asarray(found / found.sum(), np.float64)


def key(samples: NDArray[np.float32]) -> tuple[int, bool]:
    """(tonic, whether minor) whose profile correlates best with the chroma."""
    heard = chroma(samples)
    scores = {
        (tonic, profile is MINOR): float(np.corrcoef(np.roll(profile, tonic), heard)[0, 1])
        for tonic in range(12)
        for profile in (MAJOR, MINOR)
    }
    return max(scores, key=lambda tonality: scores[tonality])


def spectrum(samples: NDArray[np.float32]) -> Wave:
    """Decibels in ten octaves from 30 Hz, the mean of all at 0."""
    frequencies, power = signal.welch(mono(samples), RATE, nperseg=8_192)
    edges = 31.25 * 2.0 ** np.arange(10)
    bands = [power[(frequencies >= low) & (frequencies < 2 * low)].sum() for low in edges]
    levels = 10.0 * np.log10(np.array(bands) + 1e-12)
    return np.asarray(levels - levels.mean(), np.float64)


def portrait(samples: NDArray[np.float32]) -> Wave:
    """What makes a piece audible, in about equal steps: spectrum, density, loudness range, chroma."""
    rise = onsets(samples)
    density = (rise > 0.15 * np.percentile(rise, 99.5)).mean()
    levels = np.sqrt(np.square(mono(samples)[: len(samples) // HOP * HOP].reshape(-1, HOP)).mean(axis=1))
    crest = np.log2(np.percentile(levels, 99) / (np.percentile(levels, 40) + 1e-6))
    return np.concatenate([spectrum(samples) / 5.0, [8.0 * density, crest], 12.0 * chroma(samples)])


def clicks(samples: NDArray[np.float32]) -> int:
    """Places where one sample is no continuation of its neighbours, in a surrounding that is quiet in the treble."""
    surprise = np.abs(np.diff(samples, n=3, axis=0)).max(axis=1)
    around = signal.medfilt(surprise, 41)
    return int(((surprise > 60.0 * around + 0.05) & (surprise > 0.12)).sum())
