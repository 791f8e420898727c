"""What is said, when, and how sure that is: by Whisper where it is installed, else by pocketsphinx."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pocketsphinx

from mediamill.engines.sdk import EngineRefused
from mediamill_procedural.dub import listening, whisper
from mediamill_procedural.dub.listening import RATE, Samples, Stretch, Word

FRAMES_PER_SECOND = 100
GUESSES_MAX = 5_000  # at each moment: music twice as fast as with all of them, speech no worse (measured)
PADDING = RATE // 4  # samples of silence around a stretch: the recogniser expects some
PAUSE_SECONDS = 0.3  # between two words: there a phrase ends
PHRASE_SECONDS_MAX = 12.0  # a longer one ends at its longest pause
# Measured on forty voices, in nine languages, and on music: speech has at least 2.6 words a second, which take 80 % of
# the time, and 77 % of them differ; music mostly has less than 1.3 a second, or the same one again and again.
WORDS_PER_SECOND_MIN = 1.5
EXPLAINED_MIN = 0.65  # share of a stretch's time that is words
DIFFERENT_MIN = 0.6  # share of the words of a stretch, where there are SEVERAL
SEVERAL = 6
# How sure a recogniser is, brought to the share of words that are right: fitted over 94 recordings of real and built-in
# voices, in noise and out of it (docs/dubbing.md). Other languages come to 0.3 to 0.5, and what is read into them is no
# sentence: the words of English follow each other with -4 to -5.5 nats each, those of other languages with less.
SPHINX_RIGHT = (0.07, 1.07)  # and so many times the probability of a word
UNDERSTOOD_MIN = 0.55  # of a recording, weighted by time
FLUENT = -5.0  # nats, the mean log probability of a word after the two before it
FLUENCY_WEIGHT = 0.11  # for each nat above FLUENT; below it the same is taken off
PHRASE_SURE_MIN = 0.5  # of a single phrase
VARIANT = re.compile(r"\(\d+\)$")  # the second pronunciation of a word is called "the(2)"
NO_SPEECH = "No speech was found in the audio."
NOT_UNDERSTOOD = (
    "The speech in the audio could not be understood: send clear English of one speaker at a time, without music or "
    "noise behind it."
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is said in one breath."""

    words: tuple[Word, ...]
    start: float  # seconds, as it is heard; like the end
    end: float
    pitch: float | None  # Hz, the median

    @property
    def text(self) -> str:
        """The words in lower case, without any punctuation."""
        return " ".join(word.text for word in self.words)

    @property
    def written(self) -> str:
        """A sentence as the recogniser wrote it; empty where it gives words alone."""
        whole = " ".join(word.written for word in self.words).strip(" ,;:-")
        return whole[:1].upper() + whole[1:] + ("." if whole and whole[-1] not in ".?!" else "")

    @property
    def sure(self) -> float:
        """The mean probability of the words, weighted by their time."""
        return _mean_sureness([self])


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was understood of a recording, and the times of what was heard and dropped."""

    phrases: tuple[Phrase, ...]
    misunderstood: tuple[tuple[float, float], ...]  # seconds
    sure: float
    recogniser: str


class Sphinx:
    """Pocketsphinx with the American English that comes with it."""

    name = "pocketsphinx"

    def __init__(self) -> None:
        # A mean of each stretch by itself, so that what came before does not matter.
        self.decoder = pocketsphinx.Decoder(samprate=RATE, loglevel="FATAL", cmn="batch", maxhmmpf=GUESSES_MAX)

    def words(self, stretch: Stretch) -> list[Word]:
        """The words of a stretch; none when it is not like speech or there are too few of them."""
        if not listening.like_speech(stretch.samples):
            return []
        self.decoder.start_utt()
        self.decoder.process_raw(listening.as_pcm(np.pad(stretch.samples, PADDING)), full_utt=True)
        self.decoder.end_utt()
        if self.decoder.hyp() is None:
            return []
        offset = stretch.start - PADDING / RATE
        words = [
            Word(
                VARIANT.sub("", found.word),
                offset + found.start_frame / FRAMES_PER_SECOND,
                offset + (found.end_frame + 1) / FRAMES_PER_SECOND,
                min(1.0, SPHINX_RIGHT[0] + SPHINX_RIGHT[1] * float(found.prob)),
            )
            for found in self.decoder.seg()
            if not found.word.startswith(("<", "["))  # silence, breath, cough
        ]
        return words if _are_speech(words, len(stretch.samples) / RATE) else []

    def fluency(self, phrases: list[Phrase]) -> float:
        """How likely the words follow each other in English: nats a word, by its own model of the language."""
        model, scale = self.decoder.get_lm(), self.decoder.get_logmath()
        total = 0
        for phrase in phrases:
            said = ["<s>", *(word.text for word in phrase.words)]
            total += sum(model.prob(said[max(0, place - 2) : place + 1][::-1]) for place in range(1, len(said)))
        return float(scale.log_to_ln(total)) / sum(len(phrase.words) for phrase in phrases)


def understand(recording: Samples, progress: Callable[[float], None]) -> Transcript:
    """The phrases of (n,) samples at RATE. Raises EngineRefused when nobody speaks or it cannot be understood."""
    listener = whisper.loaded() or Sphinx()
    phrases: list[Phrase] = []
    dropped: list[tuple[float, float]] = []
    for stretch in listening.stretches(recording):
        words = listener.words(stretch)
        phrases += [_phrase(some, stretch) for some in in_breaths(words)]
        if not words:
            dropped.append((stretch.start, stretch.start + len(stretch.samples) / RATE))
        progress(stretch.start * RATE / len(recording))
    if not phrases:
        raise EngineRefused(sentence=NO_SPEECH)
    sure = _mean_sureness(phrases)
    if isinstance(listener, Sphinx):  # Whisper's probability of a word knows the words before it
        sure = min(1.0, sure + FLUENCY_WEIGHT * (listener.fluency(phrases) - FLUENT))
    understood = tuple(phrase for phrase in phrases if phrase.sure >= PHRASE_SURE_MIN)
    if sure < UNDERSTOOD_MIN or not understood:
        raise EngineRefused(sentence=NOT_UNDERSTOOD)
    dropped += [(phrase.start, phrase.end) for phrase in phrases if phrase.sure < PHRASE_SURE_MIN]
    return Transcript(understood, tuple(sorted(dropped)), sure, listener.name)


def in_breaths(words: list[Word]) -> list[tuple[Word, ...]]:
    """The words cut where there is a pause between them."""
    breaths: list[tuple[Word, ...]] = []
    start = 0
    for index in range(1, len(words) + 1):
        if index == len(words) or words[index].start - words[index - 1].end >= PAUSE_SECONDS:
            breaths += _short_enough(words[start:index])
            start = index
    return breaths


def _short_enough(words: list[Word]) -> list[tuple[Word, ...]]:
    if not words:
        return []
    if words[-1].end - words[0].start <= PHRASE_SECONDS_MAX or len(words) == 1:
        return [tuple(words)]
    pauses = [after.start - before.end for before, after in pairwise(words)]
    middle = (len(words) - 1) / 2.0
    cut = 1 + max(range(len(pauses)), key=lambda index: (pauses[index], -abs(index + 0.5 - middle)))
    return _short_enough(words[:cut]) + _short_enough(words[cut:])


def _are_speech(words: list[Word], seconds: float) -> bool:
    """Whether it takes speech to bring up these words in that time: the recogniser hears some in everything."""
    explained = sum(word.end - word.start for word in words) / seconds
    if len(words) / seconds < WORDS_PER_SECOND_MIN or explained < EXPLAINED_MIN:
        return False
    return len(words) < SEVERAL or len({word.text for word in words}) / len(words) >= DIFFERENT_MIN


def _phrase(words: tuple[Word, ...], stretch: Stretch) -> Phrase:
    start, end = listening.edges_of(stretch, words[0].start, words[-1].end)
    heard = stretch.samples[round((start - stretch.start) * RATE) : round((end - stretch.start) * RATE)]
    return Phrase(words, start, end, listening.pitch_of(heard))


def _mean_sureness(phrases: list[Phrase]) -> float:
    """The mean probability of the words of phrases, weighted by their time."""
    words = [word for phrase in phrases for word in phrase.words]
    time = sum(word.end - word.start for word in words)
    return sum(word.sure * (word.end - word.start) for word in words) / max(time, 1e-9)
