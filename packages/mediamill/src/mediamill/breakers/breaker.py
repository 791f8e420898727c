"""Circuit breakers: an engine, a key or a model that does not work is left alone for a while, by every process alike.

A breaker opens at once for a key, an account without money or a model that is gone, else when calls keep failing. When
its time is over one waiting call may try; tests are never bought. What the operator paused only the operator resumes.
"""

import random
from dataclasses import dataclass

from mediamill.db import Row, Transaction, named_queries
from mediamill.units import HOUR_MS

SQL = named_queries(__file__)

WINDOW_MS = 60_000  # failures are counted within
FAILURES_MIN = 5  # in the window, and
FAILED_SHARE = 0.5  # of its calls
OPEN_MS_MIN = 5_000  # the first time; twice as long each further time
OPEN_MS_MAX = 900_000
AHEAD_MS_MAX = 2 * HOUR_MS  # none is held open for longer: one that is was written before the clock went back
PROBE_MS = 60_000  # how long the one that tries keeps others from trying
PROBE_LOOK_MS = 5_000  # after which those look again: it may have succeeded long before
JITTER = 0.2  # of the time it stays open: a hundred processes do not try in the same moment
EVERY = ""  # all keys, or all models, of the engine


@dataclass(frozen=True, slots=True)
class Breaker:
    """One that is open. Instants in milliseconds."""

    engine: str
    key_id: str  # EVERY, or one key
    model: str  # EVERY, or "tool/model"
    opened_at: int
    open_until: int
    times: int
    reason: str
    for_operator: bool  # time alone will not help: a key, an account's money, a model that is gone


@dataclass(frozen=True, slots=True)
class Pause:
    """An engine that is paused until the operator resumes it."""

    engine: str
    reason: str
    since: int
    by_itself: bool  # the service did it, not the operator


@dataclass(frozen=True, slots=True)
class Barred:
    """Why nothing may be submitted now."""

    reason: str
    wait_ms: int  # until it is worth asking again
    is_paused: bool = False


def admit(tx: Transaction, engine: str, key_id: str, model: str) -> Barred | None:
    """None when a call may be made. Where a breaker's time is over, this call is the one that tries."""
    if (paused := tx.one(SQL.paused, engine=engine)) is not None:
        return Barred(paused["reason"], OPEN_MS_MIN, is_paused=True)
    found = [from_row(row) for row in tx.all(SQL.open_ones, engine=engine, key_id=key_id, model=model)]
    now = tx.now()
    for breaker in found:
        if now < breaker.open_until <= now + AHEAD_MS_MAX:
            return Barred(breaker.reason, breaker.open_until - now)
    for breaker in found:
        place = {"engine": breaker.engine, "key_id": breaker.key_id, "model": breaker.model}
        if tx.run(SQL.take_probe, **place, now=now, latest=now + AHEAD_MS_MAX, until=now + PROBE_MS) == 0:
            return Barred(breaker.reason, PROBE_LOOK_MS)
    return None


def succeeded(tx: Transaction, engine: str, key_id: str, model: str) -> bool:
    """A call worked: whether that closed a breaker."""
    tx.send(
        SQL.count_call, engine=engine, key_id=EVERY, model=EVERY, failed=0, now=tx.now(), since=tx.now() - WINDOW_MS
    )
    return tx.run(SQL.close, engine=engine, key_id=key_id, model=model) > 0


def failed(tx: Transaction, engine: str, reason: str, retry_ms: int = 0) -> bool:
    """A call did not work, and nobody knows whose fault it is: whether the engine's breaker is open now."""
    now = tx.now()
    row = tx.one(SQL.count_call, engine=engine, key_id=EVERY, model=EVERY, failed=1, now=now, since=now - WINDOW_MS)
    assert row is not None
    is_open = row["opened_at"] is not None
    if is_open or (row["failures"] >= FAILURES_MIN and row["failures"] >= FAILED_SHARE * row["calls"]):
        hold_open(tx, engine, EVERY, EVERY, reason, retry_ms, for_operator=False)
        return True
    return False


def trip(tx: Transaction, engine: str, key_id: str, model: str, reason: str, retry_ms: int = 0) -> None:
    """Open it now, for `retry_ms` at least: the key, the account or the model does not work."""
    hold_open(tx, engine, key_id, model, reason, retry_ms, for_operator=True)


def hold_open(
    tx: Transaction, engine: str, key_id: str, model: str, reason: str, retry_ms: int, *, for_operator: bool
) -> None:
    """Open a breaker, or keep it open for longer."""
    before = tx.one(SQL.find, engine=engine, key_id=key_id, model=model)
    times = before["times"] if before else 0
    pause = max(retry_ms, min(OPEN_MS_MAX, OPEN_MS_MIN * 2 ** min(times, 16)))
    until = tx.now() + round(pause * (1 + random.random() * JITTER))
    place = {"engine": engine, "key_id": key_id, "model": model}
    tx.send(SQL.open, **place, until=until, reason=reason, for_operator=int(for_operator), now=tx.now())


def try_now(tx: Transaction, engine: str, key_id: str) -> None:
    """The key is another one now: the next call may try, whatever the vendor said of the old one."""
    tx.send(SQL.try_now, engine=engine, key_id=key_id, now=tx.now())


def open_breakers(tx: Transaction) -> list[Breaker]:
    """Every breaker that is open, by engine."""
    return [from_row(row) for row in tx.all(SQL.all_open)]


def pause(tx: Transaction, engine: str, reason: str, *, by_itself: bool = False) -> None:
    """Nothing new is to be submitted until the operator says so, who may have said this, too."""
    tx.send(SQL.pause, engine=engine, reason=reason, by_itself=int(by_itself), now=tx.now())


def resume(tx: Transaction, engine: str) -> bool:
    """The operator lets it work again, as far as its breakers let it; False when it was not paused."""
    return tx.run(SQL.resume, engine=engine) == 1


def pauses(tx: Transaction) -> list[Pause]:
    """The engines that are paused."""
    return [Pause(row["engine"], row["reason"], row["since"], bool(row["by_itself"])) for row in tx.all(SQL.all_paused)]


def from_row(row: Row) -> Breaker:
    """A breaker that is open, from its row."""
    return Breaker(**{**{name: row[name] for name in Breaker.__slots__}, "for_operator": bool(row["for_operator"])})
