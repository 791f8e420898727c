"""What every way of waking workers promises, told with processes that are stopped and killed.

That a transaction which is rolled back wakes nobody and leaves no message is told in `test_waker.py`.
"""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from mediamill import clock, webhooks
from mediamill.dispatch import waker
from mediamill.generations import AttemptOutcome
from tests.fleet.fleet import LEASE_SECONDS, late_seconds
from tests.fleet.mills import PROCRASTINATE, WAYS, Mill, Receiver
from tests.service import Person, alive, until

pytestmark = pytest.mark.fleet

LEASE = float(LEASE_SECONDS)
GRACE_SECONDS = 30.0  # from SIGTERM to the end
SOON_SECONDS = 30.0


@pytest.fixture(params=WAYS)
def mill(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Mill]:
    folder = tmp_path / "mill"
    folder.mkdir()
    mill = Mill(request.param, folder)
    yield mill
    mill.close()


def slow_one(person: Person, seconds: float) -> str:
    return person.start("rehearsal", model="slow", duration=seconds)


def test_what_a_killed_worker_held_is_made_by_another_in_time(mill: Mill) -> None:
    mina = mill.front.open_account("mina", credits=100)
    lost = mill.hire()
    ids = [slow_one(mina, 15.0) for _ in range(2)]  # longer than a worker takes to start
    until(lambda: mill.owners().total() == 2, seconds=SOON_SECONDS, what="both are being made")
    heir = mill.hire()
    until(lambda: heir.descendants(), seconds=SOON_SECONDS, what="another worker is there")
    lost.kill()
    killed_at = clock.now()
    ended = [mina.wait(id)["status"] for id in ids]
    first, second = zip(*(mill.attempts(id) for id in ids), strict=True)

    assert ["success"] * 2 == ended
    assert {AttemptOutcome.LOST} == {attempt.outcome for attempt in first}
    assert max(attempt.started_at for attempt in second) - killed_at <= (LEASE + late_seconds()) * 1_000
    assert 98 == mina.credits()
    assert mill.front.is_exact()


def test_a_zombie_changes_nothing(mill: Mill) -> None:
    mina = mill.front.open_account("mina", credits=100)
    zombie = mill.hire()
    ids = [slow_one(mina, 1.0) for _ in range(2)]
    until(lambda: mill.owners().total() == 2, seconds=SOON_SECONDS, what="both are being made")
    family = [zombie.process.pid, *zombie.descendants()]
    for pid in family:
        os.kill(pid, signal.SIGSTOP)
    mill.hire()
    ended = [mina.wait(id) for id in ids]
    for pid in family:
        os.kill(pid, signal.SIGCONT)
    assert "success" == mina.wait(slow_one(mina, 0.2))["status"]  # by whoever takes it: both work again

    assert [2, 2] == [len(mill.attempts(id)) for id in ids]
    assert [shown["output"] for shown in ended] == [mina.generation(id)["output"] for id in ids]
    assert 97 == mina.credits()
    assert zombie.runs
    assert mill.front.is_exact()


def test_a_front_killed_under_load_loses_nothing_that_it_promised(mill: Mill) -> None:
    mina = mill.front.open_account("mina", credits=1_000)
    mill.hire()
    promised: list[str] = []
    refused: list[str] = []

    def keep_asking(_: int) -> None:
        while not refused:
            try:
                promised.append(slow_one(mina, 0.0))
            except httpx2.HTTPError as error:
                refused.append(repr(error))

    with ThreadPoolExecutor(4) as callers:
        asking = [callers.submit(keep_asking, number) for number in range(4)]
        until(lambda: len(promised) > 20, seconds=SOON_SECONDS, what="it is under load")
        mill.front.kill()
        for one in asking:
            one.result(SOON_SECONDS)
    mill.front.start()

    assert len(promised) > 20
    assert refused
    assert {"success"} == {mina.wait(id)["status"] for id in promised}
    until(
        lambda: mina.total() == mina.total("success"), seconds=SOON_SECONDS, what="what was not answered has ended, too"
    )
    assert 1_000 - mina.total() == mina.credits()
    assert mill.front.is_exact()


def test_a_worker_that_is_told_to_stop_hands_back_what_it_cannot_finish(mill: Mill) -> None:
    mina = mill.front.open_account("mina", credits=100)
    first = mill.hire()
    long, short = slow_one(mina, 60.0), slow_one(mina, 2.0)
    until(lambda: mill.owners().total() == 2, seconds=SOON_SECONDS, what="the worker is busy")
    children = first.descendants()
    told_at = time.monotonic()
    first.process.terminate()
    first.process.wait(GRACE_SECONDS + 10)

    assert time.monotonic() - told_at < GRACE_SECONDS
    assert [] == alive(children)
    assert "success" == mina.generation(short)["status"]
    assert "pending" == mina.generation(long)["status"]
    mill.hire()
    until(lambda: mill.owners().total() == 1, seconds=SOON_SECONDS, what="another worker has it")
    assert 200 == mina.request("POST", f"/ext/generations/{long}/cancel").status_code
    assert 99 == mina.credits()
    assert mill.front.is_exact()


def test_accounts_take_turns(mill: Mill) -> None:
    greedy, modest = (mill.front.open_account(name, credits=100) for name in ("greedy", "modest"))
    waiting = [slow_one(greedy, 0.5) for _ in range(16)]
    one = slow_one(modest, 0.1)
    mill.hire()
    assert "success" == modest.wait(one)["status"]

    (served,) = mill.attempts(one)
    before = [id for id in waiting for attempt in mill.attempts(id) if attempt.started_at < served.started_at]
    assert len(before) <= 4  # in a line it were 16
    assert {"success"} == {greedy.wait(id)["status"] for id in waiting}
    assert mill.front.is_exact()


def test_a_webhook_is_sent_whatever_becomes_of_the_worker_that_owed_it(
    mill: Mill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver = Receiver(tmp_path, refused=1)
    monkeypatch.setenv("SSL_CERT_FILE", str(receiver.authority))
    mina = mill.front.open_account("mina", credits=10)
    lost = mill.hire()
    answer = mina.run("rehearsal", {"model": "slow", "duration": 0.1}, webhook=receiver.url)
    assert answer.status_code == 200, answer.text
    id = answer.json()["id"]
    until(lambda: receiver.posts, seconds=SOON_SECONDS, what="the receiver has refused it")
    lost.kill()
    mill.hire()
    late = webhooks.LEASE_MS / 1_000 + late_seconds()  # if it died before it had written the refusal down
    until(lambda: receiver.taken(), seconds=late + SOON_SECONDS, what="the receiver has taken it")

    assert [id] == receiver.taken()
    until(mill.front.is_exact, seconds=SOON_SECONDS, what="the books say so")
    receiver.shutdown()
    receiver.server_close()


def test_what_a_front_accepts_is_picked_up_before_a_poll_would_see_it(tmp_path: Path) -> None:
    folder = tmp_path / "mill"
    folder.mkdir()
    mill = Mill(PROCRASTINATE, folder)
    try:
        mina = mill.front.open_account("mina", credits=100)
        mill.hire()
        assert "success" == mina.wait(slow_one(mina, 0.0))["status"]
        ids = [slow_one(mina, 0.0) for _ in range(20) if mina.wait(slow_one(mina, 0.0))]

        assert {"success"} == {mina.wait(id)["status"] for id in ids}
        assert mill.pick_up_ms(ids) < waker.POLL_SECONDS * 1_000 / 4
    finally:
        mill.close()
