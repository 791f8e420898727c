"""Operators drain workers and pause pools, from any machine."""

from collections.abc import Callable

import pytest

from tests.fleet.fleet import Fleet
from tests.service import Service, until

pytestmark = pytest.mark.fleet
SECONDS = 60.0


def test_a_worker_that_drains_finishes_what_runs_and_claims_nothing_more(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet(rehearsal="true")
    front = fleet.front()
    fleet.worker()
    mina = front.open_account("mina", credits=100)
    running = mina.start("rehearsal", model="slow", duration=4)
    until(lambda: mina.generation_facts(running)["attempts"], seconds=SECONDS, what="it runs")
    (worker,) = [one for one in front.told("workers", "list") if one["pools"]]
    front.told("workers", "drain", worker["name"])
    until(lambda: draining(front, worker["name"]) == "drained", seconds=SECONDS, what="it is drained")
    waiting = mina.start("drum-generator", model="drumgen")

    assert mina.generation(running)["status"] == "success"
    assert mina.generation_facts(waiting)["attempts"] == []
    front.told("workers", "resume", "--all")
    assert mina.wait(waiting)["status"] == "success"


def test_a_paused_pool_is_claimed_by_nobody_and_still_taken_orders_for(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet()
    front = fleet.front()
    front.told("pools", "pause", "cpu", "--reason", "cleaning")
    fleet.worker()
    until(
        lambda: any(one["pools"] for one in front.told("workers", "list")), seconds=SECONDS, what="the worker is there"
    )
    mina = front.open_account("mina", credits=100)
    id = mina.start("drum-generator", model="drumgen")
    (worker,) = [one for one in front.told("workers", "list") if one["pools"]]

    assert [one["paused"] for one in worker["pools"] if one["pool"] == "cpu"] == [True]
    assert mina.generation_facts(id)["attempts"] == []
    front.told("pools", "resume", "cpu")
    assert mina.wait(id)["status"] == "success"


def draining(front: Service, name: str) -> str:
    """The state of a process as `workers list` shows it."""
    (found,) = [one for one in front.told("workers", "list") if one["name"] == name]
    return str(found["state"])
