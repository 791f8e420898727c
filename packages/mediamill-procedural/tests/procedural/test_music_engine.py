"""The engine as a worker calls it: one file, its length, its tags, always the same."""

import hashlib
import json
import subprocess
import sys
import time
import tomllib
from importlib import resources
from pathlib import Path

import av
import numpy as np
import pytest

from mediamill import __version__
from mediamill.codecs import decode_audio, integrated_lufs, true_peak_dbtp
from mediamill.engines import Request
from mediamill_procedural.music.engine import MusicEngine
from tests.engines.apart import run_apart
from tests.sampling import one_in

RATE = 44_100
PROGRAM = r"""
import sys
from pathlib import Path
from tests.engines.apart import peak_bytes
from mediamill.engines import Request
from mediamill_procedural.music.engine import MusicEngine
class Quiet:
    def progress(self, fraction, stage=""): pass
    def checkpoint(self, text): pass
input = {"prompt": sys.argv[2], "duration": float(sys.argv[3])}
MusicEngine().generate(Request("gen_1", "create-music", "voicevendor-music", input, Path(sys.argv[1])), Quiet())
print(peak_bytes() // 1024)
"""
ODD = {
    "empty": "",
    "dots": "…",
    "nonsense": "qwertz uiop",
    "japanese": "雨の夜のピアノ",
    "arabic": "موسيقى هادئة",
    "emoji": "🎻🎸",
    "surrogate": "\x00\ud800 \n\n",
    "very long": "no " * 4_000,
    "impossible": "9/4 gloopy",
}
pytestmark = pytest.mark.xdist_group("music")


class Quiet:
    """A report that remembers."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str]] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.told.append((fraction, stage))

    def checkpoint(self, text: str) -> None:
        raise AssertionError("a piece is made in one go")


def request(folder: Path, prompt: str, duration: float) -> Request:
    folder.mkdir(parents=True, exist_ok=True)
    return Request("gen_1", "create-music", "voicevendor-music", {"prompt": prompt, "duration": duration}, folder)


def told_by(path: Path) -> tuple[str, dict[str, object]]:
    with av.open(str(path)) as container:
        return container.metadata["title"], json.loads(container.metadata["comment"])


def elsewhere(folder: Path, prompt: str, duration: float, seed: str) -> tuple[str, int]:
    """The digest of the same music made in a process of its own, and that process's peak memory in kB."""
    folder.mkdir()
    told = run_apart(PROGRAM, folder, prompt, str(duration), PYTHONHASHSEED=seed)
    return hashlib.sha256((folder / "music.mp3").read_bytes()).hexdigest(), int(told)


