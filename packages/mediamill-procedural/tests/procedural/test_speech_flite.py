"""Where flite is installed it speaks the English; where it is not, these tests say so."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from mediamill.engines.engine import EngineFailed
from mediamill_procedural.speech import flite
from mediamill_procedural.speech.finishing import RATE
from mediamill_procedural.speech.programs import flite_program
from mediamill_procedural.speech.voices import VOICES
from scripts.measure_voices import APART_MIN, PASSAGE, fundamental, measure, spoken, steps_apart
from tests.procedural.neural import without_models
from tests.procedural.speech_listener import SENTENCES, heard, word_error_rate
from tests.procedural.test_speech_engine import speak, tags

__all__ = ["without_models"]
pytestmark = pytest.mark.usefixtures("without_models")  # hibari would speak for the women
PROGRAM = flite_program()
needs_flite = pytest.mark.skipif(PROGRAM is None, reason="the program flite is not installed (apt-get install flite)")


@pytest.mark.parametrize(
    ("written", "readable"),
    [
        ("naïve façade", "naive facade"),
        ("don’t… stop", "don't... stop"),
        ("I ❤ you", "I  heavy black heart  you"),
        ("--help", "--help"),
        ("日本", ""),
    ],
)
def test_flite_is_given_ascii(written: str, readable: str) -> None:
    assert readable == flite.ascii_text(written)


def a_flite(folder: Path, script: str) -> str:
    path = folder / "flite"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_the_text_never_stands_on_the_command_line(tmp_path: Path) -> None:
    program = a_flite(tmp_path, 'echo "$@" > arguments; exit 1')

    with pytest.raises(EngineFailed, match="broke off"):
        flite.say("--help me", tmp_path, program, VOICES["Adam"].flite)

    arguments = (tmp_path / "arguments").read_text()
    assert "help" not in arguments
    assert "-voice rms" in arguments
    assert "--help me\n" == (tmp_path / "phrase.txt").read_text()


def test_a_flite_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flite, "PHRASE_TIMEOUT", 0.3)

    with pytest.raises(EngineFailed, match="did not finish"):
        flite.say("Hello", tmp_path, a_flite(tmp_path, "exec sleep 60"), VOICES["Adam"].flite)


@needs_flite
def test_english_is_flite_s_and_the_rest_is_not(tmp_path: Path) -> None:
    _, provenance = tags(speak(tmp_path, "Hello there. Привет, мир!").path)

    assert ["flite rms", "espeak-ng ru"] == provenance["base"]


@pytest.mark.slow
@needs_flite
def test_size_moves_the_pitch_and_keeps_the_length(tmp_path: Path) -> None:
    assert PROGRAM
    sounds = {
        size: flite.say(PASSAGE, tmp_path, PROGRAM, type(VOICES["Adam"].flite)("slt", size)).samples
        for size in (0.9, 1.1)
    }
    low, high = (float(np.median(fundamental(samples))) for samples in sounds.values())

    assert high / low == pytest.approx(1.1 / 0.9, rel=0.03)
    assert len(sounds[0.9]) / RATE == pytest.approx(len(sounds[1.1]) / RATE, rel=0.03)


@needs_flite
def test_flite_is_the_same_every_time(tmp_path: Path) -> None:
    first, second = (speak(tmp_path / name, "The heron waits.").path.read_bytes() for name in ("first", "second"))

    assert first == second


@needs_flite
@pytest.mark.slow
def test_flite_s_voices_differ_too() -> None:
    measured = [measure(voice, spoken(voice, PASSAGE)) for voice in VOICES.values()]
    alike = {
        (one.name, other.name): steps_apart(one, other)
        for one, other in itertools.combinations(measured, 2)
        if steps_apart(one, other) < APART_MIN
    }

    assert {} == alike


@needs_flite
@pytest.mark.slow
@pytest.mark.parametrize("name", VOICES)
def test_flite_s_voices_are_understood(name: str) -> None:
    rows = [heard(spoken(VOICES[name], sentence).samples, RATE) == sentence for sentence in SENTENCES[:5]]

    assert sum(rows) >= 4


@needs_flite
@pytest.mark.slow
def test_flite_needs_no_hint() -> None:
    errors = [word_error_rate(sentence, spoken(VOICES["Chris"], sentence).samples, RATE) for sentence in SENTENCES]

    assert np.mean(errors) < 0.4
