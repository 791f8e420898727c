"""Forgetting in batches, as maintenance does it."""

from pathlib import Path

import pytest

from mediamill import config, generations
from mediamill.accounts import Account
from mediamill.config import InvalidSettings
from mediamill.db import SqliteDatabase
from mediamill.dispatch import Forgetting, forgetting
from mediamill.generations import Policy
from tests.clock import FrozenClock
from tests.generations.stage import Stage

DAY_MS = 86_400_000


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "BATCH_PAUSE_SECONDS", 0)


async def test_batches_follow_until_nothing_is_left(
    database: SqliteDatabase, policy: Policy, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(database, policy)
    for _ in range(5):
        await stage.accept(ada, price=0)
        await stage.fail_attempt(await stage.must_claim())
        clock.advance(1_000)
        await stage.fail(await stage.must_claim())
    clock.advance(4 * DAY_MS)
    monkeypatch.setattr(generations.thinning, "THINNED_PER_BATCH", 2)
    kept = Forgetting(database, history_ms=3 * DAY_MS, purchases_ms=None)

    assert await Forgetting(database, history_ms=None, purchases_ms=None).thin_history() == 0
    assert await kept.forget_purchases() == 0
    assert await kept.thin_history() == 5
    assert await kept.thin_history() == 0
    assert await stage.is_exact()


async def test_one_sweep_leaves_time_for_other_duties(
    database: SqliteDatabase, policy: Policy, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(database, policy)
    for _ in range(3):
        await stage.make(ada, "heron")
    clock.advance(4 * DAY_MS)
    monkeypatch.setattr(generations.thinning, "THINNED_PER_BATCH", 1)
    monkeypatch.setattr(forgetting, "BATCHES_PER_SWEEP", 2)
    kept = Forgetting(database, history_ms=3 * DAY_MS, purchases_ms=None)

    assert [await kept.thin_history() for _ in range(3)] == [2, 1, 0]


@pytest.mark.parametrize(("days", "kept_ms"), [(0, None), (3, 3 * DAY_MS), (30.5, 2_635_200_000)])
def test_history_is_kept_for_days_or_for_ever(days: float, kept_ms: int | None) -> None:
    settings = config.read(retention_days_history=days, retention_days_purchases=days)

    assert (settings.history_ms, settings.purchases_ms) == (kept_ms, kept_ms)


@pytest.mark.parametrize("name", ["retention_days_history", "retention_days_purchases"])
def test_history_of_what_is_under_way_cannot_be_forgotten(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(InvalidSettings, match=f"{name}: write 0 .for ever., or at least 3"):
        config.read(**{name: 2.9})
