"""Alerting: what holds is compared with the alerts that are open; the operator is told of each beginning and end."""

import asyncio
import logging
import shutil
import socket
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path

import orjson

from mediamill import alerts, clock
from mediamill.alerts import Alert, AlertKind, Condition, Told
from mediamill.db import Database, Transaction
from mediamill.dispatch import watches
from mediamill.dispatch.remote.balances import BalancesTold, of_balances
from mediamill.dispatch.remote.conditions import Situation, situation
from mediamill.engines import RemoteSetup
from mediamill.outbound import Answer
from mediamill.telemetry import log_event, log_warning
from mediamill.thresholds import DEFAULTS, Thresholds
from mediamill.units import DAY_MS, MINUTE_MS
from mediamill.webhooks import standard_headers

DELAYS_MS = (10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS)  # before each retry of a post
KEPT_MS = 90 * DAY_MS  # resolved ones
SLOW_KINDS = watches.MONEY_KINDS | watches.RECEIVER_KINDS | watches.DISK_KINDS
BALANCE_KINDS = frozenset({AlertKind.BALANCE_LOW})
VENDOR_KINDS = frozenset(AlertKind) - watches.WORK_KINDS - SLOW_KINDS - BALANCE_KINDS

log = logging.getLogger("mediamill.alerts")

