"""What makes a synthesizer's bare output pleasant: a balanced spectrum, a breath of air, a small room, soft edges."""

import functools

import numpy as np
from numpy.typing import NDArray
from scipy import signal

Samples = NDArray[np.float32]

RATE = 22_050  # Hz, espeak-ng's own; everything is finished at it
BANDS = (80, 125, 200, 315, 500, 800, 1250, 2000, 3150, 5000, 8000)  # Hz, the centres of the equaliser's bands
EQUALISER_TAPS = 511  # 23 ms: resolves all but the lowest two bands, which are set alike
EDGE_SECONDS = 0.008  # of fading in and out: no clicks where phrases meet
SILENCE_DB = -46.0  # below the loudest moment of a phrase: what counts as silence at its ends
FRAME_SECONDS = 0.005
KEPT_SECONDS = 0.03  # of the quiet before and after a phrase: soft consonants live there
BREATH_BAND = (1200.0, 7000.0)  # Hz
BREATH_FOLLOWS_HZ = 12.0  # how fast the breath follows the voice: syllables, not single pitch periods
ROOM_SECONDS = 0.11
ROOM_DECAY_SECONDS = 0.028  # to 1/e: a furnished study
ROOM_FIRST_SECONDS = 0.0035  # the nearest wall
NOISE_SEED, ROOM_SEED = 20, 21  # any constants: the same sound every time


def trimmed(samples: Samples, rate: int) -> Samples:
    """A phrase without the silence around it, its edges faded; empty when it is all silence."""
    frame = max(1, round(FRAME_SECONDS * rate))
    count = len(samples) // frame
    if count == 0:
        return samples[:0]
    loudness = np.sqrt(np.mean(samples[: count * frame].reshape(count, frame) ** 2, axis=1))
    audible = np.flatnonzero(loudness > max(1e-4, float(loudness.max()) * 10.0 ** (SILENCE_DB / 20.0)))
    if len(audible) == 0:
        return samples[:0]
    kept = round(KEPT_SECONDS * rate)
    phrase = samples[max(0, audible[0] * frame - kept) : (audible[-1] + 1) * frame + kept].copy()
    edge = min(round(EDGE_SECONDS * rate), len(phrase) // 2)
    fade = (0.5 - 0.5 * np.cos(np.pi * (np.arange(edge) + 0.5) / max(1, edge))).astype(np.float32)
    phrase[:edge] *= fade
    phrase[len(phrase) - edge :] *= fade[::-1]
    return phrase


def finished(phrase: Samples, *, gains_db: tuple[float, ...], breath: float, room: float) -> Samples:
    """A trimmed phrase at RATE with the voice's equaliser, breath and room; longer than it was by the room's tail."""
    dry = signal.oaconvolve(phrase, equaliser(gains_db)).astype(np.float32)
    if breath > 0.0:
        dry = dry + breathing(dry, breath)
    if room > 0.0:
        wet = signal.oaconvolve(dry, room_response()).astype(np.float32)
        wet *= np.float32(room)
        wet[: len(dry)] += dry
        dry = wet
    return np.asarray(dry[EQUALISER_TAPS // 2 :], np.float32)


@functools.cache
def equaliser(gains_db: tuple[float, ...]) -> Samples:
    """A linear-phase filter with these gains at BANDS."""
    assert len(gains_db) == len(BANDS), "one gain per band"
    nyquist = RATE / 2.0
    grid = np.geomspace(BANDS[0], nyquist, 120)
    shape = 10.0 ** (np.interp(np.log(grid), np.log(BANDS), gains_db) / 20.0)
    frequencies, gains = np.concatenate(([0.0], grid)), np.concatenate((shape[:1], shape))
    return np.asarray(signal.firwin2(EQUALISER_TAPS, frequencies, gains, fs=RATE), np.float32)


def breathing(phrase: Samples, amount: float) -> Samples:
    """Air that swells and fades with the voice, `amount` times as strong as it."""
    air = signal.sosfilt(band_filter(), noise(len(phrase)))
    envelope = np.sqrt(np.maximum(signal.sosfiltfilt(envelope_filter(), phrase.astype(np.float64) ** 2), 0.0))
    return np.asarray(amount * envelope * air, np.float32)


def noise(count: int) -> NDArray[np.float64]:
    """White noise, always the same."""
    return np.random.default_rng(NOISE_SEED).standard_normal(count)


@functools.cache
def band_filter() -> NDArray[np.float64]:
    """The band that breath fills."""
    return np.asarray(signal.butter(2, BREATH_BAND, "bandpass", fs=RATE, output="sos"))


@functools.cache
def envelope_filter() -> NDArray[np.float64]:
    """What is left of a voice's strength when single pitch periods are smoothed away."""
    return np.asarray(signal.butter(2, BREATH_FOLLOWS_HZ, fs=RATE, output="sos"))


@functools.cache
def room_response() -> Samples:
    """Sparse early reflections that fade and darken, of unit energy."""
    generator = np.random.default_rng(ROOM_SEED)
    count = round(ROOM_SECONDS * RATE)
    time = np.arange(count) / RATE
    reflections = generator.standard_normal(count) * (generator.random(count) < 0.02 + 0.3 * time / ROOM_SECONDS)
    reflections *= np.exp(-time / ROOM_DECAY_SECONDS) * (time >= ROOM_FIRST_SECONDS)
    darkened = signal.sosfilt(signal.butter(1, 4500.0, fs=RATE, output="sos"), reflections)
    return np.asarray(darkened / np.sqrt(np.sum(darkened**2)), np.float32)
