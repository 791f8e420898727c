"""A service whose models Tencent makes, seen by its clients: one on loopback stands for the real one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import Media
from tests.fakes.faults import Fault
from tests.fakes.server import Stage
from tests.fakes.tencent import KEY, FakeTencent
from tests.remote.serving import TENCENT, handed_in, serving
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("tencent service")  # one service for all of them
MINUTES = 180.0  # for a job, whose looks have pauses between them
ID, _, SECRET = KEY.partition(":")
NEXT = """
[engines]
"motion-3d/alpha-motion" = ["tencent", "procedural.motion"]
"""


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    section = TENCENT.replace("{base}", stage.base) + NEXT
    with serving(tmp_path_factory.mktemp("mill"), section, {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=1_000)


@pytest.mark.slow
def test_a_picture_becomes_an_object(mill: Service, ada: Person, tencent: FakeTencent, tmp_path: Path) -> None:
    picture = handed_in(ada, Media.IMAGE, tmp_path)

    id = ada.start("image-to-3d-object", model="alpha3d-v21", image_url=picture)
    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".glb")
    assert told["engine"] == "tencent"
    assert told["provenance"]["method"] == "SubmitHunyuanTo3DProJob"
    assert told["provenance"]["seedSent"] is False
    everything = f"{shown} {told} {mill.log}"
    assert not any(half in everything for half in (ID, SECRET))
    assert mill.is_exact()


@pytest.mark.slow
def test_a_motion_is_made_between_odd_answers(mill: Service, ada: Person, tencent: FakeTencent) -> None:
    tencent.script.add("status", Fault.HTML, Fault.UNKNOWN_STATE)

    shown = ada.wait(
        ada.start("motion-3d", model="alpha-motion", prompt="walk, then wave", duration=4), seconds=MINUTES
    )

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".fbx")
    assert tencent.ledger.only.body["Prompt"] == "walk, then wave"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_motion_that_tencent_cannot_make_is_made_here(mill: Service, ada: Person, tencent: FakeTencent) -> None:
    id = ada.start("motion-3d", model="alpha-motion", prompt="walk forward slowly, " * 10, duration=4)
    shown = ada.wait(id, seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert ada.get(f"/ext/generations/{id}").json()["engine"] == "procedural.motion"
    assert tencent.asked == []
    assert mill.is_exact()
