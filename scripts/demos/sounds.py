"""Sound made visible, in one style: a spectrogram that glows on a dark ground, and the waveform below it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.signal import spectrogram

from mediamill.codecs import decode_audio

RATE = 44_100  # Hz
SECONDS_MAX = 180.0
WINDOW, STEP = 2_048, 512  # samples of a spectrogram's column, and between columns
HERTZ_MIN, HERTZ_MAX = 60.0, 14_000.0
RANGE_DB = 62.0  # from the darkest to the brightest that is told apart
WAVE_SHARE = 0.34  # of the height that the waveform takes
SMOOTHING = 4  # drawn so much larger than shown
LOUD_PERCENTILE = 99.8  # of a spectrogram's points: what is brightest

Samples = NDArray[np.float32]
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Glow:
    """The colours of a sound, from silence to loud; the waveform is drawn in the brightest but one."""

    ground: Colour
    low: Colour
    middle: Colour
    high: Colour

    def ramp(self, share: NDArray[np.float64]) -> NDArray[np.uint8]:
        """Shares 0 to 1 as colours, white-hot at the top."""
        stops = np.array([self.ground, self.low, self.middle, self.high, (255, 255, 255)], float)
        places = np.array([0.0, 0.3, 0.62, 0.9, 1.0])
        return np.stack([np.interp(share, places, stops[:, part]) for part in range(3)], axis=-1).astype(np.uint8)


VIOLET = Glow((19, 15, 38), (74, 44, 150), (214, 74, 150), (255, 190, 110))


def samples_of(path: Path) -> Samples:
    """The sound as one channel at RATE. Raises NotMedia."""
    return decode_audio(path, rate=RATE, channels=1, seconds_max=SECONDS_MAX)[:, 0]


def sound_picture(samples: Samples, size: tuple[int, int], glow: Glow = VIOLET) -> Image.Image:
    """Spectrogram above, waveform below."""
    width, height = size
    wave = round(height * WAVE_SHARE)
    picture = Image.new("RGB", size, glow.ground)
    picture.paste(spectrum(samples, (width, height - wave), glow), (0, 0))
    picture.paste(waveform(samples, (width, wave), glow), (0, height - wave))
    return picture


def spectrum(samples: Samples, size: tuple[int, int], glow: Glow = VIOLET) -> Image.Image:
    """Time to the right, pitch upward (logarithmic), bright is loud."""
    padded = np.pad(samples, WINDOW // 2)
    hertz, _, power = spectrogram(padded, RATE, nperseg=WINDOW, noverlap=WINDOW - STEP)
    rows = np.geomspace(HERTZ_MAX, HERTZ_MIN, 2 * size[1])
    # A pitch between two lines of the spectrum is between their levels.
    levels = 10 * np.log10(power + 1e-12)
    place = np.clip(rows / (hertz[1] - hertz[0]), 0, len(hertz) - 1.001)
    below = place.astype(int)
    share = (place - below)[:, None]
    pitched = levels[below] * (1 - share) + levels[below + 1] * share
    pitched += 3.0 * np.log2(rows / 1_000)[:, None]  # music and speech fall by some 3 dB an octave
    shade = np.clip(1 + (pitched - np.percentile(pitched, LOUD_PERCENTILE)) / RANGE_DB, 0, 1)
    return Image.fromarray(glow.ramp(shade**1.3)).resize(size, Image.Resampling.LANCZOS)


def waveform(
    samples: Samples, size: tuple[int, int], glow: Glow = VIOLET, *, bar: float = 6.0, scale: float = 1.0
) -> Image.Image:
    """Upright rounded bars, mirrored about the middle, one every `bar` pixels; the highest is `scale` of the height."""
    width, height = size
    picture = Image.new("RGB", (width * SMOOTHING, height * SMOOTHING), glow.ground)
    pen = ImageDraw.Draw(picture)
    count = max(1, int(width / bar))
    thick = bar * 0.56 * SMOOTHING
    for number, peak in enumerate(peaks(samples, count)):
        middle, x = height * SMOOTHING / 2, (number + 0.5) * bar * SMOOTHING
        half = max(thick / 2, scale * peak * (height * SMOOTHING / 2 - thick))
        box = (x - thick / 2, middle - half, x + thick / 2, middle + half)
        pen.rounded_rectangle(box, thick / 2, fill=tuple(glow.ramp(np.array(0.5 + 0.4 * peak)).tolist()))
    return picture.resize(size, Image.Resampling.LANCZOS)


def peaks(samples: Samples, count: int) -> list[float]:
    """The loudness of `count` equal parts, 0 to 1, the loudest being 1 (of silence: all 0)."""
    parts = np.array_split(np.asarray(samples, float), count)
    levels = np.array([np.sqrt(np.mean(np.square(part))) if part.size else 0.0 for part in parts])
    loudest = float(levels.max())
    return [float(level) for level in (levels / loudest) ** 0.8] if loudest else [0.0] * count
