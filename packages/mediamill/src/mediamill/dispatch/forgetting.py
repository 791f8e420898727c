"""Old history goes: a small batch at a time, with pauses in which everybody else writes."""

import asyncio
from collections.abc import Callable

from mediamill import generations, purchases
from mediamill.db import Database, Transaction

BATCH_PAUSE_SECONDS = 0.1  # a batch takes the writer for a few milliseconds
BATCHES_PER_SWEEP = 300  # then other duties have their turn


class Forgetting:
    """Done by the process on duty, for all."""

    def __init__(self, database: Database, *, history_ms: int | None, purchases_ms: int | None) -> None:
        """How long attempts and states before the last, and purchases that ended, are kept; None: for ever."""
        self.database = database
        self.history_ms = history_ms
        self.purchases_ms = purchases_ms

    async def thin_history(self) -> int:
        """Take away what came before the ends of old generations; how many of them were looked at."""
        return await self.in_batches(generations.thin, self.history_ms)

    async def forget_purchases(self) -> int:
        """Take away purchases that ended long ago; how many."""
        return await self.in_batches(purchases.forget_outlived, self.purchases_ms)

    async def in_batches(self, batch: Callable[[Transaction, int], int], kept_ms: int | None) -> int:
        """As long as there is something, though not for ever."""
        if kept_ms is None:
            return 0
        done = 0
        for _ in range(BATCHES_PER_SWEEP):
            found = await self.database.write(lambda tx: batch(tx, kept_ms))
            if not found:
                break
            done += found
            await asyncio.sleep(BATCH_PAUSE_SECONDS)
        return done