def test_ada_gets_an_mp3_that_tells_what_it_is(tmp_path: Path) -> None:
    report, prompt = Quiet(), "Bossa nova in D minor at 70 bpm, with flute and a glimmering zorblax"
    artifact = MusicEngine().generate(request(tmp_path, prompt, 3), report)
    with av.open(str(artifact.path)) as container:
        stream = container.streams.audio[0]
        sound = (stream.codec_context.name, stream.rate, stream.channels, stream.bit_rate)
    title, told = told_by(artifact.path)

    assert sound[0].startswith("mp3")
    assert sound[1:] == (RATE, 2, 192_000)
    assert title == prompt
    assert {name: told[name] for name in ("engine", "version", "model", "genre", "bpm", "key", "metre")} == {
        "engine": "procedural.music",
        "version": __version__,
        "model": "voicevendor-music",
        "genre": "bossa nova",
        "bpm": 70.0,
        "key": "D minor",
        "metre": "4/4",
    }
    assert str(told["method"]).startswith("rule-based")
    assert "flute" in str(told["instruments"])
    assert told["understood"] is True
    assert told["not_understood"] == ["glimmering", "zorblax"]
    assert [path.name for path in tmp_path.iterdir()] == ["music.mp3"]
    fractions = [fraction for fraction, _ in report.told]
    assert fractions == sorted(fractions)
    assert all(len(stage) <= 60 for _, stage in report.told)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prompt", "duration"),
    [
        ("calm piano", 3),
        ("fast punk", 3),
        ("waltz", 10),
        ("lo-fi", 30),
        ("calm piano", 120),
        ("fast punk", 120),
    ],
)
def test_a_file_is_as_long_as_asked_once_it_is_decoded(tmp_path: Path, prompt: str, duration: float) -> None:
    artifact = MusicEngine().generate(request(tmp_path, prompt, duration), Quiet())
    sound = decode_audio(artifact.path, rate=RATE, channels=2, seconds_max=200.0)

    assert artifact.seconds == duration
    assert abs(len(sound) / RATE - duration) <= 0.02
    assert abs(integrated_lufs(sound, RATE) + 16.0) <= 1.0
    assert true_peak_dbtp(sound) <= -1.0
    assert np.sqrt(np.square(sound[-RATE // 10 :]).mean()) < 0.006


@pytest.mark.slow
def test_two_processes_make_the_same_bytes_and_another_prompt_others(tmp_path: Path) -> None:
    here = MusicEngine().generate(request(tmp_path / "here", "jazz ballad with saxophone", 3), Quiet())
    first, _ = elsewhere(tmp_path / "one", "jazz ballad with saxophone", 3, "1")
    second, _ = elsewhere(tmp_path / "two", "jazz ballad with saxophone", 3, "2")
    changed = MusicEngine().generate(request(tmp_path / "other", "jazz ballad with a saxophone", 3), Quiet())

    assert first == second == hashlib.sha256(here.path.read_bytes()).hexdigest()
    assert changed.path.read_bytes() != here.path.read_bytes()


@pytest.mark.parametrize("kind", one_in(len(ODD), ODD))
def test_any_prompt_gives_music_and_says_what_was_not_understood(tmp_path: Path, kind: str) -> None:
    prompt = ODD[kind]
    artifact = MusicEngine().generate(request(tmp_path, prompt, 3), Quiet())
    sound = decode_audio(artifact.path, rate=RATE, channels=2, seconds_max=10.0)
    _, told = told_by(artifact.path)

    assert abs(integrated_lufs(sound, RATE) + 16.0) <= 1.5
    assert told["understood"] is False
    assert (told["not_understood"] == []) == (not any(sign.isalpha() for sign in prompt.replace("no ", "")))


@pytest.mark.slow
def test_the_example_of_the_catalogue_is_calm_piano_and_strings_in_minor(tmp_path: Path) -> None:
    text = (resources.files("mediamill") / "catalogue" / "tools" / "create-music.toml").read_text()
    fields = tomllib.loads(text)["models"]["voicevendor-music"]["fields"]
    artifact = MusicEngine().generate(
        request(tmp_path, fields["prompt"]["example"], fields["duration"]["example"]), Quiet()
    )
    _, told = told_by(artifact.path)

    assert told["genre"] == "calm"
    assert str(told["key"]).endswith("minor")
    assert {"piano", "strings"} <= set(map(str, told["instruments"]))  # type: ignore[call-overload]
    assert told["not_understood"] == []


def test_it_is_always_ready() -> None:
    assert MusicEngine().ready() is None


def test_naming_the_engine_loads_no_craft() -> None:
    program = (
        "import sys, mediamill_procedural.music.engine as m; m.MusicEngine().ready();"
        "print([name for name in ('numpy', 'scipy', 'av', 'pyloudnorm') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)

    assert answer.stdout.strip() == "[]"


@pytest.mark.slow
def test_two_minutes_are_made_in_a_fifth_of_the_time_and_a_gigabyte(tmp_path: Path) -> None:
    before = time.process_time()
    MusicEngine().generate(request(tmp_path / "here", "epic orchestral", 120), Quiet())
    spent = time.process_time() - before
    _, kilobytes = elsewhere(tmp_path / "there", "epic orchestral", 120, "0")

    assert spent < 120.0 / 5.0
    assert kilobytes < 1_048_576
