"""What a statement reads does not grow with history: the plan of every named query of every room is asked for.

Tables of history hold millions of rows that have ended. No periodic or per-request statement may walk through one, nor
through an index with an entry for each of its rows; only indexes of what has not ended yet may be read as a whole.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mediamill.db import Query, named_queries
from mediamill.db.migrate import migrate
from mediamill.db.query import query_of

SOURCE = Path(__file__).parents[2] / "src" / "mediamill"
FILES = sorted(SOURCE.rglob("queries.sql"))
# Tables that grow with who there is and what waits. Every other one grows with what was done.
SMALL_TABLES = frozenset(
    {
        "accounts",
        "admin_keys",
        "agreements",  # one row
        "alerts",  # kept for three months
        "api_keys",
        "balances",
        "capped_keys",  # a few rows for each key
        "duties",
        "engine_sections",  # a row for each engine that ever was configured
        "generation_counts",
        "halts",
        "jobs",
        "notification_addresses",
        "paused_pools",
        "probes",
        "rate_limits",  # who called a moment ago
        "purchase_counts",
        "turns",
        "schema_floor",
        "spending_caps",  # a row for each account and key at most
        "unserved_models",
        "vouchers",  # as many as operators made
        "webhook_secrets",
        "webhook_turns",
        "worker_models",
        "workers",
    }
)
# Partial indexes that hold only what has not ended yet, or what is about to be taken away.
SMALL_INDEXES = frozenset(
    {
        "deliveries_by_lease_end",
        "deliveries_leased",
        "deliveries_scheduled",
        "deliveries_undelivered",
        "deliveries_waiting",
        "generations_by_lease_end",
        "generations_by_worker",
        "generations_leased",
        "generations_put_off",
        "generations_put_off_since",
        "generations_waiting",
        "notices_due",
        "purchases_unfinished",
    }
)
# What has ended, by table, where it has no instant of its end.
ENDED = {"deliveries": "status = 'delivered'", "notices": "tell_at IS NULL"}
# "package.query": why it may read so much.
MAY_SCAN = {
    "usage.table": "a table for the operator; the sums of the days that it asks for",
    "generations.page_of_all": "a look of the operator, off the event loop; what was accepted in some days",
    "generations.count_of_all": "a look of the operator, so many rows at most",
    "generations.attempt_times": "a look of the operator; the newest rows of a day",
    "generations.failed_by": "a command of the operator; what failed in some hours",
    "generations.failure_causes": "a look of the operator; what failed in some hours",
    "webhooks.counts_since": "a look of the operator; the deliveries of a day",
    "audit.page": "a look of the operator into the log; from its newest line",
    "audit.total": "a look of the operator into the log",
    "purchases.abandoned": "an index of unanswered ones alone, and those are few",
    "generations.jobless": "reconcile proves all books",
    "dispatch.message_migrations": "once at start: a row for each migration of a library",
    "breakers.all_open": "a row for each engine, key and model at most",
    "breakers.all_paused": "a row for each engine at most",
    "backups.generation_count": "a backup, asked for by the operator, reads everything",
    "backups.outputs": "a backup, asked for by the operator, reads everything, a page at a time",
    "backups.upload_count": "a backup, asked for by the operator, reads everything",
    "backups.uploads": "a backup, asked for by the operator, reads everything, a page at a time",
    "credits.discrepancies": "reconcile proves all books",
    "credits.mismatched_vouchers": "reconcile proves all books",
    "credits.overdrawn": "reconcile proves all books",
    "generations.mismatched_attempts": "reconcile proves all books",
    "notices.forget": "whatever it reads is deleted",
    "generations.old_ones": "from where the last batch ended, so many rows at a time",
    "generations.retried": "a range of what ended since the last look, at most so many rows",
    "generations.mismatched_deliveries": "reconcile proves all books",
    "generations.forget_keys": "it deletes whatever it reads",
    "generations.mismatched_holds": "reconcile proves all books",
    "generations.miscounted": "reconcile proves all books",
    "generations.mismatched_turns": "reconcile proves all books",
    "generations.mismatched_usage_cost": "reconcile proves all books",
    "generations.mismatched_usage_credits": "reconcile proves all books",
    "generations.mismatched_usage_ends": "reconcile proves all books",
    "generations.mismatched_usage_rows": "reconcile proves all books",
    "purchases.outlived": "whatever it reads is deleted but the few that are under way, so many rows at a time",
    "purchases.mismatched": "reconcile proves all books",
    "storage.expired_uploads": "whatever it reads is deleted, at most so many rows at a time",
    "usage.any_of_engine": "a command of the operator; the sums of days, up to the first of the engine",
    "usage.by_account": "a command of the operator; the sums of the days that it asks for",
    "usage.by_engine": "a command of the operator; the sums of the days that it asks for",
    "usage.by_key": "a command of the operator; the sums of the days that it asks for",
    "usage.by_model": "a command of the operator; the sums of the days that it asks for",
    "usage.cost_by_day": "a command of the operator; the sums of the days that it asks for",
    "webhooks.mismatched_attempts": "reconcile proves all books",
    "webhooks.page_of_all": "a look of the operator, off the event loop; from the newest row",
    "webhooks.page_of_delivered": "a look of the operator, off the event loop; from the newest row",
    "webhooks.count_of_all": "a look of the operator, so many rows at most",
    "webhooks.count_of_delivered": "a look of the operator, so many rows at most",
    "webhooks.mismatched_states": "reconcile proves all books",
}
# "package.query": why it may read all that waits or runs, which can be 200,000 rows.
MAY_SCAN_QUEUE = {
    "generations.backlogs": "a scrape counts what waits, in the index alone and off the event loop",
    "generations.leased_to": "once at start: what runs",
    "generations.running_by_worker": "a command of the operator; what runs, which slots limit",
    "generations.mismatched_turns": "reconcile proves all books",
    "generations.without_turn": "once a minute by one process, off the event loop and the writer",
    "webhooks.page_of_undelivered": "a look of the operator, off the event loop; from the newest row",
    "webhooks.count_of_undelivered": "a look of the operator, so many rows at most",
    "webhooks.leased_to": "once at start: attempts under way, which slots limit",
    "webhooks.next_scheduled": "the first entry of the index",
    "webhooks.anything_waiting": "the first entry of the index",
    "webhooks.shorten_waits": "at start, and when the clock went back",
    "webhooks.turns": "one hop in the index for each account",
    "webhooks.under_way": "attempts under way, which slots limit",
}

ROWS = 5_000  # of history in the filled database: enough for the planner to prefer an index
FILL = f"""
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {ROWS})
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, output_key, pool, attempt, losses,
    due_at, progress, stage, created_at, finished_at)
