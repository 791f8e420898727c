"""Mina rehearses in her CI what her client does when things go wrong."""

import itertools
from collections.abc import Callable

import pytest

from tests.service import Person, Service, until

pytestmark = pytest.mark.xdist_group("journeys-rehearsal")
numbers = itertools.count(1)


@pytest.fixture
def mina(house: Service) -> Person:
    """With a new account in each test."""
    return house.open_account(f"mina-{next(numbers)}", credits=10)


def test_a_run_that_always_fails_says_what_it_was_told_to_and_costs_nothing(mina: Person) -> None:
    id = mina.start("rehearsal", model="always-fails", prompt="The heron flew away.")

    assert ("error", "The heron flew away.") == (mina.wait(id)["status"], mina.wait(id)["error"])
    assert 10 == mina.credits()


def test_a_slow_run_can_be_watched_and_canceled(mina: Person) -> None:
    id = mina.start("rehearsal", model="slow", duration=100)
    until(lambda: mina.generation(id)["status"] == "processing", seconds=10, what="it runs")
    canceled = mina.request("POST", f"/ext/generations/{id}/cancel")

    assert ("error", "Canceled") == (canceled.json()["status"], canceled.json()["error"])
    assert 10 == mina.credits()


def test_a_flaky_run_succeeds_at_its_second_try(mina: Person) -> None:
    shown = mina.wait(mina.start("rehearsal", model="flaky", failures=1))

    assert "success" == shown["status"]
    assert shown["thumbnail"] is not None
    assert 9 == mina.credits()
    assert mina.service.is_exact()


@pytest.mark.slow
def test_three_failures_are_one_too_many(mina: Person) -> None:
    shown = mina.wait(mina.start("rehearsal", model="flaky", failures=3), seconds=40)

    assert ("error", "This try broke down on purpose, the third one.") == (shown["status"], shown["error"])
    assert 10 == mina.credits()


def test_nobody_rehearses_where_the_operator_did_not_say_so(open_mill: Callable[..., Service]) -> None:
    nils = open_mill("--no-worker").open_account("nils", credits=10)

    assert 404 == nils.run("rehearsal", {"model": "slow"}).status_code
