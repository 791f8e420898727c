"""A service with servers like OpenAI's beside it, seen by its clients."""

from collections.abc import Iterator

import pytest

from tests.fakes.faults import Fault
from tests.fakes.openai import KEY, FakeOpenAI
from tests.fakes.server import Stage
from tests.remote.serving import FILMS, MOTIONS, OPENAI, serving
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("openai service")  # one service for all of them
MINUTES = 180.0  # for a job, whose looks have pauses between them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    sections = (OPENAI + FILMS + MOTIONS).replace("{base}", stage.base)
    with serving(tmp_path_factory.mktemp("mill"), sections, {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=1_000)


@pytest.fixture
def server(stage: Stage) -> FakeOpenAI:
    fake = FakeOpenAI()
    stage.enter(fake)
    return fake


@pytest.mark.slow
def test_pictures_and_speech_are_made_and_nobody_sees_the_key(mill: Service, ada: Person, server: FakeOpenAI) -> None:
    picture = ada.start("create-image", model="nano-banana", prompt="a heron", aspect_ratio="4:3")
    speech = ada.start("text-to-speech", model="voicevendor-tts", prompt="Good morning.", voice="Lily")

    shown = [ada.wait(id, seconds=MINUTES) for id in (picture, speech)]
    told = [ada.get(f"/ext/generations/{id}").json() for id in (picture, speech)]

    assert [one["status"] for one in shown] == ["success"] * 2, shown
    assert [one["engine"] for one in told] == ["openai"] * 2
    assert {one.body.get("size") or one.body["voice"] for one in server.ledger.purchases} == {"1152x864", "shimmer"}
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_film_is_waited_for_and_fetched_with_the_key(mill: Service, ada: Person, server: FakeOpenAI) -> None:
    server.server = "vllm-omni"
    server.script.add("status", Fault.HTML, Fault.UNKNOWN_STATE)

    id = ada.start("create-video", model="ltx-video", prompt="a heron", duration=3)
    shown = ada.wait(id, seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".mp4")
    assert ada.get(f"/ext/generations/{id}").json()["engine"] == "openai.films"
    (fetched,) = [asked for asked in server.asked if asked.path.endswith("/content")]
    assert fetched.headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in f"{shown} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_motion_is_given_out_as_fbx_and_one_too_long_is_made_here(
    mill: Service, ada: Person, server: FakeOpenAI
) -> None:
    server.server = "localai"

    short = ada.start("motion-3d", model="alpha-motion", prompt="wave", duration=2.5)
    long = ada.start("motion-3d", model="alpha-motion", prompt="wave", duration=6)
    shown = [ada.wait(id, seconds=MINUTES) for id in (short, long)]
    told = [ada.get(f"/ext/generations/{id}").json() for id in (short, long)]

    assert [one["status"] for one in shown] == ["success"] * 2, shown
    assert all(one["output"].endswith(".fbx") for one in shown)
    assert [one["engine"] for one in told] == ["openai.motions", "procedural.motion"]
    assert (told[0]["provenance"]["convertedFrom"], told[0]["provenance"]["seconds"]) == ("GLB", 2.467)
    assert server.ledger.only.body["params"]["frames"] == "75"
    assert mill.is_exact()


@pytest.mark.slow
def test_what_a_server_refuses_ends_in_a_sentence(mill: Service, ada: Person, server: FakeOpenAI) -> None:
    server.script.add_json(
        b'{"step": "submit", "status": 400, "body": {"error": {"code": "moderation_blocked", "message": "No.",'
        b' "type": "image_generation_user_error", "param": null}}}'
    )

    shown = ada.wait(ada.start("create-image", model="nano-banana", prompt="a heron"), seconds=MINUTES)

    assert shown["error"].startswith("The request was declined by the safety check")
    assert len(server.ledger) == 0
    assert mill.is_exact()


@pytest.mark.slow
def test_other_work_stays_on_this_machine(mill: Service, ada: Person, server: FakeOpenAI) -> None:
    id = ada.start("create-image", model="flux-2-flex", prompt="a heron")

    assert ada.wait(id, seconds=MINUTES)["status"] == "success"
    assert ada.get(f"/ext/generations/{id}").json()["engine"] == "procedural.painter"
    assert server.asked == []
