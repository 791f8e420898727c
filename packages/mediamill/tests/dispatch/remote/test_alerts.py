"""The operator is told once when something begins and once when it is over, by a signed post that is retried."""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from mediamill import alerts, breakers, clock, purchases
from mediamill.alerts import Alert, AlertKind
from mediamill.db import Transaction
from mediamill.dispatch.alerting import DELAYS_MS, KEPT_MS, Alerting, AlertPost, headers_of
from mediamill.dispatch.remote.balances import BalancesTold, ask_balances, is_low
from mediamill.dispatch.remote.conditions import ORPHANED_MS
from mediamill.engines import AnswerLost, EngineUnavailable, Remaining, Scope, SpendingCap, VendorKey
from mediamill.outbound import Answer, FailureReason, Guard
from mediamill.purchases import PurchaseState
from mediamill.secret import Secrets
from mediamill.thresholds import DEFAULTS
from mediamill.units import DAY_MS, MINUTE_MS
from tests.dispatch.remote.world import PRICE, World

SECRET = alerts.secret_text(Secrets(b"long and random"))
MODEL = "create-image/nano-banana"


@dataclass
class Receiver:
    """Where the operator reads alerts; it checks signatures."""

    world: World
    is_away: bool = False
    got: list[dict[str, Any]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    async def take(self, body: bytes, headers: Mapping[str, str]) -> Answer:
        if self.is_away:
            return Answer(None, FailureReason.TIMEOUT, 5_000, None)
        Webhook(SECRET).verify(body.decode(), dict(headers))
        self.got.append(json.loads(body))
        self.ids.append(headers["webhook-id"])
        return Answer(204, None, 3, None)

    def states(self) -> list[tuple[str, str]]:
        return [(one["kind"], one["state"]) for one in self.got]


class Office:
    """The process on duty, and the operator."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.receiver = Receiver(world)
        post = AlertPost(self.receiver.take, SECRET)
        self.alerting = Alerting(world.database, lambda: world.registry.setups, "USD", post)

    async def looks(self) -> list[tuple[str, str]]:
        """One round; what the receiver has by then."""
        await self.alerting.watch_vendors()
        return self.receiver.states()

    async def happens(self, verb: Any) -> None:
        await self.world.database.write(verb)

    async def open_ones(self) -> list[Alert]:
        return await self.world.database.read(alerts.open_ones)


@pytest.fixture
def office(world: World) -> Office:
    return Office(world)


def refuse_key(tx: Transaction, reason: str = "401: no such key.") -> None:
    breakers.trip(tx, "memory", breakers.EVERY, breakers.EVERY, reason, 3_600_000)


async def test_a_refused_key_is_told_once_and_its_end_too(
    office: Office, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Ada's pictures meet a key that the vendor takes no more; until somebody pays the bill."""
    world.vendor.submits = [EngineUnavailable("402: the account is empty.", 3_600, Scope.KEY)]
    await world.order(await world.open_account())
    await world.hire().step()
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            await office.looks()
        await office.happens(refuse_key)
        assert await office.looks() == [("key_refused", "open")]
        await office.happens(lambda tx: breakers.succeeded(tx, "memory", "", MODEL))
        assert await office.looks() == [("key_refused", "open"), ("key_refused", "resolved")]

    opening, end = office.receiver.got
    assert (opening["subject"], opening["sentence"]) == ("memory", "memory: 402: the account is empty.")
    assert (opening["resolvedAt"], end["resolvedAt"]) == (None, clock.iso(world.clock.now))
    assert office.receiver.ids == [f"{opening['id']}.opened", f"{opening['id']}.resolved"]
    assert [
        (one.levelname, one.getMessage().split()[0]) for one in caplog.records if one.name == "mediamill.alerts"
    ] == [
        ("WARNING", "alert"),
        ("INFO", "alert"),
    ]
    await office.happens(refuse_key)
    await office.looks()
    assert office.receiver.got[2]["id"] != opening["id"]


async def test_an_outage_that_passes_is_no_alert_and_a_model_that_is_gone_is_one(office: Office) -> None:
    for _ in range(10):
        await office.happens(lambda tx: breakers.failed(tx, "memory", "503"))
    assert await office.looks() == []
    await office.happens(lambda tx: breakers.trip(tx, "memory", breakers.EVERY, MODEL, "404: no such model."))

    assert await office.looks() == [("model_gone", "open")]
    assert office.receiver.got[0]["sentence"] == f"memory, {MODEL}: 404: no such model."


async def test_an_outage_that_lasts_is_told_and_its_end_too(office: Office, world: World) -> None:
    for _ in range(10):
        await office.happens(lambda tx: breakers.failed(tx, "memory", "503: overloaded"))
    world.clock.advance(9 * MINUTE_MS)
    assert await office.looks() == []
    world.clock.advance(MINUTE_MS)
    assert await office.looks() == [("engine_open", "open")]
    assert office.receiver.got[0]["sentence"].endswith(": 503: overloaded")
    await office.happens(lambda tx: breakers.succeeded(tx, "memory", "", MODEL))
    assert await office.looks() == [("engine_open", "open"), ("engine_open", "resolved")]


async def test_an_account_that_is_nearly_empty_is_told_until_it_is_filled(office: Office) -> None:
    """While the vendor is silent nobody knows, and the alert stays."""
    told = [
        BalancesTold({"memory": Remaining(100, 1_000, "credits"), "other, key night": Remaining(9.5, None, "USD")}),
        BalancesTold({"memory": Remaining(99, 1_000, "credits"), "other, key night": Remaining(10, None, "USD")}),
        BalancesTold({}, frozenset({"memory", "other, key night"})),
        BalancesTold({"memory": Remaining(1_000, 1_000, "credits")}),
    ]
    seen = []
    for one in told:
        office.alerting.ask_vendors = partial(answers, one)
        await office.alerting.watch_balances()
        seen.append([(one["subject"], one["state"]) for one in office.receiver.got])
        office.receiver.got.clear()

    assert seen == [
        [("other, key night", "open")],
        [("other, key night", "resolved"), ("memory", "open")],
        [],
        [("memory", "resolved")],
    ]
    assert not is_low(Remaining(0, None, "USD"), DEFAULTS.model_copy(update={"alert_balance": 0.0}))
    assert not is_low(Remaining(0, 9, "credits"), DEFAULTS.model_copy(update={"alert_balance_share": 0.0}))


async def answers(told: BalancesTold) -> BalancesTold:
    return told


async def test_only_engines_that_can_say_are_asked(office: Office, world: World) -> None:
    assert await ask_balances(world.registry.setups, Guard()) == BalancesTold({})


async def test_what_its_threshold_switches_off_is_not_told(office: Office, world: World) -> None:
    office.alerting.thresholds = DEFAULTS.model_copy(update={"alert_engine_minutes": 0, "alert_cap_share": 0})
    for _ in range(10):
        await office.happens(lambda tx: breakers.failed(tx, "memory", "503: overloaded"))
    world.clock.advance(DAY_MS)
    world.cap = SpendingCap(day=PRICE)
    world.set_up()
    await office.happens(lambda tx: breakers.succeeded(tx, "memory", "", MODEL))
    await world.order(await world.open_account())
    await world.hire().step()

    assert await office.looks() == [("cap_reached", "open")]


async def test_an_engine_that_the_service_pauses_is_told_and_one_that_the_operator_pauses_is_not(
    office: Office, world: World
) -> None:
    """Three answers are cut after a minute each; somebody looks for the proxy that does it, and resumes."""
    await office.happens(lambda tx: breakers.pause(tx, "other", "the operator's own idea"))
    world.vendor.submits = [AnswerLost(reason="cut", seconds=60.0 + n / 10) for n in range(3)]
    ada = await world.open_account()
    for _ in range(3):
        await world.order(ada)
    worker = world.hire()
    while await worker.step():
        pass

    assert ("engine_paused", "open") in await office.looks()
    paused = next(one for one in office.receiver.got if one["kind"] == "engine_paused")
    assert "the last 3 answers were cut after about 60 s each" in paused["sentence"]
    await office.happens(lambda tx: breakers.resume(tx, "memory"))
    assert (await office.looks())[-1] == ("engine_paused", "resolved")


async def test_a_cap_is_told_of_at_four_fifths_and_when_it_forbids_a_purchase_until_the_day_is_over(
    office: Office, world: World
) -> None:
    world.cap = SpendingCap(day=PRICE * 5)
    world.set_up()
    ada = await world.open_account()
    worker = world.hire()
    for _ in range(4):
        assert await office.looks() == []
        await world.order(ada)
        await worker.step()
    assert await office.looks() == [("cap_near", "open")]
    for _ in range(3):
        await world.order(ada)
        await worker.step()
    near, reached = [("cap_near", "open")], [("cap_reached", "open")]
    assert await office.looks() == near + reached
    assert await office.looks() == near + reached
    (alert,) = [one for one in await office.open_ones() if one.kind is AlertKind.CAP_REACHED]
    assert (alert.subject, alert.count) == (f"memory, {clock.day_of(world.clock.now)}, cap 0.20", 2)
    world.clock.advance(DAY_MS)

    assert sorted((await office.looks())[2:]) == [("cap_near", "resolved"), ("cap_reached", "resolved")]


async def test_a_cap_that_forbids_one_dear_purchase_is_told_of_and_over_when_it_is_raised(
    office: Office, world: World
) -> None:
    world.cap = SpendingCap(month=PRICE - 1)
    world.set_up()
    await world.order(await world.open_account())
    await world.hire().step()
    assert await office.looks() == [("cap_reached", "open")]
    world.cap = SpendingCap(month=100 * PRICE)
    world.set_up()

    assert await office.looks() == [("cap_reached", "open"), ("cap_reached", "resolved")]


async def test_a_lost_answer_is_told_and_over_after_a_day(office: Office, world: World) -> None:
    world.vendor.submits = [AnswerLost(reason="the connection was reset")]
    ada = await world.open_account()
    for _ in range(2):
        await world.order(ada)
    await world.hire().step()

    assert await office.looks() == [("purchase_unknown", "open")]
    assert (await office.open_ones())[0].count == 1
    world.clock.advance(DAY_MS + 1)
    assert (await office.looks())[-1] == ("purchase_unknown", "resolved")


async def test_a_job_that_nobody_waits_for_is_told_when_the_vendor_does_not_say_what_it_costs(
    office: Office, world: World
) -> None:
    await world.order(await world.open_account())
    await world.hire().step()
    (sold,) = world.vendor.sales
    (bought,) = await world.purchases_of(sold.generation_id)
    await office.happens(partial(purchases.mark_orphaned, purchase_id=bought.id))
    assert await office.looks() == []
    world.clock.advance(ORPHANED_MS)
    assert await office.looks() == [("purchase_orphaned", "open")]
    await office.happens(partial(purchases.settle, purchase_id=bought.id, actual=None))

    assert (await office.looks())[-1] == ("purchase_orphaned", "resolved")


async def test_a_job_whose_key_is_gone_is_told(office: Office, world: World) -> None:
    world.keys = (VendorKey("house", None),)
    world.set_up()
    await world.order(await world.open_account())
    await world.hire().step()
    assert await office.looks() == []
    world.keys = (VendorKey("night", None),)
    world.set_up()
    assert await office.looks() == [("job_without_key", "open")]
    assert office.receiver.got[0]["sentence"].startswith("memory, key house: 1 jobs under way wait for its key")
    world.keys = (VendorKey("night", None), VendorKey("house", None))
    world.set_up()

    assert (await office.looks())[-1] == ("job_without_key", "resolved")


async def test_a_receiver_that_is_away_is_tried_again_and_gets_beginning_and_end_in_order(
    office: Office, world: World
) -> None:
    office.receiver.is_away = True
    await office.happens(refuse_key)
    await office.looks()
    await office.happens(lambda tx: breakers.succeeded(tx, "memory", "", MODEL))
    await office.looks()
    office.receiver.is_away = False
    assert await office.looks() == []  # the delay is not over
    world.clock.advance(DELAYS_MS[0])
    await office.looks()

    assert await office.looks() == [("key_refused", "open"), ("key_refused", "resolved")]


async def test_a_post_is_given_up_after_the_last_delay_and_the_end_is_posted_all_the_same(
    office: Office, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    office.receiver.is_away = True
    await office.happens(refuse_key)
    for delay in (0, *DELAYS_MS):
        world.clock.advance(delay)
        await office.looks()
    office.receiver.is_away = False
    world.clock.advance(DAY_MS)
    assert await office.looks() == []
    assert "could not be posted; it is only in this log" in caplog.text
    await office.happens(lambda tx: breakers.succeeded(tx, "memory", "", MODEL))

    assert await office.looks() == [("key_refused", "resolved")]


async def test_without_an_address_there_is_the_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    alerting = Alerting(world.database, lambda: world.registry.setups, "USD")
    await world.database.write(refuse_key)

    assert [await alerting.watch_vendors() for _ in range(2)] == [1, 0]
    assert caplog.text.count("alert") >= 1
    assert "401: no such key." in caplog.text


async def test_what_was_over_long_ago_is_forgotten(office: Office, world: World) -> None:
    await office.happens(refuse_key)
    await office.looks()
    await office.happens(lambda tx: breakers.succeeded(tx, "memory", "", MODEL))
    await office.looks()
    world.clock.advance(KEPT_MS - 1)
    assert await office.alerting.forget_alerts() == 0
    world.clock.advance(1)

    assert await office.alerting.forget_alerts() == 1


def test_another_secret_does_not_verify() -> None:
    other = alerts.secret_text(Secrets(b"another"))
    instant, body = clock.now(), b'{"id": "alr_1"}'
    with pytest.raises(WebhookVerificationError):
        Webhook(other).verify(body.decode(), headers_of("alr_1.opened", body, SECRET, instant))


async def test_purchases_are_counted_by_state_and_possible_doubles_with_them(world: World) -> None:
    world.vendor.submits = [AnswerLost(reason="the connection was reset")]
    await world.finish(await world.order(await world.open_account()))
    counted = await world.database.read(purchases.counts)

    assert counted == {
        ("memory", PurchaseState.INTENDED): 2,
        ("memory", PurchaseState.UNKNOWN): 1,
        ("memory", purchases.POSSIBLE_DOUBLE): 1,
        ("memory", PurchaseState.OPEN): 1,
        ("memory", PurchaseState.SETTLED): 1,
    }
