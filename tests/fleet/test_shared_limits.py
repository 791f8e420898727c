"""What all processes share and no account owns: money for vendors, their limits, and receivers of webhooks."""

import asyncio
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from mediamill import generations, purchases, webhooks
from mediamill.accounts import Account
from mediamill.clock import day_of
from mediamill.db import Transaction
from mediamill.dispatch.remote.admission import Admitted, admit
from mediamill.dispatch.remote.learned import LearnedLimits
from mediamill.engines import RemoteOptions, RemoteSetup, SpendingCap, VendorKey
from mediamill.outbound import FailureReason
from mediamill.purchases import CapReached, NewPurchase, Purchase
from mediamill.webhooks import Claimed, DeliveryOutcome
from mediamill.webhooks.claiming import ACCOUNT_ATTEMPTS_MAX, HOST_ATTEMPTS_MAX
from tests.behind import seen_behind
from tests.fleet.racing import MEDIA, MODEL, Race, new, policy
from tests.studio.engine import StudioEngine

pytestmark = pytest.mark.fleet
DOLLAR = 1_000_000  # millionths
CENTS_4 = 40_000
SILENT = DeliveryOutcome(None, FailureReason.TIMEOUT, 5_000)
DELAYS_MS = (5_000,) * 9
OURS = "FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('one', 'two')"


def picture(number: int) -> NewPurchase:
    """One that costs four cents."""
    return NewPurchase(f"gen_{number}", "acc_ada", 1, *MODEL, "studio", "studio-1", "USD", CENTS_4, "0.04 a picture")


@pytest.mark.parametrize("period", ["day", "month"])
async def test_the_last_dollar_is_spent_once_though_connections_are_killed(race: Race, period: str) -> None:
    caps = {"": SpendingCap(**{period: DOLLAR}), "studio-1": SpendingCap(**{period: 10 * DOLLAR})}
    killed: list[int] = []

    def buy(tx: Transaction, number: int) -> object:
        bought = purchases.intend(tx, picture(number), caps)
        if number % 13 == 5 and number not in killed:
            killed.append(number)
            seen_behind(race.processes[0], f"SELECT pg_terminate_backend(pid) {OURS}")
        return bought

    answers = await race.must(*(partial(buy, number=number) for number in range(40)))
    day = day_of(race.clock.now)
    bought = [answer for answer in answers if isinstance(answer, Purchase)]

    assert Counter(type(answer) for answer in answers) == {Purchase: 25, CapReached: 15}
    assert len({one.id for one in bought}) == 25
    assert seen_behind(race.processes[0], "SELECT COUNT(*) FROM purchases") == [(25,)]
    assert await race.write(partial(purchases.used, engine="studio", key_id="", period=day)) == DOLLAR
    assert len(killed) == 3
    assert race.runs > 40, "nothing was run again"


async def test_bills_and_cancellations_of_one_moment_are_booked_once(race: Race) -> None:
    bought = [await race.write(partial(purchases.intend, new=picture(n), caps={})) for n in range(8)]
    for one in bought:
        await race.write(partial(purchases.opened, purchase_id=one.id, job="{}"))
    answers = await race.must(
        *(partial(purchases.settle, purchase_id=one.id, actual=50_000) for one in bought),
        *(partial(purchases.void, purchase_id=one.id) for one in bought),
    )

    settled = [answer for answer in answers[:8] if answer is not None]
    voided = [answer for answer in answers[8:] if answer is not None]
    assert len(settled) + len(voided) == 8
    used = await race.write(partial(purchases.used, engine="studio", key_id="", period=day_of(race.clock.now)))
    assert used == 50_000 * len(settled)


@pytest.mark.parametrize("limit", ["concurrency", "per_minute"])
@pytest.mark.parametrize("of_key", [True, False], ids=["of a key", "of the engine"])
async def test_a_vendors_limits_hold_for_all_processes(race: Race, limit: str, of_key: bool) -> None:
    limits: dict[str, Any] = {limit: 5}
    key = VendorKey("studio-1", "secret", **(limits if of_key else {}))
    setup = RemoteSetup(
        "studio",
        StudioEngine(RemoteOptions(base_url="http://studio")),
        (key,),
        SpendingCap(),
        is_configured=True,
        **({} if of_key else limits),
    )
    learned = LearnedLimits()
    answers = await race.must(
        *(partial(admit, setup=setup, new=replace(picture(n), key_id=""), learned=learned) for n in range(24))
    )

    assert len([answer for answer in answers if isinstance(answer, Admitted)]) == 5
    assert seen_behind(race.processes[0], "SELECT COUNT(*) FROM purchases") == [(5,)]


async def test_webhooks_are_claimed_once_and_within_the_limits_of_receivers(race: Race) -> None:
    ada, ben = await race.account("ada"), await race.account("ben")
    for account in (ada, ben):
        await race.write(partial(owe_many, account=account))
    seen: Counter[tuple[str, int]] = Counter()
    most_of_host, most_of_account = 0, 0
    while len(seen) < 120:
        answers = await race.must(*(partial(webhooks.claim, worker=f"w{n}", limit=3) for n in range(race.lanes)))
        claimed: list[tuple[Claimed, str]] = [
            (one, f"w{place}") for place, answer in enumerate(answers) for one in answer
        ]
        assert claimed, "something waits that nobody takes"
        seen.update((one.delivery.generation_id, one.delivery.attempt) for one, _ in claimed)
        most_of_host = max(most_of_host, *Counter(one.delivery.host for one, _ in claimed).values())
        most_of_account = max(most_of_account, *Counter(one.delivery.account_id for one, _ in claimed).values())
        await asyncio.gather(
            *(
                process.write(partial(webhooks.settle, claimed=one, worker=worker, outcome=SILENT, delays_ms=DELAYS_MS))
                for place, (one, worker) in enumerate(claimed)
                for process in [race.processes[place % 2]]
            )
        )

    assert max(seen.values()) == 1
    assert most_of_host == HOST_ATTEMPTS_MAX
    assert HOST_ATTEMPTS_MAX < most_of_account <= ACCOUNT_ATTEMPTS_MAX


def owe_many(tx: Transaction, account: Account) -> None:
    """Generations for six receivers that want to hear of them, ten for each."""
    for host in "abcdef" * 10:
        generations.accept(tx, new(account, webhook=f"https://{host}.example.com/"))
        taken = generations.claim(tx, "heron", "cpu", policy(100))
        assert taken is not None
        generations.succeed(tx, taken, "heron", output_key="k", thumbnail_key=None, charge=1, media_base=MEDIA)
