"""Sending webhooks: claims the deliveries whose time has come, posts each, records the outcome.

Woken by the commit that made a success, with a timer for the next retry; a poll sees what other processes did, where no
message tells of it sooner.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from mediamill import clock, webhooks
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction
from mediamill.dispatch.periodic import Periodic
from mediamill.dispatch.waker import EmbeddedWaker, Waker
from mediamill.outbound import Answer, FailureReason
from mediamill.secret import Secrets
from mediamill.telemetry import Metrics
from mediamill.webhooks import Claimed, Delivery, DeliveryOutcome, DeliveryStatus, Lost

SLOTS = 64  # attempts of this process at once; each waits, mostly
RESCUE_SECONDS = 5.0  # between looks for leases that expired
# A post ends within 5 s. One that does not keep that promise costs its slot no more than this, and never its lease.
ATTEMPT_SECONDS_MAX = 10.0
STORE_PAUSE_SECONDS = 0.5  # before an outcome that the store refused is offered again

log = logging.getLogger("mediamill.webhooks")


class Post(Protocol):
    """What `outbound.post` promises, for a guard."""

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str], *, account_id: str) -> Awaitable[Answer]:
        """Post it once, within 5 s; whatever happens is an answer."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A claimed delivery and when, by the monotonic clock, its lease is over."""

    claimed: Claimed
    lease_ends: float


def nobody_asked(tx: Transaction, generation_id: str) -> str:  # noqa: ARG001 (the signature of `body_of`)
    """Where there are no doors, every delivery has its body."""
    raise LookupError(f"the delivery of {generation_id} has no body")


