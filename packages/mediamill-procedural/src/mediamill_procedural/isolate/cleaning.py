"""A whole recording, cleaned piece by piece where it lies: a long one needs little memory beyond its samples."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.isolate.clicks import without_clicks
from mediamill_procedural.isolate.deepfilter import Isolator
from mediamill_procedural.isolate.gain import speech_gain
from mediamill_procedural.isolate.noise import noise_power
from mediamill_procedural.kit.spectrum import sound_of, spectra_of

Samples = NDArray[np.float32]

RATE = 48_000  # Hz: everything below is counted in it
PIECE = 20 * RATE  # samples cleaned at once: bounds memory
CONTEXT = 2 * RATE  # heard on both sides of a piece: further than the noise is tracked
FADE = RATE // 20  # one piece blends into the next
FRAME = 2_048  # samples, 43 ms: parts the harmonics of a low voice


def clean(sound: Samples, progress: Callable[[float], None], isolator: Isolator | None = None) -> None:
    """Take the noise out of speech at 48 kHz, (n, channels), in place; no sample ends above full scale.

    With an isolator it does so; by spectral weighting else.
    """
    cleaned_of = isolator.voice if isolator else _weighted
    length = len(sound)
    before, blending = sound[:0].copy(), sound[:0]
    for start in range(0, length, PIECE):
        end = min(start + PIECE, length)
        heard = np.concatenate([before, sound[start : end + CONTEXT]])
        cleaned = cleaned_of(heard)[len(before) :]
        fade = np.linspace(0.0, 1.0, len(blending), dtype=np.float32)[:, np.newaxis]
        cleaned[: len(blending)] = cleaned[: len(blending)] * fade + blending * (1.0 - fade)
        before = heard[len(before) + end - start - CONTEXT : len(before) + end - start].copy()
        sound[start:end] = cleaned[: end - start]
        blending = cleaned[end - start : end - start + FADE].copy()
        progress(end / length)
    loudest = max(float(sound.max()), -float(sound.min()))
    if loudest > 1.0:
        sound /= np.float32(loudest)


def _weighted(heard: Samples) -> Samples:
    """One piece; all channels get the same gain, so that nobody moves in the stereo image."""
    spectra = spectra_of(without_clicks(heard, RATE), FRAME, edges="symmetric")
    power: Samples = np.square(np.abs(spectra)).mean(axis=0)
    frames_per_second = RATE / (FRAME // 4)
    gain = speech_gain(power, noise_power(power, frames_per_second))
    gain *= _voice_band(gain.shape[1])
    return sound_of(spectra * gain, FRAME, len(heard))


def _voice_band(bins: int) -> Samples:
    """0 up to 30 Hz, 1 from 60 Hz: no voice is below, but rumble is."""
    frequencies = np.arange(bins) * (RATE / FRAME)
    band: Samples = np.clip((frequencies - 30.0) / 30.0, 0.0, 1.0).astype(np.float32)
    return band
