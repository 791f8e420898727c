"""What only PostgreSQL has: connections that break, deadlocks, limits of time, a server that goes and comes back."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import psycopg
import pytest

from mediamill.db import StoreBusy, StoreFailed, Transaction, lock_name, named_queries
from mediamill.db.postgres import PostgresDatabase
from mediamill.db.postgres import connecting as connecting_module
from mediamill.db.postgres import database as database_module
from mediamill.db.postgres.statements import ServerConnection
from tests.behind import change_behind, seen_behind
from tests.db.wire import Way, wire_to
from tests.postgres import PostgresServer, drop_postgres_database, needs_postgres, new_postgres_database

SQL = named_queries(__file__)
pytestmark = [pytest.mark.fleet, pytest.mark.xdist_group("postgres"), *needs_postgres]
OURS = "FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'ours%'"


@pytest.fixture
def address() -> Iterator[str]:
    url = new_postgres_database()
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(SQL.create.postgres.encode())
    yield url
    drop_postgres_database(url)


@pytest.fixture
async def store(address: str) -> AsyncIterator[PostgresDatabase]:
    database = PostgresDatabase(address, name="ours", connections=3)
    await database.start()
    yield database
    await database.stop()


def add(text: str, tx: Transaction) -> str:
    tx.run(SQL.add, text=text)
    return text


async def texts(store: PostgresDatabase) -> list[str]:
    return await store.read(lambda tx: [row["text"] for row in tx.all(SQL.texts)])


def end_connections(store: PostgresDatabase) -> int:
    """As an operator, a proxy or a failing network does; how many."""
    return len(seen_behind(store, f"SELECT pg_terminate_backend(pid) {OURS}"))


# -- connections that break ----------------------------------------------------------------------------------------


async def test_connections_that_broke_while_nobody_used_them_are_made_anew(store: PostgresDatabase) -> None:
    await asyncio.gather(*(store.write(partial(add, str(n))) for n in range(6)), store.read_in_thread(lambda _: None))
    assert end_connections(store) >= 2

    assert await store.write(partial(add, "one more")) == "one more"
    assert len(await texts(store)) == 7
    assert await store.read_one(lambda tx: tx.one(SQL.count)) == {"number": 7}
    assert await store.read_in_thread(lambda tx: len(tx.all(SQL.texts))) == 7


async def test_a_connection_that_breaks_in_mid_transaction_does_it_all_again(store: PostgresDatabase) -> None:
    runs: list[str] = []
    happened: list[str] = []

    def break_once(tx: Transaction) -> int:
        tx.on_commit(lambda: happened.append("kept"))
        runs.append(add("first", tx))
        if len(runs) == 1:
            end_connections(store)
        add("second", tx)
        return len(runs)

    before = store.commits
    assert await store.write(break_once) == 2
    assert await texts(store) == ["first", "second"]
    assert (happened, store.commits - before) == (["kept"], 1)


async def test_a_read_that_breaks_is_done_again(store: PostgresDatabase) -> None:
    looks: list[int] = []

    def break_once(tx: Transaction) -> object:
        looks.append(1)
        if len(looks) == 1:
            end_connections(store)
        return tx.one(SQL.count)

    assert await store.read(break_once) == {"number": 0}
    looks.clear()
    assert await store.read_one(break_once) == {"number": 0}
    assert len(looks) == 2


async def test_a_connection_that_breaks_again_and_again_is_the_stores_fault(
    store: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "RETRY_PAUSES_SECONDS", (0.0, 0.0))
    runs: list[int] = []

    def break_always(tx: Transaction) -> None:
        runs.append(1)
        end_connections(store)
        add("never", tx)

    with pytest.raises(StoreBusy, match="connection was lost"):
        await store.write(break_always)
    assert len(runs) == 3
    assert await texts(store) == []


@pytest.mark.parametrize(
    ("cut_at", "runs"),
    [((Way.TO_CLIENT, b"COMMIT\0"), 1), ((Way.TO_SERVER, b"COMMIT\0"), 2)],
    ids=["it was kept", "it never arrived"],
)
async def test_a_commit_whose_answer_was_lost_happens_once(address: str, cut_at: tuple[Way, bytes], runs: int) -> None:
    async with wire_to(address) as (wire, through):
        store = PostgresDatabase(through, connections=1)
        await store.start()
        ran: list[str] = []
        happened: list[str] = []

        def write(tx: Transaction) -> str:
            tx.on_commit(lambda: happened.append("kept"))
            ran.append("once more")
            return add("once", tx)

        wire.cut_at = cut_at
        assert await store.write(write) == "once"
        assert wire.cuts == 1
        assert await texts(store) == ["once"]
        assert (len(ran), happened, store.commits) == (runs, ["kept"], 1)
        await store.stop()


async def test_a_commit_that_nobody_can_look_up_is_said_to_be_unknown(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "FATE_SECONDS", 0.3)
    async with wire_to(address) as (wire, through):
        store = PostgresDatabase(through, connections=1)
        await store.start()
        happened: list[str] = []

        def write(tx: Transaction) -> None:
            tx.on_commit(lambda: happened.append("kept"))
            wire.is_broken = True
            add("perhaps", tx)

        wire.cut_at = (Way.TO_CLIENT, b"COMMIT\0")
        with pytest.raises(StoreFailed, match="not known"):
            await store.write(write)
        assert happened == []
        await store.stop()


@pytest.mark.parametrize("kind", ["WRITE", "READ"])
async def test_a_beginning_that_fails_spoils_no_later_transaction(
    address: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = PostgresDatabase(address, name="ours", connections=1)
    await database.start()
    begin = database.write if kind == "WRITE" else database.read
    with monkeypatch.context() as patched:
        patched.setattr(database_module, f"BEGIN_{kind}", b"SELECT 1 / 0")
        with pytest.raises(psycopg.DataError):
            await begin(lambda tx: tx.one(SQL.count))

    assert await begin(lambda tx: tx.one(SQL.count)) == {"number": 0}
    await database.stop()


async def test_an_error_that_was_swallowed_is_not_told_as_kept(store: PostgresDatabase) -> None:
    """The server answers a commit of a failed transaction with ROLLBACK, which is no error."""

    def swallow(tx: Transaction) -> None:
        add("never", tx)
        try:
            tx.run(SQL.break_it, text=None)
        except psycopg.IntegrityError:
            return

    with pytest.raises(StoreFailed, match="a statement failed"):
        await store.write(swallow)
    assert await texts(store) == []


async def test_what_was_sent_goes_in_one_message_with_what_is_waited_for(address: str) -> None:
    """And in another one with the commit: the server is told nothing in between that it would have to wait after."""
    async with wire_to(address) as (wire, through):
        store = PostgresDatabase(through, connections=1)
        await store.start()

        def write(tx: Transaction) -> None:
            lock_name(tx, "notes")
            tx.send(SQL.add, text="first")
            tx.send_many(SQL.add, [{"text": "second"}, {"text": "third"}])
            assert tx.one(SQL.count) == {"number": 3}
            tx.send(SQL.add, text="fourth")

        await store.read_one(lambda tx: tx.one(SQL.count))  # connected
        for _ in range(2):  # whatever the server knows already
            before = wire.messages
            await store.write(write)
            assert wire.messages - before == 2
            await asyncio.to_thread(change_behind, store, "DELETE FROM notes")
        before = wire.messages
        await store.read(lambda tx: [tx.send(SQL.count), tx.one(SQL.count)])
        assert wire.messages - before == 2
        await store.stop()


async def test_a_message_may_be_longer_than_what_fits_between_two_processes(store: PostgresDatabase) -> None:
    """The server answers while it is still being told: both sides read what the other one says."""
    long = "a note of some length " * 40_000

    def write(tx: Transaction) -> list[str]:
        answers = [(tx.send(SQL.add, text=f"{long}{number}"), tx.send(SQL.texts))[1] for number in range(12)]
        return [row["text"] for row in answers[-1].rows()]

    assert await store.write(write) == [f"{long}{number}" for number in range(12)] == await texts(store)


async def test_a_statement_that_a_server_could_not_prepare_is_prepared_once_it_can(store: PostgresDatabase) -> None:
    """Neither it nor what was told after it is taken for known."""
    change_behind(store, "ALTER TABLE notes RENAME TO scraps")

    def write(tx: Transaction) -> None:
        tx.send(SQL.change_text, before="", text="")
        tx.run(SQL.add, text="one")

    for _ in range(2):
        for _connection in range(3):
            with pytest.raises(psycopg.ProgrammingError):
                await store.write(write)
    change_behind(store, "ALTER TABLE scraps RENAME TO notes")
    for _ in range(6):
        await store.write(write)

    assert await texts(store) == ["one"] * 6


# -- waiting for each other ----------------------------------------------------------------------------------------


async def test_who_waits_for_a_lock_holds_up_nobody_else(store: PostgresDatabase) -> None:
    """Neither what asks for a reply nor what only waits for its commit."""
    held, let_go = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hold(tx: Transaction) -> None:
        lock_name(tx, "everything")
        tx.one(SQL.count)
        loop.call_soon_threadsafe(held.set)
        assert let_go.wait(20)

    holding = asyncio.ensure_future(store.write(hold))
    await held.wait()
    waiting = asyncio.ensure_future(store.write(lambda tx: lock_name(tx, "everything")))
    for number in range(20):
        await store.write(partial(add, str(number)))
        await store.write(lambda tx: tx.send(SQL.add, text="sent"))
    assert not waiting.done()
    let_go.set()

    await asyncio.gather(holding, waiting)


async def test_a_deadlock_is_run_again(store: PostgresDatabase) -> None:
    both = threading.Barrier(2, timeout=20)
    runs: list[str] = []

    def take(first: str, second: str, tx: Transaction) -> None:
        runs.append(first)
        lock_name(tx, first)
        tx.one(SQL.count)
        if len(runs) <= 2:
            both.wait()
        lock_name(tx, second)
        add(f"{first} and {second}", tx)

    await asyncio.gather(store.write(partial(take, "a", "b")), store.write(partial(take, "b", "a")))

    assert len(runs) == 3
    assert sorted(await texts(store)) == ["a and b", "b and a"]


async def test_limits_of_time_make_the_store_busy(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting_module, "LOCK_MS", 50)
    monkeypatch.setattr(database_module, "STATEMENT_MS", 100)
    store = PostgresDatabase(address, connections=2)
    await store.start()

    def sleep(tx: Any) -> None:
        add("never", tx)
        tx.connection.execute("SELECT pg_sleep(20)")

    with psycopg.connect(address) as stranger:
        stranger.execute("LOCK TABLE notes")
        with pytest.raises(StoreBusy, match="others hold"):
            await store.write(partial(add, "never"))
    with pytest.raises(StoreBusy, match="too long"):
        await store.write(sleep)
    assert await store.write(partial(add, "now")) == "now"
    assert await texts(store) == ["now"]
    await store.stop()


async def test_who_stands_still_in_a_transaction_loses_its_locks_and_does_it_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting_module, "IDLE_IN_TRANSACTION_MS", 100)
    frozen, other = PostgresDatabase(address, connections=1), PostgresDatabase(address, connections=1)
    await frozen.start()
    await other.start()
    begun, overtaken = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()
    runs: list[int] = []

    def stand_still(tx: Transaction) -> None:
        runs.append(1)
        lock_name(tx, "everything")
        tx.one(SQL.count)
        loop.call_soon_threadsafe(begun.set)
        if len(runs) == 1:
            assert overtaken.wait(20)
        add("late", tx)

    def overtake(tx: Transaction) -> None:
        lock_name(tx, "everything")
        add("early", tx)

    late = asyncio.ensure_future(frozen.write(stand_still))
    await begun.wait()
    await other.write(overtake)
    overtaken.set()
    await late

    assert (len(runs), await texts(other)) == (2, ["early", "late"])
    await frozen.stop()
    await other.stop()


# -- a server that goes away ---------------------------------------------------------------------------------------


async def test_a_server_that_is_killed_and_started_again_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was answered is there afterwards; meanwhile callers are told to come back, at once."""
    server = PostgresServer().make().start()
    store = PostgresDatabase(server.url("postgres"), connections=2)
    await store.start()
    await store.write(lambda tx: tx.run(SQL.create))
    await store.write(partial(add, "before"))
    server.kill()
    for _ in range(3):
        with pytest.raises(StoreBusy):
            await store.write(partial(add, "never"))
        with pytest.raises(StoreBusy):
            await store.read(lambda tx: tx.all(SQL.texts))
    await asyncio.to_thread(server.start)
    monkeypatch.setattr(store.lane.connections, "away_until", 0.0)  # half a second is over

    assert await store.write(partial(add, "after")) == "after"
    assert await texts(store) == ["before", "after"]
    await store.stop()
    server.close()


