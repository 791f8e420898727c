"""From a prompt to a file: Ada lets her texts be spoken, and everything about the mp3 is measured."""

import hashlib
import importlib.metadata
import importlib.util
import json
import resource
import subprocess
import sys
import threading
from pathlib import Path

import av
import espeakng_loader
import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill import __version__
from mediamill.codecs import integrated_lufs, true_peak_dbtp
from mediamill.engines import Artifact, EngineFailed, EngineRefused, Request
from mediamill_procedural.speech.engine import SpeechEngine
from scripts.measure_voices import PASSAGE, fundamental
from tests.engines.apart import run_apart
from tests.procedural.speech_listener import SENTENCES, heard
from tests.sampling import one_in

REAL_TIME_MIN = 5.0  # seconds of speech per second of one core
MEMORY_MAX_MB = 1_500
NOTHING_TO_SAY = "There is nothing to say in this text: write at least one word or number."


class Ear:
    """A report that remembers."""

    def __init__(self) -> None:
        self.fractions: list[float] = []
        self.stages: list[str] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.fractions.append(fraction)
        self.stages.append(stage)

    def checkpoint(self, text: str) -> None:
        raise AssertionError("speech is made in one go")


def request(folder: Path, prompt: str, voice: str = "Adam") -> Request:
    folder.mkdir(exist_ok=True)
    return Request("gen_1", "text-to-speech", "voicevendor-tts", {"prompt": prompt, "voice": voice}, folder)


def speak(folder: Path, prompt: str, voice: str = "Adam") -> Artifact:
    return SpeechEngine().generate(request(folder, prompt, voice), Ear())


def decoded(path: Path) -> tuple[NDArray[np.float32], int]:
    with av.open(str(path)) as container:
        frames = [frame.to_ndarray() for frame in container.decode(audio=0)]
        rate = container.streams.audio[0].rate
    return np.concatenate(frames, axis=1)[0].astype(np.float32), rate


def tags(path: Path) -> tuple[str, dict[str, object]]:
    with av.open(str(path)) as container:
        return container.metadata["title"], json.loads(container.metadata["comment"])


@pytest.mark.slow
def test_a_passage_is_as_loud_as_promised_and_exactly_as_long_as_said(tmp_path: Path) -> None:
    artifact = speak(tmp_path, PASSAGE)
    samples, rate = decoded(artifact.path)

    with av.open(str(artifact.path)) as container:
        stream = container.streams.audio[0]
        assert ("mp3float", 192_000, 44_100) == (stream.codec_context.name, stream.bit_rate, stream.rate)
    assert artifact.seconds == pytest.approx(len(samples) / rate, abs=0.02)
    assert integrated_lufs(samples, rate) == pytest.approx(-18.0, abs=1.0)
    assert true_peak_dbtp(samples) <= -1.0
    assert artifact.path.parent == tmp_path


def test_the_file_tells_its_origin(tmp_path: Path) -> None:
    artifact = speak(tmp_path, "Hello there. Привет, мир! Dr. Smith paid for one of the longest lunches ever.", "Lily")

    title, provenance = tags(artifact.path)

    assert "Hello there. Привет, мир! Dr. Smith paid for one of the…" == title
    assert {
        "engine": "procedural.speech",
        "version": __version__,
        "model": "voicevendor-tts",
        "voice": "Lily",
        "languages": ["en", "ru"],
        "characters": 77,
        "not_understood": [],
        "espeakng-loader": importlib.metadata.version("espeakng-loader"),
    } == {name: value for name, value in provenance.items() if name != "base"}
    assert "espeak-ng ru" in str(provenance["base"])


def test_what_could_not_be_read_stands_in_the_file(tmp_path: Path) -> None:
    _, provenance = tags(speak(tmp_path, "This long sentence has one foreign word in it, สวัสดี, and goes on.").path)

    assert ["THAI"] == provenance["not_understood"]


IN_ANOTHER_PROCESS = """
import sys, pathlib
from mediamill.engines import Request
from mediamill_procedural.speech.engine import SpeechEngine

class Nobody:
    def progress(self, fraction, stage=""): ...

for voice in ("Adam", "Sarah"):
    folder = pathlib.Path(sys.argv[1], voice)
    folder.mkdir(parents=True)
    input = {"prompt": "The heron waits. It is 5 p.m., and Ada sings. Привет!", "voice": voice}
    SpeechEngine().generate(Request("gen_1", "text-to-speech", "voicevendor-tts", input, folder), Nobody())
"""


