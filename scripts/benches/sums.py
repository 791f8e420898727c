"""A year of daily sums, written by SQL, and how long a report takes that reads the last month of them."""

import asyncio
import contextlib
import resource
import sqlite3
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from mediamill import clock, usage
from mediamill.db import SqliteDatabase
from mediamill.units import DAY_MS
from scripts.benches import servers
from scripts.benches.goals import Finding, Report, at_most

ACCOUNTS, DAYS, MODELS, ENDS = 200, 365, 5, 14  # `ENDS` generations behind each sum: more than five million
REPORTED_DAYS = 30  # as the command does by itself
ROUNDS = 9
EMPTY_DAY = "2000-01-01"
SUMS = f"""
WITH RECURSIVE
    days (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM days WHERE n + 1 < {DAYS}),
    accounts (a) AS (SELECT 0 UNION ALL SELECT a + 1 FROM accounts WHERE a + 1 < {ACCOUNTS}),
    models (m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM models WHERE m + 1 < {MODELS})
INSERT INTO usage_daily (day, account_id, api_key_id, tool, model, engine, runs, errors, run_ms, credits, cost)
SELECT date(:now / 1000, 'unixepoch', printf('-%d days', n)), printf('acc_%032x', a), printf('%08d', a),
    printf('tool-%d', m), printf('model-%d', m), printf('engine-%d', m % 3), {ENDS} - 1, 1, 70000, 100, 400000
FROM days, accounts, models
"""


def reports(folder: Path, say: Callable[[str], None]) -> Report:
    """How long the sums of the last month take to read, and the whole command with the start of its program."""
    servers.open_account(folder)
    with contextlib.closing(sqlite3.connect(folder / "mediamill.db")) as connection, connection:
        connection.execute(SUMS, {"now": clock.now()})
    say(f"{ACCOUNTS * DAYS * MODELS:,} daily sums; the report of {REPORTED_DAYS} days, {ROUNDS} times")
    reads = asyncio.run(read_times(folder))
    command = ("usage", "--by", "engine", "--json")
    nothing = (*command, "--from", EMPTY_DAY, "--to", EMPTY_DAY)
    turns = [(cpu_ms(folder, *nothing), cpu_ms(folder, *command)) for _ in range(ROUNDS)]
    start, whole = (statistics.median(times) for times in zip(*turns, strict=True))
    among = f"{ACCOUNTS * DAYS * MODELS * ENDS:,} ended generations in a year"
    findings = (
        Finding(f"sums of {REPORTED_DAYS} days by engine, {among}", statistics.median(reads), "ms", at_most(300.0)),
        Finding(
            "`mediamill usage --by engine` of them",
            whole,
            "ms",
            None,
            f"CPU time; {start:.0f} ms where nothing is summed",
        ),
    )
    return Report(findings, ())


async def read_times(folder: Path) -> list[float]:
    """How many milliseconds the command's own query takes, each time on a connection of its own."""
    last = clock.now()
    days = clock.day_of(last - (REPORTED_DAYS - 1) * DAY_MS), clock.day_of(last)
    times = []
    for _ in range(ROUNDS):
        database = SqliteDatabase(folder / "mediamill.db")
        await database.start()
        started = time.perf_counter()
        await database.read(lambda tx: list(usage.groups(tx, usage.GroupBy.ENGINE, *days)))
        times.append((time.perf_counter() - started) * 1_000)
        await database.stop()
    return times


def cpu_ms(folder: Path, *arguments: str) -> float:
    """What a command costs of a processor: a busy machine changes it least."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    servers.told(folder, *arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1_000
