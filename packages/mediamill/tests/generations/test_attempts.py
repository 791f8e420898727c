"""Every attempt leaves a line: who, with what, from when to when, how it ended. Nothing ends it twice."""

import sqlite3
from pathlib import Path

from mediamill import generations
from mediamill.accounts import Account
from mediamill.db import Database, Transaction
from mediamill.db.migrate import migrate, numbered
from mediamill.db.query import Dialect
from mediamill.generations import (
    Accepted,
    Attempt,
    AttemptOutcome,
    EngineUsed,
    Findings,
    Generation,
    NewGeneration,
    Policy,
)
from mediamill.generations.attempts import end_attempt
from tests.clock import FrozenClock

PAINTER = EngineUsed("procedural.painter", "1.2")


class Bench:
    """One account's generations of one tool."""

    def __init__(self, database: Database, policy: Policy, account: Account) -> None:
        self.database, self.policy, self.account = database, policy, account

    async def accept(self) -> str:
        order = NewGeneration(self.account.id, "create-image", "nano-banana", "image", "{}", "{}", None, "cpu", 8, 4711)
        accepted = await self.database.write(lambda tx: generations.accept(tx, order))
        assert isinstance(accepted, Accepted)
        return accepted.id

    async def claim(self, worker: str = "heron") -> Generation:
        claimed = await self.database.write(
            lambda tx: generations.claim(tx, worker, "cpu", self.policy, lambda tool, model: PAINTER)
        )
        assert claimed is not None
        return claimed

    async def succeed(self, generation: Generation, findings: Findings) -> Generation | None:
        return await self.database.write(
            lambda tx: generations.succeed(
                tx,
                generation,
                "heron",
                output_key="gen_x/y.png",
                thumbnail_key=None,
                charge=8,
                media_base="http://localhost:8000/media",
                findings=findings,
            )
        )

    async def fail_attempt(self, generation: Generation) -> None:
        await self.database.write(
            lambda tx: generations.fail_attempt(tx, generation, "heron", self.policy, sentence="It broke.", delay_ms=0)
        )

    async def attempts(self, generation_id: str) -> list[Attempt]:
        return await self.database.read(lambda tx: generations.attempts_of(tx, generation_id))

    async def faults(self) -> list[str]:
        return [one.fault for one in await self.database.read(generations.discrepancies)]


async def test_a_success_has_one_attempt_with_what_the_engine_said(
    database: Database, policy: Policy, ada: Account, clock: FrozenClock
) -> None:
    bench = Bench(database, policy, ada)
    id = await bench.accept()
    generation = await bench.claim()
    began = clock()
    clock.advance(2_500)
    await bench.succeed(generation, Findings({"method": "procedural", "trees": 3}, ("sofa", "green")))

    (attempt,) = await bench.attempts(id)
    assert (attempt.number, attempt.engine, attempt.engine_version) == (1, "procedural.painter", "1.2")
    assert (attempt.started_at, attempt.ended_at) == (began, began + 2_500)
    assert (attempt.outcome, attempt.reason) == (AttemptOutcome.SUCCESS, None)
    assert attempt.findings == Findings({"method": "procedural", "trees": 3}, ("sofa", "green"))
    assert generation.seed == "4711"


async def test_every_ending_has_its_outcome_and_reason(
    database: Database, policy: Policy, ada: Account, clock: FrozenClock
) -> None:
    bench = Bench(database, policy, ada)
    id = await bench.accept()
    lost = await bench.claim("stork")
    clock.advance(policy.lease_ms + 1)
    await database.write(lambda tx: generations.rescue(tx, policy))
    released = await bench.claim()
    await database.write(lambda tx: generations.release(tx, released, "heron", delay_ms=0, reason="It is busy."))
    await bench.fail_attempt(await bench.claim())
    await bench.claim()
    await database.write(lambda tx: generations.cancel(tx, id))
    # The one that was lost long ago changes no line.
    await database.write(lambda tx: generations.fail(tx, lost, "stork", "Too late."))

    assert [(line.number, line.outcome, line.reason) for line in await bench.attempts(id)] == [
        (1, AttemptOutcome.LOST, "The worker stopped responding."),
        (2, AttemptOutcome.RELEASED, "It is busy."),
        (3, AttemptOutcome.FAILED, "It broke."),
        (4, AttemptOutcome.CANCELED, "Canceled"),
    ]
    assert await bench.faults() == []


