"""What an operator should know beside vendors' engines: work that waits, processes that differ, money, receivers, disk.

Each looks with statements that read little; what its threshold of 0 switches off holds never.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal

from mediamill import clock, generations, purchases, usage, webhooks, workers
from mediamill.alerts import AlertKind, Condition
from mediamill.db import Transaction
from mediamill.dispatch.oversight import differing
from mediamill.thresholds import Thresholds
from mediamill.units import DAY_MS, MEGABYTE, MILLIONTHS
from mediamill.workers import HaltKind, HaltMode, Worker

WORK_KINDS = frozenset({AlertKind.OLDEST_WAIT, AlertKind.UNSERVED, AlertKind.PROCESSES_DIFFER})
MONEY_KINDS = frozenset({AlertKind.MARGIN_NEGATIVE, AlertKind.POSSIBLE_DOUBLE})
RECEIVER_KINDS = frozenset({AlertKind.WEBHOOK_FAILING})
DISK_KINDS = frozenset({AlertKind.DISK_LOW})
DOUBLES_MS = DAY_MS  # a purchase that may have been made twice is of interest for so long
NAMED_MAX = 5  # models that one sentence names


def of_work(tx: Transaction, thresholds: Thresholds) -> list[Condition]:
    """What waits too long or in vain, and processes that do not agree."""
    alive = workers.alive(tx)
    found = [*of_unserved(tx, alive, thresholds.unserved_ms), *of_waits(tx, thresholds.wait_ms)]
    if thresholds.differing_ms:
        settled = [one for one in alive if tx.now() - one.started_at >= thresholds.differing_ms]
        found += [Condition(AlertKind.PROCESSES_DIFFER, what, told) for what, told in differing(settled).items()]
    return found


def of_unserved(tx: Transaction, alive: Iterable[Worker], patience_ms: int) -> Iterator[Condition]:
    """Models, or whole pools, that something waits for and nobody serves."""
    if not patience_ms:
        return
    served = {pool for worker in alive for pool in worker.pools}
    by_pool: dict[str, list[str]] = defaultdict(list)
    for one, since in generations.unserved_since(tx):
        if tx.now() - since >= patience_ms:
            by_pool[one.pool].append(f"{one.tool}/{one.model}")
    for pool, models in sorted(by_pool.items()):
        if pool not in served:
            more = f" and {len(models) - NAMED_MAX} more" if len(models) > NAMED_MAX else ""
            sentence = f"No live process works for the pool {pool}: {', '.join(models[:NAMED_MAX])}{more} wait."
            yield Condition(AlertKind.UNSERVED, f"pool {pool}", sentence)
            continue
        for model in models:
            sentence = f"Generations wait for {model}, which no live process of the pool {pool} runs."
            yield Condition(AlertKind.UNSERVED, f"{model}, pool {pool}", sentence)


def of_waits(tx: Transaction, patience_ms: int) -> Iterator[Condition]:
    """Pools in which something waits too long, though nobody has stopped it."""
    if not patience_ms:
        return
    oldest: dict[str, int] = {}
    stopped = stopped_by_operators(tx)
    for one, due_at in generations.oldest_waits(tx).items():
        if not {one.pool, one.tool, f"{one.tool}/{one.model}"} & stopped:
            oldest[one.pool] = min(due_at, oldest.get(one.pool, due_at))
    for pool, due_at in sorted(oldest.items()):
        if tx.now() - due_at >= patience_ms:
            sentence = f"The oldest generation of the pool {pool} has waited since {clock.iso(due_at)}."
            yield Condition(AlertKind.OLDEST_WAIT, f"pool {pool}", sentence)


def stopped_by_operators(tx: Transaction) -> set[str]:
    """Pools, tools and models of which what waits is meant to wait."""
    halted = {
        halt.name
        for halt in workers.halts(tx).every
        if halt.kind is not HaltKind.SERVICE and halt.mode is HaltMode.PAUSED
    }
    return halted | {one.pool for one in workers.paused_pools(tx)}


def of_money(tx: Transaction, thresholds: Thresholds, price: Decimal | None, currency: str) -> list[Condition]:
    """Models that cost more than they bring, and purchases that may have been made twice."""
    doubles = [
        Condition(AlertKind.POSSIBLE_DOUBLE, engine, double_sentence(engine, total, last_at), total)
        for engine, (total, last_at) in purchases.doubles_since(tx, tx.now() - DOUBLES_MS).items()
    ]
    return [*doubles, *of_losses(tx, thresholds.alert_loss, price, currency)]


def double_sentence(engine: str, total: int, last_at: int) -> str:
    """What is said of them."""
    return (
        f"{engine}: at {clock.iso(last_at)} something was bought once more although the answer to the purchase before "
        f"it was lost; {total} so far. Compare with the bill: mediamill usage check {engine}"
    )


def of_losses(tx: Transaction, loss_max: Decimal, price: Decimal | None, currency: str) -> Iterator[Condition]:
    """Models that lost more than that since yesterday; nothing is known without the price of a credit."""
    if not loss_max or price is None:
        return
    for one in usage.costs_since_yesterday(tx):
        cost, brought = Decimal(one.cost) / MILLIONTHS, one.credits * price
        if cost - brought > loss_max:
            subject = f"{one.tool}/{one.model}, {one.engine}"
            told = f"{cost:.2f} {currency} were spent since yesterday, and {brought:.2f} {currency} brought"
            yield Condition(AlertKind.MARGIN_NEGATIVE, subject, f"{subject}: {told}")


def of_receivers(tx: Transaction, thresholds: Thresholds) -> list[Condition]:
    """Receivers that do not take their webhooks."""
    if not thresholds.alert_webhook_failures:
        return []
    found = webhooks.failing_hosts(tx, tx.now() - DAY_MS, thresholds.alert_webhook_failures)
    return [
        Condition(
            AlertKind.WEBHOOK_FAILING,
            one.host,
            f"{one.host} has not taken {one.webhooks} webhooks of the last day, the oldest of {clock.iso(one.since)}.",
            one.webhooks,
        )
        for one in found
    ]


def of_disk(thresholds: Thresholds, free_bytes: int, machine: str) -> list[Condition]:
    """A disk that fills up."""
    least = thresholds.alert_disk_megabytes * MEGABYTE
    if free_bytes >= least:
        return []
    told = f"{free_bytes // MEGABYTE} MB are free on the disk of the data folder of {machine}"
    return [Condition(AlertKind.DISK_LOW, machine, f"{told}, less than {thresholds.alert_disk_megabytes} MB.")]
