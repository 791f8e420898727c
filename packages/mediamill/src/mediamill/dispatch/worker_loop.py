"""The loop that claims work for this process: woken by the commit that made something due, with timers for the rest.

Other processes may share the database (a worker beside `serve --no-worker`, the command line): a poll sees what they
do, where no message tells of it sooner.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import partial

from mediamill import generations
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction
from mediamill.dispatch.attempt import GUESTS, ActiveAttempt, Slots
from mediamill.dispatch.attempt_runner import BROKE, AttemptRunner
from mediamill.dispatch.patience import Patience
from mediamill.dispatch.periodic import Periodic
from mediamill.dispatch.waker import EmbeddedWaker, Waker
from mediamill.generations import Beat, Capacity, Generation, Policy
from mediamill.workers import Orders

BEATS_PER_LEASE = 6  # five may fail before the lease is lost
PROGRESS_SECONDS = 0.8  # between notes of progress, for those who ask another process: they see it within a second
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
        is_asked_elsewhere: bool = True,
        waker: Waker | None = None,
    ) -> None:
        """`models`: the (tool, model) that this process can run, None for any; others are left to other workers.

        `is_asked_elsewhere`: callers ask other processes how far a generation is that runs in this one.
        `to_refuse` are those that no process has an engine for: they are claimed too, so that they end at once.
        """
        self.worker = worker
        self.database = database
        self.policy = policy
        self.pools = pools  # pool -> slots; none for a process that only accepts
        self.models = models
        self.to_refuse: set[tuple[str, str]] = set()
        self.orders = Orders()
        self.is_asked_elsewhere = is_asked_elsewhere
        self.shown: dict[str, Beat] = {}  # as others can see it, by generation
        self.waker = waker or EmbeddedWaker()
        self.wakes: dict[str, asyncio.Event] = {}
        for pool in pools:
            self.add_pool(pool)
        self.running: set[ActiveAttempt] = set()
        self.abandoned: set[tuple[str, int]] = set()  # (id, attempt) that the last beat found in nobody's hands
        self.claiming: list[asyncio.Task[None]] = []  # a loop for each pool
        self.keeping: list[Periodic] = []  # what keeps leases, until the last attempt is over
        self.patience = Patience(policy.lease_ms)
        self.stopping = False

    def add_pool(self, pool: str) -> None:
        """Be woken for it."""
        self.wakes[pool] = wake = asyncio.Event()
        self.waker.add(pool, wake.set)

    def obey(self, orders: Orders) -> None:
        """From now on these hold; what runs goes on."""
        if orders == self.orders:
            return
        self.orders = orders
        for wake in self.wakes.values():
            wake.set()

    def may_claim(self, pool: str) -> bool:
        """Whether anything of this pool may be begun here."""
        return not (self.stopping or self.orders.is_draining or pool in self.orders.paused)

    def start(self, runner: AttemptRunner) -> None:
        """Begin to claim."""
        if not self.pools:
            return
        self.runner = runner
        lease_seconds = self.policy.lease_ms / 1_000
        beat_seconds = lease_seconds / BEATS_PER_LEASE
        self.keeping = [
            Periodic(self.show_progress, name="progress", pause_seconds=PROGRESS_SECONDS),
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
            self.add_pool(pool)
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

    def make_room(self, tx: Transaction, account_id: str) -> None:
        """Something of the account ends in this transaction: what waits for that may run."""
        self.waker.enqueue(tx, generations.after_end(tx, account_id, self.policy.running_max))

    async def serve_pool(self, pool: str, count: int) -> None:
        """Keep the slots of one pool busy."""
        wake = self.wakes[pool]
        slots = Slots(count, wake.set, guests=GUESTS.get(pool, 0))
        while not self.stopping:
            wake.clear()
            try:
                await self.fill(pool, slots)
            except (StoreBusy, StoreFailed) as error:
                log.warning("pool %s: nothing claimed: %s", pool, error)
            with suppress(TimeoutError):
                async with asyncio.timeout(0 if self.stopping else self.waker.poll_seconds):
                    await wake.wait()

    async def fill(self, pool: str, slots: Slots) -> None:
        """Claim until nothing is due or there is no room for more. Where a claim filled it all, more is due."""
        slots.is_room_awaited, is_due = True, False
        while self.may_claim(pool) and (room := slots.room()):
            to_prepare, held = slots.room_to_prepare(), slots.held()
            capacity = Capacity(min(room, to_prepare or room), slots.count, held)
            models = self.models_to_claim() if to_prepare else self.models_without_files()
            taken = await self.next_in(pool, capacity, models, is_due=is_due)
            for generation in taken:
                self.begin(generation, slots)
            if not taken:
                # An end makes room for what was not taken; where all was taken that is due, it changes nothing.
                slots.is_room_awaited = not to_prepare or any(capacity.left(account) <= 0 for account in held)
                return
            is_due = len(taken) == capacity.total

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

    async def next_in(
        self, pool: str, capacity: Capacity, models: set[tuple[str, str]] | None, *, is_due: bool
    ) -> list[Generation]:
        """The next generations to run; where none is known to be due, a cheap look comes before the transaction."""
        if not is_due and not await self.database.read_one(lambda tx: generations.anything_due(tx, pool, models)):
            return []
        claim = partial(generations.claim_all, models=models, warm_ms=self.runner.warm_ms())
        engine_of = self.runner.engine_of
        return await self.database.write(lambda tx: claim(tx, self.worker, pool, self.policy, capacity, engine_of))

    def models_without_files(self) -> set[tuple[str, str]]:
        """Those that this process can run without anything to be fetched and decoded before."""
        plain = {(model.tool, model.slug) for model in self.runner.catalogue.models() if not model.url_fields}
        claimed = self.models_to_claim()
        return plain if claimed is None else plain.intersection(claimed)

    def models_to_claim(self) -> set[tuple[str, str]] | None:
        """What this process runs, less what waits for a vendor anyway or was paused, and what it refuses because nobody
        does; None for anything.
        """
        halts = self.orders.halts
        if self.models is None and not halts.every:
            return None
        every = [(model.tool, model.slug) for model in self.runner.catalogue.models()]
        wanted = self.to_refuse.union(every if self.models is None else self.models)
        return halts.claimed(wanted) - self.runner.held_back()

    async def beat(self) -> None:
        """Prolong every lease; stop work whose lease was lost."""
        held = list(self.running)
        if not held:
            return
        now, changed = self.progress()
        kept = await self.database.write(lambda tx: generations.beat(tx, self.worker, self.policy, changed))
        self.shown = now
        for run in held:
            if (run.generation.id, run.generation.attempt) not in kept and run in self.running:
                run.lost = True
                if run.task:
                    run.task.cancel()
        await self.drop_abandoned(kept)

    async def show_progress(self) -> None:
        """Note what has gone on since the last note; no write where nothing has, or where nobody else could ask."""
        if not self.is_asked_elsewhere:
            return
        now, changed = self.progress()
        if changed:
            await self.database.write(partial(generations.show_progress, worker=self.worker, beats=changed))
        self.shown = now

    def progress(self) -> tuple[dict[str, Beat], list[Beat]]:
        """How far each is that runs, and which of that the database has not been told yet."""
        now = {run.generation.id: run.as_beat() for run in self.running}
        return now, [beat for id, beat in now.items() if beat != self.shown.get(id, Beat(id, beat.attempt, 0.0, ""))]

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
        """Take back what lost workers hold, once every worker could say that it is not lost."""

        def rescue(tx: Transaction) -> list[Generation]:
            if not self.patience.is_over(tx.now()):
                return []
            moved, intents = generations.rescue(tx, self.policy)
            self.waker.enqueue(tx, intents)
            return moved

        for generation in await self.database.write(rescue):
            self.runner.attempts.taken_back(generation)
