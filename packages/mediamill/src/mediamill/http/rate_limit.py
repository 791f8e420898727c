"""Rate limits per account and per address, and the headers that report them."""

from collections.abc import Callable, Iterable

from mediamill.accounts import Account, Plan, RateLimiter, Verdict
from mediamill.config import Rate, Settings
from mediamill.db import Transaction
from mediamill.generations import Intent

Dispatch = Callable[[Transaction, Iterable[Intent]], None]

MINUTE = 60
CREATES = {Plan.FREE: Rate(60, MINUTE), Plan.PRO: Rate(600, MINUTE)}
READS_PER_CREATE = 10
WITHOUT_KEY = Rate(60, MINUTE)  # requests from one address without a valid key


def count(account: Account, settings: Settings, limiter: RateLimiter, *, creates: bool) -> Verdict | None:
    """Count one call against the account's limit; None when the limit is off."""
    rate = settings.creates_rate
    if rate == "off":
        return None
    allowed = CREATES[account.plan] if rate == "by plan" else rate
    if creates:
        return limiter.hit(f"create {account.id}", allowed)
    return limiter.hit(f"read {account.id}", Rate(allowed.requests * READS_PER_CREATE, allowed.seconds))


def headers_of(verdict: Verdict) -> tuple[tuple[bytes, bytes], ...]:
    """`RateLimit-Limit`, `-Remaining` and `-Reset` (seconds until the whole allowance is there again)."""
    return (
        (b"ratelimit-limit", b"%d" % verdict.limit),
        (b"ratelimit-remaining", b"%d" % verdict.remaining),
        (b"ratelimit-reset", b"%d" % verdict.reset_seconds),
    )
