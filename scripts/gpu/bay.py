"""A host of the service's own with the check's engine on some devices: the same processes, jail and shelf as in use."""

import asyncio
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mediamill.catalogue import Limits
from mediamill.engines import DeviceState, EngineHost, Made, Request, Residence, RunOutcome

TARGET = "scripts.gpu.engine:RandomModels"
POOL = "gpu"
LIMITS = Limits(seconds=3_600.0, memory_mb=1_000_000, output_mb=1_000)


@dataclass
class Bay:
    """Runs what is asked for, and knows the processes that do it."""

    host: EngineHost
    residence: Residence
    steps: asyncio.Event = field(default_factory=asyncio.Event)  # a step of the run that began last was reported

    def begin(self, weights: str, seed: int) -> asyncio.Task[RunOutcome]:
        """A run that stays in its first step, which can be waited for."""
        self.steps.clear()
        return asyncio.create_task(self.run(weights, seed, linger=True))

    async def run(self, weights: str, seed: int, *, name: str = "gen_check", **more: Any) -> RunOutcome:
        """One run with these weights."""
        async with self.host.folder_for(name, 1) as folder:
            return await self.host.run(
                TARGET,
                Request(name, "check", weights, {"seed": seed, **more}, folder),
                limits=LIMITS,
                on_progress=lambda _, stage: self.steps.set() if stage else None,
                on_checkpoint=no_checkpoint,
                place=(self.residence, weights),
            )

    async def facts(self, weights: str, seed: int, **more: Any) -> dict[str, Any]:
        """What a run measured. Raises CheckFailed where it made nothing."""
        return facts_of(await self.run(weights, seed, **more))

    @property
    def devices(self) -> list[DeviceState]:
        """As operators see them."""
        return self.host.devices

    def kill(self) -> None:
        """SIGKILL for every process of an engine here: those that have started no other one."""
        for process in descendants(os.getpid()):
            if not children(process):
                os.kill(process, signal.SIGKILL)


class CheckFailed(Exception):
    """A run of the check ended otherwise than with a picture."""


def facts_of(outcome: RunOutcome) -> dict[str, Any]:
    """The provenance of what was made. Raises CheckFailed."""
    if not isinstance(outcome, Made):
        raise CheckFailed(f"{outcome}")
    return dict(outcome.artifact.provenance)


async def no_checkpoint(_: str) -> None:
    """This engine has none."""


@asynccontextmanager
async def bay(devices: Sequence[str], *, small: bool) -> AsyncIterator[Bay]:
    """Processes of their own for these devices, which end with it."""
    with tempfile.TemporaryDirectory(prefix="mediamill-gpu-") as folder:
        host = EngineHost(slots=len(devices), folder=Path(folder), warm=0, devices={POOL: devices})
        residence = Residence(POOL, options={"small": small})
        await host.start()
        host.settle({TARGET: residence})
        try:
            yield Bay(host, residence)
        finally:
            await host.stop()


def descendants(process: int) -> list[int]:
    """All processes below it."""
    below = children(process)
    return below + [one for child in below for one in descendants(child)]


def children(process: int) -> list[int]:
    """What it started that still runs."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for one in lists for child in one.read_text().split()]
