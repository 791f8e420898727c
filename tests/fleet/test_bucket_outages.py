"""The bucket is away, or slow, while a fleet works: results wait for it, and nothing is made twice."""

import time

import pytest

from tests.fleet.harmed import LEASE, SOON_SECONDS, HarmedFleet
from tests.service import Person, until

pytestmark = [pytest.mark.fleet, pytest.mark.xdist_group("harmed-fleet")]

SEED = 20260131
SLOW_SECONDS = LEASE + 1.0  # of each call


def accepted(fleet: HarmedFleet, more: int) -> None:
    """Return when so many more are accepted."""
    so_far = fleet.count("generations")
    until(lambda: fleet.count("generations") >= so_far + more, seconds=SOON_SECONDS, what=f"{more} more are accepted")


def uploading(fleet: HarmedFleet) -> int:
    return fleet.count("generations WHERE status = 'uploading'")


def succeeded(fleet: HarmedFleet) -> int:
    return fleet.count("generations WHERE status = 'success'")


def tried_again(fleet: HarmedFleet, person: Person) -> int:
    """Attempts that were made and did not count."""
    theirs = f"generation_id IN (SELECT id FROM generations WHERE account_id = '{person.id}')"
    return fleet.count(f"attempts WHERE outcome NOT IN ('success', 'error') AND {theirs}")


@pytest.mark.parametrize("seconds", [0, pytest.param(60, marks=pytest.mark.slow)], ids=["a while", "a minute"])
def test_results_wait_for_a_bucket_that_is_away(fleet: HarmedFleet, mina: Person, seconds: int) -> None:
    with fleet.under_load(mina, SEED):
        accepted(fleet, 8)
        fleet.bucket.is_away = True
        until(lambda: uploading(fleet) >= 8, seconds=SOON_SECONDS, what="results wait")
        accepted(fleet, 4)
        back_at = time.monotonic() + seconds
        until(lambda: time.monotonic() >= back_at, seconds=seconds + SOON_SECONDS, what="it is away for so long")
        fleet.bucket.is_away = False
        until(lambda: uploading(fleet) < 8, seconds=SOON_SECONDS, what="results are stored")

    assert fleet.broken() == []
    assert tried_again(fleet, mina) == 0


@pytest.mark.slow
def test_a_bucket_slower_than_a_lease_costs_time_alone(fleet: HarmedFleet, mina: Person) -> None:
    made = succeeded(fleet)
    with fleet.under_load(mina, SEED):
        fleet.bucket.answer_seconds = SLOW_SECONDS
        until(lambda: uploading(fleet) >= 4, seconds=SOON_SECONDS, what="results are on their way")
        until(
            lambda: fleet.count("generations WHERE status = 'success'") > made, seconds=SOON_SECONDS, what="they arrive"
        )
        fleet.bucket.answer_seconds = 0.0

    assert fleet.broken() == []
    assert tried_again(fleet, mina) == 0


@pytest.mark.slow
def test_a_worker_that_dies_with_results_that_wait_loses_nothing(fleet: HarmedFleet, mina: Person) -> None:
    """They lay on its disk: they are made again, and stored once."""
    fleet.bucket.is_away = True
    ids = [mina.start("rehearsal", model="flaky", failures=0) for _ in range(4)]
    fleet.promised += ids
    until(lambda: uploading(fleet) == len(ids), seconds=SOON_SECONDS, what="all are made")
    victim = fleet.holder_of(ids[0])
    victim.kill()
    fleet.bucket.is_away = False
    fleet.rest()
    fleet.revive(victim)

    assert {fleet.status(id) for id in ids} == {"success"}
    assert fleet.available(mina) == 1_000 - len(ids)
    assert fleet.broken() == []
