"""What to leave of each frequency at each moment: the optimally modified log-spectral amplitude (OM-LSA).

Ephraim and Malah (1985), "Speech enhancement using a minimum mean-square error log-spectral amplitude estimator"; Cohen
and Berdugo (2001), "Speech enhancement for non-stationary noise environments"; the a priori signal-to-noise ratio is
decision-directed (Ephraim and Malah 1984), forward and backward in time, which keeps the beginnings of words.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter1d, median_filter, uniform_filter1d
from scipy.special import exp1, expit

Power = NDArray[np.float32]

FLOOR = 0.05  # -26 dB of the noise stays: below that it begins to tinkle
PRIOR_MIN = 10 ** (-2.2)  # a priori signal-to-noise ratio; lower is smoother and eats more speech
POSTERIOR_MAX = 1e4  # 40 dB: here speech is as good as clean
MEMORY = 0.95  # share of the last frame's estimate in the next
PRESENCE_DB = (-5.0, 5.0)  # of the smoothed a priori ratio: from surely no speech to surely speech
PRESENCE_MIN = 1e-7  # even where there seems to be none: a bin that stands out far enough is speech
PRESENCE_FRAMES, PRESENCE_BINS = 3, 5
FRAME_PRESENCE_DB = (-5.0, -1.0)  # likewise of its mean over the bins of a voice: keeps pauses from tinkling
VOICE_BINS = slice(5, 200)  # 100 Hz to 5 kHz
FRAME_REACH = 7  # frames, 75 ms: the weak beginning and end of a word count as speech
LOG_GAIN_TABLE = np.linspace(-12.0, 4.0, 2_001)  # of ln v; E1 is slow, and smooth in between
TONE_BINS = 31  # a hum stands out of the median of as many
TONE_FRAMES = 16  # noise changes slowly: every so many are looked at

_HALF_E1 = 0.5 * exp1(np.exp(LOG_GAIN_TABLE))


def speech_gain(power: Power, noise: Power) -> Power:
    """Gains, FLOOR to 1 (lower where a tone hums), for (frames, bins) of power with that noise in it."""
    posterior = np.minimum(power / noise, np.float32(POSTERIOR_MAX))
    prior = _prior_ratio(posterior)
    wiener = prior / (1.0 + prior)
    v = wiener * posterior
    half_e1 = np.interp(np.log(np.maximum(v, 1e-5)), LOG_GAIN_TABLE, _HALF_E1).astype(np.float32)
    log_gain = np.minimum(np.log(wiener) + half_e1, 0.0)
    present = expit(_presence(prior) - np.log1p(prior) + v)
    log_floor = np.log(_floor(noise))
    gain: Power = np.exp(np.maximum(present * log_gain + (1.0 - present) * log_floor, log_floor))
    return gain


def _prior_ratio(posterior: Power) -> Power:
    """A priori signal-to-noise ratio: the mean of what is expected coming from either side."""
    both = np.stack([posterior, posterior[::-1]], axis=1)
    instant = np.maximum(both - 1.0, 0.0) * np.float32(1.0 - MEMORY)
    ratio = np.empty_like(both)
    expected = np.full_like(both[0], PRIOR_MIN)
    for frame, out in enumerate(ratio):
        np.maximum(np.float32(MEMORY) * expected + instant[frame], np.float32(PRIOR_MIN), out=out)
        wiener = out / (1.0 + out)
        expected = wiener * wiener * both[frame]
    prior: Power = (ratio[:, 0] + ratio[::-1, 1]) * np.float32(0.5)
    return prior


def _presence(prior: Power) -> Power:
    """Log odds that there is speech, from the ratio around."""
    around = uniform_filter1d(prior, PRESENCE_FRAMES, axis=0, mode="nearest")
    around = np.maximum(uniform_filter1d(around, PRESENCE_BINS, axis=1, mode="nearest"), np.float32(PRIOR_MIN))
    whole = uniform_filter1d(prior[:, VOICE_BINS].mean(axis=1), PRESENCE_FRAMES, mode="nearest")
    whole = maximum_filter1d(whole, FRAME_REACH, mode="nearest")
    in_frame = _share(whole, FRAME_PRESENCE_DB)[:, np.newaxis]
    share = np.clip(_share(around, PRESENCE_DB) * in_frame, PRESENCE_MIN, 1.0 - 1e-6)
    odds: Power = np.log(share / (1.0 - share))
    return odds


def _share(ratio: Power, between_db: tuple[float, float]) -> Power:
    """0 to 1 where the ratio goes from the one to the other."""
    least, most = between_db
    share: Power = np.clip((10.0 * np.log10(np.maximum(ratio, PRIOR_MIN)) - least) / (most - least), 0.0, 1.0)
    return share


def _floor(noise: Power) -> Power:
    """What of the noise stays: as much of a hum as of the noise beside it."""
    some = noise[::TONE_FRAMES]
    beside = median_filter(some, (1, TONE_BINS), mode="nearest")
    share = FLOOR * np.sqrt(np.minimum(beside / some, 1.0))
    floor: Power = np.repeat(share, TONE_FRAMES, axis=0)[: len(noise)].astype(np.float32)
    return floor
