"""The process that speaks: always the same, never on the command line, never interpreting, never lost."""

import os
from pathlib import Path

import espeakng_loader
import numpy as np
import pytest

from mediamill.engines.engine import EngineFailed
from mediamill_procedural.speech import espeak, espeak_program
from mediamill_procedural.speech.languages import SCRIPT_LANGUAGE
from mediamill_procedural.speech.small_words import SHARED_SCRIPTS
from mediamill_procedural.speech.voices import VOICES, variant_text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    espeak.lay_out(tmp_path, {"mediamill-adam": variant_text(VOICES["Adam"])})
    return tmp_path


def seconds(folder: Path, text: str, voice: str = "en-us+mediamill-adam") -> float:
    sound = espeak.say(text, folder, voice=voice, parameters={espeak.RATE: 160})
    return len(sound.samples) / sound.rate


def test_a_phrase_is_the_same_every_time(folder: Path) -> None:
    first, second = (
        espeak.say("The heron waits.", folder, voice="en-us+mediamill-adam", parameters={}) for _ in range(2)
    )

    assert first.rate == second.rate == 22_050
    assert np.array_equal(first.samples, second.samples)
    assert 0.1 < np.abs(first.samples).max() <= 1.0


def test_our_variant_is_the_one_that_speaks(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("lily")
    espeak.lay_out(other, {"mediamill-adam": variant_text(VOICES["Lily"])})
    adam, lily = (
        espeak.say("The heron waits.", place, voice="en-us+mediamill-adam", parameters={}) for place in (folder, other)
    )

    assert not np.array_equal(adam.samples, lily.samples)


@pytest.mark.parametrize("text", ["--help", "-h", "@/etc/passwd", "$(reboot)", "'; exit"])
def test_text_that_looks_like_an_option_is_spoken(folder: Path, text: str) -> None:
    assert 0.3 < seconds(folder, text) < 4.0


@pytest.mark.parametrize(
    ("marked", "unmarked"),
    [
        ('<break time="20s"/> hello', "break hello"),
        ("<speak>hello</speak>", "hello"),
        ('<prosody rate="x-slow">hello there my friend</prosody>', "hello there my friend"),
    ],
)
def test_markup_is_read_out_and_not_obeyed(folder: Path, marked: str, unmarked: str) -> None:
    assert seconds(folder, unmarked) + 0.2 < seconds(folder, marked) < seconds(folder, unmarked) + 6.0


def test_phoneme_marks_are_not_obeyed(folder: Path) -> None:
    word, marked = (
        espeak.say(text, folder, voice="en-us+mediamill-adam", parameters={}) for text in ("hello", "[[h@'loU]]")
    )

    assert len(marked.samples) > 1.5 * len(word.samples)


@pytest.mark.slow
def test_espeak_has_a_voice_for_every_language_that_is_told_apart(folder: Path) -> None:
    numberless = {"chr": "ᎣᏏᏲ"}  # espeak-ng has no words for its digits
    languages = {"yue", *SCRIPT_LANGUAGE.values(), *(name for script in SHARED_SCRIPTS.values() for name in script)}
    lengths = {
        language: seconds(
            folder, numberless.get(language, "1 2 3"), f"{espeak.VOICE_NAMES.get(language, language)}+mediamill-adam"
        )
        for language in languages
    }

    assert 57 == len(languages)
    assert all(length > 0.3 for length in lengths.values()), lengths


def test_every_accent_of_english_is_installed(folder: Path) -> None:
    for accent in {voice.accent for voice in VOICES.values()}:
        assert seconds(folder, "1 2 3", f"{accent}+mediamill-adam") > 0.3


def test_a_deep_folder_is_no_trouble(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a-rather-long-name-of-a-folder"] * 8)
    deep.mkdir(parents=True)
    espeak.lay_out(deep, {"mediamill-adam": variant_text(VOICES["Adam"])})

    assert seconds(deep, "Hello") > 0.3


def test_endless_speech_is_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(espeak, "PHRASE_SECONDS_MAX", 2.0)

    assert 2.0 < seconds(folder, "word " * 200) < 3.0


def test_a_missing_voice_is_the_engine_s_fault(folder: Path) -> None:
    with pytest.raises(EngineFailed, match="has no voice xx"):
        espeak.say("Hello", folder, voice="xx", parameters={})


def test_a_crash_is_an_engine_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(espeakng_loader, "get_library_path", lambda: "/nowhere/libespeak-ng.so")

    with pytest.raises(EngineFailed, match="broke off"):
        espeak.say("Hello", folder, voice="en-us", parameters={})


def a_program(folder: Path, source: str) -> str:
    path = folder / "program.py"
    path.write_text(source)
    return str(path)


@pytest.mark.slow
def test_one_that_hangs_is_given_up_and_killed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = "import os, signal\nopen('pid', 'w').write(str(os.getpid()))\nsignal.pause()\n"
    monkeypatch.setattr(espeak_program, "__file__", a_program(folder, hangs))
    monkeypatch.setattr(espeak, "PHRASE_TIMEOUT", 1.0)

    with pytest.raises(EngineFailed, match="did not finish"):
        espeak.say("Hello", folder, voice="en-us", parameters={})

    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


def test_it_stays_in_the_engine_s_process_group(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tells = "import os, sys\nsys.stdin.read()\nprint(os.getpgrp(), flush=True)\n"
    monkeypatch.setattr(espeak_program, "__file__", a_program(folder, tells))

    assert os.getpgrp() == espeak.say("Hello", folder, voice="en-us", parameters={}).rate
