"""The weights of open models on this machine, as engines find them."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WeightsFolders:
    """Where weights lie, by the names of their rows."""

    home: Path

    def of(self, name: str) -> Path:
        """The folder of weights; `mediamill models pull` makes it."""
        from mediamill.weights import place_of  # noqa: PLC0415 (most engine processes have no use for it)

        return place_of(self.home, name).folder

    def stamp_of(self, name: str) -> int | None:
        """When the weights were brought, in nanoseconds; None where there are none."""
        from mediamill.weights import LOCK_FILE  # noqa: PLC0415

        try:
            return (self.of(name) / LOCK_FILE).stat().st_mtime_ns
        except OSError:
            return None

    def origin_of(self, name: str) -> str:
        """Repository, commit and licence in one line, for provenance."""
        from mediamill.weights import known_lock  # noqa: PLC0415

        lock = known_lock(self.of(name))
        if lock is None:
            return name
        return f"{lock.repository} at {lock.commit or 'no known commit'}, {lock.licence.name}"
