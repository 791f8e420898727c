"""A service some of whose models Stability makes, seen by its clients."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import Media
from tests.fakes.server import Stage
from tests.fakes.stability import KEY, FakeStability
from tests.remote.serving import STABILITY, handed_in, serving
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("stability service")  # one service for all of them
MINUTES = 180.0


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), STABILITY.replace("{base}", stage.base), {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=1_000)


@pytest.mark.slow
def test_a_picture_is_bought_once_and_nobody_sees_the_key(mill: Service, ada: Person, stability: FakeStability) -> None:
    id = ada.start("create-image", model="nano-banana", prompt="a heron at dawn", aspect_ratio="9:16", seed=7)
    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".png")
    assert told["engine"] == "stability"
    assert told["provenance"]["method"] == "v2beta/stable-image/generate/core"
    assert stability.ledger.only.body["seed"] == "7"
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_picture_becomes_an_object(mill: Service, ada: Person, stability: FakeStability, tmp_path: Path) -> None:
    picture = handed_in(ada, Media.IMAGE, tmp_path)

    shown = ada.wait(ada.start("image-to-3d-object", model="triposr", image_url=picture), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".glb")
    assert stability.ledger.only.model == "3d/stable-fast-3d"
    assert mill.is_exact()


@pytest.mark.slow
def test_what_it_cannot_do_and_what_nobody_named_it_for_is_made_elsewhere(
    mill: Service, ada: Person, stability: FakeStability
) -> None:
    """4:3 goes to the next engine of the list; flux-2-flex is not among its `models`."""
    wide = ada.start("create-image", model="nano-banana", prompt="a heron at dawn", aspect_ratio="4:3")
    other = ada.start("create-image", model="flux-2-flex", prompt="a heron at dawn", aspect_ratio="1:1")
    engines = [
        ada.get(f"/ext/generations/{id}").json()["engine"] for id in (wide, other) if ada.wait(id, seconds=MINUTES)
    ]

    assert engines == ["procedural.painter", "procedural.painter"]
    assert len(stability.ledger) == 0


@pytest.mark.slow
def test_what_is_filtered_costs_the_caller_nothing(mill: Service, ada: Person, stability: FakeStability) -> None:
    stability.finish_reason = "CONTENT_FILTERED"
    before = ada.credits()

    shown = ada.wait(ada.start("create-image", model="nano-banana", prompt="something else"), seconds=MINUTES)

    assert shown["status"] == "error"
    assert shown["error"].startswith("The request was declined by the safety check")
    assert ada.credits() == before
    assert len(stability.ledger) == 1
    assert mill.is_exact()
