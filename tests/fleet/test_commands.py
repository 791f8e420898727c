"""An operator's commands on a database server, from a machine where no process runs."""

import json
import os
import socket
from collections.abc import Callable
from typing import Any

import pytest

from mediamill import workers
from mediamill.workers import Worker
from tests.fleet.fleet import Fleet
from tests.service import Service

pytestmark = pytest.mark.fleet


@pytest.fixture
def desk(open_fleet: Callable[..., Fleet]) -> Service:
    """Nothing is started: a data folder, and the settings of the fleet."""
    fleet = open_fleet(rehearsal="true")
    return Service(fleet.folder / "desk", **fleet.settings)


def findings(desk: Service) -> dict[str, tuple[str, str | None]]:
    """What the doctor says."""
    done = desk.call_command("doctor", "--json")
    return {one["subject"]: (one["state"], one["advice"]) for one in json.loads(done.stdout)}


def test_accounts_keys_and_books_are_kept_there(desk: Service) -> None:
    made = desk.told("accounts", "create", "mina@example.com", "--credits", "20")
    desk.told("accounts", "grant", "mina@example.com", "5")
    key = desk.told("keys", "create", "mina@example.com")
    desk.told("keys", "revoke", key["apiKey"])

    assert [one["credits"] for one in desk.told("accounts", "list")] == [25]
    assert [entry["credits"] for entry in desk.told("accounts", "show", "mina@example.com")["ledger"]] == [20, 5]
    assert [one["revokedAt"] is None for one in desk.told("keys", "list", "mina@example.com")] == [True, False]
    assert made["apiKey"].startswith("mm_live_")
    assert desk.is_exact()


def test_every_other_command_answers(desk: Service) -> None:
    desk.told("accounts", "create", "mina@example.com")
    (secret,) = desk.told("webhooks", "secret", "mina@example.com")
    newest, _ = desk.told("webhooks", "rotate", "mina@example.com")

    assert newest["secret"] != secret["secret"]
    assert desk.told("webhooks", "list") == []
    assert desk.told("alerts", "list") == []
    assert desk.told("alerts", "secret")["secret"].startswith("whsec_")
    assert desk.told("workers", "list") == []
    assert desk.told("reload") == []
    assert len(desk.told("engines")) > 10
    assert desk.call_command("usage").exit_code == 0
    assert desk.told("pools", "pause", "gpu") == {"pool": "gpu", "paused": True}


def test_the_doctor_looks_at_the_server(desk: Service) -> None:
    desk.told("accounts", "create", "mina@example.com")
    found = findings(desk)

    assert found["database"] == ("PostgreSQL, exact", None)
    state, _ = found["database server"]
    assert "connections left, synchronous_commit " in state
    assert found["secret"] == ("the one that keys were made with", None)


def test_the_doctor_knows_a_secret_that_is_not_the_one(desk: Service) -> None:
    desk.told("accounts", "create", "mina@example.com")
    elsewhere = Service(desk.folder.with_name("elsewhere"), **{**desk.settings, "secret_key": "another"})
    state, advice = findings(elsewhere)["secret"]

    assert state == "unusable"
    assert advice is not None
    assert "the same MEDIAMILL_SECRET_KEY" in advice


def test_a_reload_reaches_the_processes_of_this_machine_alone(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet()
    here = fleet.serve()
    elsewhere = Worker(f"worker:{os.getpid()}_elsewhere", "0", "0", ("cpu",), host=f"not-{socket.gethostname()}")
    here.write(lambda tx: workers.register(tx, elsewhere, [], alive_ms=600_000))
    done = here.call_command("reload", "--json")
    said: dict[str, Any] = {one["process"].split(":")[0]: one for one in json.loads(done.stdout)}
    assert said["serve"]["reloaded"]
    assert "run `mediamill reload` there" in said["worker"]["fault"]
