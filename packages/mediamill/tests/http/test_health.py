"""/readyz: true, told in full to operators only, and cheap however often somebody asks."""

import asyncio
import json
import time
from ipaddress import ip_network
from pathlib import Path

import pytest
from starlette.responses import Response

from mediamill import config
from mediamill.db import Database, named_queries
from mediamill.http import readiness
from mediamill.http.addresses import is_operator
from mediamill.http.disk_space import DiskSpace
from mediamill.http.handlers.health import ready_answer
from mediamill.http.readiness import Check, ReadinessChecks, database_fault, disk_fault
from tests.clock import FrozenClock

SQL = named_queries(__file__)
OUTSIDE = "198.51.100.7"


class Probed:
    """A check that counts how often it is made."""

    def __init__(self, fault: str | None = None) -> None:
        self.fault = fault
        self.times = 0

    async def __call__(self) -> str | None:
        self.times += 1
        await asyncio.sleep(0)
        return self.fault


async def warnings() -> list[str]:
    return ["Two versions of mediamill run."]


def readyz(**checks: Check) -> ReadinessChecks:
    return ReadinessChecks(checks, warnings)


async def ask(page: ReadinessChecks, peer: str = "127.0.0.1") -> Response:
    settings = config.read(metrics_networks=(ip_network("127.0.0.0/8"),))
    scope = {"type": "http", "client": (peer, 5000), "headers": []}
    return ready_answer(await page.latest(), in_full=is_operator(scope, settings))


async def test_details_are_for_the_operators_networks() -> None:
    page = readyz(database=Probed(), storage=Probed("the bucket is gone"))
    inside, outside = await ask(page), await ask(page, OUTSIDE)

    assert (503, 503) == (inside.status_code, outside.status_code)
    assert json.loads(bytes(inside.body))["checks"] == {"database": "ok", "storage": "the bucket is gone"}
    assert json.loads(bytes(outside.body)) == {"status": "not ready"}


async def test_warnings_leave_it_ready_and_are_for_operators_too() -> None:
    page = readyz(database=Probed())
    inside, outside = await ask(page), await ask(page, OUTSIDE)

    assert (200, 200) == (inside.status_code, outside.status_code)
    assert json.loads(bytes(inside.body))["warnings"] == ["Two versions of mediamill run."]
    assert json.loads(bytes(outside.body)) == {"status": "ready"}


async def test_many_who_ask_share_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    check = Probed()
    page = readyz(database=check)
    await asyncio.gather(*(ask(page) for _ in range(50)))
    await ask(page)
    assert check.times == 1
    now += readiness.REPEATED_SECONDS
    await ask(page)

    assert check.times == 2


async def test_a_check_that_hangs_or_breaks_is_a_fault_and_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "CHECK_SECONDS", 0.05)

    async def hangs() -> str | None:
        await asyncio.Event().wait()
        return None

    async def breaks() -> str | None:
        raise RuntimeError("a fault of ours")

    answer = await ask(readyz(storage=hangs, disk=breaks, database=Probed()))

    assert answer.status_code == 503
    assert json.loads(bytes(answer.body))["checks"] == {
        "storage": "no answer within 0.05 seconds",
        "disk": "the check itself failed; the log has it",
        "database": "ok",
    }


async def test_a_caller_who_leaves_takes_the_answer_from_nobody() -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow() -> str | None:
        begun.set()
        await go_on.wait()
        return None

    page = readyz(storage=slow)
    leaver, stayer = asyncio.create_task(ask(page)), asyncio.create_task(ask(page))
    await begun.wait()
    leaver.cancel()
    go_on.set()

    assert (await stayer).status_code == 200


async def test_the_database_is_ready_when_it_has_kept_a_row(database: Database, clock: FrozenClock) -> None:
    for _ in range(2):
        clock.advance(1_000)
        assert await database_fault(database) is None
        assert await database.read(lambda tx: [row["written_at"] for row in tx.all(SQL.probes)]) == [clock()]


async def test_too_little_room_for_new_work_is_not_ready(tmp_path: Path) -> None:
    assert await disk_fault(DiskSpace(tmp_path, 0)) is None
    assert "MEDIAMILL_DISK_FREE_MEGABYTES_MIN" in (await disk_fault(DiskSpace(tmp_path, 10**9)) or "")
