"""The loop that claims work for this process: woken by the commit that made something due, with timers for the rest.

Other processes may share the database (a worker beside `serve --no-worker`, the command line): a slow poll sees what
they do.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from mediamill import generations
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction
from mediamill.dispatch.attempt import GUESTS, ActiveAttempt, Slots
from mediamill.dispatch.attempt_runner import BROKE, AttemptRunner
from mediamill.dispatch.periodic import Periodic
from mediamill.generations import Beat, Generation, Intent, Policy

POLL_SECONDS = 0.5  # how late something that another process made due may be seen
BEATS_PER_LEASE = 6  # five may fail before the lease is lost
RESCUE_SECONDS_MAX = 5.0  # between looks for leases that expired

log = logging.getLogger("mediamill.dispatch")


class WorkerLoop:
    """Claims what is due in its pools, up to the free slots, and keeps the leases of its running attempts."""

    def __init__(
        self,
        *,
        worker: str,
        database: Database,
        policy: Policy,
        pools: Mapping[str, int],
        models: Collection[tuple[str, str]] | None = None,
    ) -> None:
        """`models`: the (tool, model) that this process can run, None for any; others are left to other workers.

        `to_refuse` are those that no process has an engine for: they are claimed too, so that they end at once.
        """
        self.worker = worker
        self.database = database
        self.policy = policy
        self.pools = pools  # pool -> slots; none for a process that only accepts
        self.models = models
        self.to_refuse: set[tuple[str, str]] = set()
        self.wakes = {pool: asyncio.Event() for pool in pools}
        self.running: set[ActiveAttempt] = set()
        self.abandoned: set[tuple[str, int]] = set()  # (id, attempt) that the last beat found in nobody's hands
        self.claiming: list[asyncio.Task[None]] = []  # a loop for each pool
        self.keeping: list[Periodic] = []  # what keeps leases, until the last attempt is over
        self.stopping = False

    def enqueue(self, tx: Transaction, intents: Iterable[Intent]) -> None:
        """Take note, inside the transaction that makes it so, that these pools have something to do."""
        for intent in intents:
            if wake := self.wakes.get(intent.pool):
                tx.on_commit(wake.set)

    def start(self, runner: AttemptRunner) -> None:
        """Begin to claim."""
        if not self.pools:
            return
        self.runner = runner
        lease_seconds = self.policy.lease_ms / 1_000
        beat_seconds = lease_seconds / BEATS_PER_LEASE
        self.keeping = [
            Periodic(self.beat, name="beat", pause_seconds=beat_seconds),
            Periodic(self.rescue, name="rescue", pause_seconds=min(RESCUE_SECONDS_MAX, beat_seconds)),
        ]
        self.claiming = [asyncio.create_task(self.serve_pool(pool, slots)) for pool, slots in self.pools.items()]
        for loop in self.keeping:
            loop.start()

    def change(self, models: Collection[tuple[str, str]], opened: Mapping[str, int]) -> None:
        """Run these models from now on, and work in these pools besides."""
        self.models = models
        for pool, slots in opened.items():
            self.pools = {**self.pools, pool: slots}
            self.wakes[pool] = asyncio.Event()
            self.claiming.append(asyncio.create_task(self.serve_pool(pool, slots)))

    async def stop(self, grace_seconds: float) -> None:
        """Claim nothing more; let what runs finish for a while, then hand it back."""
        self.stopping = True
        for wake in self.wakes.values():
            wake.set()
        # A claim under way is let through: cancelled, it would be durable all the same, and in nobody's hands.
        await asyncio.gather(*self.claiming, return_exceptions=True)
        tasks = {attempt.task for attempt in self.running if attempt.task}
        if tasks:
            await asyncio.wait(tasks, timeout=grace_seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(loop.stop() for loop in self.keeping))

    def alive(self) -> bool:
        """Whether every loop still turns."""
        return all(not loop.done() for loop in self.claiming) and all(loop.alive() for loop in self.keeping)

    def progress_of(self, generation_id: str) -> tuple[float, str] | None:
        """How far a generation is that runs in this process."""
        found = next((attempt for attempt in self.running if attempt.generation.id == generation_id), None)
        return (found.progress, found.stage) if found else None

    def give_up(self, generation_id: str) -> None:
        """Stop working on a generation that was ended elsewhere; its engine process is killed."""
        for attempt in self.running:
            if attempt.generation.id == generation_id:
                attempt.lost = True
                if attempt.task:
                    attempt.task.cancel()

    async def serve_pool(self, pool: str, count: int) -> None:
        """Keep the slots of one pool busy."""
        wake = self.wakes[pool]
        slots = Slots(count, wake.set, guests=GUESTS.get(pool, 0))
        while not self.stopping:
            wake.clear()
            try:
                while not self.stopping and slots.has_room() and (taken := await self.next_in(pool, slots)):
                    self.begin(taken, slots)
            except (StoreBusy, StoreFailed) as error:
                log.warning("pool %s: nothing claimed: %s", pool, error)
            with suppress(TimeoutError):
                async with asyncio.timeout(0 if self.stopping else POLL_SECONDS):
                    await wake.wait()

    def begin(self, generation: Generation, slots: Slots) -> None:
        """Start to work on a generation that was just claimed."""
        attempt = ActiveAttempt(generation, slots, self.runner.first_phase(generation))

        def ended(task: asyncio.Task[None]) -> None:
            self.running.discard(attempt)
            slots.leave(attempt)
            if not task.cancelled() and (error := task.exception()):
                log.error("generation %s: left to its lease", generation.id, exc_info=error)

        slots.take(attempt)
        self.running.add(attempt)
        attempt.task = asyncio.create_task(self.runner.run(attempt))
        attempt.task.add_done_callback(ended)

    async def next_in(self, pool: str, slots: Slots) -> Generation | None:
        """The next generation to run; the cheap look comes before the transaction."""
        models = self.models_to_claim() if slots.may_prepare() else self.models_without_files()
        barred = slots.satisfied()
        if not await self.database.read(lambda tx: generations.anything_due(tx, pool, models)):
            return None
        engine_of = self.runner.engine_of
        return await self.database.write(
            lambda tx: generations.claim(tx, self.worker, pool, self.policy, engine_of, models=models, barred=barred)
        )

    def models_without_files(self) -> set[tuple[str, str]]:
        """Those that this process can run without anything to be fetched and decoded before."""
        plain = {(model.tool, model.slug) for model in self.runner.catalogue.models() if not model.url_fields}
        claimed = self.models_to_claim()
        return plain if claimed is None else plain.intersection(claimed)

    def models_to_claim(self) -> set[tuple[str, str]] | None:
        """What this process runs, less what waits for a vendor anyway, and what it refuses because nobody does; None
        for anything.
        """
        return None if self.models is None else self.to_refuse.union(self.models) - self.runner.held_back()

    async def beat(self) -> None:
        """Prolong every lease; stop work whose lease was lost."""
        held = list(self.running)
        if not held:
            return
        beats = [Beat(run.generation.id, run.generation.attempt, run.progress, run.stage) for run in held]
        kept = await self.database.write(lambda tx: generations.beat(tx, self.worker, self.policy, beats))
        for run in held:
            if (run.generation.id, run.generation.attempt) not in kept and run in self.running:
                run.lost = True
                if run.task:
                    run.task.cancel()
        await self.drop_abandoned(kept)

    async def drop_abandoned(self, leased: set[tuple[str, int]]) -> None:
        """Give up what is leased to this process although it has it in hand no more: its end could not be written.

        Every beat would prolong it for ever. One that was claimed a moment ago is not taken for such: two beats have
        to agree.
        """
        abandoned = leased - {(run.generation.id, run.generation.attempt) for run in self.running}
        for generation_id, attempt in abandoned & self.abandoned:
            row = await self.database.read(lambda tx, id=generation_id: generations.find(tx, id))  # type: ignore[misc]
            if row is not None and row.attempt == attempt:
                await self.runner.write.fail_attempt(row, BROKE, "broke")
        self.abandoned = abandoned

    async def rescue(self) -> None:
        """Take back what lost workers hold."""

        def rescue(tx: Transaction) -> list[Generation]:
            moved, intents = generations.rescue(tx, self.policy)
            self.enqueue(tx, intents)
            return moved

        for generation in await self.database.write(rescue):
            self.runner.attempts.taken_back(generation)
