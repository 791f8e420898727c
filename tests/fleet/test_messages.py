"""Messages between processes: few, never in the way of what they are sent for, and lost without harm."""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from procrastinate.schema import SchemaManager

from mediamill.db import Transaction
from mediamill.dispatch import procrastinate as messages_of
from mediamill.dispatch import waker as wakers
from tests.fleet.wakers import Messages, messages_on, new_messages, seen
from tests.postgres import PostgresServer

pytestmark = [pytest.mark.fleet, pytest.mark.anyio]

BURST = 300
LISTENS = "wait_event = 'ClientRead' AND query LIKE 'LISTEN%'"


@pytest.fixture
async def messages() -> AsyncIterator[Messages]:
    async with new_messages() as opened:
        yield opened


async def test_every_worker_looks_for_one_that_is_full_may_take_the_row(messages: Messages) -> None:
    front, one, other = await messages.process(), await messages.process(["cpu"]), await messages.process(["cpu"])
    one.cpu.clear()
    other.cpu.clear()
    await front.make_due()

    await one.is_woken()
    await other.is_woken()


async def test_a_rush_makes_few_messages_and_the_last_is_not_lost(messages: Messages) -> None:
    front, worker = await messages.process(), await messages.process(["cpu"])
    before = messages.sent()
    await asyncio.gather(*(front.make_due() for _ in range(BURST)))
    worker.cpu.clear()
    await front.make_due()  # held back, for the pause is not over
    await worker.is_woken()

    assert messages.sent() - before < BURST / 3
    await seen(lambda: not messages.rows(), "all were taken")


async def test_what_a_worker_does_not_hear_is_there_when_it_comes(messages: Messages) -> None:
    front = await messages.process()
    await front.make_due()
    assert messages.rows() == 1
    await messages.process(["cpu"])

    assert messages.rows() == 0


async def test_what_is_due_later_needs_no_message(messages: Messages) -> None:
    front = await messages.process()
    await front.make_due(seconds=60)

    assert messages.sent() == 0


async def test_tables_that_are_broken_are_in_nobodys_way(messages: Messages, caplog: pytest.LogCaptureFixture) -> None:
    """A newer version has dropped a function that this process calls: what it accepts is accepted all the same."""
    front = await messages.process()
    await front.database.write(lambda tx: tx.connection.execute("CREATE TABLE kept (name TEXT)"))
    messages.run("DROP FUNCTION procrastinate_defer_jobs_v1")

    def accept(tx: Transaction) -> None:
        front.enqueue(tx)
        tx.connection.execute("INSERT INTO kept VALUES ('mina')")

    with caplog.at_level(logging.WARNING):
        await front.database.write(accept)

    assert messages.number("SELECT COUNT(*) FROM kept") == 1
    assert "no message was sent" in caplog.text


async def test_a_lost_listener_polls_until_it_hears_again(
    messages: Messages, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(messages_of, "RETRY_SECONDS", 0.1)
    front, worker = await messages.process(), await messages.process(["cpu"])
    assert worker.waker.poll_seconds == messages_of.POLL_SECONDS
    messages.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {LISTENS}")
    await worker.is_woken()  # what sleeps until a long poll takes short ones now

    await seen(lambda: worker.waker.hears, "it hears again")
    worker.cpu.clear()
    await front.make_due()
    await worker.is_woken()
    assert worker.waker.alive()


async def test_without_notifications_polls_stay_short(messages: Messages, monkeypatch: pytest.MonkeyPatch) -> None:
    """As behind a pooler that hands a connection to somebody else between two statements."""
    monkeypatch.setattr(messages_of, "FETCH_SECONDS", 0.1)
    front = await messages.process()
    messages.run("ALTER TABLE procrastinate_jobs DISABLE TRIGGER procrastinate_jobs_notify_queue_job_inserted_v1")
    worker = messages_of.ProcrastinateWaker(database=front.database, server=front.waker.server, pools=["cpu"])
    await worker.start()
    await seen(lambda: messages.sent() == 1 and not messages.rows(), "its own message came by way of the table")

    assert worker.poll_seconds == wakers.POLL_SECONDS
    await worker.stop()


async def test_stale_messages_are_swept_whoever_had_them(messages: Messages) -> None:
    front = await messages.process()
    await front.make_due()
    messages.run("INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('theirs', 'their own task')")
    messages.run("UPDATE procrastinate_jobs SET status = 'doing' WHERE queue_name = 'cpu'")  # by a worker that died
    assert await front.waker.sweep() == 0
    messages.run("UPDATE procrastinate_events SET at = now() - INTERVAL '2 minutes'")

    assert await front.waker.sweep() == 1
    assert messages.number("SELECT COUNT(*) FROM procrastinate_jobs WHERE queue_name = 'theirs'") == 1


@pytest.fixture
def newer_version(tmp_path: Path) -> str:
    """A folder with the library's own migrations, and one that comes with its next version."""
    shutil.copytree(SchemaManager.get_migrations_path(), tmp_path / "migrations")
    newer = tmp_path / "migrations" / "03.99.00_01_pre_more.sql"
    newer.write_text("CREATE TABLE procrastinate_more (id BIGINT); SELECT 1;")
    return str(newer.parent)


async def test_a_newer_version_brings_its_migrations(
    messages: Messages, newer_version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await messages.process()
    known = messages.number("SELECT COUNT(*) FROM message_migrations")
    monkeypatch.setattr(SchemaManager, "get_migrations_path", lambda: newer_version)
    started = await asyncio.gather(*(messages.process() for _ in range(3)))

    assert all(process.waker.can_send for process in started)
    assert messages.number("SELECT COUNT(*) FROM procrastinate_more") == 0
    assert messages.number("SELECT COUNT(*) FROM message_migrations") == known + 1


async def test_a_server_that_goes_and_comes_back_wakes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages_of, "RETRY_SECONDS", 0.1)
    server = PostgresServer().make().start()
    try:
        async with messages_on(server.url("postgres")) as messages:
            front, worker = await messages.process(), await messages.process(["cpu"])
            server.kill()
            await seen(lambda: not worker.waker.hears, "it hears nothing")
            server.start()
            await seen(lambda: worker.waker.hears, "it hears again")
            worker.cpu.clear()
            await front.make_due()
            await worker.is_woken()
    finally:
        server.close()
