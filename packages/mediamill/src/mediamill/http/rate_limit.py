"""Rate limits per account, key and address, and the headers that report them."""

from typing import Protocol

from mediamill.accounts import Caller, RateDecision
from mediamill.config import Settings
from mediamill.plan import Rate

WITHOUT_KEY = Rate(60, 60)  # requests from one address without a valid key


class Limiter(Protocol):
    """Counts calls, in this process or for all processes together."""

    async def count(self, caller: str, rate: Rate) -> RateDecision:
        """Count one call, unless it is over the limit."""


async def count(caller: Caller, settings: Settings, limiter: Limiter, *, creates: bool) -> RateDecision | None:
    """Count one call against the limits of the caller's key and account; None when there is none.

    The answer is the first refusal, else that of the limit with the least left.
    """
    limits = settings.plans[caller.account.plan].with_own(caller.account.own)
    rate = limits.creates if creates else limits.reads
    counted = [(f"key {one.key_id}", one.rate) for one in caller.rates] if creates else []
    if rate is not None:
        counted.append((f"{'create' if creates else 'read'} {caller.account.id}", rate))
    tightest: RateDecision | None = None
    for name, each in counted:
        verdict = await limiter.count(name, each)
        if not verdict.allowed:
            return verdict
        if tightest is None or verdict.remaining < tightest.remaining:
            tightest = verdict
    return tightest


def headers_of(verdict: RateDecision) -> tuple[tuple[bytes, bytes], ...]:
    """`RateLimit-Limit`, `-Remaining` and `-Reset` (seconds until the whole allowance is there again)."""
    return (
        (b"ratelimit-limit", b"%d" % verdict.limit),
        (b"ratelimit-remaining", b"%d" % verdict.remaining),
        (b"ratelimit-reset", b"%d" % verdict.reset_seconds),
    )
