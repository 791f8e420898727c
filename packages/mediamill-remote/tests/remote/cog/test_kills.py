"""kill -9 while a Cog server works: its end calls the work off, and the next process has it made again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.cog import FakeCog
from tests.fakes.server import running
from tests.remote.cog.conftest import MODELS
from tests.remote.cog.server import CogServer
from tests.remote.kills import ROUNDS, Deadly, accounts_for, all_ended, made, points, survive
from tests.remote.serving import COG, ONE_AT_A_TIME, serving
from tests.service import Person, Service

POINTS = points("submit")
REAL_ROUNDS = 6
MINUTES = 120.0


class DeadlyCog(Deadly, FakeCog):
    """A Cog server at whose requests a process can be killed."""


@contextmanager
def cog_service(folder: Path, base: str) -> Iterator[Service]:
    section = COG.replace("{base}", base) + ONE_AT_A_TIME
    with serving(folder, section, {"models": MODELS}, running_pro="1000", tries="100") as service:
        yield service


def pictures(person: Person) -> Callable[[int], str]:
    return lambda number: person.start("create-image", model="nano-banana", prompt=f"heron {number}", seed=number)


@pytest.mark.slow
def test_a_service_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    cog = DeadlyCog()
    with running(cog) as base, cog_service(tmp_path, base) as service:
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(cog, pictures(ada), service, service.start, POINTS, ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, cog, ordered, least=successes, most=len(ordered) + ROUNDS)


@pytest.mark.slow
@pytest.mark.compared
@pytest.mark.xdist_group("cog")
def test_a_real_server_goes_on_after_each_death(tmp_path: Path, cog: CogServer) -> None:
    """Each time it is in the middle of a picture, which ends with the connection; the same one is made later."""
    with cog_service(tmp_path, cog.address) as service:
        ada = service.open_account("ada", credits=1_000)
        ordered = []
        for number in range(REAL_ROUNDS):
            ordered.append(ada.start("create-image", model="nano-banana", prompt="wait", seed=number))
            cog.wait_for_mark(f"started-{number}")
            service.kill()
            cog.wait_for_mark(f"ended-{number}")
            cog.let_go()
            service.start()
            assert ada.wait(ordered[-1], seconds=MINUTES)["status"] == "success"
            cog.clear()

        assert service.is_exact()
