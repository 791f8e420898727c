"""A PostgreSQL database with years of history and a long queue, and how the server would run a statement on it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg

from mediamill.db import Query

# An input as they come: how wide rows are decides whether the server reads a table or its index.
ASKED = """'{"prompt": "' || repeat('a heron in the reeds, ', 12) || '"}'"""
# What has ended: :rows of them; then what waits and what runs. Every hundredth account has a second model waiting.
HISTORY = """
INSERT INTO accounts (id, email, email_key, plan, served_at, created_at)
SELECT 'acc_' || lpad(n::text, 6, '0'), n || '@example.com', n || '@example.com',
    CASE WHEN n % 2 = 0 THEN 'pro' ELSE 'free' END, n, n FROM generate_series(1, {accounts}) AS n;
INSERT INTO balances (account_id, available, held) SELECT id, 100, 0 FROM accounts;
INSERT INTO generation_counts (account_id, status, total)
SELECT id, status, 5 FROM accounts, unnest(ARRAY['pending', 'processing', 'uploading', 'success', 'error']) AS status;
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, output_key, pool, attempt, losses,
    due_at, progress, stage, created_at, finished_at)
SELECT 'gen_' || lpad(n::text, 32, '0'), 'acc_' || lpad((1 + n % {accounts})::text, 6, '0'), 'drum-generator',
    'drumgen', 'audio', CASE WHEN n % 20 = 0 THEN 'error' ELSE 'success' END, {asked}, {asked},
    CASE WHEN n % 20 > 0 AND n > {rows} / 2 THEN 'gen/' || n END, 'cpu', 1, 0, n, 1, '', n, n
FROM generate_series(1, {rows}) AS n;
INSERT INTO ledger (id, account_id, generation_id, kind, credits, created_at)
SELECT 'led_' || id, account_id, id, 'capture', 1, created_at FROM generations;
INSERT INTO generation_events (generation_id, number, status, created_at)
SELECT id, 1, status, finished_at FROM generations;
INSERT INTO generation_texts (account_id, generation_id, tool, model, type, text)
SELECT account_id, id, tool, model, type, 'a heron' FROM generations;
INSERT INTO door_requests (generation_id, account_id, door, model, input)
SELECT id, account_id, 'fal', 'fal-ai/' || model, '{{"prompt": "a heron in the fog of an early morning"}}'
FROM generations;
INSERT INTO deliveries (generation_id, account_id, url, host, body, status, attempt, failures, due_at, is_due,
    created_at, finished_at)
SELECT id, account_id, 'https://hooks.example.com/', 'hooks.example.com', '', 'delivered', 1, 0, created_at, 0,
    created_at, finished_at FROM generations;
INSERT INTO delivery_attempts (generation_id, number, started_at, duration_ms, status)
SELECT id, 1, created_at, 9, 200 FROM generations;
INSERT INTO idempotency_keys (account_id, key, body_digest, generation_id, created_at)
SELECT account_id, id, '', id, created_at FROM generations;
INSERT INTO tombstones (generation_id, account_id, reason, created_at)
SELECT id, account_id, 'expired', created_at FROM generations WHERE output_key IS NULL;
INSERT INTO uploads (id, account_id, storage_key, kind, size_bytes, created_at, expires_at)
SELECT 'upl_' || id, account_id, id, 'image', 1, created_at, created_at + 4 * 10 ^ 12 * (created_at % 2)
FROM generations;
INSERT INTO purchases (id, generation_id, account_id, attempt, tool, model, engine, key_id, state, currency, estimate,
    actual, booked, day, intended_at, finished_at)
SELECT 'pur_' || id, id, account_id, 1, tool, model, 'fal', 'fal-1', 'settled', 'USD', 5, 5, 5,
    to_char(date '2026-01-01' + (created_at * 300 / {rows})::int, 'YYYY-MM-DD'), created_at, finished_at