AskVendors = Callable[[], Awaitable[BalancesTold]]
PostAlert = Callable[[bytes, Mapping[str, str]], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class AlertPost:
    """How the operator is told beside the log."""

    send: PostAlert  # once
    secret: str  # whsec_…


class Alerting:
    """Done by the process on duty, for all."""

    def __init__(
        self,
        database: Database,
        setups: Callable[[], Mapping[str, RemoteSetup]],
        currency: str,
        post: AlertPost | None = None,
        *,
        thresholds: Thresholds = DEFAULTS,
        credit_price: Callable[[], Decimal | None] = lambda: None,
        data_dir: Path | None = None,
        ask_vendors: AskVendors | None = None,
    ) -> None:
        """`setups` and `credit_price` are as they are configured now; without a `post` there is only the log, without
        a `data_dir` nobody looks at the disk.
        """
        self.database = database
        self.setups = setups
        self.currency = currency
        self.post = post
        self.thresholds = thresholds
        self.credit_price = credit_price
        self.data_dir = data_dir
        self.ask_vendors = ask_vendors
        self.telling = asyncio.Lock()

    async def watch_vendors(self) -> int:
        """Look at vendors' engines: open and resolve alerts, then tell of them; how many were told."""
        return await self.watch(VENDOR_KINDS, self.at_vendors)

    async def watch_work(self) -> int:
        """The same for what waits and for the processes."""
        return await self.watch(watches.WORK_KINDS, self.at_work)

    async def watch_rest(self) -> int:
        """The same for what takes longer to look at: money, receivers of webhooks, the disk."""
        return await self.watch(SLOW_KINDS, self.at_rest)

    async def watch_balances(self) -> int:
        """The same for what vendors' accounts have left: each that can say is asked by one free call."""
        if self.ask_vendors is None:
            return 0
        told = await self.ask_vendors()
        return await self.watch(BALANCE_KINDS, lambda _: of_balances(told, self.thresholds))

    async def watch(self, kinds: Collection[AlertKind], look: Callable[[Transaction], Situation]) -> int:
        """Compare what holds of these kinds with the alerts that are open; how many were told."""
        changes = await self.database.read_in_thread(partial(changes_of, kinds=kinds, look=look))
        if changes.risen or changes.over:
            await self.database.write(partial(apply, changes=changes))
        told = 0
        async with self.telling:  # what others opened meanwhile is told once
            for alert in await self.database.read(alerts.due):
                await self.tell(alert)
                told += 1
        return told

    def at_vendors(self, tx: Transaction) -> Situation:
        """What holds of vendors' engines."""
        return situation(tx, self.setups(), self.currency, self.thresholds)

    def at_work(self, tx: Transaction) -> Situation:
        """What holds of the work."""
        return Situation(tuple(watches.of_work(tx, self.thresholds)))

    def at_rest(self, tx: Transaction) -> Situation:
        """What holds of money, receivers and the disk."""
        found = watches.of_money(tx, self.thresholds, self.credit_price(), self.currency)
        found += watches.of_receivers(tx, self.thresholds)
        if self.data_dir is not None:
            free = shutil.disk_usage(self.data_dir).free
            found += watches.of_disk(self.thresholds, free, socket.gethostname())
        return Situation(tuple(found))

    async def forget_alerts(self) -> int:
        """Take away what was over long ago; how many."""
        await self.database.write(partial(alerts.bring_nearer, delay_ms_max=max(DELAYS_MS)))
        return await self.database.write(partial(alerts.forget, older_than_ms=KEPT_MS))

    async def tell(self, alert: Alert) -> None:
        """Its beginning or its end, in the log and by a post."""
        is_over = alert.told is not Told.NOTHING
        if alert.tries == 0:
            say(alert, is_over)
        if self.post is None or await self.posted(self.post, alert, is_over):
            await self.database.write(partial(alerts.told, alert=alert))
        elif not await self.database.write(partial(alerts.give_up_or_retry, alert=alert, delays_ms=DELAYS_MS)):
            log.warning("alert %s could not be posted; it is only in this log", alert.id)

    async def posted(self, post: AlertPost, alert: Alert, is_over: bool) -> bool:
        """Whether the receiver has it."""
        name, body = f"{alert.id}.{'resolved' if is_over else 'opened'}", body_of(alert, is_over)
        answer = await post.send(body, headers_of(name, body, post.secret, clock.now()))
        if not answer.is_success:
            log.info("alert %s: the receiver did not take it: %s", alert.id, answer.status or answer.failure)
            return False
        return True


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new or has changed, and what is over."""

    risen: list[Condition]
    over: list[Alert]


def changes_of(tx: Transaction, kinds: Collection[AlertKind], look: Callable[[Transaction], Situation]) -> Changes:
    """What alerts of these kinds have to become."""
    now = look(tx)
    is_open = {(alert.kind, alert.subject): alert for alert in alerts.open_ones(tx) if alert.kind in kinds}
    holding = {one.place for one in now.conditions}
    # Where a cap forbade a purchase, the alert stays for as long as the cap: what is left of it changes nothing.
    stays = {(AlertKind.CAP_REACHED, subject) for subject in now.caps} | now.unknown
    over = [alert for place, alert in is_open.items() if place not in holding | stays]
    return Changes([one for one in now.conditions if is_news(is_open.get(one.place), one)], over)


def apply(tx: Transaction, changes: Changes) -> None:
    """Write them down."""
    for one in changes.risen:
        alerts.rise(tx, one.kind, one.subject, one.sentence, one.count)
    for alert in changes.over:
        alerts.resolve(tx, alert)


def is_news(alert: Alert | None, condition: Condition) -> bool:
    """Whether the alert is not open yet, or is about more by now."""
    return alert is None or alert.count < condition.count


def say(alert: Alert, is_over: bool) -> None:
    """One line."""
    facts = {"kind": alert.kind.value, "subject": alert.subject, "count": alert.count, "sentence": alert.sentence}
    if is_over:
        log_event(log, "alert resolved", trace=None, alert=alert.id, **facts)
    else:
        log_warning(log, "alert", trace=None, alert=alert.id, **facts)


def body_of(alert: Alert, is_over: bool) -> bytes:
    """What is posted."""
    return orjson.dumps(
        {
            "id": alert.id,
            "state": "resolved" if is_over else "open",
            "kind": alert.kind.value,
            "subject": alert.subject,
            "sentence": alert.sentence,
            "count": alert.count,
            "openedAt": clock.iso(alert.opened_at),
            "resolvedAt": clock.iso(alert.resolved_at) if is_over and alert.resolved_at is not None else None,
        }
    )


def headers_of(name: str, body: bytes, secret: str, at: int) -> dict[str, str]:
    """Those of Standard Webhooks 1.0.0; `name` is the same at every try."""
    return {"Content-Type": "application/json", **standard_headers(name, body.decode(), secrets=[secret], at=at)}
