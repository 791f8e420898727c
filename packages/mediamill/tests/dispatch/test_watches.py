"""What operators are told of beside vendors' engines: from which threshold on, until when, and not at all at 0."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mediamill import alerts, generations, usage, workers
from mediamill.accounts import Account
from mediamill.alerts import AlertKind, Condition
from mediamill.db import Database, Transaction
from mediamill.dispatch import watches
from mediamill.dispatch.alerting import BALANCE_KINDS, SLOW_KINDS, VENDOR_KINDS, Alerting
from mediamill.generations import Policy
from mediamill.purchases import POSSIBLE_DOUBLE
from mediamill.purchases.purchase import count
from mediamill.thresholds import DEFAULTS, Thresholds
from mediamill.units import DAY_MS, HOUR_MS, MEGABYTE, MILLIONTHS, MINUTE_MS
from mediamill.workers import HaltKind, HaltMode, Served, Worker
from tests.clock import FrozenClock
from tests.generations.stage import Stage as Generations
from tests.webhooks.stage import REFUSED, TAKEN
from tests.webhooks.stage import Stage as Webhooks

SPEECH = Served("cpu", "text-to-speech", "voicevendor-tts")
HERON = Worker("worker:heron", "1", "a", ("cpu",))
WREN = Worker("worker:wren", "1", "a", ("cpu",))


def but(**changed: Any) -> Thresholds:
    """The thresholds with some of them changed."""
    return DEFAULTS.model_copy(update=changed)


class Watchman:
    """Looks, as the process on duty does."""

    def __init__(self, database: Database, policy: Policy, clock: FrozenClock) -> None:
        self.database, self.clock = database, clock
        self.generations = Generations(database, policy)

    async def lives(self, worker: Worker, *served: Served) -> None:
        await self.database.write(partial(workers.register, worker=worker, served=served, alive_ms=DAY_MS))

    async def sees(self, thresholds: Thresholds = DEFAULTS) -> list[tuple[str, str]]:
        return places(await self.database.read(partial(watches.of_work, thresholds=thresholds)))

    async def waits(self, minutes: float) -> None:
        """Time goes by; processes see what nobody serves."""
        await self.database.write(partial(generations.end_unserved, waiting_ms_max=DAY_MS))
        self.clock.advance(round(minutes * MINUTE_MS))


def places(conditions: list[Condition]) -> list[tuple[str, str]]:
    return [(one.kind.value, one.subject) for one in conditions]


@pytest.fixture
def watchman(database: Database, policy: Policy, clock: FrozenClock) -> Watchman:
    return Watchman(database, policy, clock)


async def test_a_pool_that_nobody_works_for_and_a_model_that_nobody_runs(watchman: Watchman, ada: Account) -> None:
    await watchman.generations.accept(ada)
    await watchman.waits(1)
    assert await watchman.sees() == []
    await watchman.waits(1)
    assert await watchman.sees() == [("unserved", "pool cpu")]
    assert await watchman.sees(but(alert_unserved_minutes=0)) == []

    await watchman.lives(HERON)
    assert await watchman.sees() == [("unserved", "text-to-speech/voicevendor-tts, pool cpu")]
    await watchman.lives(WREN, SPEECH)
    await watchman.waits(0)
    assert await watchman.sees() == []


async def test_the_oldest_of_a_pool_waits_too_long_unless_operators_have_stopped_it(
    watchman: Watchman, ada: Account
) -> None:
    await watchman.lives(HERON, SPEECH)
    await watchman.generations.accept(ada)
    watchman.clock.advance(20 * MINUTE_MS)
    await watchman.generations.accept(ada)
    assert await watchman.sees() == []
    watchman.clock.advance(10 * MINUTE_MS)
    assert await watchman.sees() == [("oldest_wait", "pool cpu")]
    assert await watchman.sees(but(alert_wait_minutes=0)) == []

    halt = partial(workers.halt, kind=HaltKind.TOOL, name="text-to-speech", mode=HaltMode.PAUSED, reason="")
    await watchman.database.write(halt)
    assert await watchman.sees() == []
    await watchman.database.write(partial(workers.lift_halt, kind=HaltKind.TOOL, name="text-to-speech"))
    await watchman.database.write(partial(workers.pause_pool, pool="cpu", reason=""))
    assert await watchman.sees() == []
    await watchman.database.write(partial(workers.resume_pool, pool="cpu"))
    await watchman.generations.must_claim()
    assert await watchman.sees() == []  # the other one has waited ten minutes


async def test_processes_with_other_settings_are_told_once_both_have_lived_for_a_while(watchman: Watchman) -> None:
    """A rolling upgrade passes; a worker that was forgotten does not."""
    await watchman.lives(replace(HERON, settings={"MEDIAMILL_TRIES": "aa", "MEDIAMILL_CURRENCY": "bb"}))
    await watchman.lives(replace(WREN, version="2", settings={"MEDIAMILL_TRIES": "cc", "MEDIAMILL_CURRENCY": "bb"}))
    watchman.clock.advance(9 * MINUTE_MS)
    assert await watchman.sees() == []
    watchman.clock.advance(MINUTE_MS)

    assert await watchman.sees() == [("processes_differ", "version"), ("processes_differ", "MEDIAMILL_TRIES")]
    assert await watchman.sees(but(alert_differing_minutes=0)) == []
    (_, told) = await watchman.database.read(partial(watches.of_work, thresholds=DEFAULTS))
    assert "aa (worker:heron); cc (worker:wren)" in told.sentence


async def test_a_process_of_an_older_version_says_nothing_of_its_settings(watchman: Watchman) -> None:
    await watchman.lives(HERON)
    await watchman.lives(replace(WREN, settings={"MEDIAMILL_TRIES": "cc"}))
    watchman.clock.advance(HOUR_MS)

    assert await watchman.sees() == []


async def test_a_receiver_that_takes_nothing_any_more(database: Database, ada: Account, clock: FrozenClock) -> None:
    hooks = Webhooks(database)
    look = partial(watches.of_receivers, thresholds=but(alert_webhook_failures=3))
    await hooks.owe(ada, *["https://away.example.com/"] * 3, "https://well.example.com/")
    while claimed := await hooks.claim(limit=1):
        away = claimed[0].delivery.host == "away.example.com"
        await hooks.settle(claimed[0], REFUSED if away else TAKEN)

    (failing,) = await database.read(look)
    assert (failing.kind, failing.subject, failing.count) == (AlertKind.WEBHOOK_FAILING, "away.example.com", 3)
    assert await database.read(partial(watches.of_receivers, thresholds=but(alert_webhook_failures=4))) == []
    assert await database.read(partial(watches.of_receivers, thresholds=but(alert_webhook_failures=0))) == []
    clock.advance(DAY_MS + 1)
    assert await database.read(look) == []


def spend(account: Account, cost: str, credits: int) -> Callable[[Transaction], None]:
    use = usage.Use(account.id, "", "create-image", "nano-banana", "fal")
    amounts = usage.Amounts(cost=int(Decimal(cost) * MILLIONTHS), credits=credits)
    return partial(usage.add, use=use, amounts=amounts)


def losses(price: str | None = "0.01", **changed: Any) -> Callable[[Transaction], list[Condition]]:
    return partial(
        watches.of_money, thresholds=but(**changed), price=None if price is None else Decimal(price), currency="USD"
    )


async def test_a_model_that_costs_more_than_it_brings(database: Database, ada: Account, clock: FrozenClock) -> None:
    await database.write(spend(ada, "4.00", credits=300))
    assert await database.read(losses()) == []  # the dollar that is lost is within the threshold
    await database.write(spend(ada, "0.01", credits=0))

    (told,) = await database.read(losses())
    assert (told.kind.value, told.subject) == ("margin_negative", "create-image/nano-banana, fal")
    assert "4.01 USD were spent since yesterday, and 3.00 USD brought" in told.sentence
    assert await database.read(losses(price=None)) == []
    assert await database.read(losses(alert_loss=Decimal(0))) == []
    clock.advance(DAY_MS)
    assert len(await database.read(losses())) == 1
    clock.advance(DAY_MS)
    assert await database.read(losses()) == []


async def test_a_purchase_that_may_have_been_made_twice_is_told_for_a_day(
    database: Database, clock: FrozenClock
) -> None:
    for _ in range(2):
        await database.write(partial(count, engine="fal", event=POSSIBLE_DOUBLE))

    (told,) = await database.read(losses())
    assert (told.kind.value, told.subject, told.count) == ("possible_double", "fal", 2)
    clock.advance(DAY_MS)
    assert await database.read(losses()) == []


def test_a_disk_that_fills_up() -> None:
    (told,) = watches.of_disk(DEFAULTS, 999 * MEGABYTE, "mill1")

    assert (told.kind.value, told.subject) == ("disk_low", "mill1")
    assert watches.of_disk(DEFAULTS, 1_000 * MEGABYTE, "mill1") == []
    assert watches.of_disk(but(alert_disk_megabytes=0), 0, "mill1") == []


async def test_each_watch_opens_and_resolves_its_own_alerts_only(
    watchman: Watchman, ada: Account, tmp_path: Path
) -> None:
    """One from its opening to its end, whoever looks in between."""
    full = but(alert_disk_megabytes=10**12)
    alerting = Alerting(watchman.database, dict, "USD", thresholds=full, data_dir=tmp_path)
    roomy = Alerting(watchman.database, dict, "USD", thresholds=DEFAULTS, data_dir=None)
    await watchman.generations.accept(ada)
    await watchman.waits(5)
    told = [await alerting.watch_rest(), await alerting.watch_work(), await alerting.watch_vendors()]
    is_open = [one.kind.value for one in await watchman.database.read(alerts.open_ones)]
    again = [await alerting.watch_rest(), await alerting.watch_work(), await alerting.watch_vendors()]
    await watchman.lives(HERON, SPEECH)
    await watchman.waits(0)
    ended = [await roomy.watch_work(), await roomy.watch_rest()]

    assert (told, is_open, again) == ([1, 1, 0], ["disk_low", "unserved"], [0, 0, 0])
    assert (ended, await watchman.database.read(alerts.open_ones)) == ([1, 1], [])


def test_every_kind_is_watched_once() -> None:
    watched = [VENDOR_KINDS, watches.WORK_KINDS, SLOW_KINDS, BALANCE_KINDS]

    assert sorted(kind for kinds in watched for kind in kinds) == sorted(AlertKind)
