"""kill -9 between every two steps of a purchase at Replicate: its list says what was bought; it is bought once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mediamill.catalogue import Media
from tests.fakes.replicate import KEY, FakeReplicate
from tests.fakes.server import running
from tests.remote.kills import HALF_ROUNDS, ROUNDS, Deadly, Moment, accounts_for, all_ended, made, points, survive
from tests.remote.serving import ONE_AT_A_TIME, REPLICATE, handed_in, serving
from tests.service import Person, Service

JOBS = points("submit") + points("status", "file", moments=(Moment.BEFORE, Moment.AFTER, Moment.TOLD))
POINTS = 2 * JOBS + points("history", moments=(Moment.BEFORE, Moment.AFTER))  # a search takes its time


class DeadlyReplicate(Deadly, FakeReplicate):
    """A Replicate at whose requests a process can be killed."""


@contextmanager
def replicate_service(folder: Path, more: str = "") -> Iterator[tuple[DeadlyReplicate, Service]]:
    replicate = DeadlyReplicate()
    with running(replicate) as base:
        section = REPLICATE.replace("{base}", base) + more
        # On a slow machine one generation meets more deaths than it has tries.
        with serving(folder, section, {"key": KEY}, running_pro="1000", tries="100") as service:
            yield replicate, service


def objects(person: Person, picture: str) -> Callable[[int], str]:
    """Objects, whose seeds tell them apart in the list."""
    return lambda _: person.start("image-to-3d-object", model="instantmesh", image_url=picture)


def sounds(person: Person) -> Callable[[int], str]:
    """Sounds, which have no seeds: nothing tells one from another of the same words."""
    return lambda number: person.start("sound-effects", model="audiogen", prompt=f"a door, {number} times")


@pytest.mark.slow
def test_what_has_a_seed_is_bought_once_whenever_the_service_is_killed(tmp_path: Path) -> None:
    with replicate_service(tmp_path) as (replicate, service):
        ada = service.open_account("ada", credits=100_000)
        picture = handed_in(ada, Media.IMAGE, tmp_path)

        ordered, _ = survive(replicate, objects(ada, picture), service, service.start, POINTS, ROUNDS)

        assert {one["error"] for one in all_ended(ada, ordered)} == {None}
        accounts_for(service, replicate, ordered, least=len(ordered), most=len(ordered))
        assert KEY not in service.log


@pytest.mark.slow
def test_what_has_none_is_bought_once_more_for_a_kill_at_most(tmp_path: Path) -> None:
    with replicate_service(tmp_path, ONE_AT_A_TIME) as (replicate, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(replicate, sounds(ada), service, service.start, JOBS, HALF_ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, replicate, ordered, least=successes, most=len(ordered) + sum(replicate.hits.values()))
