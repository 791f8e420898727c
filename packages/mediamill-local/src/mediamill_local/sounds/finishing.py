"""What is done to the sound that a model has made: cut, faded, trimmed, brought to a peak."""

import math

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

TAIL_SECONDS = 0.05  # left behind the last that is heard, in which the sound fades
CODEC_MARGIN_DB = 1.5  # an mp3 of 192 kb/s decodes to peaks so much above the original: music to 1.1, noise to 1.5
GAIN_DB_MAX = 40.0  # quieter sound is noise, and not raised further


def cut(sound: Samples, rate: int, seconds: float, fade_seconds: float) -> Samples:
    """The (n, channels) sound's first seconds, of which the last fade; silence is added where it is shorter."""
    length = round(seconds * rate)
    kept = np.pad(sound[:length], ((0, max(0, length - len(sound))), (0, 0)))
    fade = min(length, round(fade_seconds * rate))
    kept[length - fade :] *= falling(fade)
    return kept


def without_silent_end(sound: Samples, rate: int, floor_db: float, seconds_min: float) -> Samples:
    """The (n, channels) sound up to where nothing above `floor_db` of full scale is heard any more, at least
    `seconds_min` of it. What is cut off fades.
    """
    heard = np.flatnonzero(np.abs(sound).max(axis=1, initial=0.0) > 10.0 ** (floor_db / 20.0))
    end = int(heard[-1]) + 1 if len(heard) else 0
    tail = round(TAIL_SECONDS * rate)
    length = min(len(sound), max(end + tail, round(seconds_min * rate)))
    kept = sound[:length].copy()
    if length < len(sound):
        fade = min(tail, length)
        kept[length - fade :] *= falling(fade)
    return kept


def at_peak(sound: Samples, peak_dbtp: float) -> Samples:
    """The (n, channels) sound with its true peak there once it is coded as mp3; silence as it is."""
    from mediamill.codecs import true_peak_dbtp

    highest = true_peak_dbtp(sound)
    if not math.isfinite(highest):
        return sound
    return sound * np.float32(10.0 ** (min(GAIN_DB_MAX, peak_dbtp - CODEC_MARGIN_DB - highest) / 20.0))


def within_full_scale(sound: Samples) -> tuple[Samples, float]:
    """The sound, turned down as a whole where a sample of it is above full scale, and the factor."""
    factor = 1.0 / max(1.0, float(np.abs(sound).max(initial=0.0)))
    return sound * np.float32(factor), factor


def decibels(factor: float) -> float:
    """Of an amplitude; -inf for none."""
    return 20.0 * math.log10(factor) if factor > 0.0 else -math.inf


def falling(length: int) -> Samples:
    """(length, 1) from one to nothing, along half a cosine."""
    angle = np.linspace(0.0, np.pi, length, dtype=np.float32)
    return np.asarray(0.5 + 0.5 * np.cos(angle), np.float32)[:, np.newaxis]
