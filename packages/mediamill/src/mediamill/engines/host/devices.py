"""Devices: each has one long-lived process with the engines of the kind `resident` and the weights they have loaded."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from mediamill.catalogue import Limits
from mediamill.engines.engine import NOTHING_MORE, Needs, Request
from mediamill.engines.host import wire
from mediamill.engines.host.housekeeping import CannotLaunch, Duties, launch, retire
from mediamill.engines.host.outcome import RunFailure, RunOutcome, failed
from mediamill.engines.host.process import Cell, DevicePlan, EngineGone, EngineProcess
from mediamill.engines.host.session import Listener, Session
from mediamill.engines.host.spool import Spool
from mediamill.engines.host.users import EngineUsers
from mediamill.engines.resident import shelf_name
from mediamill.units import MEGABYTE

logger = logging.getLogger("mediamill.engines")

LOAD_SECONDS_MAX = 1_800.0  # tens of gigabytes from a slow disk
SILENT_SECONDS_MAX = 600.0  # no word, not even of a step: what it works on will not end
CANCEL_SECONDS_MAX = 10.0  # until the next step; then the process is killed, and all it has loaded with it
RUNS_MAX = 500  # of one process: what libraries leak is bounded
CREEP_BYTES_MAX = 1_024 * MEGABYTE  # how much a process may grow beyond its weights since its first run
GPU_THREADS = 4  # of the processor, beside a GPU
# Engines find what they need among the weights on this machine, and say nothing to anybody about it.
OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
# The same sums in the same order at every run; less fragments of memory.
CUDA_ENVIRONMENT = {"CUBLAS_WORKSPACE_CONFIG": ":4096:8", "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True"}
# Threads that wait for their share of the sums sleep: spinning takes the cores from the service and from each other.
CPU_ENVIRONMENT = {"OMP_WAIT_POLICY": "PASSIVE"}
CUDA_NODES = ("/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools", "/dev/nvidia-modeset")
CUDA_FACTS = ("/proc/driver/nvidia", "/sys/bus/pci/devices", "/sys/devices")


@dataclass(frozen=True, slots=True)
class Residence:
    """How a resident engine lives on the devices of a pool."""

    pool: str
    needs: Needs = NOTHING_MORE
    options: Mapping[str, object] = field(default_factory=dict)  # as `[engine."name"]` has them
    preload: tuple[str, ...] = ()  # weights
    pinned: tuple[str, ...] = ()
    python: Path | None = None  # of the environment with its libraries; None: that of the service
    weights_home: Path = Path()  # the folder of all weights
    stamps: tuple[int | None, ...] = ()  # of those that it needs: others than at its start need another process


Place = tuple[Residence, str]  # where a model is made: how its engine lives, and the weights it needs


@dataclass(frozen=True, slots=True)
class DeviceState:
    """A device as operators see it."""

    name: str
    is_up: bool
    loaded: Mapping[str, int]  # shelf name -> bytes
    loads: int
    load_seconds: float | None  # of the last one
    restarts: int  # of its process, beyond the first start
    memory_retries: int  # runs that began anew because its memory was too small


class Device:
    """One device. One run at a time."""

    def __init__(
        self,
        name: str,
        *,
        budget: int | None,
        spool: Spool,
        users: EngineUsers,
        private: tuple[Path, ...],
        environment: Mapping[str, str],
        silent_seconds_max: float = SILENT_SECONDS_MAX,
    ) -> None:
        self.name = name
        self.engines: dict[str, Residence] = {}  # by target: all that may run here
        self.waiting = 0  # runs, the one under way included
        self.silent_seconds_max = silent_seconds_max
        self._budget = budget
        self._spool = spool
        self._users = users
        self._private = private
        self._environment = environment
        self._process: EngineProcess | None = None
        self._known: dict[str, Residence] = {}  # to its process: the engines when it was launched
        self._first_resident: int | None = None  # bytes beyond its weights, after its first run
        self._turn = asyncio.Lock()
        self.duties = Duties()
        self._closed = False
        self.launches = 0
        self.loads = 0
        self.load_seconds: float | None = None
        self.memory_retries = 0

    @property
    def loaded(self) -> Mapping[str, int]:
        """Bytes of what is loaded."""
        return self._process.shelf if self._process is not None and self._process.alive else {}

    @property
    def state(self) -> DeviceState:
        """As it is now."""
        is_up = self._process is not None and self._process.alive
        restarts = max(0, self.launches - 1)
        return DeviceState(
            self.name, is_up, dict(self.loaded), self.loads, self.load_seconds, restarts, self.memory_retries
        )

    def warm_up(self) -> None:
        """Begin to load what is to be preloaded."""
        for target, residence in self.engines.items():
            for weights in residence.preload:
                self.duties.do(self._preload(target, weights))

    @asynccontextmanager
    async def lend(self, target: str, residence: Residence) -> AsyncIterator[EngineProcess]:
        """Its process, for one run. What is loaded stays, unless the run cannot be ended. Raises CannotLaunch."""
        self.waiting += 1
        try:
            await self._turn.acquire()
            try:
                process = await self._up(target, residence)
            except BaseException:
                self._turn.release()
                raise
            try:
                yield process
            finally:  # the turn ends with what has to be done after the run, also where nobody waits for that
                await asyncio.shield(self.duties.do(self._settle(process)))
        finally:
            self.waiting -= 1

    async def close(self) -> None:
        """End its process; its folder goes with the spool."""
        self._closed = True
        if self._process is not None:
            await self._process.end()
        await self.duties.done()

    def heard(self, message: wire.ShelfMessage) -> None:
        """What its process says of weights."""
        match message:
            case wire.Loaded(weights, size, seconds):
                self.loads += 1
                self.load_seconds = seconds
                logger.info("%s: loaded %s, %d MB in %.1f s", self.name, weights, size // MEGABYTE, seconds)
            case wire.Dropped(weights):
                logger.info("%s: unloaded %s", self.name, weights)
            case wire.Retried():
                self.memory_retries += 1
                logger.warning("%s: its memory was too small: everything was unloaded, the run begins anew", self.name)

    async def last_message(self, process: EngineProcess, seconds: float) -> wire.FinalMessage | None:
        """The last message of what is under way; None where it waits for an answer that nobody gives.

        Raises EngineGone, TimeoutError and wire.Garbage.
        """
        async with asyncio.timeout(seconds):
            while not isinstance(message := await process.next_message(), wire.FinalMessage):
                if isinstance(message, wire.ShelfMessage):
                    self.heard(message)
                elif isinstance(message, wire.Checkpointed):
                    return None
        return message

    async def _preload(self, target: str, weights: str) -> None:
        async with self._turn:
            try:
                process = await self._up(target, self.engines[target])
                await process.preload(target, weights)
                message = await self.last_message(process, LOAD_SECONDS_MAX)
                if isinstance(message, wire.Broke):
                    logger.error("%s: %s cannot be preloaded: %s", self.name, weights, message.detail)
            except (CannotLaunch, EngineGone, TimeoutError, wire.Garbage) as fault:
                if self._closed:
                    return
                logger.error("%s: %s cannot be preloaded: %s", self.name, weights, fault or type(fault).__name__)
                if self._process is not None:
                    await self._end(self._process)

    async def _up(self, target: str, residence: Residence) -> EngineProcess:
        """The process, launched if there is none, or none that knows the engine as it is now. Raises CannotLaunch."""
        self.engines[target] = residence
        if (
            self._process is not None
            and self._process.alive
            and self._known.get(target) == residence
            and (self._process.cell.python == residence.python)
        ):
            return self._process
        if self._process is not None:
            await asyncio.shield(self.duties.do(self._end(self._process)))
        if self._closed:
            raise CannotLaunch

        def cell(home: Path, uid: int | None) -> Cell:
            return Cell(home, uid, self._needs(), self._private, self._plan(), residence.python)

        self._process = launch("device", cell, self._spool, self._users, self._environment)
        self.launches += 1
        self._first_resident = None
        self._known = dict(self.engines)
        return self._process

    def _needs(self) -> Needs:
        """What any of its engines may access."""
        needs = [residence.needs for residence in self.engines.values()]
        nodes, facts = driver_paths(self.name)
        return Needs(
            readable=tuple(dict.fromkeys([*(path for one in needs for path in one.readable), *facts])),
            devices=tuple(dict.fromkeys([*(path for one in needs for path in one.devices), *nodes])),
        )

    def _plan(self) -> DevicePlan:
        pinned = (shelf_name(target, one) for target, residence in self.engines.items() for one in residence.pinned)
        options = {target: residence.options for target, residence in self.engines.items()}
        homes = {target: str(residence.weights_home) for target, residence in self.engines.items()}
        return DevicePlan(self.name, self._budget, tuple(pinned), options, homes)

    async def _settle(self, process: EngineProcess) -> None:
        """After a run: its process is kept, unless it still runs, left processes behind, or has grown."""
        try:
            if not await self._is_fit(process):
                await self._end(process)
        finally:
            self._turn.release()

    async def _is_fit(self, process: EngineProcess) -> bool:
        if not process.free:
            return False
        try:
            resting = await process.rest()
        except EngineGone:
            return False
        beyond = resting.resident_bytes - (sum(process.shelf.values()) if self.name == "cpu" else 0)
        if self._first_resident is None:
            self._first_resident = beyond
        has_grown = beyond - self._first_resident > CREEP_BYTES_MAX
        return not resting.strays and not has_grown and process.runs < RUNS_MAX

    async def _end(self, process: EngineProcess) -> None:
        if self._process is process:
            self._process = None
        await retire(process, self._spool, self._users)


class DeviceSession(Session):
    """One run in the process of a device: it is cancelled between two steps, and what is loaded stays."""

    def __init__(
        self, device: Device, process: EngineProcess, request: Request, limits: Limits, listener: Listener
    ) -> None:
        super().__init__(process, request, limits, listener)
        self._device = device

    async def run(self, target: str, *, import_seconds: float) -> RunOutcome:
        """As of every session; one that is silent for too long has timed out."""
        try:
            return await super().run(target, import_seconds=import_seconds)
        except Silent:
            self.detail = f"not a word for {self._device.silent_seconds_max:g} s"
            return failed(RunFailure.TIMED_OUT)
        except asyncio.CancelledError:
            await asyncio.shield(self._device.duties.do(self._cancel()))
            raise

    async def _cancel(self) -> None:
        """Until the process is free again; one that takes too long is killed by its owner."""
        if self._process.free:
            return
        try:
            await self._process.cancel()
            await self._device.last_message(self._process, CANCEL_SECONDS_MAX if self.begun else LOAD_SECONDS_MAX)
        except (EngineGone, TimeoutError, wire.Garbage):
            return

    async def _next(self) -> wire.Message:
        seconds = self._device.silent_seconds_max if self.begun else None
        try:
            async with asyncio.timeout(seconds) as silence:
                return await self._process.next_message()
        except TimeoutError:
            if silence.expired():
                raise Silent from None
            raise

    def _heard(self, message: wire.ShelfMessage, /) -> None:
        self._device.heard(message)


class Silent(Exception):
    """The process of a device says nothing."""


class Devices:
    """The devices of each pool, shared where two pools name the same one."""

    def __init__(self, of_pools: Mapping[str, Sequence[str]], make: Callable[[str], Device]) -> None:
        names = dict.fromkeys(name for names in of_pools.values() for name in names)
        self.all = {name: make(name) for name in names}
        self._of_pools = {pool: [self.all[name] for name in names] for pool, names in of_pools.items()}

    def settle(self, residents: Mapping[str, Residence]) -> None:
        """Let these engines live here, by target, and begin to load what is to be preloaded."""
        for target, residence in residents.items():
            for device in self._of(residence.pool):
                device.engines[target] = residence
        for device in self.all.values():
            device.warm_up()

    def pick(self, residence: Residence, loaded: str) -> Device:
        """The one to run on: idle before busy, with the weights before without, then the emptiest."""
        return min(
            self._of(residence.pool),
            key=lambda one: (one.waiting, loaded not in one.loaded, sum(one.loaded.values())),
        )

    async def close(self) -> None:
        """End every process."""
        await asyncio.gather(*(device.close() for device in self.all.values()))

    def _of(self, pool: str) -> list[Device]:
        return self._of_pools.get(pool) or list(self.all.values())


def found_devices() -> tuple[str, ...]:
    """The GPUs that the driver shows; where there is none, the processor."""
    return tuple(f"cuda:{number}" for number, _ in enumerate(gpu_nodes())) or ("cpu",)


def gpu_nodes() -> list[Path]:
    """One for each GPU."""
    return list(Path("/dev").glob("nvidia[0-9]*"))


def driver_paths(device: str) -> tuple[list[Path], list[Path]]:
    """The nodes that a process needs for a device, and the files that its driver reads."""
    if not device.startswith("cuda"):
        return [], []
    nodes = [*gpu_nodes(), *map(Path, CUDA_NODES)]
    return [path for path in nodes if path.exists()], [path for path in map(Path, CUDA_FACTS) if path.exists()]


def device_environment(device: str) -> dict[str, str]:
    """What libraries in the process of a device find in their environment."""
    threads = str(os.cpu_count() or 1 if device == "cpu" else GPU_THREADS)
    counts = dict.fromkeys(
        ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), threads
    )
    return {**OFFLINE, **counts, **(CPU_ENVIRONMENT if device == "cpu" else CUDA_ENVIRONMENT)}
