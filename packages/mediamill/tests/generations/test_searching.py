"""Finding generations by what they are, when they were accepted and what their inputs say, with totals."""

import sqlite3
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import orjson
import pytest

from mediamill import generations
from mediamill.accounts import Account
from mediamill.db import SqliteDatabase
from mediamill.db.migrate import numbered
from mediamill.db.query import Dialect
from mediamill.generations import Accepted, NewGeneration, Status
from mediamill.generations import SearchCriteria as Wanted
from tests.clock import FrozenClock
from tests.generations.stage import Stage
from tests.new_database import only_on_sqlite


@dataclass
class Shelf:
    """Accounts that order all kinds of things."""

    stage: Stage

    async def order(self, account: Account, tool: str, model: str, type: str, **input: object) -> str:
        new = NewGeneration(
            account.id, tool, model, type, "{}", orjson.dumps(input).decode(), None, "cpu", credits=5, seed=7
        )
        accepted = await self.stage.database.write(lambda tx: generations.accept(tx, new))
        assert isinstance(accepted, Accepted)
        return accepted.id

    async def find(self, account: Account, wanted: Wanted, limit: int = 20, offset: int = 0) -> tuple[list[str], int]:
        found, total = await self.stage.database.read(
            lambda tx: generations.search(tx, account.id, wanted, limit=limit, offset=offset)
        )
        return [one.generation.id for one in found], total


@pytest.fixture
async def shelf(stage: Stage) -> Shelf:
    return Shelf(stage)


async def test_each_filter_finds_its_own_newest_first(shelf: Shelf, ada: Account, ben: Account) -> None:
    picture = await shelf.order(ada, "create-image", "nano-banana", "image", prompt="A Heron")
    drums = await shelf.order(ada, "drum-generator", "drumgen", "audio", prompt="a heron's drum")
    other = await shelf.order(ada, "create-image", "flux-2-flex", "image", prompt="a teapot")
    await shelf.stage.database.write(lambda tx: generations.cancel(tx, other))

    for wanted, found in (
        (Wanted(), [other, drums, picture]),
        (Wanted(tool="create-image"), [other, picture]),
        (Wanted(model="nano-banana"), [picture]),
        (Wanted(type="audio"), [drums]),
        (Wanted(status=Status.ERROR), [other]),
        (Wanted(status=Status.PROCESSING, tool="create-image"), [picture]),
        (Wanted(text="hErOn"), [drums, picture]),
        (Wanted(text="heron", type="image"), [picture]),
        (Wanted(text="teapot", status=Status.PROCESSING), []),
        (Wanted(text="teapot", status=Status.ERROR), [other]),
        (Wanted(tool="nothing"), []),
    ):
        assert await shelf.find(ada, wanted) == (found, len(found)), wanted
    assert await shelf.find(ben, Wanted()) == ([], 0)


async def test_texts_are_found_wherever_they_stand_and_however_written(shelf: Shelf, ada: Account) -> None:
    id = await shelf.order(
        ada,
        "create-image",
        "nano-banana",
        "image",
        prompt='Ein "Straßenfest" ÄRGERT\n50% _x_',
        list=["deep", {"a": "In"}],
    )

    for text in ("STRASSENFEST", '"straßenfest"', "ärgert", "50%", "_X_", "deep", "in"):
        assert await shelf.find(ada, Wanted(text=text)) == ([id], 1), text
    for text in ("prompt", "5%", "x__", "list"):
        assert await shelf.find(ada, Wanted(text=text)) == ([], 0), text


async def test_pages_follow_each_other_and_the_total_stays(shelf: Shelf, ada: Account) -> None:
    ids = [await shelf.order(ada, "drum-generator", "drumgen", "audio", prompt="boom") for _ in range(5)][::-1]

    for wanted in (
        Wanted(),
        Wanted(type="audio"),
        Wanted(text="boom"),
        Wanted(status=Status.PROCESSING),
    ):
        assert await shelf.find(ada, wanted, limit=2, offset=2) == (ids[2:4], 5)
        assert await shelf.find(ada, wanted, limit=2, offset=4) == (ids[4:], 5)
        assert await shelf.find(ada, wanted, limit=2, offset=5) == ([], 5)


async def test_from_is_part_of_a_time_and_its_end_is_not(shelf: Shelf, ada: Account, clock: FrozenClock) -> None:
    ids = []
    for _ in range(3):
        ids.append(await shelf.order(ada, "drum-generator", "drumgen", "audio"))
        clock.advance(1_000)
    begin = clock() - 3_000

    assert await shelf.find(ada, Wanted(since=begin + 1_000)) == ([ids[2], ids[1]], 2)
    assert await shelf.find(ada, Wanted(until=begin + 1_000)) == ([ids[0]], 1)
    assert await shelf.find(ada, Wanted(since=begin + 1_000, until=begin + 2_000)) == ([ids[1]], 1)


async def test_what_is_found_has_its_credits_time_and_engine(shelf: Shelf, ada: Account, clock: FrozenClock) -> None:
    done = await shelf.order(ada, "drum-generator", "drumgen", "audio")
    held = await shelf.stage.must_claim()
    clock.advance(1_500)
    await shelf.stage.succeed(held, charge=3)
    waiting = await shelf.order(ada, "drum-generator", "drumgen", "audio")
    found, _ = await shelf.stage.database.read(lambda tx: generations.search(tx, ada.id, Wanted(), limit=9, offset=0))

    assert [(one.generation.id, one.credits, one.run_ms, one.engine) for one in found] == [
        (waiting, 5, 0, None),
        (done, 3, 1_500, None),
    ]


async def test_what_is_deleted_is_found_no_more(shelf: Shelf, ada: Account) -> None:
    id = await shelf.order(ada, "drum-generator", "drumgen", "audio", prompt="boom")
    generation = await shelf.stage.database.write(lambda tx: generations.cancel(tx, id))
    assert generation is not None
    await shelf.stage.database.write(lambda tx: generations.delete(tx, generation))

    assert await shelf.find(ada, Wanted(text="boom")) == ([], 0)


BEFORE = """
INSERT INTO accounts (id, email, email_key, plan, served_at, created_at)
VALUES ('acc_1', 'ada@example.com', 'ada@example.com', 'pro', 0, 1);
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, pool, attempt, losses, due_at,
    progress, stage, created_at)
VALUES ('gen_1', 'acc_1', 'create-image', 'nano-banana', 'image', 'error', '{}',
    '{"prompt": "A Heron", "seed": 7, "list": ["Deep"]}', 'cpu', 0, 0, 0, 0, '', 0);
"""


@only_on_sqlite
async def test_what_was_made_before_there_was_a_search_is_found(tmp_path: Path, clock: FrozenClock) -> None:
    file = tmp_path / "before.db"
    with sqlite3.connect(file) as connection:
        before = next(number for number, text in enumerate(numbered(Dialect.SQLITE)) if "generation_texts" in text)
        for migration in numbered(Dialect.SQLITE)[:before]:
            connection.executescript(migration)
        connection.executescript(f"{BEFORE} PRAGMA user_version = {before};")
    connection.close()
    database = SqliteDatabase(file, now=clock)
    await database.start()
    for text in ("heron", "DEEP", "seed"):
        search = partial(generations.search, account_id="acc_1", wanted=Wanted(text=text), limit=9, offset=0)
        found, total = await database.read(search)
        assert ([one.generation.id for one in found], total) == (([], 0) if text == "seed" else (["gen_1"], 1))
    await database.stop()
