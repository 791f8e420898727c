"""A service whose recordings ElevenLabs makes, seen by its clients."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import Media
from mediamill_remote.elevenlabs.engine import ElevenLabsEngine, ElevenLabsOptions
from tests.fakes.elevenlabs import KEY, FakeElevenLabs
from tests.fakes.faults import Fault
from tests.fakes.server import Stage
from tests.remote.conftest import MODELS
from tests.remote.elevenlabs.conftest import DUBBING, SPEECH
from tests.remote.serving import ELEVENLABS, handed_in, serving
from tests.service import Person, Service

SERVED = sorted(f"{tool}/{model}" for tool, model in ElevenLabsEngine(ElevenLabsOptions()).models)
MINUTES = 240.0  # for a dub, whose looks have pauses between them, or a search in a list
pytestmark = pytest.mark.xdist_group("elevenlabs service")  # one service for all of them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), ELEVENLABS.replace("{base}", stage.base), {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=10_000)


@pytest.mark.slow
def test_speech_is_bought_once_and_nobody_sees_the_key(mill: Service, ada: Person, eleven: FakeElevenLabs) -> None:
    id = ada.start("text-to-speech", model="voicevendor-tts", prompt="Good morning.", voice="Lily")

    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert told["engine"] == "elevenlabs"
    assert told["provenance"]["method"] == "v1/text-to-speech eleven_multilingual_v2"
    assert eleven.ledger.only.body["text"] == "Good morning."
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_every_model_is_made(mill: Service, ada: Person, eleven: FakeElevenLabs, tmp_path: Path) -> None:
    started, recording = {}, handed_in(ada, Media.AUDIO, tmp_path)
    for name in SERVED:
        model = MODELS[name]
        files = {field.name: recording for field in model.url_fields}
        started[name] = ada.start(model.tool, **{"model": model.slug, **model.example, **files})

    ended = {name: ada.wait(id, seconds=MINUTES) for name, id in started.items()}

    assert {name: shown["error"] for name, shown in ended.items() if shown["status"] != "success"} == {}
    assert len(eleven.ledger) == len(SERVED)
    assert mill.is_exact()


@pytest.mark.slow
@pytest.mark.parametrize("name", [SPEECH, DUBBING])
def test_what_was_bought_without_an_answer_is_not_bought_again(
    name: str, mill: Service, ada: Person, eleven: FakeElevenLabs, tmp_path: Path
) -> None:
    model = MODELS[name]
    files = {field.name: handed_in(ada, Media.AUDIO, tmp_path) for field in model.url_fields}
    eleven.script.add("submit", Fault.LOSE_ANSWER)

    shown = ada.wait(ada.start(model.tool, **{"model": model.slug, **model.example, **files}), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert len(eleven.ledger) == 1
    assert mill.is_exact()
