"""Opaque identifiers that sort by the time they were made: `gen_` + 12 hex digits of milliseconds + 80 random bits."""

import secrets

from mediamill import clock

RANDOM_BYTES = 10  # 80 bits: no two alike within one millisecond in the life of the service


def new(prefix: str, instant: int | None = None) -> str:
    """A new lower-case id such as `gen_0199c4d2a1b05f…`; ids made later sort later (to the millisecond)."""
    made_at = clock.now() if instant is None else instant
    return f"{prefix}_{made_at:012x}{secrets.token_hex(RANDOM_BYTES)}"
