"""kill -9 of an API process or a worker at named points: nothing is lost or paid twice, and others go on in time."""

from collections.abc import Iterable
from typing import Any

import pytest

from mediamill.generations import AttemptOutcome
from tests.fleet.fleet import late_seconds
from tests.fleet.harmed import LEASE, SOON_SECONDS, HarmedFleet
from tests.fleet.mortal import Point
from tests.service import Person, Service, until

pytestmark = [pytest.mark.fleet, pytest.mark.xdist_group("harmed-fleet")]

LOST, SUCCESS, ERROR = AttemptOutcome.LOST, AttemptOutcome.SUCCESS, AttemptOutcome.ERROR
# What becomes of the attempts where a worker dies at this point. `claiming`: nobody has it yet.
ATTEMPTS = {
    Point.CLAIMING: [SUCCESS],
    Point.CLAIMED: [LOST, SUCCESS],
    Point.MADE: [LOST, SUCCESS],
    Point.STORED: [LOST, SUCCESS],
    Point.SUCCEEDING: [LOST, SUCCESS],
    Point.SUCCEEDED: [SUCCESS],
    Point.FAILING: [LOST, ERROR],
}
# How often a receiver gets the webhook where its sender dies at this point.
POSTS = {Point.POST_CLAIMED: 1, Point.POSTED: 2, Point.NOTING_POST: 2, Point.NOTED_POST: 1}
# In the long run: a webhook's lease is half a minute, and each death costs a start.
AT_LENGTH = {Point.CLAIMING, Point.MADE, Point.STORED, Point.SUCCEEDED, *POSTS}


def some_at_length(points: Iterable[Point]) -> list[Any]:
    """Parameters."""
    return [pytest.param(point, marks=[pytest.mark.slow] if point in AT_LENGTH else []) for point in points]


@pytest.mark.parametrize("point", [Point.ACCEPTING, Point.ACCEPTED])
def test_a_front_dies_while_it_accepts(fleet: HarmedFleet, mina: Person, point: Point) -> None:
    """The other one answers the same request, with the same generation where that was committed."""
    fleet.order_death(point)
    id = fleet.ask(mina, "flaky", failures=0)
    victim, _ = fleet.await_death()
    fleet.revive(victim)

    assert isinstance(victim, Service)
    assert mina.wait(id)["status"] == "success"
    assert (mina.total(), mina.credits()) == (1, 999)
    assert fleet.broken() == []


def test_a_front_dies_as_soon_as_it_has_answered(fleet: HarmedFleet, mina: Person) -> None:
    front = fleet.fronts[0]
    id = fleet.ask(mina.at(front), "flaky", failures=0)
    front.kill()

    assert mina.wait(id)["status"] == "success"
    fleet.revive(front)
    assert (mina.total(), mina.credits()) == (1, 999)
    assert fleet.broken() == []


@pytest.mark.parametrize("point", some_at_length(ATTEMPTS))
def test_a_worker_dies_and_another_one_goes_on(fleet: HarmedFleet, mina: Person, point: Point) -> None:
    fleet.order_death(point)
    fails = point is Point.FAILING
    id = fleet.ask(mina, "always-fails", prompt="No.") if fails else fleet.ask(mina, "flaky", failures=0)
    victim, died_at = fleet.await_death()
    shown = mina.wait(id)
    fleet.revive(victim)

    assert shown["status"] == ("error" if fails else "success")
    assert [attempt.outcome for attempt in fleet.attempts(id)] == ATTEMPTS[point]
    if LOST in ATTEMPTS[point]:
        assert fleet.pick_up_seconds(id, died_at) <= LEASE + late_seconds()
    assert mina.credits() == (1_000 if fails else 999)
    assert fleet.broken() == []


@pytest.mark.slow
def test_a_worker_dies_while_the_engine_works(fleet: HarmedFleet, mina: Person) -> None:
    id = fleet.ask(mina, "slow", duration=3)
    victim = fleet.holder_of(id)
    until(lambda: mina.generation_facts(id)["progress"] > 0, seconds=SOON_SECONDS, what="the engine works")
    died_at = fleet.now()
    victim.kill()
    shown = mina.wait(id)
    fleet.revive(victim)

    assert shown["status"] == "success"
    assert [attempt.outcome for attempt in fleet.attempts(id)] == [LOST, SUCCESS]
    assert fleet.pick_up_seconds(id, died_at) <= LEASE + late_seconds()
    assert fleet.broken() == []


@pytest.mark.slow
def test_a_worker_dies_while_the_bucket_takes_its_file(fleet: HarmedFleet, mina: Person) -> None:
    bucket = fleet.bucket
    bucket.takes.clear()
    before = bucket.puts
    id = fleet.ask(mina, "flaky", failures=0)
    until(lambda: bucket.puts > before, seconds=SOON_SECONDS, what="the file is on its way")
    victim = fleet.holder_of(id)
    victim.kill()
    bucket.takes.set()
    shown = mina.wait(id)
    fleet.revive(victim)

    assert shown["status"] == "success"
    assert mina.credits() == 999
    assert fleet.broken() == []


@pytest.mark.slow
def test_one_dies_while_it_takes_back_what_another_one_held(fleet: HarmedFleet, mina: Person) -> None:
    id = fleet.ask(mina, "slow", duration=1)
    first = fleet.holder_of(id)
    fleet.order_death(Point.RESCUING)
    first.kill()
    other = fleet.staff[1 - fleet.staff.index(first)]
    until(lambda: not other.runs, seconds=SOON_SECONDS, what="the other one dies, too")
    fleet.await_death()
    for worker in (first, other):
        fleet.revive(worker)

    assert mina.wait(id)["status"] == "success"
    assert [attempt.outcome for attempt in fleet.attempts(id)] == [LOST, SUCCESS]
    assert fleet.broken() == []


@pytest.mark.parametrize("point", some_at_length(POSTS))
def test_a_worker_dies_while_it_sends_a_webhook(fleet: HarmedFleet, mina: Person, point: Point) -> None:
    """It comes once more where nobody knows whether it came; under the same id."""
    fleet.order_death(point)
    id = fleet.ask(mina, "flaky", failures=0)
    victim, _ = fleet.await_death()
    fleet.rest()
    fleet.revive(victim)

    assert fleet.posts(id) == POSTS[point]
    assert mina.wait(id)["status"] == "success"
    assert fleet.broken() == []
