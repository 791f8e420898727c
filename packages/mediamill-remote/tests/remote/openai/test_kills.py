"""kill -9 while a server like OpenAI's answers, and while it works on a job: nothing is lost, little is made twice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mediamill import purchases
from mediamill.purchases import PurchaseState
from tests.fakes.openai import KEY, FakeOpenAI
from tests.fakes.server import running
from tests.remote.kills import (
    HALF_ROUNDS,
    PATIENCE_SECONDS,
    ROUNDS,
    Deadly,
    Moment,
    accounts_for,
    all_ended,
    made,
    points,
    survive,
)
from tests.remote.serving import FILMS, ONE_AT_A_TIME, serving
from tests.service import Person, Service, until

SECTION = """
[engine."openai"]
base_url = "{base}"
key_file = "{key}"
models = ["create-image/nano-banana"]
models_file = "{models}"
prices_file = "{prices}"
"""
MODELS = """
["create-image/nano-banana"]
endpoint = "v1/images/generations"
suffix = ".png"
typical_seconds = 2
fields = { prompt = "prompt" }
result = "data.0.b64_json"
"""  # what was lost is waited for so long
PRICES = """
[[price]]
model = "v1/images/generations"
unit = "image"
amount = 0.07
valid_from = 2026-01-01
"""
SUBMITS = points("submit")
JOBS = points("status", "file", moments=(Moment.BEFORE, Moment.AFTER, Moment.TOLD))


class DeadlyOpenAI(Deadly, FakeOpenAI):
    """A server at whose requests a process can be killed."""


@contextmanager
def openai_service(folder: Path, section: str, server: str) -> Iterator[tuple[DeadlyOpenAI, Service]]:
    openai = DeadlyOpenAI()
    openai.server = server
    with running(openai) as base:
        text = section.replace("{base}", base) + ONE_AT_A_TIME
        files = {"key": KEY, "models": MODELS, "prices": PRICES}
        with serving(folder, text, files, running_pro="1000", tries="100") as service:
            yield openai, service


def pictures(person: Person) -> Callable[[int], str]:
    return lambda number: person.start("create-image", model="nano-banana", prompt=f"heron {number}")


def films(person: Person, service: Service) -> Callable[[int], str]:
    """Films that the server works on by the time they count as ordered: no death finds a submit under way."""

    def order(number: int) -> str:
        id = person.start("create-video", model="ltx-video", prompt=f"heron {number}", duration=3)
        until(lambda: is_accepted(service, id), seconds=PATIENCE_SECONDS, what=f"the server has accepted {id}")
        return id

    return order


def is_accepted(service: Service, generation_id: str) -> bool:
    """Whether the service knows that the server works on it, or has."""
    bought = service.write(lambda tx: purchases.of_generation(tx, generation_id))
    return any(one.state in (PurchaseState.OPEN, PurchaseState.SETTLED) for one in bought)


@pytest.mark.slow
def test_pictures_are_bought_once_more_for_a_kill_at_most(tmp_path: Path) -> None:
    with openai_service(tmp_path, SECTION, "openai") as (openai, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(openai, pictures(ada), service, service.start, SUBMITS, ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, openai, ordered, least=successes, most=len(ordered) + sum(openai.hits.values()))
        assert KEY not in service.log


@pytest.mark.slow
def test_a_film_that_a_server_works_on_is_made_once_however_often_the_service_dies(tmp_path: Path) -> None:
    with openai_service(tmp_path, FILMS, "vllm-omni") as (openai, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(openai, films(ada, service), service, service.start, JOBS, HALF_ROUNDS)

        assert {one["error"] for one in all_ended(ada, ordered)} == {None}
        accounts_for(service, openai, ordered, least=len(ordered), most=len(ordered))
