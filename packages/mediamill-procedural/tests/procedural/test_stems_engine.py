"""From a song's file to a stem's file: rates, lengths, layouts, tags, refusals, time and memory."""

import json
import random
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill import __version__
from mediamill.codecs import decode_audio, encode_audio, probe
from mediamill.engines.engine import EngineRefused, Request
from mediamill.formats import NotMedia
from mediamill_procedural.stems.engine import StemsEngine
from tests.codecs.samples import TAGS, flat_png, metadata, noise_bursts, tone
from tests.engines.apart import run_apart
from tests.procedural.stems_songs import RATE, make_song, short_song
from tests.sampling import one_in

Samples = NDArray[np.float32]

pytestmark = pytest.mark.xdist_group("stems")
LONG_SECONDS = 240.0
CPU_SECONDS_MAX = 90.0  # of two cores for 45 s
MEMORY_MAX_BYTES = 1_500_000_000


class Remembering:
    """A report that remembers."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str]] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.told.append((fraction, stage))

    def checkpoint(self, text: str) -> None:
        raise AssertionError("a song is taken apart in one go")


def request(folder: Path, song: Path, instrument: str) -> Request:
    folder.mkdir(parents=True, exist_ok=True)
    input = {"file": "https://ada.example/song.mp3", "instrument": instrument}
    return Request("gen_1", "song-splitter", "demucs", input, folder, {"file": song})


def taken(folder: Path, song: Path, instrument: str) -> Path:
    return StemsEngine().generate(request(folder, song, instrument), Remembering()).path


def written(path: Path, sound: Samples, rate: int = RATE) -> Path:
    encode_audio(sound, rate, path, tags=TAGS)
    return path


def read(path: Path, rate: int = RATE) -> Samples:
    return decode_audio(path, rate=rate, channels=2, seconds_max=600.0)


@pytest.mark.slow
def test_vocals_and_the_instrumental_of_a_song_add_up_to_it(tmp_path: Path) -> None:
    song = written(tmp_path / "in.mp3", short_song().mix[: 2 * RATE] * np.float32(1.3))
    heard = read(song)
    stems = [read(taken(tmp_path / stem, song, stem)) for stem in ("vocals", "other")]

    assert {len(stem) for stem in stems} == {len(heard)}
    error = np.sum(stems, axis=0, dtype=np.float64) - heard
    assert 10 * np.log10(np.mean(error**2) / np.mean(heard**2)) < -100.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rate", "channels", "kept"),
    one_in(4, [(44_100, 2, 44_100), (8_000, 1, 48_000), (48_000, 1, 48_000), (96_000, 2, 48_000)]),
)
def test_the_file_is_as_long_as_the_song(tmp_path: Path, rate: int, channels: int, kept: int) -> None:
    sound = np.repeat(tone(1.37, rate=rate)[:, np.newaxis], channels, axis=1)
    song = written(tmp_path / "in.flac", sound, rate)
    path = taken(tmp_path / "out", song, "other")
    found = probe(path)

    assert path.name == "other.flac"
    assert found.audio is not None
    assert (found.audio.rate, found.audio.channels) == (kept, 2)
    assert len(read(path, kept)) == len(read(song, kept))
    with av.open(str(path)) as container:
        assert container.streams.audio[0].codec_context.format.name == "s32"


@pytest.mark.slow
def test_a_tenth_of_a_second_is_a_song_too(tmp_path: Path) -> None:
    song = written(tmp_path / "in.wav", noise_bursts(0.1) * np.float32(0.2))
    stems = [read(taken(tmp_path / stem, song, stem)) for stem in ("vocals", "other")]

    np.testing.assert_allclose(np.sum(stems, axis=0), read(song), atol=1e-5)


@pytest.mark.slow
def test_a_concert_of_six_channels_becomes_stereo(tmp_path: Path) -> None:
    path = tmp_path / "in.wav"
    with av.open(str(path), "w") as output:
        stream = output.add_stream("pcm_s16le", rate=RATE, layout="5.1")
        sound = np.random.default_rng(2).integers(-3_000, 3_000, (1, 6 * RATE), np.int16)
        frame = av.AudioFrame.from_ndarray(sound, format="s16", layout="5.1")
        frame.sample_rate = RATE
        for whole in (frame, None):
            output.mux(stream.encode(whole))
    found = probe(taken(tmp_path / "out", path, "drums"))

    assert found.audio is not None
    assert (found.seconds, found.audio.channels) == (1.0, 2)


def test_the_file_says_what_it_is_and_what_it_is_not(tmp_path: Path) -> None:
    song = written(tmp_path / "in.wav", tone(0.5))
    told = metadata(taken(tmp_path / "out", song, "bass"))
    provenance = json.loads(told["comment"])

    assert told["title"] == "Bass"
    assert (provenance["engine"], provenance["version"]) == ("procedural.stems", __version__)
    assert (provenance["model"], provenance["instrument"]) == ("demucs", "bass")
    assert "kernel additive modelling" in provenance["method"]
    assert "bleed" in provenance["limits"]


PROGRAM = """
import sys, time
from pathlib import Path
from tests.engines.apart import peak_bytes
from mediamill_procedural.stems.engine import StemsEngine
from mediamill.engines.engine import Request
class Quiet:
    def progress(self, fraction, stage=""): ...
    def checkpoint(self, text): ...
