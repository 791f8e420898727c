"""Where Whisper is installed it listens for dubbing: sentences with their marks, at their times, and honest doubt."""

import json
from pathlib import Path

import numpy as np
import pytest

from mediamill.engines.engine import EngineRefused
from mediamill_procedural.dub import whisper
from mediamill_procedural.dub.engine import DubEngine
from mediamill_procedural.dub.listening import Stretch
from mediamill_procedural.dub.recognition import NO_SPEECH, NOT_UNDERSTOOD, Transcript, understand
from tests.codecs.samples import metadata
from tests.procedural.dub_recordings import (
    BROTHER,
    COMPUTER,
    MUSEUM,
    NOT_SPEECH,
    RATE,
    Quiet,
    Samples,
    conversation,
    request,
    say,
    white,
    written,
)
from tests.procedural.neural import needs_models, without_models
from tests.procedural.speech_listener import word_errors
from tests.procedural.test_dub_listening import FOREIGN, QUICK
from tests.sampling import one_in

__all__ = ["without_models"]
pytestmark = [pytest.mark.xdist_group("dub"), needs_models]


def understood(recording: Samples) -> Transcript:
    return understand(recording, lambda fraction: None)


def refusal(recording: Samples) -> str:
    with pytest.raises(EngineRefused) as refused:
        understood(recording)
    return str(refused.value)


def test_sentences_are_found_at_their_times_with_their_marks(tmp_path: Path) -> None:
    lines = [say(text, voice, tmp_path) for text, voice in ((BROTHER, "Callum"), (COMPUTER, "Adam"))]
    transcript = understood(conversation(*lines))

    assert transcript.recogniser == "Whisper tiny.en"
    assert [word_errors(*pair) for pair in zip((BROTHER, COMPUTER), said(transcript), strict=True)] == [0, 0]
    assert transcript.phrases[0].written.endswith("near the sea.")
    assert transcript.phrases[1].written.startswith("I want")
    starts = (1.0, 2.0 + len(lines[0]) / RATE)
    for phrase, start, line in zip(transcript.phrases, starts, lines, strict=True):
        assert phrase.start == pytest.approx(start, abs=0.1)
        assert phrase.end == pytest.approx(start + len(line) / RATE, abs=0.25)


def said(transcript: Transcript) -> list[list[str]]:
    return [phrase.text.split() for phrase in transcript.phrases]


@pytest.mark.slow
def test_words_follow_each_other_in_time(tmp_path: Path) -> None:
    listener = whisper.loaded()
    assert listener is not None
    words = listener.words(Stretch(4.0, say(MUSEUM, "Adam", tmp_path)))
    times = [time for word in words for time in (word.start, word.end)]

    assert times == sorted(times)
    assert 4.0 <= times[0] < 4.5
    assert all(0.0 <= word.sure <= 1.0 for word in words)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(NOT_SPEECH) - QUICK))
def test_what_is_not_speech_is_no_speech(name: str) -> None:
    assert NO_SPEECH == refusal(NOT_SPEECH[name]())


@pytest.mark.parametrize("language", one_in(4, sorted(FOREIGN)))
def test_other_languages_are_not_made_into_english_words(language: str, tmp_path: Path) -> None:
    assert refusal(conversation(say(FOREIGN[language], "Adam", tmp_path, language=language))) in (
        NO_SPEECH,
        NOT_UNDERSTOOD,
    )


def test_what_was_dropped_is_told(tmp_path: Path) -> None:
    """Ada's sentence, then somebody hisses; the hiss is in the file as a time, and so it is beside it."""
    line = say(BROTHER, "Adam", tmp_path)
    hiss = (white()[: 2 * RATE] * np.sin(np.pi * np.arange(2 * RATE) / RATE * 3) ** 2).astype(np.float32)
    recording = written(tmp_path / "in.flac", conversation(line, hiss, gap=1.5))
    made = DubEngine().generate(request(tmp_path / "out", recording), Quiet())
    told = json.loads(metadata(made.path)["comment"])

    assert len(told["not_understood"]) == len(made.not_understood) >= 1
    start, end = told["not_understood"][0]
    assert start == pytest.approx(3.0 + len(line) / RATE, abs=0.5)
    assert made.not_understood[0] == f"{start:.1f} s to {end:.1f} s"
    assert told["recogniser"] == "Whisper tiny.en"


@pytest.mark.slow
def test_the_same_recording_gives_the_same_words_and_doubt(tmp_path: Path) -> None:
    recording = conversation(say(MUSEUM, "Lily", tmp_path))

    assert understood(recording) == understood(recording)


@pytest.mark.slow
@pytest.mark.usefixtures("without_models")
def test_without_the_extra_pocketsphinx_listens(tmp_path: Path) -> None:
    assert understood(conversation(say(BROTHER, "Adam", tmp_path))).recogniser == "pocketsphinx"
