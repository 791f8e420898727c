"""Processes on one database have one secret: one that has another refuses to start and says what to do."""

from collections.abc import Callable

import pytest

from tests.fleet.fleet import Fleet
from tests.service import STOP_SECONDS, Service

pytestmark = pytest.mark.fleet


def test_a_process_with_another_secret_refuses_to_start(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet()
    front = fleet.front()
    mina = front.open_account("mina", credits=10)
    stranger = fleet.worker(secret_key="another long and random text")

    assert stranger.process.wait(STOP_SECONDS) == 1
    assert "Give every process the same MEDIAMILL_SECRET_KEY" in stranger.log
    assert mina.at(fleet.front()).credits() == 10


def test_a_command_with_another_secret_issues_no_key(open_fleet: Callable[..., Fleet]) -> None:
    fleet = open_fleet()
    front = fleet.front()
    elsewhere = Service(fleet.folder / "elsewhere", **{**fleet.settings, "secret_key": "another"})
    done = elsewhere.call_command("accounts", "create", "mina@example.com")

    assert "the same MEDIAMILL_SECRET_KEY" in str(done.exception)
    assert front.told("accounts", "list") == []
