"""Records what becomes of an attempt: one transaction per verb, and nothing for an attempt that was replaced.

While the database is away an end is kept here and written as soon as it is back: what was made is not made again. An
end that was kept before, by a commit whose answer was lost, counts.
"""

import asyncio
import copy
import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from mediamill import generations, webhooks
from mediamill.db import Database, Transaction
from mediamill.dispatch.attempt_log import AttemptLog
from mediamill.dispatch.durably import durably
from mediamill.dispatch.results import Stored
from mediamill.engines import RunFailure
from mediamill.generations import AttemptOutcome, EngineUsed, Findings, Generation, Intent, Policy, Status, WaitingPlace
from mediamill.storage import Storage
from mediamill.telemetry import Metrics

RETRY_SECONDS = (1, 10, 60)  # before the next try after an engine broke; the last one counts for all further
STORAGE_AWAY = "The storage was not available."
DATABASE_AWAY = "The database was not available."
AWAY = {STORAGE_AWAY: "storage_unavailable", DATABASE_AWAY: "database_unavailable"}  # in logs and metrics

T = TypeVar("T")
Dispatch = Callable[[Transaction, Iterable[Intent]], None]


class LeaseLost(Exception):
    """Another attempt owns the generation."""


class AttemptWriter:
    """Ends attempts and records their progress, in the database, the log and the metrics."""

    def __init__(
        self,
        *,
        worker: str,
        database: Database,
        storage: Storage,
        policy: Policy,
        media_base: str,
        dispatch: Dispatch,
        metrics: Metrics | None = None,
    ) -> None:
        """`dispatch(tx, intents)` hands what is due next to the worker loop; `media_base` is where media are found."""
        self.worker = worker
        self.database = database
        self.storage = storage
        self.policy = policy
        self.media_base = media_base
        self.dispatch = dispatch
        self.metrics = metrics or Metrics()
        self.log = AttemptLog(self.metrics)

    def on_behalf_of(self, holder: str) -> "AttemptWriter":
        """The same for attempts that this holder has: a vendor's job."""
        other = copy.copy(self)
        other.worker = holder
        return other

    async def succeed(self, generation: Generation, stored: Stored, charge: int, findings: Findings) -> None:
        """End it in success. Files of an attempt that was replaced are deleted. Raises LeaseLost."""

        def succeed(tx: Transaction) -> Generation | None:
            done = generations.succeed(
                tx,
                generation,
                self.worker,
                output_key=stored.output_key,
                thumbnail_key=stored.thumbnail_key,
                charge=charge,
                media_base=self.media_base,
                findings=findings,
            )
            if done is None:
                return with_output(tx, generation, stored)
            webhook = (Intent(webhooks.POOL, tx.now()),) if done.webhook else ()
            self.dispatch(tx, (*webhook, *self.after_end(tx, done)))
            return done

        if await self.durably(generation, succeed) is None:
            await self.storage.delete(stored.keys)
            raise LeaseLost
        self.log.ended(generation, AttemptOutcome.SUCCESS, status=Status.SUCCESS)
        self.metrics.credits_captured.inc(charge)

    async def fail(self, generation: Generation, sentence: str, reason: str) -> None:
        """End it in error: no further try would help. Raises LeaseLost."""

        def fail(tx: Transaction) -> Generation | None:
            done = generations.fail(tx, generation, self.worker, sentence)
            if done is None:
                return ended_as(tx, generation, AttemptOutcome.ERROR)
            if reason == RunFailure.TIMED_OUT:
                generations.note_timeout(tx, generation)
            self.dispatch(tx, self.after_end(tx, done))
            return done

        if await self.durably(generation, fail) is None:
            raise LeaseLost
        self.log.ended(generation, AttemptOutcome.ERROR, reason, sentence, status=Status.ERROR)

    async def fail_attempt(self, generation: Generation, sentence: str, reason: str) -> None:
        """Record a failed attempt; when it was the last, the generation ends with the sentence."""
        delay = RETRY_SECONDS[min(generation.losses, len(RETRY_SECONDS) - 1)]

        def fail_attempt(tx: Transaction) -> Generation | None:
            moved = generations.fail_attempt(
                tx, generation, self.worker, self.policy, sentence=sentence, delay_ms=delay * 1_000
            )
            if moved is None:
                return ended_as(tx, generation, AttemptOutcome.FAILED)
            if reason == RunFailure.TIMED_OUT:
                generations.note_timeout(tx, generation)
            self.dispatch(tx, (*moved[1], *self.after_end(tx, generation)))
            return moved[0]

        moved = await self.durably(generation, fail_attempt)
        if moved is not None:
            self.log.ended(generation, AttemptOutcome.FAILED, reason, sentence, status=moved.status)

    async def release(
        self, generation: Generation, seconds: float, reason: str, place: WaitingPlace | None = None
    ) -> None:
        """Put it back for `seconds`, without using a try; a wait that began before goes on. `place`: if elsewhere."""

        def release(tx: Transaction) -> Generation | None:
            since = generation.waiting_since
            delay_ms = math.ceil(seconds * 1_000)
            moved = generations.release(
                tx, generation, self.worker, delay_ms=delay_ms, reason=reason, waiting_since=since, place=place
            )
            if moved is None:
                return ended_as(tx, generation, AttemptOutcome.RELEASED)
            self.dispatch(tx, (*moved[1], *self.after_end(tx, generation)))
            return moved[0]

        if await self.durably(generation, release):
            away = AWAY.get(reason, "engine_unavailable")
            self.log.ended(generation, AttemptOutcome.RELEASED, away, reason, status=Status.PENDING)

    async def release_now(self, generation: Generation) -> None:
        """Put it back for any worker to claim at once, without using a try."""

        def release(tx: Transaction) -> bool:
            moved = generations.release(tx, generation, self.worker, delay_ms=0)
            if moved is not None:
                self.dispatch(tx, moved[1])
            return moved is not None

        if await asyncio.shield(self.database.write(release)):
            self.log.ended(generation, AttemptOutcome.RELEASED, "shutdown")

    async def show_uploading(self, generation: Generation) -> None:
        """Raises LeaseLost."""
        shown = await self.database.write(lambda tx: generations.start_uploading(tx, generation, self.worker))
        if shown is None:
            raise LeaseLost

    async def note_checkpoint(self, generation: Generation, text: str) -> None:
        """Raises LeaseLost."""
        note = partial(generations.note_checkpoint, generation=generation, worker=self.worker, checkpoint=text)
        if not await self.durably(generation, note):
            raise LeaseLost

    async def note_engine(self, generation: Generation, used: EngineUsed) -> None:
        """Record the engine that was chosen in the end. Raises LeaseLost."""
        note = partial(generations.note_engine, generation=generation, worker=self.worker, engine=used)
        if not await self.durably(generation, note):
            raise LeaseLost

    def after_end(self, tx: Transaction, ended: Generation) -> tuple[Intent, ...]:
        """What waited for it to end."""
        return generations.after_end(tx, ended.account_id, self.policy.running_max)

    async def durably(self, generation: Generation, write: Callable[[Transaction], T]) -> T:
        """Its answer, once it is kept; the lease goes on meanwhile, and whoever has lost it is refused."""
        what = f"generation {generation.id}: attempt {generation.attempt}"
        return await durably(self.database, write, what)


def with_output(tx: Transaction, generation: Generation, stored: Stored) -> Generation | None:
    """The generation, if it has ended with just these files: their names are nobody else's."""
    found = generations.find(tx, generation.id)
    return found if found is not None and found.output_key == stored.output_key else None


def ended_as(tx: Transaction, generation: Generation, outcome: AttemptOutcome) -> Generation | None:
    """The generation, if this attempt has ended so."""
    return generations.find(tx, generation.id) if generations.outcome_of(tx, generation) is outcome else None
