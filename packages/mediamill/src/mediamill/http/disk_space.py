"""Free disk space: no new work is accepted before there is too little left for the results."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from mediamill.http.problems import UNAVAILABLE, Refusal
from mediamill.units import MEGABYTE

MEASURED_EVERY_SECONDS = 1.0  # a measurement costs a system call


class DiskSpace:
    """The free space on the disk of one folder, measured once a second at most."""

    def __init__(self, folder: Path, megabytes_min: int, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.folder = folder
        self.megabytes_min = megabytes_min  # below this much, new work is refused
        self.monotonic = monotonic
        self.measured_at = float("-inf")
        self.free = 0

    def free_bytes(self) -> int:
        """The free bytes, as of a second ago at most. Raises OSError."""
        now = self.monotonic()
        if now - self.measured_at >= MEASURED_EVERY_SECONDS:
            self.free = shutil.disk_usage(self.folder).free
            self.measured_at = now
        return self.free

    def is_low(self) -> bool:
        """Whether there is less than the operator wants. Raises OSError."""
        return self.free_bytes() < self.megabytes_min * MEGABYTE


def require_disk_space(disk: DiskSpace) -> None:
    """Raises 503 when the disk is low."""
    if disk.is_low():
        raise Refusal(UNAVAILABLE)
