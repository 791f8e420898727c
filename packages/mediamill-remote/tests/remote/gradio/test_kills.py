"""kill -9 while a Gradio app works: the end of the stream gives the run up, and the next process has it made again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.gradio import FakeGradio
from tests.fakes.server import running
from tests.remote.gradio.conftest import MODELS
from tests.remote.gradio.server import GradioApp
from tests.remote.kills import ROUNDS, Deadly, accounts_for, all_ended, made, points, survive
from tests.remote.serving import GRADIO, ONE_AT_A_TIME, serving
from tests.service import Person, Service

POINTS = points("submit", "result", "file")
REAL_ROUNDS = 2
MINUTES = 120.0


class DeadlyGradio(Deadly, FakeGradio):
    """An app at whose requests a process can be killed."""


@contextmanager
def gradio_service(folder: Path, base: str) -> Iterator[Service]:
    section = GRADIO.replace("{base}", base) + ONE_AT_A_TIME
    with serving(folder, section, {"models": MODELS}, running_pro="1000", tries="100") as service:
        yield service


def pictures(person: Person) -> Callable[[int], str]:
    return lambda number: person.start("create-image", model="nano-banana", prompt=f"heron {number}", seed=number)


@pytest.mark.slow
def test_a_service_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    gradio = DeadlyGradio()
    with running(gradio) as base, gradio_service(tmp_path, base) as service:
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(gradio, pictures(ada), service, service.start, POINTS, ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, gradio, ordered, least=successes, most=len(ordered) + ROUNDS)


@pytest.mark.slow
@pytest.mark.compared
@pytest.mark.xdist_group("gradio")
def test_a_real_app_goes_on_after_each_death(tmp_path: Path, app: GradioApp) -> None:
    """Each time it is in the middle of a picture, which ends with the stream; the same one is made later."""
    with gradio_service(tmp_path, app.base) as service:
        ada = service.open_account("ada", credits=1_000)
        for number in range(REAL_ROUNDS):
            ordered = ada.start("create-image", model="flux-2-flex", prompt="wait", seed=number)
            app.wait_for_mark(f"started-{number}")
            app.wait_for_streams(1)
            service.kill()
            app.wait_for_mark(f"ended-{number}")
            app.let_go()
            service.start()
            assert ada.wait(ordered, seconds=MINUTES)["status"] == "success"
            app.clear()

        assert service.is_exact()
