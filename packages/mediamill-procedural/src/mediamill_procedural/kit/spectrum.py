"""Short-time Fourier transform and back: root-Hann windows, overlapping by three quarters; exact if nothing changes."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import fft

Samples = NDArray[np.float32]
Spectra = NDArray[np.complex64]

OVERLAPS = 4  # windows over every sample


def spectra_of(sound: Samples, size: int, *, edges: Literal["symmetric", "constant"]) -> Spectra:
    """(channels, frames, size / 2 + 1), a frame every size / 4 samples; `sound` is (n, channels).

    Beyond the edges it is mirrored ("symmetric"), so that noise seems as loud there as it is, or silent ("constant").
    """
    hop = size // OVERLAPS
    padded = np.pad(sound, ((size - hop, size - hop + -len(sound) % hop), (0, 0)), mode=edges)
    frames = np.lib.stride_tricks.sliding_window_view(padded, size, axis=0)[::hop].transpose(1, 0, 2)
    return np.asarray(fft.rfft(frames * _window(size), axis=2), np.complex64)


def sound_of(spectra: Spectra, size: int, length: int) -> Samples:
    """The (length, channels) samples whose spectra these are."""
    hop = size // OVERLAPS
    frames = fft.irfft(spectra, size, axis=2) * _window(size)
    channels, count, _ = frames.shape
    parts = frames.reshape(channels, count, OVERLAPS, hop)
    sound = np.zeros((channels, count + OVERLAPS - 1, hop), np.float32)
    for number in range(OVERLAPS):
        sound[:, number : number + count] += parts[:, :, number]
    flat = sound.reshape(channels, -1)[:, size - hop : size - hop + length]
    return np.asarray(flat.T * np.float32(2.0 / OVERLAPS))


def _window(size: int) -> Samples:
    return np.sin(np.pi * np.arange(size) / size).astype(np.float32)