FROM generations;
INSERT INTO usage_daily (day, account_id, api_key_id, tool, model, engine, runs, errors, run_ms, credits, cost)
SELECT id, account_id, '', tool, model, '', 1, 0, 0, 1, 5 FROM generations;
INSERT INTO budgets (engine, key_id, period, used)
SELECT 'fal', 'fal-' || (created_at % 3), id, 5 FROM generations WHERE created_at % 10 = 0;
INSERT INTO attempts (generation_id, number, worker, started_at, ended_at, outcome)
SELECT id, 1, 'serve:1', created_at, created_at, 'success' FROM generations;
INSERT INTO admin_spending (key_id, day, credits)
SELECT 'adm_' || created_at % 3, id, 5 FROM generations WHERE created_at % 10 = 0;
INSERT INTO retries (generation_id, retried_as, created_at)
SELECT id, 'again-' || id, created_at FROM generations WHERE created_at % 10 = 0;
INSERT INTO generation_peaks (generation_id, peaks)
SELECT id, '[]' FROM generations WHERE created_at % 10 = 0;
INSERT INTO vouchers (id, name, digest, credits, uses, uses_max, created_at)
SELECT 'vch_' || id, 'spring', id, 5, 1, 1, created_at FROM generations WHERE created_at % 10 = 0;
INSERT INTO voucher_redemptions (voucher_id, account_id, credits, created_at)
SELECT 'vch_' || id, account_id, 5, created_at FROM generations WHERE created_at % 10 = 0;
INSERT INTO notices (id, account_id, api_key_id, span, period, cap, share, used, created_at, tries)
SELECT 'ntc_' || id, account_id, '', 'day', id, 5, 80, 4, created_at, 0 FROM generations WHERE created_at % 10 = 0;
INSERT INTO purchase_sums (engine, key_id, day, account_id, api_key_id, tool, model, booked)
SELECT 'fal', 'fal-1', id, account_id, '', tool, model, 5 FROM generations WHERE created_at % 10 = 0;
"""
QUEUE = """
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, pool, attempt, losses, due_at,
    progress, stage, created_at, lease_owner, lease_expires_at, webhook)
SELECT 'gen_' || lpad(n::text, 32, '0'), 'acc_' || lpad((1 + n % {accounts})::text, 6, '0'), 'drum-generator',
    CASE WHEN n % 100 = 0 THEN 'drumgen-2' ELSE 'drumgen' END, 'audio', 'processing', {asked}, {asked}, 'cpu', 1, 0, n,
    0, '', n, CASE WHEN n <= {rows} + 40 THEN 'worker:' || n % 8 END, CASE WHEN n <= {rows} + 40 THEN n END,
    'https://hooks.example.com/'
FROM generate_series({rows} + 1, {rows} + {waiting}) AS n;
INSERT INTO turns (account_id, pool, tool, model, served_at, due_at)
SELECT g.account_id, g.pool, g.tool, g.model, a.served_at, MIN(g.due_at)
FROM generations AS g JOIN accounts AS a ON a.id = g.account_id
WHERE g.lease_owner IS NULL AND g.finished_at IS NULL
GROUP BY g.account_id, g.pool, g.tool, g.model, a.served_at;
INSERT INTO deliveries (generation_id, account_id, url, host, body, status, attempt, failures, due_at, is_due,
    created_at)
SELECT id, account_id, 'https://hooks.example.com/', 'h' || created_at % 50 || '.example.com', '', 'pending', 0, 0,
    created_at, created_at / 2 % 2, created_at
