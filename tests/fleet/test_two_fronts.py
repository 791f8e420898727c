"""Two API processes on one PostgreSQL: what one has counted, written or revoked holds at the other."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from mediamill import workers
from tests.fleet.fleet import Fleet
from tests.service import Person, Service, until

pytestmark = pytest.mark.fleet


def test_an_account_has_one_rate_limit_at_all_of_them(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet(rate_limit="2/h")  # creates; reads get twenty
    here, there = fleet.front(), fleet.front()
    mina = here.open_account("mina", credits=10)
    answers = [mina.at(here if number % 2 else there).get("/api/account") for number in range(21)]

    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert [int(answer.headers["RateLimit-Remaining"]) for answer in answers] == [*range(19, -1, -1), 0]
    assert int(answers[-1].headers["Retry-After"]) > 60


def test_wrong_keys_of_one_address_are_counted_together(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet()
    fronts = [fleet.front(), fleet.front()]
    with httpx2.Client(trust_env=False) as stranger:
        codes = [stranger.get(f"{fronts[number % 2].address}/api/account").status_code for number in range(70)]

    assert codes[:60] == [401] * 60
    assert 429 in codes[60:]


def test_what_one_of_them_accepted_is_followed_at_the_other(open_fleet: Callable[..., Fleet]) -> None:
    """The work is done by a third process: neither has seen it."""
    fleet = open_fleet(rehearsal="true")
    here, there = fleet.front(), fleet.front()
    fleet.worker()
    mina = here.open_account("mina", credits=10)
    id = mina.start("rehearsal", model="slow", duration=5)
    events = list(followed(mina.at(there), id))
    fractions = [event["progress"] for event in events if "progress" in event]
    states = [event["status"] for event in events if "status" in event]

    assert (states[0], states[-1]) == ("processing", "success")
    assert fractions == sorted(fractions)
    assert len(fractions) >= 3  # the lease's beats alone would show fewer
    assert mina.at(there).generation(id)["status"] == "success"
    assert here.is_exact()


def test_the_same_request_sent_to_both_is_done_once(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet()
    fronts = [fleet.front(), fleet.front()]
    mina = fronts[0].open_account("mina", credits=100)
    body = json.dumps({"tool": "drum-generator", "input": {"model": "drumgen"}}).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": "heron"}

    def send(number: int) -> str:
        with httpx2.Client(trust_env=False, timeout=30) as client:
            sent = {"Authorization": mina.key, **headers}
            answer = client.post(f"{fronts[number % 2].address}/api/run", content=body, headers=sent)
        return answer.json()["id"] if answer.status_code == 200 else str(answer.status_code)

    with ThreadPoolExecutor(8) as threads:
        answers = set(threads.map(send, range(16)))

    assert len({answer for answer in answers if answer.startswith("gen_")}) == 1
    assert mina.total() == 1
    assert fronts[1].is_exact()


def test_a_key_revoked_beside_them_is_refused_by_both_and_ends_its_streams(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet(rehearsal="true")
    here, there = fleet.front(), fleet.front()
    mina = here.open_account("mina", credits=10)
    id = mina.start("rehearsal", model="slow", duration=1)  # nobody works on it
    streams = [followed(mina.at(front), id) for front in (here, there)]
    for stream in streams:
        assert next(stream)["status"] == "processing"
    here.told("keys", "revoke", mina.key)
    for front in (here, there):
        until(lambda front=front: mina.at(front).get("/api/account").status_code == 401, seconds=10, what="401")  # type: ignore[misc]

    assert [list(stream) for stream in streams] == [[], []]


def test_a_front_without_work_is_ready_and_shows_the_queue_of_all(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet()
    here, there = fleet.front(), fleet.front()
    mina = here.open_account("mina", credits=100)
    mina.start("drum-generator", model="drumgen")
    ready = httpx2.get(f"{there.address}/readyz", trust_env=False)
    levels = httpx2.get(f"{there.address}/metrics", trust_env=False).text

    assert ready.status_code == 200
    assert any("no live worker runs" in one for one in ready.json()["warnings"])
    assert 'mediamill_queue_depth{pool="cpu"} 1.0' in levels
    assert 'mediamill_pool_paused{pool="cpu"} 0.0' in levels


def test_two_full_services_share_a_database_and_take_nothing_from_each_other(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet(rehearsal="true", lease_seconds="30")
    first = fleet.serve()
    mina = first.open_account("mina", credits=10)
    id = mina.start("rehearsal", model="slow", duration=8)
    until(lambda: mina.generation_facts(id)["attempts"], seconds=30, what="the first has claimed it")
    second = fleet.serve()

    assert mina.at(second).wait(id)["status"] == "success"
    (attempt,) = mina.at(second).generation_facts(id)["attempts"]
    assert attempt["outcome"] == "success"
    assert second.is_exact()


def test_when_the_one_that_keeps_house_is_killed_the_other_does(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet()
    first = fleet.front()
    second = fleet.front()
    assert keeps_house(first)
    assert not keeps_house(second)
    first.kill()
    until(lambda: keeps_house(second), seconds=60, what="the other keeps house")

    assert second.told("workers", "list")[0]["state"] == "serving only"


def keeps_house(front: Service) -> bool:
    """Whether the duty is this process's."""
    owner = front.write(lambda tx: workers.owner_of(tx, "maintenance"))
    return owner is not None and owner.startswith(f"front:{front.process.pid}_")


def followed(person: Person, id: str) -> Iterator[dict[str, Any]]:
    """The data of the events, until the stream ends."""
    with person.client.stream(
        "GET", f"{person.service.address}/ext/generations/{id}/events", headers={"Authorization": person.key}
    ) as response:
        assert response.status_code == 200
        for line in response.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))
