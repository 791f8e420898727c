"""Measures the built-in isolator, dubbing, splitter and voices with real voices, and prints the tables for docs.

Recordings that packages of PyPI bring, unpacked in a folder (pip download, then tar or unzip):
    pocketsphinx==5.1.1 and praatio==6.2.2 (sdist: --no-deps --no-binary :all:), stempeg==0.2.6 (its wheel)
Then: .venv/bin/python -m scripts.measure_real_voices FOLDER isolate|words|dub|stems
"""

import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from mediamill.codecs import decode_audio
from mediamill.engines.engine import InputValue, Request
from mediamill_procedural.effects.engine import EffectsEngine
from mediamill_procedural.isolate import deepfilter
from mediamill_procedural.isolate.cleaning import clean
from mediamill_procedural.music.piece import make_piece

Samples = NDArray[np.float32]

RATE = 48_000  # Hz
LEVEL = 0.08  # root mean square of the voices
NOISE_DB = (0.0, -5.0)  # against the voice
NOISES = ("white", "pink", "fan", "rain", "crowd", "typing", "music")
SEED = 15
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
        found.append(Spoken(path.name, levelled(sound), "bobby rode his motorcycle" if name == "bobby" else ""))
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


PARTS: Mapping[str, Callable[[Path], None]] = {"isolate": isolate}

if __name__ == "__main__":
    PARTS[sys.argv[2]](Path(sys.argv[1]))
