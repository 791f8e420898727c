"""Short-time Fourier transform and back: root-Hann windows, overlapping by three quarters; exact if nothing changes."""

import numpy as np
from numpy.typing import NDArray
from scipy import fft

Samples = NDArray[np.float32]
Spectra = NDArray[np.complex64]

OVERLAPS = 4  # windows over every sample


def spectra_of(sound: Samples, size: int) -> Spectra:
    """(frames, size / 2 + 1), a frame every size / 4 samples; `sound` is (n,)."""
    hop = size // OVERLAPS
    # Mirrored, so that noise seems as loud at the ends as it is.
    padded = np.pad(sound, (size - hop, size - hop + -len(sound) % hop), mode="symmetric")
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop] * _window(size)
    return np.asarray(fft.rfft(frames, axis=1), np.complex64)


def sound_of(spectra: Spectra, size: int, length: int) -> Samples:
    """The (length,) samples whose spectra these are."""
    hop = size // OVERLAPS
    frames = fft.irfft(spectra, size, axis=1) * _window(size)
    parts = frames.reshape(len(frames), OVERLAPS, hop)
    sound = np.zeros((len(frames) + OVERLAPS - 1, hop), np.float32)
    for number in range(OVERLAPS):
        sound[number : number + len(frames)] += parts[:, number]
    return sound.ravel()[size - hop : size - hop + length] * np.float32(2.0 / OVERLAPS)


def _window(size: int) -> Samples:
    return np.sin(np.pi * np.arange(size) / size).astype(np.float32)
