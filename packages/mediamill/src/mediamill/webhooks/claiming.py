"""Taking deliveries whose time has come: a lease on each, under an attempt number that fences every later write.

Accounts take turns, and so do the receivers of an account; each has so many attempts at once and no more. Ten thousand
deliveries to a dead receiver delay none to another one, and a receiver that recovers is not overrun.
"""

import math
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

from mediamill.db import Row, Transaction, lock_name, named_queries
from mediamill.webhooks.delivery import Delivery, from_row
from mediamill.webhooks.secret import secrets_in_force

SQL = named_queries(__file__)

POOL = "webhooks"  # the pool of the intents that wake deliverers
LEASE_MS = 30_000  # an attempt ends within 5 s; the rest is for a busy machine and a slow disk
HOST_ATTEMPTS_MAX = 4  # at once to one receiver, by all processes
ACCOUNT_ATTEMPTS_MAX = 16  # at once for one account, by all processes: names of dead hosts cost nothing
CLAIM_LOCK = "webhooks.claim"  # caps hold for all processes: one at a time counts what is under way and adds to it
MARKED_MAX = 1_000  # whose time has come, in one transaction; others want to write too


@dataclass(frozen=True, slots=True)
class Claimed:
    """A delivery in the hands of one worker, and all that its attempt needs to know."""

    delivery: Delivery
    started_at: int
    secrets: tuple[int, ...]  # numbers of those that sign it


def mark_due(tx: Transaction) -> int:
    """Let those whose time has come wait for their turn; how many, at most MARKED_MAX."""
    return tx.run(SQL.mark_due, now=tx.now(), limit=MARKED_MAX)


def until_next(tx: Transaction) -> float:
    """Milliseconds until the time of another one comes: 0 when it has come, infinite when nothing is scheduled."""
    row = tx.one(SQL.next_scheduled)
    assert row is not None
    return math.inf if row["due_at"] is None else max(0, row["due_at"] - tx.now())


def anything_came_due(tx: Transaction) -> bool:
    """Whether `mark_due` would find something."""
    return until_next(tx) == 0


def anything_waiting(tx: Transaction) -> bool:
    """Whether a delivery waits for its turn; its receiver may be busy."""
    return tx.one(SQL.anything_waiting) is not None


def claim(tx: Transaction, worker: str, limit: int) -> list[Claimed]:
    """As many deliveries as may be attempted now, leased to the worker; at most `limit`."""
    lock_name(tx, CLAIM_LOCK)
    under_way = UnderWay(tx.all(SQL.under_way))
    turns = deque((row["account_id"], row["host"]) for row in tx.all(SQL.turns))
    claimed: list[Claimed] = []
    while turns and len(claimed) < limit:
        account_id, last_host = turns.popleft()
        host = next_host(tx, account_id, last_host, under_way)
        if host is None:
            continue
        delivery = lease(tx, worker, account_id, host)
        if delivery is None:
            continue
        claimed.append(Claimed(delivery, tx.now(), secrets_in_force(tx, account_id)))
        under_way.add(account_id, host)
        turns.append((account_id, host))
    return claimed


class UnderWay:
    """How many attempts are under way, by receiver and by account."""

    def __init__(self, rows: list[Row]) -> None:
        self.hosts: Counter[str] = Counter()
        self.accounts: Counter[str] = Counter()
        for row in rows:
            self.add(row["account_id"], row["host"], row["attempts"])

    def add(self, account_id: str, host: str, attempts: int = 1) -> None:
        """So many more."""
        self.hosts[host] += attempts
        self.accounts[account_id] += attempts


def next_host(tx: Transaction, account_id: str, last_host: str, under_way: UnderWay) -> str | None:
    """The account's next receiver after the last one, in a circle, that has something due and room for it."""
    if under_way.accounts[account_id] >= ACCOUNT_ATTEMPTS_MAX:
        return None
    for start in dict.fromkeys((last_host, "")):
        for host in hosts_after(tx, account_id, start):
            if under_way.hosts[host] < HOST_ATTEMPTS_MAX:
                return host
    return None


def hosts_after(tx: Transaction, account_id: str, start: str) -> Iterator[str]:
    """The account's receivers after this one that have something due, in the order of names, each found when asked."""
    host = hop(tx, account_id, start)
    while host is not None:
        yield host
        host = hop(tx, account_id, host)


def hop(tx: Transaction, account_id: str, host: str) -> str | None:
    """The account's first receiver after this one that has something due."""
    row = tx.one(SQL.next_host, account_id=account_id, host=host)
    assert row is not None
    found: str | None = row["host"]
    return found


def lease(tx: Transaction, worker: str, account_id: str, host: str) -> Delivery | None:
    """The delivery owed longest to this receiver, its attempt begun; None when another process was quicker."""
    now = tx.now()
    row = tx.one(SQL.lease, account_id=account_id, host=host, worker=worker, lease_expires_at=now + LEASE_MS)
    if row is None:
        return None
    delivery = from_row(row)
    tx.send(SQL.begin_attempt, generation_id=delivery.generation_id, number=delivery.attempt, now=now)
    tx.send(SQL.take_turn, account_id=account_id, host=host)
    return delivery
