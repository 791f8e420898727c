"""A voice stays, the noise around it goes: measured as signal-to-distortion ratio, scale-invariant (Le Roux 2019)."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import signal

from mediamill import __version__
from mediamill.codecs import decode_audio, encode_audio, probe
from mediamill.engines.engine import EngineRefused, Request
from mediamill.formats import NotMedia
from mediamill_procedural.isolate.cleaning import CONTEXT, PIECE, clean
from mediamill_procedural.isolate.engine import RATE, IsolateEngine
from mediamill_procedural.kit.spectrum import sound_of, spectra_of
from mediamill_procedural.speech import espeak
from mediamill_procedural.speech.voices import VOICES, variant_text
from tests.codecs.samples import TAGS, flat_png, metadata, tone
from tests.engines.apart import run_apart
from tests.procedural.neural import without_models
from tests.sampling import one_in

__all__ = ["without_models"]

Samples = NDArray[np.float32]
Wave = NDArray[np.float64]

LEVEL = 0.08  # root mean square of the voices
NOISE_DB = -5.0  # of all noises, against the voice
ADAM = "The old heron stood in the shallow water and waited. Nobody had told him that the fish were gone."
LILY = "Please send the finished report before Thursday. We will check every number, then print twelve copies."
pytestmark = pytest.mark.xdist_group("isolate")  # one worker makes the voices for all


class Quiet:
    """A report that remembers."""

    def __init__(self) -> None:
        self.fractions: list[float] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.fractions.append(fraction)

    def checkpoint(self, text: str) -> None:
        raise AssertionError("a recording is cleaned in one go")


@pytest.fixture(scope="module")
def voices(tmp_path_factory: pytest.TempPathFactory) -> list[Wave]:
    """Adam and Lily, without any noise."""
    folder = tmp_path_factory.mktemp("voices")
    espeak.lay_out(folder, {name.lower(): variant_text(VOICES[name]) for name in ("Adam", "Lily")})
    return [spoken(folder, "adam", ADAM), spoken(folder, "lily", LILY)]


def spoken(folder: Path, name: str, text: str) -> Wave:
    sound = espeak.say(text, folder, voice=f"en-us+{name}", parameters={espeak.RATE: 165})
    wave = np.asarray(signal.resample_poly(sound.samples.astype(np.float64), RATE, sound.rate), np.float64)
    return np.asarray(wave * (LEVEL / np.sqrt(np.mean(wave**2))))


def white(count: int, chance: np.random.Generator) -> Wave:
    return chance.standard_normal(count)


def pink(count: int, chance: np.random.Generator) -> Wave:
    spectrum = np.fft.rfft(chance.standard_normal(count))
    return np.asarray(np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(count, 1 / RATE), 20.0)), count))


def fan(count: int, chance: np.random.Generator) -> Wave:
    """Dull rushing, and the hum of a motor with its overtones."""
    time = np.arange(count) / RATE
    hum = sum(np.sin(2 * np.pi * 120.0 * number * time + number) / number for number in range(1, 8))
    return np.asarray(0.4 * signal.lfilter([1.0], [1.0, -0.97], chance.standard_normal(count)) + 1.2 * hum)


def keys(count: int, chance: np.random.Generator) -> Wave:
    """Somebody types, in a room that is not quite still."""
    wave = pink(count, chance)
    wave *= 0.05 / wave.std()
    at = 0
    while (at := at + int(chance.uniform(0.06, 0.3) * RATE)) < count:
        length = min(1_500, count - at)
        burst = chance.standard_normal(length) * np.exp(-np.arange(length) / 200.0)
        wave[at : at + length] += burst * chance.uniform(0.5, 1.5)
    return wave


def noisy(voice: Wave, noise: Wave) -> Wave:
    return np.asarray(voice + noise * (voice.std() / noise.std() * 10 ** (NOISE_DB / 20)))


def cleaned(sound: NDArray[np.floating]) -> Samples:
    copy = np.array(sound, np.float32).reshape(len(sound), -1)
    clean(copy, lambda fraction: None)
    return copy


def distortion_db(voice: NDArray[np.floating], found: NDArray[np.floating]) -> float:
    """SI-SDR: how far what is not the voice lies below it."""
    voice, found = np.asarray(voice, np.float64), np.asarray(found, np.float64)
    voice, found = voice - voice.mean(), found - found.mean()
    kept = np.dot(found, voice) / np.dot(voice, voice) * voice
    return float(10 * np.log10(np.sum(kept**2) / np.sum((found - kept) ** 2)))


def request(folder: Path, recording: Path) -> Request:
    folder.mkdir(parents=True, exist_ok=True)
    names = ("gen_1", "voice-isolator", "voicevendor-voice-isolator")
    return Request(*names, {"audio_url": "https://ada.example/interview.wav"}, folder, {"audio_url": recording})


def isolated(folder: Path, recording: Path) -> Path:
    return IsolateEngine().generate(request(folder, recording), Quiet()).path


def written(path: Path, sound: NDArray[np.floating], rate: int = RATE) -> Path:
    encode_audio(np.asarray(sound, np.float32), rate, path, tags=TAGS)
    return path


@pytest.mark.parametrize(("noise", "least_db"), one_in(4, [(keys, 12.5), (white, 13.5), (pink, 10.5), (fan, 9.5)]))
def test_a_voice_comes_out_of_its_noise(
    voices: list[Wave], noise: Callable[[int, np.random.Generator], Wave], least_db: float
) -> None:
    found = []
    for seed, voice in enumerate(voices, start=900):
        mixed = noisy(voice, noise(len(voice), np.random.default_rng(seed)))
        assert distortion_db(voice, mixed) == pytest.approx(-NOISE_DB, abs=0.3)
        found.append(distortion_db(voice, cleaned(mixed)[:, 0]))

    assert np.mean(found) >= least_db, found


def test_other_people_talking_make_it_hardly_worse(voices: list[Wave]) -> None:
    adam, lily = voices
    others = sum(np.resize(np.roll(lily, 30_000 * number), len(adam)) for number in range(1, 5))
    mixed = noisy(adam, np.asarray(others))

    assert distortion_db(adam, cleaned(mixed)[:, 0]) >= distortion_db(adam, mixed) - 1.0


@pytest.mark.slow
def test_a_voice_without_noise_is_nearly_untouched(voices: list[Wave]) -> None:
    for voice in voices:
        found = cleaned(voice)[:, 0]

        assert distortion_db(voice, found) >= 20.0
        assert 20 * np.log10(found.std() / voice.std()) == pytest.approx(0.0, abs=0.3)


def test_pauses_become_much_quieter_and_do_not_tinkle(voices: list[Wave]) -> None:
    chance = np.random.default_rng(31)
    voice = np.concatenate([voices[0], np.zeros(2 * RATE)])
    found = cleaned(voice + 0.02 * chance.standard_normal(len(voice)))[-round(1.5 * RATE) : -RATE // 4, 0]
    power = np.abs(signal.stft(found.astype(np.float64), RATE, nperseg=1_024)[2][10:-10]) ** 2

    assert 20 * np.log10(found.std() / 0.02) < -23.0
    # Plain noise: one bin in a thousand is above 10 times the median. Lone tones make it hundreds.
    assert np.percentile(power, 99.9) < 20.0 * np.median(power)


@pytest.mark.slow
def test_the_seams_of_a_long_recording_are_not_heard(voices: list[Wave]) -> None:
    voice = np.resize(voices[0], PIECE + 2 * CONTEXT)
    mixed = noisy(voice, white(len(voice), np.random.default_rng(77)))
    found = cleaned(mixed)[:, 0]
    around = slice(PIECE - RATE, PIECE + RATE)
    from_the_middle = cleaned(mixed[PIECE - 6 * RATE : PIECE + 4 * RATE])[5 * RATE : 7 * RATE, 0]

    assert distortion_db(from_the_middle, found[around]) > 20.0


def test_silence_stays_silence() -> None:
    assert not cleaned(np.zeros((2 * RATE, 2))).any()


@pytest.mark.parametrize("count", [1, 100, 2_047, 2_049, 48_001])
def test_any_length_stays_what_it_is(count: int) -> None:
    found = cleaned(tone(2.0, rate=RATE)[:count])

    assert found.shape == (count, 1)
    assert np.isfinite(found).all()


def test_what_is_too_loud_is_not_clipped(voices: list[Wave]) -> None:
    loud = voices[0] * (1.6 / np.abs(voices[0]).max())
    found = cleaned(loud)[:, 0]

    assert np.abs(found).max() <= 1.0
    assert distortion_db(loud, found) >= 20.0


def test_each_side_keeps_its_place(voices: list[Wave]) -> None:
    mixed = noisy(voices[0], white(len(voices[0]), np.random.default_rng(5)))
    found = cleaned(np.stack([mixed, 0.25 * mixed], axis=1))

    np.testing.assert_allclose(found[:, 1], 0.25 * found[:, 0], atol=1e-5)


def test_spectra_become_the_sound_they_came_from() -> None:
    sound = np.random.default_rng(1).standard_normal((10_001, 2)).astype(np.float32)

    np.testing.assert_allclose(sound_of(spectra_of(sound, 512, edges="symmetric"), 512, len(sound)), sound, atol=1e-5)


@pytest.mark.parametrize(("rate", "channels", "kept"), [(8_000, 1, 1), (44_100, 2, 2), (48_000, 1, 1), (96_000, 2, 2)])
def test_the_file_is_as_long_as_the_recording(tmp_path: Path, rate: int, channels: int, kept: int) -> None:
    sound = np.repeat(tone(1.37, rate=rate)[:, np.newaxis], channels, axis=1)
    path = isolated(tmp_path / "out", written(tmp_path / "in.flac", sound, rate))
    found = probe(path)

    assert path.suffix == ".flac"
    assert found.seconds == pytest.approx(1.37, abs=0.02)
    assert found.audio is not None
    assert (found.audio.rate, found.audio.channels) == (RATE, kept)
    with av.open(str(path)) as container:
        assert container.streams.audio[0].codec_context.format.name == "s32"


def test_a_concert_of_six_channels_becomes_stereo(tmp_path: Path) -> None:
    path = tmp_path / "in.wav"
    with av.open(str(path), "w") as output:
        stream = output.add_stream("pcm_s16le", rate=RATE, layout="5.1")
        sound = np.random.default_rng(2).integers(-3_000, 3_000, (1, 6 * RATE), np.int16)
        frame = av.AudioFrame.from_ndarray(sound, format="s16", layout="5.1")
        frame.sample_rate = RATE
        for whole in (frame, None):
            output.mux(stream.encode(whole))
    found = probe(isolated(tmp_path / "out", path))

    assert found.audio is not None
    assert (found.seconds, found.audio.channels) == (1.0, 2)


@pytest.mark.usefixtures("without_models")
def test_the_file_says_what_was_done_to_it(tmp_path: Path) -> None:
    path = isolated(tmp_path / "out", written(tmp_path / "in.wav", tone(0.5, rate=RATE)))
    provenance = json.loads(metadata(path)["comment"])

    assert (provenance["engine"], provenance["version"]) == ("procedural.isolate", __version__)
    assert "OM-LSA" in provenance["method"]
    assert provenance["limits"] == "does not separate several speakers or music with singing"


PROGRAM = """
import sys
from pathlib import Path
from mediamill_procedural.isolate.engine import IsolateEngine
from mediamill.engines.engine import Request
class Quiet:
    def progress(self, fraction, stage=""): ...
    def checkpoint(self, text): ...
