"""What the sums of a day count: every end once, in the transaction of the end, with the engine that was chosen last."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from mediamill import generations, purchases
from mediamill.accounts import Account
from mediamill.db import SqliteDatabase
from mediamill.db.migrate import migrate, numbered
from mediamill.db.query import Dialect
from mediamill.generations import Accepted, EngineUsed, Generation, NewGeneration, Policy
from mediamill.purchases import Purchase
from mediamill.units import DAY_MS, HOUR_MS
from mediamill.usage import Amounts, Use
from tests.behind import change_behind
from tests.clock import FrozenClock
from tests.purchases.buying import PICTURE
from tests.usage.sums import sums

NOON = 1_795_348_800_000  # 2026-11-22T12:00:00Z
TODAY, TOMORROW = "2026-11-22", "2026-11-23"
PAINTER = EngineUsed("procedural.painter", "1")


class Studio:
    """Makes pictures for Ada, ordered with one of her keys; the books are exact after every step."""

    def __init__(self, database: SqliteDatabase, ada: Account, policy: Policy) -> None:
        self.database, self.ada, self.policy = database, ada, policy
        self.pictures = Use(ada.id, "laptop", "create-image", "nano-banana", PAINTER.name)

    async def accept(self, price: int = 8, api_key_id: str | None = "laptop") -> Accepted:
        order = NewGeneration(
            self.ada.id,
            "create-image",
            "nano-banana",
            "image",
            "{}",
            "{}",
            None,
            "cpu",
            price,
            7,
            api_key_id=api_key_id,
        )
        accepted = await self.database.write(lambda tx: generations.accept(tx, order))
        assert isinstance(accepted, Accepted)
        return accepted

    async def claim(self, engine: EngineUsed | None = PAINTER) -> Generation:
        claimed = await self.database.write(
            lambda tx: generations.claim(tx, "heron", "cpu", self.policy, lambda _tool, _model: engine)
        )
        assert claimed is not None
        return claimed

    async def succeed(self, generation: Generation, charge: int = 8) -> Generation | None:
        return await self.database.write(
            lambda tx: generations.succeed(
                tx,
                generation,
                "heron",
                output_key="k",
                thumbnail_key=None,
                charge=charge,
                media_base="http://localhost/media",
            )
        )

    async def fail(self, generation: Generation) -> Generation | None:
        return await self.database.write(lambda tx: generations.fail(tx, generation, "heron", "No."))

    async def break_down(self, generation: Generation) -> None:
        await self.database.write(
            lambda tx: generations.fail_attempt(
                tx, generation, "heron", self.policy, sentence="It broke.", delay_ms=1_000
            )
        )

    async def sums(self) -> dict[tuple[str, Use], Amounts]:
        assert await self.database.read(generations.discrepancies) == []
        return await self.database.read(sums)


@pytest.fixture
def studio(database: SqliteDatabase, ada: Account, policy: Policy, clock: FrozenClock) -> Studio:
    clock.now = NOON
    return Studio(database, ada, policy)


async def test_a_success_counts_with_its_credits_and_its_time(studio: Studio, clock: FrozenClock) -> None:
    for _ in range(2):
        await studio.accept()
    assert await studio.sums() == {}
    first = await studio.claim()
    clock.advance(1_500)
    await studio.succeed(first)
    second = await studio.claim()
    clock.advance(250)
    await studio.succeed(second, charge=5)

    assert await studio.sums() == {(TODAY, studio.pictures): Amounts(runs=2, run_ms=1_750, credits=13)}


async def test_a_success_that_is_told_twice_counts_once(studio: Studio) -> None:
    await studio.accept()
    generation = await studio.claim()
    await studio.succeed(generation)

    assert await studio.succeed(generation) is None
    assert await studio.fail(generation) is None
    assert await studio.sums() == {(TODAY, studio.pictures): Amounts(runs=1, credits=8)}


async def test_it_counts_on_the_day_of_its_end_and_for_the_time_of_its_last_attempt(
    studio: Studio, clock: FrozenClock
) -> None:
    await studio.accept()
    lost = await studio.claim(EngineUsed("fal", None))
    clock.advance(12 * HOUR_MS - 3_000)
    await studio.break_down(lost)
    assert await studio.sums() == {}
    clock.advance(2_999)
    generation = await studio.claim()
    clock.advance(1)
    await studio.succeed(generation)

    assert await studio.sums() == {(TOMORROW, studio.pictures): Amounts(runs=1, run_ms=1, credits=8)}


async def test_every_end_in_error_counts(studio: Studio, clock: FrozenClock) -> None:
    """Refused, broken at every try, canceled while it runs or waits, lost with its worker, waiting for too long."""
    refused, canceled = await studio.accept(), await studio.accept()
    for _ in range(2):
        claimed = await studio.claim()
        if claimed.id == refused.id:
            await studio.fail(claimed)
    await studio.database.write(lambda tx: generations.cancel(tx, canceled.id))
    waiting = await studio.accept()
    await studio.database.write(lambda tx: generations.cancel(tx, waiting.id))
    await studio.accept()
    for _ in range(studio.policy.tries):
        await studio.break_down(await studio.claim())
        clock.advance(1_000)
    counted = await studio.sums()
    await studio.accept()
    for _ in range(studio.policy.tries):
        await studio.claim()
        clock.advance(studio.policy.lease_ms + 1)
        await studio.database.write(lambda tx: generations.rescue(tx, studio.policy))
    await studio.accept()
    idle = await studio.claim(None)
    await studio.database.write(lambda tx: generations.release(tx, idle, "heron", delay_ms=DAY_MS))
    clock.advance(DAY_MS)
    await studio.database.write(lambda tx: generations.rescue(tx, studio.policy))

    nowhere = replace(studio.pictures, engine="")
    assert counted == {(TODAY, studio.pictures): Amounts(errors=3), (TODAY, nowhere): Amounts(errors=1)}
    assert await studio.sums() == {
        (TODAY, studio.pictures): Amounts(errors=4),
        (TODAY, nowhere): Amounts(errors=1),
        (TOMORROW, nowhere): Amounts(errors=1),
    }


async def test_what_no_key_ordered_counts_without_one(studio: Studio) -> None:
    await studio.accept(price=0, api_key_id=None)
    await studio.succeed(await studio.claim())

    assert await studio.sums() == {(TODAY, replace(studio.pictures, api_key_id="")): Amounts(runs=1)}


@pytest.mark.parametrize("price", [0, 8])
async def test_a_deletion_changes_no_sum(studio: Studio, price: int) -> None:
    for _ in range(2):
        await studio.accept(price)
    made, failed = await studio.claim(), await studio.claim()
    await studio.succeed(made, charge=price)
    await studio.fail(failed)
    before = await studio.sums()
    for generation in (made, failed):
        await studio.database.write(partial(generations.delete, generation=generation))

    assert before == {(TODAY, studio.pictures): Amounts(runs=1, errors=1, credits=price)}
    assert await studio.sums() == before


async def test_a_bill_counts_on_the_day_of_its_purchase(studio: Studio, clock: FrozenClock) -> None:
    """At what the vendor says, else at the estimate; what was not billed, or may still be, does not count."""
    new = replace(PICTURE, account_id=studio.ada.id, api_key_id="laptop")
    bought = [await studio.database.write(partial(purchases.intend, new=new, caps={})) for _ in range(4)]
    billed, silent, free, lost = [one.id for one in bought if isinstance(one, Purchase)]
    clock.advance(DAY_MS)
    assert await studio.sums() == {}
    await studio.database.write(partial(purchases.settle, purchase_id=billed, actual=55_000))
    await studio.database.write(partial(purchases.settle, purchase_id=billed, actual=99_000))
    await studio.database.write(partial(purchases.settle, purchase_id=silent, actual=None))
    await studio.database.write(partial(purchases.void, purchase_id=free))
    await studio.database.write(partial(purchases.mark_unknown, purchase_id=lost))

    assert await studio.sums() == {(TODAY, replace(studio.pictures, engine="fal")): Amounts(cost=95_000)}
    await studio.database.write(partial(purchases.settle, purchase_id=lost, actual=0))
    assert await studio.sums() == {(TODAY, replace(studio.pictures, engine="fal")): Amounts(cost=95_000)}


COOKED = {
    "credits that nobody paid": ("credits = credits + 1", ["{ada}/2026-11-22"]),
    "credits that were forgotten": ("credits = 0", ["{ada}/2026-11-22"]),
    "a cost without a purchase": ("cost = cost + 1", ["fal/2026-11-22", "procedural.painter/2026-11-22"]),
    "another day": (
        "day = '2026-11-21'",
        [
            "{ada}/2026-11-21",
            "{ada}/2026-11-22",
            "fal/2026-11-21",
            "fal/2026-11-22",
            "{ada}/2026-11-22",
        ],
    ),
    "another key": ("api_key_id = 'phone'", ["fal/2026-11-22", "fal/2026-11-22", "{ada}/2026-11-22"]),
    "a run that was forgotten": ("runs = 0", ["{ada}/2026-11-22", "{ada}"]),
    "an error that was forgotten": ("errors = 0", ["{ada}/2026-11-22", "{ada}"]),
    "more runs than there can have been": ("runs = runs + 2", ["{ada}"]),
}


@pytest.mark.parametrize(("change", "subjects"), COOKED.values(), ids=COOKED.keys())
async def test_reconcile_sees_sums_that_do_not_fit(studio: Studio, change: str, subjects: list[str]) -> None:
    """With one free error deleted, of which nobody knows any more what it was."""
    for _ in range(3):
        await studio.accept()
    deleted = await studio.accept(price=0)
    await studio.succeed(await studio.claim())
    for _ in range(2):
        await studio.fail(await studio.claim())
    forgotten = await studio.claim()
    assert forgotten.id == deleted.id
    await studio.fail(forgotten)
    await studio.database.write(partial(generations.delete, generation=forgotten))
    bought = await studio.database.write(
        partial(purchases.intend, new=replace(PICTURE, account_id=studio.ada.id), caps={})
    )
    assert isinstance(bought, Purchase)
    await studio.database.write(partial(purchases.settle, purchase_id=bought.id, actual=None))
    await studio.sums()
    change_behind(studio.database, f"UPDATE usage_daily SET {change}")

    found = await studio.database.read(generations.discrepancies)
    assert [one.subject for one in found] == [subject.format(ada=studio.ada.id) for subject in subjects]


BEFORE = f"""
INSERT INTO accounts (id, email, email_key, plan, served_at, created_at) VALUES ('ada', 'a', 'a', 'pro', 0, 0);
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, pool, attempt, losses, due_at,
    progress, stage, created_at, finished_at)
