"""What SQLite alone has: one writer, one commit for concurrent writes; nobody is told what did not happen."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from mediamill.db import SqliteDatabase, StoreFailed, Transaction, named_queries
from mediamill.db import sqlite as sqlite_module
from mediamill.db.sqlite_transaction import SqliteTransaction
from tests.new_database import only_on_sqlite

SQL = named_queries(__file__)
pytestmark = only_on_sqlite


class Refused(Exception):
    pass


@pytest.fixture
async def notes(database: SqliteDatabase) -> SqliteDatabase:
    await database.write(lambda tx: tx.run(SQL.create))
    return database


async def texts(database: SqliteDatabase) -> list[str]:
    return await database.read(lambda tx: [row["text"] for row in tx.all(SQL.texts)])


def add(text: str, tx: Transaction) -> str:
    tx.run(SQL.add, text=text)
    return text


class HeldWriter:
    """Holds the writer inside one transaction until released, so that what follows becomes one group."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.entered, self.leave = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def hold(_: Transaction) -> None:
            loop.call_soon_threadsafe(self.entered.set)
            self.leave.wait(10)

        self.write = asyncio.create_task(database.write(hold))

    async def together(self, *writes: "asyncio.Task[str]") -> list[str | BaseException]:
        await self.entered.wait()
        await asyncio.sleep(0)  # every write has put its command into the queue
        self.leave.set()
        await self.write
        return await asyncio.gather(*writes, return_exceptions=True)


def writing(database: SqliteDatabase, text: str) -> "asyncio.Task[str]":
    return asyncio.create_task(database.write(lambda tx: add(text, tx)))


async def test_concurrent_writes_share_one_commit(notes: SqliteDatabase) -> None:
    held = HeldWriter(notes)
    await held.entered.wait()
    commits = notes.commits
    answers = await held.together(*(writing(notes, f"note {number}") for number in range(50)))

    assert answers == [f"note {number}" for number in range(50)]
    assert notes.commits - commits == 2  # the one that was held, and one for all fifty


async def test_a_refusal_before_its_first_write_leaves_its_neighbours_alone(notes: SqliteDatabase) -> None:
    def refuse(tx: Transaction) -> NoReturn:
        tx.all(SQL.texts)
        raise Refused

    held = HeldWriter(notes)
    answers = await held.together(
        writing(notes, "before"), asyncio.create_task(notes.write(refuse)), writing(notes, "after")
    )

    assert isinstance(answers[1], Refused)
    assert await texts(notes) == ["before", "after"]


async def test_a_failure_after_a_write_is_undone_alone(notes: SqliteDatabase) -> None:
    def write_then_refuse(tx: Transaction) -> NoReturn:
        tx.run(SQL.add, text="never")
        raise Refused

    held = HeldWriter(notes)
    answers = await held.together(
        writing(notes, "before"), asyncio.create_task(notes.write(write_then_refuse)), writing(notes, "after")
    )

    assert isinstance(answers[1], Refused)
    assert await texts(notes) == ["before", "after"]


async def test_when_the_transaction_is_lost_under_one_the_others_still_get_the_truth(notes: SqliteDatabase) -> None:
    """A full disk makes SQLite roll everything back; what follows in the group must not slip out on its own."""

    def lose_the_transaction(tx: Transaction) -> NoReturn:
        tx.run(SQL.add, text="never")
        assert isinstance(tx, SqliteTransaction)
        tx.connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    held = HeldWriter(notes)
    answers = await held.together(
        writing(notes, "before"), asyncio.create_task(notes.write(lose_the_transaction)), writing(notes, "after")
    )

    assert isinstance(answers[1], StoreFailed)
    assert answers[0::2] == ["before", "after"]
    assert await texts(notes) == ["before", "after"]


async def test_when_the_disk_is_full_for_one_its_neighbours_are_kept(notes: SqliteDatabase) -> None:
    """SQLite's own error, not a staged one."""

    def limit(tx: Transaction, pages: int) -> None:
        assert isinstance(tx, SqliteTransaction)
        tx.connection.execute(f"PRAGMA max_page_count = {pages}")

    (pages,) = notes.reader.execute("PRAGMA page_count").fetchone()
    await notes.write(lambda tx: limit(tx, pages + 5))
    held = HeldWriter(notes)
    answers = await held.together(writing(notes, "before"), writing(notes, "much" * 20_000), writing(notes, "after"))
    await notes.write(lambda tx: limit(tx, 1_000_000))

    assert isinstance(answers[1], StoreFailed)
    assert answers[0::2] == ["before", "after"]
    assert await texts(notes) == ["before", "after"]
    assert await notes.write(lambda tx: add("room again", tx)) == "room again"


async def test_a_transaction_that_cannot_be_undone_is_left_behind(
    notes: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_then_refuse(tx: Transaction) -> NoReturn:
        tx.run(SQL.add, text="never")
        raise Refused

    def broken(_: sqlite3.Connection) -> NoReturn:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as disk:
        disk.setattr(sqlite_module, "roll_back", broken)
        with pytest.raises(StoreFailed, match="disk I/O error"):
            await notes.write(write_then_refuse)

    assert await notes.write(lambda tx: add("now", tx)) == "now"
    assert await texts(notes) == ["now"]


async def test_what_was_kept_stays_answered_whatever_happens_to_the_writer_next(
    notes: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_the_transaction(tx: Transaction) -> NoReturn:
        assert isinstance(tx, SqliteTransaction)
        tx.connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    alone = SqliteDatabase.commit_alone

    def break_at_the_second(
        self: SqliteDatabase, connection: sqlite3.Connection, command: sqlite_module.Command
    ) -> None:
        if command.answer is second:
            raise ZeroDivisionError
        alone(self, connection, command)

    held = HeldWriter(notes)
    await held.entered.wait()
    writes = [
        writing(notes, "kept"),
        asyncio.create_task(notes.write(lose_the_transaction)),
        writing(notes, "never"),
    ]
    await asyncio.sleep(0)
    second = notes.waiting.queue[1].answer
    monkeypatch.setattr(SqliteDatabase, "commit_alone", break_at_the_second)
    answers = await held.together(*writes)

    assert answers[0] == "kept"
    assert [type(answer) for answer in answers[1:]] == [ZeroDivisionError, ZeroDivisionError]
    assert await texts(notes) == ["kept"]


@pytest.mark.parametrize("content", [b"this is no database at all, it only looks like a file" * 10, None])
async def test_a_file_that_cannot_be_opened_is_the_stores_failure(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "broken.db"
    file.mkdir() if content is None else file.write_bytes(content)
    database = SqliteDatabase(file)

    with pytest.raises(StoreFailed):
        await database.start()
    with pytest.raises(StoreFailed):
        await database.read_in_thread(lambda tx: tx.now())


async def test_every_commit_is_synced(database: SqliteDatabase) -> None:
    connection = database.connect()
    found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
    connection.close()

    assert found == [2, "wal"]


async def test_a_fault_in_the_writer_itself_leaves_nobody_waiting(
    notes: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(SqliteDatabase, "run_plainly", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await notes.write(lambda tx: add("never", tx))

    assert await notes.write(lambda tx: add("now", tx)) == "now"
    assert await texts(notes) == ["now"]
