"""Rate limits: the generic cell rate algorithm (ITU-T I.371), one instant per caller."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from mediamill.plan import Rate

CALLERS_MAX = 50_000  # kept in memory; those whose allowance is full again are dropped first


@dataclass(frozen=True, slots=True)
class RateDecision:
    """Whether a call is within the limit, and what remains."""

    allowed: bool
    limit: int
    remaining: int
    reset_seconds: int  # until the full allowance is available again
    retry_seconds: int  # until the next call is allowed; 0 when this one is


class RateLimiter:
    """Allows each caller a burst of `rate.requests`, refilled evenly over `rate.seconds`."""

    def __init__(self, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self.full_at: dict[str, float] = {}  # when a caller's allowance is, or was, full again (monotonic seconds)

    def hit(self, caller: str, rate: Rate) -> RateDecision:
        """Count one call, unless it is over the limit."""
        now = self.monotonic()
        interval = rate.seconds / rate.requests
        before = max(now, self.full_at.get(caller, now))
        after = before + interval
        allowed = after - now <= rate.seconds * (1 + 1e-9)
        full_at = after if allowed else before
        if allowed:
            self._remember(caller, full_at)
        return RateDecision(
            allowed,
            rate.requests,
            max(0, int((rate.seconds - (full_at - now)) / interval + 1e-6)),
            math.ceil(full_at - now),
            0 if allowed else max(1, math.ceil(after - now - rate.seconds)),
        )

    async def count(self, caller: str, rate: Rate) -> RateDecision:
        """The same, as limits that are kept elsewhere are asked."""
        return self.hit(caller, rate)

    def _remember(self, caller: str, full_at: float) -> None:
        """Store the instant; of too many callers, drop those with a full allowance, then the oldest."""
        self.full_at.pop(caller, None)
        if len(self.full_at) >= CALLERS_MAX:
            now = self.monotonic()
            self.full_at = {known: at for known, at in self.full_at.items() if at > now}
            while len(self.full_at) >= CALLERS_MAX:
                del self.full_at[next(iter(self.full_at))]
        self.full_at[caller] = full_at
