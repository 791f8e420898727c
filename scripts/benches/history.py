"""Millions of attempts: what operators ask for beside them, and accepting while old ones are taken away."""

import asyncio
import contextlib
import sqlite3
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from mediamill import clock, purchases, usage
from mediamill.assembly import engine_registry, load_catalogue
from mediamill.config import read
from mediamill.db import SqliteDatabase
from mediamill.dispatch import standings
from mediamill.units import DAY_MS
from scripts.benches import seed, servers
from scripts.benches.goals import Finding, Report, at_least, at_most
from scripts.benches.load import Group, Seen, apply
from scripts.benches.requests import post
from scripts.benches.rounds import middle

ATTEMPTS_EACH = 5  # of a generation that waited for a busy vendor
PURCHASED_EACH = 5  # generations for one purchase
REPORTED_DAYS = 30
ROUNDS = 9
CONNECTIONS = 32
KEPT_DAYS = {"pruned": "3", "kept": "0"}  # the youngest of the rows are from now, the oldest from days ago
ATTEMPTS = f"""
WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {ATTEMPTS_EACH})
INSERT INTO attempts (generation_id, number, worker, engine, started_at, ended_at, outcome, reason)
SELECT g.id, number.n, 'worker:1', 'fal', g.created_at, g.created_at + 100,
    CASE WHEN number.n = {ATTEMPTS_EACH} THEN 'success' ELSE 'released' END,
    CASE WHEN number.n < {ATTEMPTS_EACH} THEN 'The vendor is busy.' END
FROM generations AS g CROSS JOIN number ORDER BY g.id, number.n
"""
ATTEMPT = f"UPDATE generations SET attempt = {ATTEMPTS_EACH}"
ENGINE = "UPDATE usage_daily SET engine = 'fal'"
PURCHASES = f"""
INSERT INTO purchases (id, generation_id, account_id, attempt, tool, model, engine, key_id, state, currency, estimate,
    actual, booked, day, intended_at, finished_at)
SELECT 'pur_' || substr(id, 5), id, account_id, 1, tool, model, 'fal', '', 'void', 'USD', 40000, NULL, 0,
    strftime('%Y-%m-%d', created_at / 1000, 'unixepoch'), created_at, finished_at
FROM generations WHERE rowid % {PURCHASED_EACH} = 0
"""
LEFT = "SELECT generation_id FROM thinned_history"
DONE = "SELECT COUNT(*) FROM generations WHERE id <= ?"


def pruning(folder: Path, rows: int, rounds: int, seconds: float, say: Callable[[str], None]) -> Report:
    """The overview and the accepts, with so many generations and five times as many attempts."""
    account, key = servers.open_account(folder)
    started = time.perf_counter()
    seed.seed(folder, account, rows)
    with contextlib.closing(sqlite3.connect(folder / "mediamill.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for statement in ("BEGIN", ATTEMPT, ENGINE, ATTEMPTS, PURCHASES, "COMMIT", "PRAGMA wal_checkpoint(TRUNCATE)"):
            connection.execute(statement)
    say(f"{rows * ATTEMPTS_EACH:,} attempts written in {time.perf_counter() - started:.1f} s; the overview")
    reads = asyncio.run(overview_times(folder))
    say(f"accepts beside their pruning and without, {rounds} times")
    seen, pruned = in_turns(folder, key, rounds, seconds)
    among = f"{rows * ATTEMPTS_EACH:,} attempts"
    without, beside = middle(seen["kept"]), middle(seen["pruned"])
    rate = statistics.median(b.rate / a.rate for a, b in zip(seen["kept"], seen["pruned"], strict=True))
    findings = (
        Finding(f"operators' overview, usage and engines, {among}", statistics.median(reads), "ms", at_most(300.0)),
        Finding(f"accepts while old ones are pruned, {among}", rate, "× the rate without", at_least(0.9)),
        Finding("old generations pruned meanwhile", pruned, "per second"),
    )
    return Report(findings, (without, beside))


async def overview_times(folder: Path) -> list[float]:
    """How many milliseconds it takes to read what `usage` and `engines` tell, each time on a connection of its own."""
    settings = read(data_dir=folder, engine={"fal": {"base_url": "http://127.0.0.1:9"}})
    setups = engine_registry(settings, load_catalogue(settings)).setups
    days = clock.day_of(clock.now() - (REPORTED_DAYS - 1) * DAY_MS), clock.day_of(clock.now())
    times = []
    for _ in range(ROUNDS):
        database = SqliteDatabase(folder / "mediamill.db")
        await database.start()
        started = time.perf_counter()
        await database.read(lambda tx: list(usage.groups(tx, usage.GroupBy.ENGINE, *days)))
        await database.read(lambda tx: standings(tx, setups))
        await database.read(purchases.counts)
        times.append((time.perf_counter() - started) * 1_000)
        await database.stop()
    return times


def in_turns(folder: Path, key: str, rounds: int, seconds: float) -> tuple[dict[str, list[Seen]], float]:
    """What accepts saw with and without pruning, one service after the other; and how many were pruned a second."""
    seen: dict[str, list[Seen]] = {name: [] for name in KEPT_DAYS}
    looked, watched = 0, 0.0
    for _ in range(rounds):
        for name, days in KEPT_DAYS.items():
            with servers.serving(folder, "--no-worker", MEDIAMILL_RETENTION_DAYS_HISTORY=days) as service:
                before, started = thinned(folder), time.monotonic()
                group = Group(f"POST /api/run, {name} history", service.address, (post(key),), CONNECTIONS)
                seen[name] += apply(group, seconds=seconds)
                if name == "pruned":
                    looked += thinned(folder) - before
                    watched += time.monotonic() - started
    return seen, looked / watched


def thinned(folder: Path) -> int:
    """How many generations are pruned."""
    with contextlib.closing(sqlite3.connect(folder / "mediamill.db", timeout=30)) as connection:
        row = connection.execute(LEFT).fetchone()
        return int(connection.execute(DONE, [row[0]]).fetchone()[0]) if row else 0
