"""Measures the built-in voices and writes the table in docs/voices.md.

.venv/bin/python scripts/measure_voices.py            write the tables anew: espeak-ng alone, and the women by hibari
.venv/bin/python scripts/measure_voices.py --print    only show it
.venv/bin/python scripts/measure_voices.py --balance  what the equaliser of a timbre would need, band by band
"""

import itertools
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from mediamill_procedural.speech import recital as speech
from mediamill_procedural.speech.finishing import BANDS, RATE
from mediamill_procedural.speech.phrases import reading_of
from mediamill_procedural.speech.voices import VOICES, Voice

Samples = NDArray[np.float32]

PAGE = Path(__file__).parents[1] / "docs" / "voices.md"
TABLE_START, TABLE_END = "<!-- measured: scripts/measure_voices.py -->", "<!-- /measured -->"
HIBARI_START = "<!-- measured: scripts/measure_voices.py, hibari -->"
# Six of the Harvard sentences (IEEE Recommended Practice for Speech Quality Measurements, 1969).
PASSAGE = (
    "The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. It is easy to tell the"
    " depth of a well. These days a chicken leg is a rare dish. Rice is often served in round bowls. The juice of"
    " lemons makes fine punch."
)
PITCH_LOWEST, PITCH_HIGHEST = 50.0, 420.0  # Hz
FRAME_SECONDS, HOP_SECONDS = 0.06, 0.01
VOICED_MIN = 0.55  # of the autocorrelation at zero lag
LOUD_MIN = 0.1  # of the loudest frame
# What a listener just notices between two voices, roughly: the unit in which voices are apart.
STEP_SEMITONES, STEP_PACE, STEP_CENTROID = 1.0, 0.06, 0.10
APART_MIN = 2.0  # steps
# Long-term average speech spectra in third octaves, men and women (Byrne et al. 1994, table II), dB.
THIRD_OCTAVES = (
    63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300,
    8000, 10_000,
)  # fmt: skip
BYRNE = {
    "male": (
        38.6, 43.5, 54.4, 57.7, 56.8, 58.2, 59.7, 60.0, 62.4, 62.6, 60.6, 55.7, 53.1, 53.7, 52.3, 48.7, 48.9, 47.0,
        46.0, 44.4, 43.3, 42.4, 41.9,
    ),
    "female": (
        37.0, 36.0, 37.5, 40.1, 53.4, 62.2, 60.9, 58.1, 61.7, 61.7, 60.4, 58.0, 54.3, 52.3, 51.7, 48.8, 47.3, 46.7,
        45.3, 44.6, 45.2, 44.9, 45.0,
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measured:
    """What can be measured of a voice."""

    name: str
    pitch: float  # Hz, the median of the fundamental
    span: float  # semitones between the 10th and the 90th percentile of it
    words_per_minute: float  # pauses included
    centroid: float  # Hz, of the long-term spectrum
    bases: tuple[str, ...]


def spoken(voice: Voice, text: str, *, espeak_alone: bool = False) -> speech.Recital:
    """The text in that voice, as the engine speaks it before mastering."""
    with tempfile.TemporaryDirectory() as folder:
        speakers = speech.Speakers(Path(folder), espeak_alone=espeak_alone)
        return speech.recite(reading_of(text), voice, speakers, lambda _part: None)


def measure(voice: Voice, recital: speech.Recital) -> Measured:
    """What a voice's recital of PASSAGE shows."""
    pitches = fundamental(recital.samples)
    low, median, high = np.percentile(pitches, (10, 50, 90))
    return Measured(
        name=voice.name,
        pitch=float(median),
        span=float(12 * np.log2(high / low)),
        words_per_minute=len(PASSAGE.split()) / (len(recital.samples) / RATE) * 60,
        centroid=centroid(recital.samples),
        bases=recital.bases,
    )


def fundamental(samples: Samples, rate: int = RATE) -> NDArray[np.float64]:
    """The fundamental of every voiced frame in Hz, by autocorrelation corrected for its window (Boersma 1993)."""
    size, hop = round(FRAME_SECONDS * rate), round(HOP_SECONDS * rate)
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64), size)[::hop]
    loud = np.sqrt(np.mean(frames**2, axis=1))
    frames = frames[loud > LOUD_MIN * loud.max()]
    window = np.hanning(size)
    frames = (frames - frames.mean(axis=1, keepdims=True)) * window
    correlation, own = autocorrelation(frames), autocorrelation(window[np.newaxis])
    correlation = correlation / np.maximum(correlation[:, :1], 1e-12) / (own / own[:, :1])[:, : correlation.shape[1]]
    first, last = int(rate / PITCH_HIGHEST), int(rate / PITCH_LOWEST)
    lags = np.arange(first, last)
    # A little for short lags: every multiple of the period fits as well as the period itself.
    strength = correlation[:, first:last] - 0.03 * np.log2(lags / first)
    best = strength.argmax(axis=1)
    voiced = correlation[np.arange(len(best)), first + best] > VOICED_MIN
    pitches: NDArray[np.float64] = rate / lags[best[voiced]].astype(np.float64)
    return pitches


