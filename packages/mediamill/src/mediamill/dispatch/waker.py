"""Who is woken when a pool has something to do. What was missed is seen all the same: whoever sleeps polls, too."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from mediamill.db import Transaction
from mediamill.generations import Intent

POLL_SECONDS = 0.5  # how late something that another process made due may be seen

Wake = Callable[[], None]


class Waker(Protocol):
    """Wakes the loops of a pool once the transaction is durable that gives them something to do."""

    @property
    def poll_seconds(self) -> float:
        """How long a loop may sleep without looking by itself."""

    def add(self, pool: str, wake: Wake) -> None:
        """Call this on the event loop whenever the pool may have something to do."""

    def enqueue(self, tx: Transaction, intents: Iterable[Intent]) -> None:
        """Take note, inside the transaction that makes it so, that these pools have something to do."""

    async def start(self) -> None:
        """Begin to hear of other processes; one that cannot is no reason not to start."""

    async def stop(self) -> None:
        """Hear of nothing more."""

    def alive(self) -> bool:
        """Whether it does what it was started for."""

    async def sweep(self) -> int:
        """Take away what dead processes left behind; how much."""


class EmbeddedWaker:
    """Wakes the loops of this process; the others find what it made due when they poll."""

    def __init__(self) -> None:
        self.wakes: defaultdict[str, list[Wake]] = defaultdict(list)

    @property
    def poll_seconds(self) -> float:
        """Short: a poll is all that tells of other processes."""
        return POLL_SECONDS

    def add(self, pool: str, wake: Wake) -> None:
        """Call it whenever the pool may have something to do."""
        self.wakes[pool].append(wake)

    def enqueue(self, tx: Transaction, intents: Iterable[Intent]) -> None:
        """Wake the loops of these pools, each when its time has come."""
        for intent in intents:
            if intent.pool in self.wakes:
                seconds = (intent.due_at - tx.now()) / 1_000
                tx.on_commit(partial(self.wake_after, seconds, intent.pool))

    def wake_after(self, seconds: float, pool: str) -> None:
        """Wake the loops of the pool, now or later."""
        if seconds > 0:
            asyncio.get_running_loop().call_later(seconds, self.wake, pool)
        else:
            self.wake(pool)

    def wake(self, pool: str) -> None:
        """Wake the loops of the pool."""
        for wake in self.wakes.get(pool, ()):
            wake()

    def wake_all(self) -> None:
        """Wake every loop."""
        for pool in list(self.wakes):
            self.wake(pool)

    async def start(self) -> None:
        """Nothing to do."""

    async def stop(self) -> None:
        """Nothing to do."""

    def alive(self) -> bool:
        """It cannot fail."""
        return True

    async def sweep(self) -> int:
        """Nothing to do."""
        return 0
