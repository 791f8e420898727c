"""History and a long queue cost nothing: measured by processor time, so that a busy machine changes little."""

from pathlib import Path

import pytest

from mediamill.db import SqliteDatabase
from scripts.benches import waiting

CLAIM_MS, SCRAPE_MS, TICK_MS = 5.0, 50.0, 5.0
BUSY = 3.0  # caches shared with others


@pytest.mark.slow
async def test_a_claim_a_scrape_and_a_rescue_stay_short(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "mediamill.db")
    await waiting.prepare(database, finished=300_000, accounts=10_000, waiting=200_000)
    taken = {name: await waiting.timed(database, work) for name, work in waiting.looks().items()}
    await database.stop()

    limits = {"look before a claim": TICK_MS, "claim": CLAIM_MS, "scrape": SCRAPE_MS, "rescue": TICK_MS}
    assert {} == {name: taken[name] for name, limit in limits.items() if taken[name] > limit * BUSY}
