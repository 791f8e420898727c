"""Opaque identifiers that sort by the time they were made: `gen_` + 12 hex digits of milliseconds + 80 random bits."""

import secrets
import threading

from mediamill import clock

RANDOM_BITS = 80  # no collision within one millisecond in the life of the service
STEP_BITS = 40  # ids made within one millisecond go up by a random step: they keep their order and stay unguessable

_lock = threading.Lock()
_last = (0, 0)


def new(prefix: str, instant: int | None = None) -> str:
    """A new lower-case id such as `gen_0199c4d2a1b05f…`; what this process makes later sorts later."""
    made_at = clock.now() if instant is None else instant
    return f"{prefix}_{made_at:012x}{random_part(made_at):020x}"


def first_at(prefix: str, instant: int) -> str:
    """Where the ids begin that are made at this instant or later."""
    return f"{prefix}_{max(0, instant):012x}"


def random_part(made_at: int) -> int:
    """Random bits, greater than those of the last id of the same millisecond."""
    global _last
    with _lock:
        number = secrets.randbits(RANDOM_BITS)
        if made_at == _last[0]:
            number = (_last[1] + 1 + secrets.randbits(STEP_BITS)) % 2**RANDOM_BITS
        _last = (made_at, number)
        return number
