"""kill -9 while Stability answers: the answer is the picture, and there is no list of what was bought."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.server import running
from tests.fakes.stability import KEY, FakeStability
from tests.remote.kills import ROUNDS, Deadly, Moment, accounts_for, all_ended, made, points, survive
from tests.remote.serving import ONE_AT_A_TIME, STABILITY, serving
from tests.service import Service

# What was lost in a submit is waited for: few rounds begin with the end of one, which loses nothing.
POINTS = points("submit", moments=(Moment.TOLD, Moment.AFTER, Moment.HALF, Moment.BEFORE))


class DeadlyStability(Deadly, FakeStability):
    """A Stability at whose requests a process can be killed."""


@contextmanager
def stability_service(folder: Path) -> Iterator[tuple[DeadlyStability, Service]]:
    stability = DeadlyStability()
    with running(stability) as base:
        section = STABILITY.replace("{base}", base).replace("concurrency = 4\n", ONE_AT_A_TIME)
        # On a slow machine one generation meets more deaths than it has tries.
        with serving(folder, section, {"key": KEY}, running_pro="1000", tries="100") as service:
            yield stability, service


@pytest.mark.slow
def test_pictures_are_bought_once_more_for_a_kill_at_most(tmp_path: Path) -> None:
    with stability_service(tmp_path) as (stability, service):
        ada = service.open_account("ada", credits=100_000)

        def picture(number: int) -> str:
            return ada.start("create-image", model="nano-banana", prompt=f"heron {number}", aspect_ratio="1:1")

        ordered, _ = survive(stability, picture, service, service.start, POINTS, ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, stability, ordered, least=successes, most=len(ordered) + sum(stability.hits.values()))
        assert KEY not in service.log
