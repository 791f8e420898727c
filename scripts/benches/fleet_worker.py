"""A worker whose engine only sleeps: python -m scripts.benches.fleet_worker URL SLOTS WORK_MS SECONDS.

It says `ready`, begins when it is told anything, and prints what it completed and the processor time that this took.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from mediamill import catalogue
from mediamill.db.postgres import PostgresDatabase
from mediamill.dispatch import AttemptRunner, AttemptWriter, WorkerLoop
from mediamill.dispatch.attempt import ActiveAttempt, Phase
from mediamill.dispatch.results import Stored
from mediamill.generations import EngineUsed, Findings, Generation
from mediamill.storage import open_storage
from scripts.benches.ground import MODELS, POLICY

CONNECTIONS = 8  # as a process of the service has
IDLE = EngineUsed("idle", None)
STORED = Stored("gen_0/0.wav", None)


class SleepingRunner(AttemptRunner):
    """Runs attempts whose work is asleep and whose result is there already."""

    def __init__(self, write: AttemptWriter, work_ms: float) -> None:
        self.write = write
        self.attempts = write.log
        self.catalogue = catalogue.load()
        self.resumed_at = {}
        self.monotonic = time.monotonic
        self.work_seconds = work_ms / 1_000
        self.done = 0

    async def run(self, attempt: ActiveAttempt) -> None:
        """From claimed to success."""
        async with attempt.slots.hold(attempt):
            await asyncio.sleep(self.work_seconds)
        await self.write.show_uploading(attempt.generation)
        await self.write.succeed(attempt.generation, STORED, 1, Findings({}, ()))
        self.done += 1

    def first_phase(self, _generation: Generation) -> Phase:
        return Phase.WAITING

    def engine_of(self, _tool: str, _model: str) -> EngineUsed:
        return IDLE


async def work(url: str, slots: int, work_ms: float, seconds: float) -> dict[str, float]:
    """For so long, once it is told."""
    database = PostgresDatabase(url, connections=CONNECTIONS)
    await database.start()
    worker = f"worker:{os.getpid()}"
    loop = WorkerLoop(worker=worker, database=database, policy=POLICY, pools={"cpu": slots}, models=MODELS)
    with tempfile.TemporaryDirectory(prefix="mediamill-bench-") as folder:
        writer = AttemptWriter(
            worker=worker,
            database=database,
            storage=open_storage(Path(folder)),
            policy=POLICY,
            media_base="http://localhost/media",
            dispatch=loop.waker.enqueue,
        )
        runner = SleepingRunner(writer, work_ms)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        before = time.process_time()
        loop.start(runner)
        await asyncio.sleep(seconds)
        told = {"done": runner.done, "cpu_seconds": time.process_time() - before}
        await loop.stop(0.0)
    await database.stop()
    return told


if __name__ == "__main__":
    address, *numbers = sys.argv[1:]
    print(json.dumps(asyncio.run(work(address, int(numbers[0]), float(numbers[1]), float(numbers[2])))))
