"""A service whose films LTX makes, seen by its clients."""

from collections.abc import Iterator

import pytest

from tests.fakes.faults import Fault
from tests.fakes.ltx import KEY, FakeLtx
from tests.fakes.server import Stage
from tests.remote.serving import LTX, quick_ltx, serving
from tests.service import Person, Service

MINUTES = 120.0
pytestmark = pytest.mark.xdist_group("ltx service")  # one service for all of them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    files = {"key": KEY, "models": quick_ltx()}
    with serving(tmp_path_factory.mktemp("mill"), LTX.replace("{base}", stage.base), files) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=10_000)


@pytest.mark.slow
def test_a_film_is_bought_once_and_nobody_sees_the_key(mill: Service, ada: Person, ltx: FakeLtx) -> None:
    id = ada.start("create-video", model="ltx-video", prompt="waves under a full moon", duration=8, aspect_ratio="9:16")

    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".mp4")
    assert told["engine"] == "ltx"
    assert told["provenance"]["seedSent"] is False
    assert ltx.ledger.only.body["resolution"] == "1080x1920"
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_length_that_cannot_be_had_is_said_at_once_and_free(mill: Service, ada: Person, ltx: FakeLtx) -> None:
    shown = ada.wait(ada.start("create-video", model="ltx-video", prompt="waves", duration=3), seconds=MINUTES)

    assert shown["status"] == "error"
    assert "Only clips of 8 seconds can be had here" in shown["error"]
    assert ltx.asked == []
    assert mill.is_exact()


@pytest.mark.slow
def test_a_lost_film_is_paid_once_more_at_most(mill: Service, ada: Person, ltx: FakeLtx) -> None:
    ltx.script.add("submit", Fault.LOSE_ANSWER)

    shown = ada.wait(ada.start("create-video", model="ltx-video", prompt="waves", duration=8), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert len(ltx.ledger) == 2
    assert mill.is_exact()
