"""Short-time Fourier transform and back: root-Hann windows, overlapping by three quarters; exact if nothing changes."""

import numpy as np
from numpy.typing import NDArray
from scipy import fft

Samples = NDArray[np.float32]
Spectra = NDArray[np.complex64]

FRAME = 6_144  # samples, 128 to 139 ms: parts the overtones of a bass, and two quick beats
HOP = FRAME // 4


def spectra_of(sound: Samples) -> Spectra:
    """(channels, frames, FRAME / 2 + 1), a frame every HOP samples; `sound` is (n, channels)."""
    padded = np.pad(sound, ((FRAME - HOP, FRAME - HOP + -len(sound) % HOP), (0, 0)))
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME, axis=0)[::HOP].transpose(1, 0, 2)
    return np.asarray(fft.rfft(frames * _window(), axis=2), np.complex64)


def sound_of(spectra: Spectra, length: int) -> Samples:
    """The (length, channels) samples whose spectra these are."""
    frames = fft.irfft(spectra, FRAME, axis=2) * _window()
    channels, count, _ = frames.shape
    overlaps = FRAME // HOP
    parts = frames.reshape(channels, count, overlaps, HOP)
    sound = np.zeros((channels, count + overlaps - 1, HOP), np.float32)
    for number in range(overlaps):
        sound[:, number : number + count] += parts[:, :, number]
    flat = sound.reshape(channels, -1)[:, FRAME - HOP : FRAME - HOP + length]
    return np.asarray(flat.T * np.float32(2.0 / overlaps))


def _window() -> Samples:
    return np.sin(np.pi * np.arange(FRAME) / FRAME).astype(np.float32)
