"""kill -9 between every two steps of a purchase at fal, which has no list of what was bought."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.fal import KEY, FakeFal
from tests.fakes.server import running
from tests.remote.kills import (
    DEATH_SECONDS,
    ROUNDS,
    Deadly,
    Moment,
    accounts_for,
    all_ended,
    made,
    points,
    survive,
)
from tests.remote.serving import FAL, serving
from tests.service import Person, Service, until

POINTS = points("submit", "status", "result", "file", moments=(Moment.BEFORE, Moment.AFTER, Moment.TOLD))


class DeadlyFal(Deadly, FakeFal):
    """A fal at whose requests a process can be killed."""


@contextmanager
def fal_service(folder: Path, *flags: str, **settings: str) -> Iterator[tuple[DeadlyFal, Service]]:
    fal = DeadlyFal()
    with running(fal) as base:
        section = FAL.replace("{base}", base)
        with serving(folder, section, {"key": KEY}, *flags, running_pro="1000", **settings) as service:
            yield fal, service


class Orders:
    """Pictures for somebody, each another."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def __call__(self, number: int) -> str:
        return self.person.start("create-image", model="nano-banana", prompt=f"heron {number}", seed=number)


@pytest.mark.slow
def test_a_service_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    # On a slow machine one generation meets more deaths than it has tries.
    with fal_service(tmp_path, tries="100") as (fal, service):
        ada = service.open_account("ada", credits=100_000)
        ordered, _ = survive(fal, Orders(ada), service, service.start, POINTS, ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, fal, ordered, least=successes, most=len(ordered) + ROUNDS)
        assert KEY not in service.log


@pytest.mark.slow
def test_workers_beside_a_service_killed_again_and_again_lose_nothing(tmp_path: Path) -> None:
    """The one that is left takes over when the lease of the dead one is over."""
    with fal_service(tmp_path, "--no-worker", lease_seconds="2", tries="100") as (fal, service):
        ada = service.open_account("ada", credits=100_000)
        ordered, last = survive(fal, Orders(ada), service.hire(), service.hire, POINTS, len(POINTS))

        successes = made(all_ended(ada, ordered))
        accounts_for(service, fal, ordered, least=successes, most=len(ordered) + len(POINTS))
        last.close()


@pytest.mark.slow
def test_a_cancel_reaches_the_vendor_wherever_the_job_is(tmp_path: Path) -> None:
    """Ada calls off a picture whose job is under way, in a service beside its worker."""
    with fal_service(tmp_path, "--no-worker") as (fal, service):
        ada = service.open_account("ada", credits=1_000)
        fal.looks = ("IN_PROGRESS",) * 1_000
        worker = service.hire()
        id = ada.start("create-image", model="nano-banana", prompt="a heron")
        until(lambda: len(fal.ledger) and fal.ledger.only.looks, seconds=DEATH_SECONDS, what="the job is looked at")

        assert ada.request("POST", f"/ext/generations/{id}/cancel").status_code == 200

        until(lambda: fal.ledger.only.cancelled_at is not None, seconds=DEATH_SECONDS, what="the vendor was told")
        assert ada.generation(id)["status"] == "error"
        assert ada.credits() == 1_000
        assert service.is_exact()
        worker.close()
