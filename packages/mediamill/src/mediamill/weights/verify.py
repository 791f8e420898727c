"""Weights read again, every byte, against their lock file."""

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mediamill.weights.hashes import sha256_of
from mediamill.weights.lock_file import WeightsLock
from mediamill.weights.paths import LOCK_FILE
from mediamill.weights.place import files_below


@dataclass(frozen=True, slots=True)
class WeightsDifference:
    """A file that is not what the lock file says."""

    path: str
    fault: str


def verify(folder: Path, lock: WeightsLock, report: Callable[[int], None] = lambda _: None) -> list[WeightsDifference]:
    """Everything that differs; `report` is told of bytes read."""
    found = files_below(folder)
    found.pop(LOCK_FILE, None)
    differences = []
    for file in lock.files:
        seen = found.pop(file.path, None)
        if seen is None:
            differences.append(WeightsDifference(file.path, "is missing"))
        elif not stat.S_ISREG(seen.st_mode):
            differences.append(WeightsDifference(file.path, "is not a plain file"))
        elif seen.st_size != file.bytes:
            differences.append(WeightsDifference(file.path, f"has {seen.st_size:,} bytes, not {file.bytes:,}"))
        elif (sha256 := sha256_of(folder / file.path)) != file.sha256:
            differences.append(WeightsDifference(file.path, f"has SHA-256 {sha256[:12]}…, not {file.sha256[:12]}…"))
        report(file.bytes)
    return differences + [WeightsDifference(path, "is not in the lock file") for path in found]
