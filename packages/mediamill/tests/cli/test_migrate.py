"""An installation that has outgrown its data folder moves to PostgreSQL, whole or not at all."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import CliRunner, Result

from mediamill import accounts, webhooks, workers
from mediamill.accounts import Keyring, Plan
from mediamill.backups import MediaMissing, move_media
from mediamill.cli.main import cli
from mediamill.db import Database, SqliteDatabase
from mediamill.db.postgres import PostgresDatabase
from mediamill.generations import Policy
from mediamill.storage import StorageFailed, open_storage
from mediamill.webhooks import DeliveryOutcome
from mediamill.workers import Worker
from tests.behind import change_behind, seen_behind
from tests.generations.stage import HOOK, Stage
from tests.new_database import new_database
from tests.postgres import drop_postgres_database, empty_postgres_database

PEPPER = b"pepper"
ODD = "a zero byte \0, a clef 𝄞 and a quote ' \\N"
Told = TypeVar("Told")


class Studio:
    """Ada's installation: two successes, one with a webhook that arrived, one that waits, one that was too dear."""

    def __init__(self, folder: Path, policy: Policy) -> None:
        self.file, self.policy = folder / "mediamill.db", policy
        self.key = ""

    def do(self, work: Callable[[SqliteDatabase], Awaitable[Told]]) -> Told:
        async def run() -> Told:
            database = SqliteDatabase(self.file)
            await database.start()
            try:
                return await work(database)
            finally:
                await database.stop()

        return asyncio.run(run())

    async def furnish(self, database: Database) -> None:
        ada = await database.write(lambda tx: accounts.open_account(tx, "ada@example.com", Plan.PRO, 1_000))
        _, self.key = await database.write(lambda tx: accounts.issue_key(tx, ada.id, ODD, PEPPER))
        stage = Stage(database, self.policy)
        for hook in (None, HOOK):
            await stage.accept(ada, webhook=hook)
            await stage.succeed(await stage.must_claim())
        (claimed,) = await database.write(partial(webhooks.claim, worker="heron", limit=1))
        outcome = DeliveryOutcome(200, None, 7, "203.0.113.9", ODD)
        await database.write(
            partial(webhooks.settle, claimed=claimed, worker="heron", outcome=outcome, delays_ms=(5_000,))
        )
        await stage.accept(ada)
        await stage.try_accept(ada, 100_000)


@pytest.fixture
def studio(tmp_path: Path, policy: Policy) -> Studio:
    (tmp_path / "data").mkdir()
    made = Studio(tmp_path / "data", policy)
    made.file.write_bytes(new_database())
    made.do(made.furnish)
    return made


@pytest.fixture
def server() -> Iterator[str]:
    """The address of an empty database."""
    url = empty_postgres_database()
    yield url
    drop_postgres_database(url)


def migrate(studio: Studio, target: str, *options: str) -> Result:
    return CliRunner().invoke(cli, ["migrate", "--from", f"sqlite:///{studio.file}", "--to", target, *options])


def rows_of(database: Database, table: str) -> list[str]:
    return sorted(str(tuple(row)) for row in seen_behind(database, f"SELECT * FROM {table}"))


def test_everything_that_lasts_is_there_afterwards(studio: Studio, server: str) -> None:
    moved = migrate(studio, server, "--json")
    assert moved.exit_code == 0, moved.output
    tables = json.loads(moved.stdout)["tables"]

    old, new = SqliteDatabase(studio.file), PostgresDatabase(server)
    assert tables["generations"] == 3
    for table in tables:
        assert rows_of(new, table) == [row.replace("\\x00", "\ufffd") for row in rows_of(old, table)], table
    assert tables.keys() >= {"accounts", "api_keys", "ledger", "deliveries", "delivery_attempts", "attempts", "turns"}

    async def go_on(policy: Policy) -> None:
        await new.start()
        try:
            caller = await Keyring(new, PEPPER).caller_of(studio.key)
            assert caller is not None
            stage = Stage(new, policy)
            await stage.succeed(await stage.must_claim())
            assert await stage.is_exact()
            assert await stage.kinds(caller.account) == ["grant", *["hold", "capture"] * 3]
        finally:
            await new.stop()

    asyncio.run(go_on(studio.policy))


