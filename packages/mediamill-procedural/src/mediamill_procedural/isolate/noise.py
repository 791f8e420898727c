"""How loud the noise is in each frequency at each moment, while somebody speaks over it.

Minimum statistics (Martin 2001, "Noise power spectral density estimation based on optimal smoothing and minimum
statistics") find a first floor; what stays near it is averaged, as in Cohen's improved minima controlled recursive
averaging (2003), but to both sides: the recording is there as a whole.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import minimum_filter1d, uniform_filter1d

Power = NDArray[np.float32]

SMOOTH_FRAMES, SMOOTH_BINS = 5, 3  # of the power whose minimum is taken
MINIMUM_SECONDS = 1.5  # longer than a sustained vowel
AVERAGE_SECONDS = 1.5
MINIMUM_BIAS = 2.0  # noise is about this much above the minimum of its smoothed power (measured)
NOISE_SMOOTH_MAX, NOISE_MAX = 2.2, 5.0  # times the noise so far: smoothed and plain power that still is noise
NOISE_SHARE_MIN = 0.03  # of frames around that must be noise to believe their average
AVERAGE_BIAS = 1.15  # what is louder than NOISE_MAX is missing from the average
PASSES = 3
SILENCE = 1e-7  # power of 16-bit rounding in a frame of 2048: below it nothing is noise


def noise_power(power: Power, frames_per_second: float) -> Power:
    """The noise in (frames, bins) of power, never below SILENCE."""
    smooth = uniform_filter1d(power, SMOOTH_FRAMES, axis=0, mode="nearest")
    smooth = np.maximum(uniform_filter1d(smooth, SMOOTH_BINS, axis=1, mode="nearest"), 0.0)
    minimum_frames = round(MINIMUM_SECONDS * frames_per_second)
    average_frames = round(AVERAGE_SECONDS * frames_per_second)
    lowest = minimum_filter1d(smooth, minimum_frames, axis=0, mode="nearest")
    floor = uniform_filter1d(lowest, minimum_frames // 2, axis=0, mode="nearest") * np.float32(MINIMUM_BIAS)
    # A running sum may end below nought where loud sound has passed.
    noise: Power = np.maximum(floor, np.float32(SILENCE))
    for _ in range(PASSES):
        is_noise = ((smooth < noise * NOISE_SMOOTH_MAX) & (power < noise * NOISE_MAX)).astype(np.float32)
        share = uniform_filter1d(is_noise, average_frames, axis=0, mode="nearest")
        total = uniform_filter1d(power * is_noise, average_frames, axis=0, mode="nearest")
        enough = share > NOISE_SHARE_MIN
        np.divide(total, share, out=noise, where=enough)
        np.maximum(noise, np.float32(SILENCE), out=noise)
    noise *= np.float32(AVERAGE_BIAS)
    return noise
