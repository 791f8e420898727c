"""A recording is spoken again: the same words at the same times, as long and as loud, or in another language."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mediamill import __version__
from mediamill.codecs import decode_audio, encode_audio, integrated_lufs, probe, true_peak_dbtp
from mediamill.engines.engine import EngineRefused
from mediamill.formats import NotMedia
from mediamill_procedural.dub.engine import DubEngine
from mediamill_procedural.dub.fitting import PACE_MAX, STRETCH_MAX
from mediamill_procedural.dub.languages import NAMES, ROUTES, works
from mediamill_procedural.dub.listening import pitch_of
from mediamill_procedural.dub.recognition import NO_SPEECH, Transcript, understand
from mediamill_procedural.dub.translation import installed_directions
from tests.codecs.samples import TAGS, flat_png, metadata
from tests.engines.apart import run_apart
from tests.procedural.dub_recordings import (
    BROTHER,
    COMPUTER,
    LANGUAGES,
    MUSEUM,
    RATE,
    Quiet,
    Samples,
    conversation,
    dub,
    request,
    say,
    white,
    written,
)
from tests.procedural.speech_listener import word_errors, words_of
from tests.procedural.test_dub_translation import needs_apertium

pytestmark = pytest.mark.xdist_group("dub")
SLOWER = [pytest.param(code, marks=pytest.mark.slow) for code in ("fr", "it", "pt")]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Adam and Matilda, in turn."""
    folder = tmp_path_factory.mktemp("speakers")
    lines = [(BROTHER, "Adam"), (MUSEUM, "Matilda"), (COMPUTER, "Adam")]
    sound = conversation(*(say(text, voice, folder) for text, voice in lines))
    return written(folder / "in.flac", sound * np.float32(0.5))