MEASURED_PROCESS = """
import json, pathlib, sys
from mediamill.engines import Request
from mediamill_procedural.speech.engine import SpeechEngine
from tests.engines.apart import peak_bytes

class Nobody:
    def progress(self, fraction, stage=""): ...

request = Request("gen_1", "text-to-speech", "voicevendor-tts", {"prompt": sys.argv[2]}, pathlib.Path(sys.argv[1]))
seconds = SpeechEngine().generate(request, Nobody()).seconds
print(json.dumps([seconds, peak_bytes() / 2**20]))
"""


@pytest.mark.slow
def test_two_processes_make_the_same_files(tmp_path: Path) -> None:
    prints = []
    for name in ("first", "second"):
        run_apart(IN_ANOTHER_PROCESS, tmp_path / name)
        files = [(tmp_path / name / voice / "speech.mp3").read_bytes() for voice in ("Adam", "Sarah")]
        prints.append([hashlib.sha256(content).hexdigest() for content in files])

    assert prints[0] == prints[1]
    assert prints[0][0] != prints[0][1]


def test_what_is_heard_is_what_was_written(tmp_path: Path) -> None:
    for index, voice in ((4, "Sarah"), (13, "Daniel")):
        samples, rate = decoded(speak(tmp_path / voice, SENTENCES[index], voice).path)

        assert SENTENCES[index] == heard(samples, rate)


