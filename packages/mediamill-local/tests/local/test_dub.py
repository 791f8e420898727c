"""Dubbing before any model is loaded: languages, phrases, and each phrase in its time."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from mediamill.catalogue import load
from mediamill.codecs import decode_audio
from mediamill.engines.sdk import WeightsFolders
from mediamill_local.dub.dub import DubEngine, DubOptions
from mediamill_local.dub.languages import NAMES, SPOKEN, in_m2m100, offer_of
from mediamill_local.dub.listening import Phrase, phrases_of, pitch_of
from mediamill_local.dub.studio import reference_of
from mediamill_local.dub.timeline import SPEED_MAX, SPEED_MIN, Slot, laid_out, slots_of, speed_for, stretched

RATE = 16_000
# Of M2M100's hundred languages, as transformers 5.23 lists them, those that are wanted here.
M2M100 = frozenset(
    "ar bg cs da de el en es fi fr hi hr id it ja ko ms nl pl pt ro ru sk sv ta th tl tr uk vi zh".split()
)


def tone(seconds: float, hertz: float = 200.0) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.asarray(0.3 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE), np.float32)


def test_every_language_of_the_interface_can_be_translated_and_24_spoken_by_a_clone() -> None:
    model = load().find("translate-audio", "voicevendor-dubbing")
    assert model is not None
    (field,) = (one for one in model.fields if one.name == "target_lang")

    assert set(NAMES) == set(map(str, field.allowed))
    assert {in_m2m100(code) for code in NAMES} == M2M100
    assert [code for code in NAMES if in_m2m100(code) != code] == ["fil"]
    assert set(NAMES) - SPOKEN["voxcpm2"] == {"cs", "ro", "uk", "bg", "sk", "hr", "ta"}
    assert SPOKEN["kokoro"] == {"en"}


def test_the_offer_says_what_is_spoken_and_what_to_do_for_more() -> None:
    assert offer_of("kokoro").note == "English only on this installation"
    assert 'voice = "voxcpm2"' in offer_of("kokoro").sentence
    assert "Czech" not in offer_of("voxcpm2").note


def test_it_says_what_is_missing_where_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sentence(voice: str, *found: str) -> str | None:
        monkeypatch.setattr(DubEngine, "finds", lambda _self, library: library in found)
        return DubEngine(DubOptions(voice=voice), WeightsFolders(tmp_path)).ready()  # type: ignore[arg-type]

    here = ("torch", "transformers", "sentencepiece", "faster_whisper")

    assert "faster_whisper is not installed" in str(sentence("kokoro", *here[:3]))
    assert "mediamill-local[dub]" in str(sentence("kokoro", *here))
    assert sentence("kokoro", *here, "onnxruntime", "hibari") is None
    assert "python =" in str(sentence("voxcpm2", *here))
    assert "audiovae.safetensors" in str(sentence("voxcpm2", *here, "voxcpm"))


def test_the_voice_decides_which_weights_are_needed(tmp_path: Path) -> None:
    kokoro = DubEngine(DubOptions(), WeightsFolders(tmp_path)).rows()
    clone = DubEngine(DubOptions(voice="voxcpm2"), WeightsFolders(tmp_path)).rows()

    assert (kokoro[:2], kokoro[2], clone[2]) == (clone[:2], "kokoro", "voxcpm2")


def test_words_become_sentences_cut_at_pauses() -> None:
    said = [("Good", 0.0), (" morning.", 0.4), (" How", 0.9), (" are", 1.1), (" you", 3.0), (" —", 3.4)]
    words = [SimpleNamespace(word=word, start=at, end=at + 0.3, probability=0.8) for word, at in said]

    phrases = phrases_of(words)

    assert [phrase.text for phrase in phrases] == ["Good morning.", "How are", "you —"]
    assert phrases[0].sure == pytest.approx(0.8)


def test_a_phrase_may_go_on_into_the_silence_after_it_but_for_a_gap() -> None:
    slots = slots_of([(0.0, 1.0), (3.0, 4.0)], length=10.0)

    assert slots == [Slot(0.0, 1.0, 2.75), Slot(3.0, 4.0, 10.0)]


@pytest.mark.parametrize(
    ("seconds", "speed"), [(1.0, 1.0), (1.9, 1.0), (2.5, 1.25), (9.0, SPEED_MAX), (0.5, SPEED_MIN)]
)
def test_a_phrase_is_as_long_as_its_time_within_what_can_be_followed(seconds: float, speed: float) -> None:
    assert speed_for(seconds, Slot(0.0, 1.0, 2.0), 0.0) == pytest.approx(speed)


@pytest.mark.parametrize("speed", [0.8, 1.25])
def test_speed_changes_the_length_and_keeps_the_pitch(speed: float) -> None:
    made = stretched(tone(2.0), speed, RATE)

    assert len(made) / RATE == pytest.approx(2.0 / speed, abs=0.01)
    assert pitch_of(made, RATE) == pytest.approx(200.0, rel=0.02)


def test_phrases_are_laid_where_they_were_and_none_beyond_the_end() -> None:
    slots = slots_of([(1.0, 2.0), (4.0, 4.5)], length=5.0)
    spoken = [tone(1.0), tone(3.0)]

    laid = laid_out(slots, [-20.0, -20.0], 5.0, RATE, lambda number: spoken[number])

    assert len(laid.samples) == 5 * RATE
    assert laid.placed == (0,)
    assert not laid.samples[: RATE - 10].any()
    assert laid.samples[RATE + 100 : 2 * RATE - 100].any()


def test_a_late_phrase_makes_the_next_one_late_and_that_is_told() -> None:
    slots = slots_of([(0.0, 0.5), (1.0, 1.5)], length=10.0)

    laid = laid_out(slots, [-20.0, -20.0], 10.0, RATE, lambda _number: tone(3.0))

    assert laid.placed == (0, 1)
    assert laid.late_seconds == pytest.approx(3.0 / SPEED_MAX + 0.08 - 1.0, abs=0.02)


@pytest.mark.parametrize("hertz", [90.0, 220.0])
def test_how_high_a_voice_is(hertz: float) -> None:
    found = pitch_of(tone(0.5, hertz))

    assert found == pytest.approx(hertz, rel=0.03)
    assert pitch_of(np.zeros(100, np.float32)) is None


def test_a_clone_is_made_of_the_surest_seconds(tmp_path: Path) -> None:
    phrases = [Phrase("a", 0.0, 4.0, 0.5), Phrase("b", 5.0, 9.0, 0.9), Phrase("c", 10.0, 13.0, 0.8)]
    recording = np.concatenate([tone(4.5, 100.0), tone(15.5, 300.0)])

    path = reference_of(recording, phrases, tmp_path)

    found = decode_audio(path, rate=RATE, channels=1, seconds_max=60.0)[:, 0]
    assert len(found) / RATE == pytest.approx(7.0, abs=0.05)
    assert pitch_of(found) == pytest.approx(300.0, rel=0.03)