@pytest.fixture(scope="module", params=["with flite", pytest.param("without flite", marks=pytest.mark.slow)])
def english(request: pytest.FixtureRequest, recording: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recording dubbed into English, by both kinds of voices where flite is installed."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "without flite":
            patch.setenv("PATH", "/nowhere")
        return dub(tmp_path_factory.mktemp("english"), recording, "en")


@pytest.fixture(scope="module")
def original(recording: Path) -> Transcript:
    """What is understood of the recording."""
    return understand(heard(recording), quietly)


def heard(path: Path) -> Samples:
    sound: Samples = decode_audio(path, rate=RATE, channels=1, seconds_max=3_600.0)[:, 0]
    return sound


def provenance(path: Path) -> dict[str, Any]:
    found = json.loads(metadata(path)["comment"])
    assert isinstance(found, dict)
    return found


def quietly(fraction: float) -> None:
    assert 0.0 <= fraction <= 1.0


def refusal(folder: Path, path: Path, language: str) -> str:
    with pytest.raises(EngineRefused) as refused:
        dub(folder, path, language)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    return sentence


@pytest.mark.slow
def test_english_comes_out_with_the_same_words_at_the_same_times(original: Transcript, english: Path) -> None:
    after = understand(heard(english), quietly)

    assert len(after.phrases) == 3
    for text, was, now in zip((BROTHER, MUSEUM, COMPUTER), original.phrases, after.phrases, strict=True):
        assert word_errors(text, was.text.split()) <= 2
        assert word_errors(was.text, now.text.split()) <= 2
        assert now.start == pytest.approx(was.start, abs=0.15)


@pytest.mark.slow
def test_the_dub_is_as_long_and_as_loud_as_the_recording(recording: Path, english: Path) -> None:
    before, after = heard(recording), heard(english)

    assert probe(english).seconds == pytest.approx(len(before) / RATE, abs=0.02)
    assert integrated_lufs(after, RATE) == pytest.approx(integrated_lufs(before, RATE), abs=2.0)
    assert true_peak_dbtp(after) < -0.5


@pytest.mark.slow
def test_pauses_stay_silent(original: Transcript, english: Path) -> None:
    after = heard(english)

    for was in original.phrases[1:]:
        pause = after[round((was.start - 0.2) * RATE) : round((was.start - 0.06) * RATE)]
        assert np.abs(pause).max() < 0.02 * np.abs(after).max()


@pytest.mark.slow
def test_a_low_voice_speaks_for_adam_and_a_high_one_for_matilda(original: Transcript, english: Path) -> None:
    after = heard(english)
    pitches = [pitch_of(after[round(was.start * RATE) : round(was.end * RATE)]) for was in original.phrases]

    assert all(pitch is not None for pitch in pitches)
    assert 90 < (pitches[0] or 0) < 135
    assert 140 < (pitches[1] or 0) < 210
    assert 90 < (pitches[2] or 0) < 135


@pytest.mark.slow
def test_the_file_says_what_was_heard_and_said(original: Transcript, english: Path) -> None:
    found = provenance(english)

    assert (found["engine"], found["version"], found["language"]) == ("procedural.dub", __version__, "en")
    assert found["recognised"] == [phrase.text for phrase in original.phrases]
    assert found["spoken"][0].startswith("My brother ")
    assert found["spoken"][0].endswith(" in a small house near the sea.")  # Whisper may hear "lines" before that
    assert found["not_placed"] == found["not_translated"] == found["not_understood"] == []
    assert "one synthetic voice" in found["limits"]
    assert "English only" in found["limits"]
    audio = probe(english).audio
    assert audio is not None
    assert audio.channels == 1


@pytest.mark.slow
def test_a_stereo_recording_comes_back_in_stereo(tmp_path: Path) -> None:
    sound = conversation(say(MUSEUM, "Adam", tmp_path))
    both = np.stack([sound, sound], axis=1)
    encode_audio(both, RATE, tmp_path / "in.wav", tags=TAGS)
    after = decode_audio(dub(tmp_path / "out", tmp_path / "in.wav"), rate=RATE, seconds_max=60.0)

    assert after.shape[1] == 2
    assert integrated_lufs(after, RATE) == pytest.approx(integrated_lufs(both, RATE), abs=2.0)


@pytest.mark.slow
@needs_apertium
@pytest.mark.parametrize(
    "language", ["es", *(pytest.param(code, marks=pytest.mark.slow) for code in ("fr", "it", "pt"))]
)
def test_the_dub_is_in_the_language_and_in_its_time(
    recording: Path, original: Transcript, language: str, tmp_path: Path
) -> None:
    path = dub(tmp_path / "out", recording, language)
    before, after = heard(recording), heard(path)
    found = provenance(path)
    loud = np.abs(after) > 0.05 * np.abs(after).max()

    assert len(found["spoken"]) == 3
    assert found["voices"][0].startswith(f"espeak-ng {language}")
    assert found["late_seconds"] == 0.0
    assert not {"the", "is", "closed", "park", "open", "all", "day"} & set(words_of(found["spoken"][1]))
    assert len(after) / RATE == pytest.approx(len(before) / RATE, abs=0.02)
    assert integrated_lufs(after, RATE) == pytest.approx(integrated_lufs(before, RATE), abs=2.0)
    for was in original.phrases:
        begin = round((was.start - 0.15) * RATE)
        assert not loud[begin - RATE // 20 : begin].any()
        assert loud[begin : begin + round(0.3 * RATE)].any()


@pytest.mark.slow
@needs_apertium
def test_a_hurried_translation_stays_out_of_the_next_phrase(tmp_path: Path) -> None:
    lines = [say(text, "Adam", tmp_path) for text in (LANGUAGES, MUSEUM, COMPUTER)]
    path = dub(tmp_path / "out", written(tmp_path / "in.flac", conversation(*lines, gap=0.4)), "fr")
    found = provenance(path)

    assert len(found["spoken"]) + len(found["not_placed"]) == 3
    assert len(found["spoken"]) >= 2
    assert found["late_seconds"] < 1.0


@pytest.mark.parametrize("language", sorted(set(NAMES) - {"en"}))
def test_without_apertium_it_refuses_before_it_reads_anything(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    sentence = refusal(tmp_path / "out", tmp_path / "not there.wav", language)

    assert NAMES[language] in sentence
    assert ("apt-get install" in sentence) == (language in ROUTES)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "hr", "ja"])
def test_a_language_nobody_translates_into_is_refused_with_apertium_too(language: str, tmp_path: Path) -> None:
    sentence = refusal(tmp_path / "out", tmp_path / "not there.wav", language)
    working = [NAMES[code] for code in ROUTES if works(code, installed_directions())]

    assert "engine of their own for translate-audio" in sentence
    assert all(name in sentence for name in working)


def test_noise_is_refused(tmp_path: Path) -> None:
    assert NO_SPEECH == refusal(tmp_path / "out", written(tmp_path / "in.wav", white()), "en")


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", random.Random(1).randbytes(50_000), b"RIFF\xff\xff\xff\xffWAVEfmt ", flat_png(8, 8), b"#EXTM3U\n"],
    ids=["empty", "text", "random", "head", "picture", "playlist"],
)
def test_what_is_no_recording_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "in.wav"
    path.write_bytes(content)

    with pytest.raises(EngineRefused) as refused:
        dub(tmp_path / "out", path)

    assert str(refused.value).startswith("This file cannot be used: ")
    assert isinstance(refused.value.__context__, NotMedia)


PROGRAM = """
import sys
from pathlib import Path
from mediamill_procedural.dub.engine import DubEngine
from mediamill.engines.engine import Request
class Quiet:
    def progress(self, fraction, stage=""): ...
    def checkpoint(self, text): ...
folder, recording, language = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
names = ("gen_1", "translate-audio", "voicevendor-dubbing")
DubEngine().generate(Request(*names, {"target_lang": language}, folder, {"audio_url": recording}), Quiet())
"""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", pytest.param("pt", marks=[needs_apertium, pytest.mark.slow])])
def test_two_processes_make_the_same_file(tmp_path: Path, language: str) -> None:
    recording = written(tmp_path / "in.wav", conversation(say(BROTHER, "Adam", tmp_path)))
    contents = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        run_apart(PROGRAM, tmp_path / name, recording, language)
        contents.add((tmp_path / name / "dub.mp3").read_bytes())

    assert len(contents) == 1


@pytest.mark.slow
def test_progress_only_rises(tmp_path: Path) -> None:
    report = Quiet()
    recording = written(tmp_path / "in.wav", conversation(say(BROTHER, "Adam", tmp_path)))
    DubEngine().generate(request(tmp_path / "out", recording), report)

    assert report.fractions == sorted(report.fractions)
    assert (report.fractions[0], report.fractions[-1]) == (0.0, 0.9)
    assert {"listening", "translating", "speaking", "writing"} <= set(report.stages)
    assert PACE_MAX * STRETCH_MAX <= 1.75  # what the page promises
