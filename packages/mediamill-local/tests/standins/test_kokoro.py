"""Kokoro with real weights: examined, understood by a recogniser, and refusing what is not English."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mediamill.codecs import decode_audio
from mediamill.engines.sdk import EngineRefused, Request, WeightsFolders
from mediamill.testing.samples import SampleOverrides
from mediamill_local.speech.kokoro import KokoroEngine, KokoroOptions, Talker
from mediamill_local.speech.voices import voices_of
from tests.standins.brought import brought
from tests.standins.examined import Nobody, findings_of, unpassed
from tests.standins.hearing import words_wrong
from tests.standins.real_kokoro import VOICES, build

pytestmark = pytest.mark.xdist_group("kokoro")
OPTIONS = {"threads": 1, "voices": {name: VOICES[place % 5] for place, name in enumerate(voices_of("kokoro"))}}
SENTENCES = ("The box was thrown beside the parked truck.", "Four hours of steady work faced us.")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights as an operator brings them."""
    source = tmp_path_factory.mktemp("kokoro")
    build(source)
    found = tmp_path_factory.mktemp("weights")
    brought(found, "kokoro", source)
    return found


@pytest.fixture(scope="module")
def engine(home: Path) -> KokoroEngine:
    return KokoroEngine(KokoroOptions(**OPTIONS), WeightsFolders(home))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def loaded(engine: KokoroEngine) -> Talker:
    return engine.load("kokoro", "cpu")


@pytest.fixture
def say(engine: KokoroEngine, loaded: Talker, tmp_path: Path) -> Callable[[str, str], Path]:
    """Has a text read by a voice."""

    def made(text: str, voice: str) -> Path:
        request = Request("gen_1", "text-to-speech", "voicevendor-tts", {"prompt": text, "voice": voice}, tmp_path)
        return engine.generate(loaded, request, Nobody()).path

    return made


async def test_it_is_an_engine(home: Path) -> None:
    material = SampleOverrides({"prompt": "Good morning. How are you?", "voice": "Alice"})

    assert unpassed(await findings_of("local.kokoro", home, OPTIONS, material)) == []


def test_a_recogniser_understands_it(say: Callable[[str, str], Path]) -> None:
    made = [decode_audio(say(sentence, "Alice"), rate=16_000, channels=1, seconds_max=60.0) for sentence in SENTENCES]

    wrong = sum(words_wrong(sentence, sound[:, 0]) for sentence, sound in zip(SENTENCES, made, strict=True))

    assert wrong <= 2  # of 15 words


def test_ada_and_grace_choose_voices_that_differ(say: Callable[[str, str], Path]) -> None:
    assert say("Good morning.", "Adam").read_bytes() != say("Good morning.", "Alice").read_bytes()


def test_what_is_not_english_is_refused_in_a_sentence(say: Callable[[str, str], Path]) -> None:
    with pytest.raises(EngineRefused, match="speaks English only"):
        say("Der Müller am Bach mahlt seit zweihundert Jahren das Korn der Bauern.", "Adam")
