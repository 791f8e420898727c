"""Further paid steps of a job: intended in its row before the call, recorded after it, looked for where it is missing.

They belong to the purchase that the submit was: its estimate is of all steps, and it is settled once.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from functools import partial

import orjson

from mediamill import jobs, purchases
from mediamill.db import Database, Transaction
from mediamill.dispatch.attempt_writer import LeaseLost
from mediamill.dispatch.durably import durably
from mediamill.engines import (
    HANDLE_BYTES_MAX,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Job,
    NotSent,
    RemoteEngine,
    Running,
    VendorClient,
)
from mediamill.jobs import JobRow
from mediamill.telemetry import log_warning

STEP_SECONDS = 25.0  # for the call that buys a step: longer than an answer may take
SEARCH_AFTER_SECONDS = 30.0  # since the intent: until then the call may be under way, in another process too
SEARCH_SECONDS = 15.0  # before the vendor is asked again what was bought
UNREACHED_SECONDS = 5.0  # before the next try when the vendor was not reached
FIRST_LOOK_SECONDS = 1.0

log = logging.getLogger("mediamill.dispatch")


@dataclass(frozen=True, slots=True)
class KeptHandle:
    """What a job's row keeps of it."""

    handle: dict[str, str]
    base_url: str
    input_seconds: float | None
    step_at: int | None = None  # since when a step may have been bought of which nothing is recorded

    @classmethod
    def read(cls, text: str) -> "KeptHandle":
        """As it was written."""
        return cls(**orjson.loads(text))

    def written(self) -> str:
        """As JSON. Raises ValueError for a handle that is too long."""
        kept = {"handle": self.handle, "base_url": self.base_url, "input_seconds": self.input_seconds}
        text = orjson.dumps(kept if self.step_at is None else {**kept, "step_at": self.step_at}).decode()
        if len(text.encode()) > HANDLE_BYTES_MAX:
            raise ValueError(f"a job's handle is at most {HANDLE_BYTES_MAX} bytes")
        return text


@dataclass(frozen=True, slots=True)
class Stepping:
    """A job with what its next step needs."""

    row: JobRow
    engine: RemoteEngine
    vendor: VendorClient

    @property
    def kept(self) -> KeptHandle:
        """What its row had when the look began."""
        return KeptHandle.read(self.row.handle)

    @property
    def job(self) -> Job:
        """As the engine gets it."""
        return Job(self.kept.handle)


class Steps:
    """Buys steps for the looks of one process."""

    def __init__(self, database: Database, lease_kept: Callable[[JobRow], AbstractAsyncContextManager[None]]) -> None:
        """`lease_kept` prolongs a look for as long as it is entered."""
        self.database = database
        self.lease_kept = lease_kept

    async def buy(self, at: Stepping) -> Running | EngineRefused | EngineFailed:
        """Buy the next step; the vendor's final word where there is one. Raises LeaseLost: then nothing was bought."""
        if not await self.database.write(partial(self.intend, at=at)):
            raise LeaseLost
        try:
            async with self.lease_kept(at.row), asyncio.timeout(STEP_SECONDS):
                job = await at.engine.advance(at.job, at.vendor)
            return await self.record(at, job)
        except (EngineRefused, EngineFailed) as final:
            return final
        except EngineUnavailable as outage:
            return await self.give_back(at, str(outage), outage.retry_after)
        except NotSent as fault:
            return await self.give_back(at, str(fault), UNREACHED_SECONDS)
        except Exception as fault:  # noqa: BLE001 (whatever it is, the step may have been bought: `trace` finds out)
            self.warn("answer lost", at, str(fault))
            return Running(look_in=SEARCH_AFTER_SECONDS)

    async def trace(self, at: Stepping) -> Running:
        """What became of a step that was intended and of which nothing is recorded."""
        since = at.kept.step_at
        assert since is not None, "nothing is open"
        age = (await self.database.read(lambda tx: tx.now()) - since) / 1_000
        if age < SEARCH_AFTER_SECONDS:
            return Running(look_in=SEARCH_AFTER_SECONDS - age)
        try:
            found = await at.engine.find_step(at.job, since, at.vendor)
        except Exception as fault:  # noqa: BLE001 (whatever it is, the question is still open)
            log.warning("%s cannot say whether a step of %s was bought: %s", at.row.engine, at.row.purchase_id, fault)
            return Running(look_in=SEARCH_SECONDS)
        if found is None:
            return await self.give_back(at, "the vendor knows of no such step", FIRST_LOOK_SECONDS)
        return await self.record(at, found)

    def intend(self, tx: Transaction, at: Stepping) -> bool:
        """From now on it may be bought; False when another process looks by now."""
        return jobs.rewrite(tx, at.row, replace(at.kept, step_at=tx.now()).written())

    async def record(self, at: Stepping, job: Job) -> Running:
        """The vendor has accepted the step: its ids are kept, whoever looks by now."""
        handle = replace(at.kept, handle=dict(job.handle), step_at=None).written()

        def note(tx: Transaction) -> bool:
            purchases.note_job(tx, at.row.purchase_id, handle)
            return jobs.go_on(tx, at.row, handle)

        if not await durably(self.database, note, f"the next step of {at.row.purchase_id}"):
            self.warn("step without a job", at, handle)
        return Running(look_in=FIRST_LOOK_SECONDS if job.look_in is None else job.look_in)

    async def give_back(self, at: Stepping, reason: str, seconds: float) -> Running:
        """Nothing was bought."""
        log.info("%s: no step of %s was bought: %s", at.row.engine, at.row.purchase_id, reason)
        handle = replace(at.kept, step_at=None).written()
        await durably(self.database, lambda tx: jobs.rewrite(tx, at.row, handle), "that no step was bought")
        return Running(look_in=seconds)

    def warn(self, event: str, at: Stepping, reason: str) -> None:
        """One line for the operator."""
        row = at.row
        log_warning(
            log,
            event,
            trace=None,
            engine=row.engine,
            key=row.key_id,
            purchase=row.purchase_id,
            generation=row.generation_id,
            reason=reason,
        )
