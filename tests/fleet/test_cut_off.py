"""Workers that stand still, or hear nothing of the database, for longer than their leases: what they did is refused."""

import os
import signal

import pytest

from mediamill.generations import AttemptOutcome
from tests.fleet.fleet import late_seconds
from tests.fleet.harmed import LEASE, SOON_SECONDS, STILL_SECONDS, HarmedFleet
from tests.service import Person, Program, until

pytestmark = [pytest.mark.fleet, pytest.mark.xdist_group("harmed-fleet")]

LOST, SUCCESS = AttemptOutcome.LOST, AttemptOutcome.SUCCESS


def send(worker: Program, number: signal.Signals) -> None:
    """To the worker and its engines."""
    for pid in [worker.process.pid, *worker.descendants()]:
        os.kill(pid, number)


def lets_go(worker: Program, id: str) -> None:
    """Return when the worker has nothing to do with it any more."""
    until(
        lambda: not [*(worker.folder / "work").rglob(f"{id}*")],
        seconds=SOON_SECONDS,
        what="it has found out that it lost",
    )


def went_to_another_in_time(fleet: HarmedFleet, id: str, since: float) -> None:
    """It was made once more, began in time, and is what it is."""
    assert fleet.status(id) == "success"
    assert [attempt.outcome for attempt in fleet.attempts(id)] == [LOST, SUCCESS]
    assert fleet.pick_up_seconds(id, since) <= STILL_SECONDS + late_seconds()


def test_a_zombie_that_wakes_while_it_stores_changes_nothing(fleet: HarmedFleet, mina: Person) -> None:
    """Its file arrives although another worker's counts: it is taken away again."""
    fleet.bucket.takes.clear()
    before = fleet.bucket.puts
    id = fleet.ask(mina, "slow", duration=0.1)
    zombie = fleet.holder_of(id)
    until(lambda: fleet.bucket.puts > before, seconds=SOON_SECONDS, what="its file is on its way")
    stopped_at = fleet.now()
    send(zombie, signal.SIGSTOP)
    fleet.bucket.takes.set()
    shown = mina.wait(id)
    send(zombie, signal.SIGCONT)
    lets_go(zombie, id)

    assert mina.generation(id) == shown
    went_to_another_in_time(fleet, id, stopped_at)
    assert mina.credits() == 999
    assert fleet.broken() == []


def test_a_worker_that_hears_nothing_of_the_database_is_replaced_and_refused(fleet: HarmedFleet, mina: Person) -> None:
    """Nothing is closed: it cannot know. It ends its work, and is told when it can be heard again."""
    id = fleet.ask(mina, "slow", duration=2 * LEASE)
    lonely = fleet.holder_of(id)
    gate = fleet.gate_of(lonely)
    cut_at = fleet.now()
    gate.stand_still()
    shown = mina.wait(id)
    gate.move_again()
    lets_go(lonely, id)

    assert mina.generation(id) == shown
    went_to_another_in_time(fleet, id, cut_at)
    for other in fleet.staff:
        if other is not lonely:
            other.kill()
    assert mina.wait(fleet.ask(mina, "slow", duration=0.1))["status"] == "success"  # it works again
    assert mina.credits() == 998
    for other in fleet.staff:
        if other is not lonely:
            fleet.revive(other)
    assert fleet.broken() == []
