"""A service whose objects Tripo makes, seen by its clients: one on loopback stands for the real one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import Media
from tests.fakes.faults import Fault
from tests.fakes.server import Stage
from tests.fakes.tripo import KEY, FakeTripo
from tests.remote.serving import TRIPO, handed_in, serving
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("tripo service")  # one service for all of them
MINUTES = 180.0  # for a job, whose looks have pauses between them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), TRIPO.replace("{base}", stage.base), {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=2_000)


@pytest.mark.slow
def test_a_picture_becomes_an_object(mill: Service, ada: Person, tripo: FakeTripo, tmp_path: Path) -> None:
    tripo.script.add("status", Fault.HTML, Fault.UNKNOWN_STATE)
    picture = handed_in(ada, Media.IMAGE, tmp_path)

    id = ada.start("image-to-3d-object", model="triposr", image_url=picture)
    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".glb")
    assert told["engine"] == "tripo"
    assert told["provenance"]["requestId"] == tripo.ledger.only.id
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_what_tripo_bans_is_refused_and_costs_nothing(mill: Service, ada: Person, tripo: FakeTripo) -> None:
    tripo.ending = {"status": "banned", "credits_consumed": 0}

    shown = ada.wait(ada.start("text-to-3d", model="alpha3d-v3", prompt="a chair"), seconds=MINUTES)

    assert shown["status"] == "error"
    assert shown["error"].startswith("The request was declined by the safety check")
    assert len(tripo.ledger) == 1
    assert mill.is_exact()
