"""A service whose models Replicate makes, seen by its clients: one on loopback stands for the real one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import Media
from tests.fakes.faults import Fault
from tests.fakes.replicate import KEY, FakeReplicate
from tests.fakes.server import Stage
from tests.remote.serving import REPLICATE, handed_in, serving
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("replicate service")  # one service for all of them
MINUTES = 180.0  # for a job, whose looks have pauses between them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), REPLICATE.replace("{base}", stage.base), {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=1_000)


@pytest.mark.slow
def test_a_picture_becomes_an_object(mill: Service, ada: Person, replicate: FakeReplicate, tmp_path: Path) -> None:
    picture = handed_in(ada, Media.IMAGE, tmp_path)

    id = ada.start("image-to-3d-object", model="instantmesh", image_url=picture)
    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".glb")
    assert told["engine"] == "replicate"
    assert told["provenance"]["method"] == "camenduru/instantmesh"
    assert replicate.ledger.only.body["image_path"].startswith("data:image/png;base64,")
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_description_becomes_a_sound(mill: Service, ada: Person, replicate: FakeReplicate) -> None:
    replicate.script.add("status", Fault.HTML, Fault.UNKNOWN_STATE)

    shown = ada.wait(ada.start("sound-effects", model="audiogen", prompt="a door in the wind"), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".wav")
    assert replicate.ledger.only.body["prompt"] == "a door in the wind"
    assert mill.is_exact()


@pytest.mark.slow  # the list is looked through a while after the answer was lost
def test_what_was_lost_is_found_and_not_bought_again(
    mill: Service, ada: Person, replicate: FakeReplicate, tmp_path: Path
) -> None:
    picture = handed_in(ada, Media.IMAGE, tmp_path)
    replicate.script.add("submit", Fault.LOSE_ANSWER)

    id = ada.start("image-to-3d-object", model="instantmesh", image_url=picture)
    shown = ada.wait(id, seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert len(replicate.ledger) == 1
