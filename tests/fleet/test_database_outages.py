"""PostgreSQL is killed, comes back, or a copy of it takes over, while a fleet works: nothing is lost or made twice."""

from collections.abc import Iterator

import pytest

from tests.fleet.clocks import make_clocks
from tests.fleet.harmed import SOON_SECONDS, HarmedFleet
from tests.postgres import PostgresServer
from tests.service import Person, until

pytestmark = [pytest.mark.fleet, pytest.mark.xdist_group("database-outages")]

SEED = 20260131
AT_ONCE = 4  # as many as the workers have slots
LEASE = 6.0
FIVE_MINUTES = 300
BETWEEN = 10  # generations that are accepted between two deaths


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HarmedFleet]:
    """On a server that may be killed."""
    server = PostgresServer().make().start()
    fleet = HarmedFleet(tmp_path_factory.mktemp("outages") / "fleet", server, lease_seconds=f"{LEASE:g}")
    yield fleet.start()
    fleet.close()
    server.close()


def server_of(fleet: HarmedFleet) -> PostgresServer:
    """Where its database is now."""
    assert fleet.server is not None
    return fleet.server


def under_way(fleet: HarmedFleet, person: Person, seconds: float) -> list[str]:
    """As many as there are slots, each being made."""
    ids = [fleet.ask(person, "slow", duration=seconds) for _ in range(AT_ONCE)]
    until(lambda: fleet.count("generations WHERE lease_owner IS NOT NULL") == AT_ONCE, seconds=SOON_SECONDS, what="all")
    return ids


def ends_that_wait(fleet: HarmedFleet) -> int:
    """How many attempts have ended that could not be written down yet, ever."""
    return sum(worker.log.count("is not written yet") for worker in fleet.staff)


@pytest.mark.parametrize("seconds", [3.0, LEASE + 2.0], ids=["shorter than a lease", "longer than a lease"])
def test_what_ends_while_the_database_is_away_is_written_when_it_is_back(fleet: HarmedFleet, seconds: float) -> None:
    """Also after the end of its lease: nobody could beat, and everybody may before anything is taken back."""
    mina = fleet.open_account(f"mina{seconds:g}", credits=100)
    ids = under_way(fleet, mina, seconds)
    before = ends_that_wait(fleet)
    server_of(fleet).kill()
    until(lambda: ends_that_wait(fleet) == before + AT_ONCE, seconds=SOON_SECONDS, what="all are made")
    server_of(fleet).start()
    fleet.rest()

    assert ["success"] * AT_ONCE == [fleet.status(id) for id in ids]
    assert [1] * AT_ONCE == [len(fleet.attempts(id)) for id in ids]
    assert fleet.available(mina) == 100 - AT_ONCE
    assert fleet.broken() == []


def test_workers_that_start_before_the_database_work_once_it_is_there(fleet: HarmedFleet) -> None:
    """As when the power comes back: nobody has to start them again."""
    mina = fleet.open_account("mina-early", credits=100)
    server_of(fleet).kill()
    said = [worker.log.count("the database cannot be reached") for worker in fleet.staff]
    for worker in fleet.staff:
        worker.kill()
        worker.begin()

    def all_wait() -> bool:
        now = [worker.log.count("the database cannot be reached") for worker in fleet.staff]
        return all(later > before for later, before in zip(now, said, strict=True))

    until(all_wait, seconds=SOON_SECONDS, what="all have tried")
    server_of(fleet).start()
    id = fleet.ask(mina, "slow", duration=0.1)
    fleet.rest()

    assert (fleet.status(id), [worker.runs for worker in fleet.staff]) == ("success", [True, True])
    assert fleet.broken() == []


@pytest.mark.parametrize("rounds", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_a_server_killed_under_load_loses_nothing(fleet: HarmedFleet, rounds: int) -> None:
    mina = fleet.open_account(f"mina-x{rounds}", credits=10**6)
    with fleet.under_load(mina, SEED) as clients:
        for _ in range(rounds):
            fleet.accept_more(clients, BETWEEN)
            server_of(fleet).kill()
            server_of(fleet).start()

    assert fleet.broken() == []
    assert mina.total() >= rounds * BETWEEN


def test_a_copy_with_a_clock_of_its_own_takes_over(
    fleet: HarmedFleet, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> None:
    """The first is gone for good. By the clock of the copy every lease is over: what runs goes on all the same."""
    folder = tmp_path_factory.mktemp("clock")
    for path in (folder, *folder.parents[:2]):
        path.chmod(0o755)  # the server runs as somebody else
    mina = fleet.open_account("mina", credits=10**6)
    copy = server_of(fleet).follower(make_clocks(folder).shifted(FIVE_MINUTES))
    request.getfixturevalue("fleet").stack.callback(copy.close)
    with fleet.under_load(mina, SEED) as clients:
        fleet.accept_more(clients, BETWEEN)
        ids = [fleet.ask(mina, "slow", duration=2.0) for _ in range(AT_ONCE)]
        until(lambda: all(fleet.attempts(id) for id in ids), seconds=SOON_SECONDS, what="they are being made")
        server_of(fleet).kill()
        copy.take_over()
        fleet.move_to(copy)
        fleet.accept_more(clients, BETWEEN)

    assert fleet.broken() == []
    assert fleet.count("attempts WHERE outcome = 'lost'") == 0
