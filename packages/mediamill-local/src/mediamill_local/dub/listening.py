"""What is said in a recording, in which language, when, and how high the voice is: Whisper by faster-whisper."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mediamill.engines.sdk import EngineRefused

Samples = NDArray[np.float32]

RATE = 16_000  # Hz, what Whisper was trained on
SENTENCE_END = tuple(".?!…。？！؟।")
PAUSE_SECONDS = 0.6  # between two words: there a phrase ends
PHRASE_SECONDS_MAX = 12.0
BEAMS = 5
PITCH_SECONDS, PITCH_HZ = 0.06, (60.0, 400.0)
VOICED_MIN, LOUD_MIN = 0.6, 0.1  # of the autocorrelation; of the loudest moment
NO_SPEECH = "No speech was found in the audio."
NOT_UNDERSTOOD = "The speech in the audio could not be understood: send clear speech of one speaker at a time."


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is said in one breath, in seconds of the recording."""

    text: str
    start: float
    end: float
    sure: float  # the mean probability of its words


@dataclass(frozen=True, slots=True)
class Heard:
    """What was understood, and what was not."""

    language: str  # as Whisper calls it
    phrases: tuple[Phrase, ...]
    dropped: tuple[Phrase, ...]


def heard(model: Any, recording: Samples, language: str, sure_min: float, progress: Callable[[float], None]) -> Heard:
    """The phrases of (n,) samples at RATE; an empty `language` is found out. Raises EngineRefused for no speech."""
    from faster_whisper.vad import get_speech_timestamps

    if not get_speech_timestamps(recording):
        raise EngineRefused(sentence=NO_SPEECH)
    # No temperature but 0: the others draw lots.
    segments, found = model.transcribe(
        recording,
        language=language or None,
        beam_size=BEAMS,
        temperature=0.0,
        condition_on_previous_text=False,
        vad_filter=True,
        word_timestamps=True,
    )
    seconds = len(recording) / RATE
    words: list[Any] = []
    for segment in segments:
        words += [word for word in segment.words or [] if word.start < seconds]
        progress(min(1.0, segment.end / seconds))
    phrases = phrases_of(words)
    if not phrases:
        raise EngineRefused(sentence=NO_SPEECH)
    kept = tuple(phrase for phrase in phrases if phrase.sure >= sure_min)
    if not kept:
        raise EngineRefused(sentence=NOT_UNDERSTOOD)
    return Heard(found.language, kept, tuple(phrase for phrase in phrases if phrase.sure < sure_min))


def phrases_of(words: Iterable[Any]) -> list[Phrase]:
    """Words (`word`, `start`, `end`, `probability`) as sentences, cut at pauses too."""
    phrases: list[Phrase] = []
    waiting: list[Any] = []
    for word in words:
        if waiting and (
            word.start - waiting[-1].end >= PAUSE_SECONDS
            or word.end - waiting[0].start > PHRASE_SECONDS_MAX
            or waiting[-1].word.rstrip().endswith(SENTENCE_END)
        ):
            phrases.append(_phrase(waiting))
            waiting = []
        waiting.append(word)
    if waiting:
        phrases.append(_phrase(waiting))
    return [phrase for phrase in phrases if any(map(str.isalnum, phrase.text))]


def _phrase(words: list[Any]) -> Phrase:
    text = "".join(word.word for word in words).strip()
    sure = sum(float(word.probability) for word in words) / len(words)
    return Phrase(text, float(words[0].start), max(float(words[-1].end), float(words[0].start) + 0.1), sure)


def pitch_of(samples: Samples, rate: int = RATE) -> float | None:
    """The median of the fundamental in Hz; None where nothing is voiced."""
    size = round(PITCH_SECONDS * rate)
    if len(samples) < size:
        return None
    frames = np.lib.stride_tricks.sliding_window_view(samples, size)[:: size // 2] * np.hanning(size)
    level = np.sqrt(np.mean(np.square(frames), axis=1))
    frames = frames[level > LOUD_MIN * level.max()]
    power = np.square(np.abs(np.fft.rfft(frames, 2 * size)))
    correlation = np.fft.irfft(power)[:, :size]
    lags = slice(round(rate / PITCH_HZ[1]), round(rate / PITCH_HZ[0]))
    fading = 1.0 - np.arange(size) / size
    likeness = correlation / np.maximum(correlation[:, :1], 1e-12) / np.maximum(fading, 0.1)
    best = likeness[:, lags].argmax(axis=1) + lags.start
    voiced = likeness[np.arange(len(best)), best] > VOICED_MIN
    return float(np.median(rate / best[voiced])) if voiced.any() else None