folder, recording = map(Path, sys.argv[1:])
names = ("gen_1", "voice-isolator", "voicevendor-voice-isolator")
IsolateEngine().generate(Request(*names, {}, folder, {"audio_url": recording}), Quiet())
"""


@pytest.mark.slow
def test_two_processes_make_the_same_file(tmp_path: Path, voices: list[Wave]) -> None:
    mixed = noisy(voices[1], keys(len(voices[1]), np.random.default_rng(8)))
    recording = written(tmp_path / "in.mp3", mixed)
    contents = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        run_apart(PROGRAM, tmp_path / name, recording)
        contents.add((tmp_path / name / "voice.flac").read_bytes())

    assert len(contents) == 1


def test_progress_only_rises(tmp_path: Path) -> None:
    report = Quiet()
    IsolateEngine().generate(request(tmp_path / "out", written(tmp_path / "in.wav", tone(1.0, rate=RATE))), report)

    assert report.fractions == sorted(report.fractions)
    assert report.fractions[0] == 0.0
    assert report.fractions[-1] < 1.0


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", random.Random(1).randbytes(50_000), b"RIFF\xff\xff\xff\xffWAVEfmt ", flat_png(8, 8), b"#EXTM3U\n"],
    ids=["empty", "text", "random", "head", "picture", "playlist"],
)
def test_what_is_no_recording_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "in.wav"
    path.write_bytes(content)

    with pytest.raises(EngineRefused) as refused:
        isolated(tmp_path / "out", path)

    assert str(refused.value).startswith("This file cannot be used: ")
    assert str(refused.value).endswith(".")
    assert isinstance(refused.value.__context__, NotMedia)


def test_what_can_be_read_of_a_damaged_recording_is_cleaned(tmp_path: Path) -> None:
    path = written(tmp_path / "in.mp3", tone(3.0, rate=RATE))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    found = decode_audio(isolated(tmp_path / "out", path), rate=RATE, seconds_max=60.0)

    assert len(found) / RATE == pytest.approx(1.5, abs=0.1)
