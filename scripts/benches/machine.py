"""The facts about the machine that figures were taken on."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

import mediamill

BUSY_SHARE = 0.25  # of the cores at work for others: from here on the page says that the machine was busy


@dataclass(frozen=True, slots=True)
class Machine:
    """What a reader needs to know before comparing."""

    cpu: str
    cores: int
    kernel: str
    python: str
    version: str  # of mediamill
    load_before: float  # processes that wanted a core in the minute before

    @property
    def was_busy(self) -> bool:
        return self.load_before > BUSY_SHARE * self.cores


def this_machine() -> Machine:
    """Now, before anything is measured."""
    return Machine(
        cpu=cpu_name(Path("/proc/cpuinfo").read_text()),
        cores=len(os.sched_getaffinity(0)),
        kernel=f"{platform.system()} {platform.release()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        version=mediamill.__version__,
        load_before=os.getloadavg()[0],
    )


def cpu_name(cpuinfo: str) -> str:
    """What the processor calls itself."""
    names = (line.partition(":")[2].strip() for line in cpuinfo.splitlines() if line.startswith("model name"))
    return next(names, platform.machine())
