"""Copies of a database in use: one moment of it, whatever is written meanwhile."""

import itertools
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from mediamill.db import NewerSchema, NoDatabase, SqliteDatabase, StoreFailed, named_queries, read_copy, snapshot
from mediamill.db.snapshot import schema_of

SQL = named_queries(__file__)
ROWS = 20_000


def test_a_copy_is_one_moment_under_constant_writing(tmp_path: Path) -> None:
    """Every transaction takes from one row what it gives to another; a copy of two moments would show it."""
    file = tmp_path / "busy.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE purses (id INTEGER PRIMARY KEY, coins INTEGER, padding TEXT)")
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO purses VALUES (?, 100, ?)", [(number, "x" * 500) for number in range(ROWS)])
        connection.execute("COMMIT")
    stopping = threading.Event()
    moved: list[float] = []

    def move() -> None:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=30)) as connection:
            connection.execute("PRAGMA synchronous = OFF")  # as many as there can be
            for number in itertools.count():
                with connection:
                    connection.execute("BEGIN IMMEDIATE")
                    for step, purse in ((-1, number % ROWS), (1, (number * 7 + 1_000) % ROWS)):
                        connection.execute("UPDATE purses SET coins = coins + ? WHERE id = ?", (step, purse))
                moved.append(time.monotonic())
                if stopping.is_set():
                    return

    mover = threading.Thread(target=move)
    mover.start()
    totals, meanwhile = [], 0
    for number in range(5):
        copy = tmp_path / f"copy{number}.db"
        begun_at = time.monotonic()
        snapshot(file, copy)
        meanwhile += sum(begun_at < at for at in moved)
        with closing(sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)) as connection:
            totals.append(connection.execute("SELECT SUM(coins), COUNT(*) FROM purses").fetchone())
    stopping.set()
    mover.join()

    assert meanwhile > 20  # it was really in use
    assert totals == [(100 * ROWS, ROWS)] * 5
    assert not list(tmp_path.glob("copy*-*"))  # one file, no log beside it


async def test_a_copy_says_what_schema_it_has(database: SqliteDatabase, tmp_path: Path) -> None:
    await database.write(lambda tx: (tx.run(SQL.create), tx.run(SQL.add, text="kept")))
    version = snapshot(database.file, tmp_path / "copy.db")

    assert version == schema_of(tmp_path / "copy.db")
    assert [row["text"] for row in read_copy(tmp_path / "copy.db", lambda tx: tx.all(SQL.texts))] == ["kept"]


def test_what_is_no_database_of_ours_is_said(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_bytes(b"no database " * 100)
    with closing(sqlite3.connect(tmp_path / "newer.db")) as connection:
        connection.execute("PRAGMA user_version = 999")

    with pytest.raises(NoDatabase, match=r"absent\.db"):
        snapshot(tmp_path / "absent.db", tmp_path / "copy.db")
    with pytest.raises(StoreFailed):
        snapshot(tmp_path / "other.db", tmp_path / "copy.db")
    with pytest.raises(NewerSchema):
        snapshot(tmp_path / "newer.db", tmp_path / "copy2.db")
    assert not (tmp_path / "absent.db").exists()
