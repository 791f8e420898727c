"""Rate limits that several processes keep together: the instant of each caller is a row of their database."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from mediamill import clock
from mediamill.accounts.rate import RateDecision
from mediamill.clock import Clock
from mediamill.db import Database, Transaction, named_queries
from mediamill.plan import Rate

SQL = named_queries(__file__)

MICROSECONDS = 1_000_000
MILLISECOND = 1_000
REFUSED_MAX = 50_000  # callers who are known to be over their limit; with more, the database is asked again


@dataclass(frozen=True, slots=True)
class CountedCall:
    """A decision, and exactly how long it holds. Seconds."""

    decision: RateDecision
    full_in: float  # until the whole allowance is there again
    next_in: float  # until another call is allowed


@dataclass(frozen=True, slots=True)
class RateRefusal:
    """What a caller was told, and when that changes (monotonic seconds)."""

    decision: RateDecision
    full_at: float
    next_at: float


class SharedRateLimiter:
    """One statement for each call, by the database's clock. Who was refused is refused here until it can change."""

    def __init__(
        self, database: Database, *, now: Clock = clock.now, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """`now` is for a database that is no server and has no clock of its own."""
        self.database = database
        self.now = now
        self.monotonic = monotonic
        self.refused: dict[str, RateRefusal] = {}

    async def count(self, caller: str, rate: Rate) -> RateDecision:
        """Count one call, unless it is over the limit. Raises StoreBusy, StoreFailed."""
        if known := self.still_refused(caller):
            return known
        counted = await self.database.write_one(lambda tx: count_call(tx, caller, rate, self.now()))
        if not counted.decision.allowed:
            self.remember(caller, counted)
        return counted.decision

    def still_refused(self, caller: str) -> RateDecision | None:
        """The refusal of a moment ago with the seconds that are left of it, while nothing else could be said."""
        now = self.monotonic()
        if (known := self.refused.get(caller)) is None:
            return None
        if known.next_at <= now:
            del self.refused[caller]
            return None
        return replace(
            known.decision,
            reset_seconds=math.ceil(known.full_at - now),
            retry_seconds=max(1, math.ceil(known.next_at - now)),
        )

    def remember(self, caller: str, counted: CountedCall) -> None:
        """Ask nobody about the caller until another call is allowed."""
        now = self.monotonic()
        if len(self.refused) >= REFUSED_MAX:
            self.refused.clear()
        self.refused[caller] = RateRefusal(counted.decision, now + counted.full_in, now + counted.next_in)


def count_call(tx: Transaction, caller: str, rate: Rate, now: int) -> CountedCall:
    """One statement. `now` in milliseconds, where the database has no clock of its own."""
    window = rate.seconds * MICROSECONDS
    interval = max(1, window // rate.requests)  # no clock here is finer: more than a million a second is no limit
    row = tx.one(SQL.count_call, caller=caller, interval=interval, window=window, now=now * MILLISECOND)
    assert row is not None
    full_in, allowed = row["full_at"] - row["counted_at"], bool(row["was_allowed"])
    next_in = max(0, full_in + interval - window) / MICROSECONDS
    decision = RateDecision(
        allowed=allowed,
        limit=rate.requests,
        remaining=max(0, (window - full_in) // interval),
        reset_seconds=math.ceil(full_in / MICROSECONDS),
        retry_seconds=0 if allowed else max(1, math.ceil(next_in)),
    )
    return CountedCall(decision, full_in / MICROSECONDS, next_in)


def forget_rested(tx: Transaction) -> int:
    """Take away callers whose allowance is full again; how many."""
    return tx.run(SQL.forget_rested, now=tx.now() * MILLISECOND)
