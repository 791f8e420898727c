"""A text spoken from its first phrase to its last: each phrase by its language's voice, joined with pauses."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import master
from mediamill.engines.sdk import EngineRefused
from mediamill_procedural.speech import espeak
from mediamill_procedural.speech import flite as flite_voices
from mediamill_procedural.speech import hibari as hibari_voices
from mediamill_procedural.speech.finishing import RATE, finished, trimmed
from mediamill_procedural.speech.phrases import Phrase, Reading, reading_of
from mediamill_procedural.speech.programs import flite_program
from mediamill_procedural.speech.voices import BALANCE_DB, Voice, variant_text

Samples = NDArray[np.float32]

SECONDS_MAX = 30 * 60  # of speech: bounds memory; 3,000 Chinese characters take 16 minutes, 3,000 digits 23
MASTERED_SECONDS = 150  # of speech brought to its loudness at once: bounds memory, and one voice stays equally loud
LEAD_IN, LEAD_OUT = 0.1, 0.25  # seconds of silence around everything: players clip the first moment
USUAL_PACE = 158  # words a minute at which the pauses of `phrases.py` are meant
ENGLISH, HAN, HIBARI = "en", "CJK", "hibari heart"
UNREADABLE_SHARE_MAX = 0.2  # of the letters: leaving out more than this would be another text
NOTHING_TO_SAY = "There is nothing to say in this text: write at least one word or number."


@dataclass(frozen=True, slots=True)
class Recital:
    """A spoken text: samples at RATE, (n,), and what spoke them."""

    samples: Samples
    bases: tuple[str, ...]  # "espeak-ng en-us", "flite slt": the synthesizers' own voices
    breaths: tuple[int, ...]  # samples at which phrases begin


def readable(prompt: str) -> Reading:
    """The prompt as it will be spoken. Raises EngineRefused when too little of it can be."""
    reading = reading_of(prompt)
    if reading.unreadable_share > UNREADABLE_SHARE_MAX:
        if reading.unreadable == (HAN,):
            raise EngineRefused(
                sentence="The built-in voices read Japanese in kana only: write the kanji as hiragana or katakana."
            )
        scripts = " or ".join("kanji" if name == HAN else f"{name.title()} script" for name in reading.unreadable)
        raise EngineRefused(sentence=f"The built-in voices cannot read {scripts}.")
    if not reading.phrases:
        raise EngineRefused(sentence=NOTHING_TO_SAY)
    return reading


def recite(reading: Reading, voice: Voice, speakers: "Speakers", progress: Callable[[float], None]) -> Recital:
    """The reading spoken by a voice. Raises EngineRefused when it comes to nothing or to too much, EngineFailed."""
    espeak.lay_out(speakers.folder, {variant_name(voice): variant_text(voice)})
    pieces: list[tuple[int, Samples]] = []
    bases: dict[str, None] = {}
    position = round(LEAD_IN * RATE)
    for index, phrase in enumerate(reading.phrases):
        base, spoken = phrase_sound(phrase, voice, speakers)
        if len(spoken.dry):
            pieces.append((position, spoken.wet))
            bases[base] = None
            position += len(spoken.dry)
        position += round(phrase.pause * RATE * USUAL_PACE / voice.pace)
        if position > SECONDS_MAX * RATE:
            raise EngineRefused(
                sentence=f"Spoken, this text would last more than {SECONDS_MAX // 60} minutes: send it in parts."
            )
        progress((index + 1) / len(reading.phrases))
    if not pieces:
        raise EngineRefused(sentence=NOTHING_TO_SAY)
    return Recital(laid_end_to_end(pieces), tuple(bases), tuple(start for start, _ in pieces))


def mastered(recital: Recital, lufs: float) -> Samples:
    """The recital at a loudness, part by part, cut where phrases begin; its own samples are used up."""
    samples = recital.samples
    cuts = [0]
    for start in recital.breaths:
        if start - cuts[-1] > MASTERED_SECONDS * RATE and len(samples) - start > MASTERED_SECONDS * RATE // 2:
            cuts.append(start)
    for start, end in pairwise([*cuts, len(samples)]):
        samples[start:end] = master(samples[start:end], RATE, lufs=lufs)
    return samples


@dataclass(frozen=True, slots=True)
class SpokenPhrase:
    """A phrase as it was synthesized, and as it sounds in its room: that rings a little longer."""

    dry: Samples
    wet: Samples


class Speakers:
    """What speaks here: looked for once; a model is loaded when it is first needed, and goes with what is spoken."""

    def __init__(self, folder: Path, *, espeak_alone: bool = False) -> None:
        """`folder` is where they write."""
        self.folder, self._espeak_alone = folder, espeak_alone
        self.flite = None if espeak_alone else flite_program()

    @functools.cached_property
    def hibari(self) -> hibari_voices.Talker | None:
        """The neural voice, where it is installed."""
        return None if self._espeak_alone else hibari_voices.loaded()


def phrase_sound(phrase: Phrase, voice: Voice, speakers: Speakers) -> tuple[str, SpokenPhrase]:
    """(what spoke it, the phrase finished)."""
    english, folder = phrase.language == ENGLISH, speakers.folder
    if english and voice.hibari and speakers.hibari:
        base = HIBARI
        sound = speakers.hibari.say(phrase.text, voice.hibari)
        gains_db, breath = voice.coloured(BALANCE_DB["heart"]), 0.0
    elif english and speakers.flite:
        base = f"flite {voice.flite.speaker}"
        sound = flite_voices.say(phrase.text, folder, speakers.flite, voice.flite)
        gains_db, breath = voice.coloured(BALANCE_DB[voice.flite.speaker]), 0.0
    else:
        name = voice.accent if english else espeak.VOICE_NAMES.get(phrase.language, phrase.language)
        base = f"espeak-ng {name}"
        parameters = {espeak.RATE: voice.pace, espeak.RANGE: voice.liveliness}
        sound = espeak.say(phrase.text, folder, voice=f"{name}+{variant_name(voice)}", parameters=parameters)
        gains_db, breath = voice.gains_db, voice.breath
    dry = trimmed(sound.samples, sound.rate)
    if not len(dry):
        return base, SpokenPhrase(dry, dry)
    return base, SpokenPhrase(dry, finished(dry, gains_db=gains_db, breath=breath, room=voice.room))


def variant_name(voice: Voice) -> str:
    """What the voice's file is called among espeak-ng's variants, none of which has such a name."""
    return f"mediamill-{voice.name.lower()}"


def laid_end_to_end(pieces: list[tuple[int, Samples]]) -> Samples:
    """Each piece at its place, tails over what follows."""
    last_start, last = pieces[-1]
    whole = np.zeros(last_start + len(last) + round(LEAD_OUT * RATE), np.float32)
    for start, piece in pieces:
        whole[start : start + len(piece)] += piece
    return whole
