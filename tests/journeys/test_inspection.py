"""What an owner can know about a run: who worked on it, how long, what became of each attempt."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.sampling import one_in
from tests.service import START_SECONDS, Person, Program, Service, until

LEASE_SECONDS = 1.5
SETTINGS = {"lease_seconds": str(LEASE_SECONDS), "rehearsal": "true", "slots_cpu": "1"}
PUBLIC = {"id", "status", "tool", "output", "thumbnail", "error", "type", "createdAt", "payload"}
BEYOND = {
    "engine",
    "engineVersion",
    "model",
    "seed",
    "credits",
    "queueSeconds",
    "runSeconds",
    "attempts",
    "queuePosition",
    "progress",
    "stage",
    "provenance",
    "notUnderstood",
    "hasWebhook",
}


def inspect(person: Person, id: str) -> dict[str, Any]:
    response = person.request("GET", f"/ext/generations/{id}")
    assert response.status_code == 200, response.text
    shown = response.json()
    assert isinstance(shown, dict)
    return shown


def begun(person: Person, id: str) -> bool:
    """Whether its engine is at work."""
    shown = inspect(person, id)
    return bool(shown["attempts"]) and shown["progress"] > 0


def lose_the_worker_in_serve(mill: Service, hire: Callable[..., Program], look: Callable[[], bool]) -> None:
    until(look, seconds=START_SECONDS, what="the engine works")
    mill.kill()
    mill.start()


def lose_the_worker_beside(mill: Service, hire: Callable[..., Program], look: Callable[[], bool]) -> None:
    first = hire(mill, rehearsal="true")
    until(look, seconds=START_SECONDS, what="the engine works")
    first.kill()
    hire(mill, rehearsal="true")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "lose_the_worker"),
    one_in(2, [((), lose_the_worker_in_serve), (("--no-worker",), lose_the_worker_beside)]),
    ids=["serve", "serve and worker"],
)
def test_both_attempts_are_told_after_a_lost_worker(
    open_mill: Callable[..., Service],
    hire: Callable[..., Program],
    flags: tuple[str, ...],
    lose_the_worker: Callable[[Service, Callable[..., Program], Callable[[], bool]], None],
) -> None:
    mill = open_mill(*flags, **SETTINGS)
    mina, otto = mill.open_account("mina", credits=100), mill.open_account("otto", credits=100)
    id = mina.start("rehearsal", model="slow", duration=2)
    seed = inspect(mina, id)["seed"]
    lose_the_worker(mill, hire, lambda: begun(mina, id))
    mina.wait(id)
    shown = inspect(mina, id)

    assert shown.keys() == PUBLIC | BEYOND
    assert {name: shown[name] for name in PUBLIC} == mina.generation(id)
    first, second = shown["attempts"]
    assert (first["number"], first["outcome"], first["reason"]) == (1, "lost", "The worker stopped responding.")
    assert (second["number"], second["outcome"], second["reason"]) == (2, "success", None)
    assert first["startedAt"] < first["endedAt"] <= second["startedAt"] < second["endedAt"]
    assert {"procedural.rehearsal"} == {
        first["engine"],
        second["engine"],
        shown["engine"],
        shown["provenance"]["engine"],
    }
    assert shown["engineVersion"] == shown["provenance"]["engineVersion"]
    assert shown["credits"] == {"held": 0, "captured": 1}
    assert (shown["seed"], shown["queuePosition"], shown["notUnderstood"]) == (seed, None, [])
    assert seed is not None
    assert shown["runSeconds"] >= 2
    assert otto.request("GET", f"/ext/generations/{id}").status_code == 403
    assert otto.request("GET", "/ext/generations/gen_0").status_code == 404
    assert mill.is_exact()


def test_what_waits_knows_its_place(open_mill: Callable[..., Service]) -> None:
    mill = open_mill("--no-worker", **SETTINGS)
    mina, otto = mill.open_account("mina", credits=100), mill.open_account("otto", credits=100)
    hers = [mina.start("rehearsal", model="slow", duration=1) for _ in range(3)]
    for _ in range(5):
        otto.start("rehearsal", model="slow", duration=1)
    shown = [inspect(mina, id) for id in hers]
    mina.request("POST", f"/ext/generations/{hers[0]}/cancel")

    # Accounts take turns: one, two, three of otto's five may come before hers.
    assert [one["queuePosition"] for one in shown] == [2, 4, 6]
    assert shown[0]["attempts"] == []
    assert (shown[0]["engine"], shown[0]["runSeconds"], shown[0]["provenance"]) == (None, 0.0, {})
    assert shown[0]["credits"] == {"held": 1, "captured": 0}
    assert [inspect(mina, id)["queuePosition"] for id in hers] == [None, 2, 4]
