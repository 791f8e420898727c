"""A service with a Gradio app beside it: it makes the models that its section names, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.faults import Fault
from tests.fakes.gradio import FakeGradio
from tests.fakes.server import running
from tests.remote.gradio.conftest import MODELS
from tests.remote.gradio.server import GradioApp
from tests.remote.serving import GRADIO, ONE_AT_A_TIME, serving
from tests.service import Person, Service

MINUTES = 120.0
pytestmark = pytest.mark.slow


@contextmanager
def service_for(folder: Path, base: str, table: str = MODELS, more: str = "") -> Iterator[Service]:
    section = GRADIO.replace("{base}", base) + ONE_AT_A_TIME + more
    with serving(folder, section, {"models": table}, fall_over_seconds="0") as service:
        yield service


@pytest.mark.compared
@pytest.mark.xdist_group("gradio")
def test_pictures_and_sounds_come_from_the_app_and_other_work_stays(tmp_path: Path, app: GradioApp) -> None:
    with service_for(tmp_path, app.base) as mill:
        ada: Person = mill.open_account("ada", credits=1_000)

        pictures = [ada.start("create-image", model="nano-banana", prompt="a heron", seed=seed) for seed in (7, 8)]
        sound = ada.start("sound-effects", model="audiogen", prompt="rain")
        other = ada.start("create-music", model="voicevendor-music", prompt="a waltz", duration=10)
        broken = ada.start("create-image", model="nano-banana", prompt="sensitive", seed=9)

        for id, method in [*((id, "paint") for id in pictures), (sound, "sound")]:
            shown, told = ada.wait(id, seconds=MINUTES), ada.get(f"/ext/generations/{id}").json()
            assert shown["status"] == "success", shown
            assert (told["engine"], told["provenance"]["method"]) == ("gradio.render2", method)
        assert ada.wait(other, seconds=MINUTES)["status"] == "success"
        assert ada.get(f"/ext/generations/{other}").json()["engine"] == "procedural.music"
        assert ada.wait(broken, seconds=MINUTES)["error"].startswith("The request was declined by the safety check")
        assert {mark.name for mark in app.stage.glob("painted-*")} == {"painted-7", "painted-8", "painted-9"}
        assert mill.is_exact()


def test_a_lost_run_is_made_once_more_and_a_table_that_is_wrong_is_passed_over(tmp_path: Path) -> None:
    chosen = '\n[engines]\n"create-image/flux-2-flex" = ["gradio.render2", "procedural.painter"]\n'
    table = MODELS.replace('inputs = ["prompt", "seed"]', 'inputs = ["seed", "prompt"]')
    gradio = FakeGradio()
    with running(gradio) as base, service_for(tmp_path, base, table, chosen) as mill:
        grace = mill.open_account("grace", credits=1_000)
        gradio.script.add("result", Fault.LOSE_ANSWER)

        lost = grace.start("create-image", model="nano-banana", prompt="a heron", seed=7)
        wrong = grace.start("create-image", model="flux-2-flex", prompt="a heron", seed=7)

        assert grace.wait(lost, seconds=MINUTES)["status"] == "success"
        assert grace.wait(wrong, seconds=MINUTES)["status"] == "success"
        assert grace.get(f"/ext/generations/{wrong}").json()["engine"] == "procedural.painter"
        assert [bought.model for bought in gradio.ledger.purchases] == ["paint", "paint"]
        assert mill.is_exact()
