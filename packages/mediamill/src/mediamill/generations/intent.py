"""What a verb asks to be dispatched; the edge hands it to the dispatcher in the same transaction."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Intent:
    """There is (or will be, at `due_at`) something to do in a pool."""

    pool: str
    due_at: int
