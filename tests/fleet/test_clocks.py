"""Machines whose clocks are ten minutes apart: what is decided by time is decided by the database's clock."""

import itertools
import json
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx2
import pytest

from mediamill.generations import AttemptOutcome
from tests.codecs.samples import flat_png
from tests.fleet.clocks import Clocks, make_clocks
from tests.fleet.fleet import late_seconds
from tests.fleet.harmed import LEASE, SOON_SECONDS, HarmedFleet
from tests.postgres import PostgresServer
from tests.service import MEDIAMILL, until

pytestmark = [pytest.mark.fleet, pytest.mark.xdist_group("clocks")]

SEED = 20260131
FIVE_MINUTES = 300
SHIFTS = (FIVE_MINUTES, -FIVE_MINUTES, -FIVE_MINUTES, FIVE_MINUTES)  # of two fronts, then of two workers
WRONG_SECONDS = 60.0  # a time that is further off was taken from a wrong clock
LOST, SUCCESS = AttemptOutcome.LOST, AttemptOutcome.SUCCESS
READS = 40  # an account may read ten times as often as it may create


class Untimely(HarmedFleet):
    """Each process on a machine with a clock of its own."""

    def __init__(self, folder: Path, clocks: Clocks, **settings: str) -> None:
        super().__init__(folder, None, orders=None, **settings)
        self.clocks = clocks
        self.shifts = itertools.cycle(SHIFTS)

    def program_of_next(self) -> Sequence[str]:
        return self.clocks.program(next(self.shifts), str(MEDIAMILL))


@pytest.fixture
def clocks(tmp_path: Path) -> Clocks:
    tmp_path.chmod(0o755)  # the server runs as somebody else
    return make_clocks(tmp_path)


@pytest.fixture
def fleet(tmp_path: Path, clocks: Clocks) -> Iterator[Untimely]:
    fleet = Untimely(tmp_path / "fleet", clocks)
    fleet.start()
    yield fleet
    fleet.close()


@pytest.mark.slow
def test_wrong_clocks_change_nothing(fleet: Untimely) -> None:
    """The one ahead takes nothing from the other, and what that one held when it died is taken up in time."""
    mina = fleet.open_account("mina", credits=10**6)
    with fleet.under_load(mina, SEED):
        until(lambda: fleet.count("generations WHERE status = 'success'") >= 10, seconds=SOON_SECONDS, what="it works")
    assert fleet.count("attempts WHERE outcome = 'lost'") == 0
    behind, ahead = fleet.staff
    for victim in (behind, ahead):
        id = mina.start("rehearsal", model="slow", duration=2)
        while fleet.holder_of(id) is not victim:  # both are idle: either takes it
            assert mina.wait(id)["status"] == "success"
            id = mina.start("rehearsal", model="slow", duration=2)
        died_at = fleet.now()
        victim.kill()
        assert mina.wait(id)["status"] == "success"
        assert [attempt.outcome for attempt in fleet.attempts(id)] == [LOST, SUCCESS]
        assert fleet.pick_up_seconds(id, died_at) <= LEASE + late_seconds()
        fleet.revive(victim)

    assert fleet.broken() == []
    assert all(abs(stamp - time.time()) < WRONG_SECONDS + SOON_SECONDS for stamp in fleet.receiver.stamps)


@pytest.mark.slow
def test_what_one_front_says_of_time_holds_at_the_other(tmp_path: Path, clocks: Clocks) -> None:
    fleet = Untimely(tmp_path / "fleet", clocks, rate_limit="4/h")
    fleet.start()
    try:
        mina = fleet.open_account("mina", credits=10)
        fast, slow = (mina.at(front) for front in fleet.fronts)
        key = str(uuid.uuid4())
        body = json.dumps({"tool": "rehearsal", "input": {"model": "flaky", "failures": 0}}).encode()
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        first, again = (one.request("POST", "/api/run", body=body, headers=headers) for one in (fast, slow))
        (created,) = fleet.rows("SELECT created_at FROM generations")
        uploaded = [one.request("POST", "/ext/files", body=flat_png(8, 8)).json() for one in (fast, slow)]
        links = [one["url"].replace(fleet.public_url, front.address) for one in uploaded for front in fleet.fronts]
        reads = [(fast, slow)[number % 2].get("/api/account") for number in range(READS)]

        assert first.json()["id"] == again.json()["id"]
        assert abs(created["created_at"] / 1_000 - time.time()) < WRONG_SECONDS
        assert {httpx2.get(link, trust_env=False).status_code for link in links} == {200}
        assert [answer.status_code for answer in reads].count(200) >= READS - 4  # the uploads were counted, too
        assert all(int(answer.headers["RateLimit-Reset"]) <= 3_600 for answer in reads)
        fleet.promised.append(first.json()["id"])
        assert fleet.broken() == []
    finally:
        fleet.close()


@pytest.mark.slow
@pytest.mark.parametrize("shift", [FIVE_MINUTES, -FIVE_MINUTES], ids=["ahead", "behind"])
def test_a_copy_with_another_clock_takes_over(tmp_path: Path, clocks: Clocks, shift: int) -> None:
    """By its clock every lease is long over, or lasts for minutes: what runs goes on, and the dead are replaced."""
    server = PostgresServer().make().start()
    fleet = HarmedFleet(tmp_path / "fleet", server)
    copy = None
    try:
        fleet.start()
        mina = fleet.open_account("mina", credits=100)
        copy = server.follower(clocks.shifted(shift))
        ids = [mina.start("rehearsal", model="slow", duration=10) for _ in range(2)]
        fleet.promised += ids
        victim = fleet.holder_of(ids[0])
        fleet.holder_of(ids[1])
        server.kill()
        copy.take_over()
        fleet.move_to(copy)
        fleet.rest()
        assert [[SUCCESS]] * 2 == [[attempt.outcome for attempt in fleet.attempts(id)] for id in ids]

        id = mina.start("rehearsal", model="slow", duration=2)
        victim = fleet.holder_of(id)
        died_at = fleet.now()
        victim.kill()
        fleet.rest()
        fleet.revive(victim)

        assert [attempt.outcome for attempt in fleet.attempts(id)] == [LOST, SUCCESS]
        assert fleet.pick_up_seconds(id, died_at) <= LEASE + late_seconds()
        assert fleet.broken() == []
    finally:
        fleet.close()
        server.close()
        if copy is not None:
            copy.close()
