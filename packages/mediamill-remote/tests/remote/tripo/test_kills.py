"""kill -9 between every two steps of a purchase at Tripo, which cannot be asked what was bought."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.server import running
from tests.fakes.tripo import KEY, FakeTripo
from tests.remote.kills import HALF_ROUNDS, Deadly, Moment, accounts_for, all_ended, made, points, survive
from tests.remote.serving import ONE_AT_A_TIME, TRIPO, serving
from tests.service import Service

POINTS = points("submit") + points("status", "file", moments=(Moment.BEFORE, Moment.AFTER, Moment.TOLD))


class DeadlyTripo(Deadly, FakeTripo):
    """A Tripo at whose requests a process can be killed."""


@contextmanager
def tripo_service(folder: Path) -> Iterator[tuple[DeadlyTripo, Service]]:
    tripo = DeadlyTripo()
    with running(tripo) as base:
        section = TRIPO.replace("{base}", base) + ONE_AT_A_TIME
        with serving(folder, section, {"key": KEY}, running_pro="1000", tries="100") as service:
            yield tripo, service


@pytest.mark.slow
def test_an_object_is_bought_once_more_for_a_kill_at_most(tmp_path: Path) -> None:
    with tripo_service(tmp_path) as (tripo, service):
        ada = service.open_account("ada", credits=1_000_000)

        def order(number: int) -> str:
            return ada.start("text-to-3d", model="alpha3d-v3", prompt=f"chair {number}")

        ordered, _ = survive(tripo, order, service, service.start, POINTS, HALF_ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, tripo, ordered, least=successes, most=len(ordered) + sum(tripo.hits.values()))
        assert KEY not in service.log
