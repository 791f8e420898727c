"""What is measured of a fleet: PostgreSQL beside SQLite, one process beside several."""

import asyncio
import contextlib
import http
import http.client
import os
import statistics
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import psycopg

from mediamill import generations
from mediamill.db import Database, Gathering, SqliteDatabase, Transaction
from mediamill.db.postgres import PostgresDatabase
from mediamill.generations import Accepted, NewGeneration, NotAccepted, Submission
from scripts.benches import crews, servers
from scripts.benches.beside import beside_others
from scripts.benches.crews import ACCOUNTS, PROCESSES, growth
from scripts.benches.goals import Finding, Report, at_least, at_most
from scripts.benches.ground import MODELS, POLICY, new, order, payer, postgres, shared
from scripts.benches.load import Group, Seen, apply
from scripts.benches.measures import IDLE_ENGINE, Note, Scale
from scripts.benches.requests import IDLE_BODY, post
from scripts.benches.rounds import cpu_seconds

CALLERS = 256
CALLERS_PER_FRONT = 64
PICK_UPS = 40
PICK_UP_PAUSE_SECONDS = 0.3  # so that everything is idle again
IDLE_SECONDS = 20.0
WAITING_ACCOUNTS = 10_000
CLAIMS = 100
MANY_WAITING = """
INSERT INTO accounts (id, email, email_key, plan, served_at, created_at)
SELECT 'acc_' || n, n || '@example.com', n || '@example.com', 'pro', 0, 0 FROM generate_series(1, %(accounts)s) AS n;
INSERT INTO balances SELECT id, 1000, 0 FROM accounts WHERE email LIKE '%%@example.com';
INSERT INTO generation_counts SELECT id, status, 0 FROM accounts,
    unnest(ARRAY['pending', 'processing', 'uploading', 'success', 'error']) AS status WHERE email LIKE '%%@example.com';
"""

Decision = Accepted | NotAccepted
Accept = Callable[[NewGeneration], Awaitable[Decision]]


def accepting(folder: Path, scale: Scale, say: Note) -> Report:
    """Accepts a second inside one process: grouped and one by one, on both databases, and with one busy account."""
    rates: dict[tuple[str, bool, int], list[float]] = {}
    for number in range(scale.rounds):
        for kind in ("SQLite", "PostgreSQL"):
            for grouped, accounts_used in ((False, ACCOUNTS), (True, ACCOUNTS), (True, 1)):
                say(f"accepts on {kind}, {'grouped' if grouped else 'one by one'}, {accounts_used} accounts")
                place = folder / f"accepts-{kind}-{grouped}-{accounts_used}-{number}"
                rate = asyncio.run(accepts_a_second(place, kind, accounts_used, scale.seconds, grouped=grouped))
                rates.setdefault((kind, grouped, accounts_used), []).append(rate)
    middle = {key: statistics.median(found) for key, found in rates.items()}
    findings = []
    for kind, goal in (("PostgreSQL", at_least(2)), ("SQLite", None)):
        alone, together, hot = (middle[kind, *rest] for rest in ((False, ACCOUNTS), (True, ACCOUNTS), (True, 1)))
        note = f"{together:,.0f}/s beside {alone:,.0f}/s"
        findings += [
            Finding(f"accepts of {CALLERS} callers, grouped / one by one, {kind}", together / alone, "", goal, note),
            Finding(
                f"one busy account / {ACCOUNTS} accounts, grouped, {kind}",
                hot / together,
                "",
                at_least(0.7),
                f"{hot:,.0f}/s",
            ),
        ]
    return Report(tuple(findings), ())


def fronts(folder: Path, scale: Scale, say: Note) -> Report:
    """Accepts a second over HTTP, by API processes on one PostgreSQL."""
    loads: list[Seen] = []
    with postgres() as server:
        for count in PROCESSES:
            say(f"{count} API processes")
            with contextlib.ExitStack() as stack:
                settings = shared(server, f"fronts_{count}")
                key = opened(folder, settings)
                running = [
                    stack.enter_context(
                        servers.serving(new(folder / f"front-{count}-{number}"), "--no-worker", **settings)
                    )
                    for number in range(count)
                ]
                name = f"POST /api/run, {count} API processes"
                request = (post(key, IDLE_BODY),)
                seen = apply(
                    *(Group(name, one.address, request, CALLERS_PER_FRONT, pid=one.pid) for one in running),
                    seconds=scale.seconds,
                )
                answers, longest = sum(one.answers for one in seen), max(seen, key=lambda one: one.p99_ms)
                loads.append(
                    Seen(name, answers, seen[0].seconds, longest.p50_ms, longest.p95_ms, longest.p99_ms, answers)
                )
    note = f"{os.cpu_count()} cores, shared with the server and the load"
    return Report((growth("accepts/s, 2 API processes / 1", loads[1].rate, loads[0].rate, note),), tuple(loads))


