"""Alerting: what holds is compared with the alerts that are open; the operator is told of each beginning and end."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

import orjson
from standardwebhooks import Webhook

from mediamill import alerts, clock
from mediamill.alerts import Alert, AlertKind, Told
from mediamill.db import Database, Transaction
from mediamill.dispatch.remote.conditions import Condition, situation
from mediamill.engines import RemoteSetup
from mediamill.outbound import Answer
from mediamill.telemetry import log_event, log_warning
from mediamill.units import DAY_MS, MINUTE_MS

DELAYS_MS = (10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS)  # before each retry of a post
KEPT_MS = 90 * DAY_MS  # resolved ones

log = logging.getLogger("mediamill.alerts")

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
    ) -> None:
        """`setups` are the remote engines as they are configured now; without a `post` there is only the log."""
        self.database = database
        self.setups = setups
        self.currency = currency
        self.post = post

    async def watch_vendors(self) -> int:
        """Open and resolve alerts, then tell of them; how many were told."""
        changes = await self.database.read_in_thread(self.changes)
        if changes.risen or changes.over:
            await self.database.write(partial(apply, changes=changes))
        told = 0
        for alert in await self.database.read(alerts.due):
            await self.tell(alert)
            told += 1
        return told

    async def forget_alerts(self) -> int:
        """Take away what was over long ago; how many."""
        await self.database.write(partial(alerts.bring_nearer, delay_ms_max=max(DELAYS_MS)))
        return await self.database.write(partial(alerts.forget, older_than_ms=KEPT_MS))

    def changes(self, tx: Transaction) -> "Changes":
        """What alerts have to become."""
        now = situation(tx, self.setups(), self.currency)
        is_open = {(alert.kind, alert.subject): alert for alert in alerts.open_ones(tx)}
        holding = {one.place for one in now.conditions}
        # Where a cap forbade a purchase, the alert stays for as long as the cap: what is left of it changes nothing.
        stays = {(AlertKind.CAP_REACHED, subject) for subject in now.caps}
        over = [alert for place, alert in is_open.items() if place not in holding | stays]
        return Changes([one for one in now.conditions if is_news(is_open.get(one.place), one)], over)

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
        if answer.status is None or not 200 <= answer.status < 300:
            log.info("alert %s: the receiver did not take it: %s", alert.id, answer.status or answer.failure)
            return False
        return True


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new or has changed, and what is over."""

    risen: list[Condition]
    over: list[Alert]


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
    instant = datetime.fromtimestamp(at // 1_000, UTC)
    return {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(at // 1_000),
        "webhook-signature": Webhook(secret).sign(name, instant, body.decode()),
    }
