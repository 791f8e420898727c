"""The weights of open models on this machine, as engines find them."""

from dataclasses import dataclass
from pathlib import Path

from mediamill.weights.lock_file import known_lock
from mediamill.weights.paths import LOCK_FILE
from mediamill.weights.place import place_of


@dataclass(frozen=True, slots=True)
class WeightsFolders:
    """Where weights lie, by the names of their rows."""

    home: Path

    def of(self, name: str) -> Path:
        """The folder of weights; `mediamill models pull` makes it."""
        return place_of(self.home, name).folder

    def stamp_of(self, name: str) -> int | None:
        """When the weights were brought, in nanoseconds; None where there are none."""
        try:
            return (self.of(name) / LOCK_FILE).stat().st_mtime_ns
        except OSError:
            return None

    def origin_of(self, name: str) -> str:
        """Repository, commit and licence in one line, for provenance."""
        lock = known_lock(self.of(name))
        if lock is None:
            return name
        return f"{lock.repository} at {lock.commit or 'no known commit'}, {lock.licence.name}"
