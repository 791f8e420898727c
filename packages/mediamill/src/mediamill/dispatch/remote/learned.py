"""What vendors' refusals of further jobs say about how many they take at once."""

import time

RAISED_AFTER_SECONDS = 30.0  # by one job each time: the vendor may take more by now


class LearnedLimits:
    """The number of jobs under way at which a vendor last said "too many", by engine and key."""

    def __init__(self) -> None:
        self._limits: dict[tuple[str, str], tuple[int, float]] = {}  # jobs, since when

    def lower(self, engine: str, key_id: str, busy: int) -> None:
        """The vendor refused one more beside so many, this one included."""
        self._limits[engine, key_id] = (max(1, busy - 1), time.monotonic())

    def limit(self, engine: str, key_id: str, configured: int | None) -> int | None:
        """How many jobs may be under way; None for any number."""
        if (learned := self._limits.get((engine, key_id))) is None:
            return configured
        jobs, since = learned
        allowed = jobs + int((time.monotonic() - since) / RAISED_AFTER_SECONDS)
        if configured is not None and allowed >= configured:
            del self._limits[engine, key_id]
            return configured
        return allowed