def autocorrelation(frames: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each row, for lags up to half its length."""
    size = frames.shape[1]
    spectrum = np.fft.rfft(frames, 2 * size, axis=1)
    return np.fft.irfft(np.abs(spectrum) ** 2, axis=1)[:, : size // 2]


def centroid(samples: Samples, rate: int = RATE) -> float:
    """The centre of gravity of the power spectrum, Hz."""
    frequencies, power = signal.welch(samples, rate, nperseg=2048)
    return float((frequencies * power).sum() / power.sum())


def steps_apart(one: Measured, other: Measured) -> float:
    """How far two voices are from each other, in steps that a listener just notices."""
    return float(
        np.sqrt(
            (12 * np.log2(one.pitch / other.pitch) / STEP_SEMITONES) ** 2
            + (np.log(one.words_per_minute / other.words_per_minute) / STEP_PACE) ** 2
            + (np.log(one.centroid / other.centroid) / STEP_CENTROID) ** 2
        )
    )


def nearest(voice: Measured, others: Iterable[Measured]) -> tuple[float, str]:
    """(steps, name) of the voice most like it."""
    return min((steps_apart(voice, other), other.name) for other in others if other.name != voice.name)


def table(measured: list[Measured]) -> str:
    """The measurements as Markdown, lowest voice first."""
    lines = [
        "| voice | character | accent | pitch Hz | span semitones | words/min | centroid Hz | base | nearest |",
        "|---|---|---|--:|--:|--:|--:|---|---|",
    ]
    for one in sorted(measured, key=lambda one: one.pitch):
        voice = VOICES[one.name]
        steps, name = nearest(one, measured)
        lines.append(
            f"| {one.name} | {voice.character} | `{voice.accent}` | {one.pitch:.0f} | {one.span:.1f}"
            f" | {one.words_per_minute:.0f} | {one.centroid:.0f} | {', '.join(one.bases)} | {name}, {steps:.1f} |"
        )
    return "\n".join(lines)


def write_table(start: str, text: str) -> None:
    """Put a table in its place on the page."""
    before, _, rest = PAGE.read_text().partition(start)
    _, _, after = rest.partition(TABLE_END)
    PAGE.write_text(f"{before}{start}\n\n{text}\n\n{TABLE_END}{after}")


def balance(kind: str, names: Iterable[str]) -> list[float]:
    """Decibels at BANDS that would bring these voices, without their equaliser, to the average spectrum of speech."""
    aims = decibels_of_whole(np.asarray(BYRNE[kind]))
    missing = []
    for name in names:
        samples = spoken(VOICES[name], PASSAGE, espeak_alone=True).samples
        set_to = np.interp(np.log(THIRD_OCTAVES), np.log(BANDS), VOICES[name].gains_db)
        missing.append(aims - decibels_of_whole(third_octaves(samples) - set_to))
    mean = np.mean(missing, axis=0)
    near = [[mean[i] for i, hz in enumerate(THIRD_OCTAVES) if band / 1.35 < hz < band * 1.35] for band in BANDS]
    return [round(float(np.mean(values)), 1) for values in near]


def third_octaves(samples: Samples) -> NDArray[np.float64]:
    """Level in each of THIRD_OCTAVES, dB."""
    frequencies, power = signal.welch(samples, RATE, nperseg=4096)
    edge = 2 ** (1 / 6)
    parts = [power[(frequencies >= hz / edge) & (frequencies < hz * edge)].sum() for hz in THIRD_OCTAVES]
    return np.asarray(10 * np.log10(np.asarray(parts) + 1e-14))


def decibels_of_whole(levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Levels relative to their sum."""
    return np.asarray(levels - 10 * np.log10(np.sum(10 ** (levels / 10))))


def main(arguments: list[str]) -> None:
    """Measure, and write or show."""
    if "--balance" in arguments:
        print("male  ", balance("male", ("Adam", "Bill", "Chris", "Eric", "Will")))
        print("female", balance("female", ("Aria", "Jessica", "Laura", "Matilda", "Sarah")))
        return
    women = [voice for voice in VOICES.values() if voice.hibari]
    close = []
    for start, voices, alone in ((TABLE_START, [*VOICES.values()], True), (HIBARI_START, women, False)):
        measured = [measure(voice, spoken(voice, PASSAGE, espeak_alone=alone)) for voice in voices]
        if "--print" in arguments:
            print(table(measured))
        elif alone or all(one.bases == ("hibari heart",) for one in measured):
            write_table(start, table(measured))
        close += [
            f"{one.name} and {other.name}: {steps_apart(one, other):.1f} steps"
            for one, other in itertools.combinations(measured, 2)
            if steps_apart(one, other) < APART_MIN
        ]
    if close:
        sys.exit("Too much alike: " + "; ".join(close))


if __name__ == "__main__":
    main(sys.argv[1:])
