"""DeepFilterNet3, where the extra `neural` is installed: what is not a voice goes, music and typing included.

Schröter, Rosenkranz, Escalante and Maier (2023), "DeepFilterNet: Perceptually Motivated Real-Time Speech Enhancement".
Its three networks are run over a whole piece at once, by what surrounds each moment on both sides: nothing lags.
"""

import functools
import importlib
import tarfile
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import fft, signal

from mediamill_procedural.kit.models import folder_of

Samples = NDArray[np.float32]
Spectra = NDArray[np.complex64]

ARCHIVE, NETWORKS = "_models/DeepFilterNet3_onnx.tar.gz", ("enc", "erb_dec", "df_dec")
# As the networks were trained, at 48 kHz.
FRAME, HOP = 960, 480  # samples
# Bins of each band: equal steps on Glasberg and Moore's scale (1990) of what an ear tells apart, two bins at least.
WIDTHS = (*(2,) * 13, 5, 5, 7, 7, 8, 10, 12, 13, 15, 18, 20, 24, 28, 31, 37, 42, 50, 56, 67)
STARTS = np.cumsum((0, *WIDTHS[:-1]))
LOW_BINS = 96  # up to 4.8 kHz: filtered over TAPS frames, the others are weighed band by band
TAPS, AHEAD = 5, 2  # frames; so many of them are later than the one that is made
MEMORY = 0.99  # of the running means, for each frame
BAND_DB, BAND_SCALE = (-60.0, -90.0), 40.0  # where the means begin, lowest to highest
LOW_LEVELS = (1e-3, 1e-4)


@dataclass(frozen=True, slots=True)
class Isolator:
    """The loaded networks."""

    encoder: Any
    gains: Any
    filters: Any

    def voice(self, sound: Samples) -> Samples:
        """The (n, channels) samples at 48 kHz without what is no voice; all channels are filtered alike."""
        spectra = _spectra(sound)
        bands, low = _features(_spectra(_principal(sound))[0])
        seen = {"feat_erb": bands[np.newaxis, np.newaxis], "feat_spec": np.stack([low.real, low.imag])[np.newaxis]}
        *levels, embedded, detail, _ = self.encoder.run(None, {name: _ahead(one) for name, one in seen.items()})
        weighed = dict(zip(("e0", "e1", "e2", "e3"), levels, strict=True))
        gain = self.gains.run(None, {"emb": embedded, **weighed})[0][0, 0]
        taps = self.filters.run(["coefs"], {"emb": embedded, "c0": detail})[0][0].reshape(len(gain), LOW_BINS, TAPS, 2)
        taps = taps[..., 0] + 1j * taps[..., 1]
        around = np.pad(spectra[:, :, :LOW_BINS], ((0, 0), (TAPS - 1 - AHEAD, AHEAD), (0, 0)))
        spectra *= np.repeat(gain, WIDTHS, axis=1)
        spectra[:, :, :LOW_BINS] = sum(around[:, tap : tap + len(gain)] * taps[:, :, tap] for tap in range(TAPS))
        return _sound(spectra, len(sound))


def loaded() -> Isolator | None:
    """The networks in memory; None where they are not installed."""
    folder = folder_of("deepfilternet")
    if folder is None:
        return None
    runtime = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    with tarfile.open(folder / ARCHIVE) as archive:
        files = (archive.extractfile(f"tmp/export/{name}.onnx") for name in NETWORKS)
        networks = [file.read() for file in files if file is not None]
    return Isolator(*(runtime.InferenceSession(one, options, providers=["CPUExecutionProvider"]) for one in networks))


def _principal(sound: Samples) -> Samples:
    """One channel that has most of all of them: also of two that are each other's opposite."""
    most = np.linalg.eigh(sound.T.astype(np.float64) @ sound)[1][:, -1:]
    most /= np.abs(most).sum() * np.sign(most[np.argmax(np.abs(most))])
    return np.asarray(sound @ most, np.float32)


def _features(spectra: Spectra) -> tuple[Samples, Spectra]:
    """(frames, bands) of loudness and (frames, LOW_BINS) of spectrum, both against their running means."""
    loud: NDArray[np.float64] = 10.0 * np.log10(
        np.add.reduceat(np.square(np.abs(spectra)), STARTS, axis=1) / WIDTHS + 1e-10
    )
    low = spectra[:, :LOW_BINS]
    bands = (loud - _running(loud, BAND_DB)) / BAND_SCALE
    return np.asarray(bands, np.float32), (low / np.sqrt(_running(np.abs(low), LOW_LEVELS))).astype(np.complex64)


def _running(values: NDArray[np.floating], first: tuple[float, float]) -> NDArray[np.float64]:
    begin = MEMORY * np.linspace(*first, values.shape[1])
    means: NDArray[np.float64] = signal.lfilter([1.0 - MEMORY], [1.0, -MEMORY], values, axis=0, zi=begin[np.newaxis])[0]
    return means


def _ahead(features: Samples) -> Samples:
    """Moved so that each frame's own answer knows the AHEAD that follow."""
    late = min(AHEAD, features.shape[2])
    return np.asarray(np.pad(features[:, :, AHEAD:], ((0, 0), (0, 0), (0, late), (0, 0))), np.float32)


def _spectra(sound: Samples) -> Spectra:
    """(channels, frames, bins), a frame every HOP samples."""
    padded = np.pad(sound, ((HOP, HOP + -len(sound) % HOP), (0, 0)))
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME, axis=0)[::HOP].transpose(1, 0, 2)
    return np.asarray(fft.rfft(frames * _window(), axis=2) / FRAME, np.complex64)


def _sound(spectra: Spectra, length: int) -> Samples:
    frames = fft.irfft(spectra * FRAME, FRAME, axis=2) * _window()
    halves = frames.reshape(*frames.shape[:2], 2, HOP)
    sound = np.zeros((len(frames), frames.shape[1] + 1, HOP), np.float32)
    sound[:, :-1] += halves[:, :, 0]
    sound[:, 1:] += halves[:, :, 1]
    return np.ascontiguousarray(sound.reshape(len(frames), -1)[:, HOP : HOP + length].T)


@functools.cache
def _window() -> Samples:
    """Vorbis's: squared, two that overlap by half add up to one."""
    return np.sin(np.pi / 2 * np.square(np.sin(np.pi * (np.arange(FRAME) + 0.5) / FRAME))).astype(np.float32)
