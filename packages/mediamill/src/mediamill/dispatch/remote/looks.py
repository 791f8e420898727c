"""Looks at jobs: a loop for each engine, so that one vendor's slow answers delay nobody else's."""

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial

from mediamill import jobs
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction
from mediamill.dispatch.remote.look import JobLook
from mediamill.jobs import JobRow

LOOKS_AT_ONCE = 64  # of one engine in this process
POLL_SECONDS = 1.0  # how late a job that another process started may be seen
COUNT_SECONDS = 5.0  # between two counts of an engine's jobs
FINISH_SECONDS = 10.0  # looks under way may end when the process stops

log = logging.getLogger("mediamill.dispatch")


class LookLoops:
    """Starts a loop for every engine that has jobs under way."""

    def __init__(self, *, looker: str, database: Database, look: JobLook) -> None:
        self.looker = looker
        self.database = database
        self.look = look
        self.loops: dict[str, EngineLooks] = {}
        self._finding: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()

    def on_job(self, tx: Transaction, engine: str) -> None:
        """A job begins in this transaction: look at it when its time comes."""
        tx.on_commit(partial(self.wake, engine))

    def wake(self, engine: str) -> None:
        """The engine has something due, or will have soon."""
        if (loop := self.loops.get(engine)) is not None:
            loop.wake.set()
        self._wake.set()

    def start(self) -> None:
        """Begin to look."""
        self._finding = asyncio.create_task(self._find())

    def alive(self) -> bool:
        """Whether every loop still turns."""
        return self._finding is None or (not self._finding.done() and all(loop.alive() for loop in self.loops.values()))

    async def stop(self) -> None:
        """Look at nothing more; looks under way may end."""
        if self._finding is None:
            return
        self._finding.cancel()
        await asyncio.gather(self._finding, return_exceptions=True)
        await asyncio.gather(*(loop.stop() for loop in self.loops.values()))

    async def _find(self) -> None:
        """Find engines that have jobs, also those that other processes started and those no longer configured."""
        while True:
            self._wake.clear()
            try:
                for engine in await self.database.read(jobs.engines):
                    if engine not in self.loops:
                        self.loops[engine] = EngineLooks(engine, self.looker, self.database, self.look)
            except (StoreBusy, StoreFailed) as error:
                log.warning("jobs under way cannot be found: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()


class EngineLooks:
    """Looks at the jobs of one engine when they are due."""

    def __init__(self, engine: str, looker: str, database: Database, look: JobLook) -> None:
        self.engine = engine
        self.looker = looker
        self.database = database
        self.look = look
        self.wake = asyncio.Event()
        self.under_way: set[asyncio.Task[None]] = set()
        self.stopping = False
        self.counted_at = -COUNT_SECONDS
        self.task = asyncio.create_task(self._run())

    def alive(self) -> bool:
        """Whether the loop still turns."""
        return not self.task.done()

    async def stop(self) -> None:
        """Claim nothing more; what is being looked at has a while to end."""
        self.stopping = True
        self.wake.set()
        await asyncio.gather(self.task, return_exceptions=True)
        if self.under_way:
            _, late = await asyncio.wait(self.under_way, timeout=FINISH_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _run(self) -> None:
        while not self.stopping:
            self.wake.clear()
            try:
                pause = await self._claim()
            except (StoreBusy, StoreFailed) as error:
                log.warning("%s: no job looked at: %s", self.engine, error)
                pause = POLL_SECONDS
            except Exception:
                log.exception("%s: looking at jobs failed", self.engine)
                pause = POLL_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(min(pause, POLL_SECONDS)):
                    await self.wake.wait()

    async def _claim(self) -> float:
        """Begin the looks that are due, as far as there is room; seconds until it is worth asking again."""
        room = LOOKS_AT_ONCE - len(self.under_way)
        if room <= 0:
            return POLL_SECONDS  # the end of a look wakes this loop
        left = await self.database.read(lambda tx: jobs.until_next_look(tx, self.engine))
        if left is None:
            return POLL_SECONDS
        if left > 0:
            return left / 1_000
        if time.monotonic() >= self.counted_at + COUNT_SECONDS:
            under_way = await self.database.read(lambda tx: jobs.under_way(tx, self.engine))
            self.look.crowds[self.engine] = sum(under_way.values())
            self.counted_at = time.monotonic()
        late, claimed = await self.database.write(partial(self._claimed, room=room))
        for milliseconds in late.values():
            self.look.write.metrics.look_lateness.labels(self.engine).observe(milliseconds / 1_000)
        for job in claimed:
            task = asyncio.create_task(self._look(job))
            self.under_way.add(task)
            task.add_done_callback(self._ended)
        return 0.0 if len(claimed) == room else POLL_SECONDS

    def _claimed(self, tx: Transaction, room: int) -> tuple[dict[str, int], list[JobRow]]:
        """How late each look is, and the looks."""
        return jobs.due(tx, self.engine, room), jobs.claim_looks(tx, self.looker, self.engine, room)

    async def _look(self, job: JobRow) -> None:
        try:
            await self.look.at(job)
        except Exception:
            log.exception("%s: a look at %s failed", self.engine, job.purchase_id)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.under_way.discard(task)
        self.wake.set()
