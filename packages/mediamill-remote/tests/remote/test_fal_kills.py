"""kill -9 between every two steps of a purchase: the processes are real, and the vendor sees what they do."""

import itertools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mediamill import purchases
from mediamill.purchases import PurchaseState
from tests.fakes.fal import KEY, FakeFal
from tests.fakes.server import Answer, Asked, running
from tests.remote.test_fal_service import SETTINGS
from tests.service import Person, Program, Service, until

# Where in the vendor's day the worker dies: at a request, before it is worked on or when it has been.
POINTS = [(step, moment) for step in ("submit", "status", "result", "file") for moment in ("before", "after")]
ROUNDS = int(os.environ.get("FAL_KILLS", "100"))  # three minutes on two cores
DEATH_SECONDS = 60.0  # until the point is reached
END_SECONDS = 600.0  # a lost answer is waited for as long as the vendor may take
KNOWN = (PurchaseState.SETTLED, PurchaseState.VOID, PurchaseState.UNKNOWN)
UNFINISHED = "This could not be finished. Please try again."  # of one that two deaths met in its submits


class DeadlyFal(FakeFal):
    """A fal at whose requests a process can be killed."""

    def __init__(self) -> None:
        super().__init__()
        self.deadly: tuple[str, str] | None = None
        self.kill: Callable[[], None] = lambda: None

    def answer(self, step: str, asked: Asked) -> Answer:
        if self.deadly == (step, "before"):
            self.strike()
            return Answer(503)
        answer = super().answer(step, asked)
        if self.deadly == (step, "after"):
            self.strike()
        return answer

    def strike(self) -> None:
        self.deadly = None
        self.kill()


@contextmanager
def serving(folder: Path, *flags: str, **settings: str) -> Iterator[tuple[DeadlyFal, Service]]:
    fal = DeadlyFal()
    with running(fal) as base:
        key = folder / "fal.key"
        key.write_text(KEY)
        key.chmod(0o600)
        (folder / "mediamill.toml").write_text(SETTINGS.format(base=base, key=key))
        service = Service(folder / "data", *flags, rate_limit="off", running_pro="1000", **settings).start()
        try:
            yield fal, service
        finally:
            service.close()


def survive(
    fal: DeadlyFal, ada: Person, victim: Program, revive: Callable[[], Program], rounds: int
) -> tuple[list[str], Program]:
    """Order, kill, start again, so many times; every generation that was ordered, and the last process."""
    ordered = []
    for number, point in enumerate(itertools.islice(itertools.cycle(POINTS), rounds)):
        ordered.append(ada.start("create-image", model="nano-banana", prompt=f"heron {number}", seed=number))
        fal.kill = victim.process.kill
        fal.deadly = point
        victim.process.wait(DEATH_SECONDS)
        victim = revive()
    return ordered, victim


def accounts_for(service: Service, fal: DeadlyFal, ordered: list[str], kills: int) -> None:
    """Nothing lost, no more bought than was ordered and killed, and every sale has its purchase."""
    bought = service.write(lambda tx: [one for id in ordered for one in purchases.of_generation(tx, id)])
    assert len(ordered) <= len(fal.ledger) <= len(ordered) + kills
    assert len(bought) >= len(fal.ledger)
    assert {one.state for one in bought} <= set(KNOWN)
    assert sum(one.booked for one in bought) >= sum(one.price for one in fal.ledger.purchases)
    assert service.is_exact()


@pytest.mark.slow
def test_a_service_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    # On a slow machine one generation meets more deaths than it has tries.
    with serving(tmp_path, tries="100") as (fal, service):
        ada = service.open_account("ada", credits=100_000)
        ordered, _ = survive(fal, ada, service, service.start, ROUNDS)

        deadline = time.monotonic() + END_SECONDS
        ended = [ada.wait(id, seconds=max(1.0, deadline - time.monotonic())) for id in ordered]

        assert {one["error"] for one in ended} <= {None, UNFINISHED}
        accounts_for(service, fal, ordered, ROUNDS)
        assert KEY not in service.log


@pytest.mark.slow
def test_workers_beside_a_service_killed_again_and_again_lose_nothing(tmp_path: Path) -> None:
    """The one that is left takes over when the lease of the dead one is over."""
    with serving(tmp_path, "--no-worker", lease_seconds="2") as (fal, service):
        ada = service.open_account("ada", credits=100_000)
        ordered, last = survive(fal, ada, service.hire(), service.hire, len(POINTS))

        ended = [ada.wait(id, seconds=END_SECONDS) for id in ordered]

        assert {one["error"] for one in ended} <= {None, UNFINISHED}
        accounts_for(service, fal, ordered, len(POINTS))
        last.close()


@pytest.mark.slow
def test_a_cancel_reaches_the_vendor_wherever_the_job_is(tmp_path: Path) -> None:
    """Ada calls off a picture whose job is under way, in a service beside its worker."""
    with serving(tmp_path, "--no-worker") as (fal, service):
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
