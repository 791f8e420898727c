"""A service whose pictures Black Forest Labs makes, seen by its clients."""

from collections.abc import Iterator

import pytest

from tests.fakes.bfl import KEY, FakeBfl
from tests.fakes.faults import Fault
from tests.fakes.server import Stage
from tests.remote.serving import BFL, serving
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("bfl service")  # one service for all of them
MINUTES = 180.0  # for a job, whose looks have pauses between them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), BFL.replace("{base}", stage.base), {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=1_000)


@pytest.mark.slow
def test_a_picture_is_bought_once_and_nobody_sees_the_key(mill: Service, ada: Person, bfl: FakeBfl) -> None:
    bfl.script.add("status", Fault.HTML, Fault.GONE)
    bfl.script.add("file", Fault.DROP, Fault.BREAK)

    id = ada.start("create-image", model="flux-2-flex", prompt="a heron at dawn", aspect_ratio="3:4", seed=7)
    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".png")
    assert told["engine"] == "bfl"
    assert told["provenance"]["method"] == "v1/flux-2-flex"
    assert (bfl.ledger.only.body["width"], bfl.ledger.only.body["height"]) == (864, 1_152)
    assert bfl.ledger.only.body["seed"] == 7
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_what_is_moderated_costs_nobody_anything(mill: Service, ada: Person, bfl: FakeBfl) -> None:
    bfl.ending, bfl.final_status = {"status": "Content Moderated", "result": None}, 503
    before = ada.credits()

    shown = ada.wait(ada.start("create-image", model="flux-2-flex", prompt="something else"), seconds=MINUTES)

    assert shown["status"] == "error"
    assert shown["error"].startswith("The request was declined by the safety check")
    assert ada.credits() == before
    assert len(bfl.ledger) == 1
    assert mill.is_exact()
