"""Pocket TTS with random numbers in its own class: examined, and heard to depend on seed and voice."""

from pathlib import Path

import pytest

from mediamill.engines.sdk import Request, WeightsFolders
from mediamill.testing.samples import SampleOverrides
from mediamill_local.speech.pocket import PocketEngine, PocketOptions
from tests.standins.brought import brought
from tests.standins.examined import Nobody, findings_of, unpassed
from tests.standins.tiny import speech

pytestmark = pytest.mark.xdist_group("pocket")


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    pytest.importorskip("pocket_tts")
    source = tmp_path_factory.mktemp("pocket") / "source"
    return {"threads": 1, "config": str(speech.build(source))}


@pytest.fixture(scope="module")
def home(options: dict[str, object], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights as an operator brings them."""
    found = tmp_path_factory.mktemp("weights")
    brought(found, "pocket-tts", Path(str(options["config"])).parent / "source")
    return found


async def test_it_is_an_engine(home: Path, options: dict[str, object]) -> None:
    material = SampleOverrides({"prompt": "Good morning.", "voice": "Alice"})

    assert unpassed(await findings_of("local.pocket", home, options, material)) == []


def test_seed_and_voice_decide_what_is_heard(home: Path, options: dict[str, object], tmp_path: Path) -> None:
    engine = PocketEngine(PocketOptions(threads=1, config=str(options["config"])), WeightsFolders(home))
    loaded = engine.load("pocket-tts", "cpu")

    def heard(voice: str, seed: int) -> bytes:
        given = {"prompt": "Good morning.", "voice": voice}
        request = Request("gen_1", "text-to-speech", "voicevendor-tts", given, tmp_path, seed=seed)
        return engine.generate(loaded, request, Nobody()).path.read_bytes()

    first = heard("Alice", 7)

    assert heard("Alice", 8) != first
    assert heard("Adam", 7) != first
    assert heard("Alice", 7) == first
