"""Two versions of mediamill on one database: an upgrade stops nobody's work, whichever process is replaced first.

The next version is this one with one migration more, in a copy of the source.
"""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mediamill.db import migrate
from tests.fleet.fleet import Fleet
from tests.places import PYTHONPATH, REPOSITORY
from tests.service import MEDIAMILL, Person, Service, until

pytestmark = pytest.mark.fleet
SOURCE = REPOSITORY / "packages" / "mediamill" / "src"
# What every new version may do under the feet of an older one: a column with a default, a table.
CHANGE = """
ALTER TABLE generations ADD COLUMN mood TEXT NOT NULL DEFAULT '';

ALTER TABLE workers ADD COLUMN mood TEXT NOT NULL DEFAULT '';

CREATE TABLE moods (name TEXT PRIMARY KEY);
"""
SECONDS = 90.0


@pytest.fixture
def next_version(tmp_path: Path) -> Callable[[str], tuple[str, ...]]:
    """The program of the version after this one, whose migration begins with this line."""

    def make(first_line: str) -> tuple[str, ...]:
        copy = tmp_path / "next" / "src"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        number = len(migrate.migration_files()) + 1
        file = copy / "mediamill" / "db" / "migrations" / f"{number:04d}_moods.sql"
        file.write_text(f"{first_line}{CHANGE}")
        return ("env", f"PYTHONPATH={copy}:{PYTHONPATH}", str(MEDIAMILL))

    return make


@pytest.mark.parametrize("first", ["front", "worker"])
@pytest.mark.parametrize("on_server", [True, False], ids=["postgres", "sqlite"])
def test_no_request_fails_and_nothing_is_lost(
    open_fleet: Callable[..., Fleet], next_version: Callable[[str], tuple[str, ...]], first: str, on_server: bool
) -> None:
    new = next_version(migrate.SURVIVED)
    fleet = open_fleet(on_server, rehearsal="true")
    front, worker = fleet.front(), fleet.worker()
    mina = front.open_account("mina", credits=10_000)
    with orders(mina) as (accepted, refused):
        until(lambda: finished(mina, 1), seconds=SECONDS, what="the old worker works")
        if first == "worker":
            fleet.worker(program=new)
            until(lambda: working(front) == 2, seconds=SECONDS, what="the new one has migrated and works")
            worker.terminate()
        else:
            others = mina.at(fleet.front(program=new))
            accepted.append(others.start("rehearsal", model="slow", duration=0.1))
        before = mina.total("success")
        until(lambda: finished(mina, before + 3), seconds=SECONDS, what="work goes on after the migration")
        fleet.front()  # one of the old version starts on the new schema, as after a crash
        fleet.worker()

    assert refused == []
    assert [mina.wait(id, seconds=SECONDS)["status"] for id in accepted] == ["success"] * len(accepted)
    assert front.is_exact()


def test_a_version_that_would_not_survive_a_change_is_refused(
    open_fleet: Callable[..., Fleet], next_version: Callable[[str], tuple[str, ...]]
) -> None:
    fleet = open_fleet()
    fleet.front(program=next_version("-- A change that older versions do not survive."))
    old = fleet.worker()

    assert old.process.wait(SECONDS) == 1
    assert "was made by a newer mediamill" in old.log


@contextmanager
def orders(person: Person) -> Iterator[tuple[list[str], list[str]]]:
    """Somebody orders and looks all the while: the ids of what was accepted, and answers that were not 200."""
    accepted: list[str] = []
    refused: list[str] = []
    over = threading.Event()

    def go_on() -> None:
        own = person.at(person.service)
        while not over.wait(0.5):
            answer = own.run("rehearsal", {"model": "slow", "duration": 0.1})
            if answer.status_code != 200:
                refused.append(answer.text)
                continue
            accepted.append(answer.json()["id"])
            if (look := own.get("/api/generations?limit=5")).status_code != 200:
                refused.append(look.text)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield accepted, refused
    finally:
        over.set()
        thread.join()


def finished(person: Person, count: int) -> bool:
    """Whether so many were made."""
    return person.total("success") >= count


def working(front: Service) -> int:
    """How many processes work."""
    return sum(one["state"] == "working" for one in front.told("workers", "list"))
