"""A service with a ComfyUI beside it, seen by its clients: one on loopback stands for the real one."""

from collections.abc import Iterator

import pytest

from mediamill.catalogue import Media
from mediamill_remote.comfyui.ticket import prompt_id
from tests.fakes.comfyui import FakeComfyUI
from tests.fakes.faults import Fault
from tests.fakes.server import Stage
from tests.remote.serving import COMFYUI, handed_in, serving
from tests.service import Person, Service, until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("comfyui service")]  # one service for all of them
MINUTES = 180.0  # for a job, whose looks have pauses between them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), COMFYUI.replace("{base}", stage.base), {}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=1_000)


def test_a_picture_becomes_an_object(
    mill: Service, ada: Person, comfy: FakeComfyUI, tmp_path_factory: pytest.TempPathFactory
) -> None:
    picture = handed_in(ada, Media.IMAGE, tmp_path_factory.mktemp("picture"))

    id = ada.start("image-to-3d-object", model="alpha3d-v21", image_url=picture)
    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".glb")
    assert told["engine"] == "comfyui.render2"
    assert told["provenance"]["method"] == "hunyuan3d"
    assert told["provenance"]["requestId"] == prompt_id(id) == comfy.ledger.only.id
    assert list(comfy.uploads) == [f"mediamill/{prompt_id(id)}/file.png"]
    assert mill.is_exact()


def test_what_was_lost_is_found_under_the_generations_id(mill: Service, ada: Person, comfy: FakeComfyUI) -> None:
    comfy.script.add("submit", Fault.LOSE_ANSWER)
    comfy.script.add("status", Fault.HTML, Fault.UNKNOWN_STATE)

    shown = ada.wait(ada.start("create-image", model="flux-2-flex", prompt="a heron"), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".png")
    assert len(comfy.ledger) == 1
    assert mill.is_exact()


def test_a_broken_node_is_tried_again_and_the_second_try_counts(mill: Service, ada: Person, comfy: FakeComfyUI) -> None:
    comfy.endings = [("execution_error", {"node_id": "13", "node_type": "Sampler", "exception_message": "no luck"})]

    shown = ada.wait(ada.start("create-image", model="flux-2-flex", prompt="a heron"), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert [one.id for one in comfy.ledger.purchases] == [comfy.ledger.purchases[0].id] * 2
    assert "node 13 (Sampler): no luck" in mill.log
    assert mill.is_exact()


def test_what_is_cancelled_is_interrupted_on_the_server(mill: Service, ada: Person, comfy: FakeComfyUI) -> None:
    comfy.looks = ("running",) * 1_000
    id = ada.start("create-image", model="flux-2-flex", prompt="a heron")
    until(lambda: comfy.queue()["queue_running"], seconds=MINUTES, what="the prompt runs")

    assert ada.request("POST", f"/ext/generations/{id}/cancel").status_code == 200

    assert ada.wait(id, seconds=MINUTES)["status"] == "error"
    until(lambda: comfy.ledger.only.cancelled_at is not None, seconds=MINUTES, what="it is interrupted")
    assert mill.is_exact()


def test_other_models_stay_on_this_machine(mill: Service, ada: Person, comfy: FakeComfyUI) -> None:
    id = ada.start("create-image", model="nano-banana", prompt="a heron")

    assert ada.wait(id, seconds=MINUTES)["status"] == "success"
    assert ada.get(f"/ext/generations/{id}").json()["engine"] == "procedural.painter"
    assert len(comfy.ledger) == 0
