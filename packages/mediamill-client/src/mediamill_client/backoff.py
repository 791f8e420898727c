"""When to ask again: the schedules of retries and of polling, as arithmetic.

`chance` is a random number from 0 up to 1. It only ever shortens a wait, by at most a fifth, so that many clients
which began together do not stay together.
"""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

RETRY_FIRST_SECONDS = 0.5
RETRY_MAX_SECONDS = 8.0
RETRY_AFTER_MAX_SECONDS = 120.0  # a service that asks for more is not coming back while somebody waits
POLL_FIRST_SECONDS = 0.2  # the quick tools are done by then
POLL_GROWTH = 1.5
POLL_MAX_SECONDS = 5.0
JITTER = 0.2
EXPONENT_MAX = 30  # far beyond both ceilings, far below overflow


def retry_delay(attempt: int, chance: float, asked: float | None) -> float | None:
    """Seconds before another try after failed try number `attempt` (from 0); None when it would be too long.

    `asked` is what the service wants us to wait.
    """
    if asked is not None:
        return asked if asked <= RETRY_AFTER_MAX_SECONDS else None
    return _jittered(min(RETRY_FIRST_SECONDS * 2 ** min(attempt, EXPONENT_MAX), RETRY_MAX_SECONDS), chance)


def poll_delay(turn: int, chance: float, asked: float | None) -> float:
    """Seconds before look number `turn` (from 0) at a generation; never less than what the service asked for."""
    scheduled = _jittered(min(POLL_FIRST_SECONDS * POLL_GROWTH ** min(turn, EXPONENT_MAX), POLL_MAX_SECONDS), chance)
    return max(scheduled, min(asked or 0.0, RETRY_AFTER_MAX_SECONDS))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The `Retry-After` of an answer in seconds (RFC 9110, 10.2.3); None without a sensible one.

    A date counts from the answer's own `Date`, so that this machine's clock does not matter.
    """
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.replace(".", "", 1).isdigit():
        return float(text)
    try:
        until, said_at = parsedate_to_datetime(text), parsedate_to_datetime(headers.get("date", ""))
        return max((until - said_at).total_seconds(), 0.0)
    except (ValueError, TypeError):  # no date, or one with and one without a zone
        return None


def _jittered(seconds: float, chance: float) -> float:
    return seconds * (1 - JITTER * chance)