async def test_an_attempt_that_ended_keeps_its_ending(database: Database, policy: Policy, ada: Account) -> None:
    """Canceled while it waits for another try: no attempt was canceled."""
    bench = Bench(database, policy, ada)
    id = await bench.accept()
    await bench.fail_attempt(await bench.claim())
    await database.write(lambda tx: generations.cancel(tx, id))

    assert [(line.outcome, line.reason) for line in await bench.attempts(id)] == [(AttemptOutcome.FAILED, "It broke.")]


async def test_what_is_taken_back_at_a_start_is_lost(database: Database, policy: Policy, ada: Account) -> None:
    bench = Bench(database, policy, ada)
    id = await bench.accept()
    await bench.claim("serve:1")
    await database.write(lambda tx: generations.reclaim(tx, "serve:", policy))

    assert [line.outcome for line in await bench.attempts(id)] == [AttemptOutcome.LOST]


async def test_only_the_attempt_that_holds_it_says_which_engine_runs(
    database: Database, policy: Policy, ada: Account
) -> None:
    bench = Bench(database, policy, ada)
    id, neighbour = await bench.accept(), await bench.accept()
    first, beside = await bench.claim(), await bench.claim()
    await bench.fail_attempt(first)
    await bench.fail_attempt(beside)
    second = await bench.claim()
    await bench.claim()
    other = EngineUsed("fal", "2")

    assert not await database.write(lambda tx: generations.note_engine(tx, first, "heron", other))
    assert not await database.write(lambda tx: generations.note_engine(tx, second, "stork", other))
    assert await database.write(lambda tx: generations.note_engine(tx, second, "heron", other))
    assert [(line.engine, line.engine_version) for line in await bench.attempts(id)] == [
        ("procedural.painter", "1.2"),
        ("fal", "2"),
    ]
    assert [line.engine for line in await bench.attempts(neighbour)] == [PAINTER.name, PAINTER.name]


async def test_attempts_go_with_their_generation(database: Database, policy: Policy, ada: Account) -> None:
    bench = Bench(database, policy, ada)
    id = await bench.accept()
    done = await bench.succeed(await bench.claim(), Findings({}, ()))
    assert done is not None
    await database.write(lambda tx: generations.delete(tx, done))

    assert await bench.attempts(id) == []


async def test_reconcile_sees_an_attempt_that_does_not_fit(database: Database, policy: Policy, ada: Account) -> None:
    bench = Bench(database, policy, ada)
    await bench.accept()
    generation = await bench.claim()
    assert await bench.faults() == []

    def end_it(tx: Transaction) -> None:
        end_attempt(tx, generation, AttemptOutcome.FAILED, "It broke.")

    await database.write(end_it)
    assert await bench.faults() == ["its attempts do not fit its status processing"]


def test_what_runs_during_the_upgrade_has_an_attempt(tmp_path: Path) -> None:

    connection = sqlite3.connect(tmp_path / "old.db", isolation_level=None)
    for version, script in enumerate(numbered(Dialect.SQLITE)[:5], 1):
        connection.executescript(script)
        connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("INSERT INTO accounts VALUES ('acc', 'a@example.com', 'a@example.com', 'free', 0, 0)")
    for id, owner in (("gen_1", "'heron'"), ("gen_2", "NULL")):
        connection.execute(
            "INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, pool, attempt, losses,"
            f" due_at, lease_owner, progress, stage, created_at) VALUES ('{id}', 'acc', 't', 'm', 'audio',"
            f" 'processing', '{{}}', '{{}}', 'cpu', 2, 0, 0, {owner}, 0, '', 5)"
        )
    migrate(connection)

    rows = connection.execute("SELECT generation_id, number, worker, started_at, ended_at FROM attempts").fetchall()
    assert rows == [("gen_1", 2, "heron", 5, None)]