SELECT printf('gen_%032x', n), 'acc_' || (n % 50), 'drum-generator', 'drumgen', 'audio', 'success', '{{}}', '{{}}',
    'gen/' || n, 'cpu', 1, 0, n, 1, '', n, n FROM numbers;
INSERT INTO ledger (id, account_id, generation_id, kind, credits, created_at)
SELECT 'led_' || id, account_id, id, 'capture', 1, created_at FROM generations;
INSERT INTO generation_events (generation_id, number, status, created_at)
SELECT id, 1, 'success', finished_at FROM generations;
INSERT INTO deliveries (generation_id, account_id, url, body, status, attempt, due_at, created_at, finished_at)
SELECT id, account_id, 'https://hooks.example.com/', '', 'delivered', 1, created_at, created_at, finished_at
FROM generations;
INSERT INTO delivery_attempts (generation_id, number, started_at, duration_ms, status)
SELECT id, 1, created_at, 9, 200 FROM generations;
INSERT INTO idempotency_keys (account_id, key, body_digest, generation_id, created_at)
SELECT account_id, id, '', id, created_at FROM generations;
INSERT INTO tombstones (generation_id, account_id, reason, created_at)
SELECT id, account_id, 'expired', created_at FROM generations;
INSERT INTO uploads (id, account_id, storage_key, kind, size_bytes, created_at, expires_at)
SELECT 'upl_' || id, account_id, id, 'image', 1, created_at, created_at FROM generations;
INSERT INTO purchases (id, generation_id, account_id, attempt, tool, model, engine, key_id, state, currency, estimate,
    actual, booked, day, intended_at, finished_at)
SELECT 'pur_' || id, id, account_id, 1, tool, model, 'fal', 'fal-1', 'settled', 'USD', 5, 5, 5, '2026-11-22',
    created_at, finished_at
FROM generations;
INSERT INTO usage_daily (day, account_id, api_key_id, tool, model, engine, runs, errors, run_ms, credits, cost)
SELECT id, account_id, '', tool, model, '', 1, 0, 0, 1, 5 FROM generations;
INSERT INTO budgets (engine, key_id, period, used)
SELECT 'fal', 'fal-' || (rowid % 3), id, 5 FROM generations;
INSERT INTO attempts (generation_id, number, worker, started_at, ended_at, outcome)
SELECT id, 1, 'serve:1', created_at, created_at, 'success' FROM generations;
INSERT INTO purchase_sums (engine, key_id, day, account_id, api_key_id, tool, model, booked)
SELECT 'fal', 'fal-1', id, account_id, '', tool, model, 5 FROM generations;
INSERT INTO generation_texts (account_id, generation_id, tool, model, type, text)
SELECT account_id, id, tool, model, type, 'a heron' FROM generations;
INSERT INTO vouchers (id, name, digest, credits, uses, uses_max, created_at)
SELECT 'vch_' || id, 'spring', id, 5, 1, 1, created_at FROM generations;
INSERT INTO voucher_redemptions (voucher_id, account_id, credits, created_at)
SELECT 'vch_' || id, account_id, 5, created_at FROM generations;
INSERT INTO notices (id, account_id, api_key_id, span, period, cap, share, used, created_at, tries)
SELECT 'ntc_' || id, account_id, '', 'day', id, 5, 80, 4, created_at, 0 FROM generations;
UPDATE generations SET status = 'processing', finished_at = NULL, output_key = NULL WHERE rowid % 100 = 0;
"""
WALK = re.compile(r"^(?P<how>SCAN|SEARCH) (?P<table>\w+)(?: .*?INDEX (?P<index>\w+))?(?: .*?\((?P<terms>.+)\))?$")


def every_query() -> Iterator[tuple[str, Query]]:
    """("package.query", the query) for all packages, without those that only PostgreSQL runs."""
    for file in FILES:
        for query in named_queries(str(file.with_name("any.py"))):
            if query.sqlite:
                yield f"{file.parent.name}.{query.name}", query


@pytest.fixture(scope="module", params=["new", "filled", "filled and analyzed"])
def connection(request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    """A database of the real schema in one of the states that an operator's may be in."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as opened:
        migrate(opened)
        if request.param != "new":
            opened.executescript(FILL)
        if request.param == "filled and analyzed":
            opened.execute("ANALYZE")
        yield opened


