"""The engine host: a pool of warm child processes, at most one per slot, shared by all engines."""

import asyncio
import logging
import os
import re
import sys
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from mediamill.catalogue import Limits
from mediamill.engines.engine import NOTHING_MORE, Needs, Request
from mediamill.engines.host import kernels
from mediamill.engines.host.devices import (
    LOAD_SECONDS_MAX,
    SILENT_SECONDS_MAX,
    Device,
    Devices,
    DeviceSession,
    DeviceState,
    Place,
    Residence,
    device_environment,
)
from mediamill.engines.host.housekeeping import CannotLaunch
from mediamill.engines.host.outcome import Failed, RunFailure, RunOutcome, failed
from mediamill.engines.host.pool import ProcessPool
from mediamill.engines.host.process import EngineProcess
from mediamill.engines.host.redaction import without_input
from mediamill.engines.host.session import Listener, OnCheckpoint, OnProgress, Session
from mediamill.engines.host.spool import Spool
from mediamill.engines.host.users import EngineUsers, engine_users
from mediamill.engines.resident import shelf_name
from mediamill.errors import MediamillError
from mediamill.units import MEGABYTE

logger = logging.getLogger("mediamill.engines")

RUNS_MAX = 200  # of one process: what libraries leak is bounded
RESTING_MEGABYTES_MAX = 600  # between two runs: the imports of all procedural engines together are less
IMPORT_SECONDS_MAX = 120.0  # scipy on a cold disk takes seconds, loading weights much longer
LAUNCHES_MAX = 2  # for one run: a process that died at rest is not the fault of the request that finds it
DIED = (RunFailure.CRASHED, RunFailure.GARBAGE)
PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")

# Nothing of the service's own environment is passed on: a secret that is not given cannot leak.
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONUTF8": "1",
    "PYTHONHASHSEED": "0",  # the order of a set is part of an engine's determinism
    "PYTHONUNBUFFERED": "1",  # what it printed before a crash is seen
    "PYTHONFAULTHANDLER": "1",  # where it crashed, too
    # An engine cannot read the list of users: libraries that ask who they are find it here.
    "USER": "engine",
    "LOGNAME": "engine",
    # One slot is one core: libraries that start a thread per core would fight over all of them.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    # Intel's primitives inside OpenCV give results that depend on addresses: not the same bytes in every process.
    "OPENCV_IPP": "disabled",
    "OPENCV_LOG_LEVEL": "ERROR",
    # ONNX Runtime would keep an id of this machine in every home, and report on its use where it could.
    "ORT_DISABLE_TELEMETRY": "1",
    # Vector instructions of different widths sum in a different order.
    **kernels.here(),
}


class EnginesStopped(MediamillError):
    """The engines of this process are not running."""

    code = "engines_stopped"


def unsupported() -> str | None:
    """None where engines can run; else the sentence that says what to do."""
    if sys.platform != "linux":
        return (
            f"Engines run on Linux only, this is {sys.platform}: every generation will fail. Run the worker on Linux."
        )
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:
        return "Engines need Linux 5.3 or later with pidfd_open: every generation will fail. Run the worker there."
    return None


