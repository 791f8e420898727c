"""Workers that die, services that are killed or told to stop: nothing is lost, nothing is paid twice."""

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from tests.fleet.balanced import is_fleet_wanted
from tests.journeys.reading import page, price
from tests.service import Person, Program, Service, alive, until

pytestmark = [pytest.mark.xdist_group("journeys-interruptions"), pytest.mark.slow]

PAGES = 3
SHORT, LONG = 40, 600  # characters; spoken in parallel, the long ones take a second or more longer
A_MINUTE_ON_FREE = 60  # the journeys run with MEDIAMILL_RATE_LIMIT=off: it does not count
CLIENTS = 4
ENOUGH = 100_000
GRACE_SECONDS = 30.0
STOPPED = (0, -signal.SIGTERM)  # gone in peace, or of the signal once its work was handed back
GONE_SECONDS = 5.0
SECOND_TRY = '"attempt":2'


def spoken(person: Person) -> dict[str, int]:
    """Start a short text and some long ones: what each costs, by id. When the short one is made, a long one is not."""
    texts = [page(number, LONG if number else SHORT) for number in range(PAGES)]
    return {person.start("text-to-speech", model="voicevendor-tts", prompt=text): price(text) for text in texts}


def first_success(person: Person) -> None:
    """Return when the short one is made: the next ones are being made."""
    until(lambda: person.total("success") + person.total("error") > 0, seconds=60, what="something is made")
    assert 0 == person.total("error"), person.get("/api/generations?status=error&limit=1").text


def paid_once(service: Service, person: Person, costs: dict[str, int]) -> None:
    """Each was held once and captured once, at its price; nothing else was taken."""
    ledger = service.told("accounts", "show", person.email)["ledger"]
    entries = Counter((entry["generation"], entry["kind"]) for entry in ledger if entry["kind"] != "grant")
    captured = {entry["generation"]: abs(entry["credits"]) for entry in ledger if entry["kind"] == "capture"}

    assert {(id, kind): 1 for id in costs for kind in ("hold", "capture")} == dict(entries)
    assert costs == captured
    assert service.is_exact()


def whole(generation: dict[str, Any]) -> bool:
    """Whether its output is there."""
    return generation["status"] == "success" and httpx2.head(generation["output"], trust_env=False).status_code == 200


def nothing_lost(person: Person, accepted: list[str]) -> None:
    """Whatever was answered with 200 is there and ends, and as it fails its credits come back."""
    assert ["error"] * len(accepted) == [person.wait(id)["status"] for id in accepted]
    until(lambda: person.total("error") == person.total(), seconds=20, what="all have ended")
    assert len(accepted) <= person.total() <= len(accepted) + CLIENTS  # the last answers may have been lost
    assert ENOUGH == person.credits()


class Hammer:
    """Some clients of one account that start runs, which cannot succeed, until nobody answers any more."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.nowhere = f"{person.service.public_url}/media/gen_{'0' * 32}/{'0' * 32}.wav"
        self.accepted: list[str] = []
        self.refused: Counter[int] = Counter()
        self.threads = [threading.Thread(target=self.knock) for _ in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def knock(self) -> None:
        alone = Person(self.person.service, self.person.id, self.person.email, self.person.key)
        while True:
            try:
                response = alone.run("song-splitter", {"model": "demucs", "file": self.nowhere})
            except httpx2.TransportError:
                return
            if response.status_code == 200:
                self.accepted.append(response.json()["id"])
            else:
                self.refused.update([response.status_code])
                return

    def rest(self) -> list[str]:
        """The ids that were answered with 200, once nobody answers."""
        for thread in self.threads:
            thread.join(GRACE_SECONDS)
        return self.accepted


def test_a_worker_dies_midway_and_another_takes_over(
    open_mill: Callable[..., Service], hire: Callable[..., Program]
) -> None:
    service = open_mill("--no-worker", lease_seconds="1.5", slots_cpu="2")
    ada = service.open_account("ada", credits=2_000)
    costs = spoken(ada)
    doomed = hire(service)
    first_success(ada)
    children = doomed.descendants()
    doomed.kill()
    unfinished = [id for id in costs if ada.generation(id)["status"] not in ("success", "error")]
    until(lambda: not alive(children), seconds=GONE_SECONDS, what="its engine processes are gone")

    assert unfinished, "it was killed too late to hurt anything"
    assert children
    heir = hire(service, slots_cpu="1")
    assert ["success"] * PAGES == [ada.wait(id)["status"] for id in costs]
    assert SECOND_TRY in heir.log, "nothing was being made when it was killed"
    assert 2_000 - sum(costs.values()) == ada.credits()
    paid_once(service, ada, costs)
    heirs = heir.descendants()
    assert heir.terminate() in STOPPED
    assert [] == alive(heirs)


def test_a_killed_service_takes_up_everything_when_it_starts_again(open_mill: Callable[..., Service]) -> None:
    service = open_mill()
    ada, bob = service.open_account("ada", credits=2_000), service.open_account("bob", plan="free", credits=ENOUGH)
    costs = spoken(ada)
    first_success(ada)
    hammer = Hammer(bob)
    until(lambda: len(hammer.accepted) > A_MINUTE_ON_FREE, seconds=60, what="many runs are accepted")
    children = service.descendants()
    service.kill()
    accepted = hammer.rest()
    until(lambda: not alive(children), seconds=GONE_SECONDS, what="its engine processes are gone")

    assert children
    service.start()
    assert ["success"] * PAGES == [ada.wait(id)["status"] for id in costs]
    assert SECOND_TRY in service.log, "nothing was being made when it was killed"
    assert all(whole(ada.generation(id)) for id in costs)
    assert 2_000 - sum(costs.values()) == ada.credits()
    assert {} == dict(hammer.refused)
    nothing_lost(bob, accepted)
    assert service.is_exact()
    children = service.descendants()
    assert service.terminate() in STOPPED
    assert [] == alive(children)


@pytest.mark.slow
def test_a_service_told_to_stop_finishes_or_hands_back(open_mill: Callable[..., Service]) -> None:
    service = open_mill(tries="1")  # a try that is lost would end in an error; one that is handed back does not
    ada, bob = service.open_account("ada", credits=2_000), service.open_account("bob", plan="free", credits=ENOUGH)
    costs = spoken(ada)
    first_success(ada)
    hammer = Hammer(bob)
    until(lambda: len(hammer.accepted) > A_MINUTE_ON_FREE, seconds=60, what="many runs are accepted")
    children = service.descendants()
    told_at = time.monotonic()

    assert service.terminate() in STOPPED
    assert time.monotonic() - told_at < GRACE_SECONDS
    accepted = hammer.rest()
    assert [] == alive(children)
    assert len(children) >= 1
    assert set(hammer.refused) <= {503}
    assert "Traceback" not in service.log
    assert service.is_exact()

    service.start()
    assert ["success"] * PAGES == [ada.wait(id)["status"] for id in costs]
    nothing_lost(bob, accepted)
    paid_once(service, ada, costs)


@pytest.mark.skipif(is_fleet_wanted(), reason="a fleet has no folder that is shared")
def test_a_second_service_in_the_same_folder_refuses_with_a_sentence(open_mill: Callable[..., Service]) -> None:
    first = open_mill()
    second = first.run_command("serve", "--port", "0")

    assert 0 != second.returncode
    assert 200 == httpx2.get(f"{first.address}/healthz", trust_env=False).status_code
    assert str(first.folder) in second.stderr
    assert "Traceback" not in second.stderr
