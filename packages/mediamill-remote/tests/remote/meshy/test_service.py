"""A service whose objects and movements Meshy makes, seen by its clients: one on loopback stands for the real one."""

from collections.abc import Iterator

import pytest

from mediamill import purchases
from tests.fakes.faults import Fault
from tests.fakes.meshy import KEY, FakeMeshy
from tests.fakes.server import Stage
from tests.remote.serving import MESHY, serving
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("meshy service")  # one service for all of them
MINUTES = 180.0  # for a job, whose looks have pauses between them
BOTH = 600_000  # millionths, for the credits of both tasks


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), MESHY.replace("{base}", stage.base), {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=2_000)


@pytest.mark.slow
def test_a_description_becomes_an_object_in_two_tasks(mill: Service, ada: Person, meshy: FakeMeshy) -> None:
    meshy.script.add("status", Fault.HTML, Fault.UNKNOWN_STATE)
    meshy.script.add("advance", Fault.BUSY)

    id = ada.start("text-to-3d", model="beta-v6", prompt="a brass telescope")
    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".glb")
    assert told["engine"] == "meshy"
    assert told["provenance"]["requestId"] == meshy.steps.only.id
    assert told["provenance"]["firstRequestId"] == meshy.ledger.only.id
    (bought,) = mill.write(lambda tx: purchases.of_generation(tx, id))
    assert (bought.estimate, bought.actual) == (BOTH, BOTH)
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_description_becomes_a_movement(mill: Service, ada: Person, meshy: FakeMeshy) -> None:
    shown = ada.wait(ada.start("motion-3d", model="alpha-motion", prompt="wave", duration=2.5), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".fbx")
    assert meshy.ledger.only.body["duration"] == 2.5


@pytest.mark.slow
def test_what_meshy_cannot_make_is_refused_and_costs_nothing(mill: Service, ada: Person, meshy: FakeMeshy) -> None:
    wishes = [{"prompt": "walk", "duration": 12}, {"prompt": "walk " * 81, "duration": 5}]

    refused = [ada.wait(ada.start("motion-3d", model="alpha-motion", **wish))["error"] for wish in wishes]

    assert "2 to 10 seconds" in refused[0]
    assert "400 characters" in refused[1]
    assert len(meshy.ledger) == 0
    assert mill.is_exact()
