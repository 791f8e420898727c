"""How often somebody may call: the generic cell rate algorithm (ITU-T I.371), one instant per caller."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from mediamill.config import Rate

CALLERS_MAX = 50_000  # remembered at once; those whose allowance is whole again are forgotten first


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether this call is within the limit, and what is left."""

    allowed: bool
    limit: int
    remaining: int
    reset_seconds: int  # until the whole allowance is there again
    retry_seconds: int  # until the next call is allowed; 0 when this one is


class RateLimiter:
    """Grants each caller `rate.requests` in any burst, refilled evenly over `rate.seconds`."""

    def __init__(self, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self.full_at: dict[str, float] = {}  # when a caller's allowance is (was) whole again

    def hit(self, caller: str, rate: Rate) -> Verdict:
        """Count one call, unless it is over the limit."""
        verdict, full_at = self.judge(caller, rate, calls=1)
        if verdict.allowed:
            self.remember(caller, full_at)
        return verdict

    def look(self, caller: str, rate: Rate) -> Verdict:
        """What `hit` would say, without counting."""
        return self.judge(caller, rate, calls=1)[0]

    def judge(self, caller: str, rate: Rate, calls: int) -> tuple[Verdict, float]:
        """The verdict, and when the allowance would be whole again after it."""
        now = self.monotonic()
        interval = rate.seconds / rate.requests
        before = max(now, self.full_at.get(caller, now))
        after = before + interval * calls
        allowed = after - now <= rate.seconds * (1 + 1e-9)
        full_at = after if allowed else before
        verdict = Verdict(
            allowed,
            rate.requests,
            max(0, int((rate.seconds - (full_at - now)) / interval + 1e-6)),
            math.ceil(full_at - now),
            0 if allowed else max(1, math.ceil(after - now - rate.seconds)),
        )
        return verdict, full_at

    def remember(self, caller: str, full_at: float) -> None:
        """Keep it; of too many callers, forget those for whom that changes nothing, then the oldest."""
        self.full_at.pop(caller, None)
        if len(self.full_at) >= CALLERS_MAX:
            now = self.monotonic()
            self.full_at = {known: at for known, at in self.full_at.items() if at > now}
            while len(self.full_at) >= CALLERS_MAX:
                del self.full_at[next(iter(self.full_at))]
        self.full_at[caller] = full_at
