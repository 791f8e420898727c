"""Writing down what becomes of an attempt: one transaction a verb, and nothing for an attempt that was replaced."""

import asyncio
import math
from collections.abc import Callable, Iterable

from mediamill import generations, webhooks
from mediamill.db import Database, Transaction
from mediamill.dispatch.attempt_log import AttemptLog
from mediamill.dispatch.storing import Stored
from mediamill.engines import Reason
from mediamill.generations import AttemptOutcome, EngineUsed, Findings, Generation, Intent, Policy, Status
from mediamill.storage import Storage
from mediamill.telemetry import Metrics

RETRY_SECONDS = (1, 10, 60)  # before the next try after an engine broke; the last one counts for all further
STORAGE_AWAY = "The storage was not available."

Dispatch = Callable[[Transaction, Iterable[Intent]], None]


class LeaseLost(Exception):
    """Another attempt owns the generation."""


class AttemptWriter:
    """Ends attempts and notes how far they are, in the database, the log and the metrics."""

    def __init__(
        self,
        *,
        worker: str,
        database: Database,
        storage: Storage,
        policy: Policy,
        base_url: str,
        dispatch: Dispatch,
        log: AttemptLog,
        meters: Metrics,
    ) -> None:
        """`dispatch(tx, intents)` hands what is due next to the dispatcher."""
        self.worker = worker
        self.database = database
        self.storage = storage
        self.policy = policy
        self.base_url = base_url
        self.dispatch = dispatch
        self.log = log
        self.meters = meters

    async def succeed(self, generation: Generation, stored: Stored, charge: int, findings: Findings) -> None:
        """The end that was wanted; files of an attempt that came too late are taken away again."""

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
        self.meters.credits_captured.inc(charge)

    async def fail(self, generation: Generation, sentence: str, reason: str) -> None:
        """The end that no further try would change."""

        def fail(tx: Transaction) -> Generation | None:
            done = generations.fail(tx, generation, self.worker, sentence)
            if done is not None and reason == Reason.TIMED_OUT:
                generations.note_timeout(tx, generation)
            return done

        if await self.database.write(fail) is None:
            raise LeaseLost
        self.log.ended(generation, AttemptOutcome.ERROR, reason, sentence, status=Status.ERROR)

    async def lose(self, generation: Generation, sentence: str, reason: str) -> None:
        """One try fewer; the last one ends it with the sentence."""
        delay = RETRY_SECONDS[min(generation.losses, len(RETRY_SECONDS) - 1)]

        def lose(tx: Transaction) -> Generation | None:
            moved = generations.lose(
                tx, generation, self.worker, self.policy, sentence=sentence, delay_ms=delay * 1_000
            )
            if moved is None:
                return None
            if reason == Reason.TIMED_OUT:
                generations.note_timeout(tx, generation)
            self.dispatch(tx, moved[1])
            return moved[0]

        moved = await self.database.write(lose)
        if moved is not None:
            self.log.ended(generation, AttemptOutcome.FAILED, reason, sentence, status=moved.status)

    async def put_back(self, generation: Generation, seconds: float, reason: str) -> None:
        """Let it wait for what is not its fault; it costs no try, and a wait that was begun before goes on."""

        def put_back(tx: Transaction) -> Generation | None:
            since = generation.waiting_since
            delay_ms = math.ceil(seconds * 1_000)
            moved = generations.put_back(
                tx, generation, self.worker, delay_ms=delay_ms, reason=reason, waiting_since=since
            )
            if moved is None:
                return None
            self.dispatch(tx, moved[1])
            return moved[0]

        if await self.database.write(put_back):
            away = "storage_unavailable" if reason == STORAGE_AWAY else "engine_unavailable"
            self.log.ended(generation, AttemptOutcome.RELEASED, away, reason, status=Status.PENDING)

    async def hand_back(self, generation: Generation) -> None:
        """Give it to whoever works next; it costs the generation no try."""

        def hand_back(tx: Transaction) -> bool:
            moved = generations.put_back(tx, generation, self.worker, delay_ms=0)
            if moved is not None:
                self.dispatch(tx, moved[1])
            return moved is not None

        if await asyncio.shield(self.database.write(hand_back)):
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
