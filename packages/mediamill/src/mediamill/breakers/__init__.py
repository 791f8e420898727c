"""Breakers: what of a remote engine does not work just now, known to all processes; and what the operator paused."""

from mediamill.breakers.breaker import (
    EVERY,
    Barred,
    Breaker,
    Pause,
    admit,
    failed,
    open_breakers,
    pause,
    pauses,
    resume,
    succeeded,
    trip,
    try_now,
)

__all__ = [
    "EVERY",
    "Barred",
    "Breaker",
    "Pause",
    "admit",
    "failed",
    "open_breakers",
    "pause",
    "pauses",
    "resume",
    "succeeded",
    "trip",
    "try_now",
]
