"""A data folder with many generations that succeeded long ago, written by SQL in seconds, its counters right."""

import contextlib
import sqlite3
import time
from pathlib import Path

from mediamill import clock

SPACING_MS = 1_000  # between two of them
PROMPT = '{"prompt":"a red fox in the snow"}'
INPUT = '{"prompt":"a red fox in the snow","model":"nano-banana","aspect_ratio":"1:1","seed":7}'
# Runs that cost nothing leave no entry in the ledger: the books stay exact.
GENERATIONS = """
WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < :rows)
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, output_key, pool, attempt, losses,
    due_at, progress, stage, created_at, finished_at)
SELECT printf('gen_%012x%020x', :first + n * :spacing, n * 7919), :account, 'create-image', 'nano-banana', 'image',
    'success', :payload, :input, printf('seeded/%d.png', n), 'cpu', 1, 0, :first + n * :spacing, 1, '',
    :first + n * :spacing, :first + n * :spacing + 900
FROM number
"""
COUNT = "UPDATE generation_counts SET total = total + :rows WHERE account_id = :account AND status = 'success'"
USAGE = """
INSERT INTO usage_daily (day, account_id, api_key_id, tool, model, engine, runs, errors, run_ms, credits, cost)
SELECT strftime('%Y-%m-%d', finished_at / 1000, 'unixepoch') AS day, account_id, '', tool, model, '',
    COUNT(*), 0, 0, 0, 0
FROM generations WHERE account_id = :account AND finished_at >= :first AND output_key LIKE 'seeded/%' GROUP BY day
"""
INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'generations' AND sql IS NOT NULL"
SAMPLE = "SELECT id FROM generations WHERE rowid % :step = 1 LIMIT :wanted"


def seed(folder: Path, account: str, rows: int) -> float:
    """Add so many; how many seconds it took. No service may run on the folder."""
    started = time.perf_counter()
    with contextlib.closing(sqlite3.connect(folder / "mediamill.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        indexes = connection.execute(INDEXES).fetchall()
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        first = clock.now() - rows * SPACING_MS
        values = {"rows": rows, "first": first, "spacing": SPACING_MS, "account": account}
        connection.execute(GENERATIONS, {**values, "payload": PROMPT, "input": INPUT})
        connection.execute(COUNT, {"rows": rows, "account": account})
        connection.execute(USAGE, {"first": first, "account": account})
        for _, sql in indexes:
            connection.execute(sql)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return time.perf_counter() - started


def some_ids(folder: Path, rows: int, wanted: int) -> list[str]:
    """Ids from all over the table."""
    with contextlib.closing(sqlite3.connect(folder / "mediamill.db")) as connection:
        found = connection.execute(SAMPLE, {"step": max(2, rows // wanted), "wanted": wanted}).fetchall()
    return [row[0] for row in found]
