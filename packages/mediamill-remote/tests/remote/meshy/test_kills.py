"""kill -9 between every two steps of a purchase at Meshy: its lists say what was bought; each task is bought once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.meshy import KEY, FakeMeshy
from tests.fakes.server import running
from tests.remote.kills import ROUNDS, Deadly, Moment, accounts_for, all_ended, points, survive
from tests.remote.serving import MESHY, serving
from tests.service import Person, Service

BOUGHT = points("advance") + points("submit")
LOOKED = points("status", "file", moments=(Moment.BEFORE, Moment.AFTER, Moment.TOLD))
POINTS = BOUGHT + LOOKED + BOUGHT + points("history", moments=(Moment.BEFORE, Moment.AFTER))  # a search takes its time


class DeadlyMeshy(Deadly, FakeMeshy):
    """A Meshy at whose requests a process can be killed."""


@contextmanager
def meshy_service(folder: Path) -> Iterator[tuple[DeadlyMeshy, Service]]:
    meshy = DeadlyMeshy()
    with running(meshy) as base:
        section = MESHY.replace("{base}", base)
        with serving(folder, section, {"key": KEY}, running_pro="1000", tries="100") as service:
            yield meshy, service


def objects(person: Person) -> Callable[[int], str]:
    """Objects, whose prompts tell them apart in the list."""
    return lambda number: person.start("text-to-3d", model="beta-v6", prompt=f"brass telescope {number}")


@pytest.mark.slow
def test_both_tasks_are_bought_once_whenever_the_service_is_killed(tmp_path: Path) -> None:
    with meshy_service(tmp_path) as (meshy, service):
        ada = service.open_account("ada", credits=1_000_000)

        ordered, _ = survive(meshy, objects(ada), service, service.start, POINTS, ROUNDS)

        assert {one["error"] for one in all_ended(ada, ordered)} == {None}
        accounts_for(service, meshy, ordered, least=len(ordered), most=len(ordered))
        coloured = [one.body["preview_task_id"] for one in meshy.steps.purchases]
        assert sorted(coloured) == sorted(one.id for one in meshy.ledger.purchases)
        assert KEY not in service.log