FROM generations WHERE finished_at IS NULL AND created_at % 2 = 0;
UPDATE purchases SET state = 'open', finished_at = NULL WHERE intended_at > {rows} - 30;
"""
# What queries are asked for, as far as it matters which; anything else is a text or a number that is nowhere.
TYPICAL: dict[str, object] = {
    "account_id": "acc_000007",
    "account_ids": '["acc_000007", "acc_000008"]',
    "id": "gen_" + "77".zfill(32),
    "ids": '["gen_' + "77".zfill(32) + '"]',
    "generation_id": "gen_" + "77".zfill(32),
    "after": "gen_" + "77".zfill(32),
    "before_id": "~",
    "door": "fal",
    "status": "success",
    "state": "settled",
    "pool": "cpu",
    "tool": "drum-generator",
    "model": "drumgen",
    "models": '[["drum-generator", "drumgen"], ["drum-generator", "drumgen-2"]]',
    "barred": "[]",
    "running_max": '{"free": 2, "pro": 8}',
    "engine": "fal",
    "key_id": "fal-1",
    "limit": 20,
    "offset": 0,
    "first": "",
    "last": "gen_~",
    "text": "heron",
    "worker": "worker:1",
    "host": "h7.example.com",
    "prefix": "worker:%",
    "now": 10**12,
    "latest": 10**12,
    "before": 100,
    "plan": "pro",
}
PLACE = re.compile(r"%\((\w+)\)s")
# The driver says of numbers that they are; the server cannot always see it by itself.
NUMBER = re.compile(r"^(now|latest|before|limit|amount|.*_at|.*_ms)$")


@dataclass(frozen=True, slots=True)
class Walk:
    """One look into a table."""

    table: str
    index: str | None
    condition: str  # by which entries of the index are found; "" for all of them
    how: str

    @property
    def is_lookup(self) -> bool:
        """Whether the index is entered with equal values; a range alone may be everything."""
        return self.index is not None and re.search(r"[\w\"')] = ", self.condition) is not None

    def __str__(self) -> str:
        return f"{self.how} {self.table} {self.index or ''} {self.condition}".strip()


def fill(server: psycopg.Connection[Any], *, rows: int, waiting: int, accounts: int) -> None:
    """Years of work, and so much that waits."""
    server.execute("SET session_replication_role = replica")
    for part in (HISTORY, QUEUE):
        server.execute(part.format(rows=rows, waiting=waiting, accounts=accounts, asked=ASKED).encode())
    server.commit()
    server.autocommit = True
    server.execute("VACUUM")  # which may not know yet that everybody sees all of this; the next one does
    server.execute("VACUUM ANALYZE")


def walks_of(server: psycopg.Connection[Any], query: Query) -> list[Walk]:
    """How it looks into tables: by the plan for any values, taken where callers wait, and by that for typical ones."""
    plans = [plan_of(server, query, mode) for mode in ("force_generic_plan", "force_custom_plan")]
    return [walk for plan in plans for walk in walks_in(plan)]


def plan_of(server: psycopg.Connection[Any], query: Query, mode: str) -> dict[str, Any]:
    """The server's plan."""
    names = list(dict.fromkeys(PLACE.findall(query.postgres)))
    text = PLACE.sub(lambda place: f"${names.index(place[1]) + 1}", query.postgres).replace("%%", "%")
    server.execute(f"SET plan_cache_mode = {mode}".encode())
    server.execute("DEALLOCATE ALL")
    try:
        server.execute(f"PREPARE asked AS {text}".encode())
    except psycopg.errors.DatatypeMismatch:
        kinds = ", ".join("bigint" if NUMBER.search(name) else "unknown" for name in names)
        server.execute(f"PREPARE asked({kinds}) AS {text}".encode())
    row = server.execute("SELECT parameter_types::text[] FROM pg_prepared_statements WHERE name = 'asked'").fetchone()
    assert row is not None
    values = ", ".join(literal(name, kind) for name, kind in zip(names, row[0], strict=True))
    asked = f"EXPLAIN (FORMAT JSON) EXECUTE asked{f'({values})' if values else ''}"
    answer = server.execute(asked.encode()).fetchone()
    assert answer is not None
    plan: dict[str, Any] = answer[0][0]["Plan"]
    return plan


def literal(name: str, kind: str) -> str:
    """A typical value of a parameter."""
    value = TYPICAL.get(name, 1)
    if kind in ("bigint", "integer", "numeric", "double precision"):
        return f"CAST({value if isinstance(value, int) else 1} AS {kind})"
    return f"CAST('{TYPICAL.get(name, '[]' if kind == 'jsonb' else 'x')}' AS {kind})"


def walks_in(plan: dict[str, Any], index_above: dict[str, Any] | None = None) -> Iterator[Walk]:
    """The looks of a plan and what is below it."""
    how = plan["Node Type"]
    if how == "Bitmap Heap Scan":
        for below in plan["Plans"]:
            yield from walks_in(below, plan)
        return
    if how in ("BitmapOr", "BitmapAnd"):
        for below in plan["Plans"]:
            yield from walks_in(below, index_above)
        return
    table = (index_above or plan).get("Relation Name")
    if table is not None and how != "ModifyTable":
        yield Walk(table, plan.get("Index Name"), plan.get("Index Cond", ""), how)
    for below in plan.get("Plans", ()):
        yield from walks_in(below)