class Deliverer:
    """Keeps its slots full of attempts that are due, and lets none hold up another."""

    def __init__(
        self,
        *,
        worker: str,
        database: Database,
        post: Post,
        secrets: Secrets,
        delays_ms: tuple[int, ...],
        metrics: Metrics | None = None,
        slots: int = SLOTS,
        waker: Waker | None = None,
        body_of: Callable[[Transaction, str], str] = nobody_asked,
    ) -> None:
        """`body_of` gives the body of what was asked for through a door: generation id to JSON."""
        self.body_of = body_of
        self.worker = worker
        self.database = database
        self.post = post
        self.secrets = secrets
        self.delays_ms = delays_ms  # before each retry
        self.metrics = metrics or Metrics()
        self.slots = slots
        self.wake = asyncio.Event()
        self.waker = waker or EmbeddedWaker()
        self.waker.add(webhooks.POOL, self.wake.set)
        self.under_way: dict[asyncio.Task[None], Begun] = {}
        self.delivering: asyncio.Task[None] | None = None
        self.rescuing = Periodic(self.rescue, name="the rescue of webhooks", pause_seconds=RESCUE_SECONDS, log=log)
        self.stopping = asyncio.Event()
        self.looked_at: float = math.inf  # by the database's clock, when the last look for expired leases was

    def start(self) -> None:
        """Begin to send."""
        self.delivering = asyncio.create_task(self.deliver())
        self.rescuing.start()

    async def stop(self, grace_seconds: float) -> None:
        """Begin no attempt more; let those under way finish for a while, then hand them back."""
        self.stopping.set()
        self.wake.set()
        if self.delivering is not None:
            await asyncio.gather(self.delivering, self.rescuing.finish(), return_exceptions=True)
        if tasks := list(self.under_way):
            await asyncio.wait(tasks, timeout=grace_seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def alive(self) -> bool:
        """Whether every loop that was started still turns."""
        return self.delivering is None or (not self.delivering.done() and self.rescuing.alive())

    async def deliver(self) -> None:
        """Keep the slots full. Ends on `stop`, and never leaves a claim that nobody works on."""
        while not self.stopping.is_set():
            self.wake.clear()
            pause = self.waker.poll_seconds
            try:
                await self.fill()
                pause = min(pause, await self.database.read(webhooks.until_next) / 1_000)
            except (StoreBusy, StoreFailed) as error:
                log.warning("no webhook claimed: %s", error)
            except Exception:
                log.exception("no webhook claimed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), pause)

    async def fill(self) -> None:
        """Begin every attempt that is due and has room; a cheap look comes before each transaction."""
        while await self.database.read(webhooks.anything_came_due):
            await self.database.write(webhooks.mark_due)
        while not self.stopping.is_set() and (room := self.slots - len(self.under_way)) > 0:
            if not await self.database.read(webhooks.anything_waiting):
                return
            lease_ends = time.monotonic() + webhooks.LEASE_MS / 1_000  # at the earliest: the claim comes after this
            claimed = await self.database.write(partial(self.claim, room))
            if not claimed:
                return
            for one in claimed:
                self.begin(Begun(one, lease_ends))

    def claim(self, limit: int, tx: Transaction) -> list[Claimed]:
        """Some that are due, all with their bodies."""
        return [self.written(tx, one) for one in webhooks.claim(tx, worker=self.worker, limit=limit)]

    def written(self, tx: Transaction, claimed: Claimed) -> Claimed:
        """The same with its body, which is frozen now if it was not: every attempt posts the same bytes."""
        delivery = claimed.delivery
        if delivery.body != webhooks.UNWRITTEN:
            return claimed
        try:
            body = self.body_of(tx, delivery.generation_id)
        except Exception:  # one that cannot be written must not keep others from being claimed: its attempt fails
            log.exception("webhook of %s: its body could not be written", delivery.generation_id)
            return claimed
        webhooks.write_body(tx, delivery.generation_id, body)
        return replace(claimed, delivery=replace(delivery, body=body))

    def begin(self, begun: Begun) -> None:
        """An attempt in a task of its own."""
        task = asyncio.create_task(self.attempt(begun))
        self.under_way[task] = begun
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        """Its slot and its receiver are free again."""
        begun = self.under_way.pop(task)
        if not task.cancelled() and (error := task.exception()):
            name = begun.claimed.delivery.generation_id
            log.error("webhook of %s: left to its lease", name, exc_info=error)
        self.wake.set()

    async def attempt(self, begun: Begun) -> None:
        """One attempt, from claimed to written down. Cancelled, it hands the delivery back."""
        if time.monotonic() + ATTEMPT_SECONDS_MAX > begun.lease_ends:
            return  # this process stood still: begun now, it could meet the attempt that replaces it
        try:
            outcome = await self.send(begun.claimed)
        except asyncio.CancelledError:
            await asyncio.shield(self.release(begun.claimed))
            raise
        settled = await self.settle(begun, outcome)
        self.metrics.webhooks.labels(report(begun.claimed, outcome, settled)).inc()

    async def send(self, claimed: Claimed) -> DeliveryOutcome:
        """Post it; whatever goes wrong is an outcome."""
        delivery = claimed.delivery
        started = time.monotonic()
        if delivery.body == webhooks.UNWRITTEN:
            return DeliveryOutcome(None, Lost.BROKEN, 0)
        try:
            headers, body = self.headers(claimed), delivery.body.encode()
            async with asyncio.timeout(ATTEMPT_SECONDS_MAX):
                answer = await self.post(delivery.url, body, headers, account_id=delivery.account_id)
            return webhooks.outcome_of(answer)
        except TimeoutError:
            return DeliveryOutcome(None, FailureReason.TIMEOUT, milliseconds_since(started))
        except Exception:
            log.exception("webhook of %s: attempt %d broke", delivery.generation_id, delivery.attempt)
            return DeliveryOutcome(None, Lost.BROKEN, milliseconds_since(started))

    def headers(self, claimed: Claimed) -> dict[str, str]:
        """Those of this attempt, signed by every secret in force."""
        delivery = claimed.delivery
        secrets = [webhooks.secret_text(self.secrets, delivery.account_id, number) for number in claimed.secrets]
        return webhooks.webhook_headers(delivery.generation_id, delivery.body, secrets=secrets, at=claimed.started_at)

    async def settle(self, begun: Begun, outcome: DeliveryOutcome) -> Delivery | None:
        """Write it down, for as long as the lease lasts: an outcome that is lost is a webhook sent twice."""
        while True:
            try:
                return await self.database.write(
                    lambda tx: webhooks.settle(tx, begun.claimed, self.worker, outcome, self.delays_ms)
                )
            except (StoreBusy, StoreFailed) as error:
                if time.monotonic() + STORE_PAUSE_SECONDS > begun.lease_ends:
                    raise
                log.warning("webhook of %s: not written down yet: %s", begun.claimed.delivery.generation_id, error)
            await asyncio.sleep(STORE_PAUSE_SECONDS)

    async def release(self, claimed: Claimed) -> None:
        """Release it for the next deliverer."""
        await self.database.write(lambda tx: webhooks.release(tx, claimed, self.worker))

    async def rescue(self) -> None:
        """Take back what lost workers hold."""
        for delivery in await self.database.write(self.rescue_expired):
            log.warning("webhook of %s: taken back", delivery.generation_id)
            self.wake.set()

    def rescue_expired(self, tx: Transaction) -> list[Delivery]:
        """Take back what lost workers hold; after the clock went back, at the start too, bring retries nearer."""
        now = tx.now()
        if now < self.looked_at:
            webhooks.shorten_waits(tx, self.delays_ms)
        tx.on_commit(partial(setattr, self, "looked_at", now))
        return webhooks.rescue(tx)


def report(claimed: Claimed, outcome: DeliveryOutcome, settled: Delivery | None) -> str:
    """One line for the log, never the URL, which may hold a secret; and a word for the outcome."""
    name = f"webhook of {claimed.delivery.generation_id} to {claimed.delivery.host}"
    number = claimed.delivery.attempt
    match settled:
        case None:
            log.warning("%s: attempt %d came too late: %s", name, number, outcome)
            return "late"
        case Delivery(status=DeliveryStatus.FAILED):
            log.warning("%s: attempt %d: %s; given up", name, number, outcome)
            return "failed"
        case Delivery(status=DeliveryStatus.DELIVERED):
            log.info("%s: delivered by attempt %d", name, number)
            return "delivered"
        case Delivery(due_at=due_at):
            log.info("%s: attempt %d: %s; next at %s", name, number, outcome, clock.iso(due_at))
            return "retry"


def milliseconds_since(instant: float) -> int:
    """How long ago that was, by the monotonic clock."""
    return round((time.monotonic() - instant) * 1_000)