def plan_of(connection: sqlite3.Connection, query: Query) -> list[str]:
    """The planner's lines for a statement."""
    unknown = dict.fromkeys(re.findall(r":(\w+)", query.sqlite))
    rows = connection.execute(f"EXPLAIN QUERY PLAN {query.sqlite}", unknown)
    return [row[3] for row in rows]


def tables_in(connection: sqlite3.Connection, query: Query) -> dict[str, str]:
    """What each alias of the statement stands for, tables of history only."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    named = re.findall(rf"\b({'|'.join(sorted(names - SMALL_TABLES))})\b(?:\s+AS\s+(\w+))?", query.sqlite)
    return {alias or table: table for table, alias in named} | {table: table for table, _ in named}


def walks(connection: sqlite3.Connection, query: Query) -> list[str]:
    """The lines of its plan that read a part of history that grows."""
    tables = tables_in(connection, query)
    found = []
    for line in plan_of(connection, query):
        walk = WALK.match(line)
        if walk is None or walk["table"] not in tables or walk["index"] in SMALL_INDEXES:
            continue
        # A look-up gives equal values for the first columns of an index; a range alone may be everything.
        # An automatic index is made by reading all.
        if walk["how"] == "SCAN" or "AUTOMATIC" in line or "=?" not in (walk["terms"] or ""):
            found.append(line)
    return found


def test_no_statement_reads_more_as_history_grows(connection: sqlite3.Connection) -> None:
    walking = {name: walks(connection, query) for name, query in every_query()}

    assert {} == {name: lines for name, lines in walking.items() if lines and name not in MAY_SCAN}


def test_nothing_reads_all_that_waits_again_and_again(connection: sqlite3.Connection) -> None:
    """A walk through an index of what has not ended is short only while little waits."""
    walking = {
        name: [line for line in plan_of(connection, query) if line.startswith("SCAN") and reads_small_index(line)]
        for name, query in every_query()
    }

    assert set() == {name for name, lines in walking.items() if lines} - set(MAY_SCAN) - set(MAY_SCAN_QUEUE)


def reads_small_index(line: str) -> bool:
    """Whether a line of a plan is about an index of what has not ended."""
    walk = WALK.match(line)
    return walk is not None and walk["index"] in SMALL_INDEXES


def test_whoever_may_scan_is_there() -> None:
    assert set(MAY_SCAN) | set(MAY_SCAN_QUEUE) <= {name for name, _ in every_query()}


def test_the_small_indexes_hold_nothing_that_has_ended(connection: sqlite3.Connection) -> None:
    """Each is partial, and not one finished row of the filled database is in it."""
    for index in sorted(SMALL_INDEXES):
        (text,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", [index]).fetchone()
        parts = re.search(r"ON (\w+) .*\sWHERE (.+)$", text, re.S)
        assert parts is not None, f"{index} is not partial"
        table, condition = parts.groups()
        ended = ENDED.get(table, "finished_at IS NOT NULL")
        assert (0,) == connection.execute(f"SELECT COUNT(*) FROM {table} WHERE ({condition}) AND {ended}").fetchone()


def test_the_planner_is_understood() -> None:
    """A scan is found as a scan, by table and by alias; a look-up and a range are told apart."""
    with closing(sqlite3.connect(":memory:")) as connection:
        migrate(connection)
        found = [
            bool(walks(connection, query_of("q", text)))
            for text in (
                "SELECT * FROM generations",
                "SELECT g.id FROM accounts AS a JOIN generations AS g ON g.tool = a.plan",
                "SELECT id FROM generations WHERE id > :after ORDER BY id",
                "SELECT COUNT(*) FROM uploads AS u",
                "SELECT * FROM generations WHERE id = :id",
                "SELECT * FROM generations WHERE account_id = :account_id ORDER BY id DESC LIMIT 5",
                "SELECT * FROM accounts",
            )
        ]

    assert found == [True, True, True, True, False, False, False]
