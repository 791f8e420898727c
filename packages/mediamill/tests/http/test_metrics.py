"""/metrics waits for nobody's engine."""

import asyncio
from dataclasses import replace

import pytest

from mediamill import alerts, breakers, jobs, purchases
from mediamill.catalogue import load
from mediamill.db import Database, Transaction
from mediamill.engines import RemoteOptions, RemoteSetup, SpendingCap, VendorKey
from mediamill.http import Process, metrics
from mediamill.http.metrics import exposition, ready_engines
from mediamill.http.readiness import ReadinessReport
from mediamill.purchases import Purchase
from mediamill.telemetry import Metrics
from tests.purchases.buying import PICTURE
from tests.studio.engine import StudioEngine


async def test_an_engine_that_does_not_answer_keeps_its_last_answer(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "ENGINES_SECONDS", 0.05)
    answers = iter([True])

    async def falls_silent() -> bool:
        for answer in answers:
            return answer
        await asyncio.Event().wait()
        return False

    async def misses_something() -> bool:
        return False

    async def is_silent() -> bool:
        await asyncio.Event().wait()
        return True

    engines = {"a": falls_silent, "b": misses_something, "c": is_silent}
    process = Process(Metrics(), database, lambda: 0, engines)

    assert await ready_engines(process) == {"a": True, "b": False}
    assert await ready_engines(process) == {"a": True, "b": False}


async def test_vendors_stand_in_the_metrics_with_jobs_money_breakers_and_alerts(database: Database) -> None:
    keys = (VendorKey("house", "k", cap=SpendingCap(day=2_000_000)), VendorKey("night", "k"))
    setup = RemoteSetup("studio", StudioEngine(RemoteOptions()), keys, SpendingCap(day=5_000_000), is_configured=True)

    def happens(tx: Transaction) -> None:
        order = replace(PICTURE, engine="studio", key_id="house", estimate=1_500_000)
        purchase = purchases.intend(tx, order, {})
        assert isinstance(purchase, Purchase)
        purchases.opened(tx, purchase.id, "{}")
        jobs.start(
            tx,
            purchase_id=purchase.id,
            generation_id="gen_1",
            engine="studio",
            key_id="house",
            handle="{}",
            look_in_ms=0,
            deadline_in_ms=9,
        )
        breakers.trip(tx, "studio", "night", breakers.EVERY, "401")
        breakers.pause(tx, "studio", "why not")
        alerts.rise(tx, alerts.AlertKind.KEY_REFUSED, "studio, key night", "401")

    await database.write(happens)
    shown = await exposition(Process(Metrics(), database, lambda: 0, {}, load(), lambda: {"studio": setup}))
    lines = [line for line in shown.decode().splitlines() if "vendor" in line or "alerts" in line]

    assert {
        'mediamill_vendor_breakers_open{engine="studio"} 1.0',
        'mediamill_vendor_paused{engine="studio"} 1.0',
        'mediamill_vendor_jobs{engine="studio",key=""} 1.0',
        'mediamill_vendor_jobs{engine="studio",key="house"} 1.0',
        'mediamill_vendor_jobs{engine="studio",key="night"} 0.0',
        'mediamill_vendor_money_today{engine="studio",key="house"} 1.5',
        'mediamill_vendor_money_cap_today{engine="studio",key=""} 5.0',
        'mediamill_vendor_money_cap_today{engine="studio",key="house"} 2.0',
        'mediamill_vendor_purchases_total{engine="studio",state="intended"} 1.0',
        'mediamill_vendor_purchases_total{engine="studio",state="open"} 1.0',
        'mediamill_alerts_open{kind="key_refused"} 1.0',
        'mediamill_alerts_open{kind="cap_near"} 0.0',
    } <= set(lines)
    assert not [line for line in lines if "cap_today" in line and "night" in line]


async def test_a_scrape_says_which_check_fails_also_when_it_is_the_database(database: Database) -> None:
    faults: dict[str, str | None] = {"database": None, "storage": "no answer within 5 seconds"}

    async def latest() -> ReadinessReport:
        return ReadinessReport(faults, ())

    process = Process(Metrics(), database, lambda: 0, {}, load(), readiness=latest)
    with_database = (await exposition(process)).decode()
    faults["database"] = "it cannot be reached"
    await database.stop()
    without = (await exposition(process)).decode()

    assert 'mediamill_ready{check="database"} 1.0' in with_database
    assert 'mediamill_ready{check="storage"} 0.0' in with_database
    assert "mediamill_queue_depth" in with_database
    assert 'mediamill_ready{check="database"} 0.0' in without
    assert "mediamill_queue_depth" not in without
