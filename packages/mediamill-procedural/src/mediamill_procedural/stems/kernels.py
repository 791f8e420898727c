"""What a source looks like around a point of the spectrogram: the kernels of kernel additive modelling.

Liutkus, Fitzgerald, Rafii, Pardo and Daudet (2014), "Kernel additive models for source separation"; the two medians
are those of Fitzgerald (2010), "Harmonic/percussive separation using median filtering"; similar frames as in Rafii and
Pardo (2012), "Music/voice separation using the similarity matrix". Magnitudes are (frames, bins).
"""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter1d, median_filter

Magnitudes = NDArray[np.float32]
Frames = NDArray[np.intp]

QUIET = 1e-3  # of the loudest frame's features: below it all frames are alike


def steady(magnitudes: Magnitudes, frames: int) -> Magnitudes:
    """What lasts: the median along time over so many frames, an odd number."""
    columns = np.ascontiguousarray(magnitudes.T)
    for column in columns:
        column[:] = median_filter(column, frames)
    return np.ascontiguousarray(columns.T)


def wideband(magnitudes: Magnitudes, bins: int) -> Magnitudes:
    """What is everywhere at once: the median along frequency over so many bins, an odd number."""
    spread: Magnitudes = np.stack([median_filter(row, bins) for row in magnitudes])
    return spread


def similar_frames(features: Magnitudes, count: int, *, apart: int, peak: int) -> Frames:
    """For each frame the `count` most similar ones, (frames, count), more than `apart` frames away.

    Only the best of `peak` neighbouring frames counts; where there are too few, the frame itself stands in.
    """
    lengths = np.linalg.norm(features, axis=1, keepdims=True)
    directions = features / (lengths + QUIET * lengths.max() + np.float32(1e-12))
    alike = directions @ directions.T
    frames = np.arange(len(alike))
    alike[np.abs(frames[:, np.newaxis] - frames) <= apart] = 0.0
    alike[alike < maximum_filter1d(alike, peak, axis=1)] = 0.0
    count = min(count, len(alike))
    best = np.argpartition(-alike, count - 1, axis=1)[:, :count]
    found = np.take_along_axis(alike, best, axis=1) > 0.0
    similar: Frames = np.where(found, best, frames[:, np.newaxis])
    return similar


def average(magnitudes: Magnitudes, similar: Frames) -> Magnitudes:
    """What comes back, where it is strong: the mean over a frame and those similar to it."""
    total = magnitudes.copy()
    for frames in similar.T:
        total += magnitudes[frames]
    return np.asarray(total / np.float32(1 + similar.shape[1]))


def repeated(magnitudes: Magnitudes, similar: Frames) -> Magnitudes:
    """What comes back: the median over a frame and those similar to it, an even number of them."""
    ranked: list[Magnitudes] = [magnitudes, *(magnitudes[frames] for frames in similar.T)]
    half = len(ranked) // 2
    # Bubbles the upper half to the end: for a few large arrays much faster than sorting each point.
    for done in range(half + 1):
        for place in range(len(ranked) - 1 - done):
            low = np.minimum(ranked[place], ranked[place + 1])
            ranked[place + 1] = np.maximum(ranked[place], ranked[place + 1])
            ranked[place] = low
    return ranked[half]
