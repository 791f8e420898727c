"""Finishing sound: an even loudness (ITU-R BS.1770-4) and peaks that no player and no mp3 decoder clips."""

import functools
import math

import numpy as np
import pyloudnorm
from numpy.typing import NDArray
from scipy import ndimage, signal

Samples = NDArray[np.float32]

OVERSAMPLING = 4  # BS.1770-4, annex 2: finds peaks between the samples to within 0.6 dB
MP3_MARGIN_DB = 1.2  # a 192 kb/s mp3 decodes to peaks up to this much above the original (measured: 1.1)
METER_BLOCK_SECONDS = 0.4  # the gating block of BS.1770; nothing shorter can be measured
MAX_GAIN_DB = 40.0  # quieter sound is taken for noise and not raised further
MAX_LIMITING_DB = 12.0  # a lone click stays quieter than asked rather than being squashed
LOUDNESS_PASSES = 4  # limiting takes loudness away: each pass gives back what the last one took
LOUDNESS_TOLERANCE_DB = 0.1
LEAST_YIELD = 0.25  # decibels of loudness per decibel of gain, where the limiter takes the rest
LOOK_AHEAD_SECONDS = 0.003  # long enough not to click, short enough not to pump
RELEASE_DB_PER_SECOND = 60.0
CHUNK_SAMPLES = 1 << 18  # oversampled at once: bounds memory
CHUNK_OVERLAP = 64  # samples, more than the interpolation filter reaches

_INTERPOLATION = signal.firwin(12 * OVERSAMPLING + 1, 1.0 / OVERSAMPLING, window=("kaiser", 5.0))


def master(
    samples: Samples, rate: int, *, lufs: float, peak_dbtp: float = -1.0, margin_db: float = MP3_MARGIN_DB
) -> Samples:
    """The same sound, of the same shape, at an integrated loudness of `lufs`, silence as it is.

    Its true peak is `margin_db` below `peak_dbtp`, so that it stays under it after mp3 coding; lossless files need
    hardly any margin. Sound with lone peaks may stay quieter.
    """
    channels = np.atleast_2d(samples.T).T.astype(np.float64)
    measured = integrated_lufs(samples, rate)
    if not math.isfinite(measured):
        return samples.astype(np.float32)
    ceiling_db = peak_dbtp - margin_db
    peaks = _true_peaks(channels)
    highest_gain_db = min(MAX_GAIN_DB, ceiling_db + MAX_LIMITING_DB - _decibels(float(peaks.max())))
    gain_db, heard_db, limited = 0.0, measured, channels
    yielded = 1.0  # loudness won per decibel of gain: less and less, the more the limiter has to do
    for _ in range(LOUDNESS_PASSES):
        raised_db = min(gain_db + (lufs - heard_db) / yielded, highest_gain_db)
        limited = _limited(channels * _factor(raised_db), peaks * _factor(raised_db), rate, ceiling_db)
        now_db = integrated_lufs(limited, rate)
        if abs(lufs - now_db) < LOUDNESS_TOLERANCE_DB or raised_db in (gain_db, highest_gain_db):
            break
        yielded = min(1.0, max(LEAST_YIELD, (now_db - heard_db) / (raised_db - gain_db)))
        gain_db, heard_db = raised_db, now_db
    # Moving gain shifts the peaks between samples by hundredths of a decibel: that rest goes everywhere.
    highest_db = _decibels(float(_true_peaks(limited).max()))
    limited = limited * _factor(min(0.0, ceiling_db - highest_db))
    return limited.reshape(samples.shape).astype(np.float32)


def integrated_lufs(samples: Samples | NDArray[np.float64], rate: int) -> float:
    """Integrated loudness in LUFS, -inf for silence; sound under 0.4 s counts as if silence followed."""
    channels = np.atleast_2d(samples.T).T.astype(np.float64)
    missing = math.ceil(METER_BLOCK_SECONDS * rate) + 1 - len(channels)
    if missing > 0:
        channels = np.pad(channels, ((0, missing), (0, 0)))
    with np.errstate(divide="ignore", invalid="ignore"):
        measured = float(pyloudnorm.Meter(rate, block_size=METER_BLOCK_SECONDS).integrated_loudness(channels))
    return -math.inf if math.isnan(measured) else measured


def true_peak_dbtp(samples: Samples) -> float:
    """The highest peak, between the samples too, in dB relative to full scale; -inf for silence."""
    return _decibels(float(_true_peaks(np.atleast_2d(samples.T).T.astype(np.float64)).max()))


def _limited(
    channels: NDArray[np.float64], peaks: NDArray[np.float32], rate: int, ceiling_db: float
) -> NDArray[np.float64]:
    """Look-ahead limiting: the reduction each peak needs, held around it, released slowly, smoothed."""
    reach = max(1, round(LOOK_AHEAD_SECONDS * rate))
    with np.errstate(divide="ignore"):
        needed = np.maximum(20.0 * np.log10(peaks) - ceiling_db, 0.0)
    if not needed.any():
        return channels
    held = ndimage.maximum_filter1d(needed, 2 * reach + 1, mode="nearest")
    fall = RELEASE_DB_PER_SECOND / rate * np.arange(len(held))
    released = np.maximum(np.maximum.accumulate(held + fall) - fall, 0.0)
    # Two averages in a row reach no further than the hold, so that a peak gets at least what it needs.
    once = ndimage.uniform_filter1d(released, reach, mode="nearest")
    reduction = ndimage.uniform_filter1d(once, reach, mode="nearest")
    limited: NDArray[np.float64] = channels * 10.0 ** (-reduction / 20.0)[:, np.newaxis]
    return limited


def _true_peaks(channels: NDArray[np.float64]) -> NDArray[np.float32]:
    """For each sample the highest of its channels up to the next one, interpolated fourfold."""
    found = np.empty(len(channels), np.float32)
    channels = channels.astype(np.float32)
    for start in range(0, len(channels), CHUNK_SAMPLES):
        before = min(start, CHUNK_OVERLAP)
        piece = channels[start - before : start + CHUNK_SAMPLES + CHUNK_OVERLAP]
        fine = [np.abs(signal.resample_poly(channel, OVERSAMPLING, 1, window=_INTERPOLATION)) for channel in piece.T]
        phases = [channel[phase::OVERSAMPLING] for channel in fine for phase in range(OVERSAMPLING)]
        whole = functools.reduce(np.maximum, phases)[before : before + CHUNK_SAMPLES]
        found[start : start + len(whole)] = whole
    return found


def _decibels(factor: float) -> float:
    return 20.0 * math.log10(factor) if factor > 0.0 else -math.inf


def _factor(decibels: float) -> float:
    return math.pow(10.0, decibels / 20.0)
