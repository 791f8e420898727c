"""Readiness: whether the process can do its work, and what an operator should look into."""

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from mediamill.db import Database, write_probe
from mediamill.errors import MediamillError
from mediamill.http.disk_space import DiskSpace
from mediamill.storage import Storage, StorageFailed
from mediamill.units import MEGABYTE

Check = Callable[[], Awaitable[str | None]]  # None when well, else what is wrong in a few words
Warnings = Callable[[], Awaitable[Sequence[str]]]  # what an operator should look into, though requests are answered
REPEATED_SECONDS = 1.0  # how long a report is cached: frequent probes cause no work
CHECK_SECONDS = 5.0  # how long one check may take: a storage that hangs does not hang this

log = logging.getLogger("mediamill.http")


@dataclass(frozen=True, slots=True)
class ReadinessReport:
    """The result of all checks."""

    faults: Mapping[str, str | None]  # by check; None when well
    warnings: Sequence[str]

    @property
    def ready(self) -> bool:
        """Whether every check is well; warnings leave the process ready."""
        return not any(self.faults.values())


class ReadinessChecks:
    """Makes the checks of this process, once a second at most however many ask."""

    def __init__(self, checks: Mapping[str, Check], warnings: Warnings) -> None:
        self.checks = checks
        self.warnings = warnings
        self.checking: asyncio.Task[ReadinessReport] | None = None
        self.checked_at = 0.0

    async def latest(self) -> ReadinessReport:
        """The report, a second old at most; concurrent callers share one round of checks."""
        aged = time.monotonic() - self.checked_at >= REPEATED_SECONDS
        if self.checking is None or (self.checking.done() and aged):
            self.checking = asyncio.create_task(self.check())
        return await asyncio.shield(self.checking)

    async def check(self) -> ReadinessReport:
        """All checks concurrently; then the warnings, if every check is well."""
        faults = await asyncio.gather(*(fault_of(name, check) for name, check in self.checks.items()))
        warnings = [] if any(faults) else await self.warnings_now()
        self.checked_at = time.monotonic()
        return ReadinessReport(dict(zip(self.checks, faults, strict=True)), warnings)

    async def warnings_now(self) -> Sequence[str]:
        """The warnings, within CHECK_SECONDS; that they cannot be read is a warning too."""
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                return await self.warnings()
        except (TimeoutError, MediamillError) as error:
            return [f"What other processes report could not be read: {error or 'no answer in time'}"]


async def fault_of(name: str, check: Check) -> str | None:
    """What one check finds, within CHECK_SECONDS."""
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return await check()
    except TimeoutError:
        return f"no answer within {CHECK_SECONDS:g} seconds"
    except Exception:
        log.exception("the readiness check of the %s failed", name)
        return "the check itself failed; the log has it"


def store_checks(database: Database, storage: Storage, disk: DiskSpace) -> dict[str, Check]:
    """The checks of everything that keeps data."""
    return {
        "database": partial(database_fault, database),
        "storage": partial(storage_fault, storage),
        "disk": partial(disk_fault, disk),
    }


async def database_fault(database: Database) -> str | None:
    """Why the database cannot write, found by writing a row; None when it can."""
    try:
        await database.write(write_probe)
    except MediamillError as error:
        return str(error)
    return None


async def storage_fault(storage: Storage) -> str | None:
    """Why the storage does not answer; None when it does."""
    try:
        await storage.check()
    except StorageFailed as error:
        return str(error)
    return None


async def disk_fault(disk: DiskSpace) -> str | None:
    """Why no new generation is accepted: too little free space; None when there is enough."""
    if not disk.is_low():
        return None
    free = disk.free_bytes() // MEGABYTE
    return f"{free} MB are free in {disk.folder}, less than MEDIAMILL_DISK_FREE_MEGABYTES_MIN"


async def platform_fault() -> str | None:
    """Why no engine can run on this operating system; None when they can."""
    return None if sys.platform == "linux" else "engines run on Linux only"
