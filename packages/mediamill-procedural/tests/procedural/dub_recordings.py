"""Recordings to be dubbed: synthetic speech, and all that is not speech. Everything at 16 kHz, (n,), peak 0.5."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from mediamill.codecs import encode_audio
from mediamill.engines.engine import Request
from mediamill_procedural.dub.engine import DubEngine
from mediamill_procedural.speech import espeak
from mediamill_procedural.speech.phrases import Phrase
from mediamill_procedural.speech.recital import Speakers, phrase_sound, variant_name
from mediamill_procedural.speech.voices import VOICES, variant_text
from tests.codecs.samples import TAGS
from tests.procedural.stems_songs import old_loop

Samples = NDArray[np.float32]

RATE = 16_000
SECONDS = 8.0  # of music and noise
# Of these Adam and Matilda are understood to the word; many other sentences are not.
BROTHER = "my brother lives in a small house near the sea"
MUSEUM = "the museum is closed but the park is open all day"
COMPUTER = "i want to buy a new computer because the old one is too slow"
LANGUAGES = "there are many people who want to learn a second language"


class Quiet:
    """A report that remembers."""

    def __init__(self) -> None:
        self.fractions: list[float] = []
        self.stages: list[str] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.fractions.append(fraction)
        self.stages.append(stage)

    def checkpoint(self, text: str) -> None:
        raise AssertionError("a recording is dubbed in one go")


def say(text: str, voice: str, folder: Path, *, flite: str | None = None, language: str = "en") -> Samples:
    """The text by one of the twenty voices: espeak-ng's, or flite's where its program is given."""
    home = folder / voice
    if not home.exists():
        espeak.lay_out(home, {variant_name(VOICES[voice]): variant_text(VOICES[voice])})
    speakers = Speakers(home, espeak_alone=True)
    speakers.flite = flite
    _, sound = phrase_sound(Phrase(text, language, 0.0), VOICES[voice], speakers)
    return loud(signal.resample_poly(sound.wet.astype(np.float64), 320, 441))


def conversation(*lines: Samples, gap: float = 1.0, seed: int = 1) -> Samples:
    """The lines one after the other in a quiet room, a pause before, between and after."""
    pause = np.zeros(round(gap * RATE), np.float32)
    whole = np.concatenate([pause, *(part for line in lines for part in (line, pause))])
    return (whole + 5e-4 * np.random.default_rng(seed).standard_normal(len(whole))).astype(np.float32)


def loud(wave: NDArray[np.floating]) -> Samples:
    return np.asarray(wave / np.abs(wave).max() * 0.5, np.float32)


def written(path: Path, sound: Samples) -> Path:
    encode_audio(sound, RATE, path, tags=TAGS)
    return path


def request(folder: Path, recording: Path, language: str = "en") -> Request:
    folder.mkdir(parents=True, exist_ok=True)
    names = ("gen_1", "translate-audio", "voicevendor-dubbing")
    return Request(*names, {"target_lang": language}, folder, {"audio_url": recording})


def dub(folder: Path, recording: Path, language: str = "en") -> Path:
    return DubEngine().generate(request(folder, recording, language), Quiet()).path


def time_axis() -> NDArray[np.float64]:
    return np.arange(round(SECONDS * RATE)) / RATE


def white() -> Samples:
    return loud(np.random.default_rng(3).standard_normal(len(time_axis())))


def throbbing_noise() -> Samples:
    """As many swells a second as speech has syllables."""
    return loud(white() * (1.0 + np.sin(2 * np.pi * 4.0 * time_axis())))


def throbbing_tone() -> Samples:
    return loud(signal.sawtooth(2 * np.pi * 120.0 * time_axis()) * (1.0 + np.sin(2 * np.pi * 4.0 * time_axis())))


def siren() -> Samples:
    return loud(signal.sawtooth(2 * np.pi * np.cumsum(500.0 + 200.0 * np.sin(np.pi * time_axis())) / RATE))


def chords() -> Samples:
    """Struck strings, two a second."""
    return loud(_notes([(48, 52, 55, 60), (53, 57, 60, 65), (55, 59, 62, 67), (45, 48, 52, 57)], 0.5, decay=1.5))


def melody() -> Samples:
    """One reed, in the range of a voice, with vibrato."""
    chance = np.random.default_rng(2)
    return loud(_notes([(int(note),) for note in chance.choice([50, 52, 54, 55, 57, 59, 62], 32)], 0.25, decay=0.1))


def drums(seed: int) -> Samples:
    loop = old_loop(seed)
    wave = np.asarray(loop.samples, np.float64).reshape(len(loop.samples), -1).mean(axis=1)
    return loud(signal.resample_poly(wave, RATE, loop.rate)[: round(SECONDS * RATE)])


def band() -> Samples:
    together = min(len(drums(1)), len(chords()), len(melody()))
    return loud(drums(1)[:together] + 0.6 * chords()[:together] + 0.5 * melody()[:together])


def _notes(notes: list[tuple[int, ...]], seconds: float, *, decay: float) -> NDArray[np.float64]:
    time = np.arange(round(seconds * RATE)) / RATE
    vibrato = 0.01 * np.sin(2 * np.pi * 5.5 * time)
    whole = []
    for number in range(round(SECONDS / seconds)):
        tones = [440.0 * 2 ** ((note - 69) / 12) for note in notes[number % len(notes)]]
        phases = [2 * np.pi * np.cumsum(tone * (1.0 + vibrato)) / RATE for tone in tones]
        wave = sum(np.sin(k * p) / k for p, t in zip(phases, tones, strict=True) for k in range(1, 20) if k * t < 7_500)
        whole.append(wave * np.exp(-decay * time) * np.minimum(1.0, time / 0.02) * np.minimum(1.0, time[::-1] / 0.02))
    return np.concatenate(whole)


NOT_SPEECH: Mapping[str, Callable[[], Samples]] = {
    "silence": lambda: np.zeros(round(SECONDS * RATE), np.float32),
    "faint noise": lambda: white() * np.float32(2e-4),
    "white noise": white,
    "throbbing noise": throbbing_noise,
    "tone": lambda: loud(np.sin(2 * np.pi * 150.0 * time_axis())),
    "throbbing tone": throbbing_tone,
    "sweep": lambda: loud(signal.chirp(time_axis(), 100.0, SECONDS, 4_000.0, method="logarithmic")),
    "siren": siren,
    "chords": chords,
    "melody": melody,
    "drums": lambda: drums(1),
    "band": band,
}
