"""The service's clock: instants are integers, milliseconds since 1970 in UTC."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache

Clock = Callable[[], int]


def now() -> int:
    """The present instant, in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def iso(instant: int) -> str:
    """An instant as ISO 8601 in UTC with milliseconds and `Z`: `2026-01-31T09:30:00.125Z`."""
    seconds, milliseconds = divmod(instant, 1000)
    return f"{_second(seconds)}.{milliseconds:03d}Z"


def iso_or_none(instant: int | None) -> str | None:
    """The same of an instant that may be missing."""
    return None if instant is None else iso(instant)


def day_of(instant: int) -> str:
    """The day of an instant, in UTC: `2026-01-31`."""
    return f"{datetime.fromtimestamp(instant // 1000, UTC):%Y-%m-%d}"


@lru_cache(maxsize=4_096)  # called twice per response, mostly for the same few seconds
def _second(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