class EngineHost:
    """Runs engines between `start` and `stop`; nothing that an engine does can harm this process."""

    def __init__(
        self,
        *,
        slots: int,
        folder: Path,
        warm: int | None = None,
        private: Iterable[Path] = (),
        environment: Mapping[str, str] | None = None,
        runs_max: int = RUNS_MAX,
        resting_megabytes_max: int = RESTING_MEGABYTES_MAX,
        import_seconds_max: float = IMPORT_SECONDS_MAX,
        devices: Mapping[str, Sequence[str]] | None = None,
        device_bytes: int | None = None,
        silent_seconds_max: float = SILENT_SECONDS_MAX,
    ) -> None:
        """`folder` may be shared by several hosts; `warm` processes wait for runs (default: one for each slot); what is
        `private` no engine reads, even if it lies beside code; `environment` is what the operator adds to ENVIRONMENT.
        """
        self._slots = slots
        self._warm = slots if warm is None else min(warm, slots)
        self._folder = folder
        self._private = tuple(private)
        self._environment = {**ENVIRONMENT, **(environment or {})}
        self._runs_max = runs_max
        self._resting_megabytes_max = resting_megabytes_max
        self._import_seconds_max = import_seconds_max
        self._of_pools = devices or {"cpu": ["cpu"]}
        self._device_bytes = device_bytes
        self._silent_seconds_max = silent_seconds_max
        self._devices: Devices | None = None
        self._places = asyncio.Semaphore(slots)
        self._spool: Spool | None = None
        self._pool: ProcessPool | None = None
        self._unsupported: str | None = None
        self.users = EngineUsers("the host is not running")  # whom its processes run as, once it is started

    @property
    def children(self) -> int:
        """Engine processes alive now."""
        return self._pool.processes if self._pool else 0

    @property
    def loaded(self) -> frozenset[str]:
        """Targets of the engines that are loaded in a process: their next run has nothing to import."""
        return self._pool.loaded if self._pool else frozenset()

    @property
    def devices(self) -> list[DeviceState]:
        """The devices and what they have loaded."""
        return [] if self._devices is None else [device.state for device in self._devices.all.values()]

    @property
    def processes_left(self) -> int:
        """How many processes the runs so far had started and not ended; all of them were killed."""
        return self._pool.processes_left if self._pool else 0

    async def start(self) -> None:
        """Sweep what dead hosts left behind and start to warm up; returns before any engine process is ready."""
        spool, users = await asyncio.to_thread(self._prepare)
        self._spool = spool
        self.users = users
        self._unsupported = unsupported()
        if self._unsupported is not None:
            logger.error(self._unsupported)
            return
        self._pool = ProcessPool(
            slots=self._slots,
            warm=self._warm,
            spool=spool,
            users=users,
            private=self._private,
            environment=self._environment,
            runs_max=self._runs_max,
            resting_bytes_max=self._resting_megabytes_max * MEGABYTE,
        )
        self._pool.warm_up()
        self._devices = Devices(self._of_pools, partial(self._device, spool, users))

    def settle(self, residents: Mapping[str, Residence]) -> None:
        """Let these engines keep their weights loaded, by target; what they preload begins to load."""
        if self._devices is not None:
            self._devices.settle(residents)

    def _device(self, spool: Spool, users: EngineUsers, name: str) -> Device:
        return Device(
            name,
            budget=self._device_bytes,
            spool=spool,
            users=users,
            private=self._private,
            environment={**self._environment, **device_environment(name)},
            silent_seconds_max=self._silent_seconds_max,
        )

    def _prepare(self) -> tuple[Spool, EngineUsers]:
        """Create the folder, and find the users that processes will run as. Blocks."""
        spool = Spool(self._folder)
        users = engine_users(self._folder)
        if users.reason is None:
            spool.let_pass()
        return spool, users

    async def stop(self) -> None:
        """End every engine process and sweep every folder; runs that are under way raise EnginesStopped."""
        pool, devices, spool = self._pool, self._devices, self._spool
        self._pool = self._devices = self._spool = None
        if devices is not None:
            await devices.close()
        if pool is not None:
            await pool.close()
        if spool is not None:
            await asyncio.to_thread(spool.close)

    @asynccontextmanager
    async def folder_for(self, generation_id: str, attempt: int) -> AsyncIterator[Path]:
        """A private, empty folder for one attempt, swept when the context ends. Raises EnginesStopped."""
        spool = self._spool
        if spool is None:
            raise EnginesStopped
        assert PLAIN_NAME.fullmatch(generation_id), "a generation's id is a plain name"
        folder = spool.make(f"{generation_id}-{attempt}")
        try:
            yield folder
        finally:
            await asyncio.shield(asyncio.to_thread(spool.sweep, folder))

    async def run(
        self,
        target: str,
        request: Request,
        *,
        limits: Limits,
        on_progress: OnProgress,
        on_checkpoint: OnCheckpoint,
        needs: Needs = NOTHING_MORE,
        place: Place | None = None,
    ) -> RunOutcome:
        """Run the engine at `target` ("package.module:ClassName") once a slot is free, in a folder of `folder_for`;
        where it has a `place`, on a device, if possible on one that has the weights of that name loaded.

        It is confined to that folder, the installed packages and what it `needs`.
        `on_progress(fraction, stage)` is called at most some hundred times a second; the engine waits until
        `on_checkpoint(text)` has returned, and is told what that returns. When this returns, raises or is cancelled,
        nothing of the run is left alive.
        Raises EnginesStopped, and whatever the two callbacks raise.
        """
        if self._unsupported is not None:
            return failed(RunFailure.UNSUPPORTED)
        listener = Listener(on_progress, on_checkpoint)
        async with self._places:
            for launch in range(1, LAUNCHES_MAX + 1):
                if place is None:
                    outcome, begun = await self._run_once(target, request, limits, listener, needs)
                else:
                    outcome, begun = await self._run_on_device(target, request, limits, listener, *place)
                is_over = begun or not isinstance(outcome, Failed) or outcome.reason not in DIED
                if is_over or launch == LAUNCHES_MAX:
                    break
        return outcome

    async def _run_once(
        self, target: str, request: Request, limits: Limits, listener: Listener, needs: Needs
    ) -> tuple[RunOutcome, bool]:
        """The outcome on one process, and whether the engine was started there."""
        if self._pool is None or self._spool is None:
            raise EnginesStopped
        assert request.folder.is_relative_to(self._spool.root), "request.folder comes from folder_for"
        try:
            async with self._pool.lend(target, needs) as process:
                session = Session(process, request, limits, listener)
                outcome = await session.run(target, import_seconds=self._import_seconds_max)
        except CannotLaunch:
            return failed(RunFailure.CRASHED), False
        return self._ended(target, request, outcome, session, process)

    async def _run_on_device(
        self, target: str, request: Request, limits: Limits, listener: Listener, residence: Residence, weights: str
    ) -> tuple[RunOutcome, bool]:
        """The same in the process of a device."""
        if self._devices is None:
            raise EnginesStopped
        device = self._devices.pick(residence, shelf_name(target, weights))
        try:
            async with device.lend(target, residence) as process:
                session = DeviceSession(device, process, request, limits, listener)
                outcome = await session.run(target, import_seconds=LOAD_SECONDS_MAX)
        except CannotLaunch:
            return failed(RunFailure.CRASHED), False
        return self._ended(target, request, outcome, session, process)

    def _ended(
        self, target: str, request: Request, outcome: RunOutcome, session: Session, process: EngineProcess
    ) -> tuple[RunOutcome, bool]:
        if self._pool is None:
            raise EnginesStopped  # it did not crash: `stop` ended it
        self._log(target, request, outcome, session, process.printed)
        return outcome, session.begun

    def _log(self, target: str, request: Request, outcome: RunOutcome, session: Session, printed: str) -> None:
        facts = {"generation_id": request.generation_id}
        if not isinstance(outcome, Failed):
            logger.debug("%s: %s: %s", request.generation_id, target, type(outcome).__name__.lower(), extra=facts)
            if session.warning:
                warning = without_input(session.warning, request)
                logger.warning("%s: %s: %s", request.generation_id, target, warning, extra=facts)
            return
        detail = without_input(f"{session.detail}\n{printed}".strip(), request)
        logger.warning("%s: %s: %s\n%s", request.generation_id, target, outcome.reason, detail, extra=facts)