folder, song = map(Path, sys.argv[1:])
names = ("gen_1", "song-splitter", "demucs")
StemsEngine().generate(Request(*names, {"instrument": "vocals"}, folder, {"file": song}), Quiet())
print(time.process_time(), peak_bytes())
"""


def in_a_process_of_its_own(folder: Path, song: Path) -> tuple[float, float, bytes]:
    """CPU seconds, peak of resident memory in bytes, and the file."""
    folder.mkdir()
    seconds, memory = map(float, run_apart(PROGRAM, folder, song).split())
    return seconds, memory, (folder / "vocals.flac").read_bytes()


@pytest.mark.slow
def test_two_processes_make_the_same_file(tmp_path: Path) -> None:
    song = written(tmp_path / "in.mp3", make_song(202, seconds=4.0).mix)
    first, second = (in_a_process_of_its_own(tmp_path / name, song)[2] for name in ("one", "two"))

    assert first == second


@pytest.mark.slow
def test_a_song_of_four_minutes_takes_little_time_and_memory(tmp_path: Path) -> None:
    mix = make_song(203).mix
    song = written(tmp_path / "in.flac", np.resize(mix, (round(LONG_SECONDS * RATE), 2)))
    seconds, memory, content = in_a_process_of_its_own(tmp_path / "out", song)

    assert content
    assert probe(tmp_path / "out" / "vocals.flac").seconds == LONG_SECONDS
    assert seconds <= CPU_SECONDS_MAX
    assert memory <= MEMORY_MAX_BYTES


@pytest.mark.slow
def test_progress_only_rises(tmp_path: Path) -> None:
    report = Remembering()
    StemsEngine().generate(request(tmp_path / "out", written(tmp_path / "in.wav", tone(1.0)), "drums"), report)
    fractions = [fraction for fraction, _ in report.told]

    assert fractions == sorted(fractions)
    assert fractions[0] == 0.0
    assert fractions[-1] < 1.0
    assert all(0 < len(stage) <= 60 for _, stage in report.told)


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", random.Random(1).randbytes(50_000), b"RIFF\xff\xff\xff\xffWAVEfmt ", flat_png(8, 8), b"#EXTM3U\n"],
    ids=["empty", "text", "random", "head", "picture", "playlist"],
)
def test_what_is_no_song_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "in.wav"
    path.write_bytes(content)

    with pytest.raises(EngineRefused) as refused:
        taken(tmp_path / "out", path, "vocals")

    assert str(refused.value).startswith("This file cannot be used: ")
    assert str(refused.value).endswith(".")
    assert isinstance(refused.value.__context__, NotMedia)
