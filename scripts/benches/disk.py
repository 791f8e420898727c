"""The disk below the data folder: what one sync costs (F), and how to make every sync cost more."""

import os
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("slow_sync.c")
SYNCS = 200  # samples of F
PAGE = bytes(4_096)
ADDED_MS = 4.0


def sync_ms(folder: Path) -> float:
    """F: one append of 4 KiB and its fdatasync, in milliseconds (the median)."""
    file = folder / "sync.probe"
    times = []
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        for _ in range(SYNCS):
            started = time.perf_counter()
            os.write(descriptor, PAGE)
            os.fdatasync(descriptor)
            times.append(time.perf_counter() - started)
    finally:
        os.close(descriptor)
        file.unlink()
    return statistics.median(times) * 1_000


@dataclass(frozen=True, slots=True)
class SlowSync:
    """A library that slows and counts the syncs of the process it is preloaded into."""

    library: Path

    @classmethod
    def build(cls, folder: Path) -> "SlowSync | str":
        """The library, built here; or why there is none."""
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            return "no C compiler (cc) is installed"
        library = folder / "slow_sync.so"
        command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return cls(library) if done.returncode == 0 else f"cc failed: {done.stderr.strip()[:200]}"

    def environment(self, counter: Path) -> dict[str, str]:
        """What a process needs to be slowed and counted."""
        counter.write_bytes(bytes(8))
        return {
            "LD_PRELOAD": str(self.library),
            "SLOW_SYNC_MICROSECONDS": str(round(ADDED_MS * 1_000)),
            "SLOW_SYNC_COUNT": str(counter),
        }


def counted(counter: Path) -> int:
    """How many syncs there were."""
    return int.from_bytes(counter.read_bytes()[:8], "little")
