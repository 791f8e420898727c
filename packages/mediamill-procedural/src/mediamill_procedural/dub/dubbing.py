"""The phrases of a recording spoken in another language, each in its time and as loud as it was."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import integrated_lufs, master
from mediamill.engines.sdk import EngineRefused
from mediamill_procedural.dub.courtesies import with_courtesies
from mediamill_procedural.dub.english import as_written
from mediamill_procedural.dub.fitting import STRETCH_MAX, Slot, pace_for, shortened, slots_of
from mediamill_procedural.dub.languages import ENGLISH, ROUTES
from mediamill_procedural.dub.listening import RATE as HEARD_RATE
from mediamill_procedural.dub.listening import audible
from mediamill_procedural.dub.recognition import Phrase
from mediamill_procedural.dub.translation import Translation, translate
from mediamill_procedural.speech import espeak
from mediamill_procedural.speech.finishing import RATE
from mediamill_procedural.speech.phrases import Phrase as Spoken
from mediamill_procedural.speech.recital import Speakers, SpokenPhrase, phrase_sound, variant_name
from mediamill_procedural.speech.spoken import as_spoken
from mediamill_procedural.speech.voices import VOICES, Voice, variant_text

Samples = NDArray[np.float32]

LOW, HIGH = VOICES["Antoni"], VOICES["Matilda"]
LOW_HZ, HIGH_HZ = 145.0, 160.0  # below it is the low voice, above the high one; between, whoever speaks most
UNKNOWN_SHARE_MAX = 1 / 3  # of the words of a phrase: with more untranslated it is not the other language
LOUDNESS_SPREAD_DB = 6.0  # a phrase may be this far from the whole: a whisper is still to be understood
GAP_SECONDS = 0.08  # between two phrases where the first is late
NOTHING_TRANSLATED = "What is said in the audio could not be translated: send speech in plain, complete sentences."
NO_ROOM = "The translation does not fit into the time of the recording: send it with some silence at its end."


@dataclass(frozen=True, slots=True)
class Line:
    """One phrase: what was heard, what is said for it, and the words in that which could not be translated."""

    phrase: Phrase
    text: str
    unknown: tuple[str, ...]
    share: float  # unknown words of all

    @property
    def usable(self) -> bool:
        """Whether enough of it is in the other language."""
        return self.share <= UNKNOWN_SHARE_MAX


@dataclass(frozen=True, slots=True)
class Dub:
    """Samples at RATE, (n,), and what is in them."""

    samples: Samples
    placed: tuple[Line, ...]
    left_out: tuple[Line, ...]
    voices: tuple[str, ...]
    late_seconds: float  # of the phrase that begins latest


def translated(phrases: Sequence[Phrase], language: str, folder: Path, progress: Callable[[float], None]) -> list[Line]:
    """Each phrase in the language. Raises EngineRefused when too little can be translated, EngineFailed."""
    lines = []
    for number, phrase in enumerate(phrases, start=1):
        found = _in_language(phrase, language, folder)
        lines.append(Line(phrase, found.text, found.unknown, found.unknown_share))
        progress(number / len(phrases))
    if sum(line.usable for line in lines) <= len(lines) / 2:
        raise EngineRefused(sentence=NOTHING_TRANSLATED)
    return lines


def dubbed(
    recording: Samples, lines: Sequence[Line], language: str, folder: Path, progress: Callable[[float], None]
) -> Dub:
    """The lines spoken, as long as the recording, (n,) at HEARD_RATE. Raises EngineRefused, EngineFailed."""
    espeak.lay_out(folder, {variant_name(voice): variant_text(voice) for voice in (LOW, HIGH)})
    speakers = Speakers(folder)
    length = len(recording) / HEARD_RATE
    usable = [line for line in lines if line.usable]
    slots = slots_of([(line.phrase.start, line.phrase.end) for line in usable], length)
    usual = _usual_voice([line.phrase for line in usable])
    whole_lufs = [_lufs(recording, line.phrase) for line in usable]
    middle_lufs = float(np.median([lufs for lufs in whole_lufs if math.isfinite(lufs)] or [-math.inf]))
    samples = np.zeros(round(length * RATE), np.float32)
    placed: list[Line] = []
    left_out = [line for line in lines if not line.usable]
    bases: dict[str, None] = {}
    free_from, late = 0.0, 0.0
    for number, (line, slot, lufs) in enumerate(zip(usable, slots, whole_lufs, strict=True), start=1):
        begin = max(slot.start, free_from, 0.0)
        base, spoken = _spoken(line, language, replace(slot, start=begin), _voice_of(line.phrase, usual), speakers)
        seconds = len(spoken.dry) / RATE
        soft = audible(spoken.dry, RATE)[0]  # a breath before the first sound goes before the first sound
        begin, late = max(begin - soft, free_from, 0.0), max(late, begin - slot.start)
        if not seconds or begin + seconds > length:
            left_out.append(line)
            continue
        loud = min(max(lufs, middle_lufs - LOUDNESS_SPREAD_DB), middle_lufs + LOUDNESS_SPREAD_DB)
        _add(samples, master(spoken.wet, RATE, lufs=loud), round(begin * RATE))
        placed.append(line)
        bases[base] = None
        free_from = begin + seconds + GAP_SECONDS
        progress(number / len(usable))
    if not placed:
        raise EngineRefused(sentence=NO_ROOM)
    return Dub(samples, tuple(placed), tuple(left_out), tuple(bases), late)


def _in_language(phrase: Phrase, language: str, folder: Path) -> Translation:
    """What is said for the words of a phrase, as text that is read out."""
    whole = phrase.written or as_written(phrase.text)
    if language == ENGLISH:
        return Translation(whole, ())
    opening, between, closing = with_courtesies(phrase.text, language)
    written = whole if between == phrase.text else as_written(between)
    sentence = translate(written, ROUTES[language], folder) if between else Translation("", ())
    said = sentence.text.rstrip(".")
    if opening:
        said = said[:1].lower() + said[1:]
    text = ", ".join(part for part in (opening, said, closing) if part)
    text = text[:1].upper() + text[1:]
    return Translation(text if text.endswith("?") else f"{text}.", sentence.unknown)


def _usual_voice(phrases: Sequence[Phrase]) -> Voice:
    """The voice for most of what is said."""
    pitches = [phrase.pitch for phrase in phrases if phrase.pitch is not None]
    return HIGH if pitches and float(np.median(pitches)) > (LOW_HZ + HIGH_HZ) / 2.0 else LOW


def _voice_of(phrase: Phrase, usual: Voice) -> Voice:
    if phrase.pitch is None or LOW_HZ <= phrase.pitch <= HIGH_HZ:
        return usual
    return LOW if phrase.pitch < LOW_HZ else HIGH


def _spoken(line: Line, language: str, slot: Slot, voice: Voice, speakers: Speakers) -> tuple[str, SpokenPhrase]:
    """(what spoke it, the line in its slot or as near to it as can be followed)."""
    spoken = Spoken(as_spoken(line.text, language), language, 0.0)
    base, sound = phrase_sound(spoken, voice, speakers)
    pace = pace_for(len(sound.dry) / RATE, slot)
    if pace != 1.0:
        base, sound = phrase_sound(spoken, voice.at_pace(pace), speakers)
    speed = min(STRETCH_MAX, len(sound.dry) / RATE / max(slot.seconds_max, 1e-3))
    if speed <= 1.0:
        return base, sound
    return base, SpokenPhrase(*(shortened(part, speed, RATE) for part in (sound.dry, sound.wet)))


def _lufs(recording: Samples, phrase: Phrase) -> float:
    heard = recording[max(0, round(phrase.start * HEARD_RATE)) : round(phrase.end * HEARD_RATE)]
    return integrated_lufs(heard, HEARD_RATE)


def _add(whole: Samples, sound: Samples, at: int) -> None:
    """What sounds longer than the whole is cut: only the ringing of the room can."""
    sound = sound[: len(whole) - at]
    whole[at : at + len(sound)] += sound
