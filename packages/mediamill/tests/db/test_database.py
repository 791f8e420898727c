"""What every database promises, asked of each: SQLite in a file, PostgreSQL on a server."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, NoReturn

import psycopg
import pytest

from mediamill.db import (
    Database,
    NewerSchema,
    SqliteDatabase,
    StoreBusy,
    Transaction,
    lock_name,
    named_queries,
)
from mediamill.db import sqlite as sqlite_module
from mediamill.db.migrate import FLOOR_SINCE, SURVIVED, migration_files, raises_floor
from mediamill.db.postgres import PostgresDatabase
from mediamill.db.postgres import connecting as postgres_connecting
from mediamill.db.postgres import database as postgres_module
from tests.behind import change_behind, seen_behind
from tests.clock import FrozenClock
from tests.new_database import new_database
from tests.postgres import drop_postgres_database, empty_postgres_database, needs_postgres, new_postgres_database

SQL = named_queries(__file__)
NOTES = 300  # more than one portion of rows


class Refused(Exception):
    pass


@dataclass
class Home:
    """Where one database is, for as many processes as a test needs."""

    open: Callable[[], Database]
    opened: list[Database] = field(default_factory=list)

    async def another(self) -> Database:
        """As another process sees it."""
        database = self.open()
        await database.start()
        self.opened.append(database)
        return database

    async def leave(self) -> None:
        for database in self.opened:
            await database.stop()


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=[pytest.mark.xdist_group("postgres"), *needs_postgres])]
)
async def home(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Home]:
    if request.param == "sqlite":
        home = Home(lambda: SqliteDatabase(tmp_path / "mediamill.db"))
        (tmp_path / "mediamill.db").write_bytes(new_database_bytes)
        yield home
        await home.leave()
    else:
        home = Home(lambda: PostgresDatabase(one_database(), connections=4))
        yield home
        await home.leave()
        with psycopg.connect(one_database(), autocommit=True) as server:
            server.execute("DROP TABLE IF EXISTS notes, numbers")


@cache
def one_database() -> str:
    """The address of one for all of these tests: each takes away its tables."""
    return new_postgres_database()


new_database_bytes = new_database()  # where no event loop runs


@pytest.fixture
async def store(home: Home) -> Database:
    database = await home.another()
    await database.write(lambda tx: tx.run(SQL.create))
    await database.write(lambda tx: tx.run(SQL.create_numbers))
    return database


def add(text: str, tx: Transaction) -> str:
    tx.run(SQL.add, text=text)
    return text


def texts(tx: Transaction) -> list[str]:
    return [row["text"] for row in tx.all(SQL.texts)]


async def seen(store: Database) -> list[str]:
    return sorted(await store.write(texts))


class Held:
    """A transaction that has done this and does it again when it is let go."""

    def __init__(
        self,
        run: Callable[[Callable[[Transaction], object]], Coroutine[Any, Any, object]],
        work: Callable[[Transaction], object],
    ) -> None:
        self.entered, self.leave = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def hold(tx: Transaction) -> object:
            work(tx)
            loop.call_soon_threadsafe(self.entered.set)
            self.leave.wait(30)
            return work(tx)

        self.answer = asyncio.ensure_future(run(hold))

    async def let_go(self) -> object:
        self.leave.set()
        return await self.answer


async def test_what_was_answered_is_there_for_every_process(store: Database, home: Home) -> None:
    assert await store.write(partial(add, "kept")) == "kept"

    other = await home.another()
    assert await seen(other) == ["kept"]
    assert await other.read_one(lambda tx: tx.one(SQL.count)) is not None


async def test_every_one_of_many_writes_at_once_is_kept_and_counted(store: Database) -> None:
    before = store.writes
    words = [f"note {number}" for number in range(40)]
    answers = await asyncio.gather(*(store.write(partial(add, text)) for text in words))

    assert answers == words
    assert await store.read(lambda tx: sorted(row["text"] for row in tx.all(SQL.texts))) == sorted(words)
    assert store.writes - before == 40
    assert 1 <= store.commits <= store.writes


async def test_a_refusal_undoes_what_it_wrote_and_nothing_of_its_neighbours(store: Database) -> None:
    def refuse(tx: Transaction) -> NoReturn:
        add("never", tx)
        raise Refused

    answers = await asyncio.gather(
        store.write(partial(add, "before")),
        store.write(refuse),
        store.write(partial(add, "after")),
        return_exceptions=True,
    )

    assert isinstance(answers[1], Refused)
    assert await seen(store) == ["after", "before"]


async def test_a_broken_rule_of_the_schema_reaches_the_one_who_broke_it(store: Database) -> None:
    await store.write(lambda tx: tx.run(SQL.break_it, text="first"))

    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        await store.write(lambda tx: tx.run(SQL.break_it, text="second"))
    assert await seen(store) == ["first"]


async def test_a_read_is_one_moment_whatever_is_written_meanwhile(store: Database) -> None:
    await store.write(partial(add, "first"))
    held = Held(store.read_in_thread, lambda tx: tx.one(SQL.count)["number"])  # type: ignore[index]
    await held.entered.wait()
    await store.write(partial(add, "second"))

    assert await held.let_go() == 1
    assert await store.read_in_thread(lambda tx: tx.one(SQL.count)["number"]) == 2  # type: ignore[index]


async def test_what_is_registered_for_the_commit_happens_once_and_before_the_answer(store: Database) -> None:
    happened: list[str] = []

    def good(tx: Transaction) -> None:
        tx.on_commit(lambda: happened.append("good"))
        add("good", tx)

    def bad(tx: Transaction) -> NoReturn:
        tx.on_commit(lambda: happened.append("bad"))
        add("bad", tx)
        raise Refused

    await store.write(good)
    assert happened == ["good"]
    with pytest.raises(Refused):
        await store.write(bad)
    assert happened == ["good"]


async def test_listeners_are_woken_by_what_is_durable_alone(store: Database) -> None:
    def refuse(tx: Transaction) -> NoReturn:
        tx.notify("news")
        raise Refused

    with store.notifier.listening("news") as news:
        with pytest.raises(Refused):
            await store.write(refuse)
        assert not news.is_set()
        await store.write(lambda tx: tx.notify("news"))
        assert news.is_set()


async def test_a_caller_who_gave_up_waiting_undoes_nothing(store: Database) -> None:
    happened: asyncio.Queue[str] = asyncio.Queue()

    def write(tx: Transaction) -> None:
        tx.on_commit(lambda: happened.put_nowait("kept"))
        add(f"note {len(texts(tx)) + 1}", tx)

    held = Held(store.write, write)
    await held.entered.wait()
    held.answer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await held.answer
    held.leave.set()

    assert await happened.get() == await happened.get() == "kept"
    assert happened.empty()
    assert await seen(store) == ["note 1", "note 2"]


async def test_a_transaction_has_one_instant_by_the_databases_clock(store: Database) -> None:
    clock = FrozenClock()
    store.clock = clock  # type: ignore[attr-defined]
    held = Held(store.write, lambda tx: tx.now())
    await held.entered.wait()
    before = clock.now
    clock.advance(5_000)

    assert await held.let_go() == before
    assert await store.write(lambda tx: tx.now()) == await store.read(lambda tx: tx.now()) == before + 5_000


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**53 + 1, 2**63 - 1, -(2**63)])
async def test_whole_numbers_have_64_bits(store: Database, number: int) -> None:
    await store.write(lambda tx: tx.run(SQL.add_number, whole=number, broken=None, words=None))
    sums = await store.read(lambda tx: tx.one(SQL.number_sums))

    assert sums is not None
    assert (type(sums["whole"]), sums["whole"], sums["broken"], sums["words"]) == (int, number, None, None)


async def test_sums_stay_the_kind_of_number_that_was_summed(store: Database) -> None:
    numbers: list[dict[str, Any]] = [
        {"whole": n, "broken": n + 0.1, "words": f"Zoë {n} 🥁 %s :n '"} for n in (1, -2, 2**61)
    ]
    await store.write(lambda tx: tx.send_many(SQL.add_number, numbers))
    sums = await store.read(lambda tx: tx.one(SQL.number_sums))
    rows = await store.read(lambda tx: [dict(row) for row in tx.all(SQL.numbers)])

    assert sums is not None
    assert (sums["whole"], type(sums["whole"])) == (2**61 - 1, int)
    assert (sums["broken"], type(sums["broken"])) == (sum(one["broken"] for one in numbers), float)
    assert rows == sorted(numbers, key=lambda one: one["whole"])


async def test_truth_and_nothing_are_numbers_and_nulls(store: Database) -> None:
    await store.write(lambda tx: tx.run(SQL.add_number, whole=True, broken=None, words=""))
    (row,) = await store.read(lambda tx: tx.all(SQL.numbers))

    assert dict(row) == {"whole": 1, "broken": None, "words": ""}


async def test_a_text_that_nobody_can_keep_is_the_fault_of_who_gave_it(store: Database) -> None:
    with pytest.raises(UnicodeEncodeError):
        await store.write(partial(add, "half of a \ud83e"))
    await store.write(partial(add, "whole"))

    assert await seen(store) == ["whole"]


async def test_answers_say_how_many_rows_there_are(store: Database) -> None:
    await store.write(lambda tx: tx.send_many(SQL.add, [{"text": "same"}] * NOTES))
    await store.write(lambda tx: tx.send_many(SQL.add, []))

    def walk_and_stop(tx: Transaction) -> list[str]:
        halfway = [row["text"] for _, row in zip(range(3), tx.each(SQL.texts), strict=False)]
        return halfway + [row["text"] for row in tx.each(SQL.texts)]

    assert await store.write(lambda tx: tx.run(SQL.change_text, before="same", text="changed")) == NOTES
    assert await store.write(lambda tx: tx.run(SQL.change_text, before="same", text="changed")) == 0
    assert await store.write(lambda tx: tx.one(SQL.texts)) is not None
    assert await store.read(lambda tx: [row["text"] for row in tx.each(SQL.texts)]) == ["changed"] * NOTES
    assert await store.write(walk_and_stop) == ["changed"] * (NOTES + 3)
    change_behind(store, "DELETE FROM notes")
    assert await store.read(lambda tx: tx.one(SQL.texts)) is None


async def test_what_was_sent_is_run_in_order_and_answers_whenever_it_is_asked(store: Database) -> None:
    def write(tx: Transaction) -> tuple[object, ...]:
        none_yet = tx.send(SQL.count)
        added = tx.send_many(SQL.add, [{"text": "same"}] * 3)
        nothing = tx.send_many(SQL.add, [])
        three = tx.send(SQL.count)
        changed = tx.send(SQL.change_text, before="same", text="changed")
        tx.send(SQL.add, text="last")
        found = tx.send(SQL.texts)
        counts = [row and row["number"] for row in (three.row(), none_yet.row())]
        return *counts, changed.changed(), added.changed(), nothing.changed(), [row["text"] for row in found.rows()]

    assert await store.write(write) == (3, 0, 3, 3, 0, ["changed"] * 3 + ["last"])
    assert await store.read(lambda tx: tx.send(SQL.numbers).row()) is None
    assert await store.read_one(lambda tx: tx.send(SQL.texts).row()) == await store.read(lambda tx: tx.one(SQL.texts))


async def test_what_was_sent_and_fails_takes_everything_with_it(store: Database) -> None:
    """Nobody asked for its answer: the transaction is told all the same, at the latest before its commit."""

    def write(tx: Transaction) -> None:
        tx.send(SQL.add, text="before")
        tx.send(SQL.break_it, text="first")
        tx.send(SQL.break_it, text="second")
        tx.send(SQL.add, text="after")

    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        await store.write(write)
    assert await seen(store) == []
    await store.write(partial(add, "here"))
    assert await seen(store) == ["here"]


async def test_one_write_by_itself_is_durable_though_nobody_asks_for_its_answer(store: Database, home: Home) -> None:
    await store.write_one(lambda tx: tx.send(SQL.add, text="sent"))

    assert await seen(await home.another()) == ["sent"]


async def test_a_transaction_that_waits_too_long_for_another_process_is_told_so(
    home: Home, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "BUSY_MILLISECONDS", 20)
    monkeypatch.setattr(postgres_connecting, "LOCK_MS", 20)
    other = await home.another()

    def decide(tx: Transaction) -> None:
        lock_name(tx, "caps")
        add("alone", tx)

    held = Held(store.write, decide)
    await held.entered.wait()
    with pytest.raises(StoreBusy):
        await other.write(decide)
    await held.let_go()
    await other.write(decide)

    assert await seen(other) == ["alone"] * 3


async def test_when_too_much_waits_more_is_refused(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "QUEUE_MAX", 3)
    monkeypatch.setattr(postgres_module, "WAITING_MAX", 4)  # with the one under way
    store = await home.another()
    await store.write(lambda tx: tx.run(SQL.create))
    held = Held(store.write, lambda tx: None)
    await held.entered.wait()
    writes = [asyncio.ensure_future(store.write(partial(add, str(number)))) for number in range(5)]
    await asyncio.sleep(0)
    await held.let_go()
    answers = await asyncio.gather(*writes, return_exceptions=True)

    assert [type(answer) for answer in answers] == [str] * 3 + [StoreBusy] * 2
    assert await seen(store) == ["0", "1", "2"]
    assert await store.write(partial(add, "room again")) == "room again"


async def test_stopping_answers_everything_that_waits(home: Home, store: Database) -> None:
    writes = [asyncio.ensure_future(store.write(partial(add, str(number)))) for number in range(20)]
    await asyncio.sleep(0)
    await store.stop()

    assert len(await asyncio.gather(*writes)) == 20
    assert len(await seen(await home.another())) == 20


async def test_processes_that_start_together_migrate_once(home: Home) -> None:
    databases = await asyncio.gather(*(home.another() for _ in range(4)))

    await databases[0].write(lambda tx: tx.run(SQL.create))
    for database in databases:
        await database.write(partial(add, "here"))
    assert len(await seen(databases[0])) == 4


@pytest.fixture
def newer_schema(store: Database) -> Iterator[None]:
    """A version that knows 999 migrations more has been here."""
    is_server = isinstance(store, PostgresDatabase)
    known = len(migration_files())
    to_version = "UPDATE schema_version SET version = {}" if is_server else "PRAGMA user_version = {}"
    change_behind(store, to_version.format(known + 999))
    yield
    change_behind(store, to_version.format(known))


@pytest.mark.usefixtures("newer_schema")
async def test_a_newer_schema_that_this_version_would_not_survive_is_refused(home: Home, store: Database) -> None:
    ((before,),) = seen_behind(store, "SELECT version FROM schema_floor")
    change_behind(store, "UPDATE schema_floor SET version = version + 999")
    with pytest.raises(NewerSchema):
        await home.open().start()
    change_behind(store, "DELETE FROM schema_floor")
    with pytest.raises(NewerSchema):
        await home.open().start()
    change_behind(store, "INSERT INTO schema_floor (version) VALUES (:version)", version=before)


@pytest.mark.usefixtures("newer_schema")
async def test_a_newer_schema_that_older_versions_survive_is_worked_with(home: Home) -> None:
    another = await home.another()
    await another.write(partial(add, "here"))

    assert await seen(another) == ["here"]


def test_a_migration_says_in_its_first_line_that_older_versions_survive_it() -> None:
    known = [""] * (FLOOR_SINCE - 2) + ["-- old", "CREATE TABLE floor", f"{SURVIVED}\nCREATE TABLE x", "CREATE TABLE y"]

    assert [raises_floor(known, index) for index in range(FLOOR_SINCE - 2, len(known))] == [False, True, False, True]


@pytest.mark.fleet
async def test_an_empty_server_gets_every_table(tmp_path: Path) -> None:
    """And four processes that begin with it do not stumble over each other."""
    url = empty_postgres_database()
    databases = [PostgresDatabase(url, connections=1) for _ in range(4)]
    await asyncio.gather(*(database.start() for database in databases))
    for database in databases:
        await database.write(lambda tx: lock_name(tx, "anything"))
        await database.stop()
    drop_postgres_database(url)