def picking_up(folder: Path, _scale: Scale, say: Note) -> Report:
    """From an accept in one process to its claim in another, both idle; and what an idle worker costs."""
    with postgres() as server, contextlib.ExitStack() as stack:
        settings = {**shared(server, "idle"), **IDLE_ENGINE}
        key = opened(folder, settings)
        front = stack.enter_context(servers.serving(new(folder / "idle-front"), "--no-worker", **settings))
        crew = stack.enter_context(hired(new(folder / "idle-worker"), settings))
        say("pick-ups by another process")
        for _number in range(PICK_UPS):
            post_once(front.address, key)
            time.sleep(PICK_UP_PAUSE_SECONDS)
        with psycopg.connect(settings["MEDIAMILL_DATABASE_URL"]) as connection:
            rows = connection.execute(
                "SELECT a.started_at - g.created_at FROM attempts AS a JOIN generations AS g ON g.id = a.generation_id"
                " WHERE a.number = 1 ORDER BY g.id"
            ).fetchall()
        waits = [float(wait) for (wait,) in rows][5:]
        say("an idle worker")
        before, transactions = cpu_seconds(crew.pid), server.transactions("idle")
        time.sleep(IDLE_SECONDS)
        used = (cpu_seconds(crew.pid) - before) / IDLE_SECONDS
        statements = (server.transactions("idle") - transactions) / IDLE_SECONDS
    return Report(
        (
            Finding(
                "pick-up by another process, p50", statistics.median(waits), "ms", at_most(25), f"{len(waits)} runs"
            ),
            Finding("pick-up by another process, p95", sorted(waits)[int(len(waits) * 0.95)], "ms"),
            Finding("CPU of an idle worker", used * 100, "%"),
            Finding("transactions a second of an idle front and worker", statements, ""),
        ),
        (),
    )


def claiming(_folder: Path, _scale: Scale, say: Note) -> Report:
    """What a claim costs while ten thousand accounts wait."""
    say(f"claims, {WAITING_ACCOUNTS:,} accounts waiting")
    with postgres() as server:
        taken = asyncio.run(claims_ms(server.create("claims")))
    note = f"{CLAIMS} claims on one connection, all round trips included"
    return Report((Finding(f"a claim, {WAITING_ACCOUNTS:,} accounts waiting", taken, "ms", at_most(5), note),), ())


PARTS = {
    "accepts": accepting,
    "fronts": fronts,
    "workers": crews.workers,
    "pick-up": picking_up,
    "claims": claiming,
    "peers": beside_others,
}


def opened(folder: Path, settings: dict[str, str]) -> str:
    """The key of a new account with credits enough."""
    return servers.open_account(folder, **settings)[1]


@contextlib.contextmanager
def hired(folder: Path, settings: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A worker, once it is among the living."""
    command = [str(servers.MEDIAMILL), "worker", "--data-dir", str(folder)]
    with (
        (folder / "worker.log").open("ab") as log,
        subprocess.Popen(command, stdout=log, stderr=log, cwd=servers.ROOT, env=servers.clean(settings)) as process,
    ):
        try:
            deadline = time.monotonic() + servers.STOP_SECONDS
            with psycopg.connect(settings["MEDIAMILL_DATABASE_URL"], autocommit=True) as connection:
                while not connection.execute("SELECT 1 FROM workers WHERE pools <> ''").fetchone():
                    assert time.monotonic() < deadline, (folder / "worker.log").read_text()
                    time.sleep(0.1)
            yield process
        finally:
            process.terminate()
            process.wait(servers.STOP_SECONDS)


async def accepts_a_second(folder: Path, kind: str, accounts_used: int, seconds: float, *, grouped: bool) -> float:
    """Callers that accept one after the other, for so long."""
    async with contextlib.AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened_database(new(folder), kind))
        payers = [await payer(database, f"{number}@example.com") for number in range(accounts_used)]
        accept = together(database) if grouped else alone(database)
        end, done = time.perf_counter() + seconds, 0

        async def call(number: int) -> None:
            nonlocal done
            while time.perf_counter() < end:
                assert isinstance(await accept(order(payers[number % accounts_used])), Accepted)
                done += 1

        await asyncio.gather(*(call(number) for number in range(CALLERS)))
        return done / seconds


@contextlib.asynccontextmanager
async def opened_database(folder: Path, kind: str) -> AsyncIterator[Database]:
    with postgres() if kind == "PostgreSQL" else contextlib.nullcontext() as server:
        database: Database = PostgresDatabase(server.create("bench")) if server else SqliteDatabase(folder / "bench.db")
        await database.start()
        try:
            yield database
        finally:
            await database.stop()


def together(database: Database) -> Accept:
    gathering: Gathering[Submission, Decision] = Gathering(database, generations.accept_all)
    return lambda new: gathering.submit(Submission(new))


def alone(database: Database) -> Accept:
    return lambda new: database.write(lambda tx: generations.accept(tx, new))


async def claims_ms(url: str) -> float:
    """The median of claims."""
    database = PostgresDatabase(url, connections=1)
    await database.start()
    with psycopg.connect(url) as connection:
        connection.execute(MANY_WAITING.replace("%(accounts)s", str(WAITING_ACCOUNTS)).replace("%%", "%").encode())
    for start in range(0, WAITING_ACCOUNTS, 1_000):
        waiting = [Submission(order(f"acc_{number}", credits=0)) for number in range(start + 1, start + 1_001)]
        await database.write(partial(generations.accept_all, submissions=waiting))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ANALYZE")
    taken = []
    for _ in range(CLAIMS):
        started = time.perf_counter()
        claimed = await database.write(claim)
        taken.append((time.perf_counter() - started) * 1_000)
        assert claimed is not None
    await database.stop()
    return statistics.median(taken)


def claim(tx: Transaction) -> generations.Generation | None:
    return generations.claim(tx, "heron", "cpu", POLICY, models=MODELS)


def post_once(address: tuple[str, int], key: str) -> None:
    """One run, accepted."""
    connection = http.client.HTTPConnection(*address)
    with contextlib.closing(connection):
        headers = {"Authorization": key, "Content-Type": "application/json"}
        connection.request("POST", "/api/run", IDLE_BODY, headers)
        assert connection.getresponse().status == http.HTTPStatus.OK
