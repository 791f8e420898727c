"""kill -9 between every two steps of a purchase at Black Forest Labs, which has no list of what was bought."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.bfl import KEY, FakeBfl
from tests.fakes.server import running
from tests.remote.kills import ROUNDS, Deadly, Moment, accounts_for, all_ended, made, points, survive
from tests.remote.serving import BFL, ONE_AT_A_TIME, serving
from tests.service import Person, Service

LOOKS = points("status", "file", moments=(Moment.BEFORE, Moment.AFTER, Moment.TOLD))
SUBMITS = points("submit", moments=(Moment.AFTER, Moment.HALF, Moment.BEFORE, Moment.TOLD))
POINTS = SUBMITS[:1] + LOOKS + SUBMITS[1:]  # what was lost in a submit is waited for: few rounds meet one


class DeadlyBfl(Deadly, FakeBfl):
    """A Black Forest Labs at whose requests a process can be killed."""


@contextmanager
def bfl_service(folder: Path) -> Iterator[tuple[DeadlyBfl, Service]]:
    bfl = DeadlyBfl()
    with running(bfl) as base:
        section = BFL.replace("{base}", base) + ONE_AT_A_TIME
        # On a slow machine one generation meets more deaths than it has tries.
        with serving(folder, section, {"key": KEY}, running_pro="1000", tries="100") as service:
            yield bfl, service


def pictures(person: Person) -> Callable[[int], str]:
    """Pictures, each another."""
    return lambda number: person.start("create-image", model="flux-2-flex", prompt=f"heron {number}", seed=number)


@pytest.mark.slow
def test_pictures_are_bought_once_more_for_a_kill_at_most(tmp_path: Path) -> None:
    with bfl_service(tmp_path) as (bfl, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(bfl, pictures(ada), service, service.start, POINTS, ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, bfl, ordered, least=successes, most=len(ordered) + sum(bfl.hits.values()))
        assert KEY not in service.log
