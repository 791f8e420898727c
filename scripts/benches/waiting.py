"""What a long queue costs: claims, accepts, the periodic looks and a scrape, by themselves on one connection.

python -m scripts.benches.waiting [FINISHED] [ACCOUNTS] [WAITING]
"""

import asyncio
import itertools
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from mediamill import generations
from mediamill.accounts import Plan, open_account
from mediamill.db import SqliteDatabase, Transaction
from mediamill.generations import Accepted, NewGeneration, Policy
from scripts.benches.seed import seed

FINISHED, ACCOUNTS, WAITING = 1_200_000, 10_000, 200_000
ROUNDS = 50
POLICY = Policy(lease_ms=30_000, tries=3, waiting_ms_max=86_400_000, running_max={Plan.FREE: 2, Plan.PRO: 8})
MODELS = (("drum-generator", "drumgen"), ("create-image", "nano-banana"), ("sound-effects", "audiogen"))
SPREAD = "WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < :count)"
MORE_ACCOUNTS = f"""{SPREAD}
INSERT INTO accounts (id, email, email_key, plan, served_at, created_at)
SELECT printf('acc_%06d', n), printf('%d@example.com', n), printf('%d@example.com', n), 'free', 0, 0 FROM number
"""
MORE_COUNTS = "INSERT INTO generation_counts SELECT id, 'processing', 0 FROM accounts WHERE id LIKE 'acc_______'"
MORE_BALANCES = "INSERT INTO balances SELECT id, 1000, 0 FROM accounts WHERE id LIKE 'acc_______'"


def order(account_id: str, number: int) -> NewGeneration:
    """A run that costs nothing."""
    tool, model = MODELS[number % len(MODELS)]
    return NewGeneration(account_id, tool, model, "audio", "{}", "{}", None, "cpu", 0, 7)


async def prepare(database: SqliteDatabase, finished: int, accounts: int, waiting: int) -> None:
    """History, accounts and what they have waiting."""
    await database.start()
    ada = await database.write(lambda tx: open_account(tx, "ada@example.com", Plan.PRO, 0))
    await database.stop()
    seed(database.file.parent, ada.id, finished)
    with closing(sqlite3.connect(database.file)) as connection, connection:
        connection.execute(MORE_ACCOUNTS, {"count": accounts})
        connection.execute(MORE_COUNTS)
        connection.execute(MORE_BALANCES)
    await database.start()

    def accept(tx: Transaction, start: int) -> None:
        for number in range(start, min(start + 10_000, waiting)):
            accepted = generations.accept(tx, order(f"acc_{number % accounts:06d}", number // accounts))
            assert isinstance(accepted, Accepted)

    for start in range(0, waiting, 10_000):
        await database.write(partial(accept, start=start))


def looks() -> dict[str, Callable[[Transaction], object]]:
    """What is done again and again, by name."""
    numbers = itertools.count()

    def accepts(tx: Transaction) -> None:
        for _ in range(100):
            number = next(numbers)
            generations.accept(tx, order(f"acc_{number % 1_000:06d}", number))

    return {
        "look before a claim": lambda tx: generations.anything_due(tx, "cpu", MODELS),
        "claim": lambda tx: generations.claim(tx, "heron", "cpu", POLICY, models=MODELS),
        "scrape": generations.backlogs,
        "rescue": lambda tx: generations.rescue(tx, POLICY),
        "take back at start": lambda tx: generations.reclaim(tx, "serve:", POLICY),
        "100 accepts": accepts,
    }


async def timed(database: SqliteDatabase, work: Callable[[Transaction], object]) -> float:
    """Milliseconds of processor time inside the writer, the median: what other programs take does not count."""
    taken = []

    def run(tx: Transaction) -> None:
        started = time.thread_time()
        work(tx)
        taken.append((time.thread_time() - started) * 1_000)

    for _ in range(ROUNDS):
        await database.write(run)
    return statistics.median(taken)


async def measure(folder: Path, finished: int, accounts: int, waiting: int) -> None:
    """Every figure, a line each."""
    database = SqliteDatabase(folder / "mediamill.db")
    await prepare(database, finished, accounts, waiting)
    print(f"{finished:,} finished, {waiting:,} waiting of {accounts:,} accounts, SQLite {sqlite3.sqlite_version}")
    for name, work in looks().items():
        print(f"{name:20} {await timed(database, work):8.3f} ms")
    await database.stop()


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    finished, accounts, waiting = [*given, *(FINISHED, ACCOUNTS, WAITING)[len(given) :]]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), finished, accounts, waiting))
