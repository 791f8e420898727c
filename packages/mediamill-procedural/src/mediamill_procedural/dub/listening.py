"""Where somebody may be speaking: stretches of a recording that are not silence, never too long, and a first judgement.

Voices alternate between vowels and hiss several times a second; music, machines and noise do not do all of that.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pocketsphinx
from numpy.typing import NDArray
from scipy import signal

Samples = NDArray[np.float32]

RATE = 16_000  # Hz, what the recogniser was trained on
LEVEL = 0.07  # root mean square of the loud moments that the detector of voices is used to
GAIN_MAX = 100.0  # 40 dB: what is quieter still is taken for silence
STRETCH_SECONDS_MAX = 15.0  # bounds what the recogniser has to keep in mind
CUT_SECONDS_MIN = 10.0  # a longer stretch is cut at its quietest moment after these
QUIET_SECONDS = 0.12  # how long that moment is
EDGE_DB = -26.0  # below the loudest moment of a phrase: where it begins and ends
EDGE_SECONDS = 0.15  # that the recogniser may be early with a word
SHORT_SECONDS = 1.2  # of too short a stretch no rhythm can be measured

HOP = RATE // 100
PITCH_WINDOW = 1_024  # 64 ms: more than three periods of the lowest voice
PITCH_BAND = (55.0, 1_200.0)  # Hz
LAGS = slice(RATE // 400, RATE // 55)  # 55 to 400 Hz
PERIODIC = 0.8  # autocorrelation of a voiced moment
OCTAVE = 0.9  # so alike after a half or a third of the period, that is the period
LOUD_SHARE = 0.05  # of the loudest moment: quieter ones do not count
HISS_WINDOW = 512
LOW, HIGH = slice(3, 64), slice(112, None)  # bins: 100 Hz to 2 kHz, above 3.5 kHz
RHYTHM = (2.0, 9.0)  # Hz: syllables

# Measured (`test_dub_listening.py`): forty voices pass, nearly all with 0.48, 2.0 and 0.41 or more; of music, tones,
# sirens and noise only some drum loops pass all three, and the recogniser finds too few words in those.
VOICED_MIN = 0.2  # share of the loud moments that have a pitch
ALTERNATION_MIN = 1.25  # standard deviation of ln(hiss / low)
RHYTHM_MIN = 0.2  # share of the envelope's changes that have the pace of syllables


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the recording without a long silence in it."""

    start: float  # seconds
    samples: Samples  # (n,) at RATE


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word in lower case, its times in seconds of the recording, and how probable it is (0 to 1)."""

    text: str
    start: float
    end: float
    sure: float
    written: str = ""  # with capitals and marks, where the recogniser gives them


def stretches(recording: Samples) -> Iterator[Stretch]:
    """What a detector of voices lets through of (n,) samples at RATE, brought to LEVEL."""
    levelled = recording * np.float32(_gain(recording))
    pcm = as_pcm(levelled)
    for segment in pocketsphinx.Segmenter(sample_rate=RATE).segment(io.BytesIO(pcm)):
        samples = np.frombuffer(segment.pcm, "<i2").astype(np.float32) / np.float32(32_768)
        start = segment.start_time
        while len(samples) > STRETCH_SECONDS_MAX * RATE:
            cut = _quietest(samples)
            yield Stretch(start, samples[:cut])
            samples, start = samples[cut:], start + cut / RATE
        yield Stretch(start, samples)


def as_pcm(samples: Samples) -> bytes:
    """16-bit samples, as the recogniser takes them."""
    return (np.clip(samples, -1.0, 1.0) * 32_767.0).astype("<i2").tobytes()


def like_speech(samples: Samples) -> bool:
    """Whether a stretch could be somebody speaking, judged without knowing any word."""
    periods, loud = _periods(samples)
    if not loud.any() or np.mean(periods[loud] > 0.0) < VOICED_MIN:
        return False
    if len(samples) < SHORT_SECONDS * RATE:
        return True
    return _alternation(samples) >= ALTERNATION_MIN and _rhythm(samples) >= RHYTHM_MIN


def pitch_of(samples: Samples) -> float | None:
    """The median fundamental of a stretch in Hz; None where it has none."""
    periods, loud = _periods(samples)
    voiced = periods[loud & (periods > 0.0)]
    return RATE / float(np.median(voiced)) if len(voiced) else None


def edges_of(stretch: Stretch, start: float, end: float) -> tuple[float, float]:
    """When what is said between two times is really heard, in seconds: boundaries of words are rough."""
    first = max(0, round((start - EDGE_SECONDS - stretch.start) * RATE))
    last = min(len(stretch.samples), round((end + EDGE_SECONDS - stretch.start) * RATE))
    heard_from, heard_to = audible(stretch.samples[first:last], RATE)
    offset = stretch.start + first / RATE
    return offset + heard_from, offset + heard_to


def audible(samples: Samples, rate: int) -> tuple[float, float]:
    """From when to when a phrase is heard, in seconds; all of one shorter than a hundredth of a second."""
    hop = rate // 100
    count = len(samples) // hop
    if not count:
        return 0.0, len(samples) / rate
    levels = np.sqrt(np.mean(np.square(samples[: count * hop].reshape(count, hop)), axis=1))
    inside = np.flatnonzero(levels >= levels.max() * 10.0 ** (EDGE_DB / 20.0))
    return float(inside[0]) * hop / rate, float(inside[-1] + 1) * hop / rate


def _gain(recording: Samples) -> float:
    count = len(recording) // HOP
    if not count:
        return 1.0
    levels = np.sqrt(np.mean(np.square(recording[: count * HOP].reshape(count, HOP)), axis=1))
    return min(GAIN_MAX, LEVEL / max(float(np.percentile(levels, 95)), 1e-9))


def _quietest(samples: Samples) -> int:
    """Where to cut: in the middle of the quietest moment that is late enough."""
    window = round(QUIET_SECONDS * RATE)
    first, last = round(CUT_SECONDS_MIN * RATE), round(STRETCH_SECONDS_MAX * RATE)
    power = np.cumsum(np.square(samples[first:last], dtype=np.float64))
    return first + int(np.argmin(power[window:] - power[:-window])) + window // 2


def _periods(samples: Samples) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """For each moment the period in samples, 0 where it has none, and whether it is loud enough to count."""
    band = signal.sosfilt(signal.butter(4, PITCH_BAND, "bandpass", fs=RATE, output="sos"), samples)
    padded = np.pad(band, (0, max(0, PITCH_WINDOW - len(band))))
    window = np.hanning(PITCH_WINDOW)
    frames = np.lib.stride_tricks.sliding_window_view(padded, PITCH_WINDOW)[::HOP] * window
    lags = 2 * PITCH_WINDOW
    correlation = np.fft.irfft(np.square(np.abs(np.fft.rfft(frames, lags))))[:, : LAGS.stop]
    fading = np.fft.irfft(np.square(np.abs(np.fft.rfft(window, lags))))[: LAGS.stop]
    correlation /= np.maximum(correlation[:, :1], 1e-12) * (fading / fading[0])
    best = np.argmax(correlation[:, LAGS], axis=1) + LAGS.start
    every = np.arange(len(best))
    periodic = correlation[every, best] > PERIODIC
    for fraction in (3, 2):  # two and three periods are nearly as alike as one
        shorter = np.maximum(np.round(best / fraction).astype(np.intp), LAGS.start)
        near = np.max([correlation[every, shorter + step] for step in (-1, 0, 1)], axis=0)
        best = np.where(near > OCTAVE * correlation[every, best], shorter, best)
    level = np.sqrt(np.mean(np.square(frames), axis=1))
    return np.where(periodic, best, 0.0), level > max(1e-5, LOUD_SHARE * float(level.max()))


def _alternation(samples: Samples) -> float:
    """How much the balance of hiss and low sound changes."""
    frames = np.lib.stride_tricks.sliding_window_view(samples, HISS_WINDOW)[::HOP] * np.hanning(HISS_WINDOW)
    power = np.square(np.abs(np.fft.rfft(frames))) + 1e-9
    whole = power.sum(axis=1)
    balance = np.log(power[:, HIGH].sum(axis=1) / power[:, LOW].sum(axis=1))
    return float(np.std(balance[whole > 1e-4 * whole.max()]))


def _rhythm(samples: Samples) -> float:
    """The share of the envelope's slow changes that are as fast as syllables."""
    envelope = signal.resample_poly(np.abs(signal.hilbert(samples)), 1, HOP)
    level = np.log(np.maximum(envelope, 0.01 * envelope.max()))
    size = max(2_048, 1 << (len(level) - 1).bit_length())
    power = np.square(np.abs(np.fft.rfft((level - level.mean()) * np.hanning(len(level)), size)))
    frequencies = np.fft.rfftfreq(size, HOP / RATE)
    syllables = (frequencies >= RHYTHM[0]) & (frequencies <= RHYTHM[1])
    return float(power[syllables].sum() / max(power[frequencies >= 0.5].sum(), 1e-12))
