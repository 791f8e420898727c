"""Every built-in voice is understood by the built-in dubbing, from its own file, with flite and without."""

from pathlib import Path

import pytest

from mediamill.codecs import decode_audio
from mediamill.engines.engine import Request
from mediamill_procedural.dub.recognition import Transcript, understand
from mediamill_procedural.speech.engine import SpeechEngine
from mediamill_procedural.speech.programs import flite_program
from mediamill_procedural.speech.voices import VOICES
from scripts.demos.wishes import SPEECH, WISHES
from tests.procedural.dub_recordings import BROTHER, COMPUTER, RATE, Quiet
from tests.procedural.neural import without_models
from tests.procedural.speech_listener import word_errors, words_of

TEXT = f"{BROTHER.capitalize()}. {COMPUTER.capitalize()}."
WRONG_MAX = 1 / 3  # of the words
WRONG_MAX_FLITE = 0.45  # Roger's voice creaks with flite: the shorter sentence has too few moments with a pitch
__all__ = ["without_models"]
pytestmark = [pytest.mark.xdist_group("dub"), pytest.mark.usefixtures("without_models")]


@pytest.fixture
def without_flite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")


def heard(prompt: str, voice: str, folder: Path) -> Transcript:
    """What dubbing understands of the file that text-to-speech makes."""
    names = ("gen_1", "text-to-speech", "voicevendor-tts")
    made = SpeechEngine().generate(Request(*names, {"prompt": prompt, "voice": voice}, folder), Quiet())
    return understand(decode_audio(made.path, rate=RATE, channels=1, seconds_max=60.0)[:, 0], lambda _part: None)


def wrong(transcript: Transcript) -> float:
    said = [word for phrase in transcript.phrases for word in phrase.text.split()]
    return word_errors(TEXT, said) / len(words_of(TEXT))


@pytest.mark.slow
@pytest.mark.usefixtures("without_flite")
def test_what_the_demo_says_is_understood(tmp_path: Path) -> None:
    wish = next(wish for wish in WISHES if wish.name == SPEECH)

    assert heard(str(wish.input["prompt"]), str(wish.input["voice"]), tmp_path).phrases


@pytest.mark.slow
@pytest.mark.usefixtures("without_flite")
@pytest.mark.parametrize(
    "voice", [name if name == "Callum" else pytest.param(name, marks=pytest.mark.slow) for name in sorted(VOICES)]
)
def test_every_voice_is_understood(voice: str, tmp_path: Path) -> None:
    assert wrong(heard(TEXT, voice, tmp_path)) <= WRONG_MAX


@pytest.mark.slow
@pytest.mark.skipif(flite_program() is None, reason="the program flite is not installed (apt-get install flite)")
@pytest.mark.parametrize("voice", sorted(VOICES))
def test_every_voice_of_flite_is_understood(voice: str, tmp_path: Path) -> None:
    assert wrong(heard(TEXT, voice, tmp_path)) <= WRONG_MAX_FLITE
