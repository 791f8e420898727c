"""kill -9 between any two steps of an attempt: nothing is lost, and at most one comes twice, with the same id."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from mediamill import webhooks
from mediamill.accounts import Plan, open_account
from mediamill.db import SqliteDatabase
from mediamill.webhooks import DeliveryStatus
from tests.places import REPOSITORY
from tests.sampling import one_in
from tests.webhooks.dying import POINTS, receiver
from tests.webhooks.receivers import delivering, until
from tests.webhooks.stage import Stage

# (how often the receiver gets it, what its attempts came to)
AFTERWARDS = {
    "claimed": (1, ["interrupted", 200]),
    "posted": (2, ["interrupted", 200]),
    "marking": (2, ["interrupted", 200]),
    "marked": (1, [200]),
}


@pytest.mark.parametrize("point", one_in(2, POINTS))
async def test_a_sender_killed_here_leaves_one_duplicate_at_most(tmp_path: Path, point: str) -> None:
    file, received = tmp_path / "mediamill.db", tmp_path / "received"
    (owed,) = await owe_one(file)
    dead = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.webhooks.dying", str(file), str(received), point, cwd=REPOSITORY
    )
    assert await dead.wait() == -signal.SIGKILL, "it did not come to this point"
    stage = Stage(await opened(file))
    await stage.database.write(lambda tx: webhooks.reclaim(tx, "serve:"))  # as a `serve` does at its start
    async with delivering(stage, receiver(received)):
        await until(lambda: delivered(stage, owed), "it is delivered")

    times, ends = AFTERWARDS[point]
    assert received.read_text().split() == [owed] * times
    assert await stage.ends(owed) == ends
    assert await stage.is_exact()
    await stage.database.stop()


async def owe_one(file: Path) -> list[str]:
    database = await opened(file)
    ada = await database.write(lambda tx: open_account(tx, "ada@example.com", Plan.PRO, 0))
    owed = await Stage(database).owe(ada)
    await database.stop()
    return owed


async def opened(file: Path) -> SqliteDatabase:
    database = SqliteDatabase(file)
    await database.start()
    return database


async def delivered(stage: Stage, generation_id: str) -> bool:
    return (await stage.find(generation_id)).status is DeliveryStatus.DELIVERED