def test_the_voice_is_the_one_asked_for(tmp_path: Path) -> None:
    pitches = {}
    for voice in ("Brian", "Jessica"):
        samples, rate = decoded(speak(tmp_path / voice, SENTENCES[0], voice).path)
        pitches[voice] = float(np.median(fundamental(samples[::2], rate // 2)))

    assert pitches["Brian"] < 110 < 200 < pitches["Jessica"]


def test_without_a_voice_it_is_adam(tmp_path: Path) -> None:
    asked = Request("gen_1", "text-to-speech", "voicevendor-tts", {"prompt": "Hello"}, tmp_path)

    assert "Adam" == tags(SpeechEngine().generate(asked, Ear()).path)[1]["voice"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "prompt"),
    one_in(
        3,
        [
            ("de", "Guten Tag, wie geht es Ihnen heute?"),
            ("es", "Hola, ¿cómo estás? Muy bien, gracias."),
            ("fr", "Bonjour, comment allez-vous aujourd'hui ?"),
            ("ru", "Доброе утро, как у вас дела?"),
            ("cmn", "你好，世界。今天天气很好。"),
            ("ja", "こんにちは、おげんきですか。"),
            ("ko", "안녕하세요, 만나서 반갑습니다."),
            ("ar", "مرحبا بالعالم، كيف حالك؟"),
            ("hi", "नमस्ते दुनिया, आप कैसे हैं?"),
            ("el", "Καλημέρα, τι κάνετε;"),
        ],
    ),
)
def test_other_languages_are_spoken_in_the_same_voice(tmp_path: Path, language: str, prompt: str) -> None:
    artifact = speak(tmp_path, prompt, "Brian")
    samples, rate = decoded(artifact.path)

    assert [language] == tags(artifact.path)[1]["languages"]
    assert 1.2 < (artifact.seconds or 0) < 8.0
    assert 60 < np.median(fundamental(samples[::2], rate // 2)) < 105


def test_a_language_changes_within_a_sentence_without_a_gap(tmp_path: Path) -> None:
    mixed, first, second = (
        speak(tmp_path / str(index), text).seconds or 0
        for index, text in enumerate(("He said привет to me.", "He said", "to me."))
    )

    assert first + second < mixed < first + second + 1.0


@pytest.mark.parametrize(
    ("prompt", "sentence"),
    [
        ("...", NOTHING_TO_SAY),
        ("\u200b \n\t", NOTHING_TO_SAY),
        ("———***———", NOTHING_TO_SAY),
        ("▲ ░ ▼", NOTHING_TO_SAY),
        ("สวัสดีครับ", "The built-in voices cannot read Thai script."),
        (
            "日本語を話します",
            "The built-in voices read Japanese in kana only: write the kanji as hiragana or katakana.",
        ),
        ("ក្រុម ลาว", "The built-in voices cannot read Khmer script or Thai script."),
    ],
)
def test_what_cannot_be_said_is_refused_in_a_sentence(tmp_path: Path, prompt: str, sentence: str) -> None:
    with pytest.raises(EngineRefused) as refusal:
        speak(tmp_path, prompt)

    assert sentence == str(refusal.value)
    assert not (tmp_path / "speech.mp3").exists()


def test_too_long_a_speech_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mediamill_procedural.speech.recital.SECONDS_MAX", 5)

    with pytest.raises(EngineRefused, match="in parts"):
        speak(tmp_path, PASSAGE)


def test_a_broken_synthesizer_is_a_failure_that_may_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(espeakng_loader, "get_library_path", lambda: "/nowhere")
    monkeypatch.setattr("mediamill_procedural.speech.recital.flite_program", lambda: None)

    with pytest.raises(EngineFailed, match="please try again"):
        speak(tmp_path, "Hello")


def test_progress_rises_phrase_by_phrase(tmp_path: Path) -> None:
    ear = Ear()
    SpeechEngine().generate(request(tmp_path, "One. Two. Three. Four."), ear)

    assert sorted(ear.fractions) == ear.fractions
    assert ["speaking"] * 4 + ["finishing", "writing"] == ear.stages
    assert 0 < min(ear.fractions) < max(ear.fractions) <= 1


@pytest.mark.slow
def test_phrases_are_joined_without_clicks(tmp_path: Path) -> None:
    samples, rate = decoded(speak(tmp_path, "Stop. Go! Wait? Now; then. Привет. No.").path)
    edges = np.abs(np.diff(samples))
    quiet = np.sqrt(np.convolve(samples.astype(np.float64) ** 2, np.ones(400) / 400, mode="same"))[:-1] < 0.003

    assert quiet.mean() > 0.2  # there are pauses
    assert edges[quiet].max() < 0.02  # and nothing jumps in them
    assert np.abs(samples[: rate // 20]).max() < 0.003


@pytest.mark.slow
def test_a_paragraph_pauses_longer_than_a_sentence(tmp_path: Path) -> None:
    sentence, paragraph, comma = (
        speak(tmp_path / str(index), text).seconds or 0
        for index, text in enumerate(("Go home. Go home.", "Go home.\n\nGo home.", "Go home, go home."))
    )

    assert comma + 0.05 < sentence < paragraph - 0.2


@pytest.mark.slow
def test_a_page_is_quick(tmp_path: Path) -> None:
    prompt = (PASSAGE + " ") * 5
    before = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    artifact = speak(tmp_path, prompt)
    after = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = sum(
        late.ru_utime + late.ru_stime - early.ru_utime - early.ru_stime
        for early, late in zip(before, after, strict=True)
    )

    assert (artifact.seconds or 0) > 60
    assert (artifact.seconds or 0) / spent > REAL_TIME_MIN


@pytest.mark.slow
@pytest.mark.parametrize(
    "prompt",
    [
        "今天天气很好，我们一起去公园散步吧。" * 200,
        "4815162342" * 300,
        "Hi. " * 750,
        "XQZ " * 750,
        (PASSAGE + " ") * 12,
    ],
    ids=["chinese", "digits", "greetings", "initials", "prose"],
)
def test_the_longest_speech_stays_within_limits(tmp_path: Path, prompt: str) -> None:
    """In a process of its own, so that only the engine's memory is counted."""
    seconds, megabytes = json.loads(run_apart(MEASURED_PROCESS, tmp_path, prompt[:3000]))
    samples, rate = decoded(tmp_path / "speech.mp3")

    assert 150 < seconds < 1800
    assert len(samples) / rate == pytest.approx(seconds, abs=0.02)
    assert -21.0 < integrated_lufs(samples[: 300 * rate], rate) < -17.0  # -18 but where single words are lone peaks
    assert integrated_lufs(samples[-100 * rate :], rate) == pytest.approx(-18.0, abs=2.0)
    assert megabytes < MEMORY_MAX_MB


def test_ready_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SpeechEngine().ready() is None

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    assert "espeak-ng is missing: pip install 'mediamill-procedural[speech]'." == SpeechEngine().ready()


def test_the_door_is_light() -> None:
    """Asking whether it is ready loads neither numpy nor the synthesizer."""
    program = (
        "import sys\nfrom mediamill_procedural.speech.engine import SpeechEngine\nSpeechEngine().ready()\n"
        "print(sorted({'numpy', 'scipy', 'av', 'espeakng_loader'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.strip()


def test_two_generations_at_once_do_not_mix(tmp_path: Path) -> None:
    alone = [
        speak(tmp_path / f"alone-{voice}", "The heron waits.", voice).path.read_bytes() for voice in ("Bill", "Aria")
    ]
    paths: dict[str, Path] = {}

    def work(voice: str) -> None:
        paths[voice] = speak(tmp_path / f"together-{voice}", "The heron waits.", voice).path

    threads = [threading.Thread(target=work, args=(voice,)) for voice in ("Bill", "Aria")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert alone == [paths[voice].read_bytes() for voice in ("Bill", "Aria")]
