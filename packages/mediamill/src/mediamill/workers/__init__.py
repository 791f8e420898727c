"""The processes that share a database: which are alive, what they can run, and which holds a duty."""

from mediamill.workers.duty import leave_duties, owner_of, take_duty
from mediamill.workers.worker import (
    BEAT_AHEAD_MS,
    Served,
    Worker,
    address_of_service,
    alive,
    beat,
    change,
    forget,
    known_models,
    note_reload,
    register,
    remembered,
    remove,
    stop,
)

__all__ = [
    "BEAT_AHEAD_MS",
    "Served",
    "Worker",
    "address_of_service",
    "alive",
    "beat",
    "change",
    "forget",
    "known_models",
    "leave_duties",
    "note_reload",
    "owner_of",
    "register",
    "remembered",
    "remove",
    "stop",
    "take_duty",
]
