"""Records what becomes of an attempt: one transaction per verb, and nothing for an attempt that was replaced."""

import asyncio
import copy
import math
from collections.abc import Callable, Iterable

from mediamill import generations, webhooks
from mediamill.db import Database, Transaction
from mediamill.dispatch.attempt_log import AttemptLog
from mediamill.dispatch.results import Stored
from mediamill.engines import RunFailure
from mediamill.generations import AttemptOutcome, EngineUsed, Findings, Generation, Intent, Policy, Status, WaitingPlace
from mediamill.storage import Storage
from mediamill.telemetry import Metrics

RETRY_SECONDS = (1, 10, 60)  # before the next try after an engine broke; the last one counts for all further
STORAGE_AWAY = "The storage was not available."

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
        base_url: str,
        dispatch: Dispatch,
        metrics: Metrics | None = None,
    ) -> None:
        """`dispatch(tx, intents)` hands what is due next to the worker loop."""
        self.worker = worker
        self.database = database
        self.storage = storage
        self.policy = policy
        self.base_url = base_url
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
                base_url=self.base_url,
                findings=findings,
            )
            if done is not None and done.webhook:
                self.dispatch(tx, (Intent(webhooks.POOL, tx.now()),))
            return done

        if await self.database.write(succeed) is None:
            await self.storage.delete(stored.keys)
            raise LeaseLost
        self.log.ended(generation, AttemptOutcome.SUCCESS, status=Status.SUCCESS)
        self.metrics.credits_captured.inc(charge)

    async def fail(self, generation: Generation, sentence: str, reason: str) -> None:
        """End it in error: no further try would help. Raises LeaseLost."""

        def fail(tx: Transaction) -> Generation | None:
            done = generations.fail(tx, generation, self.worker, sentence)
            if done is not None and reason == RunFailure.TIMED_OUT:
                generations.note_timeout(tx, generation)
            return done

        if await self.database.write(fail) is None:
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
                return None
            if reason == RunFailure.TIMED_OUT:
                generations.note_timeout(tx, generation)
            self.dispatch(tx, moved[1])
            return moved[0]

        moved = await self.database.write(fail_attempt)
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
                return None
            self.dispatch(tx, moved[1])
            return moved[0]

        if await self.database.write(release):
            away = "storage_unavailable" if reason == STORAGE_AWAY else "engine_unavailable"
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
        if not await self.database.write(lambda tx: generations.note_checkpoint(tx, generation, self.worker, text)):
            raise LeaseLost

    async def note_engine(self, generation: Generation, used: EngineUsed) -> None:
        """Record the engine that was chosen in the end. Raises LeaseLost."""
        if not await self.database.write(lambda tx: generations.note_engine(tx, generation, self.worker, used)):
            raise LeaseLost