def test_the_operator_is_told_what_to_set(studio: Studio, server: str) -> None:
    told = migrate(studio, server).output

    assert f"MEDIAMILL_DATABASE_URL={server}" in told
    assert f"{studio.file.parent}/secret.key" in told
    assert "The media stay where they are." in told


def test_into_a_database_with_accounts_nothing_is_moved(studio: Studio, server: str) -> None:
    assert migrate(studio, server).exit_code == 0
    again = migrate(studio, server)

    assert again.exit_code != 0
    assert "make an empty one" in str(again.exception)
    assert len(rows_of(PostgresDatabase(server), "generations")) == 3


def test_what_runs_has_to_be_stopped_first(studio: Studio, server: str) -> None:
    worker = Worker("serve:1:2", "9", "digest", ("cpu",))
    studio.do(lambda database: database.write(lambda tx: workers.register(tx, worker, (), alive_ms=60_000)))

    refused = migrate(studio, server)
    assert "serve:1:2" in str(refused.exception)
    assert "stop them first" in str(refused.exception)


def test_books_that_do_not_agree_are_not_moved(studio: Studio, server: str) -> None:
    change_behind(SqliteDatabase(studio.file), "UPDATE balances SET available = available + 1")

    assert "mediamill reconcile" in str(migrate(studio, server).exception)


def test_a_copy_that_differs_is_undone(studio: Studio, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mediamill.db.postgres.moving.without_nul", lambda text: text.replace("\0", ""))
    monkeypatch.setattr("mediamill.db.postgres.moving.rows_in", lambda *_: iter([("something else",)]))

    refused = migrate(studio, server)
    assert "nothing was moved" in str(refused.exception)
    assert rows_of(PostgresDatabase(server), "accounts") == []


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("postgresql://one", "postgresql://two", "no SQLite database"),
        ("sqlite:///a.db", "mysql://two", "no PostgreSQL database"),
        ("sqlite:///not/there.db", "postgresql://127.0.0.1:1/x", "There is no database"),
    ],
)
def test_what_cannot_be_is_said_at_once(source: str, target: str, said: str) -> None:
    refused = CliRunner().invoke(cli, ["migrate", "--from", source, "--to", target])
    assert said in str(refused.exception)


def test_a_server_that_is_not_there_is_named(studio: Studio) -> None:
    refused = migrate(studio, "postgresql://nobody@127.0.0.1:1/none")
    assert "port 1" in str(refused.exception)


async def test_media_are_moved_and_an_interrupted_move_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = open_storage(tmp_path / "old"), open_storage(tmp_path / "new")
    (tmp_path / "file").write_bytes(b"x" * 1_000)
    keys = [f"gen_{number:032x}/{number:032x}.png" for number in range(9)]
    for key in keys:
        await old.put(key, tmp_path / "file")
    put, refused = new.put, iter([False, True])

    async def put_sometimes(key: str, path: Path) -> None:
        if next(refused, False):
            raise StorageFailed(action="store", reason="full")
        await put(key, path)

    monkeypatch.setattr(new, "put", put_sometimes)
    with pytest.raises(StorageFailed, match="full"):
        await move_media(old, new)
    left = 9 - len([file async for file in new.list()])

    assert 0 < left
    assert await move_media(old, new) == left
    assert {file.key async for file in new.list()} == set(keys)


async def test_files_that_vanish_on_the_way_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = open_storage(tmp_path / "old"), open_storage(tmp_path / "new")
    (tmp_path / "file").write_bytes(b"x")
    await old.put(f"gen_{1:032x}/{1:032x}.png", tmp_path / "file")

    async def put_nothing(_key: str, _path: Path) -> None:
        return None

    monkeypatch.setattr(new, "put", put_nothing)
    with pytest.raises(MediaMissing, match=r"1 files"):
        await move_media(old, new)
