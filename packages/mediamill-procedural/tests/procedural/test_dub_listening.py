"""Speech is told from what is not speech, English from what is not English; words come with their times."""

from pathlib import Path

import numpy as np
import pytest

from mediamill.engines.engine import EngineRefused
from mediamill_procedural.dub import recognition
from mediamill_procedural.dub.listening import STRETCH_SECONDS_MAX, Word, like_speech, pitch_of, stretches
from mediamill_procedural.dub.recognition import NO_SPEECH, NOT_UNDERSTOOD, in_breaths, understand
from mediamill_procedural.speech.programs import flite_program
from mediamill_procedural.speech.voices import VOICES
from tests.procedural.dub_recordings import (
    BROTHER,
    COMPUTER,
    LANGUAGES,
    MUSEUM,
    NOT_SPEECH,
    RATE,
    Samples,
    conversation,
    drums,
    say,
    white,
)
from tests.procedural.neural import without_models
from tests.procedural.speech_listener import word_errors
from tests.sampling import one_in

__all__ = ["without_models"]
pytestmark = [pytest.mark.xdist_group("dub"), pytest.mark.usefixtures("without_models")]  # pocketsphinx listens
needs_flite = pytest.mark.skipif(
    flite_program() is None, reason="the program flite is not installed (apt-get install flite)"
)
QUICK = {"silence", "throbbing noise", "throbbing tone"}  # others take longer, some even a search for words
FOREIGN = {
    "es": "buenos días señora quisiera comprar dos kilos de manzanas y un poco de pan fresco",
    "de": "guten morgen ich möchte gerne zwei karten für die vorstellung heute abend kaufen",
    "ru": "доброе утро я хотел бы купить два билета до москвы на завтра",
    "cmn": "今天天气很好我们去公园散步吧你觉得怎么样",
}


def quietly(fraction: float) -> None:
    assert 0.0 <= fraction <= 1.0


def refusal(recording: Samples) -> str:
    with pytest.raises(EngineRefused) as refused:
        understand(recording, quietly)
    return str(refused.value)


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in sorted(NOT_SPEECH)],
)
def test_what_is_not_speech_is_no_speech(name: str) -> None:
    assert NO_SPEECH == refusal(NOT_SPEECH[name]())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 24))
def test_no_drum_loop_is_taken_for_words(seed: int) -> None:
    assert NO_SPEECH == refusal(drums(seed))


@pytest.mark.slow
@pytest.mark.parametrize("voice", one_in(4, sorted(VOICES)))
def test_every_voice_of_espeak_sounds_like_speech(voice: str, tmp_path: Path) -> None:
    found = [stretch.samples for stretch in stretches(conversation(say(MUSEUM, voice, tmp_path)))]

    assert found
    assert all(map(like_speech, found))


@pytest.mark.slow
@needs_flite
@pytest.mark.parametrize("voice", sorted(VOICES))
def test_every_voice_of_flite_sounds_like_speech(voice: str, tmp_path: Path) -> None:
    recording = conversation(say(MUSEUM, voice, tmp_path, flite=flite_program()))

    assert all(like_speech(stretch.samples) for stretch in stretches(recording))


@pytest.mark.slow
@pytest.mark.parametrize(("voice", "pitch"), [("Brian", 74), ("Antoni", 110), ("Matilda", 168), ("Lily", 232)])
def test_the_pitch_of_a_voice_is_measured(voice: str, pitch: float, tmp_path: Path) -> None:
    found = pitch_of(say(MUSEUM, voice, tmp_path))

    assert found == pytest.approx(pitch, rel=0.08)
    assert pitch_of(white()) is None


@pytest.mark.slow
def test_words_are_found_at_their_times(tmp_path: Path) -> None:
    lines = [say(text, "Adam", tmp_path) for text in (BROTHER, MUSEUM, LANGUAGES)]
    transcript = understand(conversation(*lines), quietly)
    starts = np.cumsum([1.0, *(len(line) / RATE + 1.0 for line in lines[:-1])])

    assert len(transcript.phrases) == 3
    for phrase, text, start, line in zip(transcript.phrases, (BROTHER, MUSEUM, LANGUAGES), starts, lines, strict=True):
        assert word_errors(text, phrase.text.split()) == 0
        assert phrase.start == pytest.approx(start, abs=0.1)
        assert phrase.end == pytest.approx(start + len(line) / RATE, abs=0.25)
    assert transcript.sure > 0.6


@pytest.mark.slow
def test_quiet_speech_is_understood_like_loud_speech(tmp_path: Path) -> None:
    line = conversation(say(BROTHER, "Adam", tmp_path))

    assert [phrase.text for phrase in understand(line * np.float32(0.02), quietly).phrases] == [
        phrase.text for phrase in understand(line, quietly).phrases
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(FOREIGN))
def test_other_languages_are_not_made_into_english_words(language: str, tmp_path: Path) -> None:
    assert NOT_UNDERSTOOD == refusal(conversation(say(FOREIGN[language], "Adam", tmp_path, language=language)))


@pytest.mark.slow
def test_speech_under_noise_is_refused_rather_than_guessed(tmp_path: Path) -> None:
    line = conversation(say(BROTHER, "Adam", tmp_path), say(COMPUTER, "Adam", tmp_path))
    noise = np.resize(white(), len(line))

    assert refusal((line + noise * (line.std() / noise.std())).astype(np.float32)) in (NO_SPEECH, NOT_UNDERSTOOD)


@pytest.mark.slow
def test_what_came_before_does_not_change_what_is_heard(tmp_path: Path) -> None:
    coffee, train = (say(text, "Adam", tmp_path) for text in (MUSEUM, COMPUTER))
    alone = understand(conversation(train), quietly).phrases
    after = understand(conversation(coffee, train), quietly).phrases

    assert after[-1].text == alone[0].text


def test_long_stretches_are_cut_where_it_is_quiet(tmp_path: Path) -> None:
    line = say(BROTHER, "Adam", tmp_path)
    recording = conversation(*[line] * 8, gap=0.2)
    found = list(stretches(recording))

    assert max(len(stretch.samples) for stretch in found) <= STRETCH_SECONDS_MAX * RATE
    assert sum(len(stretch.samples) for stretch in found) >= 0.9 * len(recording)
    for stretch in found[1:]:
        at = round(stretch.start * RATE)
        assert recording[at - RATE // 50 : at + RATE // 50].std() < 0.1 * recording.std()


def test_phrases_end_at_pauses_and_are_never_too_long() -> None:
    words = [Word(f"word{number}", 0.5 * number, 0.5 * number + 0.45, 0.9) for number in range(40)]
    later = [Word("later", words[-1].end + recognition.PAUSE_SECONDS, words[-1].end + 1.0, 0.9)]
    breaths = in_breaths([*words, *later])

    assert [word for breath in breaths for word in breath] == [*words, *later]
    assert breaths[-1] == tuple(later)
    assert max(breath[-1].end - breath[0].start for breath in breaths) <= recognition.PHRASE_SECONDS_MAX
    assert min(len(breath) for breath in breaths[:-1]) >= 10
