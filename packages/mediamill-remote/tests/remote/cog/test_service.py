"""A service with a Cog server beside it: it makes the models that its section names, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.remote.cog.conftest import MODELS
from tests.remote.cog.server import CogServer
from tests.remote.serving import COG, ONE_AT_A_TIME, serving
from tests.service import Person, Service

pytestmark = [pytest.mark.xdist_group("cog"), pytest.mark.compared]  # one server for all of them
MINUTES = 120.0


@pytest.fixture
def mill(tmp_path: Path, cog: CogServer) -> Iterator[Service]:
    section = COG.replace("{base}", cog.address) + ONE_AT_A_TIME
    with serving(tmp_path, section, {"models": MODELS}) as service:
        yield service


@pytest.mark.slow
def test_pictures_come_from_the_container_and_other_work_stays(mill: Service, cog: CogServer) -> None:
    ada: Person = mill.open_account("ada", credits=1_000)

    pictures = [ada.start("create-image", model="nano-banana", prompt="a heron", seed=seed) for seed in (7, 8)]
    other = ada.start("create-image", model="flux-2-flex", prompt="a heron")
    broken = ada.start("create-image", model="nano-banana", prompt="sensitive")

    for id in pictures:
        shown, told = ada.wait(id, seconds=MINUTES), ada.get(f"/ext/generations/{id}").json()
        assert shown["status"] == "success", shown
        assert (told["engine"], told["provenance"]["method"]) == ("cog.render2", "test/heron")
    assert ada.wait(other, seconds=MINUTES)["status"] == "success"
    assert ada.get(f"/ext/generations/{other}").json()["engine"] == "procedural.painter"
    assert ada.wait(broken, seconds=MINUTES)["error"].startswith("The request was declined by the safety check")
    assert mill.is_exact()
