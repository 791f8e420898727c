"""Ends of attempts while the database is away: kept and written when it is back, once, and refused if they are late."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from mediamill import generations
from mediamill.accounts import Account
from mediamill.db import Database, StoreBusy
from mediamill.dispatch import AttemptWriter, durably
from mediamill.dispatch.attempt_writer import DATABASE_AWAY, LeaseLost
from mediamill.dispatch.results import Stored
from mediamill.generations import AttemptOutcome, Generation, Policy, Status
from mediamill.generations.attempts import NO_FINDINGS
from mediamill.storage import Storage, open_storage
from mediamill.telemetry import Metrics
from tests.clock import FrozenClock
from tests.dispatch.away import AwayDatabase
from tests.generations.stage import BASE, HOOK, Stage

REFUSALS = 100
FILES = Stored("gen_x/heron.mp3", None)
WORKER = "heron"

End = Callable[[AttemptWriter, Generation], Awaitable[None]]


@pytest.fixture
def stage(database: Database, policy: Policy) -> Stage:
    return Stage(database, policy)


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return open_storage(tmp_path / "media")


@pytest.fixture
def away(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[AwayDatabase]:
    monkeypatch.setattr(durably, "PAUSES_SECONDS", (0.0,))
    opened = AwayDatabase(database)
    yield opened
    assert not opened.refusals
    assert not opened.loses_answer


@pytest.fixture
def writer(away: AwayDatabase, storage: Storage, policy: Policy) -> AttemptWriter:
    return AttemptWriter(
        worker=WORKER,
        database=cast(Database, away),
        storage=storage,
        policy=policy,
        media_base=f"{BASE}/media",
        dispatch=lambda _tx, _intents: None,
        metrics=Metrics(),
    )


async def succeed(writer: AttemptWriter, generation: Generation) -> None:
    await writer.succeed(generation, FILES, 40, NO_FINDINGS)


async def fail(writer: AttemptWriter, generation: Generation) -> None:
    await writer.fail(generation, "No.", "refused")


async def fail_attempt(writer: AttemptWriter, generation: Generation) -> None:
    await writer.fail_attempt(generation, "It broke.", "raised")


async def release(writer: AttemptWriter, generation: Generation) -> None:
    await writer.release(generation, 1.0, DATABASE_AWAY)


ENDS: dict[AttemptOutcome, tuple[End, Status, int]] = {
    AttemptOutcome.SUCCESS: (succeed, Status.SUCCESS, 960),
    AttemptOutcome.ERROR: (fail, Status.ERROR, 1_000),
    AttemptOutcome.FAILED: (fail_attempt, Status.PENDING, 960),
    AttemptOutcome.RELEASED: (release, Status.PENDING, 960),
}


@pytest.mark.parametrize("is_kept", [False, True], ids=["refused", "kept, and the answer lost"])
@pytest.mark.parametrize("outcome", ENDS)
async def test_an_end_is_written_once_whatever_the_database_says(
    outcome: AttemptOutcome,
    is_kept: bool,
    stage: Stage,
    ada: Account,
    away: AwayDatabase,
    writer: AttemptWriter,
    storage: Storage,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    end, status, available = ENDS[outcome]
    await stage.accept(ada, webhook=HOOK)
    claimed = await stage.must_claim()
    (tmp_path / "made").write_bytes(b"a heron's call")
    await storage.put(FILES.output_key, tmp_path / "made")
    away.refusals, away.loses_answer = (0, True) if is_kept else (REFUSALS, False)
    await end(writer, claimed)
    found = await stage.find(claimed.id)
    attempts = await stage.database.read(lambda tx: generations.attempts_of(tx, claimed.id))

    assert (found.status, found.attempt) == (status, 1)
    assert [attempt.outcome for attempt in attempts] == [outcome]
    assert (await stage.balance(ada)).available == available
    assert [file.key async for file in storage.list()] == [FILES.output_key]
    assert len([line for line in caplog.messages if "is not written yet" in line]) == 1
    assert (
        writer.metrics.attempts.labels(found.tool, found.model, "none", outcome.value, reason_of(outcome))._value.get()
        == 1.0
    )
    assert await stage.is_exact()


def reason_of(outcome: AttemptOutcome) -> str:
    """As the metrics call it."""
    return {
        AttemptOutcome.SUCCESS: "",
        AttemptOutcome.ERROR: "refused",
        AttemptOutcome.FAILED: "raised",
        AttemptOutcome.RELEASED: "database_unavailable",
    }[outcome]


@pytest.mark.parametrize("outcome", [AttemptOutcome.SUCCESS, AttemptOutcome.ERROR])
async def test_an_end_that_comes_after_another_worker_took_over_is_refused(
    outcome: AttemptOutcome,
    stage: Stage,
    ada: Account,
    away: AwayDatabase,
    writer: AttemptWriter,
    storage: Storage,
    tmp_path: Path,
    clock: FrozenClock,
) -> None:
    await stage.accept(ada)
    claimed = await stage.must_claim()
    (tmp_path / "made").write_bytes(b"a heron's call")
    await storage.put(FILES.output_key, tmp_path / "made")

    async def take_over() -> None:
        clock.advance(stage.policy.lease_ms + 1)
        await stage.rescue()
        await stage.must_claim("egret")

    away.refusals, away.meanwhile = REFUSALS, take_over
    with pytest.raises(LeaseLost):
        await ENDS[outcome][0](writer, claimed)
    found = await stage.find(claimed.id)

    assert (found.status, found.attempt) == (Status.PROCESSING, 2)
    assert [file.key async for file in storage.list()] == (
        [] if outcome is AttemptOutcome.SUCCESS else [FILES.output_key]
    )
    assert await stage.is_exact()


async def test_what_is_handed_back_by_a_process_that_ends_waits_for_nothing(
    stage: Stage, ada: Account, away: AwayDatabase, writer: AttemptWriter
) -> None:
    """Its lease does the same a little later."""
    await stage.accept(ada)
    claimed = await stage.must_claim()
    away.refusals = 1
    with pytest.raises(StoreBusy):
        await writer.release_now(claimed)

    assert away.writes == 1