SELECT 'gen_' || column1, 'ada', 't', 'm', 'audio', column2, '{{}}', '{{}}', 'cpu', 1, 0, 0, 1, '', 0, column3
FROM (VALUES ('made', 'success', {NOON}), ('failed', 'error', {NOON + DAY_MS}), ('free', 'success', {NOON}),
    ('runs', 'processing', NULL));
INSERT INTO attempts (generation_id, number, worker, engine, started_at, ended_at, outcome)
VALUES ('gen_made', 1, 'heron', 'drums', {NOON - 700}, {NOON}, 'success'),
    ('gen_failed', 1, 'heron', NULL, {NOON}, {NOON + 1}, 'error');
INSERT INTO ledger (id, account_id, generation_id, kind, credits, created_at)
VALUES (1, 'ada', 'gen_made', 'hold', 5, 0), (2, 'ada', 'gen_made', 'capture', 4, {NOON}),
    (3, 'ada', 'gen_failed', 'hold', 5, 0), (4, 'ada', 'gen_failed', 'release', 5, {NOON + DAY_MS}),
    (5, 'ada', 'gen_gone', 'hold', 5, 0), (6, 'ada', 'gen_gone', 'capture', 3, {NOON}),
    (7, 'ada', 'gen_lost', 'hold', 5, 0), (8, 'ada', 'gen_lost', 'release', 5, {NOON});
