"""Deliveries that were owed before there was anybody to send them."""

import sqlite3
from pathlib import Path

from mediamill import db
from mediamill.db.migrate import numbered
from mediamill.db.query import Dialect
from mediamill.webhooks import DeliveryStatus
from tests.clock import FrozenClock
from tests.new_database import only_on_sqlite
from tests.webhooks.stage import HOOK, TAKEN, Stage, names

BEFORE = """
INSERT INTO accounts VALUES ('acc_1', 'ada@example.com', 'ada@example.com', 'pro', 0, 1);
INSERT INTO generations SELECT 'gen_' || n, 'acc_1', 't', 'm', 'audio', 'success', '{}', '{}', 'https://hooks.example.com/',
    'k', NULL, NULL, 'cpu', 1, 0, 1, NULL, NULL, NULL, NULL, 1, '', 1, 1
    FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5);
INSERT INTO deliveries
    SELECT id, 'acc_1', webhook, '{}', 'pending', 0, 1, NULL, NULL, 1, NULL FROM generations;
"""


@only_on_sqlite
async def test_they_are_sent(tmp_path: Path, clock: FrozenClock) -> None:
    file = tmp_path / "mediamill.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(f"{numbered(Dialect.SQLITE)[0]}; PRAGMA user_version = 1; {BEFORE}")
    connection.close()
    database = db.SqliteDatabase(file, now=clock)
    await database.start()
    stage = Stage(database)
    claimed = await stage.claim()
    for one in claimed:
        await stage.settle(one, TAKEN)

    assert names(claimed) == ["gen_1", "gen_2", "gen_3", "gen_4"]
    assert names(await stage.claim()) == ["gen_5"]
    assert (await stage.find("gen_1")).status is DeliveryStatus.DELIVERED
    assert claimed[0].delivery.url == HOOK.removesuffix("mediamill")
    assert await stage.is_exact()
    await database.stop()