async def test_a_copy_that_only_reads_takes_writes_once_it_has_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "RETRY_PAUSES_SECONDS", (0.0,))
    server = PostgresServer().make().start()
    store = PostgresDatabase(server.url("postgres"), connections=1)
    await store.start()
    await store.write(lambda tx: tx.run(SQL.create))
    await store.write(partial(add, "before"))
    server.stop()
    (server.folder / "data" / "standby.signal").touch()
    await asyncio.to_thread(server.start)
    monkeypatch.setattr(store.lane.connections, "away_until", 0.0)

    with pytest.raises(StoreBusy):
        await store.write(partial(add, "never"))
    assert await texts(store) == ["before"]
    await asyncio.to_thread(seen_behind, store, "SELECT pg_promote()")
    assert await store.write(partial(add, "after")) == "after"
    assert await texts(store) == ["before", "after"]
    await store.stop()
    server.close()


async def test_a_server_that_starts_later_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a machine's power comes back, everything starts at once."""
    monkeypatch.setattr(database_module, "REACH_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(connecting_module, "AWAY_SECONDS", 0.0)
    server = PostgresServer().make().start()
    url = server.url("postgres")
    server.stop()
    store = PostgresDatabase(url, connections=1)
    tried, missed = threading.Event(), connecting_module.connect

    def connect(address: str, name: str) -> ServerConnection:
        try:
            return missed(address, name)
        finally:
            tried.set()

    monkeypatch.setattr(connecting_module, "connect", connect)
    starting = asyncio.create_task(store.reach(60.0))
    await asyncio.to_thread(tried.wait)
    await asyncio.to_thread(server.start)
    await starting
    await store.start()

    await store.write(lambda tx: tx.run(SQL.create))
    assert await store.write(partial(add, "there")) == "there"
    await store.stop()
    server.close()


async def test_no_server_at_the_start_is_a_busy_store_and_leaves_nothing_behind() -> None:
    store = PostgresDatabase("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(StoreBusy):
        await store.start()

    assert not [thread for thread in threading.enumerate() if thread in store.aside.threads._threads]
    with pytest.raises(StoreBusy, match="closed"):
        await store.write(partial(add, "never"))
    await store.stop()


async def test_a_stop_in_the_middle_ends_every_connection(address: str) -> None:
    store = PostgresDatabase(address, name="ours", connections=3)
    await store.start()
    writes = [asyncio.ensure_future(store.write(partial(add, str(number)))) for number in range(30)]
    await asyncio.sleep(0)  # each of them waits for a connection now
    for write in writes[::2]:
        write.cancel()
    await store.stop()
    answers = await asyncio.gather(*writes, return_exceptions=True)

    other = PostgresDatabase(address, name="other", connections=1)
    await other.start()
    kept = await texts(other)
    assert {answer for answer in answers if isinstance(answer, str)} <= set(kept)
    assert len(kept) == len(set(kept)) >= 15
    assert seen_behind(other, f"SELECT pid {OURS}") == []
    await other.stop()


# -- what differs between versions and servers ---------------------------------------------------------------------


async def test_a_newer_mediamill_may_change_a_table_beside_an_older_one(store: PostgresDatabase) -> None:
    """Statements that the older one has prepared are refused by the server from then on."""
    for number in range(12):
        await asyncio.gather(*(store.read(lambda tx: tx.all(SQL.everything)) for _ in range(3)))
        await store.write(partial(add, str(number)))
    with psycopg.connect(store.address, autocommit=True) as newer:
        newer.execute("ALTER TABLE notes ADD COLUMN colour TEXT")

    for _ in range(6):
        assert len(await store.read(lambda tx: tx.all(SQL.everything))) == 12


async def test_a_nul_in_a_text_is_kept_as_the_sign_for_what_cannot_be_shown(store: PostgresDatabase) -> None:
    await store.write(partial(add, "a\0b"))

    assert await texts(store) == ["a\ufffdb"]


async def test_a_database_in_another_encoding_is_refused(address: str) -> None:
    name = f"latin_{address.rpartition('_')[2]}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0".encode())
    url = f"{address.rpartition('/')[0]}/{name}"
    with pytest.raises(StoreFailed, match="LATIN1"):
        await PostgresDatabase(url).start()
    drop_postgres_database(url)


async def test_what_others_hold_open_is_not_ours_to_change(store: PostgresDatabase) -> None:
    """Every connection is set up alike, whatever the server's own defaults are."""
    change_behind(store, f'ALTER DATABASE "{store.address.rpartition("/")[2]}" SET synchronous_commit = off')
    end_connections(store)
    found = await store.read(
        lambda tx: [
            tx.connection.execute(f"SHOW {name}").fetchone()
            for name in ("synchronous_commit", "TimeZone", "lock_timeout", "statement_timeout")
        ]
    )

    assert [value for row in found for value in row.values()] == ["on", "UTC", "5s", "30s"]
