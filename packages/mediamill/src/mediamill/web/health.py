"""Is the process alive, and can it do its work?"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

import orjson
from starlette.requests import Request
from starlette.responses import Response

from mediamill.config import Settings
from mediamill.db import Database, write_probe
from mediamill.errors import MediamillError
from mediamill.storage import Storage, StorageFailed
from mediamill.web.addresses import is_operator
from mediamill.web.room import MEGABYTE, free_bytes

JSON = "application/json"
Check = Callable[[], Awaitable[str | None]]  # None when well, else what is wrong in a few words
Warnings = Callable[[], Awaitable[Sequence[str]]]  # what an operator should look into, though requests are answered
REPEATED_SECONDS = 1.0  # how long an answer counts: whoever asks more often than that causes no work
CHECK_SECONDS = 5.0  # how long one check may take: a storage that hangs does not hang this

log = logging.getLogger("mediamill.web")


async def healthz(_: Request) -> Response:
    """GET /healthz: 200 while the process answers at all."""
    return Response(orjson.dumps({"status": "ok"}), media_type=JSON)


@dataclass(frozen=True, slots=True)
class Findings:
    """What one look at everything found."""

    faults: Mapping[str, str | None]  # by check; None when well
    warnings: Sequence[str]

    @property
    def ready(self) -> bool:
        """Whether every check is well; warnings leave the process ready."""
        return not any(self.faults.values())


class Readyz:
    """GET /readyz: 200 when everything it needs works, else 503; what is wrong is told to the operator's networks."""

    def __init__(self, checks: Mapping[str, Check], warnings: Warnings, settings: Settings) -> None:
        self.checks = checks
        self.warnings = warnings
        self.settings = settings
        self.looking: asyncio.Task[Findings] | None = None
        self.looked_at = 0.0

    async def __call__(self, request: Request) -> Response:
        """Whether the process is ready; for operators also the state of each check and the warnings."""
        found = await self.latest()
        body: dict[str, object] = {"status": "ready" if found.ready else "not ready"}
        if is_operator(request.scope, self.settings):
            body["checks"] = {name: fault or "ok" for name, fault in found.faults.items()}
            body["warnings"] = list(found.warnings)
        status = 200 if found.ready else 503
        return Response(orjson.dumps(body), status, media_type=JSON, headers={"Cache-Control": "no-store"})

    async def latest(self) -> Findings:
        """What was found a moment ago, or is being found: everybody who asks meanwhile waits for the same answer."""
        aged = time.monotonic() - self.looked_at >= REPEATED_SECONDS
        if self.looking is None or (self.looking.done() and aged):
            self.looking = asyncio.create_task(self.look())
        return await asyncio.shield(self.looking)

    async def look(self) -> Findings:
        """Every check by name, side by side; then the warnings, if there is a database to ask for them."""
        faults = await asyncio.gather(*(fault_of(name, check) for name, check in self.checks.items()))
        warnings = [] if any(faults) else await self.warnings_now()
        self.looked_at = time.monotonic()
        return Findings(dict(zip(self.checks, faults, strict=True)), warnings)

    async def warnings_now(self) -> Sequence[str]:
        """The warnings, within CHECK_SECONDS; when they cannot be had, that is the warning."""
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                return await self.warnings()
        except (TimeoutError, MediamillError) as error:
            return [f"What other processes report could not be read: {error or 'no answer in time'}"]


async def fault_of(name: str, check: Check) -> str | None:
    """What is wrong, within CHECK_SECONDS."""
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return await check()
    except TimeoutError:
        return f"no answer within {CHECK_SECONDS:g} seconds"
    except Exception:
        log.exception("the readiness check of the %s failed", name)
        return "the check itself failed; the log has it"


async def database_fault(database: Database) -> str | None:
    """Why the database cannot keep a row, found out by writing one."""
    try:
        await database.write(write_probe)
    except MediamillError as error:
        return str(error)
    return None


async def storage_fault(storage: Storage) -> str | None:
    """Why the storage cannot be asked."""
    try:
        await storage.head("ready/probe")
    except StorageFailed as error:
        return str(error)
    return None


async def disk_fault(settings: Settings) -> str | None:
    """Why no new generation is accepted: too little room on the disk of the data folder."""
    free = free_bytes(str(settings.data_dir)) // MEGABYTE
    if free >= settings.disk_free_megabytes_min:
        return None
    return f"{free} MB are free in {settings.data_dir}, less than MEDIAMILL_DISK_FREE_MEGABYTES_MIN"
