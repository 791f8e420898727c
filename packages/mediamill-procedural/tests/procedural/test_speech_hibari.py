"""Where hibari is installed it speaks the women's English, in as many voices as there are women."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from mediamill_procedural.speech import hibari
from mediamill_procedural.speech.finishing import RATE
from mediamill_procedural.speech.hibari import Talker
from mediamill_procedural.speech.voices import VOICES, Hibari
from scripts.measure_voices import APART_MIN, PASSAGE, fundamental, measure, spoken, steps_apart
from tests.procedural.neural import needs_models, without_models
from tests.procedural.speech_listener import SENTENCES, heard
from tests.procedural.test_speech_engine import speak, tags
from tests.sampling import one_in

__all__ = ["without_models"]
WOMEN = "Alice Aria Charlotte Jessica Laura Lily Matilda Sarah".split()
WAITS = "The heron waits by the river."


@pytest.fixture(scope="module")
def talker() -> Talker:
    found = hibari.loaded()
    assert found is not None
    return found


def bases(folder: Path, prompt: str, voice: str) -> object:
    return tags(speak(folder, prompt, voice).path)[1]["base"]


def test_the_women_have_a_voice_of_hibari_and_nobody_else() -> None:
    assert [name for name, voice in sorted(VOICES.items()) if voice.hibari] == WOMEN


@needs_models
def test_a_woman_s_english_is_hibari_s_and_the_rest_is_not(tmp_path: Path) -> None:
    assert bases(tmp_path / "alice", "Hello there. Привет, мир!", "Alice") == ["hibari heart", "espeak-ng ru"]
    assert "hibari heart" not in str(bases(tmp_path / "adam", "Hello there.", "Adam"))


@pytest.mark.usefixtures("without_models")
def test_without_the_extra_they_speak_as_before(tmp_path: Path) -> None:
    assert "hibari heart" not in str(bases(tmp_path, "Hello there.", "Alice"))


@needs_models
def test_hibari_is_the_same_every_time(tmp_path: Path) -> None:
    first, second = (speak(tmp_path / name, WAITS, "Alice").path.read_bytes() for name in ("first", "second"))

    assert first == second


@needs_models
@pytest.mark.parametrize("voice", one_in(2, [Hibari(pitch=1.2), Hibari(size=1.1)]))
def test_pitch_and_size_move_the_voice_and_keep_its_length(talker: Talker, voice: Hibari) -> None:
    plain, changed = (talker.say(WAITS, one).samples for one in (Hibari(), voice))
    ratio = np.median(fundamental(changed)) / np.median(fundamental(plain))

    assert ratio == pytest.approx(voice.pitch * voice.size, rel=0.05)
    assert len(changed) == pytest.approx(len(plain), rel=0.1)


@needs_models
def test_marks_are_no_orders_to_the_model(talker: Talker) -> None:
    """Square brackets and a slash would tell hibari how to pronounce a word."""
    told, plain = (talker.say(text, Hibari()).samples for text in ("Say [two](/five/) now.", "Say two /five/ now."))

    assert np.array_equal(told, plain)


@needs_models
@pytest.mark.parametrize("text", ["...", "日本", ""])
def test_nothing_to_say_is_silence(talker: Talker, text: str) -> None:
    assert not len(talker.say(text, Hibari()).samples)


@needs_models
@pytest.mark.slow
@pytest.mark.parametrize("name", WOMEN)
def test_every_woman_is_understood_in_a_noisy_room(name: str) -> None:
    rows = [heard(spoken(VOICES[name], sentence).samples, RATE) == sentence for sentence in SENTENCES]

    assert np.mean(rows) >= 0.9


@needs_models
@pytest.mark.slow
def test_no_two_of_the_voices_are_alike() -> None:
    measured = [measure(voice, spoken(voice, PASSAGE)) for voice in VOICES.values()]
    alike = {
        (one.name, other.name): steps_apart(one, other)
        for one, other in itertools.combinations(measured, 2)
        if steps_apart(one, other) < APART_MIN
    }

    assert alike == {}
