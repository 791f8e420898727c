"""kill -9 while LTX answers: the film is the answer, and no list says what was bought."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.ltx import KEY, FakeLtx
from tests.fakes.server import running
from tests.remote.kills import HALF_ROUNDS, Deadly, accounts_for, all_ended, made, points, survive
from tests.remote.serving import LTX, ONE_AT_A_TIME, quick_ltx, serving
from tests.service import Person, Service

SUBMITS = points("submit")


class DeadlyLtx(Deadly, FakeLtx):
    """An LTX at whose requests a process can be killed."""


@contextmanager
def ltx_service(folder: Path) -> Iterator[tuple[DeadlyLtx, Service]]:
    ltx = DeadlyLtx()
    with running(ltx) as base:
        section = LTX.replace("{base}", base) + ONE_AT_A_TIME
        files = {"key": KEY, "models": quick_ltx()}
        with serving(folder, section, files, running_pro="1000", tries="100") as service:
            yield ltx, service


def films(person: Person) -> Callable[[int], str]:
    """Films, each another."""
    return lambda number: person.start("create-video", model="ltx-video", prompt=f"wave number {number}", duration=8)


@pytest.mark.slow
def test_films_are_bought_once_more_for_a_kill_at_most(tmp_path: Path) -> None:
    with ltx_service(tmp_path) as (ltx, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(ltx, films(ada), service, service.start, SUBMITS, HALF_ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, ltx, ordered, least=successes, most=len(ordered) + sum(ltx.hits.values()))
        assert KEY not in service.log
