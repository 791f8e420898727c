"""A fleet of one's own, gone at the end. Everything here needs a PostgreSQL and real processes: `make test-fleet`."""

import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from mediamill.db.postgres import PostgresDatabase
from tests.clock import FrozenClock
from tests.fleet.fleet import Fleet
from tests.fleet.harmed import HarmedFleet
from tests.fleet.racing import CONNECTIONS, Race
from tests.postgres import drop_postgres_database, new_postgres_database
from tests.service import Person


@pytest.fixture
def open_fleet(tmp_path: Path) -> Iterator[Callable[..., Fleet]]:
    """Opens fleets; all of their processes are gone at the end."""
    opened: list[Fleet] = []

    def open_fleet(on_server: bool = True, /, **settings: str) -> Fleet:
        opened.append(Fleet(tmp_path / f"fleet{len(opened)}", on_server, **settings))
        opened[-1].folder.mkdir()
        return opened[-1]

    yield open_fleet
    for fleet in opened:
        fleet.close()


@pytest.fixture(scope="session")
def one_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HarmedFleet]:
    """To start one takes longer than most tests: who uses it is in the group `harmed-fleet`."""
    folder = tmp_path_factory.mktemp("harmed")
    fleet = HarmedFleet(folder / "fleet", orders=folder / "orders")
    yield fleet.start()
    fleet.close()


@pytest.fixture
def fleet(one_for_all: HarmedFleet) -> Iterator[HarmedFleet]:
    """A whole one, whose parts a test may harm: they are mended afterwards."""
    yield one_for_all
    one_for_all.mend()


@pytest.fixture
def mina(fleet: HarmedFleet) -> Person:
    """A new customer of that fleet."""
    return fleet.open_account(f"mina-{uuid.uuid4().hex[:8]}", credits=1_000)


@pytest.fixture
async def two() -> AsyncIterator[Race]:
    """Two processes with one clock. Whatever they did, the books are exact at the end."""
    clock = FrozenClock()
    url = new_postgres_database()
    race = Race(
        [PostgresDatabase(url, name=name, connections=CONNECTIONS, now=clock) for name in ("one", "two")], clock
    )
    for process in race.processes:
        await process.start()
    yield race
    assert await race.faults() == []
    for process in race.processes:
        await process.stop()
    drop_postgres_database(url)


@pytest.fixture
def race(two: Race) -> Iterator[Race]:
    """The same where verbs meet."""
    yield two
    assert two.most_at_once == two.lanes, "nothing raced"
