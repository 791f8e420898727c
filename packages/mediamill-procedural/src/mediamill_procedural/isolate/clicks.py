"""Key clicks and knocks: sounds of all frequencies at once that are over before a syllable could be.

In each frequency a click is replaced by the median of its surroundings: what sounds on before and after, a vowel,
stays. The median along time is how Fitzgerald (2010, "Harmonic/percussive separation using median filtering") finds
what lasts.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from mediamill_procedural.kit.spectrum import sound_of, spectra_of

Samples = NDArray[np.float32]

FRAME = 512  # samples, 11 ms at 48 kHz: about as long as a click
REACH_SECONDS = 0.0375  # each side: longer than a click rings, shorter than half a syllable
LOWEST_HZ = 300.0  # a click is looked for above: below, the pulses of a voice look like one
RISE = 0.35  # mean logarithm of magnitudes above its median: where to look closer
ABOVE = 2.0  # times the median magnitude: a bin that is hit
HIT_SHARES = (0.45, 0.65)  # of all bins: from nothing done to all done; fricatives and plosives hit fewer
TINY = 1e-6  # magnitude of silence
FRAMES_AT_ONCE = 512


def without_clicks(sound: Samples, rate: int) -> Samples:
    """The (n, channels) samples with clicks taken down to what surrounds them."""
    spectra = spectra_of(sound, FRAME, edges="symmetric")
    magnitudes = np.sqrt(np.mean(np.square(np.abs(spectra)), axis=0, dtype=np.float32))
    frames, gain = _click_gain(magnitudes, rate)
    if not len(frames):
        return sound
    spectra[:, frames] *= gain
    return sound_of(spectra, FRAME, len(sound))


def _click_gain(magnitudes: Samples, rate: int) -> tuple[NDArray[np.intp], Samples]:
    """The frames in which something is suddenly louder, and the gain of each of their bins."""
    lowest = int(np.ceil(LOWEST_HZ * FRAME / rate))
    reach = round(REACH_SECONDS * rate / (FRAME // 4)) // 2 * 2
    level = np.log(magnitudes[:, lowest:] + TINY).mean(axis=1)
    frames = np.flatnonzero(level > ndimage.median_filter(level, 2 * reach + 1, mode="nearest") + RISE)
    gain = np.ones((len(frames), magnitudes.shape[1]), np.float32)
    around = np.arange(-reach, reach + 1, 2)  # every second one: frames overlap by three quarters
    for start in range(0, len(frames), FRAMES_AT_ONCE):
        some = frames[start : start + FRAMES_AT_ONCE]
        places = np.clip(some[:, np.newaxis] + around, 0, len(magnitudes) - 1)
        lasting = np.median(magnitudes[places], axis=1)
        now = magnitudes[some]
        hit = (now[:, lowest:] > ABOVE * lasting[:, lowest:] + TINY).mean(axis=1)
        least, most = HIT_SHARES
        share = np.clip((hit - least) / (most - least), 0.0, 1.0)[:, np.newaxis]
        gain[start : start + len(some)] = 1.0 - share * (1.0 - np.minimum(1.0, lasting / np.maximum(now, TINY)))
    return frames, gain
