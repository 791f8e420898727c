"""Rate limits per account and per address, and the headers that report them."""

from collections.abc import Callable, Iterable

from mediamill.accounts import Account, RateDecision, RateLimiter
from mediamill.config import Settings
from mediamill.db import Transaction
from mediamill.generations import Intent
from mediamill.plan import Rate

Dispatch = Callable[[Transaction, Iterable[Intent]], None]

WITHOUT_KEY = Rate(60, 60)  # requests from one address without a valid key


def count(account: Account, settings: Settings, limiter: RateLimiter, *, creates: bool) -> RateDecision | None:
    """Count one call against the account's limit; None when the limit is off."""
    limits = settings.plans[account.plan]
    rate = limits.creates if creates else limits.reads
    return None if rate is None else limiter.hit(f"{'create' if creates else 'read'} {account.id}", rate)


def headers_of(verdict: RateDecision) -> tuple[tuple[bytes, bytes], ...]:
    """`RateLimit-Limit`, `-Remaining` and `-Reset` (seconds until the whole allowance is there again)."""
    return (
        (b"ratelimit-limit", b"%d" % verdict.limit),
        (b"ratelimit-remaining", b"%d" % verdict.remaining),
        (b"ratelimit-reset", b"%d" % verdict.reset_seconds),
    )