INSERT INTO tombstones (generation_id, account_id, reason, created_at)
VALUES ('gen_gone', 'ada', 'deleted', 0), ('gen_lost', 'ada', 'deleted', 0), ('gen_long_gone', 'ada', 'deleted', 0);
INSERT INTO purchases (id, generation_id, account_id, attempt, tool, model, engine, key_id, state, currency, booked,
    day, intended_at)
VALUES ('pur_1', 'gen_made', 'ada', 1, 't', 'm', 'fal', '', 'settled', 'USD', 70, '2026-11-21', 0),
    ('pur_2', 'gen_made', 'ada', 1, 't', 'm', 'fal', '', 'open', 'USD', 30, '2026-11-21', 0);
"""


async def test_what_was_before_is_summed_up_as_far_as_it_is_known(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for version, script in enumerate(numbered(Dialect.SQLITE)[:14], 1):
            connection.executescript(f"{script}; PRAGMA user_version = {version}")
        connection.executescript(BEFORE)
        migrate(connection)
    database = SqliteDatabase(file)
    await database.start()
    made = Use("ada", "", "t", "m", "drums")
    found = await database.read(sums)
    faults = [one.fault for one in await database.read(generations.discrepancies) if "daily sums" in one.fault]
    await database.stop()

    assert found == {
        (TODAY, made): Amounts(runs=1, run_ms=700, credits=4),
        (TODAY, replace(made, engine="")): Amounts(runs=1),
        (TOMORROW, replace(made, engine="")): Amounts(errors=1),
        (TODAY, Use("ada", "", "", "", "")): Amounts(runs=1, errors=1, credits=3),
        ("2026-11-21", replace(made, engine="fal")): Amounts(cost=70),
    }
    assert faults == []
