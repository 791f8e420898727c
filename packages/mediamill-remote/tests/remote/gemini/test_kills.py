"""kill -9 while Gemini answers: the picture is in the answer, and no list says what was bought."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.gemini import KEY, FakeGemini
from tests.fakes.server import running
from tests.remote.kills import HALF_ROUNDS, Deadly, accounts_for, all_ended, made, points, survive
from tests.remote.serving import GEMINI, ONE_AT_A_TIME, serving
from tests.service import Person, Service

SUBMITS = points("submit")


class DeadlyGemini(Deadly, FakeGemini):
    """A Gemini at whose requests a process can be killed."""


@contextmanager
def gemini_service(folder: Path) -> Iterator[tuple[DeadlyGemini, Service]]:
    gemini = DeadlyGemini()
    with running(gemini) as base:
        section = GEMINI.replace("{base}", base) + ONE_AT_A_TIME
        with serving(folder, section, {"key": KEY}, running_pro="1000", tries="100") as service:
            yield gemini, service


def pictures(person: Person) -> Callable[[int], str]:
    """Pictures, each another."""
    return lambda number: person.start("create-image", model="nano-banana", prompt=f"heron number {number}")


@pytest.mark.slow
def test_pictures_are_bought_once_more_for_a_kill_at_most(tmp_path: Path) -> None:
    with gemini_service(tmp_path) as (gemini, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(gemini, pictures(ada), service, service.start, SUBMITS, HALF_ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, gemini, ordered, least=successes, most=len(ordered) + sum(gemini.hits.values()))
        assert KEY not in service.log
